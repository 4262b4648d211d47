//! The errors in a compiler's messages. It knows how gcc and clang print them, not what they mean.

/// An error that a compiler reports.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Complaint {
    /// The file, as the compiler names it.
    pub path: String,
    /// The line, counted from 1.
    pub line: u32,
    /// The column, counted from 1. Compilers disagree on the width of tabs.
    pub column: Option<u32>,
    /// The message.
    pub message: String,
}

/// The errors in messages, in their order.
pub fn complaints(messages: &str) -> Vec<Complaint> {
    messages.lines().filter_map(complaint).collect()
}

/// `path:line:column: error: message`, also without the column, and with `fatal error`.
fn complaint(line: &str) -> Option<Complaint> {
    let marks = [": error: ", ": fatal error: "];
    let (place, message) = marks.iter().find_map(|mark| line.split_once(mark))?;
    let (rest, last) = place.rsplit_once(':')?;
    let last: u32 = last.parse().ok()?;
    let before = rest.rsplit_once(':');
    let before = before.and_then(|(path, line)| Some((path, line.parse::<u32>().ok()?)));
    let (path, line, column) = match before {
        Some((path, line)) => (path, line, Some(last)),
        None => (rest, last, None),
    };
    Some(Complaint {
        path: path.to_string(),
        line,
        column,
        message: message.to_string(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_gcc_and_clang() {
        let messages = "In file included from a.c:1:\nd:e/a.c:3:14: error: expected ';'\n   3 | int a\n\
                        a.c:1:10: fatal error: x.h: No such file or directory\n\
                        a.c:7: error: unterminated #if\ncc1: error: no place\n";
        let found = complaints(messages);
        let shown = found.iter().map(|c| (c.path.as_str(), c.line, c.column));
        let places = [
            ("d:e/a.c", 3, Some(14)),
            ("a.c", 1, Some(10)),
            ("a.c", 7, None),
        ];
        assert!(shown.eq(places), "{found:?}");
        assert_eq!(found[1].message, "x.h: No such file or directory");
    }
}
