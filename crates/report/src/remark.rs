//! One remark per array, shown as a compiler shows its diagnostics.

use crate::{ArrayEntry, Status};
use source::{Diagnostic, Label, Severity, Span};

/// The remark for one array: what happened to it, at its declaration; why, at `cause`.
pub fn remark(
    entry: &ArrayEntry,
    declared: Option<Span>,
    cause: Option<(Span, String)>,
) -> Diagnostic {
    let mut labels = Vec::new();
    if let Some(span) = declared {
        labels.push(Label {
            span,
            message: String::new(),
            primary: true,
        });
    }
    if let Some((span, message)) = cause {
        labels.push(Label {
            span,
            message,
            primary: declared.is_none(),
        });
    }
    Diagnostic {
        severity: Severity::Note,
        code: Some(match entry.status {
            Status::Folded => "folded".to_string(),
            Status::Kept => entry.reason.clone().unwrap_or_else(|| "kept".to_string()),
        }),
        message: headline(entry),
        labels,
        notes: match entry.status {
            Status::Folded => vec![entry.detail.clone()],
            Status::Kept => Vec::new(),
        },
    }
}

/// `` `y` folded: N*N -> 2*N elements (144 -> 24 at N = 12) `` or `` `x` stays: ... ``
fn headline(entry: &ArrayEntry) -> String {
    let name = &entry.name;
    if entry.status == Status::Kept {
        return format!("`{name}` stays as it is: {}", entry.detail);
    }
    let before = entry.size_before.as_deref().unwrap_or("?");
    let after = entry.size_after.as_deref().unwrap_or("?");
    let unit = match after {
        "1" => "element",
        _ => "elements",
    };
    let sizes = format!("{before} -> {after} {unit}");
    match (entry.elements_before, entry.elements_after) {
        (Some(b), Some(a)) if !entry.params.is_empty() => {
            let values: Vec<String> = entry
                .params
                .iter()
                .map(|(n, v)| format!("{n} = {v}"))
                .collect();
            format!(
                "`{name}` folded: {sizes} ({b} -> {a} at {})",
                values.join(", ")
            )
        }
        _ => format!("`{name}` folded: {sizes}"),
    }
}
