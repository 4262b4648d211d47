//! Loops that visit the points of a set.
//!
//! ```text
//! set --tree--> loops
//! sets of needed and allowed points --parts--> convex parts --groups--> loops with tests
//! ```

mod boxes;
mod groups;
mod parts;
mod rows;
mod tree;
mod visits;

pub use visits::Visits;

use crate::Expr;

/// Loops around the points of a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scan {
    /// One after the other.
    Block(Vec<Scan>),
    /// A counter counts up.
    Loop {
        /// The coordinate of points that is the counter.
        dim: usize,
        /// Its first value, in the parameters and in counters by the names of [`counter_name`].
        first: Expr,
        /// The loop goes on while this holds.
        condition: Test,
        /// By how much it counts up.
        step: i64,
        /// What it repeats.
        body: Box<Scan>,
    },
    /// Points that are visited where a test holds, and others where it does not.
    Test(Test, Box<Scan>, Option<Box<Scan>>),
    /// A point: its coordinates.
    Point(Vec<Expr>),
}

/// A condition on parameters and counters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Test {
    /// All of them hold.
    All(Vec<Test>),
    /// One of them holds.
    Any(Vec<Test>),
    /// The first one is at most the second one.
    AtMost(Expr, Expr),
    /// The first one is less than the second one.
    Less(Expr, Expr),
    /// They are equal.
    Equal(Expr, Expr),
}

/// The name of the counter for a coordinate.
pub fn counter_name(dim: usize) -> String {
    format!("c{dim}'''")
}

impl Scan {
    /// Some loops, one after the other.
    pub(crate) fn of(mut parts: Vec<Scan>) -> Scan {
        match parts.len() {
            1 => parts.remove(0),
            _ => Scan::Block(parts),
        }
    }

    /// The same with more coordinates, which have these values.
    pub(crate) fn with_values(&self, values: &[Option<Expr>]) -> Scan {
        let open: Vec<usize> = (0..values.len())
            .filter(|at| values[*at].is_none())
            .collect();
        let named = |name: &str| {
            let at = (0..open.len()).find(|at| counter_name(*at) == name)?;
            Some(Expr::var(&counter_name(open[at])))
        };
        let point = |own: Vec<Expr>| {
            let mut own = own.into_iter();
            let all = values.iter();
            let all = all.map(|value| value.clone().or_else(|| own.next()));
            all.flatten().collect()
        };
        self.mapped(&Changes {
            dim: &|dim| open[dim],
            expr: &|expr| expr.substitute(&named),
            point: &point,
        })
    }

    /// The same with values for names.
    pub fn substitute(&self, value: &dyn Fn(&str) -> Option<Expr>) -> Scan {
        self.mapped(&Changes {
            dim: &|dim| dim,
            expr: &|expr| expr.substitute(&value),
            point: &|point| point,
        })
    }

    fn mapped(&self, changes: &Changes<'_>) -> Scan {
        let inner = |part: &Scan| Box::new(part.mapped(changes));
        match self {
            Scan::Block(all) => Scan::Block(all.iter().map(|part| part.mapped(changes)).collect()),
            Scan::Loop {
                dim,
                first,
                condition,
                step,
                body,
            } => Scan::Loop {
                dim: (changes.dim)(*dim),
                first: (changes.expr)(first),
                condition: condition.with(changes.expr),
                step: *step,
                body: inner(body),
            },
            Scan::Test(test, body, other) => Scan::Test(
                test.with(changes.expr),
                inner(body),
                other.as_ref().map(|other| inner(other)),
            ),
            Scan::Point(all) => {
                Scan::Point((changes.point)(all.iter().map(changes.expr).collect()))
            }
        }
    }
}

/// What changes in loops.
struct Changes<'c> {
    /// The coordinate of a counter.
    dim: &'c dyn Fn(usize) -> usize,
    expr: &'c dyn Fn(&Expr) -> Expr,
    /// The coordinates of a point, after `expr`.
    point: &'c dyn Fn(Vec<Expr>) -> Vec<Expr>,
}

impl Test {
    /// That all of them hold.
    pub(crate) fn all(mut tests: Vec<Test>) -> Test {
        match tests.len() {
            1 => tests.remove(0),
            _ => Test::All(tests),
        }
    }

    /// That one of them holds.
    pub(crate) fn any(mut tests: Vec<Test>) -> Test {
        match tests.len() {
            1 => tests.remove(0),
            _ => Test::Any(tests),
        }
    }

    fn with(&self, expr: &dyn Fn(&Expr) -> Expr) -> Test {
        let all = |all: &Vec<Test>| all.iter().map(|test| test.with(expr)).collect();
        match self {
            Test::All(tests) => Test::All(all(tests)),
            Test::Any(tests) => Test::Any(all(tests)),
            Test::AtMost(a, b) => Test::AtMost(expr(a), expr(b)),
            Test::Less(a, b) => Test::Less(expr(a), expr(b)),
            Test::Equal(a, b) => Test::Equal(expr(a), expr(b)),
        }
    }
}
