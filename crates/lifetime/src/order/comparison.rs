//! When one of two times is not certainly before the other: by the first coordinate in which they
//! differ, or by pairs that are given. Knows nothing of dependences.

use super::times::{Marks, Times};
use poly::{Join, Map, Result, Rows, Set, Sign, Term};

/// Whether equal times count as ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Tie {
    /// `a` may happen before `b`.
    Before,
    /// `a` may happen before `b`, or both happen at the same time.
    NotAfter,
}

/// When one of two times is not certainly before the other.
pub(crate) enum Comparison {
    /// In each of these cases.
    Cases(Vec<Case>),
    /// For these pairs of times.
    Pairs(Rows),
}

impl Comparison {
    /// When `w` is not certainly before `v`, by the first coordinate in which they differ and its
    /// marks, among times whose first `equal` coordinates are the same.
    pub(crate) fn by_coordinates(
        v: &Times,
        w: &Times,
        marks: &Marks,
        equal: usize,
        tie: Tie,
    ) -> Self {
        Comparison::Cases(cases(v.fixed(), w.fixed(), marks, equal, tie))
    }

    /// The same in the order of time, a total order: when `v` is before `w`.
    pub(crate) fn in_time(v: &Times, w: &Times, equal: usize, tie: Tie) -> Self {
        Comparison::by_coordinates(v, w, &Marks::default(), equal, tie)
    }

    /// Whether it never holds.
    pub(crate) fn is_empty(&self) -> bool {
        matches!(self, Comparison::Cases(cases) if cases.is_empty())
    }

    /// Keeps the points of a join for which the comparison holds of the times `a` and `b`.
    pub(crate) fn join(&self, join: &mut Join, a: &[Term], b: &[Term]) -> Result<()> {
        match self {
            Comparison::Pairs(rows) => join.and(rows, a, b),
            Comparison::Cases(cases) => {
                let cases = cases.iter().map(|case| {
                    let conditions = case.iter().map(|condition| condition.of(a, b));
                    conditions.collect()
                });
                join.and_any(&cases.collect::<Vec<_>>())
            }
        }
    }

    /// `{ v[..] -> w[..] }` for which the comparison holds; `None` if there is no such pair.
    pub(crate) fn pairs(&self, context: &Set, v: &Times, w: &Times) -> Result<Option<Map>> {
        if self.is_empty() {
            return Ok(None);
        }
        let dims = [v.open().dims()?.0, w.open().dims()?.0];
        let mut join = Join::new(context, dims[0] + dims[1])?;
        let kept = join.kept();
        let (from, to) = kept.split_at(dims[0]);
        let a = v.join(&mut join, from, context)?;
        let b = w.join(&mut join, to, context)?;
        self.join(&mut join, &a, &b)?;
        match join.is_plainly_empty() {
            true => Ok(None),
            false => join.map(v.open(), w.open()).map(Some),
        }
    }
}

/// Whether `first` is before `later` for each `v` and all parameters of the context, by the first
/// `dims` coordinates.
pub(crate) fn precedes(first: &Times, later: &Times, dims: usize, context: &Set) -> Result<bool> {
    let (a, b) = (&later.fixed()[..dims], &first.fixed()[..dims]);
    let cases = cases(a, b, &Marks::default(), 0, Tie::NotAfter);
    if cases.is_empty() {
        return Ok(true);
    }
    let mut join = Join::new(context, 0)?;
    let v = join.more(first.open().dims()?.0);
    let a = later.join(&mut join, &v, context)?;
    let b = first.join(&mut join, &v, context)?;
    Comparison::Cases(cases).join(&mut join, &a, &b)?;
    Ok(join.is_plainly_empty() || join.set()?.intersect_params(context)?.is_empty()?)
}

/// A condition on one coordinate of the times `a` and `b`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Condition {
    Less(usize),
    Greater(usize),
    Equal(usize),
}

impl Condition {
    /// The condition as a comparison of two terms.
    fn of(self, a: &[Term], b: &[Term]) -> (Term, Sign, Term) {
        match self {
            Condition::Less(d) => (a[d], Sign::Less, b[d]),
            Condition::Greater(d) => (b[d], Sign::Less, a[d]),
            Condition::Equal(d) => (a[d], Sign::Equal, b[d]),
        }
    }
}

/// Conditions that all hold.
pub(crate) type Case = Vec<Condition>;

