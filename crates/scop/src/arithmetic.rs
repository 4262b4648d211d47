//! The arithmetic of subscripts in C, with its types: values of a scop are integers, values of C
//! are not.
//!
//! A [`Step`] is one subexpression. If its value leaves its type, a signed step is undefined, and
//! an unsigned one is another number.
//!
//! Assumes: every execution of the original is defined, so each signed subexpression of its
//! subscripts is in its type; counters and sizes hold values of their types; an object has at most
//! 2^56 bytes, an automatic one 2^31; with another `-D` a macro is at most 2^20 or no larger than
//! now.

use integer::IntType;
use poly::{Expr, Set};

/// The largest value of a macro with another `-D`, unless it is larger now.
pub const MACRO_RANGE: i64 = 1 << 20;

/// A subexpression and the type in which C computes it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step {
    /// The value in mathematical integers, with products where it is not affine.
    pub value: Expr,
    /// The same in parameters that stand for products, `i*plane` for `i*h*w`, if that is a
    /// different expression.
    pub named: Option<Expr>,
    /// The type after the usual arithmetic conversions.
    pub ty: IntType,
    /// Whether it is computed whenever the whole expression is: no `?:` chooses it.
    pub certain: bool,
}

impl Step {
    /// Whether another step is defined wherever this one is.
    pub fn says(&self, other: &Step) -> bool {
        self.certain && self.ty == other.ty && self.value == other.value
    }
}

/// A declaration that only names a number, `const int prev = (y + 2) % 3;`: computed for each point
/// of its domain, whether the name is used or not.
#[derive(Clone, Debug)]
pub struct Named {
    /// The iterators around it, outermost first.
    pub iterators: Vec<String>,
    /// Their types, if they are objects of C.
    pub counters: Vec<Option<IntType>>,
    /// `[params] -> { [iterators] : ... }`: the points at which it is or may be computed.
    pub domain: Set,
    /// The subexpressions that are computed.
    pub steps: Vec<Step>,
}

/// The arithmetic of a scop.
#[derive(Clone, Debug, Default)]
pub struct Arithmetic {
    /// By parameter: the type of the object, or of the value of a macro.
    pub params: Vec<Option<IntType>>,
    /// By statement: the types of its iterators, if they are objects of C.
    pub counters: Vec<Vec<Option<IntType>>>,
    /// By access: the subexpressions of its subscripts.
    pub steps: Vec<Vec<Step>>,
    /// By array: the largest number of elements, whatever its extents are. An object is no larger
    /// than an address space, an automatic one no larger than a stack.
    pub most_elements: Vec<i64>,
    /// Declarations of names for numbers.
    pub names: Vec<Named>,
    /// The initial values of pointers to rows, in textual order.
    pub pointers: Vec<Named>,
}
