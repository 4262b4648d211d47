//! Loop nests in tiles: the text of a file in which loops over tiles surround loop nests, proved
//! against the original.
//!
//! ```text
//! functions --affine--> systems --schedule--> forms of tiles --tile--> new text --verify--> proved
//! ```

mod plans;
mod remarks;

use crate::facts::{self, Fact, FactError, Stated};
use crate::stages::{assumptions, proofs, read_file, restriction};
use crate::text::{Emitted, read_again};
use plans::{Plan, plans};
use poly::Expr;
use source::{Edits, Flags, SourceFile, Span};
use std::collections::{BTreeMap, BTreeSet};
use std::str::FromStr;
use tile::Sharing;

/// Elementary set operations for the proof of one function.
const PROOF_OPERATIONS: u64 = 8 * poly::OPERATIONS_PER_SECOND;

/// The size of tiles in one dimension.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TileSize {
    /// A number.
    Number(i64),
    /// A macro or an integer variable of the function.
    Name(String),
}

impl FromStr for TileSize {
    type Err = String;

    fn from_str(text: &str) -> Result<TileSize, String> {
        if let Ok(number) = text.parse::<i64>() {
            return match number {
                1..=1_048_576 => Ok(TileSize::Number(number)),
                _ => Err("a size is a number from 1 to 1048576".to_string()),
            };
        }
        let is_first = |c: char| c.is_ascii_alphabetic() || c == '_';
        let is_name = text.starts_with(is_first)
            && text.chars().all(|c| is_first(c) || c.is_ascii_digit());
        match is_name {
            true => Ok(TileSize::Name(text.to_string())),
            false => Err("a size is a number, a macro or a variable".to_string()),
        }
    }
}

impl TileSize {
    fn expr(&self) -> Expr {
        match self {
            TileSize::Number(number) => Expr::constant(*number),
            TileSize::Name(name) => Expr::var(name),
        }
    }
}

/// Which nests become tiles, and how.
#[derive(Clone, Debug, Default)]
pub struct TileOptions {
    /// The sizes, outermost dimension first.
    pub sizes: Vec<TileSize>,
    /// Whether tiles may be skewed: `i + t`.
    pub may_skew: bool,
    /// Whether threads share the tiles.
    pub is_threaded: bool,
    /// The nests of these functions alone; of all, if there are none.
    pub functions: BTreeSet<String>,
}

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
    /// How threads share the tiles.
    pub sharing: Sharing,
    /// What the proof assumes.
    pub assumptions: Vec<String>,
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

/// Writes the loop nests of a file in tiles.
///
/// Call it on a thread with a stack of [`crate::STACK_BYTES`].
///
/// # Errors
/// The file cannot be preprocessed, or a size is no macro or variable of it.
pub fn tile(file: SourceFile, flags: &Flags, options: &TileOptions) -> Result<Tiled, FactError> {
    let stated = state_sizes(&file, flags, &options.sizes)?;
    let (text, tests) = match &stated {
        Some(stated) => (&stated.file, stated.edits.clone()),
        None => (&file, Edits::default()),
    };
    let original = read_file(text.clone(), flags)?;
    let (mut plans, mut untiled) = plans(original.program(), options);
    let mut bytes = file.bytes.clone();
    while !plans.is_empty() {
        let edits = all_edits(&plans);
        let written = edits.apply(&text.bytes);
        let new = SourceFile::new(file.path.clone(), written.clone());
        let new = read_again(new, flags, Vec::new(), original.syntax())?;
        let faults = faults((&original, &new), flags, &mut plans);
        if faults.is_empty() {
            bytes = match &stated {
                Some(stated) => stated.on_own_lines(written),
                None => written,
            };
            break;
        }
        for (function, reason) in faults {
            let nests = plans.remove(&function).map(|plan| plan.nests);
            untiled.extend(nests.into_iter().flatten().map(|nest| Untiled {
                function: function.clone(),
                at: nest.at,
                reason: reason.clone(),
                order: None,
                is_useless: false,
            }));
        }
    }
    for nest in &mut untiled {
        nest.at = tests.original_span(nest.at);
        let places = |(a, b)| (tests.original_span(a), tests.original_span(b));
        nest.order = nest.order.map(places);
    }
    for nest in plans.values_mut().flat_map(|plan| &mut plan.nests) {
        nest.at = tests.original_span(nest.at);
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

/// The file with tests that sizes which are variables are positive; `None` if all are numbers or
/// macros.
fn state_sizes(
    file: &SourceFile,
    flags: &Flags,
    sizes: &[TileSize],
) -> Result<Option<Stated>, FactError> {
    let unit = source::preprocess(file.clone(), flags)?;
    let names = sizes.iter().filter_map(|size| match size {
        TileSize::Name(name) if !unit.macros.contains_key(name) => Some(name),
        _ => None,
    });
    let facts: Vec<Fact> = names
        .filter_map(|name| format!("{name} >= 1").parse().ok())
        .collect();
    if facts.is_empty() {
        return Ok(None);
    }
    facts::state(file, flags, &facts, (None, false)).map(Some)
}

fn all_edits(plans: &BTreeMap<String, Plan>) -> Edits {
    let mut edits = Edits::default();
    for plan in plans.values() {
        // Functions do not overlap.
        let _ = edits.merge(plan.edits.clone());
    }
    edits
}

/// The functions whose new text is not proved, and why. Notes the assumptions of the proofs.
fn faults(
    texts: (&Emitted, &Emitted),
    flags: &Flags,
    plans: &mut BTreeMap<String, Plan>,
) -> Vec<(String, String)> {
    let names = plans.keys().cloned().collect();
    let mut faults = Vec::new();
    for (name, proof) in proofs(texts, flags, names, PROOF_OPERATIONS) {
        match proof {
            Ok(context) => {
                if let Some(fault) = restriction(&context, &[]) {
                    faults.push((name, fault.reason));
                } else if let Some(plan) = plans.get_mut(&name) {
                    for nest in &mut plan.nests {
                        nest.assumptions = assumptions(&context);
                    }
                }
            }
            Err(fault) => faults.push((name, fault.reason)),
        }
    }
    faults
}
