//! The position of each statement, by which tiles divide its iterations: see the room.

use crate::draft::{DraftStatement, Element, Term};
use crate::state::Walker;
use crate::stop::{Result, Stop};
use poly::{Atom, Expr, PolyError, PwAff, Set};
use std::ops::Range;

/// Any tile of a loop.
pub(super) struct Tile {
    /// The name of the counter.
    pub(super) name: String,
    /// The parameter that the counter became.
    pub(super) origin: String,
    /// The first value of the counter, a function of the iterators outside.
    pub(super) first: PwAff,
    /// Where the condition of the loop holds.
    pub(super) condition: Set,
    /// The distance of the tiles.
    pub(super) size: PwAff,
}

/// A tile among the iterators of a statement.
struct Within {
    origin: PwAff,
    first: PwAff,
    /// The origins up to a position.
    condition: Set,
    size: PwAff,
}

impl Tile {
    fn within(&self, dims: usize) -> Result<Within> {
        let more = dims - self.first.dims()?;
        Ok(Within {
            origin: PwAff::param(self.first.context(), dims, &self.origin)?,
            first: self.first.lifted(more)?,
            condition: self.condition.lifted(more)?,
            size: self.size.lifted(more)?,
        })
    }
}

impl Within {
    /// `{ x : o <= p(x) < o + T }`
    fn window(&self, position: &PwAff) -> poly::Result<Set> {
        let next = self.origin.add(&self.size)?;
        self.origin
            .le_set(position)?
            .intersect(&position.lt_set(&next)?)
    }

    /// `L <= o`
    fn started(&self) -> poly::Result<Set> {
        self.first.le_set(&self.origin)
    }
}

impl Walker<'_> {
    /// Leaves a loop over tiles out of its statements; their positions.
    pub(super) fn leave_out(
        &mut self,
        statements: Range<usize>,
        tile: &Tile,
    ) -> Result<Vec<PwAff>> {
        self.ends(tile)?;
        let mut positions = Vec::new();
        for at in statements {
            let statement = &self.statements[at];
            let place = statement.at;
            if !depends_on(statement, &[tile.origin.clone()])?.is_empty() {
                let reason = format!("`{}` in more than the bounds of its tiles", tile.name);
                return Err(Stop::unknown(reason, place));
            }
            let Some((domain, position)) = self.position(statement, tile)? else {
                let reason = format!("a statement that tiles of `{}` do not divide", tile.name);
                return Err(Stop::unknown(reason, place));
            };
            self.covers(&domain, &position, tile, place)?;
            self.statements[at].domain = domain;
            positions.push(position);
        }
        match self.defined.used_params()?.contains(&tile.origin) {
            true => self.unknown("a condition that only some tiles satisfy"),
            false => Ok(positions),
        }
    }

    /// Checks that a loop over tiles ends.
    fn ends(&self, tile: &Tile) -> Result<()> {
        let names = [tile.origin.clone()];
        let origin = PwAff::param(self.ctx, self.dims, &tile.origin)?;
        let executed = self.state.domain.intersect(&tile.condition)?;
        let executed = executed.intersect(&tile.first.le_set(&origin)?)?;
        let origins = origin.to_map()?.intersect_domain(&executed)?;
        let origins = origins.for_some_params(&names)?.range()?;
        match origins.is_bounded()? {
            true => Ok(()),
            false => self.unknown(format!("tiles of `{}` that may not end", tile.name)),
        }
    }

    /// The domain of a statement without the loop, and its position.
    fn position(&self, statement: &DraftStatement, tile: &Tile) -> Result<Option<(Set, PwAff)>> {
        let inside = &statement.domain;
        let dims = inside.dims()?;
        let names = [tile.origin.clone()];
        let within = tile.within(dims)?;
        let domain = inside.for_some_params(&names)?.coalesce()?;
        let valid = within.started()?.intersect(&within.condition)?;
        let valid = domain.intersect(&valid)?;
        let origins = within.origin.to_map()?.intersect_domain(inside)?;
        let last = match origins.for_some_params(&names)?.dim_max(0) {
            Err(PolyError::Failed(_)) => return Ok(None),
            last => last?,
        };
        for piece in last.pieces()? {
            let Some(position) = function(self.ctx, dims, &piece.value)? else {
                continue;
            };
            if valid
                .intersect(&within.window(&position)?)?
                .is_equal(inside)?
            {
                return Ok(Some((domain, position)));
            }
        }
        Ok(None)
    }

    /// Checks that each instance of a statement is in a tile that is executed.
    fn covers(&self, domain: &Set, position: &PwAff, tile: &Tile, at: source::Span) -> Result<()> {
        let within = tile.within(domain.dims()?)?;
        if !domain.is_subset(&within.first.le_set(position)?)? {
            let reason = format!("tiles of `{}` that begin too late", tile.name);
            return Err(Stop::unknown(reason, at));
        }
        let before = within
            .started()?
            .intersect(&within.origin.le_set(position)?)?;
        if !domain.intersect(&before)?.is_subset(&within.condition)? {
            let reason = format!("tiles of `{}` that end too early", tile.name);
            return Err(Stop::unknown(reason, at));
        }
        Ok(())
    }

    /// Removes the sizes of tiles from the domains of statements, where they depend on them no more
    /// than that sizes are positive.
    pub(super) fn forget_sizes(&mut self, statements: Range<usize>) -> Result<()> {
        let names: Vec<String> = std::mem::take(&mut self.tiles.sizes).into_iter().collect();
        for at in statements {
            let statement = &self.statements[at];
            let used = depends_on(statement, &names)?;
            let names: Vec<String> = names
                .iter()
                .filter(|n| !used.contains(n))
                .cloned()
                .collect();
            let domain = statement.domain.for_some_params(&names)?.coalesce()?;
            let mut positive = domain.clone();
            for name in &names {
                let one = PwAff::number(self.ctx, domain.dims()?, 1)?;
                let size = PwAff::param(self.ctx, domain.dims()?, name)?;
                positive = positive.intersect(&one.le_set(&size)?)?;
            }
            if positive.is_subset(&statement.domain)? {
                self.statements[at].domain = domain;
            }
        }
        Ok(())
    }
}

