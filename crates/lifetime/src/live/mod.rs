//! The live bound: the largest number of values of an array that are alive at once. No mapping can be
//! smaller.
//!
//! It is counted at given parameter values: `trace` lists the accesses in the order of time, `lives`
//! follows the values, `sweep` counts them. In the other orders `happens` tells what is in order, and `partial`
//! looks for the fullest state of any execution, with `cut`. `form` finds the expression behind counts at small values,
//! which `points` chooses.

mod cut;
mod form;
mod happens;
mod lives;
mod partial;
mod points;
mod sweep;
mod trace;

pub use form::LiveForm;

use crate::Mode;
use form::Search;
use happens::{Happens, Rules};
use points::{Chamber, Freedom};
use poly::{Result, Set};
use scop::{ArrayId, Order, Scop};
use std::collections::BTreeSet;
use trace::{Prepared, Trace};

/// A live bound, counted at given parameter values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LiveBound {
    /// So many values are alive at once in some execution that keeps the order, and never more.
    Exact(u64),
    /// So many are; there may be executions with more.
    AtLeast(u64),
}

impl LiveBound {
    /// The number of cells that no mapping can go below.
    pub fn value(self) -> u64 {
        match self {
            LiveBound::Exact(n) | LiveBound::AtLeast(n) => n,
        }
    }

    /// Of two arrays under one mapping: each needs its own.
    fn larger(self, other: LiveBound) -> LiveBound {
        let value = self.value().max(other.value());
        match (self, other) {
            (LiveBound::Exact(_), LiveBound::Exact(_)) => LiveBound::Exact(value),
            _ => LiveBound::AtLeast(value),
        }
    }
}

/// The live bound of one array, or of several under one mapping.
#[derive(Clone, Debug)]
pub struct Live {
    /// At the sample values: counted there, or else what the form says. `None` also where the array is
    /// not used.
    pub at_samples: Option<LiveBound>,
    /// In the parameters: a guess that was verified at several values of them.
    pub form: Option<LiveForm>,
    /// The parameters on which it depends.
    pub params: Vec<String>,
}

/// Counts live values of one array, or of several under one mapping (the members of a structure).
pub struct LiveCounter {
    arrays: Vec<Prepared>,
    mode: Mode,
    /// What is in order; `None` if all is.
    rules: Option<Rules>,
    context: Set,
    /// The parameters on which the count depends.
    params: BTreeSet<String>,
    /// No form has a higher degree.
    dims: usize,
}

/// Accesses that are looked at where the samples are small, to count there.
const MOST_AT_SAMPLES: usize = 10_000;
/// Accesses that are looked at to find a form.
const MOST_FOR_FORM: usize = 200_000;
/// Where forms begin to hold: many have a few exceptions at small sizes.
const BASES: [i64; 2] = [4, 9];
/// Between these sizes it shows how the count grows.
const GROWTH: [i64; 2] = [4, 8];
/// Accesses that are looked at for that.
const MOST_FOR_GROWTH: usize = 3_000;

impl LiveCounter {
    /// Looks at the arrays in one mode and order.
    pub fn new(scop: &Scop, arrays: &[ArrayId], mode: Mode, order: Order) -> Result<Self> {
        let rules = match order {
            Order::Sequential => None,
            _ => Some(Rules::new(scop, order)?),
        };
        let prepared = arrays.iter().map(|id| Prepared::new(scop, *id));
        let prepared: Vec<Prepared> = prepared.collect::<Result<_>>()?;
        let mut params = BTreeSet::new();
        for array in &prepared {
            array.used_params(&mut params)?;
        }
        for access in rules.iter().flat_map(Rules::accesses) {
            params.extend(access.used_params()?);
        }
        let dims = arrays.iter().map(|id| scop.array(*id).shape.len());
        Ok(LiveCounter {
            dims: dims.max().unwrap_or(0),
            arrays: prepared,
            mode,
            rules,
            context: scop.context.clone(),
            params,
        })
    }

