//! The words of Pleat: what a region of C *means* once its text is gone. No algorithms, no C.
//!
//! A [`Scop`] is a static control part: statements, each executed for every point of its domain, in
//! the order of its schedule, touching array elements by its accesses. Every other crate relies on
//! the following words.
//!
//! **Instance.** `S[i,j]`, one execution of statement `S`. The *domain* of `S` is the set of its
//! instances, in the values of the loop iterators around it:
//! `[N] -> { S[i,j] : 0 <= i < N and i <= j < N }`.
//!
//! **Time.** The *schedule* maps an instance to an integer vector; C executes instances in the
//! lexicographic order of these vectors. All schedules of a scop have the same number of
//! dimensions, and no two instances have the same time. The first coordinate is always a position
//! in the text, a number from 0 up: `{ S[i,j] -> [0, i, 1, j, 0] }`.
//!
//! **Access.** A relation from instances to elements: `{ S[i,j] -> y[i,j - 1] }`. A *must*-access
//! happens whenever the instance is executed. A *may*-access may or may not happen (a condition
//! that depends on data), or may touch any of several elements (a subscript that is not affine).
//! A must-write of several elements (`= {0}`) stores the same value in each of them.
//! Accesses never leave the box of their array: C leaves a subscript outside its dimension
//! undefined, so such instances do not exist.
//!
//! **Execution.** What C executes is a prefix, in time order, of the instances in the domains
//! (`return` and `exit` may end it early); an instance that may be skipped inside that prefix has
//! only may-accesses.
//!
//! **Order.** *Before* is the order of time only while the program runs as written. Threads and
//! transformations keep less of it: [`Order`] says which pairs of instances are certainly in order.
//!
//! **Order inside an instance.** If [`Statement::reads_first`] holds, all reads of an instance
//! happen before its writes (one simple assignment). Else their order is unknown.
//!
//! **Value.** What one write instance stores into one element. It is *alive* from that write to
//! its last read. An element is alive while one of its values is.
//!
//! **Conflict.** Two different elements conflict if they may be alive at the same time, or if one
//! is written while the other is alive. Elements that do not conflict may share a cell.
//!
//! **Modular mapping.** `sigma(x) = M x mod b`, the new place of element `x`. It is valid when it
//! separates all elements that conflict.
//!
//! Texts and places of the user's file sit beside the scop, in `front`, never in it.

mod arithmetic;
mod computation;
mod tiling;

pub use arithmetic::{Arithmetic, MACRO_RANGE, Named, Step};
pub use computation::{Computation, EXECUTE, Guard, MEMORY, OVERLAP, SUBSCRIPTS, Shared, System};
pub use integer::IntType;
pub use tiling::Tiling;

use poly::{Context, Expr, Map, PolyError, Set, Space};

/// Index of a statement in [`Scop::statements`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct StmtId(pub u32);

/// Index of an array in [`Scop::arrays`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ArrayId(pub u32);

/// Index of an access in [`Scop::accesses`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct AccessId(pub u32);

/// Which instances certainly happen before which.
///
/// `x` before `y`, by the first coordinate of time in which they differ:
///
/// * sequential: `x` has the smaller number there;
/// * parallel: the same, but a first difference in a coordinate that both statements list in
///   [`Statement::parallel`] puts nothing in order;
/// * tilable: as parallel, but where the first difference lies in a coordinate of a band that both
///   statements list in [`Statement::tilable`], no coordinate of that band may decrease from `x` to
///   `y`: every tiling of the band by rectangles, of any size, keeps these pairs in order;
/// * any: `y` depends on `x` through a chain of instances, each of which certainly touches an
///   element that the one before it certainly touches too, one of the two writing it, in the order
///   of time: every legal schedule keeps these.
///
/// What is before the region comes before everything, what is after it after everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Order {
    /// The program as written.
    #[default]
    Sequential,
    /// Iterations of parallel loops, and other parts that threads share, are not ordered.
    Parallel,
    /// Tilable bands are not ordered further than every rectangular tiling keeps.
    Tilable,
    /// Only what depends on each other is ordered.
    Any,
}

impl Order {
    /// All of them, the strictest first.
    pub const ALL: [Order; 4] = [
        Order::Sequential,
        Order::Parallel,
        Order::Tilable,
        Order::Any,
    ];

    /// Its name on the command line and in reports.
    pub fn name(self) -> &'static str {
        match self {
            Order::Sequential => "sequential",
            Order::Parallel => "parallel",
            Order::Tilable => "tilable",
            Order::Any => "any",
        }
    }
}

