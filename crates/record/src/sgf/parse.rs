//! Parses text into trees.
//!
//! The parser is lenient where the meaning is clear: it closes brackets that are missing at the end of the
//! file, a property directly after a bracket opens a node, space may appear anywhere between tokens, and text
//! before, between and after games is skipped.

use super::{Limits, Name, Node, NodeId, SgfError, Tree, Value, start};

pub(super) fn trees(text: &str, limits: &Limits) -> Result<Vec<Tree>, SgfError> {
    let mut parser = Parser { text, at: 0, nodes: 0, values: 0, limits };
    let mut trees = Vec::new();
    while let Some(at) = start::find(text.as_bytes(), parser.at) {
        parser.at = at;
        trees.push(parser.tree()?);
    }
    if trees.is_empty() { Err(SgfError::NoGame) } else { Ok(trees) }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    nodes: usize,
    values: usize,
    limits: &'a Limits,
}

impl Parser<'_> {
    /// The next byte that is not space.
    fn peek(&mut self) -> Option<u8> {
        let rest = &self.text.as_bytes()[self.at..];
        self.at += rest.iter().position(|b| !start::is_space(*b)).unwrap_or(rest.len());
        self.text.as_bytes().get(self.at).copied()
    }

    /// One game, from its opening bracket to its closing one.
    fn tree(&mut self) -> Result<Tree, SgfError> {
        let mut tree = Tree::new();
        // The node before each open bracket; the game's own has none.
        let mut open: Vec<Option<NodeId>> = Vec::new();
        let mut last: Option<NodeId> = None;
        let mut in_node = false;
        while let Some(byte) = self.peek() {
            match byte {
                b'(' => {
                    // The game's own bracket nests nothing.
                    let limit = self.limits.depth;
                    if open.len() > limit {
                        return Err(SgfError::TooDeep { at: self.at, limit });
                    }
                    open.push(last);
                    in_node = false;
                }
                b')' => {
                    last = open.pop().flatten();
                    in_node = false;
                    if open.is_empty() {
                        self.at += 1;
                        break;
                    }
                }
                b';' => {
                    last = Some(self.node(&mut tree, last)?);
                    in_node = true;
                }
                b if b.is_ascii_alphabetic() => {
                    let here = match last {
                        Some(here) if in_node => here,
                        _ => self.node(&mut tree, last)?,
                    };
                    (last, in_node) = (Some(here), true);
                    self.property(tree.node_mut(here))?;
                    continue;
                }
                _ => {
                    let found = self.text[self.at..].chars().next().unwrap_or_default();
                    return Err(SgfError::Unexpected { at: self.at, found });
                }
            }
            self.at += 1;
        }
        Ok(tree)
    }

    fn node(&mut self, tree: &mut Tree, after: Option<NodeId>) -> Result<NodeId, SgfError> {
        let limit = self.limits.nodes;
        if self.nodes >= limit {
            return Err(SgfError::TooManyNodes { at: self.at, limit });
        }
        self.nodes += 1;
        Ok(match after {
            Some(parent) => tree.add_child(parent),
            None => tree.root(),
        })
    }

    fn property(&mut self, node: &mut Node) -> Result<(), SgfError> {
        let begin = self.at;
        let rest = &self.text[begin..];
        let word = &rest[..rest.bytes().position(|b| !b.is_ascii_alphanumeric()).unwrap_or(rest.len())];
        let name = Name::from_file(word).ok_or(SgfError::NameTooLong { at: begin, limit: Name::MAX })?;
        self.at += word.len();
        match self.peek() {
            Some(b'[') => {}
            // The file is truncated.
            None => return Ok(()),
            Some(_) => return Err(SgfError::NoValue { at: begin, name: name.to_string() }),
        }
        let limit = self.limits.properties;
        if node.properties().len() >= limit && !node.has(name) {
            return Err(SgfError::TooManyProperties { at: begin, limit });
        }
        while self.peek() == Some(b'[') {
            self.at += 1;
            let value = self.value()?;
            node.add(name, value);
        }
        Ok(())
    }

    /// The rest of a value, including the closing bracket.
    fn value(&mut self) -> Result<Value, SgfError> {
        let begin = self.at;
        let limit = self.limits.values;
        if self.values >= limit {
            return Err(SgfError::TooManyValues { at: begin, limit });
        }
        self.values += 1;
        let bytes = self.text.as_bytes();
        let mut escaped = false;
        while let Some(byte) = bytes.get(self.at) {
            if *byte == b']' && !escaped {
                break;
            }
            escaped = *byte == b'\\' && !escaped;
            self.at += 1;
        }
        // A truncated file may end in a backslash with nothing to escape.
        let cut = self.at == bytes.len();
        let raw = &self.text[begin..self.at - usize::from(cut && escaped)];
        let limit = self.limits.value_bytes;
        if raw.len() > limit {
            return Err(SgfError::ValueTooLong { at: begin, limit });
        }
        self.at += usize::from(!cut);
        Ok(Value::from_file(raw))
    }
}