    /// The live bound at these parameter values. Elements to which one write gave the same value count
    /// once; members of a structure do not add up, for a cell holds one of each.
    ///
    /// `None` if a parameter is missing or the program is not defined there, if there are more than
    /// `most` accesses, or if the order leaves a race.
    pub fn at(&self, params: &[(&str, i64)], most: usize) -> Result<Option<LiveBound>> {
        match self.is_defined(params)? {
            true => self.count(params, &mut most.clone()),
            false => Ok(None),
        }
    }

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
        let said = || form.as_ref()?.eval(&value_in(&used)).map(LiveBound::Exact);
        Ok(Live {
            at_samples: counted.or_else(said).filter(|bound| bound.value() > 0),
            form,
            params: self.params.iter().cloned().collect(),
        })
    }

    /// How the live bound seems to grow with the parameters that do: 1 for `2*N - 3`, 2 for `N*M`. Counted at
    /// two sizes only; `None` where that takes too long.
    pub fn degree(&self, samples: &[(&str, i64)]) -> Result<Option<usize>> {
        let used = samples
            .iter()
            .filter(|(name, _)| self.params.contains(*name));
        let used: Vec<(&str, i64)> = used.copied().collect();
        let [small, large] = GROWTH.map(|base| self.count_from(&used, base));
        Ok(match (small?, large?) {
            (Some(small), Some(large)) => Some(growth(&small, &large)),
            _ => None,
        })
    }

    /// The first sizes from `base` up where the program is defined and uses the array, and the live bound.
    fn count_from(&self, samples: &[(&str, i64)], base: i64) -> Result<Option<Counted>> {
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

    /// Whether all values that count are given, and the program is defined there.
    fn is_defined(&self, params: &[(&str, i64)]) -> Result<bool> {
        let given = |name: &String| params.iter().any(|(n, _)| n == name);
        Ok(self.params.iter().all(given)
            && !self
                .context
                .fix_params(params.iter().copied())?
                .is_empty()?)
    }

    /// As [`LiveCounter::at`], where the program is defined; takes the accesses from `left`.
    fn count(&self, params: &[(&str, i64)], left: &mut usize) -> Result<Option<LiveBound>> {
        let mut bound = LiveBound::Exact(0);
        let happens = match &self.rules {
            None => None,
            Some(rules) => match rules.at(params, left)? {
                None => return Ok(None),
                some => some,
            },
        };
        for array in &self.arrays {
            let Some(copies) = array.traces(params, left)? else {
                return Ok(None);
            };
            for trace in &copies {
                if happens.is_some() {
                    // Every pair of steps is looked at, many at a time.
                    *left = left.saturating_sub(trace.steps.len().pow(2) / 64);
                }
                match self.most_at_once(trace, happens.as_ref()) {
                    Some(own) => bound = bound.larger(own),
                    None => return Ok(None),
                }
            }
        }
        Ok(Some(bound))
    }

    fn most_at_once(&self, trace: &Trace, happens: Option<&Happens>) -> Option<LiveBound> {
        match happens {
            None => sweep::most_at_once(trace, self.mode),
            Some(happens) => {
                let before = happens.before(&trace.steps)?;
                partial::most_at_once(trace, self.mode, &before)
            }
        }
    }
}

/// Sizes, and how many values are alive there.
type Counted = (Vec<i64>, u64);

/// The power of the sizes by which the count grows between two points.
fn growth((small, few): &Counted, (large, many): &Counted) -> usize {
    let times = |large: f64, small: f64| (large / small.max(1.0)).ln();
    let sizes = std::iter::zip(large, small).map(|(l, s)| times(*l as f64, *s as f64));
    let longest = sizes.fold(0.0, f64::max);
    match longest > 0.0 {
        true => (times(*many as f64, *few as f64) / longest)
            .round()
            .max(0.0) as usize,
        false => 0,
    }
}

fn value_in<'a>(params: &'a [(&str, i64)]) -> impl Fn(&str) -> Option<i64> + 'a {
    |name| params.iter().find(|(n, _)| *n == name).map(|(_, v)| *v)
}
