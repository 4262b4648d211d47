//! The passes that write the loops of a folded text in tiles, and finish it.

use super::{TileError, in_tiles};
use crate::engine::{Name, New, Next, Pass, State};
use crate::folded::Folded;
use crate::options::TileOptions;
use crate::text::{Version, quiet};
use report::{Attention, Remark};
use source::{Diagnostic, Flags, PreprocessError, Severity};
use storage::Objective;

/// Makes the pass that writes loops in tiles.
pub(crate) const TILE: New = || Box::new(Tile);

/// Makes the pass that gives names and casts to a finished text.
pub(crate) const TIDY: New = || Box::new(Tidy);

/// With [`crate::Options::tile`], writes the loops in tiles.
struct Tile;

impl Pass for Tile {
    fn name(&self) -> Name {
        Name::Tile
    }

    fn run(&mut self, state: &mut State<'_>) -> Result<Next, PreprocessError> {
        let options = &state.options;
        let is_final = state.folded.invalid || state.folded.unsound.is_some();
        if let Some(wanted) = options.tile.as_ref().filter(|_| !is_final) {
            let wanted = TileOptions {
                keep_lines: options.keep_lines,
                is_aligned: options.objective == Objective::Speed,
                ..wanted.clone()
            };
            add_tiles(&mut state.folded, &state.text, state.flags, &wanted)?;
        }
        Ok(Next::Continue)
    }
}

/// Removes what compilers would newly warn of.
struct Tidy;

impl Pass for Tidy {
    fn name(&self) -> Name {
        Name::Tidy
    }

    fn run(&mut self, state: &mut State<'_>) -> Result<Next, PreprocessError> {
        let bytes = std::mem::take(&mut state.folded.bytes);
        state.folded.bytes = quiet(&state.text, bytes, state.flags);
        Ok(Next::Continue)
    }
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
