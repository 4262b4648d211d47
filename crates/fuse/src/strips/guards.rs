//! The tests of rows in a strip.

use super::parts::{Part, Rows, Term};
use crate::bound::{difference, moved};
use integer::IntType;
use poly::Expr;

/// The rows of a loop over strips.
pub(super) struct Strip<'s> {
    pub(super) rows: &'s Rows,
    /// The rows before the first one that each part computes; `None` for parts that compute their
    /// own rows alone.
    pub(super) leads: &'s [Option<i64>],
    /// The largest of these numbers.
    pub(super) lead: i64,
    /// The first row of the first strip, and the end of the last one.
    pub(super) first: Expr,
    pub(super) end: Expr,
    /// The name of a strip's first row.
    pub(super) name: &'s str,
    /// Whether that is of the wide type.
    is_wide: bool,
}

impl<'s> Strip<'s> {
    pub(super) fn new(
        rows: &'s Rows,
        leads: &'s [Option<i64>],
        name: &'s str,
        is_wide: bool,
    ) -> Option<Self> {
        let seen = || rows.parts.iter().zip(leads).filter(|(_, l)| l.is_none());
        seen().next()?;
        let firsts = seen().map(|(part, _)| part.least(&rows.nest.first));
        let ends = seen().map(|(part, _)| part.end(&rows.nest.end));
        Some(Strip {
            rows,
            leads,
            lead: leads.iter().flatten().copied().max().unwrap_or(0),
            first: extreme(firsts, -1).unwrap_or_else(|| rows.nest.first.clone()),
            end: extreme(ends, 1).unwrap_or_else(|| rows.nest.end.clone()),
            name,
            is_wide,
        })
    }

    /// Whether differences of a strip's first row may be less than 0.
    pub(super) fn is_signed(&self) -> bool {
        let ty = self.rows.nest.ty;
        ty.signed || self.is_wide && ty.bits < IntType::LONG.bits
    }

    /// Whether the first strip would begin before the first row of the loop.
    pub(super) fn begins_before(&self) -> bool {
        let start = moved(&self.first, -self.lead);
        difference(&start, &self.rows.nest.first).is_none_or(|d| d < 0)
    }

    /// Whether a part computes no row before some row.
    fn starts_at(&self, part: usize, row: &Expr) -> bool {
        let start = moved(&self.first, -self.leads[part].unwrap_or(0));
        let first = &self.rows.nest.first;
        let is_behind = |start: &Expr| difference(start, row).is_some_and(|d| d >= 0);
        is_behind(&start) || (self.begins_before() && is_behind(first))
    }

    /// `y >= y0 - 2`
    fn since(&self, lead: i64) -> String {
        let (counter, name) = (&self.rows.nest.counter, self.name);
        match (lead, self.is_signed()) {
            (0, _) => format!("{counter} >= {name}"),
            (_, true) => format!("{counter} >= {name} - {lead}"),
            (_, false) => format!("{counter} + {lead} >= {name}"),
        }
    }

    /// The conditions of a part: those that it had and still needs, and new ones.
    pub(super) fn conditions(&self, part: usize) -> (Vec<String>, Vec<String>) {
        let terms = self.rows.parts[part].terms();
        let kept = terms.iter().filter(|term| !self.holds(term, part));
        let mut new = Vec::new();
        let lead = self.leads[part].unwrap_or(0);
        if lead < self.lead {
            new.push(self.since(lead));
        }
        (kept.map(|term| term.text.clone()).collect(), new)
    }

    /// Whether a condition holds in all rows that a part computes.
    fn holds(&self, term: &Term, part: usize) -> bool {
        match (&term.least, &term.end) {
            (Some(least), None) => self.starts_at(part, least),
            (None, Some(end)) => difference(end, &self.end).is_some_and(|d| d >= 0),
            _ => false,
        }
    }
}

impl Part {
    pub(super) fn terms(&self) -> &[Term] {
        self.test.as_ref().map_or(&[], |test| &test.terms)
    }

    /// The first row in which it is executed, in terms of the loop's counter; `None` if that is not
    /// known.
    fn least(&self, first: &Expr) -> Option<Expr> {
        let bounds = self.terms().iter().filter_map(|term| term.least.clone());
        let all = bounds.chain([first.clone()]).map(Some);
        extreme(all, 1)
    }

    fn end(&self, end: &Expr) -> Option<Expr> {
        let bounds = self.terms().iter().filter_map(|term| term.end.clone());
        let all = bounds.chain([end.clone()]).map(Some);
        extreme(all, -1)
    }
}

/// The least of some expressions, the greatest if `sign` is positive; `None` if they do not differ
/// by numbers.
fn extreme(mut all: impl Iterator<Item = Option<Expr>>, sign: i64) -> Option<Expr> {
    let mut best = all.next()??;
    for other in all {
        let other = other?;
        if difference(&other, &best)? * sign > 0 {
            best = other;
        }
    }
    Some(best)
}
