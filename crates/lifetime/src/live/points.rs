//! Small values of the parameters that stand to each other as the sample values do.

use std::cmp::Ordering;

/// Below this a parameter is a small number by itself, and stays what it is.
const SMALL: i64 = 3;
/// Offsets that are tried are at most this in sum.
const MOST_OFFSET: usize = 40;

/// How a parameter stands to the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// The first.
    First,
    /// The same sample: any order, or not smaller.
    Same,
    /// A larger sample.
    Larger,
    /// A sample at least twice as large.
    Double,
}

/// Values of the parameters in the same order as their samples.
#[derive(Clone, Debug)]
pub(super) struct Chamber {
    /// Those that vary, in ascending order of their samples.
    varied: Vec<(String, Step)>,
    /// Those that do not.
    fixed: Vec<(String, i64)>,
    /// The smallest value that is tried.
    base: i64,
    /// Parameters of the same sample may stand in any order, not only in theirs.
    ties_are_free: bool,
}

impl Chamber {
    /// The chamber of these samples.
    pub(super) fn new(samples: &[(&str, i64)], base: i64, ties_are_free: bool) -> Self {
        let own = |(name, value): &(&str, i64)| (name.to_string(), *value);
        let (small, mut large): (Vec<_>, Vec<_>) =
            samples.iter().map(own).partition(|(_, v)| *v < SMALL);
        large.sort_by_key(|(_, value)| *value);
        let mut before = None;
        let varied = large.into_iter().map(|(name, value)| {
            let step = step(before, value);
            before = Some(value);
            (name, step)
        });
        Chamber {
            varied: varied.collect(),
            fixed: small,
            base,
            ties_are_free,
        }
    }

    /// Whether it matters in which order parameters of the same sample stand.
    pub(super) fn has_ties(&self) -> bool {
        self.varied.iter().any(|(_, step)| *step == Step::Same)
    }

    pub(super) fn dims(&self) -> usize {
        self.varied.len()
    }

    /// The parameters that vary.
    pub(super) fn names(&self) -> Vec<String> {
        self.varied.iter().map(|(name, _)| name.clone()).collect()
    }

    /// What is the same at all points: `R = 1`, `N <= M`.
    pub(super) fn conditions(&self) -> Vec<(String, &'static str, String)> {
        let fixed = self.fixed.iter();
        let fixed = fixed.map(|(name, value)| (name.clone(), "=", value.to_string()));
        let ties = self.varied.windows(2).filter(|_| !self.ties_are_free);
        let ties = ties.filter(|pair| pair[1].1 == Step::Same);
        fixed
            .chain(ties.map(|pair| (pair[0].0.clone(), "<=", pair[1].0.clone())))
            .collect()
    }

    /// All parameters at a point.
    pub(super) fn values<'a>(&'a self, point: &'a [i64]) -> Vec<(&'a str, i64)> {
        let varied = self.varied.iter().zip(point);
        let varied = varied.map(|((name, _), value)| (name.as_str(), *value));
        let fixed = self
            .fixed
            .iter()
            .map(|(name, value)| (name.as_str(), *value));
        varied.chain(fixed).collect()
    }

    /// The value of one parameter at a point.
    pub(super) fn value(&self, name: &str, point: &[i64]) -> Option<i64> {
        let all = self.values(point);
        all.iter().find(|(n, _)| *n == name).map(|(_, v)| *v)
    }

    /// Points, the smallest first.
    pub(super) fn points(&self) -> impl Iterator<Item = Vec<i64>> {
        let sums = 0..=if self.dims() == 0 { 0 } else { MOST_OFFSET };
        sums.flat_map(|sum| compositions(sum, self.dims()))
            .map(|offsets| self.point(&offsets))
    }

    /// Points in which every parameter is larger than where a form is usually found.
    pub(super) fn larger_points(&self) -> impl Iterator<Item = Vec<i64>> {
        (0..6).map(|round| {
            let offsets: Vec<usize> = (0..self.dims())
                .map(|p| 7 - p.min(2) + round + (round * p) % 3)
                .collect();
            self.point(&offsets)
        })
    }

    fn point(&self, offsets: &[usize]) -> Vec<i64> {
        let mut point: Vec<i64> = Vec::with_capacity(offsets.len());
        let mut least = self.base;
        for ((_, step), offset) in self.varied.iter().zip(offsets) {
            least = match (step, point.last()) {
                (Step::First, _) | (_, None) => self.base,
                (Step::Same, _) if self.ties_are_free => least,
                (Step::Same, Some(before)) => *before,
                (Step::Larger, Some(before)) => before + 1,
                (Step::Double, Some(before)) => 2 * before + 1,
            };
            point.push(least + *offset as i64);
        }
        point
    }
}

fn step(before: Option<i64>, value: i64) -> Step {
    let Some(before) = before else {
        return Step::First;
    };
    match value.cmp(&before) {
        Ordering::Less | Ordering::Equal => Step::Same,
        Ordering::Greater if value >= before.saturating_mul(2) => Step::Double,
        Ordering::Greater => Step::Larger,
    }
}

/// All ways to write `sum` as `parts` numbers.
fn compositions(sum: usize, parts: usize) -> Vec<Vec<usize>> {
    match parts {
        0 => vec![Vec::new()],
        1 => vec![vec![sum]],
        _ => {
            let first = (0..=sum).flat_map(|first| {
                let rest = compositions(sum - first, parts - 1).into_iter();
                rest.map(move |rest| [&[first], rest.as_slice()].concat())
            });
            first.collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_keep_the_order_of_the_samples() {
        let chamber = Chamber::new(&[("N", 1000), ("T", 100), ("W", 1), ("M", 1200)], 4, false);
        assert_eq!(chamber.names(), ["T", "N", "M"]);
        for point in chamber.points().take(50).chain(chamber.larger_points()) {
            assert!(2 * point[0] < point[1] && point[1] < point[2], "{point:?}");
            assert_eq!(chamber.value("W", &point), Some(1));
        }
        let rule = ("W".to_string(), "=", "1".to_string());
        assert_eq!(chamber.conditions(), [rule]);
    }

    #[test]
    fn ties_stand_in_any_order_or_in_theirs() {
        let samples = [("N", 1000), ("M", 1000)];
        let free = Chamber::new(&samples, 4, true);
        assert!(free.has_ties() && free.conditions().is_empty());
        assert!(free.points().take(20).any(|p| p[0] > p[1]));
        let ordered = Chamber::new(&samples, 4, false);
        assert!(ordered.points().take(20).all(|p| p[0] <= p[1]));
        assert_eq!(ordered.conditions().len(), 1);
    }
}
