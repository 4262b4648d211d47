//! Inlining once, and until no call of a stage remains; then the removal of what nothing uses.

use super::plan::plans;
use super::removal::removable;
use super::sites::blocks;
use super::stage::Stages;
use super::writing::{self, Inlined, InlinedCall};
use c::Contents;
use c::facts::Wanted;
use c::syntax::Syntax;
use source::{Edits, Flags, PreprocessError, SourceFile, Span, Unit};
use std::collections::BTreeSet;

/// The most passes over a file. Stages may consist of stages.
const PASSES: usize = 8;

/// A file with the bodies of stages in the places of their calls.
#[derive(Clone, Debug)]
pub struct AllInlined {
    /// The new file.
    pub file: SourceFile,
    /// The calls that were replaced, in the order of the passes. Calls in inlined bodies have the
    /// place of the call in the original file that they come from.
    pub calls: Vec<InlinedCall>,
}

/// The edits that replace calls of stage functions in one function by the bodies of these. Calls in
/// the new text remain: [`all_stages_inlined`] repeats.
pub fn stages_inlined(contents: &Contents<'_>, function: &str) -> Inlined {
    let Some(caller) = contents.file.definition(function) else {
        return Inlined::default();
    };
    let caller = &contents.file.functions[caller];
    let stages = Stages::of(contents);
    let blocks = blocks(contents, caller, &stages);
    let plans = plans(contents, caller, &blocks);
    writing::edits(contents.unit, &plans)
}

/// Inlines the stages that a function calls, and those that they call, and removes the static
/// functions that nothing uses any more. Returns `None` if there is nothing to inline.
///
/// # Errors
/// The compiler cannot preprocess a new text.
pub fn all_stages_inlined(
    contents: &Contents<'_>,
    function: &str,
    flags: &Flags,
) -> Result<Option<AllInlined>, PreprocessError> {
    let first = stages_inlined(contents, function);
    if first.calls.is_empty() {
        return Ok(None);
    }
    let mut calls = first.calls;
    let mut passes = vec![first.edits];
    let mut unit = edited(contents.unit, &passes[0], flags)?;
    for _ in 1..PASSES {
        let next = with_contents(&unit, |contents| stages_inlined(contents, function));
        if next.calls.is_empty() {
            break;
        }
        let call = |call: InlinedCall| InlinedCall {
            at: original(&passes, call.at),
            ..call
        };
        calls.extend(next.calls.into_iter().map(call));
        unit = edited(&unit, &next.edits, flags)?;
        passes.push(next.edits);
    }
    let names: BTreeSet<String> = calls.iter().map(|call| call.function.clone()).collect();
    let removed = with_contents(&unit, |contents| removable(contents, &names));
    let bytes = removed.apply(&unit.file.bytes);
    let file = SourceFile::new(unit.file.path.clone(), bytes);
    Ok(Some(AllInlined { file, calls }))
}

fn edited(unit: &Unit, edits: &Edits, flags: &Flags) -> Result<Unit, PreprocessError> {
    let bytes = edits.apply(&unit.file.bytes);
    source::preprocess(SourceFile::new(unit.file.path.clone(), bytes), flags)
}

fn with_contents<T>(unit: &Unit, work: impl FnOnce(&Contents<'_>) -> T) -> T {
    let syntax = Syntax::of(unit);
    let wanted = Wanted {
        scalars: &BTreeSet::new(),
        removals: false,
    };
    work(&Contents::of(unit, &syntax, wanted, &mut Vec::new()))
}

/// The place in the original file of a place after some passes: that of the replaced text around
/// it.
fn original(passes: &[Edits], at: Span) -> Span {
    passes.iter().rev().fold(at, before)
}

fn before(at: Span, edits: &Edits) -> Span {
    let mut shift = 0_i64;
    for edit in edits.iter() {
        let start = i64::from(edit.span.start) + shift;
        let end = start + edit.text.len() as i64;
        if i64::from(at.start) < start {
            break;
        }
        if i64::from(at.start) < end {
            return edit.span;
        }
        shift += edit.text.len() as i64 - edit.span.len() as i64;
    }
    let moved = |offset: u32| u32::try_from(i64::from(offset) - shift).unwrap_or(offset);
    Span::new(moved(at.start), moved(at.end))
}
