//! The command line.

use crate::cli::arguments::config::{ConfigChoice, Layered, Settings};
use crate::cli::arguments::fold_options::FoldOptions;
use crate::cli::arguments::values::{
    self, Assumption, IfNeeded, MessageFormat, Overlap, ReportFile, Shape, Strategies, Threads,
};
use crate::cli::arguments::version;
use crate::cli::screen::terminal::Color;
use crate::cli::screen::verbosity::Verbosity;
use clap::{ArgAction, Args, Parser, Subcommand};
use pleat::{Depth, TileSize};
use scop::Order;
use std::ffi::OsString;
use std::path::PathBuf;

/// Folds the temporary arrays of C programs into the smallest storage that keeps every live value.
///
/// Exit status: 0 done, also when nothing could be folded; 1 --check or --diff found changes;
/// 2 bad usage or unreadable input; 3 an internal check failed (the output is then the input);
/// 4 the compiler rejects a file: a syntax error or a missing header.
#[derive(Debug, Parser)]
#[command(name = "pleat", version, long_version = version::versions())]
pub(crate) struct Cli {
    /// When to use colours: auto (on a terminal; NO_COLOR, CLICOLOR, CLICOLOR_FORCE and TERM
    /// count), always, or never [default: auto].
    #[arg(long, global = true, value_name = "WHEN", hide_possible_values = true)]
    pub(crate) color: Option<Color>,
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Rewrite C files: the result on standard output, remarks on standard error.
    Fold(FoldArgs),
    /// Say why arrays fold or stay: who writes and reads them, which values clash, which mapping
    /// was chosen, and what is proved.
    Explain(ExplainArgs),
    /// Count over a project what folds, what nearly folds, and why other arrays stay.
    ///
    /// Nothing is written. A file that cannot be preprocessed is counted and listed with the cause.
    Stats(StatsArgs),
    /// Run a compiler and fold what it compiles: CC="pleat cc -- gcc".
    ///
    /// Each C source on the compiler's command line is folded before it is compiled. Objects,
    /// dependency files, debug information and messages are those of the user's own file. A source
    /// that cannot be folded is compiled as it is, with the compiler's own messages and exit
    /// status. With a launcher: CC="pleat cc -- ccache gcc", CC="pleat cc -- distcc gcc", or with
    /// cmake -DCMAKE_C_COMPILER_LAUNCHER="pleat;cc;--".
    #[command(override_usage = "pleat cc [OPTIONS] [--] COMPILER [ARGUMENT]...")]
    Cc(CcArgs),
    /// Find a mapping for the conflicts in a file, without C.
    ///
    /// The file holds conflict relations `[N] -> { A[i] -> A[j] : 0 <= i < j < N }` or differences
    /// `[N] -> { [d] : 0 < d < N }` in isl notation; their union is used. `#` begins a comment. A
    /// line `context: N >= 3` restricts the parameters, and a line `array: A[N, N]` gives the size
    /// of the array. Instead of sets, a line `vectors: (1, 0) (1, 1)` gives the distances from the
    /// loop instance that stores an element to the instances that read it, and `order: sequential`,
    /// `tilable`, `any` or bands such as `sequential(1) tilable(2)` gives the order of the loops;
    /// `position` is the place of a statement in a loop body: `sequential(1) position`.
    Map(MapArgs),
    /// Shift and fuse the loops of stages, so that arrays between them live shorter: the result on
    /// standard output, before any fold.
    Fuse(FuseArgs),
    /// Run loop nests in tiles, of sizes that are numbers or names: the result on standard output,
    /// before any fold.
    ///
    /// Loops over tiles surround the loops of the file, whose bounds are cut to the tile. Where
    /// dependences forbid rectangles, tiles are skewed. The text is proved: with names, for all
    /// sizes.
    Tile(TileArgs),
    /// Prove that two versions of a file compute the same, function by function.
    ///
    /// Functions are matched by name. Each verdict is `proved` (for all values of the parameters in
    /// the stated context), `refuted` or `unknown`. Exit status: 0 all proved, 1 one is refuted,
    /// 2 one is unknown, 4 the compiler rejects a file. One of the files may be `-`:
    /// git show HEAD:x.c | pleat verify - x.c
    Verify(VerifyArgs),
    /// Print the settings for a C file and their origins: flags, pleat.toml, or defaults.
    Config(ConfigArgs),
    /// Serve an editor (Language Server Protocol): folds and near misses as diagnostics, a code
    /// action for each fold, sizes and reasons on hover.
    Lsp(LspArgs),
    /// Print the completions of a shell: source <(pleat completions bash)
    Completions(CompletionsArgs),
    /// Print a manual page: pleat man fold | man -l -
    Man(ManArgs),
}

