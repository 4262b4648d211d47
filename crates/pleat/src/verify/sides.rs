//! The two files, read: tokens, trees, and a twin if arrays come out of macros.

use super::verdict::{FunctionVerdict, Place, Reason, Side, Verdict, Verification, Witness};
use crate::text::AnalysedText;
use source::{Flags, PreprocessError, SourceFile, Span, Unit};

/// The two versions of a file.
pub(super) struct Sides {
    pub(super) before: AnalysedText,
    pub(super) after: AnalysedText,
}

impl Sides {
    pub(super) fn read(
        before: SourceFile,
        after: SourceFile,
        flags: &Flags,
    ) -> Result<Self, PreprocessError> {
        let (before, after) = std::thread::scope(|scope| {
            let first = scope.spawn(|| source::preprocess(before, flags));
            let second = source::preprocess(after, flags);
            let first = first.join();
            (
                first.unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
                second,
            )
        });
        let (before, after) = (before?, after?);
        Ok(Sides {
            before: AnalysedText::new(before, flags, false),
            after: AnalysedText::new(after, flags, false),
        })
    }

    fn text(&self, side: Side) -> &AnalysedText {
        match side {
            Side::Before => &self.before,
            Side::After => &self.after,
        }
    }

    pub(super) fn unit(&self, side: Side) -> &Unit {
        self.text(side).unit()
    }

    /// The verdicts with places of the user's files.
    pub(super) fn conclude(self, mut functions: Vec<FunctionVerdict>) -> Verification {
        for function in &mut functions {
            let move_span = |side: Side, span: &mut Option<Span>| {
                *span = span.map(|span| self.text(side).users_span(span));
            };
            move_span(Side::Before, &mut function.before);
            move_span(Side::After, &mut function.after);
            let places: &mut Vec<Place> = match &mut function.verdict {
                Verdict::Unknown(Reason { places, .. })
                | Verdict::Refuted(Witness { places, .. }) => places,
                Verdict::Unchanged | Verdict::Proved(_) => continue,
            };
            for place in places {
                place.span = self.text(place.side).users_span(place.span);
            }
        }
        Verification {
            before: self.before.user().file.clone(),
            after: self.after.user().file.clone(),
            functions,
        }
    }
}
