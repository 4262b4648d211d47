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
        let firsts = [&self.first].into_iter().chain(&self.from);
        let starts_later = are_all_more(firsts.map(|first| difference(&least, first)))?;
        let ends = [&self.end].into_iter().chain(&self.until);
        let ends_earlier = are_all_more(ends.map(|other| difference(other, &end)))?;
        let guard = Guard {
            least: starts_later.then_some(least),
            end: ends_earlier.then_some(end),
        };
        let is_needed = guard.least.is_some() || guard.end.is_some();
        Some(is_needed.then_some(guard))
    }

    /// `y >= 2 && y + 2 < h`
    pub(super) fn condition(&self, guard: &Guard, nest: usize) -> String {
        let (text, row) = (&self.nests[nest], &self.rows[nest]);
        let counter = self.counter();
        let is_shifted = row.offset != 0;
        let is_named = is_shifted && self.is_signed() && self.bodies[nest].mentions(&row.name);
        let least = guard.least.iter().map(|least| match is_named {
            true => format!("{} >= {}", row.name, text.first),
            false => format!("{counter} >= {least}"),
        });
        let end = guard.end.iter().map(|end| match (is_named, row.offset) {
            (true, _) => format!("{} < {}", row.name, text.end),
            (false, 0) => self.below(&text.end),
            (false, _) if self.is_signed() => format!("{} < {}", self.row(row.offset), text.end),
            (false, _) => self.below(end),
        });
        let conditions: Vec<String> = least.chain(end).collect();
        conditions.join(" && ")
    }
}

/// Whether no known number is zero or less; `None` if none is known.
fn are_all_more(numbers: impl Iterator<Item = Option<i64>>) -> Option<bool> {
    let least = numbers.flatten().min()?;
    Some(least > 0)
}