/// The cases in which `b` is not certainly before `a`, given their fixed coordinates: by the first
/// coordinate in which they differ, which is at `shared` or later. With [`Tie::NotAfter`] they may
/// be equal.
fn cases(
    a: &[Option<i64>],
    b: &[Option<i64>],
    marks: &Marks,
    shared: usize,
    tie: Tie,
) -> Vec<Case> {
    let mut cases = Cases::default();
    for d in 0..a.len() {
        if a[d].is_some() && a[d] == b[d] {
            continue;
        }
        if d >= shared {
            cases.differ(d, a, b, marks);
        }
        if a[d].is_some() && b[d].is_some() {
            return cases.found;
        }
        cases.equal.push(Condition::Equal(d));
    }
    if tie == Tie::NotAfter {
        cases.add(&[]);
    }
    cases.found
}

#[derive(Default)]
struct Cases {
    found: Vec<Case>,
    /// The equalities of all cases that follow.
    equal: Case,
}

impl Cases {
    fn add(&mut self, conditions: &[Condition]) {
        self.found.push([&self.equal, conditions].concat());
    }

    /// Adds the cases in which `d` is the first coordinate in which they differ.
    fn differ(&mut self, d: usize, a: &[Option<i64>], b: &[Option<i64>], marks: &Marks) {
        let less = |d: usize| comparison(a[d], b[d], Condition::Less(d));
        let greater = comparison(b[d], a[d], Condition::Greater(d));
        if let Some(less) = less(d) {
            self.add(&less);
        }
        let Some(greater) = greater else {
            return;
        };
        if marks.parallel.contains(&d) {
            return self.add(&greater);
        }
        for later in marks.band_after(d).into_iter().flatten() {
            if let Some(less) = less(later) {
                self.add(&[greater.as_slice(), &less].concat());
            }
        }
    }
}

/// The condition for `left < right`; `None` if it never holds.
fn comparison(left: Option<i64>, right: Option<i64>, otherwise: Condition) -> Option<Case> {
    match (left, right) {
        (Some(left), Some(right)) => (left < right).then(Vec::new),
        _ => Some(vec![otherwise]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const X: Option<i64> = Some(0);
    const Y: Option<i64> = Some(1);

    fn text_of(case: &Case) -> String {
        let text = |condition: &Condition| match condition {
            Condition::Less(d) => format!("a{d} < b{d}"),
            Condition::Greater(d) => format!("b{d} < a{d}"),
            Condition::Equal(d) => format!("a{d} = b{d}"),
        };
        case.iter().map(text).collect::<Vec<_>>().join(" and ")
    }

    fn texts(cases: &[Case]) -> Vec<String> {
        cases.iter().map(text_of).collect()
    }

    fn check(a: &[Option<i64>], b: &[Option<i64>], marks: &Marks, tie: Tie, expected: &[&str]) {
        assert_eq!(texts(&cases(a, b, marks, 0, tie)), expected);
    }

    #[test]
    fn fixed_coordinates_decide() {
        let check = |a: &[_], b: &[_], tie, expected: &[&str]| {
            check(a, b, &Marks::default(), tie, expected);
        };
        check(&[X], &[Y], Tie::Before, &[""]);
        check(&[Y], &[X], Tie::NotAfter, &[]);
        check(&[X], &[X], Tie::Before, &[]);
        check(&[X], &[X], Tie::NotAfter, &[""]);
        let (a, b) = ([X, None, X], [X, None, Y]);
        check(&a, &b, Tie::Before, &["a1 < b1", "a1 = b1"]);
        check(&b, &a, Tie::Before, &["a1 < b1"]);
        let both = ["a0 < b0", "a0 = b0 and a1 < b1"];
        check(&[X, None], &[None, None], Tie::Before, &both);
    }

    #[test]
    fn parallel_coordinates_decide_nothing() {
        let marks = Marks {
            parallel: vec![1],
            ..Marks::default()
        };
        let (a, b) = ([X, None, X], [X, None, Y]);
        let both = ["a1 < b1", "b1 < a1"];
        check(&b, &a, &marks, Tie::Before, &both);
        check(&[X, X], &[X, Y], &marks, Tie::Before, &[""]);
        check(&[X, Y], &[X, X], &marks, Tie::Before, &[""]);
    }

    #[test]
    fn bands_order_only_what_decreases_nowhere() {
        let marks = Marks {
            tilable: vec![vec![0, 2]],
            ..Marks::default()
        };
        let any = [None, X, None];
        let expected = ["a0 < b0", "b0 < a0 and a2 < b2", "a0 = b0 and a2 < b2"];
        check(&any, &any, &marks, Tie::Before, &expected);
    }

    #[test]
    fn copies_do_not_meet() {
        let (a, b) = ([None, X], [None, Y]);
        let found = cases(&a, &b, &Marks::default(), 1, Tie::Before);
        assert_eq!(texts(&found), ["a0 = b0"]);
        let found = cases(&[X, X], &[Y, X], &Marks::default(), 1, Tie::NotAfter);
        assert!(found.is_empty());
    }
}
