//! A file: one or more trees.

use super::{Charset, Limits, SgfError, Tree, charset, name, parse, write};

/// The content of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Collection {
    /// The games; at least one if read from a file.
    pub trees: Vec<Tree>,
    /// How the bytes of the file were decoded.
    pub charset: Charset,
}

impl Collection {
    /// Reads a file within the default [`Limits`].
    pub fn read(bytes: &[u8]) -> Result<Collection, SgfError> {
        Collection::read_within(bytes, &Limits::default())
    }

    /// Reads a file.
    pub fn read_within(bytes: &[u8], limits: &Limits) -> Result<Collection, SgfError> {
        if bytes.len() > limits.bytes {
            return Err(SgfError::TooLarge { limit: limits.bytes });
        }
        let (text, charset) = charset::decode(bytes);
        let mut trees = parse::trees(&text, limits)?;
        for tree in &mut trees {
            tree.node_mut(tree.root()).remove(name::CA);
        }
        Ok(Collection { trees, charset })
    }

    /// The file, in UTF-8.
    pub fn to_sgf(&self) -> String {
        write::trees(&self.trees)
    }
}

impl From<Tree> for Collection {
    fn from(tree: Tree) -> Collection {
        Collection { trees: vec![tree], charset: Charset::OURS }
    }
}

impl Tree {
    /// A file with only this game, in UTF-8.
    pub fn to_sgf(&self) -> String {
        write::trees(std::slice::from_ref(self))
    }
}
