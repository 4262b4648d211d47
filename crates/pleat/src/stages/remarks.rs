//! What was fused and what was not, as remarks.

use super::apart::{Apart, Cause};
use super::{Between, Fused, FusedLoop};
use source::{Diagnostic, Label, Severity, Span};

impl Fused {
    /// The remarks, in the order of the file.
    pub fn remarks(&self) -> Vec<Diagnostic> {
        let loops = self.loops.iter().map(|found| remark(self, found));
        let unproved = self.unproved.iter().map(|(function, reason)| {
            let message = format!("the loops of `{function}` are not fused: {reason}");
            Diagnostic::new(Severity::Note, message)
        });
        let apart = self
            .apart
            .iter()
            .filter_map(|apart| kept_apart(self, apart));
        loops.chain(unproved).chain(apart).collect()
    }
}

/// The remark on a fused loop.
fn remark(fused: &Fused, found: &FusedLoop) -> Diagnostic {
    let lines = found.nests.iter().map(|span| {
        let place = fused.file.line_col(span.start);
        place.line.to_string()
    });
    let lines: Vec<String> = lines.collect();
    let (last, others) = lines
        .split_last()
        .map_or(("", &[][..]), |(l, o)| (l.as_str(), o));
    let message = format!("fused the loops at lines {} and {last}", others.join(", "));
    let mut remark = Diagnostic::new(Severity::Note, message);
    for (nest, ahead) in found.nests.iter().zip(&found.ahead) {
        let label = match ahead {
            0 => String::new(),
            1 => "runs 1 row ahead".to_string(),
            rows => format!("runs {rows} rows ahead"),
        };
        let line = fused.file.line_col(nest.start).line;
        let header = fused.file.line_span(line).unwrap_or(*nest);
        remark.labels.push(Label {
            span: header,
            message: label,
            primary: *ahead == 0,
        });
    }
    for Between { name, rows, .. } in &found.arrays {
        let s = if *rows == 1 { "" } else { "s" };
        remark
            .notes
            .push(format!("{rows} row{s} of `{name}` at a time"));
    }
    for assumption in &found.assumptions {
        remark.notes.push(format!("assumes: {assumption}"));
    }
    remark
}

/// The remark on two loops that stay apart; none if nothing is to be said.
fn kept_apart(fused: &Fused, apart: &Apart) -> Option<Diagnostic> {
    let line = |span: Span| fused.file.line_col(span.start).line;
    let (first, second) = (line(apart.first), line(apart.second));
    let array = apart.array.as_ref().map(|name| format!("`{name}`"));
    let array = array.unwrap_or_else(|| "an array".to_string());
    let header = |span: Span| fused.file.line_span(line(span)).unwrap_or(span);
    let why = apart.reason(&fused.file)?;
    let labels = match &apart.cause {
        Cause::Unbounded(a, b) => vec![(*a, "this"), (*b, "and this")],
        Cause::NoRows(span) => vec![(header(*span), "not this one")],
        Cause::Bounds => vec![(header(apart.first), ""), (header(apart.second), "")],
        Cause::Through(span) => vec![(header(*span), "this, and the second one needs it")],
        Cause::Parted(span) if fused.file.slice(*span).contains("omp") => vec![(*span, "by this")],
        Cause::Parted(span) => vec![(header(*span), "this")],
        Cause::Unknown(_, span) => vec![(*span, "here")],
        Cause::Other => return None,
    };
    let message = format!("the loops at lines {first} and {second} share {array}, but stay: {why}");
    let mut remark = Diagnostic::new(Severity::Note, message);
    for (at, (span, text)) in labels.iter().enumerate() {
        remark.labels.push(Label {
            span: *span,
            message: (*text).to_string(),
            primary: at + 1 == labels.len(),
        });
    }
    Some(remark)
}
