//! The most cells that are needed at one moment of the program as written.

use super::bound::LiveBound;
use super::live_ranges::{Cell, Moment, live_ranges};
use super::trace::Trace;
use crate::mode::Mode;

/// A cell and the moments between which it is needed.
pub(super) type Need = (Cell, Moment, Moment);

/// Time is a total order, so the largest number of cells at one moment is enough. `None`: see
/// [`live_ranges`].
pub(super) fn most_at_once(trace: &Trace, mode: Mode) -> Option<LiveBound> {
    let ranges = live_ranges(trace, mode)?.into_iter();
    let needs = merged(ranges.map(|l| (l.cell, l.first, l.last())).collect());
    let mut changes: Vec<(Moment, i64)> = Vec::with_capacity(2 * needs.len());
    for (_, first, last) in needs {
        changes.push((first, 1));
        changes.push((last + 1, -1));
    }
    changes.sort_unstable();
    let mut now = 0;
    let most = changes.iter().map(|(_, change)| {
        now += change;
        now
    });
    Some(LiveBound::Exact(most.max().unwrap_or(0).unsigned_abs()))
}

/// The same moments, each once for a cell.
pub(super) fn merged(mut needs: Vec<Need>) -> Vec<Need> {
    needs.sort_unstable();
    let mut merged: Vec<Need> = Vec::with_capacity(needs.len());
    for (cell, first, last) in needs {
        match merged.last_mut() {
            Some((before, _, until)) if *before == cell && first <= *until => {
                *until = (*until).max(last);
            }
            _ => merged.push((cell, first, last)),
        }
    }
    merged
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlapping_needs_of_one_cell_count_once() {
        let (x, y) = (Cell::Element(0), Cell::Element(1));
        let needs = vec![(x, 5, 6), (y, 2, 3), (x, 1, 3), (x, 2, 4), (x, 4, 5)];
        assert_eq!(merged(needs), [(x, 1, 6), (y, 2, 3)]);
    }
}
