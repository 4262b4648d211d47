//! Text edits that carry proved mappings into the user's file: declarations, subscripts, and an
//! assertion for each macro that the proof took at its value. Knows mappings and places; decides
//! nothing about what is folded.

mod assertion;
mod cexpr;
mod declaration;
mod parameter;
mod plan;
mod reference;

pub use plan::EmitError;

use front::{Candidate, Home, Region};
use plan::{Context, Plan};
use poly::Expr;
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
    /// The extents of the array in the scop.
    pub extents: &'a [Expr],
}

/// Where an array lives in the new text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Where it was declared.
    Declared,
    /// In the storage of the caller: a parameter with smaller subscripts.
    Callers,
    /// In a local array beside a parameter that is no longer used.
    Beside,
    /// In a local array instead of a parameter, which is gone.
    Instead,
}

/// What becomes of one array.
#[derive(Debug)]
pub struct Written {
    /// Its declaration and all its references.
    edits: Vec<source::Edit>,
    /// Its name in the new text.
    pub name: String,
    /// Where it lives there.
    pub place: Place,
}

fn write(file: &SourceFile, fold: &Fold, may_remove: bool) -> Result<Written, EmitError> {
    let context = Context { file, fold };
    let plan = Plan::new(&context)?;
    if let Home::Parameter(home) = &fold.candidate.home {
        let cuts = match &home.removal {
            Some(Ok(cuts)) if may_remove => Some(cuts.as_slice()),
            _ => None,
        };
        return parameter::write(&context, &plan, home, cuts);
    }
    let mut edits = declaration::edits(&context, &plan)?;
    for reference in &fold.candidate.references {
        edits.extend(reference::edits(&context, &plan, reference)?);
    }
    Ok(Written {
        edits,
        name: fold.candidate.spelling.clone(),
        place: Place::Declared,
    })
}

/// The new text.
#[derive(Debug, Default)]
pub struct Rewritten {
    /// All edits, assertions included.
    pub edits: Edits,
    /// For each fold what became of the array, or why it cannot be written; those have no edits.
    pub written: Vec<Result<Written, EmitError>>,
}

/// Writes all folds of a file.
pub fn rewrite(file: &SourceFile, folds: &[Fold]) -> Rewritten {
    let mut all = Rewritten::default();
    let mut assertions: BTreeMap<Span, Vec<String>> = BTreeMap::new();
    for fold in folds {
        let mut add = |may_remove| {
            let mut written = write(file, fold, may_remove)?;
            all.edits = with(&all.edits, std::mem::take(&mut written.edits))?;
            Ok(written)
        };
        let written = match add(true) {
            Err(EmitError::Overlap) => add(false),
            other => other,
        };
        let failed = written.is_err();
        all.written.push(written);
        if failed {
            continue;
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
        let _ = all.edits.insert(assertion::edit(file, *body, conditions));
    }
    all
}

/// All edits together, or none of the new ones.
fn with(all: &Edits, new: Vec<source::Edit>) -> Result<Edits, EmitError> {
    let mut together = all.clone();
    for edit in new {
        together.insert(edit).map_err(|_| EmitError::Overlap)?;
    }
    Ok(together)
}
