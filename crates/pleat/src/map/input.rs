//! The lines of a file of conflicts: comments, `context:`, `array:`, `vectors:`, `order:`, and sets
//! that may span several lines. Knows nothing of their meaning.

use super::fault::Fault;

/// One statement of the file, with the line on which it begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Item {
    pub(super) line: usize,
    pub(super) kind: Kind,
    pub(super) text: String,
}

/// The kind of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// `context: N >= 3`
    Context,
    /// `array: A[N, N]`
    Array,
    /// `vectors: (1, 0) (1, -1)`
    Vectors,
    /// `order: tilable`
    Order,
    /// `[N] -> { A[i] -> A[j] : ... }`
    Set,
}

/// The items of a file, in order.
pub(super) fn items(text: &str) -> Result<Vec<Item>, Fault> {
    let mut found: Vec<Item> = Vec::new();
    let mut open: Option<Item> = None;
    for (at, line) in text.lines().enumerate() {
        let number = at + 1;
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let item = match open.take() {
            Some(mut item) => {
                item.text.push(' ');
                item.text.push_str(line);
                item
            }
            None => begin(number, line),
        };
        match item.kind == Kind::Set && !is_closed(&item, number)? {
            true => open = Some(item),
            false => found.push(item),
        }
    }
    match open {
        Some(item) => Err(Fault::at(item.line, "this set has no closing brace")),
        None => Ok(found),
    }
}

fn begin(line: usize, text: &str) -> Item {
    let keywords = [
        ("context:", Kind::Context),
        ("array:", Kind::Array),
        ("vectors:", Kind::Vectors),
        ("order:", Kind::Order),
    ];
    for (word, kind) in keywords {
        if let Some(rest) = text.strip_prefix(word) {
            let text = rest.trim().to_string();
            return Item { line, kind, text };
        }
    }
    Item {
        line,
        kind: Kind::Set,
        text: text.to_string(),
    }
}

/// Whether the braces of a set are closed; nothing may follow them.
fn is_closed(item: &Item, line: usize) -> Result<bool, Fault> {
    let Some((head, rest)) = item.text.split_once('{') else {
        return match may_be_parameters(&item.text) {
            true => Ok(false),
            false => Err(Fault::at(
                line,
                "expected `context:`, `array:`, `vectors:`, `order:` or a set such as `[N] -> { A[i] -> A[j] : ... }`",
            )),
        };
    };
    if head.contains('}') {
        return Err(Fault::at(line, "a closing brace without an opening one"));
    }
    match rest.split_once('}') {
        None => Ok(false),
        Some((_, after)) if after.trim().is_empty() => Ok(true),
        Some((_, after)) => Err(Fault::at(
            line,
            format!("unexpected `{}` behind the set", after.trim()),
        )),
    }
}

/// Whether a text without braces can be the parameters of a set.
fn may_be_parameters(text: &str) -> bool {
    text.starts_with('[')
}

/// The item of a kind that may occur once.
pub(super) fn only(items: &[Item], kind: Kind) -> Result<Option<&Item>, Fault> {
    let mut of_kind = items.iter().filter(|i| i.kind == kind);
    let first = of_kind.next();
    match of_kind.next() {
        Some(second) => Err(Fault::at(second.line, "this was said before")),
        None => Ok(first),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_span_lines_and_comments() {
        let text = "# c\ncontext: N >= 3 # d\n\n[N] ->\n  { [i] : # e\n 0 < i < N }\n{ [1] }\n";
        let found = items(text).unwrap();
        let short: Vec<(usize, Kind, &str)> = found
            .iter()
            .map(|i| (i.line, i.kind, i.text.as_str()))
            .collect();
        assert_eq!(
            short,
            [
                (2, Kind::Context, "N >= 3"),
                (4, Kind::Set, "[N] -> { [i] : 0 < i < N }"),
                (7, Kind::Set, "{ [1] }"),
            ]
        );
    }

    #[test]
    fn faults_have_lines() {
        let check = |text: &str, line: usize| {
            assert_eq!(items(text).unwrap_err().line, Some(line), "{text}");
        };
        check("\nhello", 2);
        check("{ [i]\n\n", 1);
        check("{ [i] } }", 1);
        check("[N] -> {\n [i] } { [j] }", 2);
        check("[N] -> }\n", 1);
    }
}
