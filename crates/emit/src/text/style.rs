//! New text in the user's style: without blanks around operators where the old text has none, and
//! no edit where only blanks would change.

use source::{Edit, SourceFile};

/// The edit as the user would have typed it; `None` if it changes nothing but blanks.
pub(crate) fn styled(file: &SourceFile, mut edit: Edit) -> Option<Edit> {
    let old = file.slice(edit.span);
    if edit.span.is_empty() || !is_plain(&old) || !is_plain(&edit.text) {
        return Some(edit);
    }
    let solid = |text: &str| -> String { text.split_whitespace().collect() };
    if solid(&old) == solid(&edit.text) {
        return None;
    }
    if is_tight(old.trim()) {
        edit.text = tight(&edit.text);
    }
    Some(edit)
}

/// Whether all of a text is code of one line.
fn is_plain(text: &str) -> bool {
    !text.contains(['"', '\'', '\n', '\\', '#']) && !text.contains("/*") && !text.contains("//")
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn is_operator(c: char) -> bool {
    "+-*/%&|^<>=!?:".contains(c)
}

/// Whether there is an operator between operands, and no blank.
fn is_tight(text: &str) -> bool {
    let text = text.replace("->", ".");
    let pairs = text.chars().zip(text.chars().skip(1));
    let is_infix = |(a, b): (char, char)| (is_word(a) || matches!(a, ')' | ']')) && is_operator(b);
    !text.contains(char::is_whitespace) && pairs.into_iter().any(is_infix)
}

fn last_word(text: &str) -> &str {
    let start = text.rfind(|c| !is_word(c)).map_or(0, |at| at + 1);
    text.get(start..).unwrap_or_default()
}

/// Whether a sign after it would belong to it: `0xe+1` is one invalid number.
fn is_number(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit()) && word.ends_with(['e', 'E', 'p', 'P'])
}

/// A text without the blanks that separate nothing.
fn tight(text: &str) -> String {
    let mut result = String::new();
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let separates = |before: char, behind: char| {
            is_word(before) && is_word(behind)
                || is_operator(before) && is_operator(behind)
                || is_number(last_word(&result)) && matches!(behind, '+' | '-')
                || last_word(&result) == "sizeof"
        };
        let sides = (result.chars().next_back(), rest.peek());
        let is_needed = match sides {
            (Some(before), Some(behind)) => separates(before, *behind),
            _ => true,
        };
        if c != ' ' || is_needed {
            result.push(c);
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use source::Span;

    #[test]
    fn blanks_are_the_users() {
        let cases = [
            ("[i*n+j]", "[(i % 2) * n + j]", Some("[(i%2)*n+j]")),
            ("[i*n + j]", "[(i % 2) * n + j]", Some("[(i % 2) * n + j]")),
            ("[i]", "[i % 2]", Some("[i % 2]")),
            ("[-1]", "[n - 1]", Some("[n - 1]")),
            ("[(l-1)*n+k]", "[(l-1) * n + k]", None),
            ("[( l - 1 ) * n]", "[(l - 1) * n]", None),
            ("[i-1]", "[i - -1]", Some("[i- -1]")),
            ("n*m", "sizeof *a", Some("sizeof *a")),
            ("n*m", "(long long)n * 2", Some("(long long)n*2")),
            ("n*m", "0xe + n * 2", Some("0xe +n*2")),
            ("n/*m*/-1", "n - 2", Some("n - 2")),
        ];
        for (old, new, expected) in cases {
            let file = SourceFile::new("a.c", old);
            let edit = Edit {
                span: Span::new(0, old.len() as u32),
                text: new.to_string(),
            };
            let text = styled(&file, edit).map(|edit| edit.text);
            assert_eq!(text.as_deref(), expected, "{old}");
        }
    }
}
