//! Which regions were analysed, and the code in them that was not followed: for `-v`.

use front::Coverage;
use source::{Diagnostic, Label, Severity, Span, Unit};

/// Pieces of code that are not followed are listed up to this number per region.
const MOST_SHOWN: usize = 8;

/// ``region in `f`, lines 3 to 20: 7 statements, arrays `t` and `u` ``, and the code in it that is
/// not followed.
pub(super) fn coverage(unit: &Unit, coverage: &Coverage) -> Diagnostic {
    let lines = |span: Span| {
        let last = span.end.max(span.start + 1) - 1;
        (
            unit.file.line_col(span.start).line,
            unit.file.line_col(last).line,
        )
    };
    let (first, last) = lines(coverage.span);
    let place = match &coverage.within {
        Some(what) => format!("body of {what} in `{}`", coverage.function),
        None => format!("region in `{}`", coverage.function),
    };
    let count = |n: usize, one: &str| format!("{n} {one}{}", if n == 1 { "" } else { "s" });
    let arrays: Vec<String> = coverage.arrays.iter().map(|a| format!("`{a}`")).collect();
    let message = format!(
        "{place}, lines {first} to {last}: {}, {} {}",
        count(coverage.statements, "statement"),
        if arrays.len() == 1 { "array" } else { "arrays" },
        arrays.join(", ")
    );
    let mut diagnostic = Diagnostic::new(Severity::Note, message);
    let shown = coverage.unfollowed.iter().take(MOST_SHOWN);
    diagnostic.labels.extend(shown.map(|(span, what)| Label {
        span: first_line(unit, *span),
        message: format!("not followed: {what}"),
        primary: true,
    }));
    if coverage.unfollowed.len() > MOST_SHOWN {
        let more = coverage.unfollowed.len() - MOST_SHOWN;
        diagnostic.notes.push(format!("{more} more are not shown"));
    }
    diagnostic
}

/// The part of a span on its first line.
fn first_line(unit: &Unit, span: Span) -> Span {
    let line = unit.file.line_col(span.start).line;
    let end = unit.file.line_span(line).map_or(span.end, |line| {
        let text = unit.file.slice(line);
        let blanks = text.len() - text.trim_end().len();
        line.end.saturating_sub(blanks.try_into().unwrap_or(0))
    });
    Span {
        start: span.start,
        end: span.end.min(end).max(span.start),
    }
}
