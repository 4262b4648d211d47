//! The array that a name in a text refers to.

use super::answer::Array;
use source::{TokenKind, Word, words};
use std::ops::Range;

/// The array whose name is at an offset, if the name refers to one.
pub(super) fn array_at<'a>(text: &str, offset: usize, arrays: &'a [Array]) -> Option<&'a Array> {
    let words = without_directives(text);
    let at = words.iter().position(|word| {
        let place = word.span.range();
        word.kind == TokenKind::Identifier && place.start <= offset && offset <= place.end
    })?;
    let is_member = at > 0 && matches!(words[at - 1].text.as_str(), "." | "->");
    let place = words[at].span.range();
    let mut named = arrays
        .iter()
        .filter(|a| a.name == words[at].text && !is_member);
    if let Some(declared) = named.clone().find(|a| a.place == place) {
        return Some(declared);
    }
    let region = regions(&words)
        .into_iter()
        .find(|r| r.contains(&place.start))?;
    let is_local = |a: &&Array| !a.function.is_empty() && region.contains(&a.place.start);
    let before = |a: &&Array| a.place.start < place.start;
    let local = named.clone().rfind(|a| is_local(a) && before(a));
    local.or_else(|| named.find(|a| a.function.is_empty() && before(a)))
}

/// The external declarations of a text.
fn regions(words: &[Word]) -> Vec<Range<usize>> {
    let mut regions = Vec::new();
    let mut depth = 0usize;
    let mut start = 0;
    for word in words {
        match word.text.as_str() {
            "{" => depth += 1,
            "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 && matches!(word.text.as_str(), "}" | ";") {
            let end = word.span.range().end;
            regions.push(start..end);
            start = end;
        }
    }
    regions
}

/// The words of a text outside of directives.
fn without_directives(text: &str) -> Vec<Word> {
    let mut kept = Vec::new();
    let mut skipped_to = 0;
    let mut line_end = 0;
    for word in words(text) {
        let place = word.span.range();
        let starts_line = kept.is_empty() || text[line_end..place.start].contains('\n');
        line_end = place.end;
        if place.start < skipped_to {
            continue;
        }
        if word.text == "#" && starts_line {
            skipped_to = directive_end(text, place.start);
            continue;
        }
        kept.push(word);
    }
    kept
}

/// The end of the directive that starts at an offset.
fn directive_end(text: &str, start: usize) -> usize {
    let mut at = start;
    for line in text[start..].split_inclusive('\n') {
        at += line.len();
        if !line.trim_end().ends_with('\\') {
            break;
        }
    }
    at
}

#[cfg(test)]
mod tests {
    use super::super::answer::Kind;
    use super::*;

    fn array(text: &str, function: &str, declaration: &str) -> Array {
        let at = text.find(declaration).unwrap() + declaration.len() - 1;
        Array {
            name: "t".to_string(),
            function: function.to_string(),
            kind: Kind::Other,
            code: String::new(),
            summary: String::new(),
            notes: Vec::new(),
            assumes: Vec::new(),
            place: at..at + 1,
            related: Vec::new(),
        }
    }

    #[test]
    fn names_and_their_arrays() {
        let text = "#define B {\nint g(void) { int t; return t + /*1*/t; }\n\
                    void f(int n) { /*t*/ int t [9]; t[0] = s.t + /*2*/t; }\n\
                    int  t[7];\nint h(void) { return /*3*/t[1]; }\n";
        let arrays = [array(text, "f", "{ /*t*/ int t"), array(text, "", "int  t")];
        let found = |mark: &str| {
            let offset = text.find(mark).unwrap() + mark.len();
            array_at(text, offset, &arrays).map(|a| a.function.as_str())
        };
        assert_eq!(found("/*1*/"), None);
        assert_eq!(found("/*2*/"), Some("f"));
        assert_eq!(found("/*3*/"), Some(""));
        assert_eq!(found("{ /*t*/ int "), Some("f"));
        assert_eq!(found("s."), None);
        assert_eq!(found("/*"), None);
        assert_eq!(found("int  "), Some(""));
    }
}
