//! Why a file cannot be read.

/// Why a file cannot be read. Places are byte offsets in the text after decoding to UTF-8.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SgfError {
    #[error("the file is larger than {limit} bytes")]
    TooLarge { limit: usize },
    #[error("no game found: an SGF file has a game that begins with '(;'")]
    NoGame,
    #[error("at byte {at}: found '{found}' instead of a node, a property or a bracket")]
    Unexpected { at: usize, found: char },
    #[error("at byte {at}: the property {name} has no value in square brackets")]
    NoValue { at: usize, name: String },
    #[error("at byte {at}: a property name has more than {limit} letters")]
    NameTooLong { at: usize, limit: usize },
    #[error("at byte {at}: a value is longer than {limit} bytes")]
    ValueTooLong { at: usize, limit: usize },
    #[error("at byte {at}: the file has more than {limit} nodes")]
    TooManyNodes { at: usize, limit: usize },
    #[error("at byte {at}: a node has more than {limit} properties")]
    TooManyProperties { at: usize, limit: usize },
    #[error("at byte {at}: the file has more than {limit} values")]
    TooManyValues { at: usize, limit: usize },
    #[error("at byte {at}: variations are nested more than {limit} deep")]
    TooDeep { at: usize, limit: usize },
}
