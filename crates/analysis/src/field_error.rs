//! What is wrong with a query, in the protocol's form.

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

    /// The query is not carried out.
    pub fn error(&self, id: &str) -> Value {
        json!({ "error": self.text, "field": self.field, "id": id })
    }

    /// The query is carried out nevertheless.
    pub fn warning(&self, id: &str) -> Value {
        json!({ "warning": self.text, "field": self.field, "id": id })
    }
}
