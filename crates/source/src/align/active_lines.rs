//! Finds the lines of the main file that the compiler saw: those whose conditional groups left a
//! trace in the listing.

use crate::compiler::listing::Listing;
use crate::tokens::layout::{Layout, LineKind};

/// For each logical line, whether every group around it has a token, a macro definition, a pragma
/// or an include in the listing. Groups without any make no difference.
pub(super) fn active_lines(layout: &Layout, listing: &Listing) -> Vec<bool> {
    let traces = traces_before(layout, listing);
    let mut skipped = vec![0i32; layout.kinds.len() + 1];
    for group in layout.groups() {
        if traces[group.start] == traces[group.end] {
            skipped[group.start] += 1;
            skipped[group.end] -= 1;
        }
    }
    let mut depth = 0;
    let mut active = |change: &i32| {
        depth += change;
        depth == 0
    };
    skipped[..layout.kinds.len()]
        .iter()
        .map(&mut active)
        .collect()
}

/// For each line and the end, the number of traces that lines before it left in the listing.
fn traces_before(layout: &Layout, listing: &Listing) -> Vec<u32> {
    let mut traces = vec![0u32; layout.kinds.len() + 1];
    let tokens = listing.tokens.iter().map(|token| token.line);
    let events = listing.events.iter().map(|event| event.line);
    let mut last = 0;
    for line in tokens.chain(events) {
        if line == 0 || std::mem::replace(&mut last, line) == line {
            continue;
        }
        if let Some(index) = layout.line_at(line).filter(|&i| is_seen(layout.kinds[i])) {
            traces[index + 1] += 1;
        }
    }
    for index in 1..traces.len() {
        traces[index] += traces[index - 1];
    }
    traces
}

fn is_seen(kind: LineKind) -> bool {
    !matches!(kind, LineKind::If | LineKind::Else | LineKind::Endif)
}
