//! The condition under which a nest has a row at the counter of its loop.

use super::reach::Reach;
use super::{Row, Writer};
use crate::bound::moved;
use poly::Expr;
use print::{WIDE, c_text};

/// A condition; equal if it holds for the same counters.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Guard {
    /// The least counter of the loop, if there are lesser ones.
    least: Option<Expr>,
    /// The end of the counters, if there are more.
    end: Option<Expr>,
    /// By how much the counter is multiplied.
    scale: i64,
}

impl Writer<'_> {
    /// The guard of a nest; none if it has a row at each counter of its loop.
    pub(super) fn guard(&self, nest: usize) -> Option<Guard> {
        let (own, row, place) = (&self.nests[nest], &self.rows[nest], &self.places[nest]);
        let earlier = self.part.earlier_end(nest);
        let own_end = earlier.unwrap_or(&own.end);
        let (least, end) = (moved(&own.first, -row.offset), moved(own_end, -row.offset));
        let guard = Guard {
            least: Some(least).filter(|least| place.is_early && !self.is_any(least, nest)),
            end: (place.is_late || earlier.is_some()).then_some(end),
            scale: row.scale,
        };
        let is_needed = guard.least.is_some() || guard.end.is_some();
        (is_needed && !own.is_single).then_some(guard)
    }

    /// Whether no counter without a sign is less than a bound.
    fn is_any(&self, least: &Expr, nest: usize) -> bool {
        let tested = match self.rows[nest].scale {
            1 => least,
            _ => &self.nests[nest].first,
        };
        !self.is_signed() && tested.as_constant().is_some_and(|least| least <= 0)
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
        let row = &self.rows[nest];
        let other = match (row.scale, row.offset) {
            (1, 0) => self.named_row(row.level),
            (1, _) => self.is_named(nest).then_some(nest),
            _ => None,
        };
        match other.map(|other| &self.rows[other]) {
            Some(other) => {
                let (counter, least) = (self.counter(row.level), c_text(least));
                let end = c_text(&moved(end, other.offset));
                format!("{counter} >= {least} && {} < {end}", other.name)
            }
            None => format!("{} && {}", self.from(least, nest), self.before(end, nest)),
        }
    }

    /// `y >= least` in terms of the nest's row.
    fn from(&self, least: &Expr, nest: usize) -> String {
        let (first, row) = (c_text(&self.nests[nest].first), &self.rows[nest]);
        let counter = self.counter(row.level);
        match row.scale {
            _ if self.is_named(nest) => format!("{} >= {first}", row.name),
            1 => self.not_before(counter, least),
            _ => format!("{} >= {first}", row.text(counter)),
        }
    }

    /// `y >= least`, which may be computed in a wide type.
    fn not_before(&self, counter: &str, least: &Expr) -> String {
        let reach = Reach(self.nests);
        let before = moved(least, -1);
        match (reach.is_below(least), reach.is_below(&before)) {
            (false, true) if self.is_signed() => format!("{counter} > {}", c_text(&before)),
            (false, false) if self.is_signed() => format!("{counter} >= ({WIDE}){}", c_text(least)),
            _ => format!("{counter} >= {}", c_text(least)),
        }
    }

    /// `y < end` in terms of the nest's row.
    fn before(&self, less: &Expr, nest: usize) -> String {
        let (own, row) = (&self.nests[nest], &self.rows[nest]);
        let own_end = self.part.earlier_end(nest).unwrap_or(&own.end);
        let end = c_text(own_end);
        match row.is_own() {
            _ if self.is_named(nest) => format!("{} < {end}", row.name),
            true => self.below(row.level, own_end),
            false if self.names_first(nest) || row.scale != 1 => {
                format!("{} < {end}", row.text(self.counter(row.level)))
            }
            false => self.below(row.level, less),
        }
    }

    /// A nest ahead of the counter of a loop whose row has a name.
    fn named_row(&self, level: usize) -> Option<usize> {
        let is_ahead = |row: &Row| (row.level, row.scale) == (level, 1) && row.offset > 0;
        let ahead = (0..self.rows.len()).filter(|nest| is_ahead(&self.rows[*nest]));
        let named = ahead.filter(|nest| self.is_named(*nest));
        named.min_by_key(|nest| self.rows[*nest].offset)
    }

    /// Whether the row of a nest has a name at the start of its loop.
    fn is_named(&self, nest: usize) -> bool {
        let row = &self.rows[nest];
        !row.is_own() && self.names_first(nest) && self.bodies[nest].mentions(&row.name)
    }
}
