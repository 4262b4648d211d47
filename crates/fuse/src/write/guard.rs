//! The condition under which a nest has a row at the counter of its loop.

use super::Writer;
use crate::bound::{moved, text};
use poly::Expr;

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
            least: place.is_early.then_some(least),
            end: (place.is_late || earlier.is_some()).then_some(end),
            scale: row.scale,
        };
        let is_needed = guard.least.is_some() || guard.end.is_some();
        (is_needed && !own.is_single).then_some(guard)
    }

    /// `y >= 2 && y + 2 < h`
    pub(super) fn condition(&self, guard: &Guard, nest: usize) -> String {
        let (own, row) = (&self.nests[nest], &self.rows[nest]);
        let counter = self.counter(row.level);
        let is_named = !row.is_own() && self.is_signed() && self.bodies[nest].mentions(&row.name);
        let own_end = self.part.earlier_end(nest).unwrap_or(&own.end);
        let (first, end) = (text(&own.first), text(own_end));
        let least = guard.least.iter().map(|least| match row.scale {
            _ if is_named => format!("{} >= {first}", row.name),
            1 => format!("{counter} >= {}", text(least)),
            _ => format!("{} >= {first}", row.text(counter)),
        });
        let end = guard.end.iter().map(|less| match row.is_own() {
            _ if is_named => format!("{} < {end}", row.name),
            true => self.below(row.level, own_end),
            false if self.is_signed() || row.scale != 1 => {
                format!("{} < {end}", row.text(counter))
            }
            false => self.below(row.level, less),
        });
        let conditions: Vec<String> = least.chain(end).collect();
        conditions.join(" && ")
    }
}
