//! Writes small random networks in KataGo's format, of every version and with every kind of block.

#![allow(dead_code)] // Each test uses its own part of it.

use std::collections::HashMap;
use std::io::Write;

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

#[derive(Clone, Debug)]
pub struct Plan {
    pub name: String,
    pub version: u32,
    pub activation: &'static str,
    pub blocks: Vec<Block>,
    pub ranks: bool,
    pub life_under_suicide: bool,
    pub last_norm: LastNorm,
    /// The number of policies; only version 17 stores it.
    pub policies: usize,
    /// The size of convolutions that are not 1×1.
    pub kernel: usize,
    pub dilation: usize,
    /// Channels of the trunk.
    pub trunk: usize,
}

#[derive(Clone, Debug)]
pub enum Block {
    Ordinary,
    Pool,
    Bottleneck(Vec<Block>),
    Attention { heads: usize, shared_heads: usize, rotation: Rotation },
    FeedForward,
}

#[derive(Clone, Copy, Debug)]
pub enum Rotation {
    None,
    Fixed,
    Learned,
}

#[derive(Clone, Copy, Debug)]
pub enum LastNorm {
    Batch,
    OverChannels,
    OverBoard,
}

impl Plan {
    /// A typical network of that version.
    pub fn of_version(version: u32) -> Plan {
        Plan {
            name: format!("version {version}"),
            version,
            activation: if version >= 11 { "ACTIVATION_MISH" } else { "ACTIVATION_RELU" },
            blocks: vec![Block::Ordinary, Block::Pool],
            ranks: false,
            life_under_suicide: false,
            last_norm: LastNorm::Batch,
            policies: [1, 2, 4, 2][[12, 16, 17].iter().filter(|from| version >= **from).count()],
            kernel: 3,
            dilation: 1,
            trunk: 8,
        }
    }

    /// One network for every possible variation.
    pub fn all() -> Vec<Plan> {
        let attention = |rotation| Block::Attention { heads: 4, shared_heads: 2, rotation };
        let mut plans: Vec<Plan> = (8..=17).map(Plan::of_version).collect();
        plans.extend([
            Plan { activation: "ACTIVATION_RELU", kernel: 5, ..Plan::of_version(11).called("relu") },
            Plan { activation: "ACTIVATION_SILU", ..Plan::of_version(14).called("silu") },
            Plan { activation: "ACTIVATION_IDENTITY", ..Plan::of_version(16).called("identity") },
            Plan { dilation: 2, ..Plan::of_version(14).called("dilation") },
            Plan {
                blocks: vec![Block::Bottleneck(vec![Block::Ordinary, Block::Pool])],
                ..Plan::of_version(14).called("bottleneck")
            },
            Plan { ranks: true, ..Plan::of_version(15).called("ranks") },
            Plan { life_under_suicide: true, policies: 4, ..Plan::of_version(17).called("values of moves") },
            Plan {
                blocks: vec![attention(Rotation::Learned), Block::FeedForward],
                ..Plan::of_version(15).called("learned rotation")
            },
            Plan {
                blocks: vec![Block::Bottleneck(vec![
                    attention(Rotation::None),
                    Block::FeedForward,
                    Block::Bottleneck(vec![Block::Ordinary, attention(Rotation::Fixed)]),
                ])],
                last_norm: LastNorm::OverBoard,
                ..Plan::of_version(17).called("nested transformer")
            },
            Plan {
                blocks: vec![attention(Rotation::Fixed), Block::FeedForward, Block::Pool],
                activation: "ACTIVATION_SILU",
                last_norm: LastNorm::OverChannels,
                ranks: true,
                ..Plan::of_version(17).called("transformer with ranks")
            },
        ]);
        plans
    }

    fn called(self, name: &str) -> Plan {
        Plan { name: name.into(), ..self }
    }

    pub fn write(&self, floats: Floats) -> Written {
        let random = Xoshiro256PlusPlus::seed_from_u64(7);
        let mut writer = Writer { plan: self, floats, random, bytes: Vec::new(), weights: HashMap::new() };
        writer.network();
        Written { bytes: writer.bytes, weights: writer.weights }
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Floats {
    Binary,
    Text,
}

pub struct Written {
    pub bytes: Vec<u8>,
    /// The arrays of every layer, in file order.
    pub weights: HashMap<String, Vec<Vec<f32>>>,
}

pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    packer.write_all(bytes).unwrap();
    packer.finish().unwrap()
}

const INNER: usize = 4;
const POOLED: usize = 2;

struct Writer<'a> {
    plan: &'a Plan,
    floats: Floats,
    random: Xoshiro256PlusPlus,
    bytes: Vec<u8>,
    weights: HashMap<String, Vec<Vec<f32>>>,
}

