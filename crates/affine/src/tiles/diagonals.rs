//! Loops over diagonals of tiles: for `w`, the tiles numbered `a` and `b = w - a`, which threads
//! may share.

use super::candidate::TileLoop;
use super::divide::Tile;
use super::window::Axis;
use crate::state::{Diagonal, Walker};
use crate::stop::Result;
use poly::PwAff;
use program::{Loop, ObjectId};

impl Walker<'_> {
    /// Executes a loop over diagonals; `partner` is the counter of the loop inside.
    pub(super) fn run_diagonals(
        &mut self,
        l: &Loop,
        tile: &TileLoop,
        partner: ObjectId,
    ) -> Result<()> {
        if self.directive(l)?.is_some() {
            return self.unknown("threads that share diagonals of tiles");
        }
        let before = self.before_tiles();
        let changed = self.forget_changed(l, None)?;
        let (first, second) = (self.tile_name(), self.tile_name());
        let param = |name: &str| PwAff::param(self.ctx, self.dims, name);
        let value = param(&first)?.add(&param(&second)?)?;
        let (executed, reach) = self.enter_tiles(l, tile, &value)?;
        let outer = self.tiles.diagonal.replace(Diagonal {
            partner,
            first: first.clone(),
            inner: None,
        });
        let done = self.run_body(l, tile, &value);
        let found = std::mem::replace(&mut self.tiles.diagonal, outer);
        done?;
        let Some((inside, inner)) = found.and_then(|d| d.inner) else {
            return self.unknown("diagonals without tiles");
        };
        let wave = self.object(tile.cell.object).name.clone();
        let partner = self.object(partner).name.clone();
        let zero = PwAff::number(self.ctx, self.dims, 0)?;
        let axis = |name: String, origin: String| Axis {
            name,
            origin,
            first: zero.clone(),
            size: None,
        };
        let tile = Tile {
            axes: vec![
                axis(partner.clone(), first),
                axis(format!("{wave} - {partner}"), second),
            ],
            executed: executed.intersect(&inside)?,
            loops: vec![reach, inner],
        };
        self.after_tiles(before, &changed, &tile, false)
    }

    /// Executes the loop over the tiles of one diagonal.
    pub(super) fn run_in_diagonal(&mut self, l: &Loop, tile: &TileLoop) -> Result<()> {
        let Some(diagonal) = self.tiles.diagonal.take() else {
            return self.unknown("diagonals without tiles");
        };
        let before = self.before_tiles();
        let directive = self.directive(l)?;
        let changed = self.forget_changed(l, directive.as_ref())?;
        let value = PwAff::param(self.ctx, self.dims, &diagonal.first)?;
        let inner = self.enter_tiles(l, tile, &value)?;
        self.run_body(l, tile, &value)?;
        self.back_to(before, &changed)?;
        self.tiles.diagonal = Some(Diagonal {
            inner: Some(inner),
            ..diagonal
        });
        Ok(())
    }
}
