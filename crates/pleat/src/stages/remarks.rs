//! What was fused and what was not, as remarks.

use super::{Apart, Between, Fused, FusedLoop};
use source::{Diagnostic, Label, Severity};

impl Fused {
    /// The remarks, in the order of the file.
    pub fn remarks(&self) -> Vec<Diagnostic> {
        let loops = self.loops.iter().map(|found| remark(self, found));
        let unproved = self.unproved.iter().map(|(function, reason)| {
            let message = format!("the loops of `{function}` are not fused: {reason}");
            Diagnostic::new(Severity::Note, message)
        });
        let apart = self.apart.iter().map(|apart| stays(self, apart));
        loops.chain(apart).chain(unproved).collect()
    }
}

/// The remark on two nests that are not fused.
fn stays(fused: &Fused, apart: &Apart) -> Diagnostic {
    let lines = apart.nests.map(|nest| fused.file.line_col(nest.start).line);
    let message = format!(
        "the loops at lines {} and {} stay apart: {}",
        lines[0],
        lines[1],
        apart.reason()
    );
    let mut remark = Diagnostic::new(Severity::Note, message);
    for (k, line) in lines.into_iter().enumerate() {
        remark.labels.push(Label {
            span: fused.file.line_span(line).unwrap_or(apart.nests[k]),
            message: String::new(),
            primary: k == 1,
        });
    }
    remark
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
