//! The parts of a scop as places in the user's file. Kept beside the scop, never in it.

pub(crate) mod placer;

mod candidate;
mod heap;
mod loops;
mod parameter;
mod references;
mod rows;
mod statics;

use crate::region::written::Written;
use crate::values::loops::flat::FlatCounter;
use crate::values::original::OriginalArray;
use crate::values::params::FlatLoops;
use crate::values::shapes::Axis;
use crate::values::shapes::heap_size::FactorKind;
use crate::walk::draft::Block;
use c::facts::heap::Form;
use c::facts::refusal::Refusal;
use c::facts::removal::{Cut, Hindrance};
use poly::Expr;
use scop::{AccessId, ArrayId, IntType, Scop, StmtId};
use source::Span;

/// A region of one function: its meaning, and the places that it is made from.
#[derive(Debug)]
pub struct Region {
    /// Name of the function.
    pub function: String,
    /// The region's statements, from the first to the last byte.
    pub span: Span,
    /// The scop, for all parameter values that the declarations allow.
    pub scop: Scop,
    /// The scop for fewer parameter values, as single arrays need it: see [`Region::scop_of`].
    pub narrowed: Vec<Scop>,
    /// Arrays that may be folded, with everything needed to rewrite them.
    pub candidates: Vec<Candidate>,
    /// Macros taken at their value to make an expression affine: the value must be asserted.
    pub fixed_macros: Vec<FixedMacro>,
    /// Macros expanded at their present value because they are not one operand (`2 + 1`): the value
    /// must be asserted.
    pub taken_macros: Vec<TakenMacro>,
    /// Further assumptions about macros (see [`crate::Options::assume_macros`]): each expression,
    /// in C spellings, is not negative. They must be asserted.
    pub assumptions: Vec<Expr>,
    /// The number of earlier regions of the function, including those without candidates.
    pub ordinal: usize,
    /// Facts about parameters that the declarations imply: each expression, in names of the scop,
    /// is not negative.
    pub known: Vec<Expr>,
    /// Writes in all branches of an `if`, certain only together: the statements of each group.
    pub united: Vec<Vec<usize>>,
    /// First byte inside the function's body where a declaration or a `_Static_assert` may be put.
    pub body_start: Span,
    /// The flat loops that are read by digits.
    pub flat: FlatLoops,
    /// Macros that the file defines only after that place: nothing can be asserted of them there.
    pub late_macros: Vec<String>,
    /// The parts of the text that a fold may change.
    pub written: Written,
    /// If the region is the body of a loop whose bounds may change, the reason why the loop is not
    /// followed.
    pub unsteady: Option<Refusal>,
}

impl Region {
    /// The scop for an array: for parameter values for which the array's own accesses stay in its
    /// box.
    pub fn scop_of(&self, candidate: &Candidate) -> &Scop {
        let own = candidate.narrowed.and_then(|at| self.narrowed.get(at));
        own.unwrap_or(&self.scop)
    }
}

/// A condition under which a region is analysed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assumption {
    /// `n <= N`, in C spellings.
    pub condition: String,
    /// Why it holds.
    pub basis: Basis,
    /// The place of the access, the assertion or the declaration.
    pub span: Span,
}

/// Why a condition holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Basis {
    /// Otherwise this access leaves its box, which C leaves undefined.
    Access(String),
    /// The code asserts it. `NDEBUG` removes the test.
    Assertion,
    /// Otherwise the bound of a loop wraps around, and the loop counts on to the largest number.
    Bound,
    /// The length of a string fits the integer that it initialises.
    Length,
    /// A loop over all elements of an array is read as one over its rows: the length of a row, or
    /// the number of rows.
    Rows,
    /// Otherwise the size of this array is not positive, which C leaves undefined.
    Size(String),
}