/// A static control part: a region of one function.
#[derive(Clone, Debug)]
pub struct Scop {
    /// Owner of all sets below.
    pub ctx: Context,
    /// Integers that do not change inside the region.
    pub params: Vec<Param>,
    /// The known constraints on the parameters: `[N] -> { : N >= 1 }`. Parameter values outside of
    /// it make the original program undefined, or are excluded by an assumption that is printed.
    pub context: Set,
    /// In textual order.
    pub statements: Vec<Statement>,
    /// Arrays that a statement touches or that were considered.
    pub arrays: Vec<Array>,
    /// In textual order; for one statement reads come before writes.
    pub accesses: Vec<Access>,
    /// Length of every time vector.
    pub time_dims: usize,
    /// The subexpressions of its subscripts, and their types.
    pub arithmetic: Arithmetic,
}

/// A parameter of the region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Param {
    /// Name in sets and expressions; unique among parameters and iterators.
    pub name: String,
    /// Its spelling in the user's file.
    pub spelling: String,
    /// Macro or variable.
    pub kind: ParamKind,
    /// A typical value, to compare sizes: a macro's value, or a guess for a variable.
    pub sample: i64,
}

/// The origin of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParamKind {
    /// An object-like macro: an integer constant, another one with another `-D`.
    Macro,
    /// A variable that the region does not change.
    Variable,
}

/// A statement and when it is executed.
#[derive(Clone, Debug)]
pub struct Statement {
    /// Its own index.
    pub id: StmtId,
    /// Name of its space, unique in the scop: `S3`.
    pub name: String,
    /// Iterators of the loops around it, outermost first, as named in [`Subscript`] expressions.
    pub iterators: Vec<String>,
    /// `[params] -> { S3[iterators] : ... }`.
    pub domain: Set,
    /// `[params] -> { S3[iterators] -> [time] }`.
    pub schedule: Map,
    /// All reads of an instance happen before its writes.
    pub reads_first: bool,
    /// Coordinates of time, ascending, that number parallel parts: iterations of a parallel loop,
    /// the parts of `sections`. Statements that agree in all coordinates before one agree about
    /// that one.
    ///
    /// Assumes: marks remove orders, they never add any. Parts that `nowait`, `master` and sections
    /// may execute concurrently are unordered; only barriers and the text order the others.
    pub parallel: Vec<usize>,
    /// The innermost loop around it contains no other loop.
    pub innermost: bool,
    /// Tilable bands around it, outermost first: the coordinates of time of the loops of each,
    /// ascending. Between two of them all statements of the band have the same time.
    pub tilable: Vec<Vec<usize>>,
}

/// An array and its box.
#[derive(Clone, Debug)]
pub struct Array {
    /// Its own index.
    pub id: ArrayId,
    /// Name of its space, unique in the scop.
    pub name: String,
    /// Extent of each dimension in elements, in the parameters; subscripts are at least 0 and below
    /// it. `None` if no bound is known on either side: the outermost size of an array parameter
    /// restricts no caller.
    pub shape: Vec<Option<Expr>>,
    /// Extents that are products of parameters, of dimensions whose subscripts are all
    /// [addresses](Subscript::Address): these have no extent in `shape`.
    pub products: Vec<Option<Expr>>,
    /// Contains values from before the region that the region may read.
    pub live_in: bool,
    /// Its values may be read after the region, by other code.
    pub live_out: bool,
    /// Keeps its values from one execution of the region to the next, and no other code needs them
    /// (a `static` array, storage of the caller): live-in and live-out exactly if a read may find a
    /// value from before this execution.
    pub carried: bool,
    /// Each value of the first `private` coordinates of time has its own copy of the array, which
    /// starts and ends with it: the array is declared in the body of a parallel loop, or in its
    /// `private` clause. 0: there is one copy. A copy of a `carried` array may start with the last
    /// values of an earlier copy; then the array may not be folded if a read may find these.
    pub private: usize,
}

/// Whether an access reads or writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AccessKind {
    /// The old value is used.
    Read,
    /// A new value is stored.
    Write,
}

/// Whether an access certainly happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Certainty {
    /// Each executed instance touches exactly the related element.
    Must,
    /// It touches at most the related elements.
    May,
}

/// One access of one statement.
#[derive(Clone, Debug)]
pub struct Access {
    /// Its own index.
    pub id: AccessId,
    /// The statement.
    pub statement: StmtId,
    /// The array that it touches.
    pub array: ArrayId,
    /// Read or write.
    pub kind: AccessKind,
    /// Must or may.
    pub certainty: Certainty,
    /// `[params] -> { S3[iterators] -> y[subscripts] }`, inside domain and box.
    pub relation: Map,
    /// The subscripts as written, one per dimension.
    pub subscripts: Vec<Subscript>,
    /// An alternative to the access before it (`a[c ? i : j]`): no instance touches more than one
    /// of them, and if the text does not choose they are one access.
    pub alternative: bool,
}

