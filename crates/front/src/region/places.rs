//! Where the things of a scop stand in the user's file. Sits beside the scop, never in it.

pub(crate) mod placer;

mod candidate;
mod heap;
mod loops;
mod parameter;
mod references;
mod rows;
mod statics;

use crate::values::original::OriginalArray;
use crate::values::shapes::Axis;
use crate::values::shapes::heap_size::FactorKind;
use crate::walk::draft::Block;
use c::facts::heap::Form;
use c::facts::removal::{Cut, Hindrance};
use poly::Expr;
use scop::{AccessId, ArrayId, IntType, Scop, StmtId};
use source::Span;

/// A region of one function: its meaning, and the places of what it means.
#[derive(Debug)]
pub struct Region {
    /// Name of the function.
    pub function: String,
    /// The region's statements, from the first to the last byte.
    pub span: Span,
    /// What it means, for all parameter values that its declarations allow.
    pub scop: Scop,
    /// The same for fewer of them, as single arrays need it: see [`Region::scop_of`].
    pub narrowed: Vec<Scop>,
    /// Arrays that may be folded, with all that is needed to rewrite them.
    pub candidates: Vec<Candidate>,
    /// Macros that were taken at their value to make something affine: the value must be asserted.
    pub fixed_macros: Vec<FixedMacro>,
    /// Macros that were expanded as they are now, as `2 + 1` must be: their value must be asserted.
    pub taken_macros: Vec<TakenMacro>,
    /// What else was assumed about macros (see [`crate::Options::assume_macros`]): each expression, in
    /// C spellings, is not negative. Must be asserted.
    pub assumptions: Vec<Expr>,
    /// How many regions of the function come before, those without candidates included.
    pub ordinal: usize,
    /// What its declarations say about parameters: each expression, in names of the scop, is not
    /// negative.
    pub known: Vec<Expr>,
    /// Writes in all branches of an `if`, which together are certain: the statements of each.
    pub united: Vec<Vec<usize>>,
    /// First byte inside the function's body where a declaration or a `_Static_assert` may be put.
    pub body_start: Span,
    /// Macros that the file defines only behind that place: nothing can be asserted of them there.
    pub late_macros: Vec<String>,
}

impl Region {
    /// What the region means for an array: for parameter values for which its own accesses keep to its box.
    pub fn scop_of(&self, candidate: &Candidate) -> &Scop {
        let own = candidate.narrowed.and_then(|at| self.narrowed.get(at));
        own.unwrap_or(&self.scop)
    }
}

/// What is taken to hold because C does not define what happens else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assumption {
    /// `n <= N`, in C spellings.
    pub condition: String,
    /// The access that leaves its box otherwise.
    pub access: String,
    /// Its place.
    pub span: Span,
}

/// An array that may be folded: used only in the region, never escaping.
#[derive(Debug)]
pub struct Candidate {
    /// Which array of the scop.
    pub array: ArrayId,
    /// Arrays of the scop for the other members of its elements: of the same shape, under the same
    /// mapping.
    pub others: Vec<ArrayId>,
    /// Its name as the user spells it.
    pub spelling: String,
    /// The name in its declarator; for a parameter, what it comes out of.
    pub name_span: Span,
    /// One per dimension: from `[` to `]`, both included. None for a parameter, whose declaration
    /// stays.
    pub dims: Vec<DimPlace>,
    /// Its initialiser, from `=` to the end, if it has one.
    pub initialiser: Option<Span>,
    /// The initialiser, if any, is all zero. Another one cannot stay with a smaller array: it has to go,
    /// which is right where no read finds its values.
    pub initialised_to_zero: bool,
    /// Size of one element in bytes, if known.
    pub element_bytes: Option<u64>,
    /// The type of one element as the user spells it, where that can be said and it has no qualifiers.
    pub element_type: Option<String>,
    /// Every place where the array's name is used, in textual order.
    pub references: Vec<Reference>,
    /// Names of parameters that its declaration cannot use: not visible or not yet assigned there.
    pub unusable_params: Vec<String>,
    /// What each dimension of the array in the scop is. A declared dimension without one is opaque: some
    /// subscript of it is not affine, and its text stays.
    pub axes: Vec<Axis>,
    /// What stands in opaque dimensions: their sizes, then their subscripts, reference by reference.
    /// Subscripts of arrays in them are left out: those are references of their own.
    pub opaque: Vec<String>,
    /// The number of elements of each declared dimension, in the parameters of the scop; fewer than
    /// dimensions if some are not known.
    pub declared: Vec<Expr>,
    /// What the reader of a folded text knows of it.
    pub original: OriginalArray,
    /// Which of [`Region::narrowed`] is its own, if it has one.
    pub narrowed: Option<usize>,
    /// What is taken to hold of the parameters because an access to it would leave its box otherwise.
    pub assumptions: Vec<Assumption>,
    /// Whether a size in the declaration may be an expression of variables (automatic storage, C99).
    pub may_be_vla: bool,
    /// It is `static`.
    pub is_static: bool,
    /// What static storage means for a fold, if it has that.
    pub statics: Option<Box<StaticPlaces>>,
    /// What sets its storage up.
    pub home: Home,
    /// A pragma of the user's says that nothing outside the region needs what it holds.
    pub promised: bool,
    /// Sizes of `memset` calls that write all of it.
    pub cleared: Vec<SizePlaces>,
    /// Its elements are pointers that are set to allocations of their own.
    pub allocated_by_row: bool,
    /// Where pointers to rows of it say `restrict`, which must go: different elements may share a cell.
    pub restricts: Vec<Span>,
}

