//! The least saving for which an array is folded. Knows nothing of how a fold is found.

use report::Owner;

/// The size of an element where it is not known: a structure.
const USUAL_ELEMENT: u64 = 16;

/// A fold of an array, in numbers of elements.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shrunk {
    /// The array.
    pub(crate) before: i64,
    /// The new array.
    pub(crate) after: i64,
    /// The bytes of an element, if they are known.
    pub(crate) element: Option<u64>,
    /// The owner of the old storage.
    pub(crate) owner: Owner,
}

/// The least saving for which an array is folded. A fold to a single variable needs none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LeastSaving {
    /// Bytes of the array.
    pub bytes: u64,
    /// Percent of its bytes.
    pub percent: f64,
}

impl Default for LeastSaving {
    fn default() -> Self {
        LeastSaving {
            bytes: 64,
            percent: 5.0,
        }
    }
}

impl LeastSaving {
    /// Any saving is enough.
    pub const ANY: LeastSaving = LeastSaving {
        bytes: 0,
        percent: 0.0,
    };

    /// Whether an array shrinks enough, and the storage of the program with it.
    pub(crate) fn is_met(&self, fold: &Shrunk) -> bool {
        let Shrunk { before, after, .. } = *fold;
        let left = fold.owner.after(before, after).unwrap_or(before);
        let saved = u64::try_from(before.saturating_sub(left)).unwrap_or(0);
        let bytes = saved.saturating_mul(fold.element.unwrap_or(USUAL_ELEMENT));
        let is_enough = || {
            let percent = saved as f64 * 100.0 / before as f64;
            bytes >= self.bytes && percent >= self.percent
        };
        before > after && (after == 1 || is_enough())
    }
}

impl std::fmt::Display for LeastSaving {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{},{}%", self.bytes, self.percent)
    }
}

impl std::str::FromStr for LeastSaving {
    type Err = String;

    /// `64,5%`, `64` or `5%`; a part that is left out is 0.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut least = LeastSaving::ANY;
        for part in text.split(',').map(str::trim) {
            match part.strip_suffix('%') {
                Some(percent) => {
                    let percent = percent.trim().parse().ok();
                    let percent = percent.filter(|p| (0.0..=100.0).contains(p));
                    least.percent = percent.ok_or("the percentage must be from 0 to 100")?;
                }
                None => {
                    let bytes = part.parse().map_err(|_| "must be BYTES, PERCENT% or both");
                    least.bytes = bytes?;
                }
            }
        }
        Ok(least)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn bytes_and_percent_must_both_be_saved() {
        let met = |least: LeastSaving, before, after, owner| {
            least.is_met(&Shrunk {
                before,
                after,
                element: Some(8),
                owner,
            })
        };
        let is_met = |before, after| met(LeastSaving::default(), before, after, Owner::Function);
        assert!(is_met(100, 92));
        assert!(!is_met(100, 96), "32 bytes");
        assert!(!is_met(1203, 1200), "one in 400");
        assert!(!is_met(100, 100));
        assert!(!is_met(100, 101));
        assert!(is_met(2, 1), "a variable");
        assert!(met(LeastSaving::ANY, 1203, 1200, Owner::Function));
        assert!(!met(LeastSaving::ANY, 7, 7, Owner::Function));
        let beside = |after| met(LeastSaving::default(), 100, after, Owner::Caller);
        assert!(!beside(10), "the caller's array stays");
        assert!(beside(1), "a variable");
        assert!(met(LeastSaving::ANY, 100, 10, Owner::Caller), "no demand");
    }

    #[test]
    fn flags_are_read() {
        let read = |text: &str| text.parse::<LeastSaving>();
        assert_eq!(read("64,5%").unwrap(), LeastSaving::default());
        assert_eq!(read("0").unwrap(), LeastSaving::ANY);
        assert_eq!(read("2.5%").unwrap().to_string(), "0,2.5%");
        for bad in ["", "x", "64,", "-1", "101%", "NaN%", "5%%"] {
            read(bad).unwrap_err();
        }
    }
}
