//! `pleat fuse`: writes a file with fused loops, before any fold.

use crate::cli::arguments::args::FuseArgs;
use crate::cli::arguments::values::{Fuse, Threads};
use crate::cli::compiler::rejected;
use crate::cli::files::input;
use crate::cli::files::stack;
use crate::cli::screen::exit;
use crate::cli::screen::output;
use crate::cli::screen::verbosity::Level;
use pleat::{FuseOptions, fuse};

/// Fuses the loops of a file. Returns the exit status.
pub(crate) fn run(args: &FuseArgs) -> Result<u8, String> {
    let file = input::read(&args.file)?;
    let settings = args.config.read_for(&args.file)?.settings()?;
    let flags = settings.flags(&args.flags, args.cc.as_ref());
    if let Err(failure) = stack::large(|| rejected::check(&file, &flags))? {
        return Ok(failure.print());
    }
    let own = settings.fold_options;
    let depth = args.depth.or(own.fuse.and_then(Fuse::depth));
    let strips = args.threads.or(own.threads) == Some(Threads::Strips);
    let options = FuseOptions {
        depth: depth.unwrap_or_default(),
        strips,
        apart: own.no_overlap(args.no_assumptions),
    };
    let fused = stack::large(|| fuse(file, &flags, &options))?;
    let fused = fused.map_err(|e| format!("{}: {e}", input::name(&args.file)))?;
    let level = args.verbosity.level();
    output::said(&fused.file, &fused.remarks(), level);
    if fused.bytes == fused.file.bytes && level > Level::Quiet {
        eprintln!("pleat: {}: no loops to fuse", fused.file.path.display());
    }
    let is_changed = fused.bytes != fused.file.bytes;
    match args.diff {
        true => output::diff(&fused.file, &fused.bytes),
        false => output::stdout(&fused.bytes)?,
    }
    Ok(match args.diff && is_changed {
        true => exit::CHANGES,
        false => exit::DONE,
    })
}
