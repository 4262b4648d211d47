//! How the iterations of a loop are numbered: from 0, or, inside of tiles, by the value of its
//! counter, which does not depend on the tile.

use super::forms::Form;
use super::loops::Forms;
use crate::state::Walker;
use crate::stop::Result;
use crate::survey::counter;
use crate::values::{Cell, Known};
use poly::{PwAff, Set};
use program::Loop;

/// Why a loop in a tile is not understood.
pub(super) const UNCOUNTED: &str = "a loop without a counter in a tile";

/// The iterator of a loop.
pub(super) struct Numbering {
    /// All its values, with those of the iterators outside.
    pub(super) all: Set,
    /// The number of the iteration, from 0.
    pub(super) count: PwAff,
    /// The counter, if the iterator says its value.
    pub(super) counter: Option<(Cell, PwAff)>,
}

impl Walker<'_> {
    /// The iterator of a loop: the counter in tiles, and where that starts at the largest or the
    /// least of several values, because with the number of the iteration each subscript would have
    /// as many cases.
    pub(super) fn numbering(&mut self, l: &Loop, forms: &Forms) -> Result<Numbering> {
        let is_in_tile = self.tiles.open > 0;
        match self.counted(l, forms)? {
            Some(counted) if is_in_tile || counted.1.piece_count()? > 1 => self.by_counter(counted),
            None if is_in_tile => self.unknown(UNCOUNTED),
            _ => self.by_number(),
        }
    }

    /// The iterator is the number of the iteration.
    fn by_number(&self) -> Result<Numbering> {
        let count = self.iterator(self.dims - 1)?;
        let all = self
            .state
            .domain
            .lifted(1)?
            .intersect(&count.nonneg_set()?)?;
        Ok(Numbering {
            all,
            count,
            counter: None,
        })
    }

    /// The iterator is the counter, negated if that descends.
    fn by_counter(&self, (cell, first, step): (Cell, PwAff, i64)) -> Result<Numbering> {
        let distance = step.unsigned_abs();
        let distance = i64::try_from(distance).unwrap_or(i64::MAX);
        let iterator = self.iterator(self.dims - 1)?;
        let passed = iterator.sub(&first.scale(step.signum())?)?;
        let mut all = self.state.domain.lifted(1)?;
        all = all.intersect(&passed.nonneg_within(&all)?)?;
        let counter = Some((cell, iterator.scale(step.signum())?));
        if distance == 1 {
            return Ok(Numbering {
                all: all.coalesce()?,
                count: passed,
                counter,
            });
        }
        let zero = PwAff::number(self.ctx, self.dims, 0)?;
        let fits = passed.modulo(distance)?.eq_set(&zero)?;
        Ok(Numbering {
            all: all.intersect(&fits)?.coalesce()?,
            count: passed.floor_div(distance)?,
            counter,
        })
    }

    /// The counter of a loop, its first value, and its step.
    fn counted(&mut self, l: &Loop, forms: &Forms) -> Result<Option<(Cell, PwAff, i64)>> {
        let Some(object) = counter(l) else {
            return Ok(None);
        };
        let cell = Cell { object, element: 0 };
        let Some(Form::Linear { first, step }) = forms.get(&cell) else {
            return Ok(None);
        };
        let (Known::Integer(first), Some(step)) = (first, step.as_constant()?) else {
            return Ok(None);
        };
        let first = self.affine(&first.lifted_to(self.dims)?)?;
        let first = first.filter(|_| step != 0);
        Ok(first.map(|first| (cell, first, step)))
    }
}
