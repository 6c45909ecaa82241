//! What a file may ask of us.

/// Bounds on a file, each checked before memory is taken for what it bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Bytes of the file.
    pub bytes: usize,
    /// Nodes of all its trees.
    pub nodes: usize,
    /// Variations inside variations. The length of a line of play is bounded by `nodes` alone.
    pub depth: usize,
    /// Properties of one node.
    pub properties: usize,
    /// Values of all properties of all nodes.
    pub values: usize,
    /// Bytes of one value, in UTF-8.
    pub value_bytes: usize,
}

impl Limits {
    /// For files of our own.
    pub const NONE: Limits = Limits {
        bytes: usize::MAX,
        nodes: usize::MAX,
        depth: usize::MAX,
        properties: usize::MAX,
        values: usize::MAX,
        value_bytes: usize::MAX,
    };
}

/// More than any record of one game needs; the worst file within them takes half a gigabyte to hold.
impl Default for Limits {
    fn default() -> Limits {
        Limits {
            bytes: 16 << 20,
            nodes: 1_000_000,
            depth: 10_000,
            properties: 256,
            values: 2_000_000,
            value_bytes: 1 << 20,
        }
    }
}
