//! Assumptions on sizes that a fold makes because C leaves all other executions undefined: for `-v`
//! and for reports. Default remarks omit them, because they only repeat that every subscript is
//! within its array.

use crate::decide::Outcome;
use front::Candidate;
use source::{Diagnostic, Label, Severity, Unit};
use storage::Assumption;

/// ``n <= N: `t[i]` at line 13 leaves its dimension otherwise``, one text per assumption.
pub(super) fn texts(unit: &Unit, candidate: &Candidate, outcome: &Outcome) -> Vec<String> {
    let text = |assumption: &front::Assumption| {
        let front::Assumption {
            condition, access, ..
        } = assumption;
        let line = unit.file.line_col(assumption.span.start).line;
        format!("{condition}: `{access}` at line {line} leaves its dimension otherwise")
    };
    let of_mapping = outcome.assumptions().iter().map(Assumption::to_string);
    candidate
        .assumptions
        .iter()
        .map(text)
        .chain(of_mapping)
        .collect()
}

/// The same as a remark with its places; `None` if there is no assumption.
pub(super) fn detail(candidate: &Candidate) -> Option<Diagnostic> {
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
