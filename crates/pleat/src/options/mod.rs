//! What the user asks of a fold. Knows nothing of command lines.

mod saving;

pub use saving::LeastSaving;
pub(crate) use saving::Shrunk;

use crate::budget::STRATEGIES;
use crate::fact::Fact;
use emit::Limits;
use lifetime::Mode;
use report::Owner;
use scop::{Order, Scop};
use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::str::FromStr;
use storage::{Objective, Strategy};

/// The value of a size of which nothing is known, at which arrays are compared.
pub(crate) const TYPICAL_SIZE: i64 = 1000;

/// The default of [`Options::max_stack`].
pub const MAX_STACK: u64 = 16 << 10;

/// What a proof may assume of pointers that lead to different memory as far as is known, although
/// the language does not say so.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum NoOverlap {
    /// They lead to different memory; the assumption is printed.
    #[default]
    Assumed,
    /// Nothing: there is no proof.
    Refused,
    /// The user says that they lead to different memory.
    Promised,
    /// The output tests it; nothing is assumed where it does not.
    Tested(Tested),
}

/// The functions of which the output tests that pointers lead to different memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tested {
    /// Each that needs it.
    All,
    /// Those of these names.
    Only(BTreeSet<String>),
}

impl NoOverlap {
    /// Whether the output tests it for a function.
    pub(crate) fn is_tested(&self, function: &str) -> bool {
        match self {
            NoOverlap::Tested(Tested::All) => true,
            NoOverlap::Tested(Tested::Only(functions)) => functions.contains(function),
            _ => false,
        }
    }

    /// Whether nothing may be assumed of the pointers of a function.
    pub(crate) fn is_refused(&self, function: &str) -> bool {
        match self {
            NoOverlap::Refused => true,
            NoOverlap::Tested(_) => !self.is_tested(function),
            NoOverlap::Assumed | NoOverlap::Promised => false,
        }
    }
}

/// What the user guarantees.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Assumptions {
    /// No two threads execute functions of the file at the same time.
    pub single_thread: bool,
    /// What is assumed of pointers.
    pub apart: NoOverlap,
    /// Facts about sizes.
    pub facts: Vec<Fact>,
    /// Facts whose names the file lacks are about other files.
    pub other_files: bool,
}

impl Assumptions {
    /// Refuses what nobody promises, if asked for.
    pub fn refuse(&mut self, is_refused: bool) {
        if is_refused && self.apart == NoOverlap::Assumed {
            self.apart = NoOverlap::Refused;
        }
    }
}

/// How loops are fused.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FuseOptions {
    /// Which loops.
    pub depth: Depth,
    /// As strips of rows that threads share.
    pub strips: bool,
    /// What proofs may assume of pointers.
    pub apart: NoOverlap,
}

/// Which loops of stages are fused.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Depth {
    /// The outermost loops; the inner loops of stages that only read the same point too, as they
    /// stand.
    #[default]
    Auto,
    /// The outermost loops only.
    Outer,
    /// Inner loops too, moved where stages read a neighbourhood.
    Full,
}

impl Depth {
    /// All of them.
    pub const ALL: [Depth; 3] = [Depth::Auto, Depth::Outer, Depth::Full];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Depth::Auto => "auto",
            Depth::Outer => "outer",
            Depth::Full => "full",
        }
    }
}

/// No tile is larger.
const LARGEST: i64 = 1 << 20;

/// The size of tiles in one dimension.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TileSize {
    /// One tile has all iterations of the loop.
    Whole,
    /// A number.
    Number(i64),
    /// A macro or an integer variable of the function.
    Name(String),
    /// As many iterations as touch so many bytes; half of the second-level cache if `None`.
    Footprint(Option<u64>),
}

/// The bytes in a unit of a footprint: `256K`.
const BYTE_UNITS: [(char, u64); 2] = [('K', 1 << 10), ('M', 1 << 20)];

/// A number of bytes with its unit.
fn bytes(text: &str) -> Option<u64> {
    let (unit, factor) = BYTE_UNITS.iter().find(|(unit, _)| text.ends_with(*unit))?;
    let number: u64 = text.strip_suffix(*unit)?.parse().ok()?;
    number.checked_mul(*factor).filter(|bytes| *bytes > 0)
}

impl FromStr for TileSize {
    type Err = String;

