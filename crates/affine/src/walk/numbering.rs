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
}

impl Walker<'_> {
    /// The iterator is the number of the iteration.
    pub(super) fn by_number(&self) -> Result<Numbering> {
        let count = self.iterator(self.dims - 1)?;
        let all = self
            .state
            .domain
            .lifted(1)?
            .intersect(&count.nonneg_set()?)?;
        Ok(Numbering { all, count })
    }

    /// The iterator is the counter, negated if that descends.
    pub(super) fn by_counter(&mut self, l: &Loop, forms: &Forms) -> Result<Numbering> {
        let Some((first, step)) = self.counted(l, forms)? else {
            return self.unknown(UNCOUNTED);
        };
        let distance = step.unsigned_abs();
        let distance = i64::try_from(distance).unwrap_or(i64::MAX);
        let iterator = self.iterator(self.dims - 1)?;
        let passed = iterator.sub(&first.scale(step.signum())?)?;
        let mut all = self.state.domain.lifted(1)?;
        all = all.intersect(&passed.nonneg_set()?)?;
        if distance == 1 {
            let all = all.coalesce()?;
            return Ok(Numbering { all, count: passed });
        }
        let zero = PwAff::number(self.ctx, self.dims, 0)?;
        let fits = passed.modulo(distance)?.eq_set(&zero)?;
        Ok(Numbering {
            all: all.intersect(&fits)?.coalesce()?,
            count: passed.floor_div(distance)?,
        })
    }

    /// The first value of the counter of a loop, and its step.
    fn counted(&mut self, l: &Loop, forms: &Forms) -> Result<Option<(PwAff, i64)>> {
        let Some(object) = counter(l) else {
            return Ok(None);
        };
        let form = forms.get(&Cell { object, element: 0 });
        let Some(Form::Linear { first, step }) = form else {
            return Ok(None);
        };
        let (Known::Integer(first), Some(step)) = (first, step.as_constant()?) else {
            return Ok(None);
        };
        let first = self.affine(&first.lifted_to(self.dims)?)?;
        Ok(first.filter(|_| step != 0).map(|first| (first, step)))
    }
}
