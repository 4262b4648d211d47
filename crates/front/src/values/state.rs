//! The state at a place of a region, and how it is rewound at the end of a block.

use crate::values::expressions::address::Products;
use crate::values::formula::Formula;
use crate::values::value::KnownValue;
use c::names::symbols::VarId;
use poly::Expr;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The state at the place that is read.
#[derive(Default)]
pub struct State {
    /// Loops around the place, outermost first.
    pub loops: Vec<Loop>,
    /// Conditions that hold at the place.
    pub guards: Vec<Formula>,
    /// The known values of integer objects: see [`crate::values::known_values`].
    pub values: BTreeMap<VarId, KnownValue>,
    /// Objects that were last assigned affine values which their types may not hold.
    pub unfit: BTreeSet<VarId>,
    /// Objects that threads share, or whose values do not follow from assignments.
    pub unfollowed: BTreeSet<VarId>,
    /// The positions of subscripts in the strips of loops.
    pub cursors: BTreeMap<VarId, Cursor>,
    /// The factors of subscripts, by offset: see [`crate::values::units`].
    pub units: BTreeMap<usize, Expr>,
}

/// The loops and conditions around a place. Those that are added later can be rewound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mark {
    loops: usize,
    guards: usize,
}

impl Mark {
    /// The number of loops.
    pub fn loops(&self) -> usize {
        self.loops
    }
}

impl State {
    /// Marks the present loops and conditions.
    pub fn mark(&self) -> Mark {
        Mark {
            loops: self.loops.len(),
            guards: self.guards.len(),
        }
    }

    /// Removes the loops and conditions that were added after a mark.
    pub fn rewind(&mut self, mark: Mark) {
        self.loops.truncate(mark.loops);
        self.guards.truncate(mark.guards);
    }

    /// The conditions that were added after a mark.
    pub fn guards_since(&self, mark: Mark) -> &[Formula] {
        &self.guards[mark.guards..]
    }
}

/// The meaning of `row` in one strip of a loop: `row + step * x` is `dividend % modulus`.
#[derive(Clone, Debug)]
pub struct Cursor {
    pub(super) dividend: Expr,
    pub(super) modulus: Expr,
    pub(super) step: i64,
    /// The factor of the remainder: see [`crate::values::units`].
    pub(super) unit: Option<Expr>,
    /// The products of the dividend, if it is not affine: see [`scop::Subscript::Address`].
    pub(super) products: Option<Products>,
    pub(super) iterator: String,
}

/// A loop around the place.
#[derive(Clone, Debug)]
pub struct Loop {
    /// Its iterator, if an object counts its iterations.
    pub var: Option<VarId>,
    /// The iterator's name in sets.
    pub name: String,
    /// The digits of the object, of which the iterator is the last, if the loop is read by digits.
    pub flat: Option<Digits>,
    /// The step of the iterator.
    pub step: i64,
    /// The smallest value of the iterator, if it grows from a number.
    pub least: Option<i64>,
    /// The loop in the unit's text.
    pub range: Range<usize>,
    /// The body of a `for` loop, which does not change the iterator.
    pub body: Option<Range<usize>>,
    /// Control reaches the end of the body unless it leaves the loop.
    pub is_straight: bool,
    /// Its end, if it may run in strips.
    pub ends: Option<Ends>,
}

impl Loop {
    /// A loop whose iterations no object counts.
    pub(crate) fn nameless(name: String, range: Range<usize>) -> Self {
        Loop {
            var: None,
            name,
            flat: None,
            step: 1,
            least: None,
            range,
            body: None,
            is_straight: false,
            ends: None,
        }
    }
}

/// The digits of the counter of a loop over all elements of rows.
#[derive(Clone, Debug)]
pub struct Digits {
    /// The iterators, outermost first.
    pub iterators: Vec<String>,
    /// The number of values of each iterator but the first.
    pub radices: Vec<Expr>,
    /// The counter as a polynomial of both.
    pub counter: Expr,
}

/// The end of a loop over successive values of an `int`.
#[derive(Clone, Debug)]
pub struct Ends {
    /// `x++`
    pub step: Range<usize>,
    /// `e` of `x < e` or `x <= e`.
    pub bound: Range<usize>,
    /// The condition is `x <= e`.
    pub inclusive: bool,
    /// Assignments `t[...] = ...;` among the statements of the body. Nothing after them leaves an
    /// iteration.
    pub stores: Vec<Stored>,
}

/// An assignment to an element in the body of a loop.
#[derive(Clone, Debug)]
pub struct Stored {
    /// The element.
    pub element: Range<usize>,
    /// The whole statement.
    pub whole: Range<usize>,
    /// Only declarations come before it.
    pub is_first: bool,
}
