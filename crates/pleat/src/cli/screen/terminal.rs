//! The user's terminal: colours, width, and whether a person looks at it. All decisions that depend
//! on it are made here.

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use clap::ValueEnum;
use source::{Diagnostic, Severity, SourceFile};
use std::borrow::Cow;
use std::ffi::OsString;
use std::io::{IsTerminal, stderr, stdout};

/// Text is never wrapped to fewer columns.
const NARROWEST: usize = 40;

/// The columns that may precede a note below source lines: line numbers of six digits and ` = `.
const NOTE_MARGIN: usize = 10;

/// When to use colours: the values of `--color`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless NO_COLOR, CLICOLOR=0 or TERM=dumb is set; also elsewhere with
    /// CLICOLOR_FORCE.
    #[default]
    Auto,
    /// Also in files and pipes.
    Always,
    /// Nowhere.
    Never,
}

impl Color {
    /// Makes this the choice of the whole program.
    pub(crate) fn apply(self) {
        let choice = match self {
            // anstream takes a dumb terminal for one with colours where CI is set.
            Color::Auto if is_dumb() && !is_forced() => ColorChoice::Never,
            Color::Auto => ColorChoice::Auto,
            Color::Always => ColorChoice::AlwaysAnsi,
            Color::Never => ColorChoice::Never,
        };
        choice.write_global();
    }

    /// The choice on a command line that clap rejects or answers itself.
    pub(crate) fn on_command_line(words: &[OsString]) -> Color {
        let words = words.iter().map(|w| w.to_str().unwrap_or_default());
        let words: Vec<&str> = words.take_while(|w| *w != "--").collect();
        let joined = |word: &str| word.strip_prefix("--color=").map(str::to_string);
        let parted = |pair: &[&str]| (pair[0] == "--color").then(|| pair[1].to_string());
        let value = words.iter().find_map(|word| joined(word));
        let value = value.or_else(|| words.windows(2).find_map(parted));
        let color = value.and_then(|value| Color::from_str(&value, false).ok());
        color.unwrap_or_default()
    }
}

fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|term| term == "dumb")
}

fn is_forced() -> bool {
    std::env::var_os("CLICOLOR_FORCE").is_some_and(|value| value != "0")
}

/// Whether messages on standard error have colours.
pub(crate) fn colors_on_stderr() -> bool {
    AutoStream::choice(&stderr()) != ColorChoice::Never
}

/// Whether results on standard output have colours.
pub(crate) fn colors_on_stdout() -> bool {
    AutoStream::choice(&stdout()) != ColorChoice::Never
}

/// Whether a person looks at standard error, on a terminal that can redraw a line.
pub(crate) fn is_watched() -> bool {
    let is_dumb = std::env::var_os("TERM").is_none_or(|term| term == "dumb");
    stderr().is_terminal() && !is_dumb
}

/// The columns of the terminal on standard error; `None` elsewhere.
fn width() -> Option<usize> {
    let (columns, _) = terminal_size::terminal_size_of(stderr())?;
    Some(usize::from(columns.0).max(NARROWEST))
}

/// The columns of the terminal on standard output; `None` elsewhere.
pub(crate) fn columns_of_stdout() -> Option<usize> {
    let (columns, _) = terminal_size::terminal_size_of(stdout())?;
    Some(usize::from(columns.0).max(NARROWEST))
}

/// A message as standard error shows it: in colours if wanted, wrapped on a terminal.
pub(crate) fn render(file: &SourceFile, diagnostic: &Diagnostic) -> String {
    let color = colors_on_stderr();
    match width() {
        None => source::render(file, diagnostic, color),
        Some(width) => source::render(file, &wrapped(diagnostic, width), color),
    }
}

fn wrapped(diagnostic: &Diagnostic, width: usize) -> Diagnostic {
    let heading = heading_width(diagnostic);
    let notes = diagnostic.notes.iter();
    let note = |note: &String| fill(note, 0, width - NOTE_MARGIN);
    Diagnostic {
        message: fill(&diagnostic.message, heading, width),
        notes: notes.map(note).collect(),
        ..diagnostic.clone()
    }
}

