//! Files that the compiler rejects: its first error, shown in the user's file, and what to do.

use crate::cli::screen::exit;
use crate::cli::screen::terminal;
use front::Syntax;
use pleat::{Folded, Options};
use report::FailureEntry;
use source::{
    Complaint, Diagnostic, Flags, Label, PreprocessError, Severity, SourceFile, Span, complaints,
    preprocess,
};

/// How messages of gcc and clang about syntax begin.
const SYNTAX: [&str; 6] = [
    "expected ",
    "extraneous ",
    "missing terminating ",
    "stray ",
    "unknown type name ",
    "unterminated ",
];

/// Why a file gives no result.
pub(crate) struct Failure {
    /// The exit status.
    code: u8,
    /// Lines for standard error.
    text: String,
    /// The cause without its place, for reports.
    message: String,
    /// The line in the file.
    line: Option<usize>,
    /// The header that the compiler does not find.
    missing: Option<String>,
    /// Its place in the file.
    place: Option<Span>,
}

impl From<String> for Failure {
    fn from(message: String) -> Failure {
        Failure {
            code: exit::USAGE,
            text: format!("pleat: {message}\n"),
            message,
            line: None,
            missing: None,
            place: None,
        }
    }
}

impl Failure {
    /// The failure of a file that could not be preprocessed, or that the compiler rejects.
    pub(crate) fn of(file: &SourceFile, error: &PreprocessError) -> Failure {
        let (cc, stderr) = match error {
            PreprocessError::CompilerFailed { cc, stderr, .. } => (cc, stderr),
            other => return format!("{}: {other}", file.path.display()).into(),
        };
        let errors = complaints(stderr);
        let is_syntax = |error: &&Complaint| is_syntax(&error.message);
        let Some(first) = errors.iter().find(is_syntax).or(errors.first()) else {
            // The flags are wrong, or the compiler itself fails.
            return format!("{}: {error}", file.path.display()).into();
        };
        let mut diagnostic = diagnostic(file, cc, first);
        if errors.len() > 1 {
            let more = errors.len() - 1;
            let plural = if more == 1 { "" } else { "s" };
            let note = format!("{more} more error{plural}: compile the file to see all");
            diagnostic.notes.push(note);
        }
        Failure {
            code: exit::REJECTED,
            text: terminal::render(file, &diagnostic),
            place: diagnostic.labels.first().map(|label| label.span),
            line: diagnostic.labels.first().map(|label| {
                let start = file.line_col(label.span.start);
                start.line as usize
            }),
            message: diagnostic.message,
            missing: missing_header(&first.message).map(str::to_string),
        }
    }

    /// A fault in Pleat.
    pub(crate) fn fault(file: &str) -> Failure {
        let message = "internal error; nothing was written. Please report it with the file.";
        Failure {
            code: exit::INTERNAL,
            ..format!("{file}: {message}").into()
        }
    }

    /// The exit status.
    pub(crate) fn code(&self) -> u8 {
        self.code
    }

    /// Lines for standard error.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The header that the compiler does not find.
    pub(crate) fn missing(&self) -> Option<&str> {
        self.missing.as_deref()
    }

    /// The entry of a report.
    pub(crate) fn entry(&self, file: &str) -> FailureEntry {
        let own = format!("{file}: ");
        FailureEntry {
            file: file.to_string(),
            line: self.line,
            message: self
                .message
                .strip_prefix(&own)
                .unwrap_or(&self.message)
                .to_string(),
        }
    }

    /// The message, and its place in the file if it has one.
    pub(crate) fn into_problem(self) -> (String, Option<Span>) {
        (self.message, self.place)
    }

    /// Prints it. Returns the exit status.
    pub(crate) fn print(&self) -> u8 {
        eprint!("{}", self.text);
        self.code
    }
}

