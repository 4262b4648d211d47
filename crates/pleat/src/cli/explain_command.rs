//! `pleat explain`: says what happens to the arrays of a file, and why.

use super::config::{Layered, Settings};
use super::fold_options::FoldOptions;
use super::verbosity::Level;
use super::{exit, input, names, output, reason_page, rejected, stack};
use clap::Args;
use pleat::Options;
use source::Flags;
use std::ffi::OsString;
use std::path::PathBuf;

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

/// Explains the arrays of a file, or a code. Returns the exit status.
pub(crate) fn run(args: &ExplainArgs) -> Result<u8, String> {
    if let Some(code) = reason_page::code(&args.file) {
        return reason_page::print(code);
    }
    let file = input::read(&args.file)?;
    let (settings, _) = args.fold_options.settings_for(&args.file)?;
    let options = options(args, &settings);
    let flags = Flags {
        one_configuration: args.one_configuration,
        ..settings.flags(&args.flags, args.cc.as_ref())
    };
    let folded = match stack::large(|| rejected::fold(&file, &flags, &options))? {
        Ok(folded) => folded,
        Err(failure) => return Ok(failure.print()),
    };
    if folded.invalid {
        output::said(&folded.file, &folded.remarks, Level::Quiet);
        return Ok(exit::USAGE);
    }
    if let Some(unsound) = &folded.unsound {
        eprintln!("pleat: internal error: {unsound}. Please report it with the file.");
        return Ok(exit::INTERNAL);
    }
    let wanted = names::flagged(&args.array, &args.fold_options.keep);
    if let Some(message) = names::missing(wanted, &names::arrays_of(&folded).collect()) {
        return Err(message);
    }
    let text = report::explain(&folded.report, &args.array);
    output::stdout(text.as_bytes())?;
    Ok(exit::DONE)
}

fn options(args: &ExplainArgs, settings: &Settings) -> Options {
    Options {
        live_bounds: true,
        strategies_listed: true,
        evidence: true,
        hints: true,
        timings: args.timings,
        ..settings.fold_options.to_options(&[])
    }
}
