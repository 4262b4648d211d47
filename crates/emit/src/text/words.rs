//! The words of a text as a reader sees them, comments and literals included. What C says is asked
//! of `source::words` and `source::names`.

/// The names and numbers of a text, in order.
pub(crate) fn all_words(text: &str) -> impl Iterator<Item = &str> {
    let is_part = |c: char| c == '_' || c == '$' || c.is_alphanumeric();
    text.split(move |c| !is_part(c))
        .filter(|word| !word.is_empty())
}
