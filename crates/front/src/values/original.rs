//! The facts about the original that are known when a folded text is read: its parameters and its
//! arrays.
//!
//! Smaller arrays say less: `t[y][x]` of `t[H][W]` shows `y < H` and `x < W` wherever it is
//! executed, `t[(x + W * y) % 9]` shows neither. So a folded text is read with the scop of the
//! original at hand. Nothing comes from the folder, so that a fold made by hand reads as well as
//! any other. Nothing is believed blindly: an access that is read under facts happens, in the scop,
//! only where they hold, and the proof demands that it happens wherever the access of the original
//! does.

use crate::values::params::FlatLoops;
use c::names::symbols::{Symbols, VarId};
use poly::Expr;
use std::collections::BTreeSet;

/// The facts about one region of the original. All expressions are in names of the scop.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Original {
    /// The function.
    pub function: String,
    /// [`crate::Region::ordinal`]
    pub ordinal: usize,
    /// The names of its parameters, which no iterators get.
    pub params: BTreeSet<String>,
    /// Expressions of parameters that are not negative, from declarations.
    pub known: Vec<Expr>,
    /// Macros that the region takes at their value.
    pub fixed_macros: Vec<String>,
    /// The flat loops that the region reads by digits.
    pub flat: FlatLoops,
    /// [`crate::Region::united`]
    pub united: Vec<Vec<usize>>,
    /// The arrays that may be folded.
    pub arrays: Vec<OriginalArray>,
}

/// The facts about an array of the original.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct OriginalArray {
    /// Its name in the text that is read.
    pub name: String,
    /// The number of objects of the function with that name that are declared before.
    pub rank: usize,
    /// Expressions that are not negative where each reference touches an element, in the order in
    /// which references are read.
    pub inside: Vec<Vec<Expr>>,
    /// The original sets all elements where it declares or allocates it.
    pub is_set: bool,
    /// The original moves its elements along with a loop itself: the shifts are statements like
    /// others.
    pub is_shifted: bool,
}

impl Original {
    /// The array that an object of the folded text was.
    pub(crate) fn array(&self, symbols: &Symbols<'_>, id: VarId) -> Option<&OriginalArray> {
        let (name, rank) = (&symbols.variable(id).name, symbols.rank(id));
        let mut arrays = self.arrays.iter();
        arrays.find(|array| array.name == *name && array.rank == rank)
    }
}
