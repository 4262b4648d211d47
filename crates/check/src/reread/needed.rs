//! Whether each read finds the value that it needs, in the cell where it looks.

use super::cells::Cells;
use super::events::{Event, Events};
use crate::Mismatch;
use poly::Map;

/// Every value is stored where it is looked for, and nothing overwrites it before.
pub(super) fn keeps_values(events: &Events, cells: &Cells) -> Result<(), Mismatch> {
    for ((r, read), sources) in events.reads().zip(&events.sources) {
        for (w, pairs) in sources {
            if !cells.always_same(pairs, r, *w)? {
                return Err(Mismatch::WrongCell {
                    array: events.array.name.clone(),
                    write: events.list[*w].statement.to_string(),
                    read: read.statement.to_string(),
                });
            }
        }
        let Some(waits) = waits(events, sources)? else {
            continue;
        };
        for (by, write) in events.writes() {
            if overwrites(&waits, (r, read), (by, write), cells)? {
                return Err(Mismatch::Overwritten {
                    array: events.array.name.clone(),
                    by: write.statement.to_string(),
                    read: read.statement.to_string(),
                });
            }
        }
    }
    Ok(())
}

/// `{ r[..] -> [t] : a value that r may read is stored at t }`
fn waits(events: &Events, sources: &[(usize, Map)]) -> poly::Result<Option<Map>> {
    let mut all: Option<Map> = None;
    for (w, pairs) in sources {
        let stored = pairs.apply_range(&events.list[*w].happens)?;
        all = Some(match all {
            Some(all) => all.union(&stored)?,
            None => stored,
        });
    }
    Ok(all)
}

/// Whether `write` may store another element in the cell of `read` while a value waits there.
fn overwrites(
    waits: &Map,
    (r, read): (usize, &Event),
    (by, write): (usize, &Event),
    cells: &Cells,
) -> Result<bool, Mismatch> {
    let between = between(waits, read, write)?;
    if between.is_empty()? {
        return Ok(false);
    }
    // A write to all cells stores to the element itself too: it is what the read finds.
    for same in cells.same(&between, r, by)?.unwrap_or_default() {
        if !read.other_element(write, &same)?.is_empty()? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// `{ r[..] -> w[..] : w not certainly before the value is stored, w before r is over }`
fn between(waits: &Map, read: &Event, write: &Event) -> poly::Result<Map> {
    let after = precedes(waits, &write.over)?;
    if after.is_empty()? {
        return Ok(after);
    }
    let before = precedes(&write.happens, &read.over)?;
    after.intersect(&before.reverse()?)
}

/// `{ x[..] -> y[..] : time(x) < time(y) }`
fn precedes(x: &Map, y: &Map) -> poly::Result<Map> {
    let order = x.range()?.lex_lt(&y.range()?)?;
    x.apply_range(&order)?.apply_range(&y.reverse()?)
}