impl Cli {
    /// When to use colours; if no flag says it, as the pleat.toml of the first file does.
    pub(crate) fn color(&self) -> Color {
        let file = match &self.command {
            Command::Fold(args) => args.files.first().map(|f| args.fold_options.file_for(f)),
            Command::Fuse(args) => Some(args.config.read_for(&args.file)),
            Command::Tile(args) => Some(args.config.read_for(&args.file)),
            Command::Verify(args) => Some(args.config.read_for(&args.before)),
            Command::Stats(args) => args.files.first().map(|f| args.fold_options.file_for(f)),
            Command::Explain(args) => Some(args.fold_options.file_for(&args.file)),
            _ => None,
        };
        // The command itself reports a bad file.
        let settings = || file?.ok()?.settings().ok()?.color;
        self.color.or_else(settings).unwrap_or_default()
    }
}

/// Arguments of `pleat completions`.
#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// The shell.
    #[arg(value_name = "SHELL")]
    pub(crate) shell: clap_complete::Shell,
}

/// Arguments of `pleat man`.
#[derive(Debug, Args)]
pub(crate) struct ManArgs {
    /// The page of this command [default: the page of pleat].
    #[arg(value_name = "COMMAND", conflicts_with = "output")]
    pub(crate) command: Option<String>,
    /// Write all pages into this folder: pleat.1, pleat-fold.1, ...
    #[arg(short, long, value_name = "FOLDER")]
    pub(crate) output: Option<PathBuf>,
}

/// Arguments of `pleat fuse`.
#[derive(Debug, Args)]
pub(crate) struct FuseArgs {
    /// The C file; `-` is standard input.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Print the changes as a unified diff.
    #[arg(long)]
    pub(crate) diff: bool,
    /// Which loops: auto (the outermost, and inner loops of stages that only read the same point),
    /// outer (the outermost only), or full (inner loops too, moved where stages read a
    /// neighbourhood) [default: auto].
    #[arg(
        long,
        value_name = "DEPTH",
        value_parser = values::depth(),
        hide_possible_values = true
    )]
    pub(crate) depth: Option<Depth>,
    /// `strips`: as strips of rows that threads share (OpenMP), although the loops are serial.
    #[arg(long, value_name = "HOW", hide_possible_values = true)]
    pub(crate) threads: Option<Threads>,
    /// Fuse no loops where that assumes that pointers lead to different memory, and take no array
    /// at file scope for one that no other file uses.
    #[arg(long)]
    pub(crate) no_assumptions: bool,
    #[command(flatten)]
    pub(crate) config: ConfigChoice,
    #[command(flatten)]
    pub(crate) verbosity: Verbosity,
    /// The compiler used as preprocessor [default: $CC or cc].
    #[arg(long, value_name = "COMPILER")]
    pub(crate) cc: Option<OsString>,
    /// Flags for the preprocessor, after `--`: -I, -D, -std, ...
    #[arg(last = true)]
    pub(crate) flags: Vec<String>,
}

