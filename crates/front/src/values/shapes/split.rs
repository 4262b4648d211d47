//! A dimension that is split into digits: their ranges, and the end of the last row.

use crate::values::formula::Formula;
use poly::Expr;

/// A split of a dimension into digits `d0`, `d1` to `dk`: its element is `(..(d0*s1 + d1)*s2 +
/// ..)*sk + dk` with `0 <= di < si`.
#[derive(Debug, Clone)]
pub struct Split {
    /// `s1` to `sk`; each is at least 1 wherever an element is touched.
    pub strides: Vec<Expr>,
    /// The end of the dimension, if it is known.
    pub(crate) end: Option<End>,
}

/// The number of elements of a split dimension, as a number with these digits.
#[derive(Debug, Clone)]
pub(crate) struct End {
    /// `d0`
    pub full: Expr,
    /// `d1` to `dk`: each is not negative and at most its stride, and less than its stride if a
    /// digit after it may be more than 0.
    pub rests: Vec<Expr>,
}

impl End {
    /// The digits up to the last one that is not 0.
    fn uneven(&self) -> &[Expr] {
        let is_some = |rest: &Expr| rest.as_constant() != Some(0);
        let count = self.rests.iter().rposition(is_some);
        &self.rests[..count.map_or(0, |last| last + 1)]
    }
}

impl Split {
    /// The number of digits.
    pub fn digits(&self) -> usize {
        self.strides.len() + 1
    }

    /// The bound that each digit is less than, where it is known.
    pub fn extents(&self) -> Vec<Option<Expr>> {
        let strides = self.strides.iter().cloned().map(Some);
        std::iter::once(self.rows()).chain(strides).collect()
    }

    /// The number of values of the first digit, including a last value that not all other digits
    /// occur with.
    fn rows(&self) -> Option<Expr> {
        let end = self.end.as_ref()?;
        Some(match end.uneven() {
            [] => end.full.clone(),
            _ => end.full.clone() + Expr::constant(1),
        })
    }

    /// A condition on the digits of an element, if the last value of the first digit does not occur
    /// with all others.
    pub fn last_row(&self, digits: &[Expr]) -> Option<Formula> {
        let end = self.end.as_ref()?;
        let (first, behind) = digits.split_first()?;
        let even = match end.uneven() {
            [] => true,
            [rest] => *rest == self.strides[0],
            _ => false,
        };
        (!even).then(|| Formula::less(first, &end.full).or(less(behind, end.uneven())))
    }

    /// The conditions for a positive extent, where the strides are positive.
    pub(crate) fn is_positive(&self) -> Vec<Formula> {
        let at_least = |e: &Expr, n: i64| Formula::NonNegative(e.clone() - Expr::constant(n));
        let least = |end: &End| i64::from(end.uneven().is_empty());
        let rows = self.end.iter().map(|end| at_least(&end.full, least(end)));
        let strides = self.strides.iter().map(|stride| at_least(stride, 1));
        strides.chain(rows).collect()
    }
}

/// Whether digits are those of a smaller number than others.
fn less(digits: &[Expr], than: &[Expr]) -> Formula {
    let (Some((digit, digits)), Some((other, than))) = (digits.split_first(), than.split_first())
    else {
        return Formula::Any(Vec::new());
    };
    let is_less = Formula::less(digit, other);
    match than {
        [] => is_less,
        _ => {
            let same = Formula::Zero(digit.clone() - other.clone());
            is_less.or(same.and(less(digits, than)))
        }
    }
}
