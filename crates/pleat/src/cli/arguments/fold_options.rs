//! The flags that say how to fold: those of `pleat fold` and `pleat cc`, and keys of `pleat.toml`.

use crate::cli::arguments::values::{self, Assumption, Fuse, Lifetime, Threads};
use clap::{ArgAction, Args};
use pleat::{Assumptions, LeastSaving, NoOverlap, Options, TileOptions, TileOverlap, TileSize};
use scop::Order;
use storage::{Objective, Strategy};

/// How to fold.
#[derive(Clone, Debug, Args)]
pub(crate) struct FoldOptions {
    /// Leave arrays of this name as they are. May be repeated.
    #[arg(long, value_name = "NAME")]
    pub(crate) keep: Vec<String>,
    /// Shift and fuse the loops of stages first, so that few rows of the arrays between them are
    /// needed at a time.
    ///
    /// `auto`: the outermost loops, and inner loops of stages that only read the same point;
    /// `outer`: the outermost loops only; `full`: inner loops too, moved where stages read a
    /// neighbourhood; `none`: no loops, although pleat.toml says so.
    #[arg(
        long,
        value_name = "DEPTH",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "auto",
        value_parser = values::fuse(),
        hide_possible_values = true
    )]
    pub(crate) fuse: Option<Fuse>,
    /// strips: write fused loops as strips of rows that threads share (OpenMP), although the loops
    /// of the stages are serial; tiles: threads share the tiles of --tile.
    #[arg(long, value_name = "HOW", hide_possible_values = true)]
    pub(crate) threads: Option<Threads>,
    /// After the fold, run loop nests in tiles of these sizes, as `pleat tile` does. Folds are then
    /// valid for every tiling, unless --fuse or --order says otherwise.
    #[arg(long, value_name = "SIZES", value_delimiter = ',')]
    pub(crate) tile: Vec<TileSize>,
    /// Put arrays of a function that are not alive at once, or only in the same place, into common
    /// storage.
    #[arg(
        long,
        value_name = "BOOL",
        num_args = 0..=1,
        require_equals = true,
        action = ArgAction::Set,
        default_missing_value = "true",
        default_value = "false",
        hide_default_value = true,
        hide_possible_values = true
    )]
    pub(crate) share: bool,
    /// Make parts of arrays that live longer than the rest (a first row, a last column) arrays of
    /// their own, where the fold is smaller then.
    #[arg(
        long,
        value_name = "BOOL",
        num_args = 0..=1,
        require_equals = true,
        action = ArgAction::Set,
        default_missing_value = "true",
        default_value = "false",
        hide_default_value = true,
        hide_possible_values = true
    )]
    pub(crate) split: bool,
    /// Remove folded parameters that are no longer used, with their arguments and the callers'
    /// arrays.
    #[arg(
        long,
        value_name = "BOOL",
        num_args = 0..=1,
        require_equals = true,
        action = ArgAction::Set,
        default_missing_value = "true",
        default_value = "false",
        hide_default_value = true,
        hide_possible_values = true
    )]
    pub(crate) drop_unused: bool,
    /// Use only this strategy: successive-modulo, linear-window, hyperplane, width, reuse,
    /// combined, minima, gauge, occupancy, exhaustive, generalise.
    #[arg(
        long,
        value_name = "NAME",
        value_parser = values::strategy(),
        hide_possible_values = true
    )]
    pub(crate) strategy: Option<Strategy>,
    /// The objective: size (the fewest cells), speed (no modulo in an innermost loop), or balanced.
    #[arg(
        long,
        value_name = "WHAT",
        default_value = "balanced",
        value_parser = values::objective(),
        hide_possible_values = true
    )]
    pub(crate) objective: Objective,
    /// The least saving for which an array is folded: in bytes, in percent of its bytes, or both as
    /// 64,5%. A fold to a single variable needs none. If it is given, an array of a caller that
    /// stays counts, too [default: 64,5%].
    #[arg(long, value_name = "SAVING")]
    pub(crate) min_saving: Option<LeastSaving>,
    /// The time that strategies may search for the mapping of one array. It is counted in steps, so
    /// the result does not depend on the machine [default: 1].
    #[arg(long, value_name = "SECONDS", value_parser = values::seconds)]
    pub(crate) budget: Option<f64>,
    /// The unit of lifetimes: value (one write to its last read) or element (first write to last
    /// read).
    #[arg(
        long,
        value_name = "MODE",
        default_value = "value",
        hide_possible_values = true
    )]
    pub(crate) lifetime: Lifetime,
    /// The assumed order of execution: sequential, parallel, tilable or any [default: the
    /// program's].
    #[arg(
        long,
        value_name = "ORDER",
        value_parser = values::order(),
        hide_possible_values = true
    )]
    pub(crate) order: Option<Order>,
    /// A typical value of a parameter, to compare sizes: N=1000. May be repeated.
    #[arg(long, value_name = "NAME=VALUE", value_parser = values::param)]
    pub(crate) param: Vec<(String, i64)>,
    /// The largest size of a folded static array that becomes automatic, so that each call has its
    /// own copy.
    #[arg(long, value_name = "BYTES", default_value_t = pleat::MAX_STACK)]
    pub(crate) max_stack: u64,
    /// Facts to assume, separated by commas: 'stride >= w' (sums of integer variables, in every
    /// function that has them; the output tests it), N=100 (a macro or variable at its only value),
    /// single-thread (no two threads execute functions of the file at the same time), no-overlap
    /// (pointers lead to different memory where moved loops need it). May be repeated.
    #[arg(
        long,
        value_name = "FACTS",
        value_delimiter = ',',
        value_parser = values::assumption
    )]
    pub(crate) assume: Vec<Assumption>,
    /// Move no loops and share no storage where that assumes that pointers lead to different
    /// memory. `pleat cc` never assumes it, unless `no-overlap` says it.
    #[arg(
        long,
        value_name = "BOOL",
        num_args = 0..=1,
        require_equals = true,
        action = ArgAction::Set,
        default_missing_value = "true",
        default_value = "false",
        hide_default_value = true,
        hide_possible_values = true
    )]
    pub(crate) no_assumptions: bool,
    /// Where moved loops need pointers that lead to different memory, write a test that they do:
    /// the original loops are the other branch. Nothing is assumed then.
    #[arg(
        long,
        value_name = "BOOL",
        num_args = 0..=1,
        require_equals = true,
        action = ArgAction::Set,
        default_missing_value = "true",
        default_value = "false",
        hide_default_value = true,
        hide_possible_values = true
    )]
    pub(crate) guard: bool,
}

