//! Statements and accesses while the region is read: places in the unit's text, formulas in place
//! of sets.

use crate::values::evaluator::Evaluator;
use crate::values::formula::Formula;
use crate::values::loops::flat::FlatCounter;
use crate::values::shapes::heap_size::Factor;
use crate::values::state::Loop;
use c::names::symbols::VarId;
use lang_c::ast::Expression;
use lang_c::span::{Node, Span as Offsets};
use poly::Expr;
use scop::{AccessKind, Certainty, IntType, Step, Subscript};
use std::collections::BTreeSet;
use std::ops::Range;

/// A statement.
#[derive(Debug)]
pub struct DraftStatement {
    /// Its text.
    pub at: Range<usize>,
    /// Iterators around it, outermost first.
    pub iterators: Vec<String>,
    /// Their types, where they are objects of C.
    pub counters: Vec<Option<IntType>>,
    /// Conditions that hold whenever it is executed.
    pub domain: Vec<Formula>,
    /// Its time, without padding.
    pub time: Vec<Expr>,
    /// See [`scop::Statement::parallel`].
    pub parallel: Vec<usize>,
    /// See [`scop::Statement::tilable`].
    pub tilable: Vec<Vec<usize>>,
    /// All reads come before its writes.
    pub reads_first: bool,
    /// Reads first, then writes.
    pub accesses: Vec<DraftAccess>,
}

/// A declaration that only names a number.
#[derive(Debug)]
pub struct DraftName {
    /// Iterators around it, outermost first.
    pub iterators: Vec<String>,
    /// Their types.
    pub counters: Vec<Option<IntType>>,
    /// Conditions that hold where it is computed.
    pub domain: Vec<Formula>,
    /// The steps of its value.
    pub steps: Vec<Step>,
}

/// The part of an element that an access touches.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// The whole element.
    Whole,
    /// One member of a structure: `x`, `centre.x`.
    Member(String),
    /// A member that overlaps other members of a union.
    Overlapping,
}

/// An access.
#[derive(Clone, Debug)]
pub struct DraftAccess {
    /// The array.
    pub array: VarId,
    /// Read or write.
    pub kind: AccessKind,
    /// The part of an element that it touches.
    pub part: Part,
    /// Must or may.
    pub certainty: Certainty,
    /// It happens to a whole element whenever its guards hold.
    pub happens: bool,
    /// It writes one value to many elements, as an initialiser does.
    pub many: bool,
    /// One per dimension of the array in the scop.
    pub subscripts: Vec<Subscript>,
    /// Conditions that hold when it happens, beside the statement's domain. If a subscript is not
    /// affine, they may concern the element's coordinates too.
    pub guards: Vec<Formula>,
    /// The index of its reference.
    pub reference: Option<usize>,
    /// Which of the choices in its subscripts it is.
    pub way: usize,
}

/// One use of an array's name with all its subscripts.
#[derive(Debug)]
pub struct DraftReference {
    /// The array.
    pub array: VarId,
    /// Index of its statement.
    pub statement: usize,
    /// Its name.
    pub name: Range<usize>,
    /// The name as an expression, with the parentheses around it.
    pub operand: Range<usize>,
    /// The loops around it, outermost first.
    pub loops: Vec<Loop>,
    /// The iterators that C can name here: their names in sets and in C.
    pub iterators: Vec<(String, String)>,
    /// The counters around it that are read by digits.
    pub counters: Vec<FlatCounter>,
    /// One per dimension; fewer for a block.
    pub subscripts: Vec<DraftSubscript>,
    /// The elements, if it is not a single one.
    pub block: Option<Block>,
    /// Its relation to a pointer to a row, if there is one.
    pub pointed: Option<Pointed>,
    /// The steps of its subscripts.
    pub computed: Vec<Step>,
}

impl DraftReference {
    /// The C spellings of parameters and iterators at the reference.
    pub fn spellings(&self, eval: &Evaluator<'_>) -> impl Fn(&str) -> Option<String> {
        move |name| {
            let mut iterators = self.iterators.iter();
            match iterators.find(|(iterator, _)| iterator == name) {
                Some((_, spelling)) => Some(spelling.clone()),
                None => eval.spelling(name, self.operand.start),
            }
        }
    }
}

/// The relation of a reference to a pointer to a row: see
/// [`c::facts::function::FunctionFacts::row_of`].
#[derive(Clone, Debug)]
pub enum Pointed {
    /// It is the initialiser of the pointer.
    Sets {
        /// The whole initialiser.
        whole: Range<usize>,
        /// The reference that sets the pointer from which this one is derived, if there is one.
        from: Option<usize>,
        /// Both point to the same row, or this one points to a row of the other one's plane.
        follows: bool,
    },
    /// It is an element that is reached through the pointer that this reference sets.
    Through(usize),
}

/// The size of a `memset` call that writes a whole array.
#[derive(Debug)]
pub struct DraftClear {
    /// The array.
    pub array: VarId,
    /// The expression.
    pub argument: Range<usize>,
    /// Its factors.
    pub factors: Vec<Factor>,
}

