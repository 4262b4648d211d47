//! Text edits that carry proved mappings into the user's file: declarations, subscripts, and an
//! assertion for each macro that the proof took at its value. Knows mappings and places; decides
//! nothing about what is folded.

mod assertion;
mod block;
mod bodies;
mod careful;
mod cexpr;
mod comment;
mod declaration;
mod growth;
mod heap;
mod late;
mod layout;
mod naming;
mod parameter;
mod plan;
mod reference;
mod remarks;
mod signs;
mod size;
mod statics;
mod strips;
mod style;
mod sums;
mod tidy;
mod types;
mod uniform;
mod unit;
mod wide;
mod window;

pub use bodies::Addition;
pub use naming::Names;
pub use plan::EmitError;
pub use statics::becomes_automatic;
pub use tidy::tidy;
pub use window::may_be_window;

use front::{Candidate, Home, Reference, Region};
use plan::{Context, Plan};
use poly::Expr;
use size::SizeWriter;
use source::{Edit, Edits, Site, SourceFile, Span, Unit};
use statics::Moved;
use std::collections::{BTreeMap, BTreeSet};
use storage::Choice;

/// How sums and products in new subscripts are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Care {
    /// As a person would.
    #[default]
    Plain,
    /// Of the user's own subscripts, in types that hold their sum.
    Careful,
    /// As [`Care::Careful`], and products of rows and strides in a wide type.
    Wide,
}

impl Care {
    /// What may be proved where this was not.
    pub fn more(self) -> Option<Self> {
        match self {
            Care::Plain => Some(Care::Careful),
            Care::Careful => Some(Care::Wide),
            Care::Wide => None,
        }
    }
}

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
    /// Whether a parameter may go with its arguments, if that is possible.
    pub may_remove: bool,
    /// Whether iterations of a loop happen in the order of the program, so that values may be handed on from
    /// one to the next.
    pub may_shift: bool,
    /// Whether names may stand for remainders by a parameter, and loops be taken apart into strips where these wrap.
    pub may_name: bool,
    /// How new sums are kept from overflowing.
    pub care: Care,
    /// Whether a comment says where its elements are.
    pub comment: bool,
    /// What storage it may have.
    pub limits: Limits,
    /// The arrays of the function that [become automatic](becomes_automatic), by name.
    pub automatic: &'a BTreeSet<String>,
}

/// What storage a fold may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// An array in static storage becomes automatic up to this many bytes.
    pub stack: u64,
    /// One thread alone executes what may be folded.
    pub single_thread: bool,
}

impl Fold<'_> {
    /// What the region means for the array.
    pub(crate) fn scop(&self) -> &scop::Scop {
        self.region.scop_of(self.candidate)
    }

    /// Whether new sums are made of the user's own subscripts.
    fn is_careful(&self) -> bool {
        self.care != Care::Plain
    }
}

/// Where an array lives in the new text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// Where it was declared.
    Declared,
    /// It was static, and is automatic.
    Automatic,
    /// In the storage of the caller: a parameter with smaller subscripts.
    Callers,
    /// In a local array beside a parameter that is no longer used.
    Beside,
    /// In a local array instead of a parameter, which is gone.
    Instead,
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
    /// What it adds to the bodies of loops.
    pub additions: Vec<Addition>,
    /// It moves along with a loop.
    pub is_window: bool,
    /// Remainders by a parameter have names: in front of strips, or of inner loops.
    pub names_remainders: bool,
    /// Its cells have another order than its mapping says, the one in which innermost loops use them.
    pub is_reordered: bool,
    /// The array's name in the new text.
    pub name: String,
    /// Where it lives there.
    pub storage: Storage,
    /// Its declarator, if that moves.
    moved: Option<Moved>,
}

/// The edits of a declaration and all references, and what they make of the array.
pub(crate) struct Written {
    /// All but those of its references.
    edits: Vec<Edit>,
    /// The sites of its references.
    sites: Vec<Site>,
    name: String,
    storage: Storage,
    moved: Option<Moved>,
}

/// The edits of one fold, with the conditions that it rests on. `may_be_shared` says of a place of the
/// file whether its bytes come from text that serves several places: such references get further texts.
/// `names` are those of its function.
///
/// # Errors
/// The fold cannot be written (a size that C cannot say).
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
    let is_parameter = matches!(fold.candidate.home, Home::Parameter(_));
    if plan.grows && !is_parameter {
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
        conditions: assertion::conditions(fold.region),
        additions: plan.additions(&fold.candidate.spelling),
        is_window: plan.window.is_some(),
        names_remainders: plan.names_remainders(),
        is_reordered: plan.rows.iter().any(|row| row.unit.is_some()),
        name: written.name,
        storage: written.storage,
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
        sizes.extend(SizeWriter::new(context, plan, size).edits()?);
    }
    let is_rewritten = |r: &&Reference| sizes.iter().any(|edit| edit.span.contains(r.whole));
    let mut sites = Vec::new();
    for reference in candidate.references.iter().filter(|r| !is_rewritten(r)) {
        sites.extend(reference::sites(context, plan, reference)?);
    }
    edits.extend(sizes);
    let restricts = candidate.restricts.iter();
    edits.extend(restricts.map(|span| without_blank(context.file, *span)));
    Ok(Written {
        edits,
        sites,
        name: candidate.spelling.clone(),
        storage,
        moved,
    })
}

/// The edits of a declaration that stays where it is.
fn declared(context: &Context, plan: &Plan) -> Result<Vec<Edit>, EmitError> {
    let mut edits = declaration::edits(context, plan)?;
    edits.extend(comment::edit(context, plan));
    Ok(edits)
}

/// A word goes, with the blanks behind it.
fn without_blank(file: &SourceFile, word: Span) -> Edit {
    let behind = file.bytes[word.end as usize..].iter();
    let blanks = behind.take_while(|b| **b == b' ').count() as u32;
    Edit {
        span: Span::new(word.start, word.end + blanks),
        text: String::new(),
    }
}

/// The edits of all folds of a file, assertions included.
///
/// Folds that would change one piece of text in another way than an earlier fold come back by index,
/// without edits.
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
            // What is admitted can be inserted.
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
    for edit in statics::declarations(&unit.file, moved) {
        // It stands between declarations or statements: nothing can overlap it.
        let _ = all.insert(edit);
    }
    for (body, conditions) in assertions.iter().filter(|(_, c)| !c.is_empty()) {
        // Assertions stand before the first statement: nothing can overlap them.
        let _ = all.insert(assertion::edit(unit, *body, conditions));
    }
    for edit in bodies::edits(&unit.file, &additions) {
        // No edit of a fold holds the start or the end of a loop.
        let _ = all.insert(edit);
    }
    (all, failed)
}
