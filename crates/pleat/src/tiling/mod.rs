//! Loop nests in tiles: the text of a file in which loops over tiles surround loop nests, proved
//! against the original.
//!
//! ```text
//! functions --affine--> systems --schedule--> forms of tiles --tile--> new text --verify--> proved
//! ```

mod buffers;
mod costs;
mod footprint;
mod hexagons;
mod larger;
mod overlap;
mod pass;
mod plan;
mod plans;
mod remarks;
mod sizes;
mod steps;
mod usual;
mod written;

pub(crate) use pass::{TIDY, TILE};

use crate::budget::{PROOF_OF_SKEWED_TILES, PROOF_OF_TILES};
use crate::engine::{Claim, Effort, Fault, Proposal, Proposer, Verdicts, may_assert, settle};
use crate::facts::FactError;
use crate::options::{TileOptions, TileShape};
use crate::text::{Version, finished, keeping, quiet};
use crate::verify::Assumed;
use costs::Costs;
use plan::Plan;
use plans::with_nests;
use poly::Expr;
use sizes::Sized;
use source::{Edits, Flags, PreprocessError, SourceFile, Span};
use std::collections::BTreeMap;
use std::sync::Arc;
use tile::Sharing;

/// A file with nests in tiles.
#[derive(Debug)]
pub struct Tiled {
    /// The user's file.
    pub file: SourceFile,
    /// The new text; the old one if nothing is tiled.
    pub bytes: Vec<u8>,
    /// The nests in tiles, in the order of the file.
    pub nests: Vec<TiledNest>,
    /// The nests that stay as they are, and why.
    pub untiled: Vec<Untiled>,
}

/// A nest in tiles.
#[derive(Clone, Debug)]
pub struct TiledNest {
    /// Its function.
    pub function: String,
    /// Its place in the user's file.
    pub at: Span,
    /// The loops over tiles, outermost first.
    pub counters: Vec<String>,
    /// The forms of a unit that is in all loops, by dimension.
    pub forms: Vec<Expr>,
    /// The shape of tiles.
    pub shape: TileShape,
    /// The iterations that each tile computes again beside it, at most; 0 if no instance is in two
    /// tiles.
    pub again: i64,
    /// The arrays of which each tile has a part by itself.
    pub buffers: Vec<String>,
    /// Whether each tile executes several steps on copies of arrays.
    pub has_copies: bool,
    /// Whether each step of a tile loads and stores the elements of its buffers.
    pub has_transfers: bool,
    /// How threads share the tiles.
    pub sharing: Sharing,
    /// What the proof assumes.
    pub assumed: Assumed,
    /// Why tiles do not have the shape that was asked for, as a sentence.
    no_shape: Option<String>,
    /// Why it has no overlapped tiles of several steps, which were asked for, as a sentence.
    no_steps: Option<String>,
    /// Why tiles have no buffers, which were asked for, as a sentence.
    no_buffers: Option<String>,
    /// Why threads do not share its tiles, which was asked for, as a sentence.
    no_threads: Option<String>,
    /// Why a loop around it is not divided, as a sentence with its line.
    around: Option<String>,
    /// Why no proof is to be expected, as a sentence.
    obstacle: Option<String>,
}

impl TiledNest {
    /// Whether some tiles move along with the counters of outer loops.
    fn is_skewed(&self) -> bool {
        let counters = |form: &Expr| form.terms().count();
        self.forms.iter().any(|form| counters(form) > 1)
    }
}

/// A nest that stays as it is.
#[derive(Clone, Debug)]
pub struct Untiled {
    /// Its function.
    pub function: String,
    /// Its place in the user's file.
    pub at: Span,
    /// Why, as a sentence.
    pub reason: String,
    /// Two statements of which the first must precede the second.
    pub order: Option<(Span, Span)>,
    /// Whether tiles would gain nothing.
    pub is_useless: bool,
}

