//! The differences at small values of the parameters.

use crate::lattice::Differences;
use crate::numbers::value;
use crate::strategy::fixed::{Point, differences};
use crate::{Problem, Row};
use poly::Result;
use std::collections::BTreeSet;
use std::collections::btree_map::{BTreeMap, Entry};

/// Larger sets of differences at one point are not enumerated.
const MOST_POINTS: usize = 12_000;
/// The smallest value of a parameter that is sampled: smaller ones are corner cases.
const LEAST_VALUE: i64 = 5;
/// How many steps outside of the context are skipped.
const MOST_OUTSIDE: i64 = 7;

/// The differences at one point.
#[derive(Clone)]
pub(super) struct Sample {
    pub(super) point: Point,
    pub(super) differences: Differences,
}

impl Sample {
    /// Whether some row maps each difference to a nonzero value.
    pub(super) fn is_separated(&self, rows: &[Row]) -> bool {
        let value_of = |name: &str| self.point.iter().find(|(n, _)| n == name).map(|(_, v)| *v);
        let rows: Option<Vec<(Vec<i64>, i64)>> = rows.iter().map(|r| r.at(&value_of)).collect();
        let Some(rows) = rows.filter(|rows| rows.iter().all(|(_, b)| *b >= 1)) else {
            return false;
        };
        let differs = |d: Vec<i64>| rows.iter().any(|(form, b)| value(form, &d) % b != 0);
        self.differences.iter().all(differs)
    }
}

/// The differences at small values of the parameters, which keep the order of their sample values:
/// a few points with all parameters raised together, then points with one of them raised.
pub(super) fn samples(problem: &Problem, together: usize) -> Result<Vec<Sample>> {
    let base = base(problem)?;
    let mut samples: BTreeMap<Vec<i64>, Sample> = BTreeMap::new();
    let all = 0..base.len();
    let one = all.clone().map(|k| (vec![k], 3));
    for (moved, count) in std::iter::once((all.collect(), together)).chain(one) {
        let mut found = 0;
        for step in 0..count as i64 + MOST_OUTSIDE {
            if found == count {
                break;
            }
            let mut values = base.clone();
            moved.iter().for_each(|k: &usize| values[*k] += step);
            if let Entry::Vacant(place) = samples.entry(values) {
                let names = problem.params.iter().map(|p| p.name.clone());
                let point: Point = names.zip(place.key().iter().copied()).collect();
                let Some(differences) = differences(problem, &point, MOST_POINTS)? else {
                    continue;
                };
                place.insert(Sample { point, differences });
            }
            found += 1;
        }
    }
    Ok(samples.into_values().collect())
}

/// The first point: small values in the order of the sample values.
fn base(problem: &Problem) -> Result<Vec<i64>> {
    let mut by_size: Vec<(i64, usize)> = problem.params.iter().map(|p| p.value).zip(0..).collect();
    by_size.sort_unstable();
    let mut base = vec![0; by_size.len()];
    let mut value = LEAST_VALUE;
    let mut before = None;
    for (sample, k) in by_size {
        if before.is_some_and(|b| b != sample) {
            value += 2;
        }
        before = Some(sample);
        let least = problem.least_value(&problem.params[k].name)?;
        base[k] = value.max(least.unwrap_or(0));
    }
    Ok(base)
}

/// The coordinates in which some difference is not 0.
pub(super) fn axes(samples: &[Sample]) -> BTreeSet<usize> {
    samples.iter().flat_map(|s| s.differences.axes()).collect()
}
