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
mod uniform;

pub use plan::EmitError;

use front::{Candidate, Reference, Region};
use plan::{Context, Plan};
use size::SizeWriter;
use source::{Edit, Edits, Site, SourceFile, Span};
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

/// What one fold does to the file.
#[derive(Debug, Clone)]
pub struct FoldText {
    /// Its declaration and all its references.
    pub edits: Edits,
    /// Its references: what one text may do for several of them.
    pub sites: Vec<Site>,
    /// Behind the brace that opens the body of its function.
    pub body: Span,
    /// What has to be asserted there.
    pub conditions: Vec<String>,
}

/// The edits of one fold, with the conditions that it rests on. `may_be_shared` says of a place of the
/// file whether its bytes come from text that serves several places: such references get further texts.
///
/// # Errors
/// The fold cannot be written (a size that C cannot say).
pub fn text_of(
    file: &SourceFile,
    fold: &Fold,
    may_be_shared: &dyn Fn(Span) -> bool,
) -> Result<FoldText, EmitError> {
    if let Some(late) = assertion::defined_late(fold.region) {
        return Err(EmitError::DefinedLate(late.clone()));
    }
    let (all, sites) = written(&Context::new(file, fold, may_be_shared)?)?;
    let mut edits = Edits::default();
    for edit in all {
        edits.insert(edit).map_err(|_| EmitError::Overlap)?;
    }
    Ok(FoldText {
        edits,
        sites,
        body: fold.region.body_start,
        conditions: assertion::conditions(fold.region),
    })
}

/// The edits of one fold: its declaration and all its references.
pub fn edits_of(file: &SourceFile, fold: &Fold) -> Result<Vec<Edit>, EmitError> {
    let context = Context::new(file, fold, &|_| false)?;
    Ok(written(&context)?.0)
}

/// The edits of one fold, and the sites of its references.
fn written(context: &Context) -> Result<(Vec<Edit>, Vec<Site>), EmitError> {
    let plan = Plan::new(context)?;
    let candidate = context.fold.candidate;
    let mut edits = declaration::edits(context, &plan)?;
    let mut sizes = Vec::new();
    for size in &candidate.cleared {
        sizes.extend(SizeWriter::new(context, &plan, size).edits()?);
    }
    let is_rewritten = |r: &&Reference| sizes.iter().any(|edit| edit.span.contains(r.whole));
    let mut sites = Vec::new();
    for reference in candidate.references.iter().filter(|r| !is_rewritten(r)) {
        sites.extend(reference::sites(context, &plan, reference)?);
    }
    edits.extend(sites.iter().filter_map(|site| site.edit.clone()));
    edits.extend(sizes);
    Ok((edits, sites))
}

/// The edits of all folds of a file, assertions included.
///
/// Folds that would change one piece of text in another way than an earlier fold come back by index,
/// without edits.
pub fn combine(file: &SourceFile, folds: &[FoldText]) -> (Edits, Vec<usize>) {
    let mut all = Edits::default();
    let mut failed = Vec::new();
    let mut assertions: BTreeMap<Span, Vec<String>> = BTreeMap::new();
    for (index, fold) in folds.iter().enumerate() {
        if !fold.edits.iter().all(|edit| all.admits(edit)) {
            failed.push(index);
            continue;
        }
        for edit in fold.edits.iter() {
            // What is admitted can be inserted.
            let _ = all.insert(edit.clone());
        }
        let list = assertions.entry(fold.body).or_default();
        for condition in &fold.conditions {
            if !list.contains(condition) {
                list.push(condition.clone());
            }
        }
    }
    for (body, conditions) in assertions.iter().filter(|(_, c)| !c.is_empty()) {
        // Assertions stand before the first statement: nothing can overlap them.
        let _ = all.insert(assertion::edit(file, *body, conditions));
    }
    (all, failed)
}
