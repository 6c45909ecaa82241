//! Writes trees as text.

use super::{Node, NodeId, Property, Tree, name};

/// Lines break between values before they get longer than this, if possible.
const WIDTH: usize = 78;

pub(super) fn trees(trees: &[Tree]) -> String {
    let mut page = Page::default();
    for tree in trees {
        page.tree(tree);
        page.new_line();
    }
    page.text
}

enum Step {
    /// Write a node and its descendants.
    Enter(NodeId),
    /// The same in brackets.
    Branch(NodeId),
    Close,
}

#[derive(Default)]
struct Page {
    text: String,
    column: usize,
}

impl Page {
    fn tree(&mut self, tree: &Tree) {
        let mut steps = vec![Step::Branch(tree.root())];
        while let Some(step) = steps.pop() {
            match step {
                Step::Close => self.piece(")"),
                Step::Branch(id) => {
                    self.new_line();
                    self.piece("(");
                    steps.extend([Step::Close, Step::Enter(id)]);
                }
                Step::Enter(id) => {
                    self.node(tree.node(id), id == tree.root());
                    match tree.children(id) {
                        [only] => steps.push(Step::Enter(*only)),
                        several => steps.extend(several.iter().rev().map(|id| Step::Branch(*id))),
                    }
                }
            }
        }
    }

    fn node(&mut self, node: &Node, is_root: bool) {
        let mut lead = ";";
        let mut properties = node.properties().iter().peekable();
        if is_root {
            // FF stays first if present: some programs look for it in the first bytes.
            if let Some(format) = properties.next_if(|p| p.name() == name::FF) {
                self.property(lead, format);
                lead = "";
            }
            self.piece(&format!("{lead}CA[UTF-8]"));
            lead = "";
        }
        for property in properties.filter(|p| !is_root || p.name() != name::CA) {
            self.property(lead, property);
            lead = "";
        }
        if !lead.is_empty() {
            self.piece(lead);
        }
    }

    fn property(&mut self, lead: &str, property: &Property) {
        let mut front = format!("{lead}{}", property.name());
        for value in property.values() {
            self.piece(&format!("{front}[{}]", value.raw()));
            front.clear();
        }
    }

    /// Writes text that must not be broken.
    fn piece(&mut self, piece: &str) {
        let first_line = piece.split('\n').next().unwrap_or_default();
        if self.column > 0 && self.column + first_line.chars().count() > WIDTH {
            self.new_line();
        }
        self.text.push_str(piece);
        match piece.rsplit_once('\n') {
            Some((_, tail)) => self.column = tail.chars().count(),
            None => self.column += piece.chars().count(),
        }
    }

    fn new_line(&mut self) {
        if self.column > 0 {
            self.text.push('\n');
            self.column = 0;
        }
    }
}