impl Candidate {
    /// Whether its declaration says the number of elements of each dimension.
    pub fn declares_all(&self) -> bool {
        self.declared.len() >= self.followed().len()
    }

    /// To elements that differ in so many of the last dimensions of the scop something points: 1 for rows, 2 for planes, 0
    /// if nothing does.
    pub fn pointed_dims(&self) -> usize {
        let dims = self.references.iter().map(|r| match r.block {
            Some(Block::Rows { dims }) => dims,
            _ => 0,
        });
        dims.max().unwrap_or(0)
    }

    /// All its arrays of the scop.
    pub fn arrays(&self) -> impl Iterator<Item = ArrayId> {
        std::iter::once(self.array).chain(self.others.iter().copied())
    }
}

/// What sets the storage of an array up, and so has to change with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Home {
    /// Its declarator alone: `double a[N][M];`
    Declarator,
    /// Whoever calls the function: it is a parameter.
    Parameter(ParameterHome),
    /// An allocation: `double (*a)[M] = malloc(N * sizeof *a);`
    Heap(Box<HeapPlaces>),
}

/// What has to be known to fold an array in static storage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StaticPlaces {
    /// Several threads may execute the function at once, as far as is seen: they would share the cells
    /// of smaller static storage, where elements were their own.
    pub may_be_shared: bool,
    /// What makes it automatic; `None` if its declaration cannot be rewritten for that.
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
    /// Behind the `{` of the function's body, if an automatic array has to be declared there.
    pub moves_to: Option<Span>,
    /// The type of its elements without pointers, if it can have a declaration of its own.
    pub element: Option<String>,
    /// How many `*` stand in front of its name.
    pub pointers: usize,
}

/// What a local array in the place of a parameter needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParameterHome {
    /// A name that nothing has: `tmp_`.
    pub name: String,
    /// The type of one element, as it stands in front of a name: `DATA_TYPE `, `double *`.
    pub element: String,
    /// Under `default(none)` the name of the parameter is listed, and no other one may be used.
    pub is_listed: bool,
    /// Behind the `{` of the function's body.
    pub body_start: Span,
    /// Behind the declarations at the start of the body, if there are any.
    pub declarations_end: Option<Span>,
    /// Other parameters that get the same arrays, as function and name: all of them must write what
    /// they read.
    pub shared: Vec<(String, String)>,
    /// The storage of the caller is static, and several threads may execute the caller at once.
    pub may_be_shared: bool,
    /// What goes with the parameter, if that was asked for and is possible.
    pub removal: Option<Result<Vec<Cut>, Hindrance>>,
}

/// What has to change with the size of a heap array, beside the brackets of its declarator
/// ([`Candidate::dims`]).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeapPlaces {
    /// How it is declared and used.
    pub form: Form,
    /// `(` and `)` in `(*a)[m]`.
    pub parentheses: Option<[Span; 2]>,
    /// Casts of the allocated storage to `(*)[m]`.
    pub casts: Vec<CastPlace>,
    /// The size of the allocation.
    pub size: SizePlaces,
    /// What has to go for it to become a plain variable.
    pub removal: Option<Removal>,
}

