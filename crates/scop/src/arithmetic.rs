//! What C computes on the way to a subscript, and in which types: values of a scop are integers,
//! values of C are not.
//!
//! A [`Step`] is one subexpression. Where its value leaves its type, a signed step is undefined,
//! and an unsigned one is another number.

use integer::IntType;
use poly::{Expr, Set};

/// Values that macros may take with another `-D`, larger ones aside that they have now.
pub const MACRO_RANGE: i64 = 1 << 20;

/// A subexpression and the type in which C computes it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step {
    /// What it is in mathematical integers, with products where it is not affine.
    pub value: Expr,
    /// The same by parameters that stand for products, `i*plane` for `i*h*w`, where that is another
    /// expression.
    pub named: Option<Expr>,
    /// The type after the usual arithmetic conversions.
    pub ty: IntType,
    /// It is computed whenever the whole expression is: no `?:` chooses it.
    pub certain: bool,
}

impl Step {
    /// Whether another step is defined wherever this one is.
    pub fn says(&self, other: &Step) -> bool {
        self.certain && self.ty == other.ty && self.value == other.value
    }
}

/// A declaration that only names a number, `const int prev = (y + 2) % 3;`: computed for each point
/// of its domain, whether something uses the name or not.
#[derive(Clone, Debug)]
pub struct Named {
    /// The iterators around it, outermost first.
    pub iterators: Vec<String>,
    /// Their types, where they are objects of C.
    pub counters: Vec<Option<IntType>>,
    /// `[params] -> { [iterators] : ... }`: where it is computed, or may be.
    pub domain: Set,
    /// What is computed.
    pub steps: Vec<Step>,
}

/// The arithmetic of a scop.
#[derive(Clone, Debug, Default)]
pub struct Arithmetic {
    /// By parameter: the type of the object; of a macro that of its value.
    pub params: Vec<Option<IntType>>,
    /// By statement: the types of its iterators, where they are objects of C.
    pub counters: Vec<Vec<Option<IntType>>>,
    /// By access: what its subscripts compute.
    pub steps: Vec<Vec<Step>>,
    /// By array: how many elements it has at most, whatever its extents are. An object is no larger
    /// than an address space, one on the stack no larger than a stack.
    pub most_elements: Vec<i64>,
    /// Names for numbers.
    pub names: Vec<Named>,
    /// What pointers to rows are set to, in textual order.
    pub pointers: Vec<Named>,
}