/// A subscript in the iterators of its statement and the parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subscript {
    /// A quasi-affine expression.
    Affine(Expr),
    /// `dividend % modulus` with a modulus that is not a number and a dividend that is never
    /// negative.
    Modulo {
        /// The dividend.
        dividend: Expr,
        /// The modulus, in the parameters; positive.
        modulus: Expr,
    },
    /// A sum of products modulo a size, where one of them is not affine. Neither a factor nor the
    /// modulus contains a product of iterators.
    Address {
        /// The products, as their factors, of which none is negative.
        products: Vec<Vec<Expr>>,
        /// The modulus, a polynomial of the parameters.
        modulus: Expr,
    },
    /// Anything else: any element of the dimension.
    Any,
}

/// The subscripts of an access that are numbers, by dimension.
#[derive(Clone, Debug, Default)]
pub struct Numbers(Vec<Option<i64>>);

impl Access {
    /// The subscripts that are numbers.
    pub fn numbers(&self) -> Numbers {
        let number = |subscript: &Subscript| match subscript {
            Subscript::Affine(e) => e.as_constant(),
            Subscript::Modulo { .. } | Subscript::Address { .. } | Subscript::Any => None,
        };
        Numbers(self.subscripts.iter().map(number).collect())
    }
}

impl Numbers {
    /// Whether these subscripts show that two accesses to one array never touch the same element.
    pub fn are_apart(&self, other: &Numbers) -> bool {
        let mut subscripts = self.0.iter().zip(&other.0);
        subscripts.any(|(a, b)| a.is_some() && b.is_some() && a != b)
    }
}

impl Scop {
    /// The statement with this index.
    pub fn statement(&self, id: StmtId) -> &Statement {
        &self.statements[id.0 as usize]
    }

    /// The array with this index.
    pub fn array(&self, id: ArrayId) -> &Array {
        &self.arrays[id.0 as usize]
    }

    /// The access with this index.
    pub fn access(&self, id: AccessId) -> &Access {
        &self.accesses[id.0 as usize]
    }

    /// All accesses to one array, in textual order.
    pub fn accesses_to(&self, array: ArrayId) -> impl Iterator<Item = &Access> {
        self.accesses.iter().filter(move |a| a.array == array)
    }

    /// The parameter values for which a condition holds: `"N > 2*M"`.
    ///
    /// # Errors
    ///
    /// If it is not affine, or the operation budget is used up.
    pub fn params_where(&self, condition: &str) -> poly::Result<Set> {
        self.space().values(condition)
    }

    /// The space of its parameters, for sets and relations from conditions.
    pub fn space(&self) -> Space {
        Space::new(&self.ctx, self.params.iter().map(|p| &p.name))
    }

    /// A condition in isl's notation with the spelling of parameters: `w*h >= 0`.
    pub fn spelled(&self, condition: &str) -> String {
        let is_start = |c: char| c.is_ascii_alphabetic() || c == '_';
        let is_part = |c: char| is_start(c) || c.is_ascii_digit() || c == '\'';
        let mut text = String::new();
        let mut rest = condition;
        while let Some(start) = rest.find(is_start) {
            let (before, from) = rest.split_at(start);
            let (name, behind) = from.split_at(from.find(|c| !is_part(c)).unwrap_or(from.len()));
            text.push_str(before);
            let param = self.params.iter().find(|p| p.name == name);
            match param.filter(|p| p.spelling != name) {
                Some(param) => {
                    // isl writes `2n`.
                    let is_multiple = before.ends_with(|c: char| c.is_ascii_digit());
                    text.push_str(if is_multiple { "*" } else { "" });
                    text.push_str(&param.spelling);
                }
                None => text.push_str(name),
            }
            rest = behind;
        }
        text.push_str(rest);
        text
    }

    /// Whether a condition holds for all of some parameter values; false for one that is not
    /// affine.
    ///
    /// # Errors
    ///
    /// If the operation budget is used up.
    pub fn holds(&self, params: &Set, condition: &str) -> poly::Result<bool> {
        match self.params_where(condition) {
            Ok(set) => params.is_subset(&set),
            Err(PolyError::Failed(_)) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// The parameter values for which an element of one of some arrays is touched.
    ///
    /// # Errors
    ///
    /// If the operation budget is used up.
    pub fn touched_params(&self, arrays: impl Iterator<Item = ArrayId>) -> poly::Result<Set> {
        let accesses = arrays.flat_map(|array| self.accesses_to(array));
        let touched = accesses.map(|a| a.relation.intersect_params(&self.context)?.params());
        let all = touched.reduce(|all, more| all?.union(&more?));
        all.unwrap_or_else(|| Ok(self.context.clone()))?.coalesce()
    }

    /// The sample value of a parameter by its name.
    pub fn sample(&self, name: &str) -> Option<i64> {
        self.params
            .iter()
            .find(|p| p.name == name)
            .map(|p| p.sample)
    }
}
