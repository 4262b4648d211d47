//! Facts that no values of their names satisfy.

use super::{Comparison, Fact};

/// What a name means in a function.
pub(crate) enum Meaning {
    /// A number.
    Number(i128),
    /// An integer object with values from a first to a last one.
    Object(i128, i128),
    /// Something that is not followed here: a member of a structure.
    Unknown,
    /// No integer.
    Other,
}

impl Fact {
    /// Why a fact never holds where its names have these meanings, as a sentence.
    pub(crate) fn obstacle(&self, meaning: &dyn Fn(&str) -> Meaning) -> Option<String> {
        let mut comparisons = self.comparisons.iter();
        comparisons.find_map(|comparison| comparison.obstacle(meaning))
    }
}

impl Comparison {
    fn obstacle(&self, meaning: &dyn Fn(&str) -> Meaning) -> Option<String> {
        let constant = Some(i128::from(self.difference.constant));
        let (mut least, mut most) = (constant, constant);
        let add = |sum: Option<i128>, by: i128| sum?.checked_add(by);
        let mut objects = Vec::new();
        for (name, count) in &self.difference.terms {
            let times = |value: i128| value.checked_mul(i128::from(*count)).unwrap_or(i128::MAX);
            match meaning(name) {
                Meaning::Other => return Some(format!("`{name}` is no integer")),
                Meaning::Unknown => (least, most) = (None, None),
                Meaning::Number(value) => {
                    (least, most) = (add(least, times(value)), add(most, times(value)));
                }
                Meaning::Object(first, last) => {
                    let ends = [times(first), times(last)];
                    let [low, high] = [ends[0].min(ends[1]), ends[0].max(ends[1])];
                    (least, most) = (add(least, low), add(most, high));
                    objects.push(format!("`{name}` is from {first} to {last}"));
                }
            }
        }
        self.is_impossible(least?, most?)
            .then(|| match objects.as_slice() {
                [only] => only.clone(),
                _ => "no values of its names satisfy it".to_string(),
            })
    }

    /// Whether it holds for no difference of its sides in a range.
    fn is_impossible(&self, least: i128, most: i128) -> bool {
        match self.operator {
            "<=" => least > 0,
            "<" => least >= 0,
            ">=" => most < 0,
            ">" => most <= 0,
            "==" => least > 0 || most < 0,
            _ => least == 0 && most == 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `n` is an `int`, `u` an `unsigned char`, `N` is 100, `p` a pointer.
    fn obstacle(text: &str) -> Option<String> {
        let fact: Fact = text.parse().unwrap();
        fact.obstacle(&|name| match name {
            "n" => Meaning::Object(-(1 << 31), (1 << 31) - 1),
            "u" => Meaning::Object(0, 255),
            "N" => Meaning::Number(100),
            "p" => Meaning::Other,
            _ => Meaning::Unknown,
        })
    }

    #[test]
    fn facts_that_never_hold() {
        let all = "`n` is from -2147483648 to 2147483647";
        for text in [
            "n >= 99999999999",
            "n == 2147483648",
            "n < -2147483648",
            "2*n > 4294967294",
        ] {
            assert_eq!(obstacle(text).as_deref(), Some(all), "{text}");
        }
        assert_eq!(obstacle("u > 3*N").as_deref(), Some("`u` is from 0 to 255"));
        assert!(obstacle("u + u - u >= 256").is_some());
        assert!(obstacle("n + u > 2147483902 && u > 3").is_some());
        assert_eq!(obstacle("p >= 4").as_deref(), Some("`p` is no integer"));
    }

    #[test]
    fn facts_that_may_hold() {
        for text in [
            "n == 2147483647",
            "n >= -2147483648",
            "u > 254",
            "n >= N",
            "p->w > 1 && n > u",
        ] {
            assert_eq!(obstacle(text), None, "{text}");
        }
    }
}