/// An array that may be folded: it is used only in the region and never escapes.
#[derive(Debug)]
pub struct Candidate {
    /// The array of the scop.
    pub array: ArrayId,
    /// Arrays of the scop for the other members of the elements: of the same shape, under the same
    /// mapping.
    pub others: Vec<ArrayId>,
    /// Its name as the user spells it.
    pub spelling: String,
    /// The name in its declarator; for a parameter from a macro, the macro's invocation.
    pub name_span: Span,
    /// One per dimension: from `[` to `]`, both included. Empty for a parameter, whose declaration
    /// remains.
    pub dims: Vec<DimPlace>,
    /// The initialiser, from `=` to its end, if there is one.
    pub initialiser: Option<Span>,
    /// Whether the initialiser, if any, is all zero. A smaller array cannot keep another
    /// initialiser: it is removed, which is valid if no read finds its values.
    pub initialised_to_zero: bool,
    /// Size of one element in bytes, if known.
    pub element_bytes: Option<u64>,
    /// The type of one element as the user spells it, if the type can be spelled and has no
    /// qualifiers.
    pub element_type: Option<String>,
    /// Every use of the array's name, in textual order.
    pub references: Vec<Reference>,
    /// Names of parameters that its sizes cannot use: not visible or not yet assigned where they
    /// are written, in the declaration or the allocation.
    pub unusable_params: Vec<String>,
    /// The origin of each dimension of the array in the scop. A declared dimension that no axis
    /// names is opaque: some subscript of it is not affine, and its text remains.
    pub axes: Vec<Axis>,
    /// The texts of opaque dimensions: their sizes, then their subscripts, reference by reference.
    /// The subscripts of arrays inside these texts are omitted: they are references of their own.
    pub opaque: Vec<String>,
    /// The number of elements of each declared dimension, in the parameters of the scop; shorter
    /// than the list of dimensions if some numbers are unknown.
    pub declared: Vec<Expr>,
    /// The array as the reader of a folded text knows it.
    pub original: OriginalArray,
    /// The index of the array's own scop in [`Region::narrowed`], if it has one.
    pub narrowed: Option<usize>,
    /// Conditions on the parameters that no test in the code ensures.
    pub assumptions: Vec<Assumption>,
    /// Whether a size in the declaration may be an expression of variables (automatic storage,
    /// C99).
    pub may_be_vla: bool,
    /// Whether the array is `static`.
    pub is_static: bool,
    /// The consequences of static storage for a fold, if the array has static storage.
    pub statics: Option<Box<StaticPlaces>>,
    /// The code that sets up the storage.
    pub home: Home,
    /// A pragma of the user promises that nothing outside the region needs the array's values.
    pub promised: bool,
    /// Sizes of the `memset` calls that write the whole array.
    pub cleared: Vec<SizePlaces>,
    /// The elements are pointers that are set to allocations of their own.
    pub allocated_by_row: bool,
    /// The `restrict` qualifiers of pointers to rows of the array. They must be removed: different
    /// elements may share a cell.
    pub restricts: Vec<Span>,
}

impl Candidate {
    /// The declared dimensions that have an axis in the scop.
    pub fn followed(&self) -> Vec<usize> {
        let mut dims: Vec<usize> = self.axes.iter().map(|axis| axis.declared()).collect();
        dims.dedup();
        dims
    }

    /// Whether the declaration gives the number of elements of each dimension.
    pub fn declares_all(&self) -> bool {
        self.declared.len() >= self.followed().len()
    }

    /// How many trailing dimensions of the scop pointers into this array span: 1 rows, 2 planes, 0
    /// if there are no such pointers.
    pub fn pointed_dims(&self) -> usize {
        let dims = self.references.iter().map(|r| match r.block {
            Some(Block::Rows { dims }) => dims,
            _ => 0,
        });
        dims.max().unwrap_or(0)
    }

    /// All arrays of the scop that the candidate covers.
    pub fn arrays(&self) -> impl Iterator<Item = ArrayId> {
        std::iter::once(self.array).chain(self.others.iter().copied())
    }
}

/// The code that sets up the storage of an array, and therefore changes with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Home {
    /// The declarator alone: `double a[N][M];`
    Declarator,
    /// The callers of the function: the array is a parameter.
    Parameter(ParameterHome),
    /// An allocation: `double (*a)[M] = malloc(N * sizeof *a);`
    Heap(Box<HeapPlaces>),
}

