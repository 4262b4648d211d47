//! Where the rows of nests are in the iterations of a fused loop.

use super::Order;
use crate::nests::NestText;
use poly::Expr;
use schedule::at_usual_sizes;

/// A fused loop, before it has a text.
pub(super) struct Frame {
    /// The nest that gives the fused loop its counter: one row of it is in each iteration.
    pub(super) main: usize,
    /// The first counter, less that of the nest.
    pub(super) lead: i64,
    /// The nest whose rows end last.
    pub(super) last: usize,
    /// By nest.
    pub(super) places: Vec<Place>,
}

/// The rows of one nest.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// The counter of the first row of an iteration is `scale` times that of the fused loop, plus
    /// `offset`.
    pub(super) scale: i64,
    pub(super) offset: i64,
    /// How many rows are in an iteration.
    pub(super) rate: i64,
    /// What the counter grows by from row to row.
    pub(super) step: i64,
    /// Whether there are iterations with rows before the first one.
    pub(super) is_early: bool,
    /// Whether there are iterations with rows behind the last one.
    pub(super) is_late: bool,
}

impl Frame {
    /// The fused loop in which a nest gives the counter; `None` if the others have no whole number
    /// of rows, or if no nest ends last at all sizes.
    pub(super) fn new(nests: &[NestText], order: &Order, main: usize) -> Option<Self> {
        let time = Time::new(nests, order)?;
        let (own, start) = (&nests[main].rows, nests[main].rows.start());
        let lead = own.step * (time.first + order.ahead[main] - start);
        let place = |nest: usize| -> Option<Place> {
            let (rows, rate, ahead) = (&nests[nest].rows, order.rates[nest], order.ahead[nest]);
            let scale = rows.step * rate / own.step;
            if scale * own.step != rows.step * rate {
                return None;
            }
            let base = rows.first.checked_sub(&(own.first.clone() * scale))?;
            let row = rate * (start - order.ahead[main]) + ahead - rows.start();
            let (is_early, is_late) = time.beyond(nest)?;
            Some(Place {
                scale,
                offset: base.as_constant()? + rows.step * row,
                rate,
                step: rows.step,
                is_early,
                is_late,
            })
        };
        let places: Option<Vec<Place>> = (0..nests.len()).map(place).collect();
        let places = places?;
        let is_last = |nest: &usize| time.is_last(*nest);
        let mut by_scale: Vec<usize> = (0..nests.len()).collect();
        by_scale.sort_by_key(|nest| (*nest != main, places[*nest].scale));
        Some(Frame {
            main,
            lead,
            last: by_scale.into_iter().find(is_last)?,
            places,
        })
    }

    /// Moves the counter, so that it begins where that of the nest begins.
    pub(super) fn without_lead(&mut self) {
        for place in &mut self.places {
            place.offset += place.scale * self.lead;
        }
        self.lead = 0;
    }
}

/// The iterations of a fused loop, counted as rows are numbered.
struct Time<'t> {
    nests: &'t [NestText],
    order: &'t Order<'t>,
    /// The first one.
    first: i64,
    /// The one behind the last one in which each nest has rows.
    ends: Vec<Expr>,
}

impl<'t> Time<'t> {
    fn new(nests: &'t [NestText], order: &'t Order<'t>) -> Option<Self> {
        let paces = || order.rates.iter().zip(order.ahead);
        let all = || nests.iter().zip(paces());
        let first = |(nest, (rate, ahead)): (&NestText, (&i64, &i64))| {
            (nest.rows.start() - ahead).div_euclid(*rate)
        };
        let ends = all().map(|(nest, (rate, ahead))| nest.rows.iterations(*rate, *ahead));
        Some(Time {
            nests,
            order,
            first: all().map(first).min()?,
            ends: ends.collect::<Option<_>>()?,
        })
    }

    fn is_last(&self, nest: usize) -> bool {
        let mut others = self.ends.iter();
        others.all(|other| {
            at_usual_sizes(&self.ends[nest], other).is_some_and(|(least, _)| least >= 0)
        })
    }

    /// Whether iterations contain rows of a nest before the first one, and behind the last one.
    fn beyond(&self, nest: usize) -> Option<(bool, bool)> {
        let (rows, rate, ahead) = (
            &self.nests[nest].rows,
            self.order.rates[nest],
            self.order.ahead[nest],
        );
        let end = rows.rows()?;
        let ends_later = |iterations: &Expr| -> Option<bool> {
            let executed = iterations.clone() * rate + Expr::constant(ahead);
            Some(at_usual_sizes(&executed, &end)?.1 > 0)
        };
        let late: Option<Vec<bool>> = self.ends.iter().map(ends_later).collect();
        let is_early = rate * self.first + ahead < rows.start();
        Some((is_early, late?.contains(&true)))
    }
}
