//! Statements and accesses while the region is still being read: places in the unit's text, formulas
//! instead of sets.

use crate::formula::Formula;
use crate::parts::Parts;
use crate::polynomial::Polynomial;
use crate::symbols::VarId;
use poly::Expr;
use scop::{AccessKind, Certainty, Subscript};
use std::collections::BTreeSet;
use std::ops::Range;

/// A statement.
#[derive(Debug)]
pub struct DraftStatement {
    /// Its text.
    pub at: Range<usize>,
    /// Iterators around it, outermost first.
    pub iterators: Vec<String>,
    /// What holds when it is executed, or may be.
    pub domain: Vec<Formula>,
    /// Its time, not padded.
    pub time: Vec<Expr>,
    /// All reads come before its writes.
    pub reads_first: bool,
    /// Reads first, then writes.
    pub accesses: Vec<DraftAccess>,
}

/// An access.
#[derive(Debug)]
pub struct DraftAccess {
    /// What it touches.
    pub array: VarId,
    /// Read or write.
    pub kind: AccessKind,
    /// Must or may.
    pub certainty: Certainty,
    /// It happens to a whole element whenever its guards hold.
    pub happens: bool,
    /// The whole array, as an initialiser writes it.
    pub whole: bool,
    /// One per dimension of the array in the scop.
    pub subscripts: Vec<Subscript>,
    /// What holds when it happens, beside the statement's domain; where a subscript is not affine, of
    /// the element's coordinates too.
    pub guards: Vec<Formula>,
    /// The reference that it belongs to.
    pub reference: Option<usize>,
    /// See [`scop::Access::alternative`].
    pub alternative: bool,
}

/// One use of an array's name with all its subscripts.
#[derive(Debug)]
pub struct DraftReference {
    /// The array.
    pub array: VarId,
    /// Index of its statement.
    pub statement: usize,
    /// Its name.
    pub name: Range<usize>,
    /// The name as an expression: larger if it stands in parentheses.
    pub operand: Range<usize>,
    /// Iterators that C can name here: in sets, in C.
    pub iterators: Vec<(String, String)>,
    /// One per dimension.
    pub subscripts: Vec<DraftSubscript>,
}

/// One subscript of a reference.
#[derive(Debug)]
pub struct DraftSubscript {
    /// From `[` to `]`.
    pub brackets: Range<usize>,
    /// The expression.
    pub expr: Range<usize>,
    /// What it means.
    pub meaning: Subscript,
    /// Its meaning in C spellings, if these mean the same here.
    pub spelled: Option<Expr>,
    /// What of it C cannot spell by other words than the user's: it counts iterations that no object
    /// counts, or chooses between expressions.
    pub only_as_written: bool,
    /// It chooses between expressions; `meaning` is one of them.
    pub is_choice: bool,
    /// It changes an object.
    pub steps: bool,
    /// What it computes.
    pub polynomial: Option<Polynomial>,
    /// Macros that would make it affine if they were taken at their value.
    pub wanted: BTreeSet<String>,
    /// It is two subscripts in the scop: see [`crate::delinearise`].
    pub is_split: bool,
    /// It has no place in the scop: see [`crate::opaque`].
    pub is_opaque: bool,
    /// These two in C spellings, if they are affine.
    pub split: Option<[Expr; 2]>,
    /// The pieces that it is written with.
    pub parts: Parts,
}
