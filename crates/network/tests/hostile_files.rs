//! Truncated, damaged or malicious files: always an error, quickly, and within the memory of the file.

mod writer;

use std::sync::Arc;

use network::architecture::Architecture;
use network::weights::{self, Header, Precision, Training};
use network::{Network, ReadError, onnx, random, read};
use nn::cpu::{self, CpuExecutors};
use nn::katago::FormatError;
use nn::reference::Reference;
use nn::{Batch, Executor, Outputs};
use peak_alloc::PeakAlloc;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use writer::{Block, Floats, Plan, Rotation, gzip};

/// Tracks memory in use and its peak.
#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// Reads a file and checks that it took no more memory than its `unpacked` bytes justify: once as read, once
/// reordered, and once more because vectors double; plus buffers of a fixed size.
#[track_caller]
fn read_within(bytes: &[u8], unpacked: usize) -> Result<Network, ReadError> {
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    let result = read(bytes);
    let taken = MEMORY.peak_usage() - before;
    assert!(taken <= 6 * unpacked + (1 << 20), "{taken} bytes of memory for {unpacked}");
    result
}

/// A network with every kind of layer.
fn plan() -> Plan {
    let attention = Block::Attention { heads: 2, shared_heads: 1, rotation: Rotation::Learned };
    let nested = Block::Bottleneck(vec![Block::Ordinary, attention, Block::FeedForward]);
    Plan { blocks: vec![nested, Block::Pool], ..Plan::of_version(17) }
}

/// All in one test, because the memory of the whole process is measured.
#[test]
fn no_file_does_harm() {
    cut_off();
    damaged();
    absurd_numbers();
    bombs();
    nests();
    wide_kernels();
    out_of_proportion();
    real_ones();
    weights_files();
}

/// Runs the network with every built-in executor, and checks that it takes no more memory than estimated on
/// reading.
#[track_caller]
fn run_within(network: Network, rows: usize, columns: usize) {
    let foreseen = cpu::footprint(&network.graph) as usize + (1 << 20);
    let mut batch = Batch::default();
    batch.reset(&network.graph, rows, columns, 1);
    batch.inputs.iter_mut().flatten().enumerate().for_each(|(i, x)| *x = (i % 3) as f32 / 2.0);
    let network = Arc::new(network);
    let runs: [&dyn Fn() -> Box<dyn Executor>; 3] = [
        &|| Box::new(CpuExecutors::new(network.graph.clone(), false).make()),
        &|| Box::new(CpuExecutors::new(network.graph.clone(), true).make()),
        &|| Box::new(Reference::new(network.graph.clone())),
    ];
    for make in runs {
        let before = MEMORY.current_usage();
        MEMORY.reset_peak_usage();
        make().run(&batch, &mut Outputs::default()).expect("what can be read can be run");
        let taken = MEMORY.peak_usage() - before;
        assert!(taken <= foreseen, "{taken} bytes of memory where {foreseen} were foreseen");
    }
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    onnx::export(&network, &nn::onnx::Options::default()).expect("what can be read can be exported");
    let taken = MEMORY.peak_usage() - before;
    assert!(taken <= foreseen, "{taken} bytes for an ONNX file where {foreseen} were foreseen");
}

fn wide_kernels() {
    let of = |kernel, dilation| Plan { kernel, dilation, ..Plan::of_version(14) }.write(Floats::Binary).bytes;
    // Every point sees all of the largest board, and they run on it.
    for (kernel, dilation) in [(37, 1), (3, 18), (13, 3)] {
        let bytes = of(kernel, dilation);
        run_within(read_within(&bytes, bytes.len()).unwrap(), 19, 19);
    }
    // The last one is a file of about 200 kB; such a file asked for 435 GB when it was run.
    for (kernel, dilation) in [(39, 1), (3, 19), (1, 99), (13, 4), (9, 99)] {
        let bytes = of(kernel, dilation);
        let error = read_within(&gzip(&bytes), bytes.len()).unwrap_err().to_string();
        let expected =
            format!("a kernel of {kernel}×{kernel} with dilation {dilation}×{dilation} is not supported");
        assert!(error.ends_with(&expected), "{error}");
    }
}

