//! The parts from which a scop is built: parameters, arrays, statements, references.

use crate::values::formula::Formula;
use crate::values::params::Parameter;
use crate::values::params::names::COORDINATE;
use crate::walk::draft::{DraftAccess, DraftName, DraftReference, DraftStatement, Part};
use c::names::symbols::VarId;
use poly::{Context, Expr, Space};
use scop::{AccessKind, Certainty};

/// An array of the scop.
#[derive(Clone, Debug)]
pub(crate) struct BuildArray {
    /// The object.
    pub var: VarId,
    /// The part of its elements.
    pub part: ArrayPart,
    /// Its name in C.
    pub spelling: String,
    /// Its extents, as far as subscripts are known to stay below them.
    pub extents: Vec<Option<Expr>>,
    /// See [`scop::Array::products`].
    pub products: Vec<Option<Expr>>,
    /// Further conditions on the coordinates of its elements.
    pub last_rows: Vec<Formula>,
    /// Whether it keeps its values from one execution of the region to the next.
    pub carried: bool,
    /// See [`scop::Arithmetic::most_elements`].
    pub most_elements: i64,
    /// See [`scop::Array::private`].
    pub private: usize,
}

/// A part of the elements of an array of structures that is an array of the scop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ArrayPart {
    /// All members together: a write to one member may keep the others.
    All,
    /// One member.
    Member(String),
    /// The members that no access names.
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

    /// The certainty of an access. A write to a member keeps the rest of the element.
    pub(super) fn certainty(&self, access: &DraftAccess) -> Certainty {
        let is_partial = *self == ArrayPart::All && access.part != Part::Whole;
        match is_partial && access.kind == AccessKind::Write {
            true => Certainty::May,
            false => access.certainty,
        }
    }
}

/// The parts from which a scop is built.
pub(crate) struct Plan<'d> {
    /// The owner of all sets.
    pub ctx: &'d Context,
    /// Parameters.
    pub params: &'d [Parameter],
    /// Conditions that always hold for the parameters.
    pub known: &'d [Formula],
    /// Arrays that are kept in the scop.
    pub arrays: &'d [BuildArray],
    /// Statements.
    pub statements: &'d [DraftStatement],
    /// References, with their computations.
    pub references: &'d [DraftReference],
    /// Declarations that only name numbers.
    pub names: &'d [DraftName],
    /// Statements that end before this offset are executed whenever their domain contains the
    /// instance.
    pub certain_until: usize,
    /// Arrays that were candidates in the original.
    pub recalled: &'d [VarId],
}

impl Plan<'_> {
    /// The space of the parameters.
    pub(super) fn space(&self) -> Space {
        Space::new(self.ctx, self.params.iter().map(|p| &p.param.name))
    }
}

pub(super) fn coordinates(count: usize) -> Vec<String> {
    (0..count).map(|k| format!("{COORDINATE}{k}")).collect()
}

pub(super) fn statement_name(index: usize) -> String {
    format!("S{index}")
}
