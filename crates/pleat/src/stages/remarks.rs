//! What was fused and what was not, as remarks.

use super::{Fused, FusedLoop};
use source::{Diagnostic, Label, Severity};

impl Fused {
    /// The remarks, in the order of the file.
    pub fn remarks(&self) -> Vec<Diagnostic> {
        let loops = self.loops.iter().map(|found| remark(self, found));
        let unproved = self.unproved.iter().map(|(function, reason)| {
            let message = format!("the loops of `{function}` are not fused: {reason}");
            Diagnostic::new(Severity::Note, message)
        });
        loops.chain(unproved).collect()
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
    for (array, rows) in &found.arrays {
        remark
            .notes
            .push(format!("`{array}` is needed for {rows} rows at a time"));
    }
    for assumption in &found.assumptions {
        remark.notes.push(format!("assumes: {assumption}"));
    }
    remark
}
