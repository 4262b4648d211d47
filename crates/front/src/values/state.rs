//! What is known at a place of a region, and how expressions are read there.

use crate::forms::strips::Cursor;
use crate::values::affine::Crossing;
use crate::values::formula::Formula;
use crate::values::inline::Frame;
use crate::values::known_values::Held;
use c::names::symbols::VarId;
use poly::Expr;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// What is known at the place that is being read. Rewound at the end of a block.
#[derive(Default)]
pub struct State {
    /// Loops around the place, outermost first.
    pub loops: Vec<Loop>,
    /// Conditions that hold at the place.
    pub guards: Vec<Formula>,
    /// What integer objects hold here: see [`crate::values::known_values`].
    pub held: BTreeMap<VarId, Held>,
    /// Objects that threads share, or that hold more than assignments say: they are not followed.
    pub unfollowed: BTreeSet<VarId>,
    /// Where subscripts are in the strips of loops.
    pub cursors: BTreeMap<VarId, Cursor>,
    /// The factors of subscripts, by offset: see [`crate::forms::ring_unit`].
    pub units: BTreeMap<usize, Expr>,
}

/// How expressions are read.
#[derive(Default)]
pub struct Mode {
    /// Whether reading may ask for macros to be taken at their value.
    pub may_fix: bool,
    /// How many macro bodies are being followed: names in them are names of macros.
    pub macro_depth: u32,
    /// How many initialisers are being followed.
    pub depth: u32,
    /// How many loops are being looked into for what they add to an object.
    pub gain_depth: u32,
    /// Parameters of a function of the file whose body is being followed: see [`crate::values::inline`].
    pub frame: Option<Frame>,
    /// The counter that the condition at hand steps itself, its name and its step.
    pub tested: Option<(VarId, String, i64)>,
    /// Which way conditional expressions go, by offset.
    pub ways: BTreeMap<usize, bool>,
    /// The first conditional expression that could go either way, if asked for.
    pub crossing: Option<Crossing>,
}

/// A loop around the place.
#[derive(Clone, Debug)]
pub struct Loop {
    /// Its iterator, if that is an object.
    pub var: Option<VarId>,
    /// The iterator's name in sets.
    pub name: String,
    /// What is added to the iterator.
    pub step: i64,
    /// The smallest value of the iterator, where it grows from a number.
    pub least: Option<i64>,
    /// The loop in the unit's text.
    pub range: Range<usize>,
    /// The body of a `for` loop, which leaves the iterator as it is.
    pub body: Option<Range<usize>>,
    /// Control reaches the end of the body unless it leaves the loop.
    pub is_straight: bool,
    /// How it may be taken apart into strips.
    pub ends: Option<Ends>,
}

/// What says where a loop over all values of an `int` ends, one after the other.
#[derive(Clone, Debug)]
pub struct Ends {
    /// `x++`
    pub step: Range<usize>,
    /// `e` of `x < e` or `x <= e`.
    pub bound: Range<usize>,
    /// It is `x <= e`.
    pub inclusive: bool,
    /// Assignments `t[...] = ...;` among the statements of the body. Nothing behind them leaves an iteration.
    pub stores: Vec<Stored>,
}

/// An assignment to an element in the body of a loop.
#[derive(Clone, Debug)]
pub struct Stored {
    /// What it sets.
    pub element: Range<usize>,
    /// All of the statement.
    pub whole: Range<usize>,
    /// Only declarations come before it.
    pub is_first: bool,
}
