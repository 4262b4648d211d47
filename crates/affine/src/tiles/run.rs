//! The execution of a loop over tiles: once, for any tile.

use super::candidate::TileLoop;
use super::positions::Tile;
use crate::draft::DraftTiling;
use crate::state::{Frame, State, Walker};
use crate::stop::{Result, Stop};
use crate::survey::assigns_first;
use crate::values::{Cell, Known, Number};
use c::syntax::openmp::Directive;
use poly::PwAff;
use program::Loop;
use std::rc::Rc;

impl Walker<'_> {
    /// Executes a loop over tiles. Returns whether it is one.
    pub(crate) fn run_tile_loop(&mut self, l: &Loop) -> Result<bool> {
        let at = self.at;
        if !self.tiles.are_left_out || self.tiles.plain.contains(&at) {
            return Ok(false);
        }
        let Some(tile) = self.tile_loop(l)? else {
            return Ok(false);
        };
        match self.run_tiles(l, &tile) {
            Err(Stop::Unknown(why)) if self.dry == 0 => Err(Stop::NotTiled(at, why)),
            done => done.map(|()| true),
        }
    }

    fn run_tiles(&mut self, l: &Loop, loop_: &TileLoop) -> Result<()> {
        let at = self.at;
        let directive = self.directive(l)?;
        let outer = self.state.clone();
        let (first_statement, heaps) = (self.statements.len(), self.heaps.len());
        let changed = self.set_counters(l, loop_, directive.as_ref())?;
        let Some(tile) = self.enter_tile(l, loop_, &outer)? else {
            self.state = outer;
            return Ok(());
        };
        self.run_one_tile(l, &tile)?;
        self.at = at;
        if self.heaps.len() > heaps || self.state.freed != outer.freed {
            return self.unknown("memory that is allocated or freed in a tile");
        }
        self.state = outer;
        for cell in changed {
            self.state.env.remove(&cell);
        }
        if self.dry > 0 {
            return Ok(());
        }
        let statements = first_statement..self.statements.len();
        let positions = self.leave_out(statements.clone(), &tile)?;
        if self.tiles.open == 0 {
            self.forget_sizes(statements.clone())?;
        }
        self.tiles.found.push(DraftTiling {
            name: tile.name,
            statements,
            depth: self.times.len(),
            positions,
            is_parallel: directive.is_some(),
            at,
        });
        Ok(())
    }

    /// Makes the counter a parameter, and forgets the other cells that the loop changes.
    fn set_counters(
        &mut self,
        l: &Loop,
        tile: &TileLoop,
        directive: Option<&Directive>,
    ) -> Result<Vec<Cell>> {
        let changed = self.changing(l);
        for cell in &changed {
            let object = cell.object;
            if *cell == tile.cell {
                let origin = PwAff::param(self.ctx, self.dims, &tile.origin)?;
                let origin = Known::Integer(Number::total(origin));
                self.state.env.insert(*cell, Rc::new(origin));
                continue;
            }
            let is_own = directive.is_none_or(|d| self.is_private(object, d));
            let is_scalar = self.tracked.elements(object) == Some(0);
            if !is_own || !is_scalar || !assigns_first(l, object) {
                let name = &self.object(object).name;
                return self.unknown(format!("`{name}`, which tiles change"));
            }
            self.state.env.remove(cell);
        }
        Ok(changed)
    }

    /// Restricts the present place to a tile; `None` if there is none.
    fn enter_tile(&mut self, l: &Loop, tile: &TileLoop, outer: &State) -> Result<Option<Tile>> {
        let origin = PwAff::param(self.ctx, self.dims, &tile.origin)?;
        let started = tile.first.le_set(&origin)?;
        self.enter(outer.domain.intersect(&started)?)?;
        let condition = match &l.condition {
            Some(condition) => self.condition(condition)?,
            None => None,
        };
        let Some(condition) = condition else {
            return self.unknown("tiles whose end depends on data");
        };
        let size = self.positive_size(&tile.size)?;
        let here = self.state.domain.intersect(&condition)?.coalesce()?;
        self.enter(here)?;
        if self.state.is_dead {
            return Ok(None);
        }
        let name = self.object(tile.cell.object).name.clone();
        Ok(Some(Tile {
            name,
            origin: tile.origin.clone(),
            first: tile.first.clone(),
            condition,
            size,
        }))
    }

    /// The size of tiles, where it is positive.
    fn positive_size(&mut self, size: &Number) -> Result<PwAff> {
        let Some(affine) = self.affine(size)? else {
            return self.unknown("tiles whose size is not affine");
        };
        let one = PwAff::number(self.ctx, self.dims, 1)?;
        let positive = one.le_set(&affine)?;
        if !self.holds(&positive)? {
            let names = affine.used_params()?;
            let [name] = names.as_slice() else {
                return self.unknown("tiles whose size may be less than 1");
            };
            if affine
                .sub(&PwAff::param(self.ctx, self.dims, name)?)?
                .as_expr()?
                .and_then(|e| e.as_constant())
                != Some(0)
            {
                return self.unknown("tiles whose size may be less than 1");
            }
            self.assumptions.insert(format!("`{name}` is at least 1"));
        }
        self.enter(self.state.domain.intersect(&positive)?)?;
        Ok(affine)
    }

    /// Executes the body of a loop over tiles.
    fn run_one_tile(&mut self, l: &Loop, tile: &Tile) -> Result<()> {
        self.tiles.sizes.extend(tile.size.used_params()?);
        self.frames.push(Frame {
            guards: self.guards.len(),
            ..Frame::default()
        });
        self.tiles.open += 1;
        let done = self.execute(&l.body);
        self.tiles.open -= 1;
        let frame = self.frames.pop().unwrap_or_default();
        done?;
        if !frame.continues.is_empty() || !frame.breaks.is_empty() {
            return self.unknown("a jump in a tile");
        }
        Ok(())
    }
}