impl FoldOptions {
    /// The driver's options, for folding only the arrays of these names if there are any.
    pub(crate) fn to_options(&self, only: &[String]) -> Options {
        let operations = |s: f64| (s * poly::OPERATIONS_PER_SECOND as f64).ceil() as u64;
        Options {
            only: only.to_vec(),
            keep: self.keep.clone(),
            drop_unused: self.drop_unused,
            fuse: self.fuse.and_then(Fuse::depth),
            share: self.share,
            tile: (!self.tile.is_empty()).then(|| TileOptions {
                sizes: self.tile.clone(),
                may_skew: true,
                overlap: TileOverlap::Auto,
                is_threaded: self.threads == Some(Threads::Tiles),
                apart: self.assumptions().apart,
                ..TileOptions::default()
            }),
            split: self.split,
            guard: self.guard,
            strips: self.threads == Some(Threads::Strips),
            strategy: self.strategy,
            objective: self.objective,
            least_saving: self.min_saving,
            operations: self.budget.map(operations),
            lifetime: self.lifetime.into(),
            order: self.order,
            params: self.param.clone(),
            max_stack: Some(self.max_stack),
            assume: self.assumptions(),
            ..Options::default()
        }
    }

    /// What the user guarantees.
    pub(crate) fn assumptions(&self) -> Assumptions {
        let mut assumed: Assumptions = self.assume.iter().cloned().collect();
        assumed.refuse(self.no_assumptions);
        assumed
    }

    /// What proofs may assume of pointers.
    pub(crate) fn no_overlap(&self, is_refused: bool) -> NoOverlap {
        let mut assumed = self.assumptions();
        assumed.refuse(is_refused);
        assumed.apart
    }

    /// Checks flags that need each other; an error has the name of a flag and the reason.
    pub(crate) fn check(&self) -> Result<(), (&'static str, String)> {
        let needs = |text: &str| Err(("threads", text.to_string()));
        match self.threads {
            Some(Threads::Strips) if self.fuse.is_none() => {
                needs("`strips` share fused loops among threads: they need `fuse` (--fuse)")
            }
            Some(Threads::Tiles) if self.tile.is_empty() => {
                needs("threads share the tiles that `tile` asks for (--tile)")
            }
            _ => Ok(()),
        }
    }
}
