//! What a fold takes to hold of sizes, because C leaves undefined what happens otherwise: for `-v` and for reports.
//!
//! Default remarks leave it out: that an array is as large as its subscripts need is what its declaration says.

use front::{Assumption, Candidate};
use source::{Diagnostic, Label, Severity, Unit};

/// ``n <= N: `t[i]` at line 13 leaves its dimension otherwise``, one text per assumption.
pub(crate) fn texts(unit: &Unit, candidate: &Candidate) -> Vec<String> {
    let text = |assumption: &Assumption| {
        let Assumption {
            condition, access, ..
        } = assumption;
        let line = unit.file.line_col(assumption.span.start).line;
        format!("{condition}: `{access}` at line {line} leaves its dimension otherwise")
    };
    candidate.assumptions.iter().map(text).collect()
}

/// The same with its places, if there is any.
pub(crate) fn detail(candidate: &Candidate) -> Option<Diagnostic> {
    let all = &candidate.assumptions;
    let conditions: Vec<&str> = all.iter().map(|a| a.condition.as_str()).collect();
    let message = format!(
        "the fold of `{}` assumes {}",
        candidate.spelling,
        conditions.join(", and ")
    );
    let mut diagnostic = Diagnostic::new(Severity::Note, message);
    diagnostic.labels.extend(all.iter().map(|a| Label {
        span: a.span,
        message: format!("`{}` leaves its dimension otherwise", a.access),
        primary: true,
    }));
    (!all.is_empty()).then_some(diagnostic)
}
