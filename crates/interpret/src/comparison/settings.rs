//! The values of parameters and macros at which functions are executed, smallest first.

use crate::arithmetic::mix;

/// Values that are tried in all combinations as far as their number allows.
const SMALL: [i64; 9] = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/// Values at which all parameters are equal, or nearly so.
const LARGE: [i64; 6] = [0, 13, 17, 24, 33, 40];

/// Values of which mixed settings choose, after all others.
const MIXED: [i64; 12] = [3, 6, 10, 11, 12, 15, 16, 19, 23, 27, 31, 32];

/// So many mixed settings are tried.
const MAX_MIXED: usize = 12;

/// Without dimensions so many contents of the inputs are tried.
const REPEATED: usize = 4;

/// So many combinations of small values are tried at most.
const MAX_COMBINATIONS: usize = 300;

/// Something that has a value in a setting.
#[derive(Clone, Debug)]
pub(super) struct Dimension {
    /// Its values; `None` for the usual sizes.
    pub(super) values: Option<Vec<i64>>,
}

impl Dimension {
    fn admits(&self, value: i64) -> bool {
        self.values
            .as_ref()
            .is_none_or(|values| values.contains(&value))
    }

    /// The value for a size: itself if it is admitted, else one of those that are.
    fn value(&self, size: i64) -> i64 {
        match &self.values {
            Some(values) if !values.contains(&size) && !values.is_empty() => {
                values[size.unsigned_abs() as usize % values.len()]
            }
            _ => size,
        }
    }
}

/// The settings of some dimensions in ascending order of their largest value, then of their sum.
pub(super) fn settings(dimensions: &[Dimension]) -> Vec<Vec<i64>> {
    if dimensions.is_empty() {
        return vec![Vec::new(); REPEATED];
    }
    let mut small = full_grid(dimensions);
    small.extend(scattered(
        dimensions,
        MAX_COMBINATIONS.saturating_sub(small.len()),
    ));
    small.extend(SMALL.iter().map(|&n| vec![n; dimensions.len()]));
    let mut settings: Vec<Vec<i64>> = small.into_iter().map(|s| valued(dimensions, s)).collect();
    let key = |s: &Vec<i64>| (s.iter().copied().max(), s.iter().sum::<i64>(), s.clone());
    settings.sort_by_key(key);
    settings.dedup();
    for size in LARGE {
        settings.push(valued(dimensions, vec![size; dimensions.len()]));
        let stairs = (0..dimensions.len()).map(|n| size + n as i64).collect();
        settings.push(valued(dimensions, stairs));
        let falling = (0..dimensions.len())
            .rev()
            .map(|n| size + n as i64)
            .collect();
        settings.push(valued(dimensions, falling));
    }
    settings.extend(mixed(dimensions));
    let mut seen = std::collections::HashSet::new();
    settings.retain(|setting| seen.insert(setting.clone()));
    settings
}

fn valued(dimensions: &[Dimension], sizes: Vec<i64>) -> Vec<i64> {
    let pairs = dimensions.iter().zip(sizes);
    pairs
        .map(|(dimension, size)| dimension.value(size))
        .collect()
}

/// All combinations up to the largest value for which there are not too many.
fn full_grid(dimensions: &[Dimension]) -> Vec<Vec<i64>> {
    let mut grid = vec![Vec::new()];
    for &largest in &SMALL {
        let count = dimensions.iter().map(|d| {
            let admitted = SMALL.iter().filter(|&&n| n <= largest && d.admits(n));
            admitted.count().max(1)
        });
        if count.fold(1, usize::saturating_mul) > MAX_COMBINATIONS {
            break;
        }
        grid = combinations(dimensions.len(), largest);
    }
    grid.retain(|setting| setting.len() == dimensions.len());
    grid
}

fn combinations(count: usize, largest: i64) -> Vec<Vec<i64>> {
    let mut all = vec![Vec::new()];
    for _ in 0..count {
        let longer = all.iter().flat_map(|prefix: &Vec<i64>| {
            (1..=largest).map(|n| {
                let mut setting = prefix.clone();
                setting.push(n);
                setting
            })
        });
        all = longer.take(4 * MAX_COMBINATIONS).collect();
    }
    all
}

/// Pseudo-random combinations of all sizes; of one size, all of them.
fn mixed(dimensions: &[Dimension]) -> impl Iterator<Item = Vec<i64>> {
    let value = |n: usize, d: usize| match dimensions.len() {
        1 => MIXED[n % MIXED.len()],
        _ => picked(&MIXED, n, d),
    };
    let count = dimensions.len();
    let setting = move |n: usize| (0..count).map(|d| value(n, d)).collect();
    (0..MAX_MIXED).map(move |n| valued(dimensions, setting(n)))
}

/// A pseudo-random value for a dimension of a setting.
fn picked(values: &[i64], setting: usize, dimension: usize) -> i64 {
    let random = mix(mix(setting as u64 + 1) ^ dimension as u64);
    values[(random % values.len() as u64) as usize]
}

/// Pseudo-random combinations of small values.
fn scattered(dimensions: &[Dimension], count: usize) -> Vec<Vec<i64>> {
    let setting = |n: usize| {
        let values = (0..dimensions.len()).map(|d| picked(&SMALL, n, d));
        values.collect()
    };
    match dimensions.len() {
        0..=2 => Vec::new(),
        _ => (0..count).map(setting).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes(count: usize) -> Vec<Dimension> {
        vec![Dimension { values: None }; count]
    }

    #[test]
    fn one_size_ascends() {
        let settings = settings(&sizes(1));
        assert_eq!(settings[..3], [vec![1], vec![2], vec![3]]);
        assert!(settings.contains(&vec![40]) && settings.contains(&vec![0]));
    }

    #[test]
    fn two_sizes_are_complete() {
        let settings = settings(&sizes(2));
        for (a, b) in SMALL
            .iter()
            .flat_map(|a| SMALL.iter().map(move |b| (*a, *b)))
        {
            assert!(settings.contains(&vec![a, b]), "{a}, {b}");
        }
    }

    #[test]
    fn larger_sizes_differ_from_each_other() {
        let settings = settings(&sizes(3));
        let large = |s: &&Vec<i64>| s.iter().all(|&n| n > 9) && s[0] > s[1] + 2 && s[2] > s[1] + 2;
        assert!(settings.iter().any(|s| large(&s)));
        let small = settings.iter().position(|s| s.iter().all(|&n| n > 9));
        assert!(small > settings.iter().position(|s| *s == vec![6, 6, 6]));
    }

    #[test]
    fn many_sizes_are_bounded() {
        for count in 3..9 {
            let settings = settings(&sizes(count));
            assert!(
                settings.len() < 2 * MAX_COMBINATIONS,
                "{count}: {}",
                settings.len()
            );
            assert!(settings.iter().all(|setting| setting.len() == count));
            assert_eq!(settings[0], vec![1; count]);
        }
    }

    #[test]
    fn flags_have_their_values() {
        let mut dimensions = sizes(2);
        dimensions[0].values = Some(vec![0, 1]);
        let settings = settings(&dimensions);
        assert!(settings.iter().all(|setting| setting[0] < 2));
        assert!(settings.contains(&vec![0, 5]) && settings.contains(&vec![1, 5]));
    }
}
