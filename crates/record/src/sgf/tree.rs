//! A game tree: all nodes are in one list, so nothing recurses, not even dropping it.

use super::Node;

/// Identifies a node of one tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct NodeId(usize);

#[derive(Clone, Debug)]
struct Place {
    node: Node,
    /// The root is its own parent.
    parent: NodeId,
    children: Vec<NodeId>,
}

/// A tree with at least a root. A [`NodeId`] is valid for the tree that returned it and for its clones; with
/// another tree it may panic, like an index into the wrong list.
#[derive(Clone, Debug)]
pub struct Tree {
    places: Vec<Place>,
}

impl Default for Tree {
    fn default() -> Tree {
        Tree::new()
    }
}

impl Tree {
    /// A tree of one empty node.
    pub fn new() -> Tree {
        let root = Place { node: Node::default(), parent: NodeId(0), children: Vec::new() };
        Tree { places: vec![root] }
    }

    pub fn root(&self) -> NodeId {
        NodeId(0)
    }

    /// The number of nodes, never 0.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.places.len()
    }

    pub fn node(&self, id: NodeId) -> &Node {
        &self.places[id.0].node
    }

    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.places[id.0].node
    }

    /// The parent; the root has none.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        (id != self.root()).then(|| self.places[id.0].parent)
    }

    /// The children: the main line first, then variations.
    pub fn children(&self, id: NodeId) -> &[NodeId] {
        &self.places[id.0].children
    }

    /// Adds an empty node as the last variation.
    pub fn add_child(&mut self, parent: NodeId) -> NodeId {
        let id = NodeId(self.places.len());
        self.places[parent.0].children.push(id);
        self.places.push(Place { node: Node::default(), parent, children: Vec::new() });
        id
    }

    /// From the root along first children to the end.
    pub fn main_line(&self) -> Vec<NodeId> {
        let next = |id: &NodeId| self.children(*id).first().copied();
        std::iter::successors(Some(self.root()), next).collect()
    }

    /// From the root to a node.
    pub fn path_to(&self, id: NodeId) -> Vec<NodeId> {
        let mut path: Vec<NodeId> = std::iter::successors(Some(id), |id| self.parent(*id)).collect();
        path.reverse();
        path
    }

    /// Every node, each before its children, variations in order: file order.
    pub fn walk(&self) -> impl Iterator<Item = NodeId> + '_ {
        let mut waiting = vec![self.root()];
        std::iter::from_fn(move || {
            let id = waiting.pop()?;
            waiting.extend(self.children(id).iter().rev());
            Some(id)
        })
    }
}

/// Equal nodes in the same shape, no matter in which order they were added.
impl PartialEq for Tree {
    fn eq(&self, other: &Tree) -> bool {
        self.len() == other.len()
            && self.walk().zip(other.walk()).all(|(a, b)| {
                self.node(a) == other.node(b) && self.children(a).len() == other.children(b).len()
            })
    }
}

impl Eq for Tree {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sgf::name;

    #[test]
    fn equality_sees_shape_and_not_history() {
        let build = |order: &[(usize, &str)]| {
            let mut tree = Tree::new();
            let mut ids = vec![tree.root()];
            for (parent, text) in order {
                ids.push(tree.add_child(ids[*parent]));
                tree.node_mut(ids[ids.len() - 1]).set_text(name::C, text);
            }
            tree
        };
        let one = build(&[(0, "a"), (1, "aa"), (0, "b")]);
        assert_eq!(one, build(&[(0, "a"), (0, "b"), (1, "aa")]));
        assert_ne!(one, build(&[(0, "a"), (1, "aa"), (1, "b")]));
        assert_ne!(one, build(&[(0, "a"), (0, "b"), (2, "aa")]));
    }

    #[test]
    fn paths_lead_from_the_root() {
        let mut tree = Tree::new();
        let a = tree.add_child(tree.root());
        let b = tree.add_child(tree.root());
        let c = tree.add_child(b);
        assert_eq!(tree.path_to(c), [tree.root(), b, c]);
        assert_eq!(tree.main_line(), [tree.root(), a]);
        assert_eq!(tree.walk().collect::<Vec<_>>(), [tree.root(), a, b, c]);
        assert_eq!(tree.parent(tree.root()), None);
    }
}
