//! Names and numbers of a piece of C.

/// The names and numbers of a text, in order.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_part = |c: char| c == '_' || c == '$' || c.is_alphanumeric();
    text.split(move |c| !is_part(c))
        .filter(|word| !word.is_empty())
}
