//! Pieces of the user's text at another place: other indentation, another name of the counter.

use source::TokenKind;

/// A piece of text whose lines after the first are moved from one indentation to another.
pub(crate) fn indented(text: &str, from: &str, to: &str) -> String {
    let mut lines = text.split('\n');
    let mut all = lines.next().unwrap_or_default().to_string();
    for line in lines {
        all.push('\n');
        match line.strip_prefix(from) {
            Some(rest) if !rest.trim().is_empty() => {
                all.push_str(to);
                all.push_str(rest);
            }
            _ => all.push_str(line),
        }
    }
    all
}

/// One step of indentation.
pub(crate) fn step(indent: &str) -> String {
    match indent.contains('\t') {
        true => "\t".to_string(),
        false if indent.len() == 2 => "  ".to_string(),
        false => "    ".to_string(),
    }
}

/// A piece of C in which an object has another name.
pub(crate) fn renamed(text: &str, name: &str, new: &str) -> String {
    if name == new {
        return text.to_string();
    }
    let words = source::words(text);
    let mut all = String::new();
    let mut copied = 0;
    for (k, word) in words.iter().enumerate() {
        let is_member = k > 0 && matches!(words[k - 1].text.as_str(), "." | "->");
        if word.kind == TokenKind::Identifier && word.text == name && !is_member {
            all.push_str(&text[copied..word.span.start as usize]);
            all.push_str(new);
            copied = word.span.end as usize;
        }
    }
    all.push_str(&text[copied..]);
    all
}
