//! A random function and its properties.

use super::feature_set::Features;
use super::manner::{Bound, Manner, Sizes, Way};
use super::tree::{self, Array, Block};

/// The number of elements of `in`.
pub(super) const INPUTS: usize = 512;
/// The number of elements of `out`.
pub(super) const OUTPUTS: usize = 1024;

/// The sizes for which a kernel is valid: `n` and `m`.
pub const SIZES_RUN: [[i64; 2]; 6] = [[2, 2], [2, 5], [3, 2], [3, 4], [5, 3], [4, 5]];

/// A random function.
#[derive(Clone, Debug)]
pub struct Kernel {
    pub(super) name: String,
    pub(super) sizes: Sizes,
    pub(super) arrays: Vec<Array>,
    /// The number of scalars. The first is the result of the function.
    pub(super) scalars: usize,
    /// Whether iterators are declared once for all loops.
    pub(super) outer_iterators: bool,
    pub(super) is_static: bool,
    /// Whether elements are accessed through pointers to their rows, where they have rows.
    pub(super) row_pointers: bool,
    pub(super) body: Block,
    /// The number of accesses created.
    pub(super) accesses: usize,
    /// The sizes for which it is valid.
    pub(super) sizes_run: &'static [[i64; 2]],
    pub(super) features: Features,
    pub(super) manner: Manner,
}

/// An access to an element of a temporary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Touch {
    /// The temporary: `t0` is 0.
    pub array: usize,
    /// Its subscripts.
    pub element: Vec<i64>,
    /// Whether it is written.
    pub is_write: bool,
}

impl Kernel {
    /// The name of the function.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its constructs beyond plain loops.
    pub fn features(&self) -> Features {
        self.features
    }

    /// The number of temporaries.
    pub fn temporaries(&self) -> usize {
        self.arrays.len()
    }

    /// Whether its sizes are only the macros `N` and `M`.
    pub fn has_macro_sizes(&self) -> bool {
        self.sizes == Sizes::Macros
    }

    /// Whether it calls, or is called by, functions of another file.
    pub(super) fn needs_other_file(&self) -> bool {
        let manner = &self.manner;
        let in_bound = |b: &Bound| b.way == Way::OtherFile;
        manner.lanes.is_some()
            || manner.volatile_scalars
            || manner.bound.as_ref().is_some_and(in_bound)
            || tree::calls(&self.body)
    }

    /// Whether a temporary has one subscript in C, although it has several dimensions.
    pub fn is_flat(&self, array: usize) -> bool {
        self.arrays[array].home.is_flat() && self.arrays[array].extents.len() > 1
    }

    /// The number of inner blocks that declare a temporary; 0 if it belongs to the whole function.
    pub fn declarations(&self, array: usize) -> usize {
        tree::declarations(&self.body, array)
    }
}
