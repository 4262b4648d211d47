//! The execution of a loop over tiles: once, for any tile.

use super::candidate::TileLoop;
use super::divide::Tile;
use super::text;
use super::window::Axis;
use crate::draft::DraftTiling;
use crate::state::{Frame, Reach, State, Walker};
use crate::stop::{Result, Stop};
use crate::survey::counter;
use crate::values::is_tile_name;
use crate::values::{Cell, Known, Number};
use c::syntax::openmp::Directive;
use poly::{PwAff, Set};
use program::{Loop, ObjectId};
use source::Span;
use std::rc::Rc;

/// What there was before a loop over tiles.
pub(super) struct Before {
    at: Span,
    state: State,
    statements: usize,
    heaps: usize,
}

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
        let is_diagonal = self.tiles.diagonal.is_some() || self.partner(l).is_some();
        let is_clear = tile.size.is_some() || is_diagonal;
        match self.run_tiles(l, &tile) {
            Err(Stop::Unknown(why)) if self.dry == 0 => {
                Err(Stop::NotTiled(at, Some(why).filter(|_| is_clear)))
            }
            done => done.map(|()| true),
        }
    }

    fn run_tiles(&mut self, l: &Loop, tile: &TileLoop) -> Result<()> {
        let counter = counter(l);
        let inside = self.tiles.diagonal.as_ref();
        if inside.is_some_and(|d| Some(d.partner) == counter && d.inner.is_none()) {
            return self.run_in_diagonal(l, tile);
        }
        let partner = self.partner(l);
        match partner.filter(|_| tile.size.is_none()) {
            Some(partner) => self.run_diagonals(l, tile, partner),
            None => self.run_single(l, tile),
        }
    }

    /// The counter of the loop over the tiles of a diagonal, if a loop may be over diagonals.
    fn partner(&self, l: &Loop) -> Option<ObjectId> {
        counter(l).and_then(|counter| text::partner(l, counter))
    }

    /// Executes a loop whose tiles depend on its counter alone.
    fn run_single(&mut self, l: &Loop, tile: &TileLoop) -> Result<()> {
        let before = self.before_tiles();
        let directive = self.directive(l)?;
        let changed = self.forget_changed(l, directive.as_ref())?;
        let size = match &tile.size {
            Some(size) => Some(self.size_as_number(size)?),
            None => None,
        };
        let origin = self.tile_name();
        let value = PwAff::param(self.ctx, self.dims, &origin)?;
        let (executed, reach) = self.enter_tiles(l, tile, &value)?;
        self.run_body(l, tile, &value)?;
        let axis = Axis {
            name: self.object(tile.cell.object).name.clone(),
            origin,
            first: tile.first.clone(),
            size,
        };
        let tile = Tile {
            axes: vec![axis],
            executed,
            loops: vec![reach],
        };
        self.after_tiles(before, &changed, &tile, directive.is_some())
    }

    pub(super) fn before_tiles(&self) -> Before {
        Before {
            at: self.at,
            state: self.state.clone(),
            statements: self.statements.len(),
            heaps: self.heaps.len(),
        }
    }

    /// Leaves the loop out of the statements that were executed in it, and continues after it.
    pub(super) fn after_tiles(
        &mut self,
        before: Before,
        changed: &[Cell],
        tile: &Tile,
        is_parallel: bool,
    ) -> Result<()> {
        self.at = before.at;
        let statements = before.statements..self.statements.len();
        self.back_to(before, changed)?;
        if self.dry > 0 {
            return Ok(());
        }
        let positions = self.leave_out(statements.clone(), tile)?;
        if self.tiles.open == 0 {
            self.forget_sizes(statements.clone())?;
        }
        for (axis, positions) in tile.axes.iter().zip(positions) {
            self.tiles.found.push(DraftTiling {
                name: axis.name.clone(),
                statements: statements.clone(),
                depth: self.times.len(),
                positions,
                is_parallel,
                at: self.at,
            });
        }
        Ok(())
    }

    /// The state after a loop: nothing is known of what it changes.
    pub(super) fn back_to(&mut self, before: Before, changed: &[Cell]) -> Result<()> {
        let freed = self.state.freed.since(&before.state.freed)?;
        if self.heaps.len() > before.heaps || !freed.is_empty() {
            return self.unknown("memory that is allocated or freed in a tile");
        }
        self.state = before.state;
        for cell in changed {
            self.state.env.remove(cell);
        }
        Ok(())
    }

    /// Forgets the cells that a loop changes. If one is read before it is set, its value is data.
    pub(super) fn forget_changed(
        &mut self,
        l: &Loop,
        directive: Option<&Directive>,
    ) -> Result<Vec<Cell>> {
        if directive.is_some() {
            let mut shared = self.changed_in(l);
            shared.retain(|object| !self.is_private(*object));
            self.tiles.declared.shared.extend(shared);
        }
        let changed = self.changing(l);
        let counter = counter(l);
        for cell in &changed {
            let object = cell.object;
            let is_counter = counter == Some(object);
            let is_own = is_counter || directive.is_none() || self.is_private(object);
            if !is_own || self.tracked.elements(object) != Some(0) {
                let name = &self.object(object).name;
                return self.unknown(match is_own {
                    true => format!("`{name}`, which tiles change"),
                    false => format!("`{name}`, which threads share and change"),
                });
            }
            self.state.env.remove(cell);
        }
        Ok(changed)
    }

    /// Restricts the present place to a tile: the values of the counter for which there is one, and
    /// how far the loop runs.
    pub(super) fn enter_tiles(
        &mut self,
        l: &Loop,
        tile: &TileLoop,
        value: &PwAff,
    ) -> Result<(Set, Reach)> {
        let outer = self.state.domain.clone();
        let any = self.tile_name();
        let counter = PwAff::param(self.ctx, self.dims, &any)?;
        let condition = self.condition_at(l, tile, &counter)?;
        self.enter(outer.clone())?;
        let executed = self.condition_at(l, tile, value)?;
        let executed = executed.intersect(&tile.first.le_set(value)?)?;
        self.enter(outer.intersect(&executed)?.coalesce()?)?;
        let reach = Reach {
            any,
            first: tile.first.clone(),
            value: value.clone(),
            condition,
        };
        Ok((executed, reach))
    }

    /// Where the condition of a loop holds for a value of its counter from the first one on.
    fn condition_at(&mut self, l: &Loop, tile: &TileLoop, value: &PwAff) -> Result<Set> {
        let known = Known::Integer(Number::total(value.clone()));
        self.state.env.insert(tile.cell, Rc::new(known));
        let started = tile.first.le_set(value)?;
        self.enter(self.state.domain.intersect(&started)?)?;
        let condition = match &l.condition {
            Some(condition) => self.condition(condition)?,
            None => None,
        };
        match condition {
            Some(condition) => Ok(condition),
            None => self.unknown("tiles whose end depends on data"),
        }
    }

    /// The distance of tiles, which is positive.
    fn size_as_number(&mut self, size: &Number) -> Result<PwAff> {
        let Some(size) = self.affine(size)? else {
            return self.unknown("tiles whose size is not affine");
        };
        self.expect_positive(&size)?;
        self.tiles.sizes.extend(size.used_params()?);
        let one = PwAff::number(self.ctx, self.dims, 1)?;
        let positive = one.le_set(&size)?;
        self.enter(self.state.domain.intersect(&positive)?)?;
        Ok(size)
    }

    /// A factor is the size of tiles.
    pub(super) fn use_as_size(&mut self, factor: &str) -> Result<()> {
        let size = PwAff::param(self.ctx, self.dims, factor)?;
        self.expect_positive(&size)?;
        self.tiles.sizes.insert(factor.to_string());
        Ok(())
    }

    /// Checks that a size is positive; that of a parameter is assumed to be.
    fn expect_positive(&mut self, size: &PwAff) -> Result<()> {
        let one = PwAff::number(self.ctx, self.dims, 1)?;
        let here = self
            .state
            .domain
            .intersect(&self.named_values(self.dims)?)?;
        if here.is_subset(&one.le_set(size)?)? {
            return Ok(());
        }
        let names = size.used_params()?;
        let [name] = names.as_slice() else {
            return self.unknown("tiles whose size may be less than 1");
        };
        let rest = size.sub(&PwAff::param(self.ctx, self.dims, name)?)?;
        let is_param = rest.as_expr()?.and_then(|e| e.as_constant()) == Some(0);
        if !is_param || is_tile_name(name) {
            return self.unknown("tiles whose size may be less than 1");
        }
        if self.dry == 0 {
            self.assumptions.insert(format!("`{name}` is at least 1"));
        }
        self.tiles.assumed.insert(name.clone());
        Ok(())
    }

    /// Executes the body of a loop over tiles.
    pub(super) fn run_body(&mut self, l: &Loop, tile: &TileLoop, value: &PwAff) -> Result<()> {
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
        self.check_step(l, tile, value)
    }

    /// Checks that a loop continues with the next tile: a narrow counter may wrap around.
    fn check_step(&mut self, l: &Loop, tile: &TileLoop, value: &PwAff) -> Result<()> {
        if self.state.is_dead {
            return Ok(());
        }
        self.execute(&l.step)?;
        let size = match &tile.size {
            Some(size) => size.clone(),
            None => self.number(1)?,
        };
        let next = Known::Integer(Number::total(value.clone()).add(&size)?);
        let is_next = match self.state.env.get(&tile.cell) {
            Some(known) => known
                .lifted_to(self.dims)?
                .equals(&next, &self.state.domain)?,
            None => false,
        };
        match is_next {
            true => Ok(()),
            false => self.unknown("tiles whose counter may wrap around"),
        }
    }
}