/// Arguments of `pleat tile`.
#[derive(Debug, Args)]
pub(crate) struct TileArgs {
    /// The C file; `-` for standard input.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The sizes of a tile, outermost loop first: numbers, macros or variables of the function; 0
    /// for a loop that is not divided; `256K` for as many iterations as touch so many bytes; auto
    /// for half of the second-level cache. Loops inside of these run as a whole in each tile.
    #[arg(long, value_name = "SIZES", value_delimiter = ',', required = true)]
    pub(crate) sizes: Vec<TileSize>,
    /// auto: tiles of inner loops move along with the counters of outer loops where dependences
    /// demand it; none: rectangles alone.
    #[arg(
        long,
        value_name = "HOW",
        default_value = "auto",
        hide_possible_values = true
    )]
    pub(crate) skew: IfNeeded,
    /// parallelogram: the sides of a tile lean to one side, if at all; hexagon: to both sides where
    /// dependences allow it, so that tiles of a row do not wait for each other. The first size is
    /// the number of steps from row to row, the second one the distance of tiles in a row.
    /// diamond: hexagons as narrow as possible, whatever the second size is.
    #[arg(
        long,
        value_name = "SHAPE",
        default_value = "parallelogram",
        hide_possible_values = true
    )]
    pub(crate) shape: Shape,
    /// auto: tiles compute iterations beside them again where dependences, or threads, demand it;
    /// steps: tiles of several time steps, too, which work on copies of arrays; none: each
    /// iteration is in one tile.
    #[arg(
        long,
        value_name = "HOW",
        default_value = "auto",
        hide_possible_values = true
    )]
    pub(crate) overlap: Overlap,
    /// Let threads share the tiles (OpenMP): those of one loop if they are independent, else those
    /// of a wavefront.
    #[arg(long)]
    pub(crate) threads: bool,
    /// Let each tile work on buffers: each step loads what other tiles wrote, and stores what they
    /// read.
    #[arg(long)]
    pub(crate) buffers: bool,
    /// Tile no loops where that assumes that pointers lead to different memory.
    #[arg(long)]
    pub(crate) no_assumptions: bool,
    /// Tile the loops of this function alone. May be repeated.
    #[arg(long, value_name = "NAME")]
    pub(crate) function: Vec<String>,
    /// Print the changes as a diff; exit with status 1 if there are any.
    #[arg(long)]
    pub(crate) diff: bool,
    #[command(flatten)]
    pub(crate) config: ConfigChoice,
    #[command(flatten)]
    pub(crate) verbosity: Verbosity,
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
    /// The C files; for a folder, every *.c below it; `-` for standard input; with -p and without
    /// any, all files of the database.
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
    /// Exit with status 1 if something would change, with a table for pull requests on standard
    /// output; write no file.
    #[arg(long)]
    pub(crate) check: bool,
    /// Write a report on all files; the ending selects the format: .json, .html (for people),
    /// .sarif (SARIF 2.1.0), .opt.yaml (LLVM optimization remarks). May be repeated.
    #[arg(long, value_name = "FILE", value_parser = values::report_file())]
    pub(crate) report: Vec<ReportFile>,
    /// The form of the messages on standard error: text, or github (annotations of GitHub Actions,
    /// for folds and near misses).
    #[arg(
        long,
        value_name = "FORMAT",
        default_value = "text",
        hide_possible_values = true
    )]
    pub(crate) format: MessageFormat,
    /// Fold this array and no other; an error if it cannot be folded. May be repeated.
    #[arg(long, value_name = "NAME")]
    pub(crate) array: Vec<String>,
    #[command(flatten)]
    pub(crate) fold_options: Layered<FoldOptions>,
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
    /// `pleat cc` runs this command: facts whose names a file lacks are about other files, the
    /// compiler and its flags are those of the command line alone, and `-vv` asks for details.
    #[arg(long, hide = true)]
    pub(crate) within_cc: bool,
    #[command(flatten)]
    pub(crate) verbosity: Verbosity,
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
    pub(crate) fold_options: Layered<FoldOptions>,
    /// The processor time for folding one file; above it, the file is compiled as it is.
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    pub(crate) time_limit: u64,
    /// Show what `pleat fold` shows; -vv: what `pleat fold -v` shows [also: PLEAT_VERBOSE=1 or 2].
    #[arg(short, long, action = ArgAction::Count)]
    pub(crate) verbose: u8,
    /// The compiler and its arguments, after `--` or after the last option of Pleat.
    #[arg(
        required = true,
        value_name = "COMPILER",
        trailing_var_arg = true,
        allow_hyphen_values = false
    )]
    pub(crate) command: Vec<OsString>,
}

