//! Stages as fused loops: the text of a file in which loop nests that follow each other are one
//! loop, proved against the original.
//!
//! ```text
//! calls of stages --inline--> their bodies
//! functions --affine--> systems --schedule--> groups of nests
//!           --fuse--> new text --inner--> inner loops joined --verify--> proved
//! ```

mod apart;
mod attempt;
mod entry;
mod fusing;
mod groups;
mod hint;
mod inner;
mod interchange;
mod pass;
mod places;
mod plans;
mod remarks;
mod request;
mod strips;
mod threads;
mod user_names;

pub use apart::{Apart, Cause, Difference};
pub(crate) use hint::add as add_hints;
pub(crate) use pass::FUSE;

use crate::options::FuseOptions;
use crate::text::{Version, finished, original_span, quiet};
use crate::timings::FusionTimings;
use crate::verify::Assumed;
use attempt::Without;
use plans::Known;
use poly::Expr;
use request::Request;
use source::{Edits, Flags, PreprocessError, SourceFile, Span};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use user_names::UserNames;

/// A file with fused loops.
#[derive(Debug)]
pub struct Fused {
    /// The user's file.
    pub file: SourceFile,
    /// The new text; the old one if nothing is fused.
    pub bytes: Vec<u8>,
    /// From the old text to the new one, one after the other.
    steps: Vec<Edits>,
    /// The stages of functions that are written in place of their calls, and of which nothing is in
    /// a fused loop.
    idle_stages: BTreeMap<String, BTreeSet<String>>,
    /// The functions that are in another form, without fused loops.
    without_loops: BTreeSet<String>,
    /// Those with macros that are lengths of windows, and are not taken at their values.
    leaves_windows: BTreeSet<String>,
    /// The fused loops, in the order of the file.
    pub loops: Vec<FusedLoop>,
    /// Functions whose loops stay, although a plan exists, and why: the proof failed, or nothing is
    /// gained.
    pub unproved: Vec<(String, String)>,
    /// Those of them in which no array gets smaller.
    idle: BTreeSet<String>,
    /// Those of them of which only arrays would have another form.
    loopless: BTreeSet<String>,
    /// Functions with fused loops that one thread executes although strips are asked for, and why.
    pub serial: Vec<(String, String)>,
    /// Loops that stay apart although one reads what the other writes.
    pub apart: Vec<Apart>,
    /// The user's names of members that got names of their own.
    names: UserNames,
    /// How long each pass took.
    pub times: FusionTimings,
}

impl Fused {
    /// The place in the user's file of a place in the new text.
    pub(crate) fn original_span(&self, span: Span) -> Span {
        original_span(&self.steps, span)
    }
}

/// A fused loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FusedLoop {
    /// The function.
    pub function: String,
    /// The nests in the user's file.
    pub nests: Vec<Span>,
    /// The rows that each runs ahead of the last one.
    pub ahead: Vec<i64>,
    /// The rows of each in one iteration.
    pub rates: Vec<i64>,
    /// The rows of arrays that one row of each writes.
    pub steps: Vec<i64>,
    /// Whether loops of the nests have changed places.
    pub is_interchanged: bool,
    /// The arrays of which some rows are kept.
    pub arrays: Vec<Between>,
    /// Whether they follow each other in a loop over blocks of elements.
    pub is_in_blocks: bool,
    /// What the proof assumes.
    pub assumed: Assumed,
    /// How threads share it.
    pub strips: Option<Strips>,
}

/// A loop in strips of rows that threads share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strips {
    /// The rows of a strip.
    pub height: i64,
    /// The rows before them that each strip computes, too.
    pub again: i64,
    /// The arrays of which each strip has its own.
    pub arrays: Vec<String>,
    /// Those of them that have elements for each row of the loop.
    pub with_rows: Vec<String>,
    /// Whether threads shared the loops before.
    pub is_threaded: bool,
}

/// An array between the nests of a fused loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Between {
    /// Its name, or that of the pointer that it is allocated for.
    pub name: String,
    /// The rows that are needed at a time.
    pub rows: i64,
    /// The elements of a row and of all rows, at typical sizes.
    pub elements: [i64; 2],
    /// Whether nothing but these nests touches it.
    pub is_inside: bool,
    /// Whether one of the nests reads what it writes itself: the array may be small without the
    /// others.
    pub is_recurrent: bool,
    /// The first nest that writes it, and the last one that reads it.
    pub ends: [usize; 2],
    /// Its extents by the names of the file, outermost first; none if one is not known.
    extents: Vec<Expr>,
    /// The sizes in them.
    samples: BTreeMap<String, Sample>,
}

/// A typical value of a size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Sample {
    value: i64,
    /// Whether the size is a variable, not a macro.
    is_variable: bool,
}

/// Fuses the loop nests of a file where that shortens the lifetimes of arrays.
///
/// Call it on a thread with a stack of [`crate::STACK_BYTES`].
///
/// # Errors
/// Only when the file cannot be preprocessed.
pub fn fuse(
    file: SourceFile,
    flags: &Flags,
    options: &FuseOptions,
) -> Result<Fused, PreprocessError> {
    let request = Request {
        depth: options.depth,
        strips: options.strips,
        apart: options.apart.clone(),
        ..Request::default()
    };
    let fuse = |original: &Arc<Version>| {
        let memory = &mut fusing::Memory::default();
        let (mut fused, _) = fusing::fused(original, flags, &request, memory)?;
        fused.bytes = quiet(original, fused.bytes, flags);
        Ok(fused)
    };
    finished(file, flags, fuse, |fused| &fused.bytes)
}

/// What stays as it is, and why.
#[derive(Default)]
struct Left {
    /// See [`Fused::unproved`].
    unproved: Vec<(String, String)>,
    /// See [`Fused::loopless`].
    loopless: BTreeSet<String>,
    /// See [`Fused::serial`].
    serial: Vec<(String, String)>,
    /// Functions whose calls of stages stay because a proof failed: their own loops may be fused.
    failed: BTreeMap<String, String>,
    /// Why the last proof of each function failed.
    reasons: BTreeMap<String, String>,
    /// What keeps the loops of stages apart whose calls stay, by caller.
    kept: BTreeMap<String, Vec<Apart>>,
    /// What keeps loops apart that were written in another form for nothing.
    prepared: Vec<Apart>,
}

impl Left {
    /// Functions keep their loops.
    fn stay(&mut self, without: &mut Without, found: impl IntoIterator<Item = (String, String)>) {
        for (function, reason) in found {
            without.functions.insert(function.clone());
            self.unproved.push((function, reason));
        }
    }
}

/// What attempts to fuse the loops of a file leave to later ones.
#[derive(Default)]
struct Past {
    known: Known,
    names: UserNames,
    times: FusionTimings,
}
