//! Scales, ticks and coordinates of figures.

use std::fmt::{self, Display};

/// A linear scale from values to coordinates.
#[derive(Clone, Copy)]
pub(super) struct Scale {
    values: [f64; 2],
    places: [f64; 2],
}

impl Scale {
    /// The scale that maps the first value to the first place, the second to the second.
    pub(super) fn new(values: [i64; 2], places: [i64; 2]) -> Self {
        Scale::exact(values.map(|v| v as f64), places.map(|p| p as f64))
    }

    /// The same for values and places that are no integers.
    pub(super) fn exact(values: [f64; 2], places: [f64; 2]) -> Self {
        Scale { values, places }
    }

    /// The place of a value.
    pub(super) fn at(&self, value: impl Into<f64>) -> Place {
        let [low, high] = self.values;
        let [from, to] = self.places;
        let part = match high == low {
            true => 0.0,
            false => (value.into() - low) / (high - low),
        };
        Place(from + part * (to - from))
    }
}

/// A coordinate; as text it has at most one decimal.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
pub(super) struct Place(pub(super) f64);

impl Place {
    /// The place so far further.
    pub(super) fn plus(self, by: f64) -> Place {
        Place(self.0 + by)
    }

    /// The distance from another place.
    pub(super) fn minus(self, other: Place) -> Place {
        Place(self.0 - other.0)
    }
}

impl Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rounded = (self.0 * 10.0).round() / 10.0;
        // Not `-0`.
        write!(f, "{}", rounded + 0.0)
    }
}

/// Multiples of 1, 2 or 5 times a power of ten in a range, at most `most` of them.
pub(super) fn ticks(low: i64, high: i64, most: usize) -> Vec<i64> {
    let most = most.max(2) as i64;
    let step = steps().find(|step| (high.saturating_sub(low)) / step < most);
    let step = step.unwrap_or(i64::MAX);
    let first = low.div_euclid(step) * step;
    let all = (0..=most + 1).filter_map(|k| first.checked_add(step.checked_mul(k)?));
    all.filter(|tick| (low..=high).contains(tick)).collect()
}

/// 1, 2, 5, 10, 20, 50, ...
fn steps() -> impl Iterator<Item = i64> {
    let powers = (0..18).map(|power| 10_i64.pow(power));
    powers.flat_map(|power| [1, 2, 5].map(|step| step * power))
}

#[cfg(test)]
mod tests {
    use super::{Place, Scale, ticks};

    #[test]
    fn ticks_are_round_and_few() {
        assert_eq!(ticks(-11, 11, 6), [-10, -5, 0, 5, 10]);
        assert_eq!(ticks(0, 3, 6), [0, 1, 2, 3]);
        assert_eq!(ticks(0, 1, 6), [0, 1]);
        assert_eq!(ticks(0, 999, 5), [0, 200, 400, 600, 800]);
        assert_eq!(ticks(7, 7, 5), [7]);
        assert!(ticks(0, i64::MAX, 5).len() <= 6);
    }

    #[test]
    fn places_have_one_decimal() {
        let scale = Scale::new([0, 3], [0, 100]);
        assert_eq!(scale.at(1).to_string(), "33.3");
        assert_eq!(scale.at(3).to_string(), "100");
        assert_eq!(Place(-0.01).to_string(), "0");
    }
}
