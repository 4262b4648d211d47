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

use poly::{Expr, Set};

/// The largest value of a macro with another `-D`, unless it is larger now.
pub const MACRO_RANGE: i64 = 1 << 20;

/// An integer type of C.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct IntType {
    /// Width in bits, 64 at most.
    pub bits: u8,
    /// Whether it has negative values.
    pub signed: bool,
}

impl IntType {
    /// `int`.
    pub const INT: IntType = IntType {
        bits: 32,
        signed: true,
    };

    /// `long` and `long long`.
    pub const LONG: IntType = IntType {
        bits: 64,
        signed: true,
    };

    /// The type of the same width without sign.
    pub fn unsigned(self) -> IntType {
        IntType {
            signed: false,
            ..self
        }
    }

    /// Integer promotion (C11 6.3.1.1).
    pub fn promoted(self) -> IntType {
        if self.bits < 32 { IntType::INT } else { self }
    }

    /// The usual arithmetic conversions (C11 6.3.1.8).
    pub fn common(self, other: IntType) -> IntType {
        let (a, b) = (self.promoted(), other.promoted());
        match a.bits.cmp(&b.bits) {
            std::cmp::Ordering::Less => b,
            std::cmp::Ordering::Greater => a,
            std::cmp::Ordering::Equal => IntType {
                bits: a.bits,
                signed: a.signed && b.signed,
            },
        }
    }

    /// The smallest and the largest value.
    pub fn range(self) -> (i128, i128) {
        let half = 1_i128 << (self.bits.clamp(1, 64) - 1);
        match self.signed {
            true => (-half, half - 1),
            false => (0, 2 * half - 1),
        }
    }

    /// The values of an object of the type. Plain `char` may be signed or unsigned, so a type that
    /// looks like signed char may hold the values of both.
    pub fn held(self) -> (i128, i128) {
        match (self.bits, self.signed) {
            (8, true) => (-128, 255),
            _ => self.range(),
        }
    }

    /// The smallest and the largest value that every such object can hold, for types narrower than
    /// 64 bits. Plain `char` may be signed or unsigned, so only the common values count.
    pub fn bounds(self) -> Option<(i64, i64)> {
        if (self.bits, self.signed) == (8, true) {
            return Some((0, 127));
        }
        let half = 1_i64.checked_shl(u32::from(self.bits.min(63)) - 1)?;
        match (self.bits < 64, self.signed) {
            (false, _) => None,
            (true, true) => Some((-half, half - 1)),
            (true, false) => Some((0, 2 * half - 1)),
        }
    }

    /// Whether the type contains a value.
    pub fn holds(self, value: i64) -> bool {
        match (self.signed, self.bits) {
            (true, 64) => true,
            (true, bits) => (-(1i64 << (bits - 1))..1i64 << (bits - 1)).contains(&value),
            (false, 64) => value >= 0,
            (false, bits) => (0..1i64 << bits).contains(&value),
        }
    }
}

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
