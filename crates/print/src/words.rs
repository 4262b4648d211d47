//! Pieces of the user's text at another place: other indentation, another name of the counter.

use source::{SourceFile, Span, TokenKind, Word};

/// A statement with its line, if it stands there alone; if not, with the blanks between it and the
/// others.
pub fn with_line(file: &SourceFile, span: Span) -> Span {
    let is_blank = |b: &&u8| matches!(b, b' ' | b'\t' | b'\r');
    let before = file.bytes[..span.start as usize].iter().rev();
    let start = span.start - before.take_while(is_blank).count() as u32;
    let behind = file.bytes[span.end as usize..].iter();
    let end = span.end + behind.take_while(is_blank).count() as u32;
    let is_first = start > 0 && file.bytes[start as usize - 1] == b'\n';
    let is_last = file.bytes.get(end as usize) == Some(&b'\n');
    match (is_first, is_last) {
        (true, true) => Span::new(start, end + 1),
        (true, false) => Span::new(span.start, end),
        (false, _) => Span::new(start, span.end),
    }
}

/// Statements with their lines, if nothing else stands there; those of one line together.
pub fn with_lines(file: &SourceFile, mut statements: Vec<Span>) -> Vec<Span> {
    statements.sort_by_key(|span| span.start);
    let mut all: Vec<Span> = Vec::new();
    for span in statements {
        let is_next = |last: &&mut Span| {
            let between = file.bytes.get(last.end as usize..span.start as usize);
            between.is_some_and(|text| text.iter().all(|b| matches!(b, b' ' | b'\t')))
        };
        match all.last_mut().filter(is_next) {
            Some(last) => last.end = span.end,
            None => all.push(span),
        }
    }
    all.into_iter().map(|span| with_line(file, span)).collect()
}

