//! Text edits that carry proved mappings into the user's file: declarations, subscripts, and an
//! assertion for each macro that the proof took at its value. Knows mappings and places; decides
//! nothing about what is folded.

mod assertion;
mod cexpr;
mod declaration;
mod plan;
mod reference;
mod uniform;

pub use plan::EmitError;

use front::{Candidate, Region};
use plan::{Context, Plan};
use source::{Edits, Site, SourceFile, Span};
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
    let context = Context {
        file,
        fold,
        may_be_shared: &|_| false,
    };
    Ok(written(&context)?.0)
}

/// The edits of one fold, and the sites of its references.
fn written(context: &Context) -> Result<(Vec<source::Edit>, Vec<Site>), EmitError> {
    let plan = Plan::new(context)?;
    let mut edits = declaration::edits(context, &plan)?;
    let mut sites = Vec::new();
    for reference in &context.fold.candidate.references {
        sites.extend(reference::sites(context, &plan, reference)?);
    }
    edits.extend(sites.iter().filter_map(|site| site.edit.clone()));
    Ok((edits, sites))
}

/// What the folds of a file make of its text.
#[derive(Debug, Default)]
pub struct Rewritten {
    /// All edits, assertions included.
    pub edits: Edits,
    /// The references: what one text may do for several of them.
    pub sites: Vec<Site>,
    /// Folds that cannot be written (a size that C cannot say), by index, with the reason: they have
    /// no edits.
    pub failed: Vec<(usize, EmitError)>,
}

/// The edits of all folds of a file. `may_be_shared` says of a place of the file whether its bytes come
/// from text that serves several places: such references get further texts.
pub fn rewrite(
    file: &SourceFile,
    folds: &[Fold],
    may_be_shared: &dyn Fn(Span) -> bool,
) -> Rewritten {
    let mut all = Rewritten::default();
    let mut assertions: BTreeMap<Span, Vec<String>> = BTreeMap::new();
    for (index, fold) in folds.iter().enumerate() {
        let written = written(&Context {
            file,
            fold,
            may_be_shared,
        });
        match written.and_then(|(edits, sites)| Ok((with(&all.edits, edits)?, sites))) {
            Ok((edits, sites)) => {
                all.edits = edits;
                all.sites.extend(sites);
            }
            Err(error) => {
                all.failed.push((index, error));
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
