//! The order of two events: which certainly happens first, and which possibly.
//!
//! An event is one access in one instance; the last coordinate of its time is the position inside
//! the instance. Only events in the same copy of the array are compared.

use crate::cells::Cells;
use crate::chains::Chains;
use crate::event::Event;
use poly::{Map, any, names};
use scop::{Array, Order, Scop, Statement};
use std::cmp::Ordering;

/// The order that every execution keeps.
pub(crate) struct Orders<'a> {
    cells: &'a Cells,
    order: Order,
    /// Coordinates of time, without the position inside the instance.
    dims: usize,
    /// The number of leading coordinates that name the copy.
    private: usize,
    /// Under [`Order::Any`].
    chains: Option<Chains>,
}

impl<'a> Orders<'a> {
    pub(crate) fn new(
        scop: &Scop,
        array: &Array,
        cells: &'a Cells,
        order: Order,
    ) -> poly::Result<Self> {
        Ok(Orders {
            cells,
            order,
            dims: scop.time_dims,
            private: array.private,
            chains: match order {
                Order::Any => Some(Chains::new(scop)?),
                _ => None,
            },
        })
    }

    /// `{ x[..] -> y[..] : the instance of x certainly happens before that of y }`, for accesses to
    /// the same element, one of which writes: every legal schedule keeps their order in time.
    pub(crate) fn certainly(&self, x: &Event, y: &Event) -> poly::Result<Map> {
        let marks = Marks::common(self.order, x.statement, y.statement);
        self.related(&x.happens, &y.happens, &self.certain_cases(&marks))
    }

    /// `{ x[..] -> y[..] : x may happen before y is over }`, for accesses to the same element, one
    /// of which writes.
    pub(crate) fn reaches(&self, x: &Event, y: &Event) -> poly::Result<Map> {
        let marks = Marks::common(self.order, x.statement, y.statement);
        self.related(&x.happens, &y.over, &self.possible_cases(&marks))
    }

    /// `{ x[..] -> y[..] : x may happen before y is over }`
    pub(crate) fn possibly(&self, x: &Event, y: &Event) -> poly::Result<Map> {
        let Some(chains) = &self.chains else {
            return self.reaches(x, y);
        };
        let over = format!("{} and t{d}' >= u{d}'", equal(self.dims), d = self.dims);
        let over = self.related(&x.happens, &y.over, &[over])?;
        let copy = self.related(&x.happens, &y.over, &[equal(self.private)])?;
        let open = x.lift(&chains.not_after(x.statement, y.statement)?, y)?;
        copy.intersect(&open)?.subtract(&over)
    }

    /// The order of all instances of `x` relative to all of `y`, if constant leading coordinates of
    /// their times determine it.
    pub(crate) fn as_a_whole(&self, x: &Event, y: &Event) -> Option<Ordering> {
        if self.private > 0 || self.order == Order::Any {
            return None;
        }
        let numbers = x.position.iter().zip(&y.position);
        let (dim, (a, b)) = numbers.enumerate().find(|(_, (a, b))| a != b)?;
        let marks = Marks::common(self.order, x.statement, y.statement);
        (0..=dim).all(|d| !marks.has(d)).then(|| a.cmp(b))
    }

    /// Whether [`Orders::reaches`] equals [`Orders::possibly`].
    pub(crate) fn is_by_time(&self) -> bool {
        self.chains.is_none()
    }

    /// `{ x[..] -> y[..] : one of the cases holds for t, the time of x, and u, that of y }`
    fn related(&self, x: &Map, y: &Map, cases: &[String]) -> poly::Result<Map> {
        let (t, u) = (names("t", self.dims + 1), names("u", self.dims + 1));
        let between = self.cells.relation(&t, &u, &any(cases))?;
        x.apply_range(&between)?.apply_range(&y.reverse()?)
    }

    /// The cases, by the first coordinate that differs, in which `t` is certainly before `u`.
    fn certain_cases(&self, marks: &Marks) -> Vec<String> {
        if self.is_plain(marks) {
            return self.sequence();
        }
        let coordinates = (self.private..self.dims).filter(|d| !marks.parallel.contains(d));
        let case = |d: usize| {
            let band = marks.band_after(d).map(|e| format!(" and t{e}' <= u{e}'"));
            format!("{} and t{d}' < u{d}'{}", equal(d), band.collect::<String>())
        };
        coordinates.map(case).collect()
    }

    /// The cases, by the first coordinate that differs, in which `u` is not certainly before `t`.
    fn possible_cases(&self, marks: &Marks) -> Vec<String> {
        if self.is_plain(marks) {
            return self.sequence();
        }
        let mut cases = Vec::new();
        for d in self.private..=self.dims {
            let same = equal(d);
            cases.push(format!("{same} and t{d}' < u{d}'"));
            if marks.parallel.contains(&d) {
                cases.push(format!("{same} and t{d}' > u{d}'"));
                continue;
            }
            let later = marks.band_after(d);
            cases.extend(later.map(|e| format!("{same} and t{d}' > u{d}' and t{e}' < u{e}'")));
        }
        cases
    }

    /// Whether time alone determines the order, and there is one copy.
    fn is_plain(&self, marks: &Marks) -> bool {
        self.private == 0 && marks.parallel.is_empty() && marks.tilable.is_empty()
    }

    fn sequence(&self) -> Vec<String> {
        let case = |d| format!("{} and t{d}' < u{d}'", equal(d));
        (0..=self.dims).map(case).collect()
    }
}

/// `t0' = u0' and t1' = u1'`
fn equal(count: usize) -> String {
    poly::equal(&names("t", count), &names("u", count))
}

/// The marks of time coordinates that two statements share.
struct Marks {
    parallel: Vec<usize>,
    tilable: Vec<Vec<usize>>,
}

impl Marks {
    fn common(order: Order, s: &Statement, t: &Statement) -> Self {
        let threads = matches!(order, Order::Parallel | Order::Tilable);
        let parallel = s.parallel.iter().filter(|d| t.parallel.contains(d));
        let tilable = s.tilable.iter().filter(|b| t.tilable.contains(b));
        Marks {
            parallel: parallel.filter(|_| threads).copied().collect(),
            tilable: tilable
                .filter(|_| order == Order::Tilable)
                .cloned()
                .collect(),
        }
    }

    fn has(&self, dim: usize) -> bool {
        self.parallel.contains(&dim) || self.tilable.iter().any(|band| band.contains(&dim))
    }

    /// The later coordinates of the band of a coordinate.
    fn band_after(&self, dim: usize) -> impl Iterator<Item = usize> {
        let band = self.tilable.iter().find(|band| band.contains(&dim));
        let later = band.into_iter().flatten().copied();
        later.filter(move |d| *d > dim)
    }
}