/// The columns of `note[code]: `.
fn heading_width(diagnostic: &Diagnostic) -> usize {
    let severity = match diagnostic.severity {
        Severity::Help | Severity::Note => "note",
        Severity::Warning => "warning",
        Severity::Error => "error",
    };
    let code = diagnostic.code.as_ref().map_or(0, |code| code.len() + 2);
    severity.len() + code + ": ".len()
}

/// Breaks lines between words; the first one begins in column `start`.
fn fill(text: &str, start: usize, width: usize) -> String {
    let first = " ".repeat(start);
    let filled: Vec<String> = text
        .split('\n')
        .enumerate()
        .map(|(at, line)| {
            let indent = &line[..line.len() - line.trim_start().len()];
            let options = textwrap::Options::new(width)
                .initial_indent(if at == 0 { &first } else { "" })
                .subsequent_indent(indent)
                .break_words(false)
                .word_splitter(textwrap::WordSplitter::NoHyphenation);
            textwrap::fill(line, options)
        })
        .collect();
    let filled = filled.join("\n");
    filled.get(start..).unwrap_or(text).to_string()
}

/// `blur.c:14: tmp: 3 rows`, whose place is bold on a terminal.
pub(crate) fn with_bold_place(line: &str) -> Cow<'_, str> {
    let bold = Style::new().bold();
    match line.split_once(": ").filter(|_| colors_on_stderr()) {
        Some((place, rest)) => format!("{bold}{place}:{bold:#} {rest}").into(),
        None => line.into(),
    }
}

/// A unified diff as standard output shows it.
pub(crate) fn diff(text: String) -> String {
    match colors_on_stdout() {
        true => colored_diff(&text),
        false => text,
    }
}

fn colored_diff(text: &str) -> String {
    let paint = |(at, line): (usize, &str)| match diff_style(at, line) {
        Some(style) => format!("{style}{line}{style:#}\n"),
        None => format!("{line}\n"),
    };
    text.lines().enumerate().map(paint).collect()
}

/// The style of a line; the first two name the files.
fn diff_style(at: usize, line: &str) -> Option<Style> {
    let colored = |color: AnsiColor| Some(Style::new().fg_color(Some(color.into())));
    match line.as_bytes().first()? {
        _ if at < 2 => Some(Style::new().bold()),
        b'@' => colored(AnsiColor::Cyan),
        b'-' => colored(AnsiColor::Red),
        b'+' => colored(AnsiColor::Green),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words() {
        let text = "one two three four five\n  six seven eight nine ten";
        assert_eq!(
            fill(text, 6, 16),
            "one two\nthree four five\n  six seven\n  eight nine ten"
        );
        assert_eq!(fill("a_name_that_is_longer_than_a_line", 4, 10).len(), 33);
        assert_eq!(fill("", 4, 10), "");
    }

    #[test]
    fn color_on_a_rejected_command_line() {
        let color = |line: &str| {
            let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            Color::on_command_line(&words)
        };
        assert_eq!(color("pleat fold --colour --color never x.c"), Color::Never);
        assert_eq!(color("pleat --color=always --help"), Color::Always);
        assert_eq!(color("pleat cc -- gcc --color=always"), Color::Auto);
        assert_eq!(color("pleat --color"), Color::Auto);
    }

    #[test]
    fn diff_lines_in_their_colors() {
        let text = colored_diff("--- a/x\n+++ b/x\n@@ -1 +1 @@\n--- y\n+z\n w\n");
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].starts_with("\u{1b}[1m--- a/x"));
        assert!(lines[3].starts_with("\u{1b}[31m--- y"));
        assert!(lines[4].starts_with("\u{1b}[32m+z"));
        assert_eq!(lines[5], " w");
    }
}