/// A number of bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SizePlaces {
    /// The expressions whose product it is.
    pub arguments: Vec<Span>,
    /// Their factors, in textual order.
    pub factors: Vec<FactorPlace>,
    /// It has to be a multiple of this.
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
    /// What it is.
    pub kind: FactorKind,
    /// Which of [`SizePlaces::arguments`] holds it.
    pub argument: usize,
    /// All of it; with its brackets.
    pub whole: Span,
    /// The number in it.
    pub number: Span,
    /// How many elements it counts.
    pub count: Expr,
    /// C computes that in a type wider than `int`.
    pub is_wide: bool,
}

/// What has to go for a heap array to become a plain variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Removal {
    /// From the `*` of its declarator to the end of its initialiser: the name alone stays.
    pub declarator: Span,
    /// It starts as zero.
    pub sets_zero: bool,
    /// Whole lines: allocation, test and release.
    pub lines: Vec<Span>,
}

impl Candidate {
    /// The declared dimensions that have a place in the scop.
    pub fn followed(&self) -> Vec<usize> {
        let mut dims: Vec<usize> = self.axes.iter().map(|axis| axis.declared()).collect();
        dims.dedup();
        dims
    }
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
    /// From the name to the last `]`; of a pointer to a row the whole initialiser.
    pub whole: Span,
    /// Just the name.
    pub name_span: Span,
    /// The statement in which it stands.
    pub statement: StmtId,
    /// What it does: one access, or a read and a write (`y[i] += 1`).
    pub accesses: Vec<AccessId>,
    /// One per dimension; fewer for a block of elements.
    pub subscripts: Vec<SubscriptPlace>,
    /// What it stands for if it is no single element.
    pub block: Option<Block>,
    /// Names of parameters that cannot be used here: not visible or not yet assigned.
    pub unusable_params: Vec<String>,
    /// The loops around it, outermost first, as far as something may be declared at the start of their
    /// bodies.
    pub loops: Vec<Option<LoopPlace>>,
}

/// A `for` loop that counts, where something may be declared at the start of its body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoopPlace {
    /// Its iterator, in C; it has one value in the whole body.
    pub iterator: String,
    /// The smallest value of its iterator, where it grows from a number.
    pub least: Option<i64>,
    /// All of the loop.
    pub whole: Span,
    /// The `{` of its body, or the `)` in front of a body without braces.
    pub opening: Span,
    /// The body, if that has no braces.
    pub unbraced: Option<Span>,
    /// What is added to the iterator, of a loop without loops inside all of whose iterations reach the end of
    /// the body unless they leave the loop.
    pub straight_step: Option<i64>,
    /// How it may be taken apart into strips, if it has a straight step.
    pub strips: Option<StripPlace>,
    /// The type of its iterator.
    pub counter: IntType,
    /// The type of its iterator, as the user spells it, where that can be said.
    pub counter_type: Option<String>,
    /// Names of parameters that are such numbers, too.
    pub int_params: Vec<String>,
    /// Names of parameters that cannot be used there: not visible or not yet assigned.
    pub unusable_params: Vec<String>,
}

impl LoopPlace {
    /// Whether its iterator is an `int`, or a narrower type that becomes one.
    pub fn counts_ints(&self) -> bool {
        self.counter.promoted() == IntType::INT
    }
}

/// Where a loop `for (x = a; x < e; x++)` over an `int` says how it goes on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StripPlace {
    /// `x++`
    pub step: Span,
    /// `e`
    pub bound: Span,
    /// It is `x <= e`.
    pub inclusive: bool,
    /// Assignments among the statements of the body, behind which nothing leaves an iteration.
    pub stores: Vec<StorePlace>,
}

/// An assignment `t[i] = ...;`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StorePlace {
    /// `t[i]`
    pub element: Span,
    /// All of the statement.
    pub whole: Span,
    /// Only declarations come before it in the body.
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
    /// Its digits in C spellings, if it is linearised and they are affine.
    pub split: Option<Vec<Expr>>,
    /// Where these are written, if all are.
    pub split_spans: Option<Vec<Span>>,
    /// Whether the expression is one operand, whatever macros it is made of.
    pub is_operand: bool,
    /// C computes it in a type wider than `int`.
    pub is_wide: bool,
}

/// A macro that is expanded where it is used, because its meaning depends on what stands around it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TakenMacro {
    /// Its name.
    pub name: String,
    /// What it is equal to, in C: a number, or an expression of macros in parentheses.
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
