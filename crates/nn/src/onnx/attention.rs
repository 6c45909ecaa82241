//! Translates attention into ONNX nodes.
//!
//! Points are counted row by row. Heads that share keys and values form a separate dimension: queries are
//! \[batch\]\[shared head\]\[head of its group\]\[point\]\[channel\], and keys and values have a group of
//! one.

use super::export::Exporter;
use super::model::Attribute;
use crate::graph::Attention;

impl Exporter<'_> {
    pub fn attention(&mut self, attention: &Attention, name: &str, inputs: &[String]) -> String {
        let [queries, keys, values] = inputs else { return String::new() };
        let Attention { heads, shared_heads, key_size, value_size, .. } = *attention;
        let group = heads / shared_heads.max(1);
        let part = |what: &str| format!("{name}::{what}");

        let scale = self.model.floats(&part("scale"), &[], &[(key_size as f32).sqrt().recip()]);
        let queries = self.turned(attention, &part("queries"), queries, group);
        let queries = self.model.node("Mul", &part("queries::scaled"), &[&queries, &scale], &[]);
        let queries = self.split(&part("queries::split"), &queries, [shared_heads, group, key_size]);
        let queries = self.transpose(&part("queries::points"), &queries);
        let keys = self.turned(attention, &part("keys"), keys, 1);
        let keys = self.split(&part("keys::split"), &keys, [shared_heads, 1, key_size]);
        let values = self.split(&part("values::split"), values, [shared_heads, 1, value_size]);
        let values = self.transpose(&part("values::points"), &values);

        let products = self.model.node("MatMul", &part("products"), &[&queries, &keys], &[]);
        let weights =
            self.model.node("Softmax", &part("weights"), &[&products], &[Attribute::Int("axis", -1)]);
        let mixed = self.model.node("MatMul", &part("mixed"), &[&weights, &values], &[]);
        let mixed = self.transpose(&part("mixed::channels"), &mixed);
        self.as_board(name, &mixed, heads * value_size)
    }

    /// Queries or keys, with every pair of channels rotated by the angle of its point.
    fn turned(&mut self, attention: &Attention, name: &str, board: &str, group: usize) -> String {
        if attention.rotation.is_empty() {
            return board.to_string();
        }
        let part = |what: &str| format!("{name}::{what}");
        let pairs_of_head = attention.key_size / 2;
        let channels = attention.shared_heads * group * attention.key_size;
        let heads = attention.rotation.chunks_exact(pairs_of_head);
        let frequencies: Vec<[f32; 2]> =
            heads.flat_map(|head| std::iter::repeat_n(head, group).flatten().copied()).collect();
        let [sin, cos] = self.sin_and_cos(name, &frequencies);

        let shape = self.model.ints(&part("pairs::shape"), &[0, (channels / 2) as i64, 2, -1]);
        let pairs = self.model.node("Reshape", &part("pairs"), &[board, &shape], &[]);
        let axis = [Attribute::Int("axis", 2)];
        let [first, second] = [0, 1].map(|i| {
            let index = self.model.ints(&part("index"), &[i]);
            self.model.node("Gather", &part("half"), &[&pairs, &index], &axis)
        });
        let mut times = |a: &str, b: &str| self.model.node("Mul", &part("times"), &[a, b], &[]);
        let [a, b] = [times(&first, &cos), times(&second, &sin)];
        let [c, d] = [times(&first, &sin), times(&second, &cos)];
        let first = self.model.node("Sub", &part("first"), &[&a, &b], &[]);
        let second = self.model.node("Add", &part("second"), &[&c, &d], &[]);
        self.model.node("Concat", &part("turned"), &[&first, &second], &axis)
    }

    /// \[pair\]\[1\]\[point\]: column · f\[0\] + row · f\[1\].
    fn sin_and_cos(&mut self, name: &str, frequencies: &[[f32; 2]]) -> [String; 2] {
        let part = |what: &str| format!("{name}::{what}");
        let [rows, columns] = self.grid();
        let [by_column, by_row] = [0, 1].map(|i| {
            let of_axis: Vec<f32> = frequencies.iter().map(|both| both[i]).collect();
            self.model.floats(&part("frequencies"), &[frequencies.len(), 1, 1], &of_axis)
        });
        let across = self.model.node("Mul", &part("across"), &[&by_column, &columns], &[]);
        let down = self.model.node("Mul", &part("down"), &[&by_row, &rows], &[]);
        let angles = self.model.node("Add", &part("angles"), &[&across, &down], &[]);
        let shape = self.model.ints(&part("angles::shape"), &[0, 1, -1]);
        let angles = self.model.node("Reshape", &part("angles::flat"), &[&angles, &shape], &[]);
        ["Sin", "Cos"].map(|op| self.model.node(op, &part(&op.to_lowercase()), &[&angles], &[]))
    }

    /// The index of each row, \[row\]\[1\], and of each column, \[1\]\[column\].
    fn grid(&mut self) -> [String; 2] {
        if let Some(known) = &self.shared.grid {
            return known.clone();
        }
        let made = match self.options.board {
            Some((rows, columns)) => {
                let numbers = |count: usize| (0..count).map(|i| i as f32).collect::<Vec<f32>>();
                [
                    self.model.floats("grid::rows", &[rows, 1], &numbers(rows)),
                    self.model.floats("grid::columns", &[1, columns], &numbers(columns)),
                ]
            }
            None => {
                let both = self.rows_and_columns();
                [("rows", 0, [-1, 1]), ("columns", 1, [1, -1])].map(|(what, index, shape)| {
                    let part = |more: &str| format!("grid::{what}::{more}");
                    let start = self.model.floats(&part("start"), &[], &[0.0]);
                    let step = self.model.floats(&part("step"), &[], &[1.0]);
                    let index = self.model.ints(&part("index"), &[index]);
                    let count = self.model.node("Gather", &part("count"), &[&both, &index], &[]);
                    let count = self.model.node("Cast", &part("real"), &[&count], &[Attribute::Int("to", 1)]);
                    let count = self.model.node("Squeeze", &part("single"), &[&count], &[]);
                    let numbers = self.model.node("Range", &part("numbers"), &[&start, &count, &step], &[]);
                    let shape = self.model.ints(&part("shape"), &shape);
                    self.model.node("Reshape", &format!("grid::{what}"), &[&numbers, &shape], &[])
                })
            }
        };
        self.shared.grid.insert(made).clone()
    }

    /// Splits channels into heads and channels per head; the points of the board come last.
    fn split(&mut self, name: &str, value: &str, [shared, group, size]: [usize; 3]) -> String {
        let sizes = [0, shared as i64, group as i64, size as i64, -1];
        let shape = self.model.ints(&format!("{name}::shape"), &sizes);
        self.model.node("Reshape", name, &[value, &shape], &[])
    }

    fn transpose(&mut self, name: &str, value: &str) -> String {
        self.model.node("Transpose", name, &[value], &[Attribute::Ints("perm", &[0, 1, 2, 4, 3])])
    }

    fn as_board(&mut self, name: &str, value: &str, channels: usize) -> String {
        let front = self.model.ints(&format!("{name}::channels"), &[0, channels as i64]);
        let both = self.rows_and_columns();
        let axis = [Attribute::Int("axis", 0)];
        let shape = self.model.node("Concat", &format!("{name}::shape"), &[&front, &both], &axis);
        self.model.node("Reshape", name, &[value, &shape], &[])
    }
}
