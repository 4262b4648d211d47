//! The live bound: the largest number of values of an array that are alive at once. No mapping can
//! have fewer cells.
//!
//! It is counted at given parameter values (`counter`): `trace` lists the accesses in the order of
//! time, `live_ranges` follows the values, `sweep` counts them. In the other orders
//! `happens_before` tells which steps are ordered, and `partial_order` finds the fullest state of
//! any execution by a `max_closure`. `form` finds the expression behind counts at small values,
//! which `chamber` chooses. `history` tells the values apart, for explanations.
//!
//! Assumes: the live bound decides nothing but where a search for mappings may end. Its form in the
//! parameters is verified at points it was not made from, not proved.

mod bound;
mod chamber;
mod counter;
mod form;
mod happens_before;
mod history;
mod live_ranges;
mod max_closure;
mod partial_order;
mod sweep;
mod trace;

pub use bound::LiveBound;
pub use counter::LiveCounter;
pub use form::LiveForm;
pub use history::{Event, History, Life, Recorder, small_sizes};

use chamber::{Chamber, Freedom};
use form::Search;
use poly::Result;

/// The live bound of one array, or of several under one mapping.
#[derive(Clone, Debug)]
pub struct Live {
    /// At the sample values: counted there, or else the value of the form. `None` also where the
    /// array is not used.
    pub at_samples: Option<LiveBound>,
    /// As an expression in the parameters: a guess that was verified at several values of them.
    pub form: Option<LiveForm>,
    /// The parameters on which it depends.
    pub params: Vec<String>,
}

/// Accesses that are counted at the samples themselves, if these are small.
const MOST_AT_SAMPLES: usize = 10_000;
/// Accesses that are counted to find a form.
const MOST_FOR_FORM: usize = 200_000;
/// The smallest sizes for which a form is sought: many have exceptions at smaller ones.
const BASES: [i64; 2] = [4, 9];
/// The sizes between which growth is measured.
const GROWTH: [i64; 2] = [4, 8];
/// Accesses that are counted to measure growth.
const MOST_FOR_GROWTH: usize = 800;

impl LiveCounter {
    /// The live bound at the sample values, and as an expression if it is one of low degree.
    pub fn live(&self, samples: &[(&str, i64)]) -> Result<Live> {
        let used = samples
            .iter()
            .filter(|(name, _)| self.params.contains(*name));
        let used: Vec<(&str, i64)> = used.copied().collect();
        let counted = self.at(&used, MOST_AT_SAMPLES)?;
        let form = match counted {
            Some(bound) if used.is_empty() => Some(LiveForm::number(bound.value())),
            // The array is not used there: these samples are not typical.
            Some(bound) if bound.value() == 0 => None,
            _ => self.form(&used)?,
        };
        let form = form.filter(|form| match counted {
            Some(bound) => form.eval(&value_in(&used)) == Some(bound.value()),
            None => true,
        });
        let by_form = || form.as_ref()?.eval(&value_in(&used)).map(LiveBound::Exact);
        Ok(Live {
            at_samples: counted.or_else(by_form).filter(|bound| bound.value() > 0),
            form,
            params: self.params.iter().cloned().collect(),
        })
    }

    /// The apparent degree of the live bound in the parameters that grow: 1 for `2*N - 3`, 2 for
    /// `N*M`. Counted at two sizes only; `None` where that takes too long.
    pub fn degree(&self, samples: &[(&str, i64)]) -> Result<Option<usize>> {
        let used = samples
            .iter()
            .filter(|(name, _)| self.params.contains(*name));
        let used: Vec<(&str, i64)> = used.copied().collect();
        let [small, large] = GROWTH.map(|base| self.count_from(&used, base));
        Ok(match (small?, large?) {
            (Some(small), Some(large)) => growth(&small, &large),
            _ => None,
        })
    }

    /// The smallest sizes from `base` up for which the program is defined and uses the array, with
    /// the live bound there.
    fn count_from(&self, samples: &[(&str, i64)], base: i64) -> Result<Option<CountAt>> {
        const MOST_POINTS: usize = 8;
        let chamber = Chamber::new(samples, base, Freedom::SmallFixed)
            .or_else(|| Chamber::new(samples, base, Freedom::TiesFree));
        let Some(chamber) = chamber else {
            return Ok(None);
        };
        for point in chamber.points().take(MOST_POINTS) {
            let found = self.at(&chamber.values(&point), MOST_FOR_GROWTH)?;
            let value = found.map(LiveBound::value).filter(|n| *n > 0);
            if let Some(value) = value {
                return Ok(Some((point, value)));
            }
        }
        Ok(None)
    }

    fn form(&self, samples: &[(&str, i64)]) -> Result<Option<LiveForm>> {
        let mut search = Search {
            counter: self,
            left: MOST_FOR_FORM,
        };
        for base in BASES {
            for freedom in Freedom::ALL {
                let Some(chamber) = Chamber::new(samples, base, freedom) else {
                    continue;
                };
                if let Some(form) = search.form(&chamber, self.dims)? {
                    return Ok(Some(form));
                }
            }
        }
        Ok(None)
    }
}

/// Sizes, and the number of values that are alive there.
type CountAt = (Vec<i64>, u64);

/// The power of the sizes by which the count grows between two points; `None` if no size grows.
fn growth((small, few): &CountAt, (large, many): &CountAt) -> Option<usize> {
    let times = |large: f64, small: f64| (large / small.max(1.0)).ln();
    let sizes = std::iter::zip(large, small).map(|(l, s)| times(*l as f64, *s as f64));
    let longest = sizes.fold(0.0, f64::max);
    let power = times(*many as f64, *few as f64) / longest;
    (longest > 0.0).then(|| power.round().max(0.0) as usize)
}

fn value_in<'a>(params: &'a [(&str, i64)]) -> impl Fn(&str) -> Option<i64> + 'a {
    |name| params.iter().find(|(n, _)| *n == name).map(|(_, v)| *v)
}
