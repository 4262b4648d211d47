//! Loop nests in tiles: the text of a file in which loops over tiles surround loop nests, proved
//! against the original.
//!
//! ```text
//! functions --affine--> systems --schedule--> forms of tiles --tile--> new text --verify--> proved
//! ```

mod buffers;
mod costs;
mod fold;
mod footprint;
mod hexagons;
mod larger;
mod overlap;
mod plan;
mod plans;
mod remarks;
mod sizes;
mod steps;
mod usual;
mod written;

pub(crate) use fold::fold;

use crate::facts::FactError;
use crate::options::{NoOverlap, TileOptions, TileShape};
use crate::stages::{Fault, keeping, may_assert, proofs, restriction};
use crate::text::{Version, finished, quiet};
use crate::verify::{Assumed, VerifyOptions};
use costs::Costs;
use plan::Plan;
use plans::with_nests;
use poly::{Allowance, Expr};
use sizes::Sized;
use source::{Edits, Flags, PreprocessError, SourceFile, Span};
use std::collections::BTreeMap;
use std::sync::Arc;
use tile::Sharing;

/// Elementary set operations for the proof of a function with skewed tiles or copies of arrays, and
/// of another one, which is tried in more ways.
const SKEWED_OPERATIONS: u64 = 8 * poly::OPERATIONS_PER_SECOND;
const OTHER_OPERATIONS: u64 = 2 * poly::OPERATIONS_PER_SECOND;
/// The same for one whose tiles have buffers: these have no proof, or one that is found soon.
const BUFFERED_OPERATIONS: u64 = 2 * poly::OPERATIONS_PER_SECOND;

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
    let original = &sized.text;
    let costs = Costs::default();
    let (mut plans, mut untiled) = larger::plans(original, flags, options, &costs);
    let mut bytes = file.bytes.clone();
    while !plans.is_empty() {
        let written = all_edits(&plans).apply(&original.unit().file.bytes);
        let Some(written) = on_lines(&file, original, written, options.keep_lines) else {
            let all = std::mem::take(&mut plans).into_iter();
            let reason = "the lines after them would get other numbers";
            untiled.extend(all.flat_map(|(name, plan)| plan.stays(&name, reason)));
            break;
        };
        let new = original.again(written.clone(), flags)?;
        let allowances = allowances(&plans, options, &costs);
        let faults = faults(
            (original, &new),
            flags,
            &options.apart,
            &mut plans,
            &allowances,
        );
        if faults.is_empty() {
            bytes = match options.keep_lines {
                true => written,
                false => sized.finished(written),
            };
            break;
        }
        for (function, fault) in faults {
            let is_open = !fault.macros.is_empty()
                && may_assert(original.program(), &function, &fault.macros);
            let known = plans.get_mut(&function);
            if let Some(plan) = known.filter(|plan| is_open && plan.asserted.is_empty()) {
                plan.assert_macros(original.program(), &function, fault.macros);
                continue;
            }
            let Some(plan) = plans.remove(&function) else {
                continue;
            };
            let Some(others) = plan.simpler(options, &function) else {
                untiled.extend(plan.stays(&function, &fault.reason));
                continue;
            };
            let (mut new, stay) = larger::plans(original, flags, &others, &costs);
            untiled.retain(|nest| nest.function != function);
            untiled.extend(stay);
            for simpler in new.values_mut() {
                simpler.note(&plan, options, &fault.reason);
            }
            plans.append(&mut new);
        }
    }
    for nest in &mut untiled {
        nest.at = sized.original_span(nest.at);
        let places = |(a, b)| (sized.original_span(a), sized.original_span(b));
        nest.order = nest.order.map(places);
    }
    for nest in plans.values_mut().flat_map(|plan| &mut plan.nests) {
        nest.at = sized.original_span(nest.at);
    }
    untiled.sort_by_key(|nest| nest.at.start);
    let mut nests: Vec<TiledNest> = plans.into_values().flat_map(|p| p.nests).collect();
    nests.sort_by_key(|nest| nest.at.start);
    Ok(Tiled {
        file,
        bytes,
        nests,
        untiled,
    })
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

/// What the proof of each plan may cost: not all, if a simpler plan may follow.
fn allowances(
    plans: &BTreeMap<String, Plan>,
    options: &TileOptions,
    costs: &Costs,
) -> BTreeMap<String, Allowance> {
    let of = |(name, plan): (&String, &Plan)| {
        let own = match plan.simpler(options, name) {
            Some(_) => costs.half_of(name),
            None => costs.of(name),
        };
        (name.clone(), own)
    };
    plans.iter().map(of).collect()
}

/// The functions whose new text is not proved, and why. Notes the assumptions of the proofs.
fn faults(
    texts: (&Arc<Version>, &Arc<Version>),
    flags: &Flags,
    apart: &NoOverlap,
    plans: &mut BTreeMap<String, Plan>,
    allowances: &BTreeMap<String, Allowance>,
) -> Vec<(String, Fault)> {
    let mut faults = Vec::new();
    // Others may be proved with the loops over tiles, too, which takes long for these.
    let is_skewed = |name: &String| plans[name].nests.iter().any(TiledNest::is_skewed);
    let has_transfers = |name: &String| plans[name].has_transfers();
    let has_copies = |name: &String| plans[name].has_copies();
    let (buffered, others): (Vec<String>, Vec<String>) =
        plans.keys().cloned().partition(has_transfers);
    let (copied, others): (Vec<String>, Vec<String>) = others.into_iter().partition(has_copies);
    let (skewed, others) = others.into_iter().partition(is_skewed);
    let required = larger::by_function(plans);
    let of = |names: Vec<String>, has_tiles, operations| {
        let options = || VerifyOptions {
            has_tiles,
            allowances: allowances.clone(),
            ..VerifyOptions::within(operations, apart.clone())
        };
        let (larger, names) = names
            .into_iter()
            .partition(|name| required.contains_key(name));
        let larger: Vec<String> = larger;
        let mut all = proofs(texts, flags, names, options());
        for name in larger {
            all.extend(larger::proofs(
                texts,
                flags,
                (name.clone(), &required[&name]),
                options(),
            ));
        }
        all
    };
    let proofs = of(skewed, true, SKEWED_OPERATIONS).into_iter();
    let proofs = proofs.chain(of(copied, false, SKEWED_OPERATIONS));
    let proofs = proofs.chain(of(buffered, false, BUFFERED_OPERATIONS));
    for (name, proof) in proofs.chain(of(others, false, OTHER_OPERATIONS)) {
        match proof {
            Ok(context) => {
                let Some(plan) = plans.get_mut(&name) else {
                    continue;
                };
                if let Some(fault) = restriction(&context, &plan.asserted) {
                    faults.push((name, fault));
                } else {
                    for nest in &mut plan.nests {
                        nest.assumed = Assumed::of(&name, &context);
                    }
                }
            }
            Err(fault) => faults.push((name, fault)),
        }
    }
    faults
}
