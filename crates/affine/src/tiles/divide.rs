//! Leaves loops over tiles out of the statements in them: see the room.

use super::window::{Axis, Window};
use crate::draft::DraftStatement;
use crate::state::{Reach, Walker};
use crate::stop::{Result, Stop};
use crate::values::factors_of;
use poly::{PwAff, Set};
use source::Span;
use std::ops::Range;

/// The exponent of a counter that is large.
const FAR: u32 = 30;
/// The exponent of a parameter that is small.
const SMALL: u32 = 16;

/// Any tile, of one loop or of two along diagonals.
pub(super) struct Tile {
    pub(super) axes: Vec<Axis>,
    /// The tiles that are executed, with the iterators outside.
    pub(super) executed: Set,
    pub(super) loops: Vec<Reach>,
}

/// The positions of statements, by axis.
pub(super) type Positions = Vec<Vec<PwAff>>;

/// A statement without the loops over its tiles.
struct Divided {
    domain: Set,
    windows: Vec<Window>,
}

impl Walker<'_> {
    /// Leaves loops out of their statements; the positions of these.
    pub(super) fn leave_out(&mut self, statements: Range<usize>, tile: &Tile) -> Result<Positions> {
        self.ends(tile)?;
        let mut positions = vec![Vec::new(); tile.axes.len()];
        for at in statements {
            let statement = self.statements[at].clone();
            for axis in &tile.axes {
                if let Some(product) = axis.product(&statement.domain)? {
                    self.use_as_size(&product.factor)?;
                }
            }
            let divided = self.divided(&statement, tile)?;
            self.covers(&divided, tile, statement.at)?;
            self.statements[at].domain = divided.domain;
            for (all, window) in positions.iter_mut().zip(divided.windows) {
                all.push(window.position);
            }
        }
        Ok(positions)
    }

    /// Checks that loops over tiles end.
    fn ends(&self, tile: &Tile) -> Result<()> {
        let mut origins: Option<poly::Map> = None;
        for axis in &tile.axes {
            let origin = PwAff::param(self.ctx, self.dims, &axis.origin)?.to_map()?;
            origins = Some(match origins {
                Some(others) => others.flat_range_product(&origin)?,
                None => origin,
            });
        }
        let Some(origins) = origins else {
            return Ok(());
        };
        let executed = self.state.domain.intersect(&tile.executed)?;
        let origins = origins.intersect_domain(&executed)?;
        let names: Vec<String> = tile.axes.iter().map(|a| a.origin.clone()).collect();
        let is_bounded = origins.for_some_params(&names)?.range()?.is_bounded()?;
        match is_bounded && !self.runs_far(&executed, tile)? {
            true => Ok(()),
            false => self.unknown("a loop over tiles that may not end"),
        }
    }

    /// Whether a counter gets large although parameters are small: it has wrapped around then, or
    /// what it is compared with has.
    fn runs_far(&self, executed: &Set, tile: &Tile) -> Result<bool> {
        let far = PwAff::power_of_two(self.ctx, self.dims, FAR)?;
        let small = PwAff::power_of_two(self.ctx, self.dims, SMALL)?;
        for reach in &tile.loops {
            let mut late = executed.intersect(&far.le_set(&reach.value)?)?;
            for name in late.used_params()? {
                if tile.axes.iter().any(|axis| axis.origin == name) {
                    continue;
                }
                let param = PwAff::param(self.ctx, self.dims, &name)?;
                late = late.intersect(&param.le_set(&small)?)?;
                late = late.intersect(&param.neg()?.le_set(&small)?)?;
            }
            if !late.is_empty()? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The statement without the loops.
    fn divided(&self, statement: &DraftStatement, tile: &Tile) -> Result<Divided> {
        let dims = statement.domain.dims()?;
        let inside = statement.domain.intersect(&self.named_values(dims)?)?;
        let inside = self.with_products(&inside)?;
        let mut hidden: Vec<String> = tile.axes.iter().map(|a| a.origin.clone()).collect();
        if !depends_on(statement, &hidden)?.is_empty() {
            return stop("a value that depends on the tile", statement.at);
        }
        for axis in &tile.axes {
            hidden.extend(axis.product(&inside)?.map(|product| product.name));
        }
        let executed = tile.executed.lifted(dims - tile.executed.dims()?)?;
        let mut with_quotients = hidden.clone();
        with_quotients.extend(self.quotients());
        for hidden in [&with_quotients, &hidden] {
            let Some(windows) = self.fitting(&inside, tile, hidden)? else {
                continue;
            };
            let domain = inside.for_some_params(hidden)?.coalesce()?;
            if self.divide(&windows, &domain.intersect(&executed)?, &inside)? {
                let domain = simple(domain, &inside, hidden)?;
                return Ok(Divided { domain, windows });
            }
        }
        let names: Vec<String> = tile.axes.iter().map(|a| format!("`{}`", a.name)).collect();
        let reason = format!(
            "a statement that tiles of {} do not divide",
            names.join(", ")
        );
        stop(reason, statement.at)
    }

    /// A window for each axis that contains what a statement executes.
    fn fitting(&self, inside: &Set, tile: &Tile, hidden: &[String]) -> Result<Option<Vec<Window>>> {
        let mut chosen = Vec::new();
        for axis in &tile.axes {
            let mut found = self.windows(inside, axis, hidden)?.into_iter();
            let fitting = found.find_map(|window| match inside.is_subset(&window.inside) {
                Ok(false) => None,
                Ok(true) => Some(Ok(window)),
                Err(error) => Some(Err(error)),
            });
            match fitting.transpose()? {
                Some(window) => chosen.push(window),
                None => return Ok(None),
            }
        }
        Ok(Some(chosen))
    }

    /// Whether windows select from a domain what a statement executes.
    fn divide(&self, windows: &[Window], domain: &Set, inside: &Set) -> Result<bool> {
        let mut selected = domain.clone();
        for window in windows {
            selected = selected.intersect(&window.inside)?;
        }
        Ok(self.with_products(&selected)?.is_equal(inside)?)
    }

    /// Checks that each instance is in one tile that is executed.
    fn covers(&self, statement: &Divided, tile: &Tile, at: Span) -> Result<()> {
        let dims = statement.domain.dims()?;
        let mut known = statement.domain.intersect(&self.named_values(dims)?)?;
        for (axis, window) in tile.axes.iter().zip(&statement.windows) {
            if !statement.domain.is_subset(&window.needed)? {
                return stop(format!("tiles of `{}` that begin too late", axis.name), at);
            }
            known = known.intersect(&window.inside)?.intersect(&window.known)?;
            known = known.intersect(&self.below_quotients(statement, axis, window)?)?;
        }
        let known = self.with_products(&known)?;
        let executed = tile.executed.lifted(dims - tile.executed.dims()?)?;
        let mut is_covered = known.is_subset(&executed)?;
        for reach in &tile.loops {
            let more = dims - reach.first.dims()?;
            let any = PwAff::param(self.ctx, dims, &reach.any)?;
            let before = reach.first.lifted(more)?.le_set(&any)?;
            let before = before.intersect(&any.le_set(&reach.value.lifted(more)?)?)?;
            let reached = known.intersect(&before)?;
            is_covered &= reached.is_subset(&reach.condition.lifted(more)?)?;
        }
        match is_covered {
            true => Ok(()),
            false => {
                let names: Vec<String> =
                    tile.axes.iter().map(|a| format!("`{}`", a.name)).collect();
                stop(
                    format!("tiles of {} that end too early", names.join(", ")),
                    at,
                )
            }
        }
    }

    /// The numbers of the tiles of all instances are below some quotients.
    fn below_quotients(&self, statement: &Divided, axis: &Axis, window: &Window) -> Result<Set> {
        let dims = statement.domain.dims()?;
        let mut all = Set::all(self.ctx, dims)?;
        let Some(factor) = &window.factor else {
            return Ok(all);
        };
        let size = PwAff::param(self.ctx, dims, factor)?;
        let domain = statement.domain.intersect(&self.named_values(dims)?)?;
        let number = PwAff::param(self.ctx, dims, &axis.origin)?;
        for name in self.larger_quotients(&domain, &window.position, &size)? {
            let quotient = PwAff::param(self.ctx, dims, &name)?;
            all = all.intersect(&number.lt_set(&quotient)?)?;
        }
        Ok(all)
    }

    /// Removes the sizes of tiles from the domains of statements, where they depend on them no more
    /// than that sizes are positive if that is assumed.
    pub(super) fn forget_sizes(&mut self, statements: Range<usize>) -> Result<()> {
        let sizes: Vec<String> = std::mem::take(&mut self.tiles.sizes).into_iter().collect();
        let functions = self.functions();
        for at in statements {
            let statement = &self.statements[at];
            let used = depends_on(statement, &sizes)?;
            let names: Vec<String> = sizes
                .iter()
                .filter(|n| !used.contains(n))
                .cloned()
                .collect();
            let dims = statement.domain.dims()?;
            let whole = statement.domain.intersect(&self.named_values(dims)?)?;
            let whole = whole.for_some_params(&functions)?;
            let domain = whole.for_some_params(&names)?.coalesce()?;
            let mut positive = domain.clone();
            for name in names
                .iter()
                .filter(|name| self.tiles.assumed.contains(*name))
            {
                let one = PwAff::number(self.ctx, dims, 1)?;
                let size = PwAff::param(self.ctx, dims, name)?;
                positive = positive.intersect(&one.le_set(&size)?)?;
            }
            self.statements[at].domain = match positive.is_subset(&whole)? {
                true => domain,
                false => whole.coalesce()?,
            };
        }
        Ok(())
    }
}

/// The points that a set has for some values of parameters, without their constraints if that is
/// the same.
fn simple(all: Set, set: &Set, params: &[String]) -> Result<Set> {
    if all.piece_count()? == 1 {
        return Ok(all);
    }
    let simple = set.without_constraints_on(params)?.coalesce()?;
    Ok(match simple.is_subset(&all)? {
        true => simple,
        false => all,
    })
}

fn stop<T>(reason: impl Into<String>, at: Span) -> Result<T> {
    Err(Stop::unknown(reason, at))
}

/// The parameters among some on which accesses and values of a statement depend.
fn depends_on(statement: &DraftStatement, names: &[String]) -> poly::Result<Vec<String>> {
    let mut used = statement.used_params()?;
    used.retain(|name| factors_of(name).iter().any(|factor| names.contains(factor)));
    Ok(used)
}
