//! Sets and relations of integer points, with parameters; unions of them over several spaces.

use crate::raw::Printed;
use crate::{Context, PolyError, Result, notation};

#[macro_use]
mod macros;
mod comparisons;
mod functions;
mod halfspace;
mod map;
mod names;
mod pairs;
mod pieces;
mod set;
mod unions;

pub use halfspace::Halfspace;
pub use pairs::Pair;
pub use pieces::PwAffPiece;

object!(
    /// A set of integer vectors of one space: `[N] -> { S[i,j] : 0 <= i,j < N }`. Parameter-only
    /// sets (`[N] -> { : N >= 1 }`) are sets too.
    Set, notation::set
);
object!(
    /// A relation between two spaces: `[N] -> { S[i,j] -> A[j] }`.
    Map, notation::map
);
object!(
    /// A union of sets over several spaces.
    UnionSet, |_, _| None
);
object!(
    /// A union of relations over several spaces.
    UnionMap, |_, _| None
);
object!(
    /// A piecewise quasi-affine expression.
    PwAff, |_, _| None
);

coalesce!(Set, Map);

simplify!(PwAff {
    /// Fewer pieces.
    coalesce();
    /// Simplified under constraints on parameters.
    gist_params(context: Set);
});

fn index(n: i32) -> usize {
    usize::try_from(n).unwrap_or(0)
}
