//! The command line.

use super::values::{self, Assumption, Lifetime, Strategies, Threads};
use clap::{Args, Parser, Subcommand};
use pleat::{Depth, LeastSaving, Options};
use scop::Order;
use source::Flags;
use std::ffi::OsString;
use std::path::PathBuf;
use storage::{Objective, Strategy};

/// Folds the temporary arrays of C programs into the smallest storage that keeps every live value.
///
/// Exit status: 0 done, also when nothing could be folded; 1 --check or --diff found changes;
/// 2 bad usage or unreadable input; 3 an internal check failed (the output is then the input).
#[derive(Debug, Parser)]
#[command(name = "pleat", version)]
pub(crate) struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Rewrite C files: the result on standard output, remarks on standard error.
    Fold(FoldArgs),
    /// Run a compiler and fold what it compiles: CC="pleat cc -- gcc".
    ///
    /// Each C source on the compiler's command line is folded before it is compiled. Objects,
    /// dependency files, debug information and messages are those of the user's own file. A source
    /// that cannot be folded is compiled as it is, with the compiler's own messages and exit
    /// status. With a launcher: CC="pleat cc -- ccache gcc", CC="pleat cc -- distcc gcc", or with
    /// cmake -DCMAKE_C_COMPILER_LAUNCHER="pleat;cc;--".
    #[command(override_usage = "pleat cc [OPTIONS] -- COMPILER [ARGUMENT]...")]
    Cc(CcArgs),
    /// Find a mapping for the conflicts in a file, without C.
    ///
    /// The file holds conflict relations `[N] -> { A[i] -> A[j] : 0 <= i < j < N }` or differences
    /// `[N] -> { [d] : 0 < d < N }` in isl notation; their union is used. `#` begins a comment. A
    /// line `context: N >= 3` restricts the parameters, and a line `array: A[N, N]` gives the size
    /// of the array. Instead of sets, a line `vectors: (1, 0) (1, 1)` gives the distances from the
    /// loop instance that stores an element to the instances that read it, and `order: sequential`,
    /// `tilable`, `any` or bands such as `sequential(1) tilable(2)` gives the order of the loops.
    Map(MapArgs),
    /// Shift and fuse the loops of stages, so that arrays between them live shorter: the result on
    /// standard output, before any fold.
    Fuse(FuseArgs),
    /// Prove that two versions of a file compute the same, function by function.
    ///
    /// Functions are matched by name. Each verdict is `proved` (for all values of the parameters in
    /// the stated context), `refuted` or `unknown`. Exit status: 0 all proved, 1 one is refuted,
    /// 2 one is unknown. One of the files may be `-`: git show HEAD:x.c | pleat verify - x.c
    Verify(VerifyArgs),
}

/// Arguments of `pleat fuse`.
#[derive(Debug, Args)]
pub(crate) struct FuseArgs {
    /// The C file.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Print the changes as a unified diff.
    #[arg(long)]
    pub(crate) diff: bool,
    /// Which loops: auto (the outermost, and inner loops of stages that only read the same point),
    /// outer (the outermost only), or full (inner loops too, moved where stages read a
    /// neighbourhood).
    #[arg(
        long,
        value_name = "DEPTH",
        default_value = "auto",
        value_parser = values::depth(),
        hide_possible_values = true
    )]
    pub(crate) depth: Depth,
    /// `strips`: as strips of rows that threads share (OpenMP), although the loops are serial.
    #[arg(long, value_name = "HOW", hide_possible_values = true)]
    pub(crate) threads: Option<Threads>,
    /// The compiler used as preprocessor [default: $CC or cc].
    #[arg(long, value_name = "COMPILER")]
    pub(crate) cc: Option<OsString>,
    /// Flags for the preprocessor, after `--`: -I, -D, -std, ...
    #[arg(last = true)]
    pub(crate) flags: Vec<String>,
}