/// Why loops cannot be tiled.
#[derive(Debug, thiserror::Error)]
pub enum TileError {
    /// The file cannot be preprocessed.
    #[error(transparent)]
    Preprocess(#[from] PreprocessError),
    /// A size may change, or its place in a function is not known.
    #[error(transparent)]
    Size(#[from] FactError),
    /// A size has no meaning.
    #[error("--sizes {0}: the file has neither a macro nor a variable of this name")]
    Unknown(String),
}

/// Writes the loop nests of a file in tiles.
///
/// Call it on a thread with a stack of [`crate::STACK_BYTES`].
///
/// # Errors
/// The file cannot be preprocessed, or a size is no macro or variable of it.
pub fn tile(file: SourceFile, flags: &Flags, options: &TileOptions) -> Result<Tiled, TileError> {
    let tile = |original: &Arc<Version>| {
        let mut tiled = in_tiles(original, flags, options)?;
        tiled.bytes = quiet(original, tiled.bytes, flags);
        Ok(tiled)
    };
    finished(file, flags, tile, |tiled| &tiled.bytes)
}

/// The same with names that may hide others.
fn in_tiles(text: &Arc<Version>, flags: &Flags, options: &TileOptions) -> Result<Tiled, TileError> {
    let file = text.unit().file.clone();
    let has_loops = |text: &Version| with_nests(text.program(), options);
    let sized = Sized::new(text, flags, &options.sizes, &has_loops)?;
    let costs = Costs::default();
    let (plans, untiled) = larger::plans(&sized.text, flags, options, &costs);
    let mut tiler = Tiler {
        original: &sized.text,
        file: &file,
        flags,
        options,
        costs,
        plans,
        untiled,
        verdicts: Verdicts::default(),
        bytes: None,
    };
    settle(&mut tiler)?;
    let Tiler {
        plans,
        mut untiled,
        bytes,
        ..
    } = tiler;
    let bytes = match bytes {
        None => file.bytes.clone(),
        Some(bytes) if options.keep_lines => bytes,
        Some(bytes) => sized.finished(bytes),
    };
    for nest in &mut untiled {
        nest.at = sized.original_span(nest.at);
        let places = |(a, b)| (sized.original_span(a), sized.original_span(b));
        nest.order = nest.order.map(places);
    }
    untiled.sort_by_key(|nest| nest.at.start);
    let mut nests: Vec<TiledNest> = plans.into_values().flat_map(|p| p.nests).collect();
    for nest in &mut nests {
        nest.at = sized.original_span(nest.at);
    }
    nests.sort_by_key(|nest| nest.at.start);
    Ok(Tiled {
        file,
        bytes,
        nests,
        untiled,
    })
}

/// Attempts to write the nests of a file in tiles.
struct Tiler<'t> {
    /// The text with the sizes of tiles.
    original: &'t Arc<Version>,
    /// The text without them.
    file: &'t SourceFile,
    flags: &'t Flags,
    options: &'t TileOptions,
    costs: Costs,
    plans: BTreeMap<String, Plan>,
    untiled: Vec<Untiled>,
    verdicts: Verdicts,
    /// The new text, once it is proved.
    bytes: Option<Vec<u8>>,
}

impl Tiler<'_> {
    /// How the new text of a function is to be proved.
    fn claim(&self, function: &str, plan: &Plan) -> Claim {
        // Others may be proved with the loops over tiles, too, which takes long for these.
        let is_skewed = plan.nests.iter().any(TiledNest::is_skewed);
        // With buffers there is no proof, or one that is found soon.
        let has_transfers = plan.has_transfers();
        let operations = match plan.has_copies() || is_skewed {
            true if !has_transfers => PROOF_OF_SKEWED_TILES,
            _ => PROOF_OF_TILES,
        };
        // Something is left for a simpler plan.
        let allowance = match plan.simpler(self.options, function) {
            Some(_) => self.costs.half_of(function),
            None => self.costs.of(function),
        };
        Claim {
            function: function.to_string(),
            asserted: plan.asserted.clone(),
            allowance: Some(allowance),
            effort: Effort {
                operations,
                has_tiles: is_skewed && !has_transfers && !plan.has_copies(),
                sizes: plan.required.clone(),
            },
        }
    }

