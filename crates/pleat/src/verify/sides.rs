//! The two files, read: tokens, trees, and a twin if arrays come out of macros.

use super::verdict::{FunctionVerdict, Side, Verification};
use crate::text::{AnalysedText, Version};
use front::Syntax;
use source::{Flags, PreprocessError, SourceFile, Span};
use std::sync::Arc;

/// Reads both files.
pub(super) fn read(
    before: SourceFile,
    after: SourceFile,
    flags: &Flags,
) -> Result<(Arc<Version>, Arc<Version>), PreprocessError> {
    let (before, after) = std::thread::scope(|scope| {
        let first = scope.spawn(|| source::preprocess(before, flags));
        let second = source::preprocess(after, flags);
        let first = first.join();
        let first = first.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        (first, second)
    });
    let before = before?;
    let syntax = Syntax::of(&before);
    let before = Version::of(before, syntax, Vec::new());
    let after = after?;
    let syntax = Syntax::like(&after, before.syntax());
    let after = Version::of(after, syntax, Vec::new());
    Ok((Arc::new(before), Arc::new(after)))
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
    functions.iter_mut().for_each(|f| f.map_spans(moved));
    Verification {
        before: before.user().file.clone(),
        after: after.user().file.clone(),
        functions,
    }
}
