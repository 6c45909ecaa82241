//! Errors and warnings about a query, in the protocol's format.

use serde_json::{Value, json};

/// An error or a warning about one field.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct FieldError {
    pub field: String,
    pub text: String,
}

impl FieldError {
    pub fn new(field: &str, text: impl Into<String>) -> FieldError {
        FieldError { field: field.to_string(), text: text.into() }
    }

    /// An error: the query is not executed.
    pub fn error(&self, id: &str) -> Value {
        json!({ "error": self.text, "field": self.field, "id": id })
    }

    /// A warning: the query is executed nevertheless.
    pub fn warning(&self, id: &str) -> Value {
        json!({ "warning": self.text, "field": self.field, "id": id })
    }
}
