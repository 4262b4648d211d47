//! Comparing times under an order of [`scop::Order`].
//!
//! An order tells which pairs of times are *certainly* ordered. What conflicts need is the rest: for two
//! families of instances the pairs that are not certainly ordered the other way round.

use crate::closure::Closure;
use poly::{Context, Map, Result};
use scop::{Order, Statement, StmtId};
use std::collections::HashMap;

/// Whether equal times count as ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Tie {
    /// `a` may happen before `b`.
    Before,
    /// `a` may happen before `b`, or both happen at the same time.
    NotAfter,
}

/// What an order looks at in the instances of a statement, beside their time.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub(crate) struct Marks {
    parallel: Vec<usize>,
    tilable: Vec<Vec<usize>>,
    /// Whose dependences tell.
    statement: Option<StmtId>,
}

impl Marks {
    /// Only what matters to the order: statements that are alike to it are compared together.
    pub(crate) fn of(statement: &Statement, order: Order) -> Self {
        let mut marks = Marks::default();
        match order {
            Order::Sequential => {}
            Order::Parallel => marks.parallel = statement.parallel.clone(),
            Order::Tilable => {
                marks.parallel = statement.parallel.clone();
                marks.tilable = statement.tilable.clone();
            }
            Order::Any => marks.statement = Some(statement.id),
        }
        marks
    }

    /// No coordinate of time is special.
    pub(crate) fn is_empty(&self) -> bool {
        self.parallel.is_empty() && self.tilable.is_empty()
    }

    /// What both have.
    pub(crate) fn common(&self, other: &Marks) -> Marks {
        let parallel = self.parallel.iter().copied();
        let tilable = self.tilable.iter().cloned();
        Marks {
            parallel: parallel.filter(|d| other.parallel.contains(d)).collect(),
            tilable: tilable.filter(|b| other.tilable.contains(b)).collect(),
            statement: None,
        }
    }

    /// The coordinates of the band of `dim` that come after it; `None` if it is in no band.
    fn band_after(&self, dim: usize) -> Option<impl Iterator<Item = usize>> {
        let band = self.tilable.iter().find(|band| band.contains(&dim))?;
        Some(band.iter().copied().filter(move |d| *d > dim))
    }
}

/// Times as images of a relation `{ v[..] -> [t] }`, with the coordinates that are numbers: the
/// positions of statements in their blocks decide most comparisons at once.
#[derive(Clone)]
pub(crate) struct Times {
    pub(crate) map: Map,
    marks: Marks,
    fixed: Vec<Option<i64>>,
}

impl Times {
    /// The times of instances that have these marks.
    pub(crate) fn new(map: Map, marks: Marks) -> Result<Self> {
        let range = map.range()?;
        let fixed = (0..range.dims()?)
            .map(|d| range.fixed_value(d))
            .collect::<Result<_>>()?;
        Ok(Times { map, marks, fixed })
    }
}

/// Compares times under one order; equal comparisons are made once.
pub(crate) struct Comparer {
    ctx: Context,
    /// What the first coordinates differ in does not meet: each value of them has copies of its own.
    private: usize,
    rule: Rule,
    known: HashMap<String, Map>,
}

/// How instances are ordered.
enum Rule {
    /// By the first coordinate of time in which they differ, whatever its marks.
    Time,
    /// By the same coordinate and its marks.
    Marks,
    /// By dependences.
    Dependences(Box<Closure>),
}

impl Comparer {
    /// In the order of time.
    pub(crate) fn sequential(ctx: &Context, private: usize) -> Self {
        Comparer::by(Rule::Time, ctx, private)
    }

    /// By the marks, if there are any.
    pub(crate) fn marked(ctx: &Context, private: usize) -> Self {
        Comparer::by(Rule::Marks, ctx, private)
    }

    /// By dependences.
    pub(crate) fn dependent(ctx: &Context, private: usize, closure: Closure) -> Self {
        Comparer::by(Rule::Dependences(Box::new(closure)), ctx, private)
    }

    fn by(rule: Rule, ctx: &Context, private: usize) -> Self {
        Comparer {
            ctx: ctx.clone(),
            private,
            rule,
            known: HashMap::new(),
        }
    }

    /// `{ v[..] -> w[..] : w is not certainly before v }`, a total order: `v` is before `w`; `None` if
    /// there is no such pair.
    pub(crate) fn ordered(&mut self, v: &Times, w: &Times, tie: Tie) -> Result<Option<Map>> {
        let marks = match &self.rule {
            Rule::Time => Marks::default(),
            _ => v.marks.common(&w.marks),
        };
        if let (Rule::Dependences(closure), Some(from), Some(to)) =
            (&mut self.rule, v.marks.statement, w.marks.statement)
        {
            let before = closure.not_after(from, to, tie, self.private)?;
            return pairs(v, &before, w).map(Some);
        }
        let cases = cases(&v.fixed, &w.fixed, &marks, self.private, tie);
        if cases.is_empty() {
            return Ok(None);
        }
        let text = relation(v.fixed.len(), &cases);
        let before = match self.known.get(&text) {
            Some(map) => map.clone(),
            None => {
                let map = Map::parse(&self.ctx, &text)?;
                self.known.insert(text, map.clone());
                map
            }
        };
        pairs(v, &before, w).map(Some)
    }
}

/// `{ v -> w : (time of v) -> (time of w) in before }`
fn pairs(v: &Times, before: &Map, w: &Times) -> Result<Map> {
    v.map.apply_range(before)?.apply_range(&w.map.reverse()?)
}

