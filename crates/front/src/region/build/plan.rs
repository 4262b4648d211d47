//! What a scop is built from.

use crate::values::formula::Formula;
use crate::values::params::Parameter;
use crate::values::params::names::COORDINATE;
use crate::walk::draft::{DraftAccess, DraftName, DraftReference, DraftStatement, Part};
use c::names::symbols::VarId;
use poly::{Context, Expr};
use scop::{AccessKind, Certainty};

/// An array that goes into the scop.
#[derive(Clone, Debug)]
pub(crate) struct BuildArray {
    /// Which object.
    pub var: VarId,
    /// Which part of its elements.
    pub part: ArrayPart,
    /// Its name in C.
    pub spelling: String,
    /// Its extents, as far as subscripts are known to stay below them.
    pub extents: Vec<Option<Expr>>,
    /// What else holds of the coordinates of its elements.
    pub last_rows: Vec<Formula>,
    /// It keeps its values from one execution of the region to the next.
    pub carried: bool,
    /// See [`scop::Arithmetic::most_elements`].
    pub most_elements: i64,
    /// See [`scop::Array::private`].
    pub private: usize,
}

/// Which part of the elements of an array of structures is an array of the scop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ArrayPart {
    /// All members together: a write to one may leave the rest as it was.
    All,
    /// One member.
    Member(String),
    /// The members that are never named.
    Rest,
}

impl ArrayPart {
    pub(super) fn is_touched(&self, by: &Part) -> bool {
        match (self, by) {
            (ArrayPart::All, _) | (_, Part::Whole) => true,
            (ArrayPart::Member(own), Part::Member(name)) => own == name,
            _ => false,
        }
    }

    /// A write to a member leaves the rest of an element as it was.
    pub(super) fn certainty(&self, access: &DraftAccess) -> Certainty {
        let is_partial = *self == ArrayPart::All && access.part != Part::Whole;
        match is_partial && access.kind == AccessKind::Write {
            true => Certainty::May,
            false => access.certainty,
        }
    }
}

/// All that a scop is built from.
pub(crate) struct Plan<'d> {
    /// Owner of all sets.
    pub ctx: &'d Context,
    /// Parameters.
    pub params: &'d [Parameter],
    /// What always holds for them.
    pub known: &'d [Formula],
    /// Arrays that are kept in the scop.
    pub arrays: &'d [BuildArray],
    /// Statements.
    pub statements: &'d [DraftStatement],
    /// What references compute, by their index.
    pub references: &'d [DraftReference],
    /// Declarations that only name numbers.
    pub names: &'d [DraftName],
    /// Statements that end before this offset are executed whenever their domain says so.
    pub certain_until: usize,
    /// Arrays that were candidates in a text that was read before.
    pub recalled: &'d [VarId],
}

/// `[N, M] -> `.
pub(super) fn header(params: &[Parameter]) -> String {
    let names: Vec<&str> = params.iter().map(|p| p.param.name.as_str()).collect();
    format!("[{}] -> ", names.join(", "))
}

pub(super) fn coordinates(count: usize) -> Vec<String> {
    (0..count).map(|k| format!("{COORDINATE}{k}")).collect()
}

pub(super) fn statement_name(index: usize) -> String {
    format!("S{index}")
}
