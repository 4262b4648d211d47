//! A fold whose loops are written in tiles afterwards.

use super::{TileError, in_tiles};
use crate::assumed;
use crate::fold::Folded;
use crate::options::{Options, TileOptions};
use crate::text::{Version, quiet};
use report::{Attention, Remark};
use scop::Order;
use source::{Diagnostic, Flags, PreprocessError, Severity};
use std::sync::Arc;
use storage::Objective;

/// Folds every array of a file that can be folded: with [`Options::fuse`], after the loops of
/// stages are fused; with [`Options::tile`], the loops are written in tiles afterwards, and folds
/// are valid for tiles. Facts that are not about the file make the result [`Folded::invalid`].
///
/// Call it on a thread with a stack of [`crate::STACK_BYTES`].
///
/// # Errors
/// Only when the file cannot be preprocessed.
pub(crate) fn fold(
    original: &Arc<Version>,
    flags: &Flags,
    options: &Options,
) -> Result<Folded, PreprocessError> {
    let mut folded = match &options.tile {
        Some(wanted) => fold_in_tiles(original, flags, (options, wanted)),
        None => assumed::fold(original, flags, options),
    }?;
    folded.bytes = quiet(original, folded.bytes, flags);
    Ok(folded)
}

/// Folds every array that can be folded, and writes the loops in tiles.
fn fold_in_tiles(
    original: &Arc<Version>,
    flags: &Flags,
    (options, wanted): (&Options, &TileOptions),
) -> Result<Folded, PreprocessError> {
    // Loops that are fused pass few rows on: their tiles overlap.
    let order = options.fuse.is_none().then_some(Order::Tilable);
    let options = Options {
        order: options.order.or(order),
        ..options.clone()
    };
    let mut folded = assumed::fold(original, flags, &options)?;
    if !folded.invalid && folded.unsound.is_none() {
        let wanted = TileOptions {
            keep_lines: options.keep_lines,
            is_aligned: options.objective == Objective::Speed,
            ..wanted.clone()
        };
        add_tiles(&mut folded, original, flags, &wanted)?;
    }
    Ok(folded)
}

/// Writes the loops of a folded text in tiles.
fn add_tiles(
    folded: &mut Folded,
    original: &Version,
    flags: &Flags,
    wanted: &TileOptions,
) -> Result<(), PreprocessError> {
    let text = original.again(folded.bytes.clone(), flags)?;
    let remark = |message: String, attention| {
        Remark::new(Diagnostic::new(Severity::Note, message), attention)
    };
    match in_tiles(&text, flags, wanted) {
        Ok(tiled) => {
            for nest in &tiled.nests {
                let (message, function) = (nest.message(), &nest.function);
                let message = format!("loops of `{function}` {message}");
                folded.remarks.push(Remark {
                    line: Some(message.clone()),
                    ..remark(message, Attention::Folded)
                });
            }
            for nest in &tiled.nests {
                folded.note_apart(&nest.function, &nest.assumed);
            }
            for nest in tiled.untiled.iter().filter(|nest| !nest.is_useless) {
                let message = format!(
                    "loops of `{}` are not tiled: {}",
                    nest.function, nest.reason
                );
                folded.remarks.push(remark(message, Attention::NearMiss));
            }
            folded.report.tiling = Some(tiled.report());
            folded.bytes = tiled.bytes;
        }
        Err(TileError::Preprocess(error)) => return Err(error),
        Err(error) => {
            folded.invalid = true;
            let message = error.to_string();
            let remark = Diagnostic::new(Severity::Error, message);
            folded
                .remarks
                .push(Remark::new(remark, Attention::NearMiss));
        }
    }
    Ok(())
}
