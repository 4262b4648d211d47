//! Paragraphs and lists in lines of at most 100 columns.

/// The widest line.
pub(super) const COLUMNS: usize = 100;

/// The words of a text in lines that start with `indent`, with a line end.
pub(super) fn wrapped(indent: &str, text: &str) -> String {
    filled(indent, indent, text)
}

/// The same for an entry of a list: further lines are indented more.
pub(super) fn item(indent: &str, text: &str) -> String {
    filled(indent, &format!("{indent}    "), text)
}

fn filled(first: &str, next: &str, text: &str) -> String {
    let mut out = String::new();
    let mut line = first.to_string();
    let mut is_empty = true;
    for word in text.split_whitespace() {
        if !is_empty && line.chars().count() + 1 + word.chars().count() > COLUMNS {
            out.push_str(&line);
            out.push('\n');
            line = next.to_string();
            is_empty = true;
        }
        if !is_empty {
            line.push(' ');
        }
        line.push_str(word);
        is_empty = false;
    }
    out.push_str(&line);
    out.push('\n');
    out
}

/// A heading and the indented paragraphs below it; nothing without paragraphs.
pub(super) fn section(heading: &str, paragraphs: &str) -> String {
    match paragraphs.is_empty() {
        true => String::new(),
        false => format!("\n  {heading}\n{paragraphs}"),
    }
}

/// `a`, `a and b`, `a, b and c`.
pub(super) fn listed(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [all @ .., last] => format!("{} and {last}", all.join(", ")),
    }
}
