//! What a fold assumes beyond the code: for `-v`, for reports and for comments. Default remarks
//! omit it.
//!
//! * Sizes that C leaves undefined: an array of no elements, an access that leaves its dimension.
//! * Assertions of the code, because `NDEBUG` removes their tests.
//! * Values of macros; the output asserts them.
//! * Allocations succeed.
//! * Promises of the user: pragmas, `--assume`.

use crate::functions::Decided;
use crate::options::Options;
use front::{Assumption, Basis, Candidate, Home};
use source::{Diagnostic, Label, Severity, Unit};

/// ``n <= N: `t[i]` at line 13 leaves its dimension otherwise``, one text per assumption.
pub(super) fn texts(unit: &Unit, decided: &Decided<'_>, options: &Options) -> Vec<String> {
    let candidate = decided.candidate;
    let with_line = |assumption: &Assumption| {
        let line = unit.file.line_col(assumption.span.start).line;
        let condition = &assumption.condition;
        match &assumption.basis {
            Basis::Access(access) => {
                format!("{condition}: `{access}` at line {line} leaves its dimension otherwise")
            }
            Basis::Assertion => format!("{condition}: asserted at line {line}"),
            Basis::Bound => {
                format!("{condition}: the bound at line {line} wraps around otherwise")
            }
            Basis::Length => format!("{condition}: a length that fits its type, at line {line}"),
            Basis::Rows => format!("{condition}: the loop at line {line} is read as rows"),
            Basis::Size(array) => {
                format!("{condition}: `{array}` at line {line} has no elements otherwise")
            }
        }
    };
    let asserted = emit::conditions(decided.region).into_iter();
    let asserted = asserted.map(|c| format!("{c}: the output asserts it"));
    let conditions = candidate.assumptions.iter().map(with_line);
    let of_mapping = decided.decision.outcome.assumptions();
    let of_mapping = of_mapping.iter().map(storage::Assumption::to_string);
    conditions
        .chain(of_mapping)
        .chain(asserted)
        .chain(others(candidate, options))
        .collect()
}

/// Assumptions that are no conditions on sizes.
fn others(candidate: &Candidate, options: &Options) -> impl Iterator<Item = String> {
    let array = &candidate.spelling;
    let allocated = matches!(candidate.home, Home::Heap(_));
    let allocated = allocated.then(|| format!("the allocation of `{array}` succeeds"));
    let promised = candidate.promised;
    let promised =
        promised.then(|| format!("nobody else needs `{array}`: `#pragma pleat temporary`"));
    let single = candidate.is_static && options.assume.single_thread;
    let single = single.then(|| "one thread executes the function: stated by --assume".to_string());
    [allocated, promised, single].into_iter().flatten()
}

/// The same as a remark with its places; `None` if there is no assumption.
pub(super) fn detail(decided: &Decided<'_>, options: &Options) -> Option<Diagnostic> {
    let candidate = decided.candidate;
    let all = candidate.assumptions.iter();
    let conditions = all.map(|a| a.condition.clone());
    let conditions = conditions.chain(emit::conditions(decided.region));
    let conditions: Vec<String> = conditions.chain(others(candidate, options)).collect();
    let message = format!(
        "the fold of `{}` assumes {}",
        candidate.spelling,
        conditions.join(", and ")
    );
    let mut diagnostic = Diagnostic::new(Severity::Note, message);
    let labels = candidate.assumptions.iter().map(|a| Label {
        span: a.span,
        message: match &a.basis {
            Basis::Access(access) => format!("`{access}` leaves its dimension otherwise"),
            Basis::Assertion => "asserted".to_string(),
            Basis::Bound => "wraps around otherwise".to_string(),
            Basis::Length => "a length that fits its type".to_string(),
            Basis::Rows => "read as rows".to_string(),
            Basis::Size(array) => format!("`{array}` has no elements otherwise"),
        },
        primary: true,
    });
    diagnostic.labels.extend(labels);
    (!conditions.is_empty()).then_some(diagnostic)
}
