//! `pleat fuse`: writes a file with fused loops, before any fold.

use super::args::FuseArgs;
use super::{exit, output, stack};
use pleat::{Fused, fuse};
use source::render;
use std::io::IsTerminal;

/// Fuses the loops of a file. Returns the exit status.
pub(crate) fn run(args: &FuseArgs) -> Result<u8, String> {
    let file = output::read(&args.file)?;
    let fused = stack::large(|| fuse(file, &args.flags(), args.depth, args.threads.is_some()))?;
    let fused = fused.map_err(|e| format!("{}: {e}", args.file.display()))?;
    remarks(&fused);
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

/// Prints what was fused, and what was not, on standard error.
fn remarks(fused: &Fused) {
    let color = std::io::stderr().is_terminal();
    for remark in fused.remarks() {
        eprint!("{}", render(&fused.file, &remark, color));
    }
    if fused.bytes == fused.file.bytes {
        eprintln!("pleat: {}: no loops to fuse", fused.file.path.display());
    }
}
