//! Values as data: those of expressions and those that are known of objects. Knows nothing of how
//! they are found.

use c::names::symbols::VarId;
use poly::Expr;
use scop::IntType;
use std::collections::{BTreeMap, BTreeSet};

/// The value of an integer expression of C.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// The value in mathematical integers, with products where the expression is read as a
    /// polynomial.
    pub expr: Expr,
    /// The type of the expression.
    pub ty: IntType,
    /// C's value equals `expr`; else it is congruent modulo two to the width of `ty`.
    pub exact: bool,
}

impl Value {
    /// An expression that equals the result of C.
    pub fn exact(expr: Expr, ty: IntType) -> Self {
        Value {
            expr,
            ty,
            exact: true,
        }
    }
}

/// The value of an object in iterators and parameters, of the object's own type.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnownValue {
    /// The value, if it is affine.
    pub affine: Option<Value>,
    /// The value as a polynomial, with the names in it followed to what they stand for.
    pub polynomial: Option<Value>,
    /// Macros that would make it affine if they were taken at their value.
    pub wanted: BTreeSet<String>,
}

impl KnownValue {
    /// An affine value.
    pub fn of(value: Value) -> Self {
        KnownValue {
            polynomial: Some(value.clone()),
            affine: Some(value),
            ..KnownValue::default()
        }
    }
}

/// A value that may change in the region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsteady {
    /// The offset of its mention.
    pub at: usize,
    /// Its spelling.
    pub spelling: String,
    /// The offset of the store or call that may change it.
    pub changed_at: usize,
}

/// The known values of some objects at one place.
pub(crate) type Snapshot = Vec<(VarId, Option<KnownValue>)>;

/// The values of a called function's parameters.
pub(crate) type Arguments = BTreeMap<VarId, KnownValue>;
