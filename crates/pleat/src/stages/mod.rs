//! Stages as fused loops: the text of a file in which loop nests that follow each other are one
//! loop, proved against the original.
//!
//! ```text
//! calls of stages --inline--> their bodies
//! functions --affine--> systems --schedule--> groups of nests
//!           --fuse--> new text --inner--> inner loops joined --verify--> proved
//! ```

mod apart;
mod asserted;
mod attempt;
mod entry;
mod fold;
mod groups;
mod hint;
mod inner;
mod interchange;
mod lines;
mod places;
mod plans;
mod remarks;
mod request;
mod sizes;
mod strips;
mod user_names;

pub use apart::{Apart, Cause};
pub(crate) use asserted::{assert, follows, may_assert};
pub(crate) use attempt::original_span;
pub(crate) use fold::fold;
pub(crate) use lines::keeping;
pub(crate) use plans::{system, without_tiny_sizes};
pub(crate) use sizes::Sizes;

use crate::options::FuseOptions;
use crate::text::{Version, finished, quiet};
use crate::timings::FusionTimings;
use crate::verify::{Assumed, Context, PresentValue, Verdict, VerifyOptions, verify_texts};
use attempt::{Attempt, Without};
use plans::{Known, Plan};
use poly::Expr;
use request::Request;
use source::{Edits, Flags, PreprocessError, SourceFile, Span};
use std::collections::BTreeMap;
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
    /// The fused loops, in the order of the file.
    pub loops: Vec<FusedLoop>,
    /// Functions whose loops stay, although a plan exists, and why: the proof failed, or nothing is
    /// gained.
    pub unproved: Vec<(String, String)>,
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
        let plans = &mut Known::default();
        let (mut fused, _) = fuse_as(Arc::clone(original), flags, &request, plans)?;
        fused.bytes = quiet(original, fused.bytes, flags);
        Ok(fused)
    };
    finished(file, flags, fuse, |fused| &fused.bytes)
}

/// Fuses the loop nests of a file, as far as a request says, with plans that are known.
/// Returns the new text too.
fn fuse_as(
    original: Arc<Version>,
    flags: &Flags,
    request: &Request,
    known: &mut Known,
) -> Result<(Fused, Arc<Version>), PreprocessError> {
    let mut without = Without::of(request);
    let mut may_interchange = true;
    let mut left = Left::default();
    let mut past = Past {
        known: std::mem::take(known),
        ..Past::default()
    };
    loop {
        let mut attempt = Attempt::new(&original, flags, &without, past)?;
        if attempt.leaves_useless(&mut without, &mut left) {
            past = attempt.past;
            continue;
        }
        if without.distributes(&attempt.cuts) {
            past = attempt.past;
            continue;
        }
        if std::mem::take(&mut may_interchange)
            && let Some(other) = interchange::helpful(&original, flags, &without, &mut attempt)?
        {
            (without, past) = (other, attempt.past);
            may_interchange = true;
            continue;
        }
        attempt.finish(&without)?;
        let threaded = attempt.threaded_without_strips();
        if !threaded.is_empty() {
            left.stay(&mut without, threaded);
            past = attempt.past;
            continue;
        }
        let moved = attempt.keep_lines(request.keep_lines);
        if !moved.is_empty() {
            let reason = "the lines after them would get other numbers";
            let moved = moved.into_iter().map(|f| (f, reason.to_string()));
            left.stay(&mut without, moved);
            past = attempt.past;
            continue;
        }
        let faults = attempt.faults(&without)?;
        if faults.is_empty() {
            *known = std::mem::take(&mut attempt.past.known);
            return attempt.fused(left);
        }
        for (function, fault) in faults {
            attempt.blame(function, fault, &mut without, &mut left)?;
        }
        past = attempt.past;
    }
}

