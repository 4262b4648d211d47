//! Pieces of C as words: what a word is part of, and text with other words in places of names.

use source::{Span, TokenKind, Unit, Word, words};

/// The words of a span of the file.
pub(super) fn words_in(unit: &Unit, span: Span) -> Vec<Word> {
    unit.words(span)
}

/// Whether a word names a member.
pub(super) fn is_member(words: &[Word], index: usize) -> bool {
    let before = index.checked_sub(1).map(|k| words[k].text.as_str());
    matches!(before, Some("." | "->"))
}

/// Whether a piece of C contains a name.
pub(super) fn names(text: &str, name: &str) -> bool {
    source::names(text).any(|found| found == name)
}

/// A piece of C with other text for some of its names.
pub(super) fn renamed(text: &str, new: &dyn Fn(&str) -> Option<String>) -> String {
    let all = words(text);
    let mut result = String::new();
    let mut done = 0;
    for (index, word) in all.iter().enumerate() {
        let is_name = word.kind == TokenKind::Identifier && !is_member(&all, index);
        if let Some(other) = new(&word.text).filter(|_| is_name) {
            result.push_str(&text[done..word.span.range().start]);
            result.push_str(&other);
            done = word.span.range().end;
        }
    }
    result.push_str(&text[done..]);
    result
}

/// A piece of C without some words, on one line.
pub(super) fn without(text: &str, unwanted: &[&str]) -> String {
    let gone = |word: &Word| unwanted.contains(&word.text.as_str());
    let mut result = text.to_string();
    for word in words(text).iter().rev().filter(|w| gone(w)) {
        result.replace_range(word.span.range(), "");
    }
    result.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::{renamed, without};

    #[test]
    fn members_keep_their_names() {
        let new = |name: &str| (name == "a").then(|| "b".to_string());
        assert_eq!(renamed("a.a + p->a * aa", &new), "b.a + p->a * aa");
    }

    #[test]
    fn words_are_left_out() {
        let text = "const float *restrict  src";
        assert_eq!(without(text, &["restrict"]), "const float * src");
    }
}