    /// Asserts the macros that a proof rests on, or plans less for a function.
    fn blame(&mut self, function: String, fault: Fault) {
        let program = self.original.program();
        let is_open = !fault.macros.is_empty() && may_assert(program, &function, &fault.macros);
        let Some(mut plan) = self.plans.remove(&function) else {
            return;
        };
        if is_open && plan.asserted.is_empty() {
            plan.assert_macros(program, &function, fault.macros);
            self.plans.insert(function, plan);
            return;
        }
        let Some(others) = plan.simpler(self.options, &function) else {
            self.untiled.extend(plan.stays(&function, &fault.reason));
            return;
        };
        let (mut new, stay) = larger::plans(self.original, self.flags, &others, &self.costs);
        self.untiled.retain(|nest| nest.function != function);
        self.untiled.extend(stay);
        for simpler in new.values_mut() {
            simpler.note(&plan, self.options, &fault.reason);
        }
        self.plans.append(&mut new);
    }
}

impl Proposer for Tiler<'_> {
    type Proposal = Proposal;
    type Fault = (String, Fault);

    fn propose(&mut self) -> Result<Option<Proposal>, PreprocessError> {
        if self.plans.is_empty() || self.bytes.is_some() {
            return Ok(None);
        }
        let written = all_edits(&self.plans).apply(&self.original.unit().file.bytes);
        let keep_lines = self.options.keep_lines;
        let Some(written) = on_lines(self.file, self.original, written, keep_lines) else {
            let all = std::mem::take(&mut self.plans).into_iter();
            let reason = "the lines after them would get other numbers";
            let stay = all.flat_map(|(name, plan)| plan.stays(&name, reason));
            self.untiled.extend(stay);
            return Ok(None);
        };
        let new = self.original.again(written, self.flags)?;
        let claims = { self.plans.iter() }.map(|(name, plan)| self.claim(name, plan));
        Ok(Some(Proposal::new(self.original, new, claims.collect())))
    }

    fn faults(&mut self, proposal: &mut Proposal) -> Vec<(String, Fault)> {
        proposal.faults(self.flags, &self.options.apart, &mut self.verdicts)
    }

    fn accept(&mut self, mut proposal: Proposal) -> Result<(), PreprocessError> {
        self.bytes = Some(proposal.after.unit().file.bytes.clone());
        for (function, plan) in &mut self.plans {
            let assumed = proposal.assumed.remove(function).unwrap_or_default();
            for nest in &mut plan.nests {
                nest.assumed = assumed.clone();
            }
        }
        Ok(())
    }

    fn retreat(
        &mut self,
        _: Proposal,
        faults: Vec<(String, Fault)>,
    ) -> Result<(), PreprocessError> {
        for (function, fault) in faults {
            self.blame(function, fault);
        }
        Ok(())
    }
}

/// A new text on the lines of the user's file: all of it, or the part before the last use of a line
/// number. `None` if that is impossible.
fn on_lines(file: &SourceFile, original: &Version, new: Vec<u8>, all: bool) -> Option<Vec<u8>> {
    let until = match all {
        true => u32::MAX,
        false => original.unit().last_line_use(),
    };
    let new = SourceFile::new(file.path.clone(), new);
    let edits = keeping(file, &new, until)?;
    Some(edits.apply(&new.bytes))
}

fn all_edits(plans: &BTreeMap<String, Plan>) -> Edits {
    let mut edits = Edits::default();
    for plan in plans.values() {
        // Functions do not overlap.
        let _ = edits.merge(plan.edits.clone());
    }
    edits
}
