//! Whether each read finds the value that it needs, in the cell where it looks.

use super::cells::Cells;
use super::events::{Event, Events, Sources, precedes};
use crate::Mismatch;
use poly::Map;

/// Every value is stored where it is looked for, and nothing overwrites it before.
///
/// Most arrays are seen to be right without asking which values are dead already; only where that
/// fails the writes that do not reach the read are taken out.
pub(super) fn keeps_values(events: &Events, cells: &Cells) -> Result<(), Mismatch> {
    for (r, read) in events.reads() {
        let possible = events.possible_sources(read)?;
        match fault(events, cells, (r, read), &possible) {
            Ok(None) => continue,
            Err(Mismatch::Poly(error)) => return Err(error.into()),
            Ok(Some(_)) | Err(_) => {}
        }
        let exact = events.exact_sources(read, possible)?;
        if let Some(fault) = fault(events, cells, (r, read), &exact)? {
            return Err(fault);
        }
    }
    Ok(())
}

/// What goes wrong if the read needs what these writes stored.
fn fault(
    events: &Events,
    cells: &Cells,
    (r, read): (usize, &Event),
    sources: &Sources,
) -> Result<Option<Mismatch>, Mismatch> {
    let (array, read_by) = (events.array.name.clone(), read.statement.to_string());
    for (w, pairs) in sources {
        if !cells.always_same(pairs, r, *w)? {
            let write = events.list[*w].statement.to_string();
            return Ok(Some(Mismatch::WrongCell { array, write, read: read_by }));
        }
    }
    let Some(waits) = waits(events, sources)? else {
        return Ok(None);
    };
    for (by, write) in events.writes() {
        if overwrites(&waits, (r, read), (by, write), cells)? {
            let by = write.statement.to_string();
            return Ok(Some(Mismatch::Overwritten { array, by, read: read_by }));
        }
    }
    Ok(None)
}

/// `{ r[..] -> [t] : a value that r may read is stored at t }`
fn waits(events: &Events, sources: &Sources) -> poly::Result<Option<Map>> {
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
