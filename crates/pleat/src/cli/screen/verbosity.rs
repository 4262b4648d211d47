//! How much commands say on standard error.

use clap::Args;

/// `-v` and `-q`.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(crate) struct Verbosity {
    /// Show all remarks in full, also on inputs, outputs and tables, with regions and strategies.
    #[arg(short, long, conflicts_with = "quiet")]
    verbose: bool,
    /// Print errors only.
    #[arg(short, long)]
    quiet: bool,
}

/// How much is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Level {
    /// Errors.
    Quiet,
    /// A line for each change, near misses, and a summary.
    Usual,
    /// Everything.
    Verbose,
}

impl Verbosity {
    /// The level that the flags ask for.
    pub(crate) fn level(self) -> Level {
        match (self.quiet, self.verbose) {
            (true, _) => Level::Quiet,
            (false, false) => Level::Usual,
            (false, true) => Level::Verbose,
        }
    }
}