fn out_of_proportion() {
    let ordinary = |count| vec![Block::Ordinary; count];
    // Channels that cost little in the file and much on the board; layers that are small until they are packed.
    let wide = Plan { trunk: 65_536, kernel: 1, blocks: ordinary(1), ..Plan::of_version(14) };
    let thin = Plan { trunk: 1, blocks: ordinary(3000), ..Plan::of_version(14) };
    for plan in [wide, thin] {
        let bytes = plan.write(Floats::Binary).bytes;
        let error = read_within(&bytes, bytes.len()).unwrap_err();
        assert!(matches!(error, ReadError::Memory(_)), "{error}");
        let error = error.to_string();
        assert!(error.starts_with("running it would take ") && !error.contains('\n'), "{error}");
    }
    let thin = Plan { trunk: 1, blocks: ordinary(100), ..Plan::of_version(14) };
    let bytes = thin.write(Floats::Binary).bytes;
    run_within(read_within(&bytes, bytes.len()).unwrap(), 19, 19);
}

/// Real networks take far less than allowed, and no more than estimated.
fn real_ones() {
    for plan in Plan::all() {
        run_within(read(&plan.write(Floats::Binary).bytes).unwrap(), 19, 19);
    }
    let network = network::load(network::DEFAULT).unwrap();
    let (bytes, weights) = (cpu::footprint(&network.graph), network.graph.parameters() as u64);
    assert!(bytes < 32 * weights + (32 << 20), "{bytes} bytes for {weights} weights");
    run_within(network, 19, 19);
}

fn cut_off() {
    let binary = plan().write(Floats::Binary).bytes;
    let last = binary.iter().rposition(|byte| !byte.is_ascii_whitespace()).unwrap();
    for length in (0..last).step_by(5).chain([last]) {
        let result = read_within(&binary[..length], length);
        assert!(result.is_err(), "cut off at {length} of {}", binary.len());
    }
    let text = plan().write(Floats::Text).bytes;
    for length in (0..text.len() - 20).step_by(31) {
        assert!(read_within(&text[..length], length).is_err(), "cut off at {length} of {}", text.len());
    }
    let packed = gzip(&binary);
    for length in (0..packed.len()).step_by(13).chain(packed.len() - 10..packed.len()) {
        let result = read_within(&packed[..length], binary.len());
        let fits =
            matches!(result, Err(ReadError::KataGo(FormatError::Truncated { .. }) | ReadError::NotANetwork));
        assert!(fits, "{result:?} at {length} of {}", packed.len());
    }
}

fn damaged() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
    let binary = plan().write(Floats::Binary).bytes;
    let (text, packed) = (plan().write(Floats::Text).bytes, gzip(&binary));
    let whole = read(&packed).unwrap();
    for i in 0..1500 {
        let file = [&binary, &text, &packed][i % 3];
        let mut damaged = file.clone();
        for _ in 0..random.random_range(1..4) {
            let at = random.random_range(0..damaged.len());
            damaged[at] ^= 1 << random.random_range(0..8);
        }
        let result = read_within(&damaged, binary.len().max(text.len()));
        // Compressed files have a checksum; only their header has bits without meaning.
        assert!(i % 3 < 2 || result.as_ref().map_or(true, |network| *network == whole));
        if let Ok(network) = result {
            run_within(network, 3, 2);
        }
    }
}

fn absurd_numbers() {
    let text = String::from_utf8(plan().write(Floats::Text).bytes).unwrap();
    let words: Vec<&str> = text.split_whitespace().collect();
    let sizes = (1..words.len()).filter(|i| words[*i].parse::<usize>().is_ok());
    let mut tried = 0;
    for i in sizes {
        for absurd in ["0", "-1", "7", "65537", "4294967296", "18446744073709551615"] {
            let mut words = words.clone();
            if words[i] != absurd {
                words[i] = absurd;
                let bytes = words.join(" ").into_bytes();
                let result = read_within(&bytes, bytes.len());
                // Scales may be anything above 0, and only two of the trunk's numbers matter.
                let free = (4..11).contains(&i) || (22..26).contains(&i);
                assert!(result.is_err() || free, "word {i} after {:?} as {absurd}", &words[i - 1]);
                tried += 1;
                if let Ok(network) = result {
                    run_within(network, 2, 3);
                }
            }
        }
    }
    assert!(tried > 300, "only {tried} numbers");
}

/// The start of a network whose first layer has this many channels of zeros.
fn start(channels: usize, weights: usize) -> Vec<u8> {
    let head = format!("bomb 8 22 19 trunk 1 {channels} 1 1 1 1 conv1 3 3 22 {channels} 1 1 @BIN@");
    [head.into_bytes(), vec![0; 4 * weights]].concat()
}