/// Arguments of `pleat fold`.
#[derive(Debug, Args)]
pub(crate) struct FoldArgs {
    /// The C files; with -p and without any, all files of the database.
    #[arg(value_name = "FILE", required_unless_present = "commands")]
    pub(crate) files: Vec<PathBuf>,
    /// Write the result to this file instead of standard output; for several files, an existing
    /// folder.
    #[arg(short, long, value_name = "FILE", conflicts_with_all = ["in_place", "diff", "check"])]
    pub(crate) output: Option<PathBuf>,
    /// Write each result over its input.
    #[arg(long, conflicts_with_all = ["diff", "check"])]
    pub(crate) in_place: bool,
    /// Print the changes as a unified diff; write nothing.
    #[arg(long)]
    pub(crate) diff: bool,
    /// Exit with status 1 if something would change; write nothing.
    #[arg(long)]
    pub(crate) check: bool,
    /// Write a report on all files; the extension selects the format: .json.
    #[arg(long, value_name = "FILE", value_parser = values::report_path())]
    pub(crate) report: Option<PathBuf>,
    /// Fold this array and no other; an error if it cannot be folded. May be repeated.
    #[arg(long, value_name = "NAME")]
    pub(crate) array: Vec<String>,
    #[command(flatten)]
    pub(crate) fold_options: FoldOptions,
    /// Add a comment to each declaration: where the elements are, and why that is safe.
    #[arg(long)]
    pub(crate) comments: bool,
    /// Write new text on existing lines, so that every line keeps its number, as `pleat cc` does
    /// [default: only where a `__LINE__` follows].
    #[arg(long)]
    pub(crate) keep_lines: bool,
    /// Fold for the configuration of these flags alone, as `pleat cc` does: lines that `#if` leaves
    /// out may name a folded array, and stay as they are.
    #[arg(long)]
    pub(crate) one_configuration: bool,
    /// Do not try what `--fuse`, other flags or small changes of the file would give to arrays that
    /// stay.
    #[arg(long)]
    pub(crate) no_hints: bool,
    /// Facts whose names a file lacks are about other files.
    #[arg(long, hide = true)]
    pub(crate) other_files: bool,
    /// Also show regions, strategies and skipped arrays.
    #[arg(short, long)]
    pub(crate) verbose: bool,
    /// Print the time of each pass and the peak memory.
    #[arg(long)]
    pub(crate) timings: bool,
    /// Take each file's compiler and flags from this compile_commands.json, or the one in this
    /// folder.
    #[arg(short = 'p', long = "compile-commands", value_name = "DIR")]
    pub(crate) commands: Option<PathBuf>,
    /// The compiler used as preprocessor [default: with -p the file's own, else $CC or cc].
    #[arg(long, value_name = "COMPILER")]
    pub(crate) cc: Option<OsString>,
    /// Flags for the preprocessor, after `--`: -I, -D, -std, ...
    #[arg(last = true)]
    pub(crate) flags: Vec<String>,
}

/// Arguments of `pleat cc`.
#[derive(Debug, Args)]
pub(crate) struct CcArgs {
    #[command(flatten)]
    pub(crate) fold_options: FoldOptions,
    /// The processor time for folding one file; above it, the file is compiled as it is.
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    pub(crate) time_limit: u64,
    /// Show the remarks of `pleat fold` [also: PLEAT_VERBOSE=1].
    #[arg(short, long)]
    pub(crate) verbose: bool,
    /// The compiler's command line, after `--`.
    #[arg(last = true, required = true, value_name = "COMPILER")]
    pub(crate) command: Vec<OsString>,
}

/// Arguments of `pleat map`.
#[derive(Debug, Args)]
pub(crate) struct MapArgs {
    /// The file.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Print one entry of the report instead of text.
    #[arg(long)]
    pub(crate) json: bool,
    /// Use only this strategy, or print a table of all [default: the best of all].
    #[arg(
        long,
        value_name = "NAME|all",
        value_parser = values::strategies(),
        hide_possible_values = true
    )]
    pub(crate) strategy: Option<Strategies>,
    /// A typical value of a parameter, to compare sizes: N=1000. May be repeated.
    #[arg(long, value_name = "NAME=VALUE", value_parser = values::param)]
    pub(crate) param: Vec<(String, i64)>,
    /// Also look at every difference at these values of the parameters: N=8. May be repeated.
    #[arg(long, value_name = "NAME=VALUE", value_parser = values::param)]
    pub(crate) at: Vec<(String, i64)>,
}

/// Arguments of `pleat verify`.
#[derive(Debug, Args)]
pub(crate) struct VerifyArgs {
    /// The first version; `-` is standard input.
    #[arg(value_name = "BEFORE")]
    pub(crate) before: PathBuf,
    /// The second version; `-` is standard input.
    #[arg(value_name = "AFTER")]
    pub(crate) after: PathBuf,
    /// Judge only this function. May be repeated.
    #[arg(long, value_name = "NAME")]
    pub(crate) function: Vec<String>,
    /// Only this array may differ. May be repeated.
    #[arg(long, value_name = "NAME")]
    pub(crate) array: Vec<String>,
    /// Also compile both files with sanitizers, execute them at several sizes, and compare what
    /// they print; functions are called by a generated driver if there is no `main`.
    #[arg(long)]
    pub(crate) run: bool,
    /// Print a report instead of text.
    #[arg(long)]
    pub(crate) json: bool,
    /// The assumed order of execution: sequential, parallel, tilable or any [default: the
    /// program's].
    #[arg(
        long,
        value_name = "ORDER",
        value_parser = values::order(),
        hide_possible_values = true
    )]
    pub(crate) order: Option<Order>,
    /// Facts to assume, separated by commas: 'stride >= w' (sums of integer variables, in every
    /// function that has them; the output tests it), N=100 (a macro or variable at its only value),
    /// single-thread (no two threads execute functions of the file at the same time). May be
    /// repeated.
    #[arg(
        long,
        value_name = "FACTS",
        value_delimiter = ',',
        value_parser = values::assumption
    )]
    pub(crate) assume: Vec<Assumption>,
    /// Also show functions that are unchanged.
    #[arg(short, long)]
    pub(crate) verbose: bool,
    /// The compiler used as preprocessor [default: $CC or cc].
    #[arg(long, value_name = "COMPILER")]
    pub(crate) cc: Option<OsString>,
    /// Flags for the preprocessor of both files, after `--`: -I, -D, -std, ...
    #[arg(last = true)]
    pub(crate) flags: Vec<String>,
}