/// Arguments of `pleat map`.
#[derive(Debug, Args)]
pub(crate) struct MapArgs {
    /// The file; `-` is standard input.
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

/// Arguments of `pleat config`.
#[derive(Debug, Args)]
pub(crate) struct ConfigArgs {
    /// The C file [default: any in the current folder].
    #[arg(value_name = "FILE", default_value = ".", hide_default_value = true)]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) settings: Layered<Settings>,
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
    /// single-thread (no two threads execute functions of the file at the same time), no-overlap
    /// (pointers lead to different memory where a proof needs it). May be repeated.
    #[arg(
        long,
        value_name = "FACTS",
        value_delimiter = ',',
        value_parser = values::assumption
    )]
    pub(crate) assume: Vec<Assumption>,
    /// Prove nothing that assumes that pointers lead to different memory, or that no other file
    /// uses an array at file scope.
    #[arg(long)]
    pub(crate) no_assumptions: bool,
    #[command(flatten)]
    pub(crate) config: ConfigChoice,
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

impl FoldArgs {
    /// Whether a folder is named without a place for its results: only remarks are printed.
    pub(crate) fn is_trial(&self) -> bool {
        let has_place = self.in_place || self.output.is_some() || self.diff || self.check;
        !has_place && self.files.iter().any(|file| file.is_dir())
    }
}

/// Arguments of `pleat explain`.
#[derive(Debug, Args)]
pub(crate) struct ExplainArgs {
    /// The C file, or a code of an array that stays: pleat explain not-temporary.
    #[arg(value_name = "FILE|CODE")]
    pub(crate) file: PathBuf,
    /// Explain the arrays of this name alone. May be repeated.
    #[arg(long, value_name = "NAME")]
    pub(crate) array: Vec<String>,
    #[command(flatten)]
    pub(crate) fold_options: Layered<FoldOptions>,
    /// Fold for the configuration of these flags alone, as `pleat cc` does.
    #[arg(long)]
    pub(crate) one_configuration: bool,
    /// Also print how long each strategy took.
    #[arg(long)]
    pub(crate) timings: bool,
    /// The compiler used as preprocessor [default: $CC or cc].
    #[arg(long, value_name = "COMPILER")]
    pub(crate) cc: Option<OsString>,
    /// Flags for the preprocessor, after `--`: -I, -D, -std, ...
    #[arg(last = true)]
    pub(crate) flags: Vec<String>,
}

/// Arguments of `pleat stats`.
#[derive(Debug, Args)]
pub(crate) struct StatsArgs {
    /// The C files; for a folder, every *.c below it; with -p and without any, all files of the
    /// database.
    #[arg(value_name = "FILE", required_unless_present = "commands")]
    pub(crate) files: Vec<PathBuf>,
    /// Print JSON instead of text.
    #[arg(long)]
    pub(crate) json: bool,
    /// Also write the numbers as an HTML page.
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) fold_options: Layered<FoldOptions>,
    /// Do not try what `--fuse`, other flags or small changes of the file would give to arrays that
    /// stay: faster, with fewer near misses.
    #[arg(long)]
    pub(crate) no_hints: bool,
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

/// Arguments of `pleat lsp`.
#[derive(Debug, Args)]
pub(crate) struct LspArgs {
    #[command(flatten)]
    pub(crate) fold_options: Layered<FoldOptions>,
    /// Take each file's compiler and flags from this compile_commands.json, or the one in this
    /// folder [default: the one in the C file's folder, in `build` there, or in the nearest folder
    /// above it, up to the root of the repository].
    #[arg(short = 'p', long = "compile-commands", value_name = "DIR")]
    pub(crate) commands: Option<PathBuf>,
    /// The compiler used as preprocessor [default: the file's own, else $CC or cc].
    #[arg(long, value_name = "COMPILER")]
    pub(crate) cc: Option<OsString>,
    /// Talk on standard input and output; there is no other way.
    #[arg(long, hide = true)]
    pub(crate) stdio: bool,
    /// Answer one question of the server.
    #[arg(long, hide = true)]
    pub(crate) answer: bool,
    /// Flags for the preprocessor, after `--`: -I, -D, -std, ...
    #[arg(last = true)]
    pub(crate) flags: Vec<String>,
}
