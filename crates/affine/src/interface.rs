//! What goes into the translation of a function beside its program, and what comes out.

mod learnt;

pub use learnt::Learnt;

use crate::Unknown;
use crate::fixed::Fixed;
use learnt::Way;
use poly::Set;
use program::Type;
use program::points_to::Root;
use scop::{AccessId, ArrayId, System, Tiling};
use source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// The assumption that code which is not seen does not exchange the memory behind pointers that the
/// function reads before and after it.
pub const POINTERS_KEPT: &str =
    "functions of other files leave pointers in the caller's memory alone";

/// A stride of a flat array: the length of its rows, or of its planes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Stride {
    /// The number in the product: 3 in `3*w`.
    pub factor: i64,
    /// The names of the parameters in the product, in order.
    pub names: Vec<String>,
}

/// What both programs must agree about.
#[derive(Clone, Debug, Default)]
pub struct Naming {
    /// Names of the parameters of the function, by position, also for their members; where there is
    /// none, their own.
    pub parameters: Vec<String>,
    /// Static objects that both programs have alike, by name: their contents belong to the
    /// interface. Those of other names have an initial value of their own in each program.
    pub carried: BTreeSet<String>,
    /// The strides of flat arrays of the interface by key, the largest first; where there is none,
    /// they are found.
    pub strides: BTreeMap<String, Vec<Stride>>,
    /// Factors of products that are quotients or sums become parameters.
    pub names_factors: bool,
    /// The macros that are taken at their value.
    pub fixed: Fixed,
    /// No statement is executed by its text alone.
    pub is_exact: bool,
    /// Tile loops are left out: see [`Whole::tilings`].
    pub leaves_out_tiles: bool,
    /// Where integers leave their types is found: see [`Whole::limits`].
    pub finds_limits: bool,
    /// The only values of the parameters that matter: those for which the other program is defined.
    pub defined: Option<Set>,
    /// The pragmas of the other program's loops: what they state of loops is true. If there are
    /// none, what loops of this program state is not checked.
    pub stated: Option<BTreeSet<String>>,
    /// The variables whose unknown values are parameters, by name; where they are needed, others
    /// are, too.
    pub values: BTreeSet<String>,
    /// The parameters of the other program that are such values, in the order in which they come.
    pub order: Vec<String>,
    /// Distinguishes what two programs do not share.
    pub tag: String,
    /// What was found out about the program before.
    pub learnt: Learnt,
}

impl Naming {
    pub(crate) fn way(&self) -> Way {
        Way {
            fixed: self.fixed.clone(),
            names_factors: self.names_factors,
            leaves_out_tiles: self.leaves_out_tiles,
            is_exact: self.is_exact,
        }
    }
}

/// A function as a system, and what it was made from.
#[derive(Clone, Debug)]
pub struct Whole {
    /// The system.
    pub system: System,
    /// The place of each statement, by [`scop::StmtId`].
    pub places: Vec<Span>,
    /// The place of each access, by [`scop::AccessId`].
    pub access_places: Vec<Span>,
    /// The name of each array in the text, by [`ArrayId`]: several arrays may have one.
    pub array_names: Vec<String>,
    /// The accesses that may be to any element, as far as is known.
    pub any_element: BTreeSet<AccessId>,
    /// The accesses that set all elements at once.
    pub filled: BTreeSet<AccessId>,
    /// The names of the parameters by position, as in [`Naming::parameters`].
    pub parameters: Vec<String>,
    /// The strides of the flat arrays of the interface, as in [`Naming::strides`].
    pub strides: BTreeMap<String, Vec<Stride>>,
    /// Static objects of this function alone, which keep their values between calls.
    pub carried: Vec<(ArrayId, String)>,
    /// The macros that were taken at their value, see [`Naming::fixed`].
    pub fixed_macros: BTreeSet<String>,
    /// The tile loops that the system leaves out, with their places. The system is that of the
    /// function only if they keep its dependences.
    pub tilings: Vec<(Tiling, Span)>,
    /// The `restrict` parameters of functions that it calls that meet others.
    pub met: BTreeSet<Met>,
    /// Parameter values for which allocations may succeed: their sizes are not negative. Parameters
    /// that are names of sums have their values.
    pub allocated: Set,
    /// Where integers leave their types; empty if [`Naming::finds_limits`] is not set.
    pub limits: Limits,
    /// The variables whose unknown values are parameters, as in [`Naming::order`].
    pub values: Vec<String>,
    /// The statements that are executed by their text alone, and what is not understood in each.
    pub opaque: BTreeMap<Span, Unknown>,
    /// Whether more is understood if tile loops are not left out: integers and pointers that
    /// outlive the function are followed then.
    pub may_be_clearer: bool,
    /// What the proof needs beyond the language, as sentences.
    pub assumptions: Vec<String>,
    /// The memory of others that it uses. The system takes different roots for different memory.
    pub memory: Vec<Memory>,
}

impl Whole {
    /// The name of an array in the text.
    pub fn array_name(&self, array: ArrayId) -> &str {
        &self.array_names[array.0 as usize]
    }

    /// Whether a statement is executed by its text alone because of a subscript that may leave its
    /// row.
    pub fn leaves_rows(&self) -> bool {
        self.opaque.values().any(|why| why.reason == LEAVES_ROW)
    }
}

/// The reason where a subscript of a flat array is not split.
pub(crate) const LEAVES_ROW: &str = "a subscript of a flat array that may leave its row";

/// Memory that code outside of a function may know, too: an array of the interface, or an integer
/// that is a parameter of the system.
#[derive(Clone, Debug, PartialEq)]
pub struct Memory {
    /// What the function reaches it by.
    pub root: Root,
    /// The name of that in the program: of a parameter, or of an object.
    pub name: String,
    /// The type of its elements.
    pub ty: Type,
    /// Whether the function writes it.
    pub is_written: bool,
    /// The array of the system that it is; none for a structure or an integer that is only read.
    pub array: Option<ArrayId>,
}

/// A call in which two parameters lead to memory that the function writes, one of them `restrict`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Met {
    /// The function that is called.
    pub function: String,
    /// The positions of the parameters.
    pub parameters: (usize, usize),
    /// The call.
    pub at: Span,
}

/// Parameter values for which integers that the system computes with leave their types.
#[derive(Clone, Debug)]
pub struct Limits {
    /// All values that the parameters have by their types.
    pub typed: Set,
    /// Unsigned numbers, and those that are converted, wrap: the system is not the function.
    pub wraps: Set,
    /// Signed results that are data overflow: the function is not defined.
    pub overflows: Set,
    /// The same, also under conditions on data.
    pub may_overflow: Set,
}