    fn from_str(text: &str) -> Result<TileSize, String> {
        if let Ok(number) = text.parse::<i64>() {
            return match number {
                0 => Ok(TileSize::Whole),
                1..=LARGEST => Ok(TileSize::Number(number)),
                _ => Err(format!("a size is a number from 0 to {LARGEST}")),
            };
        }
        if text == "auto" {
            return Ok(TileSize::Footprint(None));
        }
        if let Some(bytes) = bytes(text) {
            return Ok(TileSize::Footprint(Some(bytes)));
        }
        let is_first = |c: char| c.is_ascii_alphabetic() || c == '_';
        let is_name =
            text.starts_with(is_first) && text.chars().all(|c| is_first(c) || c.is_ascii_digit());
        match is_name {
            true => Ok(TileSize::Name(text.to_string())),
            false => Err(
                "a size is a number, a macro, a variable, bytes such as `256K`, or `auto`"
                    .to_string(),
            ),
        }
    }
}

/// Whether tiles may compute iterations beside them again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TileOverlap {
    /// Each iteration is in one tile.
    #[default]
    None,
    /// Where dependences, or threads, demand it, but each time step after the other.
    Iterations,
    /// The same; and tiles of several time steps, on copies of arrays, where threads would find few
    /// tiles of a wavefront at a time.
    Auto,
    /// The same, with tiles of several time steps wherever that is possible.
    Steps,
}

/// The shape of tiles of several time steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TileShape {
    /// Rectangles, or parallelograms where dependences demand it.
    #[default]
    Parallelogram,
    /// Hexagons where dependences allow them: rows of tiles that do not wait for each other.
    Hexagon,
    /// The same, as narrow as possible at the first and the last step.
    Diamond,
}

/// Which nests become tiles, and how.
#[derive(Clone, Debug, Default)]
pub struct TileOptions {
    /// The sizes, outermost dimension first.
    pub sizes: Vec<TileSize>,
    /// Whether tiles may be skewed: `i + t`.
    pub may_skew: bool,
    /// Their shape.
    pub shape: TileShape,
    /// Whether tiles may overlap.
    pub overlap: TileOverlap,
    /// Whether threads share the tiles.
    pub is_threaded: bool,
    /// Whether each tile has buffers of the arrays that it shares with others.
    pub has_buffers: bool,
    /// Whether arrays of a tile start at lines of the cache: for speed.
    pub is_aligned: bool,
    /// The nests of these functions alone; of all, if there are none.
    pub functions: BTreeSet<String>,
    /// Every line of the file keeps its number; if not, as far as the program uses the numbers.
    pub keep_lines: bool,
    /// What proofs may assume of pointers.
    pub apart: NoOverlap,
}

impl TileOptions {
    /// The same for one function.
    pub(crate) fn only(&self, function: &str) -> Self {
        TileOptions {
            functions: BTreeSet::from([function.to_string()]),
            ..self.clone()
        }
    }

    /// The same for one function, whose tiles have no buffers.
    pub(crate) fn without_buffers(&self, function: &str) -> Self {
        TileOptions {
            has_buffers: false,
            ..self.only(function)
        }
    }

    /// The same for one function, whose tiles are parallelograms.
    pub(crate) fn without_shape(&self, function: &str) -> Self {
        TileOptions {
            shape: TileShape::Parallelogram,
            ..self.only(function)
        }
    }

    /// The same for one function, whose tiles do not execute several steps by themselves.
    pub(crate) fn without_steps(&self, function: &str) -> Self {
        TileOptions {
            overlap: TileOverlap::Iterations,
            ..self.only(function)
        }
    }

    /// The same for one function, whose tiles threads do not share.
    pub(crate) fn without_threads(&self, function: &str) -> Self {
        TileOptions {
            is_threaded: false,
            ..self.without_steps(function)
        }
    }

    pub(crate) fn wants(&self, function: &str) -> bool {
        self.functions.is_empty() || self.functions.contains(function)
    }
}

