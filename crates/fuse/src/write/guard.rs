//! The condition under which a nest has a row at the fused loop's counter.

use super::Writer;
use crate::bound::{difference, moved};
use poly::Expr;

/// A condition; equal if it holds for the same counters of the fused loop.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Guard {
    /// The least counter of the fused loop, if there are lesser ones.
    least: Option<Expr>,
    /// The end of the counters, if there are more.
    end: Option<Expr>,
}

impl Writer<'_> {
    /// The guard of a nest; none if it has a row at each counter of the fused loop.
    pub(super) fn guard(&self, nest: usize) -> Option<Option<Guard>> {
        let (text, offset) = (&self.nests[nest], self.rows[nest].offset);
        if text.is_single {
            return Some(None);
        }
        let (least, end) = (moved(&text.first, -offset), moved(&text.end, -offset));
        let starts_later = difference(&least, &self.first)? > 0;
        let ends_earlier = difference(&self.end, &end)? > 0;
        let guard = Guard {
            least: starts_later.then_some(least),
            end: ends_earlier.then_some(end),
        };
        let is_needed = guard.least.is_some() || guard.end.is_some();
        Some(is_needed.then_some(guard))
    }

    /// `y >= 2 && y2 < h`
    ///
    /// Where both sides are needed, they test different names if possible: gcc makes one comparison
    /// of `y >= 1 && y < H - 1`, takes it for unlikely, and does not vectorise the loops under it.
    pub(super) fn condition(&self, guard: &Guard, nest: usize) -> String {
        let (Some(least), Some(end)) = (&guard.least, &guard.end) else {
            let least = guard.least.iter().map(|least| self.from(least, nest));
            let end = guard.end.iter().map(|end| self.before(end, nest));
            return least.chain(end).collect();
        };
        let counter = self.counter();
        let other = match self.rows[nest].offset {
            0 => self.named_row(),
            _ => self.is_named(nest).then_some(nest),
        };
        match other.map(|other| &self.rows[other]) {
            Some(row) => {
                let end = moved(end, row.offset);
                format!("{counter} >= {least} && {} < {end}", row.name)
            }
            None => format!("{} && {}", self.from(least, nest), self.before(end, nest)),
        }
    }

    /// `y >= least` in terms of the nest's row.
    fn from(&self, least: &Expr, nest: usize) -> String {
        match self.is_named(nest) {
            true => format!("{} >= {}", self.rows[nest].name, self.nests[nest].first),
            false => format!("{} >= {least}", self.counter()),
        }
    }

    /// `y < end` in terms of the nest's row.
    fn before(&self, end: &Expr, nest: usize) -> String {
        let (text, row) = (&self.nests[nest], &self.rows[nest]);
        match (self.is_named(nest), row.offset) {
            (true, _) => format!("{} < {}", row.name, text.end),
            (false, 0) => self.below(&text.end),
            (false, _) if self.is_signed() => format!("{} < {}", self.row(row.offset), text.end),
            (false, _) => self.below(end),
        }
    }

    /// A nest ahead of the fused loop's counter whose row has a name.
    fn named_row(&self) -> Option<usize> {
        let ahead = (0..self.rows.len()).filter(|nest| self.rows[*nest].offset > 0);
        let named = ahead.filter(|nest| self.is_named(*nest));
        named.min_by_key(|nest| self.rows[*nest].offset)
    }

    /// Whether the row of a nest has a name at the start of the fused loop.
    fn is_named(&self, nest: usize) -> bool {
        let row = &self.rows[nest];
        row.offset != 0 && self.is_signed() && self.bodies[nest].mentions(&row.name)
    }
}