/// One subscript of a reference.
#[derive(Clone, Debug)]
pub struct DraftSubscript {
    /// From `[` to `]`.
    pub brackets: Range<usize>,
    /// The expression.
    pub expr: Range<usize>,
    /// Its meaning.
    pub meaning: Subscript,
    /// The meaning in C spellings, if they mean the same here.
    pub spelled: Option<Expr>,
    /// C can spell it only in the user's words: it counts iterations that no object counts, or
    /// chooses between expressions.
    pub only_as_written: bool,
    /// Its values, if subscripts of the reference choose between expressions: one for each choice.
    pub ways: Vec<ChosenSubscript>,
    /// It changes an object.
    pub steps: bool,
    /// Its value as a polynomial.
    pub polynomial: Option<Expr>,
    /// C computes it in a type wider than `int`.
    pub is_wide: bool,
    /// Macros that would make it affine if they were taken at their value.
    pub wanted: BTreeSet<String>,
    /// It is several subscripts in the scop: see [`crate::region::delinearise`].
    pub is_split: bool,
    /// It has no place in the scop: see [`crate::walk::opaque`].
    pub is_opaque: bool,
    /// Its digits in C spellings, if it is split and they are affine; none for a digit that chooses
    /// between expressions.
    pub split: Option<Vec<Option<Expr>>>,
    /// Where its digits are written, if all are.
    pub digits: Option<Vec<Range<usize>>>,
    /// The terms and factors that it is written with.
    pub parts: WrittenParts,
}

impl DraftSubscript {
    /// A subscript of this meaning, with nothing else known.
    pub fn new(expr: Range<usize>, meaning: Subscript) -> Self {
        DraftSubscript {
            brackets: expr.clone(),
            expr,
            meaning,
            spelled: None,
            only_as_written: false,
            ways: Vec::new(),
            steps: false,
            polynomial: None,
            is_wide: false,
            wanted: BTreeSet::new(),
            is_split: false,
            is_opaque: false,
            split: None,
            digits: None,
            parts: WrittenParts::default(),
        }
    }
}

/// Consecutive elements in memory that a call such as `memset` takes together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Block {
    /// All elements.
    Whole {
        /// It is an operand of `sizeof`.
        asked: bool,
    },
    /// The elements that differ in the last dimensions only, or some of them.
    Last {
        /// The number of dimensions.
        dims: usize,
        /// It is an operand of `sizeof`.
        asked: bool,
    },
    /// The elements that differ in the last dimensions of the scop only. A pointer to some of them
    /// is set here: [`crate::Reference::whole`] is its initialiser. In an array of one dimension,
    /// which is split, the initialiser is the only subscript.
    Rows {
        /// The number of dimensions: 1 if the array is not split.
        dims: usize,
    },
}

/// A loop in strips that was read as one loop.
#[derive(Debug, Clone)]
pub struct DraftStrip {
    /// The whole loop.
    pub whole: Range<usize>,
    /// The step of the loop over a strip.
    pub step: Range<usize>,
    /// The body of the loop over a strip.
    pub body: Range<usize>,
}

/// A value that is stored at the end of an iteration and was read as if it were stored first.
#[derive(Debug, Clone)]
pub struct DraftStore {
    /// The array that it is stored to.
    pub array: VarId,
    /// The constant with the value.
    pub value: VarId,
    /// The offsets at which it is used.
    pub mentions: BTreeSet<usize>,
    /// The statement that stores it.
    pub store: Range<usize>,
}

/// A store at the end of an iteration.
pub struct DeferredStore<'s> {
    /// The constant with the value.
    pub(super) value: VarId,
    /// The array.
    pub(super) array: VarId,
    /// `t[row + x]`
    pub(super) element: &'s Node<Expression>,
    /// The statement that stores it.
    pub(super) store: Offsets,
    /// The offsets where the value was read as the element.
    pub(super) read: BTreeSet<usize>,
}

/// The pieces of a sum of products as they are written, with their meanings in C spellings.
#[derive(Clone, Debug, Default)]
pub struct WrittenParts {
    /// The terms.
    pub terms: Vec<(Range<usize>, Expr)>,
    /// The factors of its terms.
    pub factors: Vec<(Range<usize>, Expr)>,
}

impl WrittenParts {
    /// Adds the pieces of another term.
    pub fn extend(&mut self, other: WrittenParts) {
        self.terms.extend(other.terms);
        self.factors.extend(other.factors);
    }

    /// The pieces that may be a digit, out of so many. The first digit is a factor, the last a
    /// term, and others are either.
    pub fn of_digit(
        &self,
        digit: usize,
        count: usize,
    ) -> impl Iterator<Item = &(Range<usize>, Expr)> {
        let terms = self.terms.iter().filter(move |_| digit > 0);
        let factors = self.factors.iter().filter(move |_| digit + 1 < count);
        terms.chain(factors)
    }
}

/// A subscript under one choice between expressions.
#[derive(Clone, Debug)]
pub struct ChosenSubscript {
    /// Its value as a polynomial.
    pub polynomial: Option<Expr>,
    /// The terms and factors that it is written with.
    pub parts: WrittenParts,
    /// What C computes for it, beside what it computes without regard to the choice.
    pub steps: Vec<Step>,
}

/// Facts about sizes with which the subscripts of an array would be understood.
#[derive(Clone, Debug)]
pub struct MissingFacts {
    /// What may be the case without the first fact.
    pub cause: String,
    /// The facts in C.
    pub facts: String,
}
