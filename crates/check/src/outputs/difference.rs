//! What a proof about two systems shows, and why there is none.

use poly::{PolyError, Set};
use scop::{AccessId, ArrayId, StmtId};

/// A proof that every output has the same value.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The parameter values for which it holds: the context of `before` without those that make
    /// `before` undefined.
    pub context: Set,
    /// Whether parameter values of the context of `before` were excluded.
    pub is_restricted: bool,
    /// Accesses of `before` that leave their array, or read what was never written, for the
    /// excluded parameter values.
    pub undefined: Vec<AccessId>,
    /// Arrays of `after` that are assumed to have the length with which `before` declares them.
    pub declared: Vec<ArrayId>,
    /// Number of pairs of values that were compared.
    pub claims: usize,
}

/// Why two systems are not proved to have the same outputs.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Difference {
    /// `before` is undefined for all parameter values of its context.
    #[error("the original leaves an array, or reads what it never wrote, for all parameter values")]
    Undefined {
        /// Accesses that leave their array, or read what was never written.
        accesses: Vec<AccessId>,
    },
    /// `after` is undefined for parameter values for which `before` is defined: the size of an
    /// array is not positive, for example.
    #[error("the new program is undefined for parameter values that the original allows")]
    Narrower {
        /// Parameter values by name.
        params: Vec<(String, i64)>,
    },
    /// An access of `after` may leave its array.
    #[error("an access may leave its array")]
    Outside {
        /// The statement of `after`.
        statement: StmtId,
        /// The access.
        access: AccessId,
        /// Whether the access is under a condition on data, so that it may never happen there.
        is_conditional: bool,
        /// Parameters, the instance, and the element.
        sample: Sample,
    },
    /// An access of `after` may touch an element of the caller's memory that `before` does not
    /// touch, and that need not exist.
    #[error("an element is accessed that the original does not touch and that may not exist")]
    Beyond {
        /// The statement of `after`.
        statement: StmtId,
        /// The access.
        access: AccessId,
        /// Parameters, the instance, and the element.
        sample: Sample,
    },
    /// `after` executes an operation that may be without a value, and `before` need not execute
    /// it.
    #[error("{hazard}: the original need not execute it")]
    Partial {
        /// What may go wrong.
        hazard: Hazard,
        /// The statement of `after`.
        statement: StmtId,
        /// Parameters and the instance.
        sample: Sample,
    },
    /// The caller sees different arrays.
    #[error("`{key}` {why}")]
    Interface {
        /// The name under which the caller knows the array.
        key: String,
        /// What differs.
        why: &'static str,
    },
    /// An output has another value: it is computed from other inputs or by other operators.
    #[error("an output differs: {why}")]
    Contradicted {
        /// The difference.
        why: Conflict,
        /// Where it is, and how the output depends on it.
        trace: Trace,
    },
    /// The question remains open.
    #[error("no proof was found: {why}")]
    Undecided {
        /// The obstacle.
        why: Obstacle,
        /// Where it is, if it has a place.
        trace: Option<Trace>,
    },
    /// The computation on integer sets failed.
    #[error(transparent)]
    Poly(#[from] PolyError),
}

/// Why an operation may be without a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Hazard {
    /// Division by zero, or by -1 with a quotient that is too large.
    #[error("a division by a value that may be 0")]
    Division,
    /// A shift by a negative distance or by too much, or of a bit out of a signed number.
    #[error("a shift that may be out of range")]
    Shift,
    /// A signed result that is too large.
    #[error("a signed operation that may overflow")]
    Overflow,
    /// A floating value that is too large for an integer.
    #[error("a floating value that an integer may not hold")]
    Conversion,
    /// `memcpy` of memory onto itself.
    #[error("a copy of memory that may overlap")]
    Overlap,
    /// A value that nothing has written.
    #[error("the use of a value that may not have been set")]
    Unset,
    /// Subscripts that depend on data.
    #[error("a subscript that may not lead to an element")]
    Subscript,
    /// Memory that is known by an address alone.
    #[error("a read of memory that may not exist")]
    Memory,
    /// A statement that is known by its text alone.
    #[error("a statement that may not be defined")]
    Statement,
    /// An element of the caller's memory that need not exist.
    #[error("a read of an element that may not exist")]
    Beyond,
    /// An access that may leave its array.
    #[error("an access that may leave its array")]
    Outside(AccessId),
}

/// How two values differ.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Conflict {
    /// Both are initial contents, of different arrays or elements.
    #[error("the initial content of another element is used")]
    Inputs,
    /// Initial content against a value that is computed.
    #[error("a computed value is used instead of initial content, or the reverse")]
    Initial,
    /// Different operators.
    #[error("`{before}` became `{after}`")]
    Operators {
        /// In `before`.
        before: String,
        /// In `after`.
        after: String,
    },
    /// Different integers.
    #[error("another integer is used")]
    Integers,
    /// Values of different forms: an integer against a computation.
    #[error("a value is computed in another way")]
    Forms,
    /// Different elements of an array are handed on.
    #[error("other elements of an array are used")]
    Elements,
    /// `after` reads an element that it never wrote.
    #[error("an element is read that was never written")]
    Unwritten,
}

/// Why a proof failed although no difference is known.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Obstacle {
    /// Beyond the reach of the comparison.
    #[error("{0}")]
    Reason(&'static str),
    /// A difference for pairs of iterations that need not occur.
    #[error("the relation between the iterations of both programs was not found ({0})")]
    Relation(Conflict),
    /// No relation between the iterations was found.
    #[error("the relation between the iterations of both programs was not found")]
    NoRelation,
    /// The relation between the iterations has too many parts.
    #[error("the relation between the iterations of both programs changes too often")]
    ChangingRelation,
}

impl Difference {
    /// Whether the relation between the iterations of both programs was not found.
    pub fn lacks_relation(&self) -> bool {
        let Difference::Undecided { why, .. } = self else {
            return false;
        };
        !matches!(why, Obstacle::Reason(_))
    }
}

/// A dependence chain from an output to the place of a difference, for some parameter values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// Parameter values by name.
    pub params: Vec<(String, i64)>,
    /// The pairs of places whose values should be equal, from the output to the difference.
    pub steps: Vec<(Place, Place)>,
    /// Whether the first step is an output; else the chain leads through an assumption.
    pub is_complete: bool,
}

/// A value in an instance of one system.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The statement; `None` for the last value of an output, whose element is `instance`.
    pub statement: Option<StmtId>,
    /// The values of its iterators.
    pub instance: Vec<i64>,
    /// The read whose value is meant; `None` for what the statement stores or computes.
    pub access: Option<AccessId>,
    /// Whether the value is that from before the program.
    pub is_initial: bool,
}

/// An access in one instance, for some parameter values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// Parameter values by name.
    pub params: Vec<(String, i64)>,
    /// The values of the iterators.
    pub instance: Vec<i64>,
    /// The element.
    pub element: Vec<i64>,
}
