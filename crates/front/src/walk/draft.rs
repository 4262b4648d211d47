//! Statements and accesses while the region is still being read: places in the unit's text, formulas
//! instead of sets.

use crate::values::evaluator::Evaluator;
use crate::values::formula::Formula;
use crate::values::shapes::heap_size::Factor;
use crate::values::state::Loop;
use crate::walk::parts::Parts;
use c::names::symbols::VarId;
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
    /// What holds when it is executed, or may be.
    pub domain: Vec<Formula>,
    /// Its time, not padded.
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

/// How much of an element an access touches.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// All of it.
    Whole,
    /// One member of a structure: `x`, `centre.x`.
    Member(String),
    /// What overlaps other members of a union.
    Overlapping,
}

/// An access.
#[derive(Clone, Debug)]
pub struct DraftAccess {
    /// What it touches.
    pub array: VarId,
    /// Read or write.
    pub kind: AccessKind,
    /// How much of an element it touches.
    pub part: Part,
    /// Must or may.
    pub certainty: Certainty,
    /// It happens to a whole element whenever its guards hold.
    pub happens: bool,
    /// It writes one value to many elements, as an initialiser does.
    pub many: bool,
    /// One per dimension of the array in the scop.
    pub subscripts: Vec<Subscript>,
    /// What holds when it happens, beside the statement's domain; where a subscript is not affine, of
    /// the element's coordinates too.
    pub guards: Vec<Formula>,
    /// The reference that it belongs to.
    pub reference: Option<usize>,
    /// See [`scop::Access::alternative`].
    pub alternative: bool,
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
    /// The name as an expression: larger if it stands in parentheses.
    pub operand: Range<usize>,
    /// The loops around it, outermost first.
    pub loops: Vec<Loop>,
    /// Iterators that C can name here: in sets, in C.
    pub iterators: Vec<(String, String)>,
    /// One per dimension; fewer for a block.
    pub subscripts: Vec<DraftSubscript>,
    /// What it stands for if it is no single element.
    pub block: Option<Block>,
    /// What it has to do with a pointer to a row, if anything.
    pub pointed: Option<Pointed>,
    /// What its subscripts compute.
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

/// What a reference has to do with a pointer to a row: see [`c::facts::function::FunctionFacts::row_of`].
#[derive(Clone, Debug)]
pub enum Pointed {
    /// It is the initialiser of one.
    Sets {
        /// All of the initialiser.
        whole: Range<usize>,
        /// The reference that sets the pointer which this one is made from, if it is made from one.
        from: Option<usize>,
        /// Both point to the same row, or this one to a row of the plane that the other one points to.
        follows: bool,
    },
    /// It is an element that is reached by the pointer which this reference sets.
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
    /// What it means.
    pub meaning: Subscript,
    /// Its meaning in C spellings, if these mean the same here.
    pub spelled: Option<Expr>,
    /// What of it C cannot spell by other words than the user's: it counts iterations that no object
    /// counts, or chooses between expressions.
    pub only_as_written: bool,
    /// It chooses between expressions; `meaning` is one of them.
    pub is_choice: bool,
    /// It changes an object.
    pub steps: bool,
    /// What it computes.
    pub polynomial: Option<Expr>,
    /// C computes that in a type wider than `int`.
    pub is_wide: bool,
    /// Macros that would make it affine if they were taken at their value.
    pub wanted: BTreeSet<String>,
    /// It is several subscripts in the scop: see [`crate::region::delinearise`].
    pub is_split: bool,
    /// It has no place in the scop: see [`crate::walk::opaque`].
    pub is_opaque: bool,
    /// These in C spellings, if they are affine.
    pub split: Option<Vec<Expr>>,
    /// The pieces that it is written with.
    pub parts: Parts,
}

impl DraftSubscript {
    /// An expression of this meaning, and no more.
    pub fn new(expr: Range<usize>, meaning: Subscript) -> Self {
        DraftSubscript {
            brackets: expr.clone(),
            expr,
            meaning,
            spelled: None,
            only_as_written: false,
            is_choice: false,
            steps: false,
            polynomial: None,
            is_wide: false,
            wanted: BTreeSet::new(),
            is_split: false,
            is_opaque: false,
            split: None,
            parts: Parts::default(),
        }
    }
}

/// Elements that a call such as `memset` takes together, one behind the other in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Block {
    /// All elements.
    Whole {
        /// It is an operand of `sizeof`.
        asked: bool,
    },
    /// All that differ in the last dimensions only, or some of them.
    Last {
        /// How many dimensions.
        dims: usize,
        /// It is an operand of `sizeof`.
        asked: bool,
    },
    /// All that differ in the last dimensions of the scop only, some of which a pointer leads to that is set
    /// here: [`Reference::whole`] is its initialiser. In an array of one dimension, that is taken apart, the
    /// initialiser is the one subscript.
    Rows {
        /// How many dimensions: 1 where that is none that is taken apart.
        dims: usize,
    },
}