/// A piece of text whose lines after the first are moved from one indentation to another.
pub fn indented(text: &str, from: &str, to: &str) -> String {
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

/// The statements of a block's text, each with the comments behind it.
pub fn statements(text: &str) -> Vec<&str> {
    let mut lines = Vec::new();
    let mut start = 0;
    for end in statement_ends(text) {
        lines.push(text[start..end].trim());
        start = end;
    }
    let rest = text[start..].trim();
    match lines.last_mut() {
        // A comment belongs to the statement before it.
        Some(_) if !rest.is_empty() => {
            let from = start - lines.pop().map_or(0, str::len);
            lines.push(text[from..].trim());
        }
        Some(_) => {}
        None => lines.push(text),
    }
    lines
}

/// Where the statements of a block's text end. A declaration ends at its `;` too.
pub fn statement_ends(text: &str) -> Vec<usize> {
    let words = source::words(text);
    let mut depth = 0i32;
    let mut ends = Vec::new();
    for (k, word) in words.iter().enumerate() {
        let next = words.get(k + 1).map(|w| w.text.as_str());
        match word.text.as_str() {
            "{" | "(" | "[" => depth += 1,
            "}" | ")" | "]" => {
                depth -= 1;
                let closes = word.text == "}" && depth == 0;
                if closes && !matches!(next, Some(";" | "," | "while" | "else")) {
                    ends.push(word.span.end as usize);
                }
            }
            ";" if depth == 0 && next != Some("else") => ends.push(word.span.end as usize),
            _ => {}
        }
    }
    ends
}

/// Whether a text has the word of a loop.
pub fn names_loop(text: &str) -> bool {
    source::names(text).any(|name| matches!(name, "for" | "while" | "do"))
}

/// A piece of C with other text for some of its words: `new` sees all words, and the index of one.
pub fn rewritten(text: &str, mut new: impl FnMut(&[Word], usize) -> Option<String>) -> String {
    let words = source::words(text);
    let mut all = String::new();
    let mut copied = 0;
    for (at, word) in words.iter().enumerate() {
        if let Some(other) = new(&words, at) {
            all.push_str(&text[copied..word.span.start as usize]);
            all.push_str(&other);
            copied = word.span.end as usize;
        }
    }
    all.push_str(&text[copied..]);
    all
}

/// Whether a word names a member.
pub fn is_member(words: &[Word], at: usize) -> bool {
    let before = at.checked_sub(1).map(|k| words[k].text.as_str());
    matches!(before, Some("." | "->"))
}

/// A piece of C with other text for some names of objects.
pub fn with_objects(text: &str, new: &dyn Fn(&str) -> Option<String>) -> String {
    rewritten(text, |words, at| {
        let is_name = words[at].kind == TokenKind::Identifier && !is_member(words, at);
        new(&words[at].text).filter(|_| is_name)
    })
}

/// A piece of C in which an object has another name.
pub fn renamed(text: &str, name: &str, new: &str) -> String {
    with_objects(text, &|found| (found == name).then(|| new.to_string()))
}

/// A piece of C without some words, on one line.
pub fn without(text: &str, unwanted: &[&str]) -> String {
    let is_gone = |word: &Word| unwanted.contains(&word.text.as_str());
    let rest = rewritten(text, |words, at| is_gone(&words[at]).then(String::new));
    rest.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A piece of C in which subscripts of arrays change: `change` has the name of the array, the
/// number of the dimension and the old subscript; `None` for one that stays. Arrays for which
/// `is_changed` holds occur with subscripts alone, and in no subscript of each other; else the
/// result is `None`.
pub fn with_subscripts(
    text: &str,
    is_changed: &dyn Fn(&str) -> bool,
    change: &dyn Fn(&str, usize, &str) -> Option<String>,
) -> Option<String> {
    let words = source::words(text);
    let mut all = String::new();
    let mut copied = 0;
    let mut at = 0;
    while at < words.len() {
        let word = &words[at];
        at += 1;
        if word.kind != TokenKind::Identifier || !is_changed(&word.text) {
            continue;
        }
        words.get(at).filter(|next| next.text == "[")?;
        let mut dimension = 0;
        while words.get(at).is_some_and(|next| next.text == "[") {
            let close = closing(&words[at..])? + at;
            if words[at..close].iter().any(|w| is_changed(&w.text)) {
                return None;
            }
            let inside = words[at].span.end as usize..words[close].span.start as usize;
            if let Some(new) = change(&word.text, dimension, &text[inside.clone()]) {
                all.push_str(&text[copied..inside.start]);
                all.push_str(&new);
                copied = inside.end;
            }
            dimension += 1;
            at = close + 1;
        }
    }
    all.push_str(&text[copied..]);
    Some(all)
}

/// A subscript that counts from an element `before` below another one: `i - i0 + 2`.
pub fn counted_from(text: &str, first: &str, before: i64) -> String {
    let is_sum = source::words(text).iter().all(|word| {
        let is_sign = matches!(word.text.as_str(), "+" | "-" | "*");
        is_sign || matches!(word.kind, TokenKind::Identifier | TokenKind::Number)
    });
    let text = match is_sum {
        true => text.to_string(),
        false => format!("({text})"),
    };
    let (text, number) = last_number(&text);
    match number + before {
        0 => format!("{text} - {first}"),
        more @ 1.. => format!("{text} - {first} + {more}"),
        less => format!("{text} - {first} - {}", -less),
    }
}

/// `i` and -4 for `i - 4`.
fn last_number(text: &str) -> (&str, i64) {
    for (sign, factor) in [(" + ", 1), (" - ", -1)] {
        if let Some((rest, number)) = text.rsplit_once(sign)
            && let Ok(number) = number.parse::<i64>()
        {
            return (rest, factor * number);
        }
    }
    (text, 0)
}

/// The position of the bracket that closes the first one.
fn closing(words: &[Word]) -> Option<usize> {
    let mut depth = 0usize;
    for (at, word) in words.iter().enumerate() {
        match word.text.as_str() {
            "[" => depth += 1,
            "]" => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{with_objects, without};

    #[test]
    fn members_keep_their_names() {
        let new = |name: &str| (name == "a").then(|| "b".to_string());
        assert_eq!(with_objects("a.a + p->a * aa", &new), "b.a + p->a * aa");
    }

    #[test]
    fn words_are_left_out() {
        let text = "const float *restrict  src";
        assert_eq!(without(text, &["restrict"]), "const float * src");
    }
}
