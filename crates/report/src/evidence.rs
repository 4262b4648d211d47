//! The evidence for what became of one array, at small sample sizes: accesses, lifetimes, conflicts
//! and cells as numbers, for explanations and figures.

use serde::Serialize;
use source::Span;
use std::collections::BTreeMap;

/// The evidence for one array. It belongs to the entry of the report with the same file, function,
/// name and line.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Evidence {
    /// As the user spells it.
    pub name: String,
    /// The function it is declared in; empty at file scope.
    pub function: String,
    /// Path of the file.
    pub file: String,
    /// Line of its declaration, from 1.
    pub line: Option<usize>,
    /// The values of the parameters at which everything below was computed.
    pub params: BTreeMap<String, i64>,
    /// Extents at `params`, outermost first; in a window those of the window.
    pub extents: Vec<i64>,
    /// Only the first elements are shown, because the sizes are fixed and large: what is below is
    /// about them alone.
    pub window: bool,
    /// Its accesses, in the order of the text.
    pub accesses: Vec<AccessEvidence>,
    /// The access that writes the first value, by its position in `accesses`.
    pub first_write: Option<usize>,
    /// The access that is the last read of the most values, by its position in `accesses`.
    pub last_read: Option<usize>,
    /// Two elements that may not share a cell; `None` if no two are alive at once.
    pub clash: Option<Clash>,
    /// Conflict differences at `params`, sorted, 0 left out, each with its negative.
    pub differences: Vec<Vec<i64>>,
    /// Whether `differences` are all; if not, they are left out.
    pub differences_known: bool,
    /// The mapping at `params`; `None` if the array is kept.
    pub mapping: Option<MappingEvidence>,
    /// How many values need a cell during each step of the execution, in order; steps are statement
    /// instances that access the array.
    pub live: Vec<u32>,
    /// The steps, as many as in `live`.
    pub steps: Vec<StepEvidence>,
    /// The values, in the order of the steps that write them.
    pub lives: Vec<LifeEvidence>,
    /// What the mapping was chosen for: `size`, `speed` or `balanced`.
    pub objective: String,
    /// Elements by the mapping of each strategy, at the sizes of the entry, in the order of its
    /// strategies.
    pub strategy_elements: Vec<Option<i64>>,
    /// Mappings that were better, but could not be written or proved in the text: each with the
    /// reason.
    pub taken_back: Vec<String>,
    /// The parameter values for which the program is defined as far as its text shows, and uses an
    /// element: `N >= 1`; `None` if they are all, or not known.
    pub context: Option<String>,
    /// Cells before, at `params`.
    pub cells_before: i64,
    /// Cells after, at `params`.
    pub cells_after: i64,
    /// The parts that are left out because they would take too long, one sentence each.
    pub omitted: Vec<String>,
}

/// An access to the array.
#[derive(Clone, Debug, Serialize)]
pub struct AccessEvidence {
    /// Line in the user's file, from 1.
    pub line: usize,
    /// Column, from 1, in characters.
    pub column: usize,
    /// Its text: `t[y - 1][x]`.
    pub text: String,
    /// Whether it writes.
    pub writes: bool,
    /// Whether it is executed in every iteration of its loops.
    pub is_certain: bool,
    /// Its place is that of several loops that became one: `text` is in the fused loop.
    pub is_in_loops: bool,
    /// Why the array stays because of it, if it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cause: Option<String>,
    /// Among the accesses with a cause: which a user should change first, from 0.
    #[serde(skip)]
    pub rank: usize,
    /// Its bytes in the file.
    #[serde(skip)]
    pub span: Option<Span>,
}

/// An instance of a statement that accesses the array.
#[derive(Clone, Debug, Serialize)]
pub struct StepEvidence {
    /// A number for the statement.
    pub statement: usize,
    /// The counters of the loops around it with their values, outermost first.
    pub counters: Vec<(String, i64)>,
    /// Its time: positions in the text and iterations in turn, in lexicographic order.
    pub time: Vec<i64>,
}

/// The life of one value.
#[derive(Clone, Debug, Serialize)]
pub struct LifeEvidence {
    /// Its element, by its subscripts.
    pub element: Vec<i64>,
    /// The access that writes it, by its position in [`Evidence::accesses`]; `None` for a value
    /// from before the region.
    pub write: Option<usize>,
    /// The access that reads it last; `None` if none does, or code after the region may.
    pub last_read: Option<usize>,
    /// Code after the region may read it.
    pub is_needed_after: bool,
    /// The steps, as positions in [`Evidence::live`], that write it and last need it.
    pub steps: [usize; 2],
}

/// Two elements that may not share a cell.
#[derive(Clone, Debug, Serialize)]
pub struct Clash {
    /// The elements, by their subscripts.
    pub elements: [Vec<i64>; 2],
    /// The steps during which each is alive, as positions in [`Evidence::live`]: from its write to
    /// its last read.
    pub alive: [[usize; 2]; 2],
    /// The accesses that write and last read each, by their positions in [`Evidence::accesses`].
    pub accesses: [[usize; 2]; 2],
}

/// A modular mapping at fixed sizes: element `x` is in the cell `matrix * x mod moduli`.
#[derive(Clone, Debug, Serialize)]
pub struct MappingEvidence {
    /// Rows of M.
    pub matrix: Vec<Vec<i64>>,
    /// The moduli, one per row.
    pub moduli: Vec<i64>,
}

impl MappingEvidence {
    /// The cell of an element: one subscript per row.
    pub fn cell(&self, element: &[i64]) -> Vec<i64> {
        let value = |form: &Vec<i64>| form.iter().zip(element).map(|(c, x)| c * x).sum::<i64>();
        let rows = self.matrix.iter().zip(&self.moduli);
        rows.map(|(form, modulus)| value(form).rem_euclid((*modulus).max(1)))
            .collect()
    }
}
