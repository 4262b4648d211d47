//! The two files, read: tokens, trees, and a twin if arrays come out of macros.

use super::verdict::{FunctionVerdict, Place, Reason, Side, Verdict, Verification, Witness};
use crate::text::AnalysedText;
use source::{Flags, PreprocessError, SourceFile, Span, Unit};

/// Preprocesses both files.
pub(super) fn units(
    before: SourceFile,
    after: SourceFile,
    flags: &Flags,
) -> Result<(Unit, Unit), PreprocessError> {
    let (before, after) = std::thread::scope(|scope| {
        let first = scope.spawn(|| source::preprocess(before, flags));
        let second = source::preprocess(after, flags);
        let first = first.join();
        let first = first.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        (first, second)
    });
    Ok((before?, after?))
}

/// The verdicts with places of the user's files.
pub(super) fn conclude(
    (before, after): (&AnalysedText, &AnalysedText),
    mut functions: Vec<FunctionVerdict>,
) -> Verification {
    let moved = |side: Side, span: Span| match side {
        Side::Before => before.users_span(span),
        Side::After => after.users_span(span),
    };
    for function in &mut functions {
        function.before = function.before.map(|span| moved(Side::Before, span));
        function.after = function.after.map(|span| moved(Side::After, span));
        let places: &mut Vec<Place> = match &mut function.verdict {
            Verdict::Unknown(Reason { places, .. }) | Verdict::Refuted(Witness { places, .. }) => {
                places
            }
            Verdict::Unchanged | Verdict::Proved(_) => continue,
        };
        for place in places {
            place.span = moved(place.side, place.span);
        }
    }
    Verification {
        before: before.user().file.clone(),
        after: after.user().file.clone(),
        functions,
    }
}