/// `{ [a] -> [b] : one of the cases }`
fn relation(dims: usize, cases: &[String]) -> String {
    let (a, b) = (names('a', dims), names('b', dims));
    format!("{{ [{a}] -> [{b}] : {} }}", cases.join(" or "))
}

/// A conjunction that always holds.
const ALWAYS: &str = "0 = 0";

/// The cases in which `b` is not certainly before `a`, as far as the fixed coordinates leave them: by the
/// first coordinate in which they differ. With [`Tie::NotAfter`] they may be equal.
fn cases(
    a: &[Option<i64>],
    b: &[Option<i64>],
    marks: &Marks,
    private: usize,
    tie: Tie,
) -> Vec<String> {
    let mut cases = Cases::default();
    for d in 0..a.len() {
        if a[d].is_some() && a[d] == b[d] {
            continue;
        }
        if d >= private {
            cases.differ(d, a, b, marks);
        }
        if a[d].is_some() && b[d].is_some() {
            return cases.found;
        }
        cases.equal.push(format!("a{d} = b{d}"));
    }
    if tie == Tie::NotAfter {
        cases.add(&[ALWAYS.to_string()]);
    }
    cases.found
}

#[derive(Default)]
struct Cases {
    found: Vec<String>,
    /// What holds in those that follow.
    equal: Vec<String>,
}

impl Cases {
    fn add(&mut self, conditions: &[String]) {
        let all = [self.equal.as_slice(), conditions].concat();
        self.found.push(format!("({})", all.join(" and ")));
    }

    /// `d` is the first coordinate in which they differ.
    fn differ(&mut self, d: usize, a: &[Option<i64>], b: &[Option<i64>], marks: &Marks) {
        let less = |d: usize| comparison('a', a[d], 'b', b[d], d);
        let greater = comparison('b', b[d], 'a', a[d], d);
        if let Some(less) = less(d) {
            self.add(&[less]);
        }
        let Some(greater) = greater else {
            return;
        };
        if marks.parallel.contains(&d) {
            return self.add(&[greater]);
        }
        for later in marks.band_after(d).into_iter().flatten() {
            if let Some(less) = less(later) {
                self.add(&[greater.clone(), less]);
            }
        }
    }
}

/// `x_d < y_d`, as a text; `None` if it never holds.
fn comparison(x: char, left: Option<i64>, y: char, right: Option<i64>, d: usize) -> Option<String> {
    match (left, right) {
        (Some(left), Some(right)) => (left < right).then(|| ALWAYS.to_string()),
        _ => Some(format!("{x}{d} < {y}{d}")),
    }
}

fn names(letter: char, dims: usize) -> String {
    let names: Vec<String> = (0..dims).map(|d| format!("{letter}{d}")).collect();
    names.join(", ")
}

/// `{ [a] -> [b] : a lexicographically before b, or equal }` on vectors of one length.
pub(crate) fn not_after(ctx: &Context, dims: usize) -> Result<Map> {
    let any = vec![None; dims];
    let cases = cases(&any, &any, &Marks::default(), 0, Tie::NotAfter);
    Map::parse(ctx, &relation(dims, &cases))
}

#[cfg(test)]
mod tests {
    use super::*;

    const X: Option<i64> = Some(0);
    const Y: Option<i64> = Some(1);

    fn check(a: &[Option<i64>], b: &[Option<i64>], marks: &Marks, tie: Tie, expected: &[&str]) {
        assert_eq!(cases(a, b, marks, 0, tie), expected);
    }

    #[test]
    fn fixed_coordinates_decide() {
        let check = |a: &[_], b: &[_], tie, expected: &[&str]| {
            check(a, b, &Marks::default(), tie, expected);
        };
        check(&[X], &[Y], Tie::Before, &["(0 = 0)"]);
        check(&[Y], &[X], Tie::NotAfter, &[]);
        check(&[X], &[X], Tie::Before, &[]);
        check(&[X], &[X], Tie::NotAfter, &["(0 = 0)"]);
        let (a, b) = ([X, None, X], [X, None, Y]);
        check(&a, &b, Tie::Before, &["(a1 < b1)", "(a1 = b1 and 0 = 0)"]);
        check(&b, &a, Tie::Before, &["(a1 < b1)"]);
    }

    #[test]
    fn parallel_coordinates_decide_nothing() {
        let marks = Marks {
            parallel: vec![1],
            ..Marks::default()
        };
        let (a, b) = ([X, None, X], [X, None, Y]);
        let both = ["(a1 < b1)", "(b1 < a1)"];
        check(&b, &a, &marks, Tie::Before, &both);
        check(&[X, X], &[X, Y], &marks, Tie::Before, &["(0 = 0)"]);
        check(&[X, Y], &[X, X], &marks, Tie::Before, &["(0 = 0)"]);
    }

    #[test]
    fn bands_order_only_what_decreases_nowhere() {
        let marks = Marks {
            tilable: vec![vec![0, 2]],
            ..Marks::default()
        };
        let any = [None, X, None];
        let expected = [
            "(a0 < b0)",
            "(b0 < a0 and a2 < b2)",
            "(a0 = b0 and a2 < b2)",
        ];
        check(&any, &any, &marks, Tie::Before, &expected);
    }

    #[test]
    fn copies_do_not_meet() {
        let (a, b) = ([None, X], [None, Y]);
        let found = cases(&a, &b, &Marks::default(), 1, Tie::Before);
        assert_eq!(found, ["(a0 = b0 and 0 = 0)"]);
        let found = cases(&[X, X], &[Y, X], &Marks::default(), 1, Tie::NotAfter);
        assert!(found.is_empty());
    }
}
