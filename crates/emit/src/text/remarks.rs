//! The user's comments on one declaration, which move with it.

use source::{SourceFile, Span};

/// The comments on a declaration that has lines of its own.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Remarks {
    /// The lines of the comment above it.
    pub(crate) above: Vec<String>,
    /// Where that comment starts.
    pub(crate) start: Option<u32>,
    /// The comment on its last line, with the blanks before it.
    pub(crate) after: String,
}

impl Remarks {
    /// The comments on a declaration. A comment above belongs to it alone if a blank line follows.
    pub(crate) fn of(file: &SourceFile, declaration: Span) -> Remarks {
        let lines = file.whole_lines(declaration);
        if lines == declaration {
            return Remarks::default();
        }
        let text = |start: u32, end: u32| file.slice(Span::new(start, end)).into_owned();
        let rest = text(declaration.end, lines.end);
        let mut remarks = Remarks {
            after: rest.trim_end().to_string(),
            ..Remarks::default()
        };
        let before = text(0, lines.start);
        let after = &file.bytes[lines.end as usize..];
        let next = after.split(|b| *b == b'\n').next().unwrap_or_default();
        if let Some(comment) = comment_above(&before).filter(|_| next.trim_ascii().is_empty()) {
            remarks.start = Some((before.len() - comment.len()) as u32);
            remarks.above = comment
                .lines()
                .map(|line| line.trim_end().to_string())
                .collect();
        }
        remarks
    }
}

/// The lines of the comment at the end of a text. A comment at the start of a file is about the
/// whole file.
fn comment_above(before: &str) -> Option<&str> {
    let mut start = before.len();
    let mut is_inside = false;
    for line in before.split_inclusive('\n').rev() {
        let text = line.trim();
        let (opens, closes) = (text.starts_with("/*"), text.ends_with("*/"));
        if !is_inside && !closes && !text.starts_with("//") {
            return Some(&before[start..]).filter(|found| !found.is_empty());
        }
        let ends = text.matches("*/").count();
        let is_odd = match is_inside {
            true => ends > 0,
            false => closes && ends > 1,
        };
        if is_odd || (!opens && text.contains("/*")) {
            return None;
        }
        is_inside = (is_inside || closes) && !opens;
        start -= line.len();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, above: &[&str], after: &str) {
        let file = SourceFile::new("a.c", text.as_bytes().to_vec());
        let start = text.find("static").expect("a declaration") as u32;
        let end = text.find("];").expect("its end") as u32 + 2;
        let remarks = Remarks::of(&file, Span::new(start, end));
        assert_eq!(
            (remarks.above, remarks.after.as_str()),
            (above.iter().map(|l| l.to_string()).collect(), after),
            "{text}"
        );
    }

    #[test]
    fn comments_on_one_declaration_are_found() {
        check(
            "\n// rows\nstatic int t[3]; /* three */\n\nint x;\n",
            &["// rows"],
            " /* three */",
        );
        check(
            "int a;\n\n/* rows\n   of it */\nstatic int t[3];\n\n",
            &["/* rows", "   of it */"],
            "",
        );
        check(
            "int a;\n/* rows */\nstatic int t[3];\n\n",
            &["/* rows */"],
            "",
        );
        check("int a;\n\n/* rows */\nstatic int t[3];\nint b;\n", &[], "");
        check("/* the file */\nstatic int t[3];\n\n", &[], "");
        check("\n/* a */\nint a; /* b */\nstatic int t[3];\n\n", &[], "");
        check("int a; static int t[3];\n\n", &[], "");
    }
}