/// What stays as it is, and why.
#[derive(Default)]
struct Left {
    /// See [`Fused::unproved`].
    unproved: Vec<(String, String)>,
    /// See [`Fused::serial`].
    serial: Vec<(String, String)>,
    /// Functions whose calls of stages stay because a proof failed: their own loops may be fused.
    failed: BTreeMap<String, String>,
    /// Why the last proof of each function failed.
    reasons: BTreeMap<String, String>,
    /// What keeps the loops of stages apart whose calls stay, by caller.
    kept: BTreeMap<String, Vec<Apart>>,
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

/// Why the new text of a function is not taken.
pub(crate) struct Fault {
    pub(crate) reason: String,
    /// If the proof holds for the present values of these macros alone.
    pub(crate) macros: Vec<PresentValue>,
}

impl Fault {
    pub(crate) fn new(reason: impl Into<String>) -> Self {
        Fault {
            reason: reason.into(),
            macros: Vec::new(),
        }
    }
}

/// The functions whose new text is not proved, and why. Notes the assumptions of the proofs.
fn faults(
    texts: (&Arc<Version>, &Arc<Version>),
    flags: &Flags,
    without: &Without,
    functions: &mut BTreeMap<String, Plan>,
) -> Vec<(String, Fault)> {
    let names = functions.keys().cloned().collect();
    let request = &without.request;
    let options = VerifyOptions::within(request.proof_operations, request.apart.clone());
    let found = proofs(texts, flags, names, options);
    let mut faults = Vec::new();
    for (name, proof) in found {
        let asserted = without.asserted.get(&name).map_or(&[][..], Vec::as_slice);
        let fault = match (proof, functions.get_mut(&name)) {
            (Ok(context), Some(plan)) => {
                let assumed = Assumed::of(&name, &context);
                for fused in &mut plan.loops {
                    fused.assumed.clone_from(&assumed);
                }
                restriction(&context, asserted)
            }
            (proof, _) => proof.err(),
        };
        faults.extend(fault.map(|fault| (name, fault)));
    }
    faults
}

/// The proofs of functions of a new text whose loops were moved, or why there are none.
pub(crate) fn proofs(
    (before, after): (&Arc<Version>, &Arc<Version>),
    flags: &Flags,
    functions: Vec<String>,
    options: VerifyOptions,
) -> Vec<(String, Result<Context, Fault>)> {
    // No names would stand for all functions.
    if functions.is_empty() {
        return Vec::new();
    }
    let options = VerifyOptions {
        functions: functions.clone(),
        is_moved: true,
        ..options
    };
    let texts = (Arc::clone(before), Arc::clone(after));
    let mut found = verify_texts(texts, flags, &options).functions;
    let proof = |name: String| {
        let at = found.iter().position(|f| f.name == name);
        let proof = match at.map(|at| found.swap_remove(at).verdict) {
            Some(Verdict::Proved(context)) => Ok(context),
            Some(Verdict::Unknown(reason)) => Err(Fault::new(&reason.message)),
            Some(Verdict::Refuted(witness)) => Err(Fault::new(&witness.message)),
            Some(Verdict::Unchanged) | None => Err(Fault::new("no verdict")),
        };
        (name, proof)
    };
    functions.into_iter().map(proof).collect()
}

/// Why a proof is not enough: it is restricted to parameter values although the original is defined
/// elsewhere. The new text asserts some macros.
pub(crate) fn restriction(proved: &Context, asserted: &[PresentValue]) -> Option<Fault> {
    let values = proved.present_values.iter();
    let macros: Vec<PresentValue> = values.filter(|m| !asserted.contains(m)).cloned().collect();
    let conditions = match proved.is_defined_only_there {
        true => &[][..],
        false => &proved.conditions,
    };
    let values = macros.iter().map(PresentValue::to_string);
    let all: Vec<String> = conditions.iter().cloned().chain(values).collect();
    (!all.is_empty()).then(|| Fault {
        reason: format!("the proof only holds if {}", all.join(" and ")),
        macros: match conditions.is_empty() {
            true => macros,
            false => Vec::new(),
        },
    })
}
