//! The sentence that a report has for a folded array.

use crate::display::{ArrayDisplay, index};
use crate::functions::Decided;
use emit::Storage;
use front::{Candidate, Home};
use storage::Choice;

/// ``element y[i][j] lives in y[j mod 2][i]``
pub(super) fn folded(decided: &Decided<'_>, choice: &Choice, display: &ArrayDisplay) -> String {
    let candidate = decided.candidate;
    let (name, new_name) = (&candidate.spelling, decided.new_name());
    let extents = &decided.decision.extents;
    let rows = &choice.mapping.rows;
    let precision = match decided.decision.coarse {
        true => " (by coarser lifetimes: the exact ones exceed the budget)",
        false => "",
    };
    let place = format!("{}{precision}", place(decided));
    let is_scalar = candidate.opaque.is_empty();
    if rows.is_empty() && is_scalar {
        return format!("no two of its values are alive at once: one variable is enough{place}");
    }
    if decided.written.is_some_and(|w| w.is_window) {
        return format!(
            "`{new_name}[0]` is the element of `{name}` that is new in an iteration, `{new_name}[1]` that \
             of the one before{place}"
        );
    }
    let old = (0..choice.mapping.dims).map(|d| format!("[{}]", index(d)));
    let old = with_opaque(candidate, &old.collect::<Vec<_>>());
    let new = with_opaque(candidate, &display.cell(&choice.mapping, extents));
    let order = match decided.written.is_some_and(|w| w.is_reordered) {
        true => ", its cells in the order in which innermost loops use them",
        false => "",
    };
    format!("element {name}{old} lives in {new_name}{new}{order}{place}")
}

/// The storage of a parameter, and why it could not be removed.
fn place(decided: &Decided<'_>) -> String {
    let Home::Parameter(home) = &decided.candidate.home else {
        return match decided.written.map(|w| w.storage) {
            Some(Storage::Automatic) => "; it is automatic now".to_string(),
            _ => String::new(),
        };
    };
    let name = decided.new_name();
    let text = match decided.written.map(|w| w.storage) {
        Some(Storage::Beside) => format!("; `{name}` is local, the parameter is no longer used"),
        Some(Storage::Instead) => format!("; `{name}` is local, the parameter is gone"),
        Some(Storage::Declared | Storage::Automatic) | None => String::new(),
    };
    match &home.removal {
        Some(Err(hindrance)) => format!("{text}; the parameter stays: {hindrance}"),
        _ => text,
    }
}

/// `[i][...]`: the texts of the followed dimensions, in the place of the first of them unless there
/// is one text for each.
fn with_opaque(candidate: &Candidate, texts: &[String]) -> String {
    let followed = candidate.followed();
    if candidate.opaque.is_empty() {
        return texts.concat();
    }
    let one_each = followed.len() == texts.len();
    let text = |dim: usize| match followed.iter().position(|d| *d == dim) {
        None => "[...]".to_string(),
        Some(at) if one_each => texts[at].clone(),
        Some(0) => texts.concat(),
        Some(_) => String::new(),
    };
    (0..candidate.declared.len()).map(text).collect()
}