impl Writer<'_> {
    fn words(&mut self, words: impl IntoIterator<Item = impl ToString>) {
        for word in words {
            self.bytes.extend(word.to_string().bytes());
            self.bytes.push(b'\n');
        }
    }

    fn array(&mut self, layer: &str, count: usize, low: f32, high: f32) {
        let array: Vec<f32> = (0..count).map(|_| self.random.random_range(low..high)).collect();
        match self.floats {
            Floats::Binary => {
                self.bytes.extend(b"@BIN@");
                self.bytes.extend(array.iter().flat_map(|x| x.to_le_bytes()));
                self.bytes.push(b'\n');
            }
            Floats::Text => self.words(&array),
        }
        self.weights.entry(layer.into()).or_default().push(array);
    }

    fn network(&mut self) {
        let plan = self.plan;
        self.words([format!("test-v{}", plan.version)]);
        self.words([plan.version, 22, 19]);
        if plan.version >= 13 {
            self.words([20.0, 20.5, 21.0, 21.5, 40.0, 0.25, 150.0]);
        }
        if plan.version >= 15 {
            self.words([plan.ranks as u32, plan.life_under_suicide as u32, 0, 0, 0, 0, 0, 0]);
        }
        self.trunk();
        self.policy_head();
        self.value_head();
    }

    fn trunk(&mut self) {
        let plan = self.plan;
        self.words(["trunk"]);
        self.words([plan.blocks.len(), self.plan.trunk, INNER, INNER, POOLED, POOLED]);
        if plan.version >= 15 {
            self.words([!matches!(plan.last_norm, LastNorm::Batch) as u32, 0, 0, 0, 0, 0]);
        }
        self.conv("conv1", self.plan.kernel, 22, self.plan.trunk);
        self.matrix("flat", 19, self.plan.trunk);
        if plan.ranks {
            self.words(["ranks"]);
            self.words([192]);
            self.matrix("ranks.1", 192, INNER);
            self.bias("ranks.bias1", INNER);
            self.activation("ranks.act1");
            self.matrix("ranks.2", INNER, INNER);
            self.bias("ranks.bias2", INNER);
            self.activation("ranks.act2");
            self.matrix("ranks.3", INNER, self.plan.trunk);
        }
        self.stack("block", &plan.blocks, self.plan.trunk);
        match plan.last_norm {
            LastNorm::Batch => self.norm("last", self.plan.trunk),
            LastNorm::OverChannels | LastNorm::OverBoard => {
                self.words(["last", &self.plan.trunk.to_string(), "1e-05"]);
                self.words([matches!(plan.last_norm, LastNorm::OverBoard) as u32, 0]);
                self.array("last", self.plan.trunk, 0.5, 1.5);
                self.array("last", self.plan.trunk, -0.5, 0.5);
            }
        }
        self.activation("last.act");
    }

    fn policy_head(&mut self) {
        let (version, policies) = (self.plan.version, self.plan.policies);
        self.words(["policy"]);
        if version >= 17 {
            self.words([policies, 0, 0, 0]);
        }
        self.conv("policy.board", 1, self.plan.trunk, INNER);
        self.conv("policy.pooled", 1, self.plan.trunk, POOLED);
        self.norm("policy.norm1", POOLED);
        self.activation("policy.act1");
        self.matrix("policy.bias", 3 * POOLED, INNER);
        self.norm("policy.norm2", INNER);
        self.activation("policy.act2");
        self.conv("policy.out", 1, INNER, policies);
        if version >= 15 {
            self.matrix("policy.pass", 3 * POOLED, INNER);
            self.bias("policy.passbias", INNER);
            self.activation("policy.passact");
            self.matrix("policy.pass2", INNER, policies);
        } else {
            self.matrix("policy.pass", 3 * POOLED, policies);
        }
    }

    fn value_head(&mut self) {
        self.words(["value"]);
        if self.plan.version >= 17 {
            self.words([0, 0, 0]);
        }
        self.conv("value.board", 1, self.plan.trunk, INNER);
        self.norm("value.norm", INNER);
        self.activation("value.act1");
        self.matrix("value.hidden", 3 * INNER, self.plan.trunk);
        self.bias("value.hiddenbias", self.plan.trunk);
        self.activation("value.act2");
        let scores = if self.plan.version >= 9 { 6 } else { 4 };
        for (name, out) in [("value.outcome", 3), ("value.score", scores)] {
            self.matrix(name, self.plan.trunk, out);
            self.bias(&format!("{name}bias"), out);
        }
        self.conv("value.ownership", 1, INNER, 1);
    }

    fn stack(&mut self, name: &str, blocks: &[Block], channels: usize) {
        for (i, block) in blocks.iter().enumerate() {
            self.block(&format!("{name}.{i}"), block, channels);
        }
    }

    fn block(&mut self, name: &str, block: &Block, channels: usize) {
        let part = |part: &str| format!("{name}.{part}");
        match block {
            Block::Ordinary => {
                self.words(["ordinary_block", name]);
                self.norm_act_conv(&part("1"), channels, INNER);
                self.norm_act_conv(&part("2"), INNER, channels);
            }
            Block::Pool => {
                self.words(["gpool_block", name]);
                self.norm_act_conv(&part("1"), channels, INNER);
                self.conv(&part("pooled"), self.plan.kernel, channels, POOLED);
                self.norm(&part("pooled.norm"), POOLED);
                self.activation(&part("pooled.act"));
                self.matrix(&part("pooled.bias"), 3 * POOLED, INNER);
                self.norm_act_conv(&part("2"), INNER, channels);
            }
            Block::Bottleneck(blocks) => {
                self.words(["nested_bottleneck_block", name, &blocks.len().to_string()]);
                self.norm(&part("in.norm"), channels);
                self.activation(&part("in.act"));
                self.conv(&part("in"), 1, channels, INNER);
                self.stack(name, blocks, INNER);
                self.norm(&part("out.norm"), INNER);
                self.activation(&part("out.act"));
                self.conv(&part("out"), 1, INNER, channels);
            }
            Block::Attention { heads, shared_heads, rotation } => {
                self.attention(name, *heads, *shared_heads, *rotation, channels);
            }
            Block::FeedForward => {
                self.words(["transformer_ffn_block", name]);
                self.words([channels, 2 * channels, 1]);
                self.rms_norm(&part("norm"), channels);
                self.matrix(&part("1"), channels, 2 * channels);
                self.matrix(&part("gate"), channels, 2 * channels);
                self.matrix(&part("2"), 2 * channels, channels);
            }
        }
    }

    fn attention(&mut self, name: &str, heads: usize, shared: usize, rotation: Rotation, channels: usize) {
        let part = |part: &str| format!("{name}.{part}");
        let (key_size, value_size) = (8, 3);
        let turns = !matches!(rotation, Rotation::None) as usize;
        let learned = matches!(rotation, Rotation::Learned) as usize;
        self.words(["transformer_attention_block", name]);
        self.words([heads, shared, key_size, value_size, turns, learned]);
        self.rms_norm(&part("norm"), channels);
        self.matrix(&part("queries"), channels, heads * key_size);
        self.matrix(&part("keys"), channels, shared * key_size);
        self.matrix(&part("values"), channels, shared * value_size);
        self.matrix(&part("out"), heads * value_size, channels);
        match rotation {
            Rotation::None => {}
            Rotation::Fixed => self.words([part("theta"), "100.0".into()]),
            Rotation::Learned => {
                self.words([part("frequencies")]);
                self.words([shared, key_size / 2, 2]);
                self.array(&part("frequencies"), shared * key_size, -1.0, 1.0);
            }
        }
    }

    fn norm_act_conv(&mut self, name: &str, inputs: usize, out: usize) {
        self.norm(&format!("{name}.norm"), inputs);
        self.activation(&format!("{name}.act"));
        self.conv(name, self.plan.kernel, inputs, out);
    }

    fn conv(&mut self, name: &str, size: usize, inputs: usize, out: usize) {
        let dilation = self.plan.dilation;
        self.words([name]);
        self.words([size, size, inputs, out, dilation, dilation]);
        let count = size * size * inputs;
        let range = 3.0 / (count as f32).sqrt();
        self.array(name, count * out, -range, range);
    }

    fn norm(&mut self, name: &str, channels: usize) {
        self.words([name, &channels.to_string(), "0.001", "1", "1"]);
        self.array(name, channels, -0.3, 0.3);
        self.array(name, channels, 0.5, 2.0);
        self.array(name, channels, 0.5, 1.5);
        self.array(name, channels, -0.5, 0.5);
    }

    fn rms_norm(&mut self, name: &str, channels: usize) {
        self.words([name, &channels.to_string(), "1e-06"]);
        self.array(name, channels, 0.5, 1.5);
    }

    fn activation(&mut self, name: &str) {
        self.words([name]);
        if self.plan.version >= 11 {
            self.words([self.plan.activation]);
        }
    }

    fn matrix(&mut self, name: &str, inputs: usize, out: usize) {
        self.words([name]);
        self.words([inputs, out]);
        let range = 3.0 / (inputs as f32).sqrt();
        self.array(name, inputs * out, -range, range);
    }

    fn bias(&mut self, name: &str, channels: usize) {
        self.words([name]);
        self.words([channels]);
        self.array(name, channels, -0.5, 0.5);
    }
}
