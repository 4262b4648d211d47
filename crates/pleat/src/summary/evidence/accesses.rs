//! The accesses to an array, in the order of the text.

use crate::functions::Decided;
use report::AccessEvidence;
use scop::{AccessId, AccessKind, Certainty};
use source::{Span, Unit};

/// Longer texts are cut.
const MOST_TEXT: usize = 64;

/// The accesses to one array.
pub(super) struct Accesses {
    pub(super) list: Vec<AccessEvidence>,
    /// The access of the scop for each of them.
    ids: Vec<AccessId>,
}

impl Accesses {
    pub(super) fn of(unit: &Unit, decided: &Decided<'_>) -> Self {
        let scop = decided.region.scop_of(decided.candidate);
        let (mut list, mut ids) = (Vec::new(), Vec::new());
        for reference in &decided.candidate.references {
            let of_array = |id: &&AccessId| {
                let access = scop.accesses.get(id.0 as usize);
                access.is_some_and(|a| decided.candidate.arrays().any(|array| array == a.array))
            };
            let mut own: Vec<&AccessId> = reference.accesses.iter().filter(of_array).collect();
            own.sort_by_key(|id| (scop.access(**id).kind, **id));
            for id in own {
                let access = scop.access(*id);
                list.push(AccessEvidence {
                    is_certain: access.certainty == Certainty::Must,
                    ..evidence(unit, reference.whole, access.kind == AccessKind::Write)
                });
                ids.push(*id);
            }
        }
        Accesses { list, ids }
    }

    /// The position of an access in the list.
    pub(super) fn position(&self, id: AccessId) -> Option<usize> {
        self.ids.iter().position(|other| *other == id)
    }
}

/// The place of a reason: its line.
pub(super) fn line_of(unit: &Unit, span: Span) -> AccessEvidence {
    let line = unit.file.line_col(span.start).line;
    let line = unit.file.line_span(line).unwrap_or(span);
    AccessEvidence {
        text: short(&unit.file.slice(line)),
        ..evidence(unit, span, false)
    }
}

/// A text on one line, of limited length.
fn short(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ");
    match text.char_indices().nth(MOST_TEXT) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}

/// An access at a place of the text.
pub(super) fn evidence(unit: &Unit, span: Span, writes: bool) -> AccessEvidence {
    let place = unit.file.line_col(span.start);
    AccessEvidence {
        line: place.line as usize,
        column: place.column as usize,
        text: short(&unit.file.slice(span)),
        writes,
        is_certain: true,
        is_in_loops: false,
        cause: None,
        rank: 0,
        span: Some(span),
    }
}
