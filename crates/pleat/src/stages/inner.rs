//! The inner loops of fused loops as fewer loops: those that only need each other at the same
//! point as they stand, all of them moved if the user asks for that.

use super::{Plan, nests};
use crate::options::Depth;
use crate::text::front_options;
use affine::{Naming, Whole};
use front::{Program, Syntax};
use fuse::{NestText, Sequence, sequences};
use poly::Context;
use schedule::Group;
use source::{Edits, Flags, PreprocessError, SourceFile, Span, Unit};
use std::collections::BTreeMap;

/// No loops are joined deeper inside each other.
const MOST_LEVELS: usize = 4;

/// Joins inner loops in the text that the plans write.
pub(super) fn join(
    file: &SourceFile,
    flags: &Flags,
    depth: Depth,
    functions: &mut BTreeMap<String, Plan>,
) -> Result<(), PreprocessError> {
    if depth == Depth::Outer {
        return Ok(());
    }
    for _ in 0..MOST_LEVELS {
        let edits = super::edits(functions);
        let text = SourceFile::new(file.path.clone(), edits.apply(&file.bytes));
        let unit = source::preprocess(text, flags)?;
        let written = edits.written();
        let found = found(&unit, depth, functions, &written);
        let Some(refined) = edits.refined(&found).filter(|_| !found.is_empty()) else {
            break;
        };
        for plan in functions.values_mut() {
            let own = |span: Span| plan.edits.iter().any(|e| e.span == span);
            let refined = refined.filtered(own);
            if refined != plan.edits {
                plan.outer.get_or_insert_with(|| plan.edits.clone());
                plan.edits = refined;
            }
        }
    }
    Ok(())
}

/// The edits that join the loops of one level, in the text of the fused loops.
fn found(
    unit: &Unit,
    depth: Depth,
    functions: &BTreeMap<String, Plan>,
    written: &[Span],
) -> Edits {
    let mut edits = Edits::default();
    let syntax = Syntax::of(unit);
    let options = front_options(unit);
    let front = Program::new(unit, &syntax, &options);
    let contents = front.contents();
    let mut program = None;
    for function in &contents.file.functions {
        if !functions.contains_key(&function.name) {
            continue;
        }
        let mut sequences = sequences(unit, function);
        sequences.retain(|sequence| is_inside(sequence, written));
        if sequences.is_empty() {
            continue;
        }
        let program = program.get_or_insert_with(|| program::lower(contents));
        let ctx = Context::new();
        ctx.start_budget(super::BUDGET);
        let Ok(whole) = affine::system(program, &function.name, &Naming::default(), &ctx) else {
            continue;
        };
        for sequence in &sequences {
            for (group, texts) in groups(&whole, sequence, depth) {
                let edit = fuse::fused(unit, &texts, &group.ahead);
                // What is not joined at this level may be at the next.
                let _ = edit.map(|edit| edits.insert(edit));
            }
        }
    }
    edits
}

/// Whether the nests of a sequence are in a fused loop.
fn is_inside(sequence: &Sequence, written: &[Span]) -> bool {
    let is_in = |place: &Span| sequence.nests.iter().all(|nest| place.contains(nest.span));
    sequence.depth > 0 && written.iter().any(is_in)
}

/// The nests of a sequence that become one loop.
fn groups(whole: &Whole, sequence: &Sequence, depth: Depth) -> Vec<(Group, Vec<NestText>)> {
    let runs = match depth {
        Depth::Full => vec![sequence.clone()],
        _ => sequence.of_same_bounds(),
    };
    let mut all = Vec::new();
    for run in runs {
        let Some(nests) = nests(whole, &run) else {
            continue;
        };
        let groups = match depth {
            Depth::Full => schedule::plan(&whole.system, &nests, run.depth).map(|p| p.groups),
            _ => schedule::pointwise(&whole.system, &nests, run.depth),
        };
        for group in groups.unwrap_or_default() {
            let texts = run.nests[group.nests.clone()].to_vec();
            all.push((group, texts));
        }
    }
    all
}