/// What the user asks for.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Fold only these arrays; all if empty.
    pub only: Vec<String>,
    /// Fold only arrays of this function; of all if `None`.
    pub within: Option<String>,
    /// Never fold these.
    pub keep: Vec<String>,
    /// Use only this strategy; all if `None`.
    pub strategy: Option<Strategy>,
    /// What mappings are chosen for.
    pub objective: Objective,
    /// The least saving for which an array is folded, by what the program allocates. If `None`, the
    /// usual one, which does not look at callers' arrays that stay.
    pub least_saving: Option<LeastSaving>,
    /// Elementary set operations that the strategies may take for one array; as many as take a
    /// second if `None`.
    pub operations: Option<u64>,
    /// The definition of a lifetime.
    pub lifetime: Mode,
    /// The order in which instances are executed. If `None`, the order that the program states:
    /// with threads if it has parallel loops, any tiling if it states bands, else as written.
    pub order: Option<Order>,
    /// Shift and fuse the loops of stages first, this deep.
    pub fuse: Option<Depth>,
    /// Write fused loops as strips of rows that threads share, serial ones too.
    pub strips: bool,
    /// Make parts of arrays that live longer than the rest arrays of their own, before the fold.
    pub split: bool,
    /// Put arrays that are not alive at once into common storage, after the fold.
    pub share: bool,
    /// Write loop nests in tiles, after the fold; folds are then valid for every tiling if
    /// [`Options::order`] says nothing else.
    pub tile: Option<TileOptions>,
    /// Test at run time that pointers lead to different memory where moved loops need it; the
    /// original loops are the other branch.
    pub guard: bool,
    /// Without [`Options::fuse`]: say what it, or a change of the file or the flags, would give to
    /// arrays that stay.
    pub hints: bool,
    /// Remove parameters, arguments and storage that a fold leaves unused.
    pub drop_unused: bool,
    /// Add a comment to each declaration that says where the elements are.
    pub comments: bool,
    /// Write new text on existing lines, so that all lines keep their numbers; if not set, only as
    /// far as the program uses the numbers of its lines.
    pub keep_lines: bool,
    /// Typical values of parameters, by the user's spelling.
    pub params: Vec<(String, i64)>,
    /// Count how many values are alive at once, for the report.
    pub live_bounds: bool,
    /// List the result of every strategy, for the report.
    pub strategies_listed: bool,
    /// Collect the evidence for each array, for explanations and figures.
    pub evidence: bool,
    /// List how long each strategy took.
    pub timings: bool,
    /// A folded array in static storage becomes automatic up to this many bytes; [`MAX_STACK`] if
    /// `None`.
    pub max_stack: Option<u64>,
    /// What the user guarantees.
    pub assume: Assumptions,
    /// Macros that are taken at their value.
    pub fixed_macros: Vec<String>,
    /// How many threads work on the functions of one file; one per core if `None`.
    pub threads: Option<NonZeroUsize>,
}

impl Options {
    /// Whether the user excludes this array of a function.
    pub(crate) fn excludes(&self, function: &str, array: &str) -> bool {
        let named = |list: &[String]| list.iter().any(|n| n == array);
        let is_elsewhere = self.within.as_ref().is_some_and(|own| own != function);
        is_elsewhere || named(&self.keep) || (!self.only.is_empty() && !named(&self.only))
    }

    /// The options of a trial that asks whether some arrays fold.
    pub(crate) fn trial_of(&self, arrays: Vec<String>) -> Options {
        Options {
            only: arrays,
            hints: false,
            live_bounds: false,
            strategies_listed: false,
            evidence: false,
            ..self.clone()
        }
    }

    /// The last value that the user gave for a parameter.
    pub(crate) fn sample(&self, spelling: &str) -> Option<i64> {
        self.params
            .iter()
            .rfind(|(name, _)| name == spelling)
            .map(|(_, value)| *value)
    }

    /// The order in which the instances of a region are executed.
    pub fn order_of(&self, scop: &Scop) -> Order {
        let stated = || {
            let statements = &scop.statements;
            if statements.iter().any(|s| !s.tilable.is_empty()) {
                Order::Tilable
            } else if statements.iter().any(|s| !s.parallel.is_empty()) {
                Order::Parallel
            } else {
                Order::Sequential
            }
        };
        self.order.unwrap_or_else(stated)
    }

    /// The storage that folds may use.
    pub(crate) fn limits(&self) -> Limits {
        Limits {
            stack: self.max_stack.unwrap_or(MAX_STACK),
            single_thread: self.assume.single_thread,
        }
    }

    /// Whether a fold saves enough. Without a demand of the user, callers' arrays do not count.
    pub(crate) fn is_saving(&self, fold: &Shrunk) -> bool {
        let demand = self.least_saving.filter(|least| *least != LeastSaving::ANY);
        let owner = demand.map_or(Owner::Function, |_| fold.owner);
        let least = self.least_saving.unwrap_or_default();
        least.is_met(&Shrunk { owner, ..*fold })
    }

    /// The strategies that are tried.
    pub(crate) fn strategies(&self) -> Vec<Strategy> {
        match self.strategy {
            Some(only) => vec![only],
            None => Strategy::ALL.to_vec(),
        }
    }

    /// Elementary set operations that the strategies may take for one array.
    pub(crate) fn operations(&self) -> u64 {
        self.operations.unwrap_or(STRATEGIES)
    }
}