/// The facts needed to fold an array in static storage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StaticPlaces {
    /// Several threads may execute the function at once: they would share the cells of smaller
    /// static storage, where each had elements of its own.
    pub may_be_shared: bool,
    /// The places to edit to make it automatic; `None` if its declaration cannot be rewritten for
    /// that.
    pub automatic: Option<Automatic>,
}

/// The declaration of an array in static storage that may become automatic.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Automatic {
    /// `static`
    pub class: Span,
    /// All declarators with their initialisers, by name.
    pub declarators: Vec<(String, Span)>,
    /// From the first word to the `;`.
    pub whole: Span,
    /// After the `{` of the function's body, if an automatic array has to be declared there.
    pub moves_to: Option<Span>,
    /// The type of its elements without pointers, if it can have a declaration of its own.
    pub element: Option<String>,
    /// The number of `*` before its name.
    pub pointers: usize,
}

/// The facts needed to put a local array in place of a parameter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParameterHome {
    /// A name that is not in use: `tmp_`.
    pub name: String,
    /// The type of one element, as it is written before a name: `DATA_TYPE `, `double *`.
    pub element: String,
    /// `default(none)` lists the name of the parameter, so no other name may be used.
    pub is_listed: bool,
    /// After the `{` of the function's body.
    pub body_start: Span,
    /// After the declarations at the start of the body, if there are any.
    pub declarations_end: Option<Span>,
    /// Other parameters that receive the same arrays, as function and name: all of them must write
    /// before they read.
    pub shared: Vec<(String, String)>,
    /// The further edits that remove the parameter, if they were asked for and are possible.
    pub removal: Option<Result<Vec<Cut>, Hindrance>>,
}

/// The places that change with the size of a heap array, beside the brackets of its declarator
/// ([`Candidate::dims`]).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeapPlaces {
    /// How the array is declared and used.
    pub form: Form,
    /// `(` and `)` in `(*a)[m]`.
    pub parentheses: Option<[Span; 2]>,
    /// Casts of the allocated storage to `(*)[m]`.
    pub casts: Vec<CastPlace>,
    /// The size of the allocation.
    pub size: SizePlaces,
    /// The places to remove when it becomes a plain variable.
    pub removal: Option<Removal>,
}

/// A number of bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SizePlaces {
    /// The expressions whose product is the number.
    pub arguments: Vec<Span>,
    /// The factors of these expressions, in textual order.
    pub factors: Vec<FactorPlace>,
    /// The number must be a multiple of this.
    pub alignment: Option<i64>,
}

/// A cast to `(*)[n][m]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CastPlace {
    /// `(` and `)`.
    pub parentheses: [Span; 2],
    /// The brackets.
    pub dims: Vec<DimPlace>,
}

/// One factor of a size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FactorPlace {
    /// The kind of the factor.
    pub kind: FactorKind,
    /// The index of the argument in [`SizePlaces::arguments`] that contains the factor.
    pub argument: usize,
    /// The whole factor, with its brackets.
    pub whole: Span,
    /// The number in it.
    pub number: Span,
    /// The number of elements that it counts.
    pub count: Expr,
    /// Whether C computes the number in a type wider than `int`.
    pub is_wide: bool,
}

/// The places to remove when a heap array becomes a plain variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Removal {
    /// From the `*` of its declarator to the end of its initialiser: only the name remains.
    pub declarator: Span,
    /// Whether it starts as zero.
    pub sets_zero: bool,
    /// Whole lines: allocation, test and `free`.
    pub lines: Vec<Span>,
}

/// One dimension in a declarator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DimPlace {
    /// From `[` to `]`, both included.
    pub brackets: Span,
    /// The size expression between them.
    pub size: Span,
}

