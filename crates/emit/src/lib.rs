//! Text edits that carry proved mappings into the user's file: declarations, subscripts, and an
//! assertion for each macro that the proof took at its value. Knows mappings and places; decides
//! nothing about what is folded.

mod assertion;
mod block;
mod cexpr;
mod declaration;
mod heap;
mod plan;
mod reference;
mod size;

pub use plan::EmitError;

use front::{Candidate, Region};
use plan::{Context, Plan};
use size::SizeWriter;
use source::{Edits, SourceFile, Span};
use std::collections::BTreeMap;
use storage::Choice;

/// One array to rewrite.
pub struct Fold<'a> {
    /// The region that it lives in.
    pub region: &'a Region,
    /// Its places.
    pub candidate: &'a Candidate,
    /// Its mapping, proved.
    pub choice: &'a Choice,
}

/// The edits of one fold: its declaration and all its references.
pub fn edits_of(file: &SourceFile, fold: &Fold) -> Result<Vec<source::Edit>, EmitError> {
    let context = Context::new(file, fold)?;
    let plan = Plan::new(&context)?;
    let mut edits = declaration::edits(&context, &plan)?;
    for size in &fold.candidate.cleared {
        edits.extend(SizeWriter::new(&context, &plan, size).edits()?);
    }
    for reference in &fold.candidate.references {
        edits.extend(reference::edits(&context, &plan, reference)?);
    }
    Ok(edits)
}

/// The edits of all folds of a file, assertions included.
///
/// Folds that cannot be written (a size that C cannot say) come back by index with the reason,
/// without edits.
pub fn rewrite(file: &SourceFile, folds: &[Fold]) -> (Edits, Vec<(usize, EmitError)>) {
    let mut all = Edits::default();
    let mut failed = Vec::new();
    let mut assertions: BTreeMap<Span, Vec<String>> = BTreeMap::new();
    for (index, fold) in folds.iter().enumerate() {
        match edits_of(file, fold).and_then(|edits| with(&all, edits)) {
            Ok(edits) => all = edits,
            Err(error) => {
                failed.push((index, error));
                continue;
            }
        }
        let list = assertions.entry(fold.region.body_start).or_default();
        for condition in assertion::conditions(fold.region) {
            if !list.contains(&condition) {
                list.push(condition);
            }
        }
    }
    for (body, conditions) in assertions.iter().filter(|(_, c)| !c.is_empty()) {
        // Assertions stand before the first statement: nothing can overlap them.
        let _ = all.insert(assertion::edit(file, *body, conditions));
    }
    (all, failed)
}

/// All edits together, or none of the new ones.
fn with(all: &Edits, new: Vec<source::Edit>) -> Result<Edits, EmitError> {
    let mut together = all.clone();
    for edit in new {
        together.insert(edit).map_err(|_| EmitError::Overlap)?;
    }
    Ok(together)
}
