//! Small values of the parameters in the same order as their sample values.

use std::cmp::Ordering;

/// A parameter with a smaller sample keeps its value.
const SMALL: i64 = 3;
/// Largest sum of the offsets that are tried.
const MOST_OFFSET: usize = 40;

/// How the sample of a parameter compares to that of the parameter before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Growth {
    /// The first.
    First,
    /// The same sample: in any order, or not smaller.
    Same,
    /// A larger sample.
    Larger,
    /// A sample at least twice as large.
    Double,
}

/// Which points belong to a chamber.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Freedom {
    /// Parameters of the same sample may be in any order.
    TiesFree,
    /// Parameters of the same sample are in ascending order.
    TiesOrdered,
    /// In addition, parameters with small samples keep their values.
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
    growth: Growth,
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
    /// The chamber of these samples, from the value `base` up; `None` if another freedom gives the
    /// same.
    pub(super) fn new(samples: &[(&str, i64)], base: i64, freedom: Freedom) -> Option<Self> {
        let own = |(name, value): &(&str, i64)| (name.to_string(), *value);
        let is_fixed = |value: i64| freedom == Freedom::SmallFixed && value < SMALL;
        let (fixed, mut rest): (Vec<_>, Vec<_>) =
            samples.iter().map(own).partition(|(_, v)| is_fixed(*v));
        rest.sort_by_key(|(_, value)| *value);
        let mut before = None;
        let varied = rest.into_iter().map(|(name, value)| {
            let growth = growth(before, value);
            before = Some(value);
            Varied {
                name,
                growth,
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
            Freedom::TiesOrdered => chamber.varied.iter().any(|v| v.growth == Growth::Same),
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

    /// The conditions that hold at all points: `R = 1`, `N <= M`.
    pub(super) fn conditions(&self) -> Vec<(String, &'static str, String)> {
        let fixed = self.fixed.iter();
        let fixed = fixed.map(|(name, value)| (name.clone(), "=", value.to_string()));
        let ordered = self.freedom != Freedom::TiesFree;
        let ties = self.varied.windows(2);
        let ties = ties.filter(|pair| ordered && pair[1].growth == Growth::Same);
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

    /// Points in which every parameter is larger than in the points that usually determine a form.
    pub(super) fn larger_points(&self) -> impl Iterator<Item = Vec<i64>> {
        self.points_beyond([7, 4, 2][self.dims().clamp(1, 3) - 1])
    }

    /// Points in which every parameter is larger than a number.
    pub(super) fn points_beyond(&self, number: usize) -> impl Iterator<Item = Vec<i64>> {
        (0..6).map(move |round| {
            let offset = |p: usize| number + round + (round * p) % 3;
            self.point(&(0..self.dims()).map(offset).collect::<Vec<_>>())
        })
    }

    fn point(&self, offsets: &[usize]) -> Vec<i64> {
        let mut point: Vec<i64> = Vec::with_capacity(offsets.len());
        let mut group = i64::MIN;
        for (varied, offset) in self.varied.iter().zip(offsets) {
            let before = point.iter().max().copied().unwrap_or(0);
            group = match varied.growth {
                Growth::First => i64::MIN,
                Growth::Same if self.freedom == Freedom::TiesFree => group,
                Growth::Same => before,
                Growth::Larger => before.saturating_add(1),
                Growth::Double => before.saturating_mul(2).saturating_add(1),
            };
            point.push(group.max(varied.least).saturating_add(*offset as i64));
        }
        point
    }
}

fn growth(before: Option<i64>, value: i64) -> Growth {
    let Some(before) = before else {
        return Growth::First;
    };
    match value.cmp(&before) {
        Ordering::Less | Ordering::Equal => Growth::Same,
        Ordering::Greater if value >= before.saturating_mul(2) => Growth::Double,
        Ordering::Greater => Growth::Larger,
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
    fn ties_in_any_order_or_ascending() {
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