fn bombs() {
    // 50 MB in 50 kB: stopped long before the end.
    let bomb = gzip(&start(65536, 65536 * 22 * 9));
    assert!(bomb.len() < 100_000);
    let result = read_within(&bomb, 17 << 20);
    assert!(matches!(result, Err(ReadError::KataGo(FormatError::TooLarge { .. }))), "{result:?}");
    // The same as an empty promise: the data is missing.
    let result = read_within(&start(65536, 1000), 4000);
    assert!(matches!(result, Err(ReadError::KataGo(FormatError::Truncated { .. }))), "{result:?}");
    // White space without end, and a word without end.
    for byte in [b' ', b'x'] {
        let bomb = gzip(&[b"bomb 8 ".to_vec(), vec![byte; 40 << 20]].concat());
        assert!(read_within(&bomb, 1 << 20).is_err());
    }
}

fn nests() {
    let nested = |depth| {
        let block = (0..depth).fold(Block::Ordinary, |block, _| Block::Bottleneck(vec![block]));
        read(&Plan { blocks: vec![block], ..Plan::of_version(14) }.write(Floats::Binary).bytes)
    };
    assert!(nested(8).is_ok());
    let error = nested(9).unwrap_err().to_string();
    assert!(error.ends_with("blocks in more than 8 levels are not supported"), "{error}");
    assert!(nested(500).is_err());
}

/// Our own files, read with their headers.
fn weights_files() {
    let folder = tempfile::tempdir().unwrap();
    let load = |name: &str, limit: usize| {
        let before = MEMORY.current_usage();
        MEMORY.reset_peak_usage();
        let result = weights::load(&folder.path().join(name));
        let taken = MEMORY.peak_usage() - before;
        assert!(taken <= limit, "{name}: {taken} bytes of memory");
        result.map_err(|error| error.to_string())
    };
    assert_eq!(load("none", 1 << 16).unwrap_err(), "there is no such file");
    // Folders and endless files are not read.
    std::fs::create_dir(folder.path().join("folder")).unwrap();
    assert_eq!(load("folder", 1 << 16).unwrap_err(), "this is not a file");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("/dev/zero", folder.path().join("endless")).unwrap();
        assert_eq!(load("endless", 1 << 16).unwrap_err(), "this is not a file");
    }
    // Five gigabytes that take no space on disk.
    std::fs::File::create(folder.path().join("sparse")).unwrap().set_len(5 << 30).unwrap();
    assert_eq!(load("sparse", 1 << 16).unwrap_err(), "5368709120 bytes: too large for a network");
    // A very long header, and one of endless brackets.
    std::fs::write(folder.path().join("long"), [&u64::MAX.to_le_bytes()[..], b"{}"].concat()).unwrap();
    assert!(load("long", 1 << 16).unwrap_err().contains("longer than the file"));
    let brackets = "[".repeat(1 << 20);
    let header = format!("{{\"a\":{brackets}");
    let bytes = [&(header.len() as u64).to_le_bytes()[..], header.as_bytes()].concat();
    std::fs::write(folder.path().join("brackets"), bytes).unwrap();
    assert!(load("brackets", 8 << 20).is_err());
    // The largest network that settings can make of few weights: it can be read and run, within the estimated
    // memory.
    let text = "[inputs]\nkind = \"sai\"\npositions = 1\n\
        [trunk]\nstyle = \"preactivation\"\nblocks = 256\nchannels = 2\npooling = { blocks = [1], channels = 1 }\n\
        [heads]\nkind = \"free\"\npolicy_channels = 1\npooled_channels = 4096\nvalue_channels = 4096\n\
        value_layer = 1\nownership = true";
    let mut architecture = Architecture::from_toml(text).unwrap();
    architecture.trunk.pooling.iter_mut().for_each(|pooling| pooling.blocks = (1..=256).collect());
    let network = random::network("greedy", &architecture, 1).unwrap();
    let header =
        Header { name: "greedy".into(), architecture, sizes: vec![19], training: Training::default() };
    let bytes = weights::to_bytes(&header, &network, Precision::F16).unwrap();
    std::fs::write(folder.path().join("greedy"), &bytes).unwrap();
    let greedy = load("greedy", 12 * bytes.len() + (1 << 20)).unwrap().network;
    assert!(cpu::footprint(&greedy.graph) > 50 * bytes.len() as u64, "it is greedy");
    run_within(greedy, 19, 19);
}
