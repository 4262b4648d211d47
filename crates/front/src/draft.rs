//! Statements and accesses while the region is still being read: places in the unit's text, formulas
//! instead of sets.

use crate::formula::Formula;
use crate::symbols::VarId;
use poly::Expr;
use scop::{AccessKind, Certainty, Subscript};
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
    /// The whole array, as an initialiser writes it.
    pub whole: bool,
    /// One per dimension.
    pub subscripts: Vec<Subscript>,
    /// What holds when it happens, beside the statement's domain.
    pub guards: Vec<Formula>,
    /// The reference that it belongs to.
    pub reference: Option<usize>,
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
    /// One per dimension.
    pub subscripts: Vec<DraftSubscript>,
}

/// One subscript of a reference.
#[derive(Debug)]
pub struct DraftSubscript {
    /// From behind the previous subscript to behind `]`.
    pub brackets: Range<usize>,
    /// The expression.
    pub expr: Range<usize>,
    /// What it means.
    pub meaning: Subscript,
    /// Its meaning in C spellings, if these mean the same here.
    pub spelled: Option<Expr>,
}