/// Folds a file. If Pleat cannot read all of it, the compiler must accept it.
pub(crate) fn fold(file: &SourceFile, flags: &Flags, options: &Options) -> Result<Folded, Failure> {
    let failure = |error: PreprocessError| Failure::of(file, &error);
    let folded = pleat::fold(file.clone(), flags, options).map_err(failure)?;
    if folded.is_partly_read {
        source::check(file, flags).map_err(failure)?;
    }
    Ok(folded)
}

/// Asks the compiler about a file of which Pleat cannot read all.
pub(crate) fn check(file: &SourceFile, flags: &Flags) -> Result<(), Failure> {
    let failure = |error: PreprocessError| Failure::of(file, &error);
    let unit = preprocess(file.clone(), flags).map_err(failure)?;
    match Syntax::of(&unit).is_whole() {
        true => Ok(()),
        false => source::check(file, flags).map_err(failure),
    }
}

/// The first error of a compiler.
fn diagnostic(file: &SourceFile, cc: &str, error: &Complaint) -> Diagnostic {
    let message = &error.message;
    let is_own = error.path == file.path.display().to_string();
    let headline = match (is_own, is_syntax(message)) {
        (true, true) => format!("syntax error: {message}"),
        (true, false) => format!("`{cc}` rejects this file: {message}"),
        (false, _) => format!(
            "`{cc}` rejects {}: {}:{}: {message}",
            file.path.display(),
            error.path,
            error.line
        ),
    };
    let mut diagnostic = Diagnostic::new(Severity::Error, headline);
    let place = is_own.then(|| place(file, error)).flatten();
    diagnostic.labels.extend(place.map(|span| Label {
        span,
        message: String::new(),
        primary: true,
    }));
    diagnostic.notes.extend(advice(message));
    diagnostic
}

fn is_syntax(message: &str) -> bool {
    SYNTAX.iter().any(|start| message.starts_with(start))
}

/// The word at a place; the line if columns are uncertain.
fn place(file: &SourceFile, error: &Complaint) -> Option<Span> {
    let line = file.line_span(error.line)?;
    let text = file.slice(line);
    let indent = text.len() - text.trim_start().len();
    let is_plain = text.is_ascii() && !text.contains('\t');
    let column = error.column.filter(|_| is_plain);
    let at = column.and_then(|column| (column as usize).checked_sub(1));
    let Some(at) = at.filter(|at| *at < text.len()) else {
        return Some(Span::new(line.start + indent as u32, line.end));
    };
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let word = match text[at..].strip_prefix('"') {
        Some(rest) => rest.find('"').map_or(1, |end| end + 2),
        None => text[at..].chars().take_while(|c| is_word(*c)).count(),
    };
    let start = line.start + at as u32;
    Some(Span::new(start, start + word.max(1) as u32))
}

/// What to add to the command line.
fn advice(message: &str) -> Option<String> {
    if let Some(header) = missing_header(message) {
        return Some(format!(
            "add the folder of `{header}` to the compiler's flags, after `--`: -- -I FOLDER \
             (`pleat fold -p` takes the flags of compile_commands.json)"
        ));
    }
    let name = undeclared_name(message)?;
    Some(format!(
        "if the build defines `{name}`, define it after `--`: -- -D{name}=VALUE"
    ))
}

/// The header that gcc or clang does not find.
fn missing_header(message: &str) -> Option<&str> {
    let by_gcc = message.strip_suffix(": No such file or directory");
    by_gcc.or_else(|| quoted(message.strip_suffix(" file not found")?))
}

/// The name that gcc or clang does not know.
fn undeclared_name(message: &str) -> Option<&str> {
    let by_clang = message.strip_prefix("use of undeclared identifier ");
    let by_gcc = message.split_once(" undeclared (");
    let by_gcc = by_gcc.or_else(|| message.split_once(" undeclared here"));
    quoted(by_clang.or(by_gcc.map(|(name, _)| name))?)
}

fn quoted(text: &str) -> Option<&str> {
    text.strip_prefix('\'')?.strip_suffix('\'')
}
