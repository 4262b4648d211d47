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

/// Which points are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Freedom {
    /// Parameters of the same sample stand in any order.
    TiesFree,
    /// They stand in theirs.
    TiesOrdered,
    /// Also, parameters that are small numbers stay what they are.
    SmallFixed,
}

impl Freedom {
    pub(super) const ALL: [Freedom; 3] =
        [Freedom::TiesFree, Freedom::TiesOrdered, Freedom::SmallFixed];
}

/// A parameter that varies.
#[derive(Clone, Debug)]
struct Varied {
    name: String,
    step: Step,
    /// The smallest value that is tried.
    least: i64,
}

/// Values of the parameters in the same order as their samples.
#[derive(Clone, Debug)]
pub(super) struct Chamber {
    /// In ascending order of their samples.
    varied: Vec<Varied>,
    /// Those that do not vary.
    fixed: Vec<(String, i64)>,
    freedom: Freedom,
}

impl Chamber {
    /// The chamber of these samples, from the value `base` up; `None` if another freedom says the same.
    pub(super) fn new(samples: &[(&str, i64)], base: i64, freedom: Freedom) -> Option<Self> {
        let own = |(name, value): &(&str, i64)| (name.to_string(), *value);
        let is_fixed = |value: i64| freedom == Freedom::SmallFixed && value < SMALL;
        let (fixed, mut rest): (Vec<_>, Vec<_>) =
            samples.iter().map(own).partition(|(_, v)| is_fixed(*v));
        rest.sort_by_key(|(_, value)| *value);
        let mut before = None;
        let varied = rest.into_iter().map(|(name, value)| {
            let step = step(before, value);
            before = Some(value);
            Varied {
                name,
                step,
                least: base.min(value),
            }
        });
        let chamber = Chamber {
            varied: varied.collect(),
            fixed,
            freedom,
        };
        let differs = match freedom {
            Freedom::TiesFree => true,
            Freedom::TiesOrdered => chamber.varied.iter().any(|v| v.step == Step::Same),
            Freedom::SmallFixed => !chamber.fixed.is_empty(),
        };
        differs.then_some(chamber)
    }

    pub(super) fn dims(&self) -> usize {
        self.varied.len()
    }

    /// The parameters that vary.
    pub(super) fn names(&self) -> Vec<String> {
        self.varied.iter().map(|v| v.name.clone()).collect()
    }

    /// What is the same at all points: `R = 1`, `N <= M`.
    pub(super) fn conditions(&self) -> Vec<(String, &'static str, String)> {
        let fixed = self.fixed.iter();
        let fixed = fixed.map(|(name, value)| (name.clone(), "=", value.to_string()));
        let ordered = self.freedom != Freedom::TiesFree;
        let ties = self.varied.windows(2);
        let ties = ties.filter(|pair| ordered && pair[1].step == Step::Same);
        fixed
            .chain(ties.map(|pair| (pair[0].name.clone(), "<=", pair[1].name.clone())))
            .collect()
    }

    /// All parameters at a point.
    pub(super) fn values<'a>(&'a self, point: &'a [i64]) -> Vec<(&'a str, i64)> {
        let varied = self.varied.iter().zip(point);
        let varied = varied.map(|(v, value)| (v.name.as_str(), *value));
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
            let least = [7, 4, 2][self.dims().clamp(1, 3) - 1];
            let offset = |p: usize| least + round + (round * p) % 3;
            self.point(&(0..self.dims()).map(offset).collect::<Vec<_>>())
        })
    }

    fn point(&self, offsets: &[usize]) -> Vec<i64> {
        let mut point: Vec<i64> = Vec::with_capacity(offsets.len());
        let mut group = i64::MIN;
        for (varied, offset) in self.varied.iter().zip(offsets) {
            let before = point.iter().max().copied().unwrap_or(0);
            group = match varied.step {
                Step::First => i64::MIN,
                Step::Same if self.freedom == Freedom::TiesFree => group,
                Step::Same => before,
                Step::Larger => before.saturating_add(1),
                Step::Double => before.saturating_mul(2).saturating_add(1),
            };
            point.push(group.max(varied.least).saturating_add(*offset as i64));
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
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn points_keep_the_order_of_the_samples() {
        let samples = [("N", 1000), ("T", 100), ("W", 1), ("M", 1200)];
        let chamber = Chamber::new(&samples, 4, Freedom::SmallFixed).unwrap();
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
        assert!(Chamber::new(&samples, 4, Freedom::SmallFixed).is_none());
        let free = Chamber::new(&samples, 4, Freedom::TiesFree).unwrap();
        assert!(free.conditions().is_empty());
        assert!(free.points().take(20).any(|p| p[0] > p[1]));
        let ordered = Chamber::new(&samples, 4, Freedom::TiesOrdered).unwrap();
        assert!(ordered.points().take(20).all(|p| p[0] <= p[1]));
        assert_eq!(ordered.conditions().len(), 1);
    }
}
