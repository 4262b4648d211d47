//! `pleat explain`: says what happens to the arrays of a file, and why.

use crate::cli::arguments::args::ExplainArgs;
use crate::cli::arguments::config::Settings;
use crate::cli::commands::reason_page;
use crate::cli::compiler::rejected;
use crate::cli::files::input;
use crate::cli::files::names;
use crate::cli::files::stack;
use crate::cli::screen::exit;
use crate::cli::screen::output;
use crate::cli::screen::verbosity::Level;
use pleat::Options;
use source::Flags;

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
