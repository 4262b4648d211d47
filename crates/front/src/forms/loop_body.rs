//! Lines at the start and at the end of a loop's body, and the braces that these need.

use print::Sheet;
use source::layout::{after_comment, ends_line, indent_of};
use source::{Edit, SourceFile, Span};

/// One step of indentation where the file shows none.
const INDENT: &str = "    ";

/// The body of a loop in the user's file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopBody {
    /// The `{` of the body, or the `)` before a body without braces.
    pub opening: Span,
    /// The whole loop.
    pub whole: Span,
    /// The body, if it has no braces.
    pub unbraced: Option<Span>,
}

/// An edit that replaces nothing.
pub fn insertion(at: u32, text: String) -> Edit {
    Edit {
        span: Span::at(at),
        text,
    }
}

impl LoopBody {
    /// The edits that add declarations at the start of the body and statements at its end.
    pub fn edits(&self, file: &SourceFile, start: &[String], end: &[&str]) -> Vec<Edit> {
        let opening = self.opening;
        let at = after_comment(file, opening);
        let is_short = !ends_line(file, at);
        let moved = match is_short || self.unbraced.is_some() {
            true => Vec::new(),
            false => moved_counters(file, at),
        };
        let sheet = Sheet::inside(file, at);
        let line = |text: &str, sheet: &Sheet| match is_short {
            true => format!(" {text}"),
            false => sheet.on_line(text),
        };
        let mut edits = Vec::new();
        match self.unbraced {
            Some(body) => {
                let after = match is_short {
                    true => body,
                    false => after_comment(file, body),
                };
                let statements = end.iter().map(|statement| line(statement, &sheet));
                let outer = sheet.indented_as(&indent_of(file, self.whole));
                let closing = line("}", &outer);
                edits.push(insertion(opening.end, " {".to_string()));
                edits.push(insertion(after.end, statements.chain([closing]).collect()));
            }
            None => edits.extend(self.before_brace(file, end, &sheet)),
        }
        let place = moved.last().map_or(at.end, |last| last.end);
        let declarations = start.iter().map(|declaration| {
            let text = moved.iter().fold(declaration.clone(), |t, m| m.used_in(&t));
            insertion(place, line(&text, &sheet))
        });
        edits.extend(declarations);
        edits
    }

    /// Statements before the `}`: on lines of their own if it starts a line, else on its line.
    fn before_brace(&self, file: &SourceFile, statements: &[&str], sheet: &Sheet) -> Option<Edit> {
        let brace = self.brace();
        let outer = sheet.indented_as(&indent_of(file, Span::at(brace)));
        let is_first = starts_line(file, brace);
        let more = sheet
            .indent
            .strip_prefix(&outer.indent)
            .filter(|more| !more.is_empty());
        let more = more.unwrap_or(INDENT);
        let line = |statement: &&str| match is_first {
            true => format!("{more}{statement}{}", outer.line()),
            false => format!("{statement} "),
        };
        let text: String = statements.iter().map(line).collect();
        (!text.is_empty()).then(|| insertion(brace, text))
    }

    /// The place of the `}` of a body with braces.
    pub fn brace(&self) -> u32 {
        self.whole.end - 1
    }

    /// One step of indentation, as the body shows it.
    pub fn more_indent(&self, file: &SourceFile) -> String {
        let at = after_comment(file, self.opening);
        let outer = indent_of(file, self.whole);
        let indent = Sheet::inside(file, at).indent;
        let more = indent.strip_prefix(&outer).filter(|more| !more.is_empty());
        let is_shown = ends_line(file, at);
        more.filter(|_| is_shown).unwrap_or(INDENT).to_string()
    }
}

/// A declaration `const int y1 = y + 1;` at the start of a body.
struct MovedCounter {
    /// `const int`
    ty: String,
    /// `y1`
    name: String,
    /// `y + 1`
    value: String,
    /// The end of its line.
    end: u32,
}

impl MovedCounter {
    /// A declaration with `y1 % 3` for `(y + 1) % 3`.
    fn used_in(&self, declaration: &str) -> String {
        match declaration.starts_with(&format!("{} ", self.ty)) {
            true => {
                declaration.replace(&format!("({}) %", self.value), &format!("{} %", self.name))
            }
            false => declaration.to_string(),
        }
    }
}

/// The declarations of moved counters on the lines after the start of a body. Names that depend on
/// the counter follow them.
fn moved_counters(file: &SourceFile, at: Span) -> Vec<MovedCounter> {
    let mut lines = file.bytes[at.end as usize..].split(|b| *b == b'\n');
    // The end of the line before.
    let mut end = at.end + lines.next().map_or(0, <[u8]>::len) as u32;
    let declared = lines.map_while(|line| {
        let text = std::str::from_utf8(line).ok()?;
        let blank = text.len() - text.trim_end().len();
        end += 1 + line.len() as u32;
        moved_counter(text.trim(), end - blank as u32)
    });
    declared.collect()
}

/// Reads `const int y1 = y + 1;`.
fn moved_counter(text: &str, end: u32) -> Option<MovedCounter> {
    let (declared, value) = text.strip_suffix(';')?.split_once(" = ")?;
    let (ty, name) = declared.rsplit_once(' ')?;
    let is_word = |text: &str| text.chars().all(|c| c.is_alphanumeric() || c == '_');
    let (counter, moved) = value.split_once(" + ").or(value.split_once(" - "))?;
    let is_number = moved.bytes().all(|b| b.is_ascii_digit());
    (ty.starts_with("const ") && is_word(name) && is_word(counter) && is_number).then(|| {
        MovedCounter {
            ty: ty.to_string(),
            name: name.to_string(),
            value: value.to_string(),
            end,
        }
    })
}

/// Whether only blanks come before a place on its line.
pub fn starts_line(file: &SourceFile, at: u32) -> bool {
    let before = &file.bytes[..at as usize];
    let line = before.rsplit(|b| *b == b'\n').next().unwrap_or_default();
    line.iter().all(|b| matches!(b, b' ' | b'\t'))
}
