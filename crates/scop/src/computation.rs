//! What statements compute: a scop as a system of recurrence equations.

use crate::{AccessId, ArrayId, Scop};
use poly::{Expr, Map, Set};
use std::collections::BTreeSet;

/// A scop in which every statement stores one value, and the value is known as a term over reads:
/// a system of recurrence equations, one per statement.
///
/// Each statement has one write. It is a must-access: a store that depends on data stores
/// `choose(condition, new, old)`. All reads of an instance happen before its write. The relations
/// of accesses are not cut by the boxes of arrays: whether an access leaves its box is a question
/// to the user of the system.
///
/// Scalars are arrays without dimensions. Effects on the outside world (output, calls of unknown
/// functions, volatile accesses) are writes to the array [`System::world`], which each of them
/// reads before.
#[derive(Clone, Debug)]
pub struct System {
    /// The statements, their times and accesses.
    pub scop: Scop,
    /// What each statement stores, by [`crate::StmtId`].
    pub computations: Vec<Computation>,
    /// The arrays whose contents come from the caller or are left to it.
    pub interface: Vec<Shared>,
    /// By [`crate::StmtId`]: the condition on data under which the statement is executed, if its
    /// term does not say so by a choice.
    pub guards: Vec<Option<Guard>>,
    /// Statements that may end the program.
    pub may_end: Vec<crate::StmtId>,
    /// The statements that give memory what code which is not seen may have stored: such code
    /// touches the elements that exist, of which nothing is known.
    pub unseen: BTreeSet<crate::StmtId>,
    /// The accesses of code which is not seen that touches all memory that others know: it finds
    /// all of it as it is at that time, also where it is the same by two names.
    pub others: BTreeSet<AccessId>,
    /// By [`AccessId`]: the access may not happen, because it is under a condition on data.
    pub conditional: Vec<bool>,
    /// Structures of the caller whose members are parameters, by [`Shared::object`], and parameter
    /// values for which the program certainly reads such a member.
    pub met: Vec<(String, Set)>,
    /// The state of the world outside, if anything touches it: an array without dimensions.
    pub world: Option<ArrayId>,
    /// By [`ArrayId`]: the bytes of an element, at least one.
    pub element_bytes: Vec<u64>,
}

/// The operator of a copy that is not defined because it copies memory onto itself.
pub const OVERLAP: &str = "copy onto itself";

/// The first word of the operator of subscripts that depend on data, and may lead to no element.
pub const SUBSCRIPTS: &str = "subscripts";

/// The first word of the operator of a read of memory that is named by its address alone, and need
/// not exist.
pub const MEMORY: &str = "memory";

/// The first word of the operator of a statement that is known by its text alone, and may do what
/// is not defined.
pub const EXECUTE: &str = "execute";

/// A condition on data: whether a scalar is zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guard {
    /// The scalar: an array without dimensions.
    pub array: ArrayId,
    /// The condition holds if the scalar is zero.
    pub is_negated: bool,
}

/// An array that the caller knows too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shared {
    /// The array.
    pub array: ArrayId,
    /// The name under which both programs have it: `parameter 2`, `global x`, `result`, `world`.
    pub key: String,
    /// Contains values from before that may be read.
    pub is_input: bool,
    /// Its values are read afterwards.
    pub is_output: bool,
    /// The object that the array is part of, under the name that both programs have it; arrays of
    /// several members are parts of one object.
    pub object: String,
    /// The last dimensions, in which all elements exist where one does: those of rows that are
    /// declared as arrays.
    pub whole_dims: usize,
    /// The outermost length in the declaration of a parameter, `float a[n]`, which restricts no
    /// caller by the language: elements in the first dimension.
    pub declared: Option<Expr>,
}

/// The value that a statement stores, as a term over its instance.
#[derive(Clone, Debug)]
pub enum Computation {
    /// The value of the element that this access reads; it reads one element per instance.
    Read(AccessId),
    /// All values that this access reads, as a function of the element.
    ReadAll(AccessId),
    /// An integer: `[N] -> { S3[i, j] -> [i + N] }`, single-valued on the whole domain.
    Integer(Map),
    /// An operator or a pure function with its type, applied to operands: `"+ double"`, `"sqrtf"`.
    /// Constants that are not integers are operators without operands.
    Apply {
        /// The operator.
        operator: String,
        /// Its operands.
        operands: Vec<Computation>,
    },
    /// One of two values, by a condition on the instance.
    Choose {
        /// `{ S3[i, j] : .. }`: the instances for which `then` is the value.
        when: Set,
        /// The value there.
        then: Box<Computation>,
        /// The value elsewhere.
        other: Box<Computation>,
    },
}
