//! Comparing times under an order of [`scop::Order`].
//!
//! An order tells which pairs of times are *certainly* ordered. What conflicts need is the rest: for two
//! families of instances the pairs that are not certainly ordered the other way round.

use crate::closure::Closure;
use poly::{Context, Map, Result, Set};
use scop::{Order, Statement, StmtId};
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::fmt;

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

    /// Whether the order looks at more than the numbers of a coordinate.
    fn has(&self, dim: usize) -> bool {
        self.parallel.contains(&dim) || self.tilable.iter().any(|band| band.contains(&dim))
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
    map: Map,
    marks: Marks,
    fixed: Vec<Option<i64>>,
    /// `{ v[..] -> [some coordinates of t] }`, by these coordinates.
    parts: RefCell<HashMap<Vec<usize>, Map>>,
}

impl Times {
    /// The times of instances that have these marks.
    pub(crate) fn new(map: Map, marks: Marks) -> Result<Self> {
        let range = map.range()?;
        let fixed = (0..range.dims()?)
            .map(|d| range.fixed_value(d))
            .collect::<Result<_>>()?;
        Ok(Times {
            map,
            marks,
            fixed,
            parts: RefCell::default(),
        })
    }

    /// Whether every comparison asks the same of both.
    pub(crate) fn is_like(&self, other: &Times) -> bool {
        self.marks == other.marks && self.fixed == other.fixed
    }

    /// Adds times that are like these.
    pub(crate) fn add(&mut self, other: &Times) -> Result<()> {
        self.map = self.map.union(&other.map)?;
        self.parts = RefCell::default();
        Ok(())
    }

    /// Fewer, larger pieces; same times.
    pub(crate) fn coalesce(&mut self) -> Result<()> {
        self.map = self.map.coalesce()?;
        self.parts = RefCell::default();
        Ok(())
    }

    /// How many leading coordinates `self` and `other` certainly share for each `v`, up to the first one that
    /// is marked: an order tells them apart as time does.
    pub(crate) fn shared(&self, other: &Times) -> Result<usize> {
        let is_marked = |d: usize| self.marks.has(d) || other.marks.has(d);
        let is_number = |d: usize| self.fixed[d].is_some() && self.fixed[d] == other.fixed[d];
        let plain: Vec<usize> = (0..self.fixed.len())
            .take_while(|d| !is_marked(*d))
            .collect();
        let open: Vec<usize> = plain.iter().copied().filter(|d| !is_number(*d)).collect();
        let from = self.onto(&open)?.reverse()?;
        let steps = from.apply_range(&other.onto(&open)?)?.deltas()?;
        for (at, d) in open.iter().enumerate() {
            if steps.fixed_value(at)? != Some(0) {
                return Ok(*d);
            }
        }
        Ok(plain.len())
    }

    /// Whether `self` comes before `later` for each `v` and all parameters of the context, by the first `dims`
    /// coordinates.
    pub(crate) fn precede(&self, later: &Times, dims: usize, context: &Set) -> Result<bool> {
        let (a, b) = (&later.fixed[..dims], &self.fixed[..dims]);
        let cases = cases(a, b, &Marks::default(), 0, Tie::NotAfter);
        if cases.is_empty() {
            return Ok(true);
        }
        let dims = coordinates(&cases);
        let from = later.onto(&dims)?.reverse()?;
        let pairs = from.apply_range(&self.onto(&dims)?)?;
        let not_after = Map::parse(context.context(), &relation(&dims, &cases))?;
        let found = pairs.intersect(&not_after)?.domain()?;
        found.intersect_params(context)?.is_empty()
    }

    /// `{ v[..] -> [these coordinates of t] }`
    fn onto(&self, dims: &[usize]) -> Result<Map> {
        if let Some(known) = self.parts.borrow().get(dims) {
            return Ok(known.clone());
        }
        let others = (0..self.fixed.len()).filter(|d| !dims.contains(d));
        let part = self.map.without_outputs(&others.collect::<Vec<_>>())?;
        self.parts.borrow_mut().insert(dims.to_vec(), part.clone());
        Ok(part)
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
            _ => v.marks.common(&w.marks),
        };
        if let (Rule::Dependences(closure), Some(from), Some(to)) =
            (&mut self.rule, v.marks.statement, w.marks.statement)
        {
            let before = closure.not_after(from, to, tie, self.private)?;
            return pairs(&v.map, &before, &w.map).map(Some);
        }
        let equal = shared.max(self.private);
        let cases = cases(&v.fixed, &w.fixed, &marks, equal, tie);
        if cases.is_empty() {
            return Ok(None);
        }
        let dims = coordinates(&cases);
        if dims.is_empty() {
            return Map::product(&v.map.domain()?, &w.map.domain()?).map(Some);
        }
        let before = self.known(relation(&dims, &cases))?;
        pairs(&v.onto(&dims)?, &before, &w.onto(&dims)?).map(Some)
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
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Condition::Less(d) => write!(f, "a{d} < b{d}"),
            Condition::Greater(d) => write!(f, "b{d} < a{d}"),
            Condition::Equal(d) => write!(f, "a{d} = b{d}"),
        }
    }
}

/// All of them hold.
type Case = Vec<Condition>;

fn text_of(case: &Case) -> String {
    let conditions: Vec<String> = case.iter().map(Condition::to_string).collect();
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

/// `{ [a] -> [b] : one of the cases }`, on these coordinates of times.
fn relation(dims: &[usize], cases: &[Case]) -> String {
    let (a, b) = (names('a', dims), names('b', dims));
    let cases: Vec<String> = cases.iter().map(text_of).collect();
    format!("{{ [{a}] -> [{b}] : {} }}", cases.join(" or "))
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

fn names(letter: char, dims: &[usize]) -> String {
    let names: Vec<String> = dims.iter().map(|d| format!("{letter}{d}")).collect();
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const X: Option<i64> = Some(0);
    const Y: Option<i64> = Some(1);

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
        check(&[X], &[Y], Tie::Before, &["(0 = 0)"]);
        check(&[Y], &[X], Tie::NotAfter, &[]);
        check(&[X], &[X], Tie::Before, &[]);
        check(&[X], &[X], Tie::NotAfter, &["(0 = 0)"]);
        let (a, b) = ([X, None, X], [X, None, Y]);
        check(&a, &b, Tie::Before, &["(a1 < b1)", "(a1 = b1)"]);
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
        assert_eq!(texts(&found), ["(a0 = b0)"]);
        let found = cases(&[X, X], &[Y, X], &Marks::default(), 1, Tie::NotAfter);
        assert!(found.is_empty());
    }
}
