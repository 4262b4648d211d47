//! Facts about a region that are known before it is read: a folded text is read under the facts of its original.
//!
//! Smaller arrays say less: `t[y][x]` of `t[H][W]` shows `y < H` and `x < W` wherever it is executed,
//! `t[(x + W * y) % 9]` shows neither. Facts come from the original alone, so that a fold made by hand reads as well
//! as any other. None is believed blindly: an access that is read under facts happens, in the scop, only where they
//! hold, and the proof demands that it happens wherever the access of the original does.

use c::names::symbols::{Symbols, VarId};
use poly::Expr;

/// What a region says of its parameters and subscripts. All expressions are in names of the scop, and none is negative.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Facts {
    /// The function.
    pub function: String,
    /// [`crate::Region::ordinal`]
    pub ordinal: usize,
    /// Of parameters, from declarations.
    pub known: Vec<Expr>,
    /// Of arrays.
    pub arrays: Vec<ArrayFacts>,
}

/// What the references to an array say.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct ArrayFacts {
    /// As the text spells it.
    pub name: String,
    /// The number of objects of the function with the same name that are declared before.
    pub rank: usize,
    /// Conditions that hold where each reference touches an element, in the order in which they are read.
    pub inside: Vec<Vec<Expr>>,
}

impl ArrayFacts {
    /// The facts of an array, without those of its references.
    pub(crate) fn of(symbols: &Symbols<'_>, id: VarId) -> Self {
        let name = symbols.variable(id).name.clone();
        let before = symbols.variables.iter().take(id.0);
        ArrayFacts {
            rank: before.filter(|v| v.name == name).count(),
            name,
            inside: Vec::new(),
        }
    }

    /// Whether both are about the same array.
    pub(crate) fn is_about_same(&self, other: &ArrayFacts) -> bool {
        self.name == other.name && self.rank == other.rank
    }
}
