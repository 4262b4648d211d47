//! Constructs of C beyond plain loops that random kernels may contain, one feature per file. Must
//! not know the tools that read the kernels.
//!
//! Each feature preserves the value of the kernel: `shape` changes a draft before it is repaired,
//! `finish` changes the text of a valid kernel.

pub(super) mod bounds;
pub(super) mod counters;
pub(super) mod directives;
pub(super) mod exits;
pub(super) mod gnu;
pub(super) mod lanes;
pub(super) mod products;
pub(super) mod twice;

use crate::random::feature_set::{Feature, Features, OPENMP, STATICS};
use crate::random::kernel::Kernel;
use crate::rng::Rng;

use Feature::*;

/// The features of the kernel of a seed, with the random numbers for its text.
pub(super) fn of_kernel(seed: u64, features: Features) -> (Features, Rng) {
    let mut random = Rng::new(seed ^ 0x5EED_FEA7);
    (features.of_kernel(&mut random), random)
}

/// Changes a draft.
pub(super) fn shape(kernel: &mut Kernel, features: Features, random: &mut Rng) {
    if features.has_any(&STATICS) {
        lanes::shape(kernel, features, random);
    }
    if features.has(Bounds) {
        bounds::shape(kernel, random);
    }
    if features.has(Exits) {
        exits::shape(kernel, random);
    }
    if features.has(Twice) {
        twice::shape(kernel, random);
    }
    if features.has(C90) {
        kernel.outer_iterators = true;
    }
}

/// Changes the text of a valid kernel.
pub(super) fn finish(kernel: &mut Kernel, features: Features, random: &mut Rng) {
    if features.has_any(&OPENMP) {
        directives::finish(kernel, features, random);
    }
    if features.has(Counters) && !features.has(C90) {
        counters::finish(kernel, random);
    }
    if features.has_any(&[Expressions, Lines]) {
        gnu::wrap(kernel, features, random);
    }
    if features.has(Constants) {
        kernel.manner.constants = Some(random.below(1 << 30));
    }
    if features.has(Questions) {
        kernel.manner.questions = Some(random.below(1 << 30));
    }
    kernel.manner.assertions = features.has(Assertions);
    kernel.manner.is_compact = features.has(Lines) && !random.one_in(3);
    if features.has(Warnings) {
        kernel.manner.has_casts = true;
        kernel.manner.counter = counters::quiet(kernel, random);
    }
}
