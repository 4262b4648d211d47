//! The passes over a file, in their order.

use crate::advice::ADVISE;
use crate::assumed::FACTS;
use crate::contract::CONTRACT;
use crate::engine::{self, New};
use crate::folded::Folded;
use crate::guarded::GUARD;
use crate::linkage::LINKAGE;
use crate::options::Options;
use crate::shapes::SHAPES;
use crate::sharing::SHARE;
use crate::splitting::SPLIT;
use crate::stages::FUSE;
use crate::text::{Version, finished};
use crate::tiling::{TIDY, TILE};
use scop::Order;
use source::{Flags, PreprocessError, SourceFile};
use std::sync::Arc;

/// The passes over a file.
const ALL: [New; 11] = [
    GUARD, FACTS, LINKAGE, SHAPES, SPLIT, FUSE, CONTRACT, ADVISE, SHARE, TILE, TIDY,
];

/// Folds every array of a file that can be folded; see [`Options`] for what precedes and follows.
/// Facts that are not about the file make the result [`Folded::invalid`].
///
/// Call it on a thread with a stack of [`crate::STACK_BYTES`].
///
/// # Errors
/// Only when the file cannot be preprocessed.
pub fn fold(file: SourceFile, flags: &Flags, options: &Options) -> Result<Folded, PreprocessError> {
    // Loops that are fused pass few rows on: their tiles overlap.
    let is_tilable = options.tile.is_some() && options.fuse.is_none();
    let options = Options {
        order: options.order.or(is_tilable.then_some(Order::Tilable)),
        ..options.clone()
    };
    let fold = |original: &Arc<Version>| engine::run(&ALL, None, original, flags, &options);
    finished(file, flags, fold, |folded| &folded.bytes)
}
