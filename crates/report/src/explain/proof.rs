//! What is proved about a fold, for which values, under which assumptions.

use super::paragraph::{listed, section, wrapped};
use crate::{ArrayEntry, Evidence};

/// The proof of a fold, in three sentences.
pub(super) fn text(entry: &ArrayEntry, evidence: Option<&Evidence>) -> String {
    let what = "The folded text was read again as if it were the user's own, and each read in it \
                finds the value that the original read.";
    let text = [
        what.to_string(),
        values(entry, evidence),
        assumptions(entry),
    ];
    section("What is proved", &wrapped("    ", &text.join(" ")))
}

/// For which values of the parameters.
fn values(entry: &ArrayEntry, evidence: Option<&Evidence>) -> String {
    let names: Vec<String> = evidence
        .into_iter()
        .flat_map(|e| e.params.keys())
        .map(|name| format!("`{name}`"))
        .collect();
    let order = match entry.order.as_deref() {
        Some("parallel") => ", however threads interleave",
        Some("tilable") => ", in every tiling of the loops",
        Some("any") => ", in every order that keeps the dependences",
        _ => "",
    };
    let context = evidence.and_then(|e| e.context.as_deref());
    match (names.is_empty(), context) {
        (true, _) => format!("The sizes are numbers, so this is the only case{order}."),
        (false, None) => format!(
            "This holds for all values of {}{order} for which the program is defined.",
            listed(&names)
        ),
        (false, Some(context)) => {
            let excluded = match entry.assumes.is_empty() {
                true => "is not defined or uses no element of it",
                false => "is not defined, uses no element of it, or breaks an assumption",
            };
            let names = listed(&names);
            format!(
                "This holds for all values of {names} with {context}{order}; for others the program {excluded}."
            )
        }
    }
}

fn assumptions(entry: &ArrayEntry) -> String {
    match entry.assumes.as_slice() {
        [] => "It assumes nothing else.".to_string(),
        [one] => format!("It assumes {one}."),
        several => format!("It assumes: {}.", several.join("; ")),
    }
}