/// One use of an array's name with all its subscripts: `y[i][k - 1]`.
#[derive(Debug)]
pub struct Reference {
    /// From the name to the last `]`; for a pointer to a row, the whole initialiser.
    pub whole: Span,
    /// The name alone.
    pub name_span: Span,
    /// The statement that contains it.
    pub statement: StmtId,
    /// The accesses that it performs: one, or a read and a write (`y[i] += 1`).
    pub accesses: Vec<AccessId>,
    /// One per dimension; fewer for a block of elements.
    pub subscripts: Vec<SubscriptPlace>,
    /// The block of elements that it denotes, if it is not a single element.
    pub block: Option<Block>,
    /// Names of parameters that cannot be used here: not visible or not yet assigned.
    pub unusable_params: Vec<String>,
    /// The loops around it, outermost first; `None` for a loop whose body cannot start with a new
    /// declaration.
    pub loops: Vec<Option<LoopPlace>>,
    /// The counters around it of which the scop has the digits.
    pub counters: Vec<FlatCounter>,
}

/// A counting `for` loop whose body may start with a new declaration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoopPlace {
    /// The iterator, in C; it is constant within the body.
    pub iterator: String,
    /// The smallest value of the iterator, if it grows from a number.
    pub least: Option<i64>,
    /// The whole loop.
    pub whole: Span,
    /// The `{` of the body, or the `)` before a body without braces.
    pub opening: Span,
    /// The body, if it has no braces.
    pub unbraced: Option<Span>,
    /// The step of the iterator, for a loop without inner loops in which every iteration reaches
    /// the end of the body or leaves the loop.
    pub straight_step: Option<i64>,
    /// The places to edit to split the loop into strips, if it has a straight step.
    pub strips: Option<StripPlace>,
    /// The type of the iterator.
    pub counter: IntType,
    /// The type of the iterator as the user spells it, if it can be spelled.
    pub counter_type: Option<String>,
    /// Names of parameters that are `int`s or narrower.
    pub int_params: Vec<String>,
    /// Names of parameters that cannot be used in the body: not visible or not yet assigned.
    pub unusable_params: Vec<String>,
}

impl LoopPlace {
    /// Whether the iterator is an `int`, or a narrower type that is promoted to `int`.
    pub fn counts_ints(&self) -> bool {
        self.counter.promoted() == IntType::INT
    }
}

/// The places in the header of a loop `for (x = a; x < e; x++)` over an `int`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StripPlace {
    /// `x++`
    pub step: Span,
    /// `e`
    pub bound: Span,
    /// Whether the condition is `x <= e`.
    pub inclusive: bool,
    /// Assignments among the statements of the body after which nothing leaves the iteration.
    pub stores: Vec<StorePlace>,
}

/// An assignment `t[i] = ...;`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StorePlace {
    /// `t[i]`
    pub element: Span,
    /// The whole statement.
    pub whole: Span,
    /// Whether only declarations precede it in the body.
    pub is_first: bool,
}

/// One subscript of a reference.
#[derive(Debug, Clone)]
pub struct SubscriptPlace {
    /// From `[` to `]`, both included.
    pub brackets: Span,
    /// The expression between them.
    pub expr_span: Span,
    /// Its meaning, in C spellings of iterators and parameters, if it is affine.
    pub expr: Option<Expr>,
    /// Its digits in C spellings, if it is linearised and its digits are affine; none for a digit
    /// that chooses between expressions.
    pub split: Option<Vec<Option<Expr>>>,
    /// The places of the digits, if all are written out.
    pub split_spans: Option<Vec<Span>>,
    /// Whether the expression is one operand, also after the expansion of its macros.
    pub is_operand: bool,
    /// Whether C computes it in a type wider than `int`.
    pub is_wide: bool,
}

/// A macro that is expanded where it is used, because its meaning depends on the code around it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TakenMacro {
    /// Its name.
    pub name: String,
    /// The equivalent C text: a number, or an expression of macros in parentheses.
    pub value: String,
}

/// A macro that the analysis replaced by its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FixedMacro {
    /// Its name.
    pub name: String,
    /// Its value in this translation unit.
    pub value: i64,
}
