//! Whether each read finds the value that it needs in its cell.

use crate::cells::Cells;
use crate::event::Event;
use crate::events::{Events, Sources};
use crate::mismatch::Mismatch;
use poly::Map;

/// Proves that every value is stored in the cell of its reads, and is not overwritten before.
///
/// Most arrays pass without computing which values are dead; only after a failure are the writes
/// that do not reach the read removed.
pub(crate) fn keeps_values(events: &Events, cells: &Cells) -> Result<(), Mismatch> {
    for (r, read) in events.reads() {
        let possible = events.possible_sources(r)?;
        match fault(events, cells, (r, read), &possible) {
            Ok(None) => continue,
            Err(Mismatch::Poly(error)) => return Err(error.into()),
            Ok(Some(_)) | Err(_) => {}
        }
        let exact = events.exact_sources(r, possible)?;
        match fault(events, cells, (r, read), &exact)? {
            None => {}
            Some(fault) if read.single => return Err(fault),
            // It may be that of another element.
            Some(_) => return Err(cells.undecided("which elements are read is not known")),
        }
    }
    Ok(())
}

/// Proves that two unordered writes never store different elements in one cell, not even values
/// that nobody reads: they may happen at the same time. A total order orders all writes.
pub(crate) fn keeps_writes_apart(events: &Events, cells: &Cells) -> Result<(), Mismatch> {
    for (w, first) in events.writes() {
        for (v, second) in events.writes().filter(|(v, _)| *v >= w) {
            if events.precedes(w, v) || events.precedes(v, w) || cells.never_same(w, v) {
                continue;
            }
            let open = events.in_no_order(w, v)?;
            if overwrites(vec![open], (w, first), (v, second), cells)? {
                return Err(Mismatch::Unordered {
                    array: events.array.name.clone(),
                    first: first.statement.name.clone(),
                    second: second.statement.name.clone(),
                });
            }
        }
    }
    Ok(())
}

/// The fault if the read needs the values of these writes.
fn fault(
    events: &Events,
    cells: &Cells,
    (r, read): (usize, &Event),
    sources: &Sources,
) -> Result<Option<Mismatch>, Mismatch> {
    let (array, read_by) = (events.array.name.clone(), read.statement.name.clone());
    for (w, pairs) in sources {
        if !cells.always_same(pairs, r, *w)? {
            let write = events.list[*w].statement.name.clone();
            return Ok(Some(Mismatch::WrongCell {
                array,
                write,
                read: read_by,
            }));
        }
    }
    for (by, write) in events.writes() {
        if events.precedes(r, by) || cells.never_same(r, by) {
            continue;
        }
        let between = between(events, r, by, sources)?;
        if overwrites(between, (r, read), (by, write), cells)? {
            let by = write.statement.name.clone();
            return Ok(Some(Mismatch::Overwritten {
                array,
                by,
                read: read_by,
            }));
        }
    }
    Ok(None)
}

/// One relation per source. A write does not overwrite its own value.
///
/// `{ r[..] -> v[..] : v not certainly before the value is stored, v may happen before r ends }`
fn between(events: &Events, read: usize, by: usize, sources: &Sources) -> poly::Result<Vec<Map>> {
    let later = |(w, _): &&(usize, Map)| !events.precedes(by, *w);
    let mut later = sources.iter().filter(later).peekable();
    if later.peek().is_none() {
        return Ok(Vec::new());
    }
    let before = events.before(by, read)?.reverse()?;
    let mut found = Vec::new();
    for (w, pairs) in later {
        let after = pairs.apply_range(&events.after_storing(*w, by, read)?)?;
        let between = after.intersect(&before)?;
        if !between.is_empty()? {
            found.push(between);
        }
    }
    Ok(found)
}

/// Whether `write` may store another element in the cell of `read` before the read.
fn overwrites(
    between: Vec<Map>,
    (r, read): (usize, &Event),
    (by, write): (usize, &Event),
    cells: &Cells,
) -> Result<bool, Mismatch> {
    let differing = cells.differing_coordinates(r, by)?;
    let is_other = |same: &Map| -> Result<bool, Mismatch> {
        let other = read.other_element(write, same, differing.as_ref())?;
        Ok(!other.is_empty()?)
    };
    for pairs in between {
        // A write to all cells also stores to the element itself, which is the value that the read
        // finds.
        for same in cells.same(&pairs, r, by)?.unwrap_or_default() {
            if !is_other(&same)? {
                continue;
            }
            for same in cells.same_everywhere(same, r, by)? {
                if is_other(&same)? {
                    return Ok(true);
                }
            }
        }
    }
    Ok(false)
}