/// How to fold.
#[derive(Debug, Args)]
pub(crate) struct FoldOptions {
    /// Leave arrays of this name as they are. May be repeated.
    #[arg(long, value_name = "NAME")]
    pub(crate) keep: Vec<String>,
    /// Shift and fuse the loops of stages first, so that few rows of the arrays between them are
    /// needed at a time.
    ///
    /// `auto`: the outermost loops, and inner loops of stages that only read the same point;
    /// `outer`: the outermost loops only; `full`: inner loops too, moved where stages read a
    /// neighbourhood.
    #[arg(
        long,
        value_name = "DEPTH",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "auto",
        value_parser = values::depth(),
        hide_possible_values = true
    )]
    pub(crate) fuse: Option<Depth>,
    /// `strips`: write fused loops as strips of rows that threads share (OpenMP), although the
    /// loops of the stages are serial.
    #[arg(
        long,
        value_name = "HOW",
        requires = "fuse",
        hide_possible_values = true
    )]
    pub(crate) threads: Option<Threads>,
    /// Put arrays of a function that are not alive at once, or only in the same place, into common
    /// storage.
    #[arg(long)]
    pub(crate) share: bool,
    /// Remove folded parameters that are no longer used, with their arguments and the callers'
    /// arrays.
    #[arg(long)]
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
    /// 64,5%. A fold to a single variable needs none.
    #[arg(long, value_name = "SAVING", default_value_t = LeastSaving::default())]
    pub(crate) min_saving: LeastSaving,
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
    /// single-thread (no two threads execute functions of the file at the same time). May be
    /// repeated.
    #[arg(
        long,
        value_name = "FACTS",
        value_delimiter = ',',
        value_parser = values::assumption
    )]
    pub(crate) assume: Vec<Assumption>,
}

impl FoldOptions {
    /// The driver's options, for folding only the arrays of these names if there are any.
    pub(crate) fn to_options(&self, only: &[String]) -> Options {
        let operations = |s: f64| (s * poly::OPERATIONS_PER_SECOND as f64).ceil() as u64;
        Options {
            only: only.to_vec(),
            keep: self.keep.clone(),
            drop_unused: self.drop_unused,
            fuse: self.fuse,
            share: self.share,
            strips: self.threads.is_some(),
            strategy: self.strategy,
            objective: self.objective,
            least_saving: self.min_saving,
            operations: self.budget.map(operations),
            lifetime: self.lifetime.into(),
            order: self.order,
            params: self.param.clone(),
            max_stack: Some(self.max_stack),
            assume: self.assume.iter().cloned().collect(),
            ..Options::default()
        }
    }

    /// The same as words of a command line.
    pub(crate) fn to_words(&self) -> Vec<String> {
        let named = |name: &str, values: Vec<String>| -> Vec<String> {
            values.iter().map(|v| format!("--{name}={v}")).collect()
        };
        let one = |value: &str| vec![value.to_string()];
        let params = self
            .param
            .iter()
            .map(|(name, value)| format!("{name}={value}"));
        [
            named("keep", self.keep.clone()),
            named(
                "strategy",
                self.strategy.iter().map(|s| s.name().to_string()).collect(),
            ),
            named(
                "fuse",
                self.fuse.iter().map(|d| d.name().to_string()).collect(),
            ),
            named("threads", self.threads.iter().map(values::name).collect()),
            self.share
                .then(|| "--share".to_string())
                .into_iter()
                .collect(),
            named("objective", one(self.objective.name())),
            named("min-saving", one(&self.min_saving.to_string())),
            named("budget", self.budget.iter().map(f64::to_string).collect()),
            named("lifetime", vec![values::name(&self.lifetime)]),
            named(
                "order",
                self.order.iter().map(|o| o.name().to_string()).collect(),
            ),
            named("param", params.collect()),
            named("max-stack", vec![self.max_stack.to_string()]),
            named(
                "assume",
                self.assume.iter().map(Assumption::to_string).collect(),
            ),
        ]
        .concat()
    }
}

impl FuseArgs {
    /// The compiler and its flags, as the command line says.
    pub(crate) fn flags(&self) -> Flags {
        flags(&self.flags, self.cc.as_ref())
    }
}

impl FoldArgs {
    /// The compiler and its flags, as the command line says.
    pub(crate) fn flags(&self) -> Flags {
        Flags {
            one_configuration: self.one_configuration,
            ..flags(&self.flags, self.cc.as_ref())
        }
    }
}

fn flags(args: &[String], cc: Option<&OsString>) -> Flags {
    let mut flags = Flags {
        args: args.to_vec(),
        ..Flags::default()
    };
    if let Some(cc) = cc {
        flags.cc = cc.clone();
    }
    flags
}
