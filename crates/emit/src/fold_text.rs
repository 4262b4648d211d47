//! The edits of one fold, and of all folds of a file together. Knows the order of the parts, and
//! nothing of their insides.

use crate::context::Context;
use crate::declaration::declarator::declared;
use crate::declaration::moved::{self, Moved};
use crate::declaration::written::Written;
use crate::declaration::{assertion, parameter, statics};
use crate::error::EmitError;
use crate::fold::{Fold, Storage};
use crate::loops::names::Names;
use crate::plan::Plan;
use crate::reference::{block, sites};
use crate::size::bytes::SizeWriter;
use crate::text::style;
use front::forms::additions::{self, Addition};
use front::{Home, Reference};
use poly::Expr;
use source::{Edits, Site, SourceFile, Span, Unit};
use std::collections::BTreeMap;

/// The changes that one fold makes to the file.
#[derive(Debug, Clone)]
pub struct FoldText {
    /// Its declaration and all its references.
    pub edits: Edits,
    /// The sites of its references: one text may serve several of them.
    pub sites: Vec<Site>,
    /// The place after the brace that opens the body of its function.
    pub body: Span,
    /// The conditions to assert there.
    pub conditions: Vec<String>,
    /// Its additions to the bodies of loops.
    pub additions: Vec<Addition>,
    /// Whether it moves along with a loop.
    pub is_window: bool,
    /// Whether remainders by a parameter have names, before strips or inner loops.
    pub names_remainders: bool,
    /// Whether its cells have the order in which innermost loops use them instead of the mapping's.
    pub is_reordered: bool,
    /// The array's name in the new text.
    pub name: String,
    /// Where it lives there.
    pub storage: Storage,
    /// Its number of elements there, in each dimension that has a row.
    pub sizes: Vec<Expr>,
    /// Its declarator, if that moves.
    moved: Option<Moved>,
}

/// The edits of one fold, with the conditions that it rests on. `may_be_shared` says of a place of
/// the file whether its bytes come from text that serves several places: such references get
/// further texts. `names` are the names of its function.
///
/// # Errors
/// The fold cannot be written in C.
pub fn text_of(
    file: &SourceFile,
    fold: &Fold,
    may_be_shared: &dyn Fn(Span) -> bool,
    names: &mut Names<'_>,
) -> Result<FoldText, EmitError> {
    if let Some(late) = assertion::defined_late(fold.region) {
        return Err(EmitError::DefinedLate(late.clone()));
    }
    let context = Context::new(file, fold, may_be_shared, names.dialect())?;
    let plan = Plan::new(&context, names)?;
    if plan.grows {
        return Err(EmitError::Grows);
    }
    let mut written = write(&context, &plan)?;
    let mut edits = Edits::default();
    let styled = |edit| style::styled(file, edit);
    for site in &mut written.sites {
        site.edit = site.edit.take().and_then(styled);
    }
    let of_sites = written.sites.iter().filter_map(|site| site.edit.clone());
    for edit in written.edits.into_iter().filter_map(styled).chain(of_sites) {
        edits.insert(edit).map_err(|_| EmitError::Overlap)?;
    }
    Ok(FoldText {
        edits,
        sites: written.sites,
        body: fold.region.body_start,
        conditions: {
            let of_mapping = assertion::of_mapping(fold.scop(), &fold.choice.assumptions);
            [assertion::conditions(fold.region), of_mapping].concat()
        },
        additions: plan.additions(),
        is_window: plan.window.is_some(),
        names_remainders: plan.names_remainders(),
        is_reordered: plan.is_reordered(),
        name: written.name,
        storage: written.storage,
        sizes: plan.rows.iter().map(|row| row.size.clone()).collect(),
        moved: written.moved,
    })
}

/// Writes a fold.
fn write(context: &Context, plan: &Plan) -> Result<Written, EmitError> {
    let candidate = context.fold.candidate;
    if let Home::Parameter(home) = &candidate.home {
        return parameter::write(context, plan, home);
    }
    let (mut edits, storage, moved) = match &candidate.statics {
        Some(places) => statics::edits(context, plan, places)?,
        None => (declared(context, plan)?, Storage::Declared, None),
    };
    let mut sizes = Vec::new();
    for size in &candidate.cleared {
        sizes.extend(SizeWriter::new(context, &plan.rows, size).edits()?);
    }
    let is_rewritten = |r: &&Reference| sizes.iter().any(|edit| edit.span.contains(r.whole));
    let mut sites = Vec::new();
    for reference in candidate.references.iter().filter(|r| !is_rewritten(r)) {
        sites.extend(sites::sites(context, plan, reference)?);
    }
    edits.extend(sizes);
    edits.extend(block::without_restrict(context));
    Ok(Written {
        edits,
        sites,
        name: candidate.spelling.clone(),
        storage,
        moved,
    })
}

/// The edits of all folds of a file, assertions included.
///
/// Returns the indices of the folds that would change one piece of text in another way than an
/// earlier fold; these have no edits.
pub fn combine(unit: &Unit, folds: &[FoldText]) -> (Edits, Vec<usize>) {
    let mut all = Edits::default();
    let mut failed = Vec::new();
    let mut additions = Vec::new();
    let mut moved = Vec::new();
    let mut assertions: BTreeMap<Span, Vec<String>> = BTreeMap::new();
    for (index, fold) in folds.iter().enumerate() {
        if !fold.edits.iter().all(|edit| all.admits(edit)) {
            failed.push(index);
            continue;
        }
        for edit in fold.edits.iter() {
            // An admitted edit can be inserted.
            let _ = all.insert(edit.clone());
        }
        additions.extend(fold.additions.iter().cloned());
        moved.extend(fold.moved.clone());
        let list = assertions.entry(fold.body).or_default();
        for condition in &fold.conditions {
            if !list.contains(condition) {
                list.push(condition.clone());
            }
        }
    }
    for edit in moved::declarations(&unit.file, moved) {
        // It is between declarations or statements, where no edit can overlap it.
        let _ = all.insert(edit);
    }
    for (body, conditions) in assertions.iter().filter(|(_, c)| !c.is_empty()) {
        // Assertions come before the first statement, where no edit can overlap them.
        let _ = all.insert(assertion::assertions(
            unit,
            *body,
            "arrays below are folded",
            conditions,
        ));
    }
    for edit in additions::edits(&unit.file, &additions) {
        // No edit of a fold contains the start or the end of a loop.
        let _ = all.insert(edit);
    }
    (all, failed)
}
