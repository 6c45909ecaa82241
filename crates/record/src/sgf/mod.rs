//! SGF, the Smart Game Format: files as trees of nodes, whatever the game.
//!
//! Values are kept as they are in the file, including escapes, so reading and writing loses nothing, whether
//! a property is known or not. Only the character set changes: everything in memory is Unicode, and every
//! file is written as UTF-8. The property `CA` belongs to the bytes and not to the game, so a tree in memory
//! has none; the writer adds it.
//!
//! Files are not trusted. Nothing here recurses, so no nesting can exhaust the stack, and [`Limits`] are
//! checked before memory is allocated.
//!
//! ```
//! use record::sgf::{Collection, Tree, name};
//!
//! let file = Collection::read(br"(;GM[1]C[a \] in a comment](;B[aa])(;B[bb]))")?;
//! let tree = &file.trees[0];
//! let root = tree.node(tree.root());
//! assert_eq!(root.text(name::C).as_deref(), Some("a ] in a comment"));
//! assert_eq!(tree.children(tree.root()).len(), 2);
//!
//! let mut other = Tree::new();
//! let child = other.add_child(other.root());
//! other.node_mut(child).set_text(name::C, "[brackets]");
//! assert_eq!(other.to_sgf(), "(;CA[UTF-8];C[[brackets\\]])\n");
//! # Ok::<(), record::sgf::SgfError>(())
//! ```

mod charset;
mod collection;
mod error;
mod guess;
mod limits;
pub mod name;
mod node;
mod parse;
mod start;
mod tree;
mod value;
mod write;

pub use charset::{Charset, Origin};
pub use collection::Collection;
pub use error::SgfError;
pub use limits::Limits;
pub use name::{Name, NotAName};
pub use node::{Node, Property};
pub use tree::{NodeId, Tree};
pub use value::{NotAValue, Value};
