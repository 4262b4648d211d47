//! Comparing times under an order of [`scop::Order`].
//!
//! An order tells which pairs of times are *certainly* ordered. What conflicts need is the rest: for two
//! families of instances the pairs that are not certainly ordered the other way round.

use crate::closure::Closure;
use crate::times::{Marks, Times};
use poly::{Context, Map, Result, Set};
use std::collections::{BTreeSet, HashMap};

/// Whether equal times count as ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Tie {
    /// `a` may happen before `b`.
    Before,
    /// `a` may happen before `b`, or both happen at the same time.
    NotAfter,
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
        self.ordered_within(0, v, w, tie)
    }

    /// The same for those pairs whose first `shared` coordinates are equal; the order of dependences may
    /// give others too.
    pub(crate) fn ordered_within(
        &mut self,
        shared: usize,
        v: &Times,
        w: &Times,
        tie: Tie,
    ) -> Result<Option<Map>> {
        let marks = match &self.rule {
            Rule::Time => Marks::default(),
            _ => v.marks().common(w.marks()),
        };
        if let (Rule::Dependences(closure), Some(from), Some(to)) =
            (&mut self.rule, v.marks().statement, w.marks().statement)
        {
            let before = closure.not_after(from, to, tie, self.private)?;
            return pairs(&v.whole()?, &before, &w.whole()?).map(Some);
        }
        let equal = shared.max(self.private);
        let cases = cases(v.fixed(), w.fixed(), &marks, equal, tie);
        if cases.is_empty() {
            return Ok(None);
        }
        let dims = coordinates(&cases);
        if dims.is_empty() {
            return Map::product(&v.instances()?, &w.instances()?).map(Some);
        }
        let before = self.known(relation(&dims, &cases, v.fixed(), w.fixed()))?;
        pairs(&v.onto(&dims)?, &before, &w.onto(&dims)?).map(Some)
    }

    /// Whether [`Comparer::ordered_within`] finds no pair, by numbers alone.
    pub(crate) fn never(&self, shared: usize, v: &Times, w: &Times, tie: Tie) -> bool {
        let marks = match &self.rule {
            Rule::Time => Marks::default(),
            Rule::Marks => v.marks().common(w.marks()),
            Rule::Dependences(_) => return false,
        };
        let equal = shared.max(self.private);
        cases(v.fixed(), w.fixed(), &marks, equal, tie).is_empty()
    }

    fn known(&mut self, text: String) -> Result<Map> {
        if let Some(map) = self.known.get(&text) {
            return Ok(map.clone());
        }
        let map = Map::parse(&self.ctx, &text)?;
        self.known.insert(text, map.clone());
        Ok(map)
    }
}

/// Whether `first` comes before `later` for each `v` and all parameters of the context, by the first `dims`
/// coordinates.
pub(crate) fn precedes(first: &Times, later: &Times, dims: usize, context: &Set) -> Result<bool> {
    let (a, b) = (&later.fixed()[..dims], &first.fixed()[..dims]);
    let cases = cases(a, b, &Marks::default(), 0, Tie::NotAfter);
    if cases.is_empty() {
        return Ok(true);
    }
    let dims = coordinates(&cases);
    let from = later.onto(&dims)?.reverse()?;
    let pairs = from.apply_range(&first.onto(&dims)?)?;
    let not_after = Map::parse(context.context(), &relation(&dims, &cases, a, b))?;
    let found = pairs.intersect(&not_after)?.domain()?;
    found.intersect_params(context)?.is_empty()
}

/// `{ v -> w : (time of v) -> (time of w) in before }`
fn pairs(v: &Map, before: &Map, w: &Map) -> Result<Map> {
    v.apply_range(before)?.apply_range(&w.reverse()?)
}

/// What holds of one coordinate of the times `a` and `b`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Condition {
    Less(usize),
    Greater(usize),
    Equal(usize),
}

