//! A node: properties in file order.

use super::{Name, Value};

/// A property: a name and at least one value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Property {
    name: Name,
    values: Vec<Value>,
}

impl Property {
    pub fn name(&self) -> Name {
        self.name
    }

    pub fn values(&self) -> &[Value] {
        &self.values
    }
}

/// A node. If a file repeats a property in a node, it becomes one property with all the values; that is what
/// most programs that write such files mean.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Node {
    properties: Vec<Property>,
}

impl Node {
    /// The properties in file order.
    pub fn properties(&self) -> &[Property] {
        &self.properties
    }

    fn property(&self, name: Name) -> Option<&Property> {
        self.properties.iter().find(|p| p.name == name)
    }

    pub fn has(&self, name: Name) -> bool {
        self.property(name).is_some()
    }

    /// All values of a property; empty if the node does not have it.
    pub fn values(&self, name: Name) -> &[Value] {
        self.property(name).map_or(&[], |p| &p.values)
    }

    /// The first value of a property, often the only one.
    pub fn value(&self, name: Name) -> Option<&Value> {
        self.values(name).first()
    }

    /// The first value as multi-line text.
    pub fn text(&self, name: Name) -> Option<String> {
        self.value(name).map(Value::to_text)
    }

    /// The first value as one line of text.
    pub fn simple_text(&self, name: Name) -> Option<String> {
        self.value(name).map(Value::to_simple_text)
    }

    /// Replaces the values of a property; without values, removes the property.
    pub fn set(&mut self, name: Name, values: impl IntoIterator<Item = Value>) {
        let values: Vec<Value> = values.into_iter().collect();
        if values.is_empty() {
            self.remove(name);
        } else if let Some(property) = self.properties.iter_mut().find(|p| p.name == name) {
            property.values = values;
        } else {
            self.push(Property { name, values });
        }
    }

    pub fn set_text(&mut self, name: Name, text: &str) {
        self.set(name, [Value::text(text)]);
    }

    pub fn set_simple_text(&mut self, name: Name, text: &str) {
        self.set(name, [Value::simple_text(text)]);
    }

    /// Adds a value to a property.
    pub fn add(&mut self, name: Name, value: Value) {
        match self.properties.iter_mut().find(|p| p.name == name) {
            Some(property) => property.values.push(value),
            None => self.push(Property { name, values: vec![value] }),
        }
    }

    pub fn remove(&mut self, name: Name) {
        self.properties.retain(|p| p.name != name);
    }

    fn push(&mut self, property: Property) {
        // Most nodes are just a move; reserving four entries would triple the memory of a long game.
        if self.properties.is_empty() {
            self.properties.reserve_exact(1);
        }
        self.properties.push(property);
    }
}
