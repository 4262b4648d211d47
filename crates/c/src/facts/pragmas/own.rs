//! The text of Pleat's own pragmas: `pleat KEYWORD(...)`.

use source::{Word, words};

/// Whether a pragma is Pleat's own.
pub fn is_own(text: &str) -> bool {
    text.split_whitespace().next() == Some("pleat")
}

/// The words between the brackets of `pleat KEYWORD(...)`.
pub(crate) fn arguments(text: &str, keyword: &str) -> Option<Vec<Word>> {
    let words = words(text);
    let is = |index: usize, text: &str| words.get(index).is_some_and(|w| w.text == text);
    let last = words.len().checked_sub(1)?;
    let has_brackets = is(0, "pleat") && is(1, keyword) && is(2, "(") && last > 2 && is(last, ")");
    has_brackets.then(|| words[3..last].to_vec())
}