impl Condition {
    fn coordinate(self) -> usize {
        match self {
            Condition::Less(d) | Condition::Greater(d) | Condition::Equal(d) => d,
        }
    }

    /// What it says of times with these numbers.
    fn text(self, a: &[Option<i64>], b: &[Option<i64>]) -> String {
        let d = self.coordinate();
        let name = |letter, t: Option<i64>| t.map_or(format!("{letter}{d}"), |t| t.to_string());
        let (a, b) = (name('a', a[d]), name('b', b[d]));
        match self {
            Condition::Less(_) => format!("{a} < {b}"),
            Condition::Greater(_) => format!("{b} < {a}"),
            Condition::Equal(_) => format!("{a} = {b}"),
        }
    }
}

/// All of them hold.
type Case = Vec<Condition>;

fn text_of(case: &Case, a: &[Option<i64>], b: &[Option<i64>]) -> String {
    let conditions: Vec<String> = case.iter().map(|c| c.text(a, b)).collect();
    match conditions.is_empty() {
        true => "(0 = 0)".to_string(),
        false => format!("({})", conditions.join(" and ")),
    }
}

/// The coordinates that decide, ascending.
fn coordinates(cases: &[Case]) -> Vec<usize> {
    let all = cases.iter().flatten().map(|c| c.coordinate());
    all.collect::<BTreeSet<_>>().into_iter().collect()
}

/// `{ [a] -> [b] : one of the cases }`, on those of these coordinates that are open on their side.
fn relation(dims: &[usize], cases: &[Case], a: &[Option<i64>], b: &[Option<i64>]) -> String {
    let cases: Vec<String> = cases.iter().map(|case| text_of(case, a, b)).collect();
    let (left, right) = (names('a', dims, a), names('b', dims, b));
    format!("{{ [{left}] -> [{right}] : {} }}", cases.join(" or "))
}

/// The cases in which `b` is not certainly before `a`, as far as the fixed coordinates leave them: by the
/// first coordinate in which they differ, which is none of the first `shared`. With [`Tie::NotAfter`] they may
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
    /// What holds in those that follow.
    equal: Case,
}

impl Cases {
    fn add(&mut self, conditions: &[Condition]) {
        self.found.push([&self.equal, conditions].concat());
    }

    /// `d` is the first coordinate in which they differ.
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

/// What `left < right` asks for; `None` if it never holds.
fn comparison(left: Option<i64>, right: Option<i64>, otherwise: Condition) -> Option<Case> {
    match (left, right) {
        (Some(left), Some(right)) => (left < right).then(Vec::new),
        _ => Some(vec![otherwise]),
    }
}

fn names(letter: char, dims: &[usize], fixed: &[Option<i64>]) -> String {
    let open = dims.iter().filter(|d| fixed[**d].is_none());
    let names: Vec<String> = open.map(|d| format!("{letter}{d}")).collect();
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const X: Option<i64> = Some(0);
    const Y: Option<i64> = Some(1);

    fn texts(cases: &[Case], a: &[Option<i64>], b: &[Option<i64>]) -> Vec<String> {
        cases.iter().map(|case| text_of(case, a, b)).collect()
    }

    fn check(a: &[Option<i64>], b: &[Option<i64>], marks: &Marks, tie: Tie, expected: &[&str]) {
        assert_eq!(texts(&cases(a, b, marks, 0, tie), a, b), expected);
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
        check(&a, &b, Tie::Before, &["(a1 < b1)", "(a1 = b1)"]);
        check(&b, &a, Tie::Before, &["(a1 < b1)"]);
        let both = ["(0 < b0)", "(0 = b0 and a1 < b1)"];
        check(&[X, None], &[None, None], Tie::Before, &both);
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
        assert_eq!(texts(&found, &a, &b), ["(a0 = b0)"]);
        let found = cases(&[X, X], &[Y, X], &Marks::default(), 1, Tie::NotAfter);
        assert!(found.is_empty());
    }
}
