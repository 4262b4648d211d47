//! Parts of arrays that live longer than the rest, as arrays of their own: the text of a file in
//! which they are, proved against the original, before the fold.
//!
//! ```text
//! functions --lifetime--> faces of arrays --attempt--> new text --fold--> fewer elements
//!           --verify--> proved
//! ```
//!
//! Splitting follows Yuki, Rajopadhye: "Memory Allocations for Tiled Uniform Dependence Programs",
//! Section 6; [`lifetime::long_lived_faces`] finds the faces, the fold of each new text decides.

mod attempt;
mod declaration;
mod gain;
mod place;
mod remarks;
mod wishes;
mod writing;

use crate::fold::Folded;
use crate::options::{NoOverlap, Options};
use crate::stages::{self, Fault, assert, may_assert, proofs, restriction};
use crate::text::Version;
use crate::verify::{Assumed, PresentValue, VerifyOptions};
use attempt::{Attempt, Text};
use gain::Gain;
use source::{Edits, Flags, PreprocessError};
use std::sync::Arc;
use wishes::Wish;

/// Elementary set operations for the proof of one function.
const PROOF_OPERATIONS: u64 = 4 * poly::OPERATIONS_PER_SECOND;

/// Folds every array of a file that can be folded; with [`Options::split`], after the parts of
/// arrays that live longer than the rest became arrays of their own, as far as that makes the fold
/// smaller.
///
/// # Errors
/// Only when a text cannot be preprocessed.
pub(crate) fn fold(
    original: &Arc<Version>,
    flags: &Flags,
    options: &Options,
) -> Result<Folded, PreprocessError> {
    if !options.split {
        return stages::fold(original, flags, options);
    }
    let split = split(original, flags, options)?;
    if split.is_empty() {
        let mut folded = stages::fold(original, flags, options)?;
        split.add_to(&mut folded);
        return Ok(folded);
    }
    let mut options = options.clone();
    if !options.only.is_empty() {
        options.only.extend(split.names());
    }
    let folded = stages::fold(&split.text.version, flags, &options)?;
    Ok(split.in_users_file(folded, original.unit().file.clone()))
}

/// A text in which parts of arrays are arrays of their own.
struct Split {
    text: Text,
    arrays: Vec<SplitArray>,
    /// Arrays that stay whole although a smaller fold exists, by function and name, and why.
    unproved: Vec<(String, String, String)>,
}

/// An array of which parts are arrays of their own.
struct SplitArray {
    function: String,
    name: String,
    /// Its name in its declaration.
    declared: source::Span,
    pieces: Vec<Piece>,
    gain: Gain,
    /// The assumptions of the proof.
    assumed: Assumed,
}

/// A part of an array that is an array of its own.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    /// Its name.
    pub(super) name: String,
    /// The dimension, and its subscript there.
    pub(super) dim: usize,
    pub(super) at: String,
    /// The dimensions of the array.
    pub(super) dims: usize,
    /// Whether the array has its values too.
    pub(super) is_copy: bool,
}

/// Splits the arrays of each function, as far as the fold gets smaller and the new text is proved.
fn split(
    original: &Arc<Version>,
    flags: &Flags,
    options: &Options,
) -> Result<Split, PreprocessError> {
    let mut split = Split {
        text: Text::of(Arc::clone(original), options.keep_lines),
        arrays: Vec::new(),
        unproved: Vec::new(),
    };
    for wish in wishes::all(original.program(), options) {
        let attempt = Attempt {
            wish: &wish,
            flags,
            options,
            start: &split.text,
        };
        for (text, gain) in attempt.smaller()? {
            match proved((original, &wish), text, flags, &options.assume.apart)? {
                Ok((text, assumed)) => {
                    split.arrays.push(SplitArray {
                        function: wish.function.clone(),
                        name: wish.array.clone(),
                        declared: wish.declared,
                        pieces: text.pieces_of(&wish.array),
                        gain,
                        assumed,
                    });
                    split.text = text;
                    split
                        .unproved
                        .retain(|(f, a, _)| (f, a) != (&wish.function, &wish.array));
                    break;
                }
                Err(reason) => {
                    let (function, array) = (wish.function.clone(), wish.array.clone());
                    split.unproved.push((function, array, reason));
                }
            }
        }
    }
    Ok(split)
}

/// A text and what its proof assumes, or the reason why there is none.
type Proof = Result<(Text, Assumed), String>;

/// A new text with the assertions that its proof needs.
fn proved(
    (original, wish): (&Arc<Version>, &Wish),
    text: Text,
    flags: &Flags,
    apart: &NoOverlap,
) -> Result<Proof, PreprocessError> {
    let check = |text: &Text, asserted: &[PresentValue]| {
        let functions = vec![wish.function.clone()];
        let found = proofs(
            (original, &text.version),
            flags,
            functions,
            VerifyOptions::within(PROOF_OPERATIONS, apart.clone()),
        );
        let (_, proof) = found.into_iter().next()?;
        Some(
            proof.and_then(|context| match restriction(&context, asserted) {
                Some(fault) => Err(fault),
                None => Ok(Assumed::of(&wish.function, &context)),
            }),
        )
    };
    let none = || Err(Fault::new("no verdict"));
    let fault = match check(&text, &[]).unwrap_or_else(none) {
        Ok(assumed) => return Ok(Ok((text, assumed))),
        Err(fault) => fault,
    };
    let program = text.version.program();
    if fault.macros.is_empty() || !may_assert(program, &wish.function, &fault.macros) {
        return Ok(Err(fault.reason));
    }
    let mut edits = Edits::default();
    let below = "parts of arrays are split off";
    assert(&mut edits, program, (&wish.function, &fault.macros), below);
    let asserted = text.edited(edits, flags)?;
    let proof = check(&asserted, &fault.macros).unwrap_or_else(none);
    Ok(proof
        .map(|assumed| (asserted, assumed))
        .map_err(|fault| fault.reason))
}