/// The parameters among some on which accesses and values of a statement depend.
fn depends_on(statement: &DraftStatement, names: &[String]) -> poly::Result<Vec<String>> {
    let mut used = Vec::new();
    for access in &statement.accesses {
        if let Element::At(indices) = &access.element {
            for index in indices {
                used.extend(index.used_params()?);
            }
        }
        if let Some(within) = &access.within {
            used.extend(within.used_params()?);
        }
    }
    in_term(&statement.term, &mut used)?;
    used.retain(|name| names.contains(name));
    Ok(used)
}

fn in_term(term: &Term, used: &mut Vec<String>) -> poly::Result<()> {
    match term {
        Term::Read(_) | Term::ReadAll(_) => {}
        Term::Integer(number) => used.extend(number.used_params()?),
        Term::Apply { operands, .. } => {
            for operand in operands {
                in_term(operand, used)?;
            }
        }
        Term::Choose { when, then, other } => {
            used.extend(when.used_params()?);
            in_term(then, used)?;
            in_term(other, used)?;
        }
    }
    Ok(())
}

/// An affine expression as a function of `dims` iterators; `None` if it is not affine, or depends on
/// a tile.
fn function(ctx: &poly::Context, dims: usize, expr: &Expr) -> poly::Result<Option<PwAff>> {
    let mut sum = PwAff::number(ctx, dims, expr.constant_part())?;
    for (atom, coefficient) in expr.terms() {
        let Atom::Var(name) = atom else {
            return Ok(None);
        };
        let variable = match (number_after('i', name), number_after('y', name)) {
            (Some(at), _) => PwAff::coordinate(ctx, dims, at)?,
            (None, Some(_)) => return Ok(None),
            (None, None) => PwAff::param(ctx, dims, name)?,
        };
        sum = sum.add(&variable.scale(coefficient)?)?;
    }
    Ok(Some(sum))
}

/// 3 for `i3` and `i`.
fn number_after(letter: char, name: &str) -> Option<usize> {
    let digits = name.strip_prefix(letter)?;
    digits.bytes().all(|b| b.is_ascii_digit()).then_some(())?;
    digits.parse().ok()
}
