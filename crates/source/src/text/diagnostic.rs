//! Messages with places in the user's file, and the one function that renders them. It does not
//! know why a message is given.

use crate::text::file::SourceFile;
use crate::text::span::Span;
use codespan_reporting::diagnostic as cs;
use codespan_reporting::files::{Error, Files};
use codespan_reporting::term::{self, Config, termcolor};
use std::ops::Range;

/// The severity of a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Severity {
    /// A suggestion.
    Help,
    /// Information.
    Note,
    /// Probably a mistake of the user.
    Warning,
    /// The request cannot be carried out.
    Error,
}

/// A remark on a span of the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// The span.
    pub span: Span,
    /// The remark; may be empty.
    pub message: String,
    /// Whether this is the main place of the diagnostic rather than a related one.
    pub primary: bool,
}

/// A message to the user.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// Its severity.
    pub severity: Severity,
    /// The stable name that users look it up by.
    pub code: Option<String>,
    /// The message, one line.
    pub message: String,
    /// The places, the main one and related ones.
    pub labels: Vec<Label>,
    /// Further remarks, shown below the places.
    pub notes: Vec<String>,
}

impl Diagnostic {
    /// A message without code, place or remark.
    pub fn new(severity: Severity, message: impl Into<String>) -> Diagnostic {
        let message = message.into();
        Diagnostic {
            severity,
            code: None,
            message,
            labels: Vec::new(),
            notes: Vec::new(),
        }
    }
}

/// Lines of more bytes than this are named but not shown.
const LONGEST_LINE: usize = 400;

/// The message as a terminal shows it, with the lines that its labels are on.
///
/// Never panics: labels after the end of the file or inside a character are moved to the nearest
/// boundary.
pub fn render(file: &SourceFile, diagnostic: &Diagnostic, color: bool) -> String {
    let shown = convert(file, diagnostic);
    let config = Config::default();
    if !color {
        return term::emit_into_string(&config, &Shown(file), &shown)
            .unwrap_or_else(|_| plain(diagnostic));
    }
    let mut buffer = termcolor::Buffer::ansi();
    match term::emit_to_write_style(&mut buffer, &config, &Shown(file), &shown) {
        Ok(()) => String::from_utf8_lossy(buffer.as_slice()).into_owned(),
        Err(_) => plain(diagnostic),
    }
}

fn plain(diagnostic: &Diagnostic) -> String {
    format!("{:?}: {}\n", diagnostic.severity, diagnostic.message).to_lowercase()
}

fn convert(file: &SourceFile, diagnostic: &Diagnostic) -> cs::Diagnostic<()> {
    let severity = match diagnostic.severity {
        Severity::Help => cs::Severity::Help,
        Severity::Note => cs::Severity::Note,
        Severity::Warning => cs::Severity::Warning,
        Severity::Error => cs::Severity::Error,
    };
    let (short, long): (Vec<&Label>, Vec<&Label>) = diagnostic
        .labels
        .iter()
        .partition(|label| fits_on_screen(file, label.span));
    let labels = short.iter().map(|label| convert_label(file, label));
    let places = long.iter().map(|label| place(file, label));
    let notes = places.chain(diagnostic.notes.iter().cloned());
    let mut shown = cs::Diagnostic::new(severity)
        .with_message(&diagnostic.message)
        .with_labels(labels.collect())
        .with_notes(notes.collect());
    shown.code.clone_from(&diagnostic.code);
    shown
}

/// Whether the lines of a label are short enough to be shown: generated code has lines of
/// megabytes.
fn fits_on_screen(file: &SourceFile, span: Span) -> bool {
    let shows = |offset: u32| {
        let line = file.line_span(file.line_col(offset).line);
        line.is_none_or(|line| line.len() <= LONGEST_LINE)
    };
    shows(span.start) && shows(span.end)
}

/// The text for a label whose line is not shown: `at file.c:3:14`.
fn place(file: &SourceFile, label: &Label) -> String {
    let at = file.line_col(label.span.start);
    let path = file.path.display();
    match label.message.is_empty() {
        true => format!("at {path}:{}:{}", at.line, at.column),
        false => format!("at {path}:{}:{}: {}", at.line, at.column, label.message),
    }
}

fn convert_label(file: &SourceFile, label: &Label) -> cs::Label<()> {
    let start = char_boundary(file.text(), label.span.range().start);
    let end = char_boundary(file.text(), label.span.range().end).max(start);
    let style = if label.primary {
        cs::LabelStyle::Primary
    } else {
        cs::LabelStyle::Secondary
    };
    cs::Label::new(style, (), start..end).with_message(&label.message)
}

fn char_boundary(text: &str, offset: usize) -> usize {
    let mut at = offset.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// The one file of a diagnostic, in the form that codespan reads.
struct Shown<'a>(&'a SourceFile);

impl<'a> Files<'a> for Shown<'_> {
    type FileId = ();
    type Name = String;
    type Source = &'a str;

    fn name(&'a self, (): ()) -> Result<String, Error> {
        Ok(self.0.path.display().to_string())
    }

    fn source(&'a self, (): ()) -> Result<&'a str, Error> {
        Ok(self.0.text())
    }

    fn line_index(&'a self, (): (), offset: usize) -> Result<usize, Error> {
        Ok(self.0.line_index(offset as u32))
    }

    fn line_range(&'a self, (): (), line: usize) -> Result<Range<usize>, Error> {
        let starts = self.0.line_starts();
        let max = starts.len() - 1;
        let start = *starts
            .get(line)
            .ok_or(Error::LineTooLarge { given: line, max })?;
        let end = starts
            .get(line + 1)
            .map_or(self.0.text().len(), |&next| next as usize);
        Ok(start as usize..end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn label(span: Span, message: &str) -> Label {
        Label {
            span,
            message: message.to_string(),
            primary: true,
        }
    }

    #[test]
    fn shows_the_lines() {
        let file = SourceFile::new("k.c", "int a;\nint y[N][M];\n");
        let diagnostic = Diagnostic {
            code: Some("escapes".to_string()),
            labels: vec![label(Span::new(11, 18), "its address escapes")],
            notes: vec!["remove the call".to_string()],
            ..Diagnostic::new(Severity::Error, "array `y` stays")
        };
        let shown = render(&file, &diagnostic, false);
        assert!(
            shown.starts_with("error[escapes]: array `y` stays"),
            "{shown}"
        );
        assert!(
            shown.contains("k.c:2:5") && shown.contains("^^^^^^^ its address"),
            "{shown}"
        );
        assert!(shown.contains("remove the call"), "{shown}");
        assert!(render(&file, &diagnostic, true).contains("\u{1b}["));
    }

    #[test]
    fn bad_text_and_bad_spans_do_not_panic() {
        for bytes in [&b""[..], b"\xff\xfe\n\xc3", "\u{e9}\n".as_bytes(), b"a\r\n"] {
            let file = SourceFile::new("k.c", bytes);
            for (start, end) in [(0, 0), (1, 1), (0, 900), (800, 900), (3, 1)] {
                let diagnostic = Diagnostic {
                    labels: vec![label(Span { start, end }, "x")],
                    ..Diagnostic::new(Severity::Note, "m")
                };
                assert!(render(&file, &diagnostic, false).contains("note: m"));
            }
        }
    }
}
