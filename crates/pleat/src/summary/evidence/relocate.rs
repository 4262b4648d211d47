//! Places of one text as places of another.

use report::Evidence;
use source::{SourceFile, Span};

/// Moves all places of some evidence to those that `place` gives in a file. An access without a
/// place of its own there, because several loops became one, has that of the loops.
pub(crate) fn relocate(
    all: &mut [Evidence],
    (from, to): (&SourceFile, &SourceFile),
    place: impl Fn(Span) -> Span,
) {
    for evidence in all {
        let line = evidence.line.and_then(|line| u32::try_from(line).ok());
        if let Some(span) = line.and_then(|line| from.line_span(line)) {
            evidence.line = Some(to.line_col(place(span).start).line as usize);
        }
        for access in &mut evidence.accesses {
            let Some(span) = access.span.map(&place) else {
                continue;
            };
            let at = to.line_col(span.start);
            access.span = Some(span);
            (access.line, access.column) = (at.line as usize, at.column as usize);
            access.is_in_loops = to.slice(span).contains('\n');
        }
    }
}
