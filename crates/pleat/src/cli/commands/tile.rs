//! `pleat tile`: writes a file with loop nests in tiles, before any fold.

use crate::cli::arguments::args::TileArgs;
use crate::cli::arguments::values::IfNeeded;
use crate::cli::compiler::rejected;
use crate::cli::files::input;
use crate::cli::files::stack;
use crate::cli::screen::exit;
use crate::cli::screen::output;
use crate::cli::screen::verbosity::Level;
use pleat::{TileOptions, tile};

/// Tiles the loops of a file. Returns the exit status.
pub(crate) fn run(args: &TileArgs) -> Result<u8, String> {
    let file = input::read(&args.file)?;
    let settings = args.config.read_for(&args.file)?.settings()?;
    let flags = settings.flags(&args.flags, args.cc.as_ref());
    if let Err(failure) = stack::large(|| rejected::check(&file, &flags))? {
        return Ok(failure.print());
    }
    let options = TileOptions {
        sizes: args.sizes.clone(),
        may_skew: args.skew == IfNeeded::Auto,
        shape: args.shape.into(),
        overlap: args.overlap.into(),
        is_threaded: args.threads,
        has_buffers: args.buffers,
        functions: args.function.iter().cloned().collect(),
        keep_lines: false,
        is_aligned: false,
        apart: settings.fold_options.no_overlap(args.no_assumptions),
    };
    let tiled = stack::large(|| tile(file, &flags, &options))?;
    let tiled = tiled.map_err(|e| format!("{}: {e}", input::name(&args.file)))?;
    let level = args.verbosity.level();
    output::said(&tiled.file, &tiled.remarks(), level);
    let is_changed = tiled.bytes != tiled.file.bytes;
    if !is_changed && tiled.untiled.is_empty() && level > Level::Quiet {
        eprintln!("pleat: {}: no loops to tile", tiled.file.path.display());
    }
    match args.diff {
        true => output::diff(&tiled.file, &tiled.bytes),
        false => output::stdout(&tiled.bytes)?,
    }
    Ok(match args.diff && is_changed {
        true => exit::CHANGES,
        false => exit::DONE,
    })
}
