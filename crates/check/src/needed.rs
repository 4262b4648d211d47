//! Whether each read finds the value that it needs, in the cell where it looks.

use crate::cells::Cells;
use crate::event::Event;
use crate::events::{Events, Sources};
use crate::mismatch::Mismatch;
use poly::Map;

/// Every value is stored where it is looked for, and nothing overwrites it before.
///
/// Most arrays are seen to be right without asking which values are dead already; only where that
/// fails the writes that do not reach the read are taken out.
pub(crate) fn keeps_values(events: &Events, cells: &Cells) -> Result<(), Mismatch> {
    for (r, read) in events.reads() {
        let possible = events.possible_sources(r)?;
        match fault(events, cells, (r, read), &possible) {
            Ok(None) => continue,
            Err(Mismatch::Poly(error)) => return Err(error.into()),
            Ok(Some(_)) | Err(_) => {}
        }
        let exact = events.exact_sources(r, possible)?;
        if let Some(fault) = fault(events, cells, (r, read), &exact)? {
            return Err(fault);
        }
    }
    Ok(())
}

/// No two writes that nothing orders store different elements in one cell, not even values that nobody
/// reads: they may happen at once. In a total order there is nothing to show.
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

/// What goes wrong if the read needs what these writes stored.
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

/// `{ r[..] -> v[..] : v not certainly before the value is stored, v may happen before r is over }`,
/// one relation per source. What stores the value does not overwrite it.
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

/// Whether `write` may store another element in the cell of `read` while a value waits there.
fn overwrites(
    between: Vec<Map>,
    (r, read): (usize, &Event),
    (by, write): (usize, &Event),
    cells: &Cells,
) -> Result<bool, Mismatch> {
    let told = cells.told_by_element(r, by)?;
    for pairs in between {
        // A write to all cells stores to the element itself too: it is what the read finds.
        for same in cells.same(&pairs, r, by)?.unwrap_or_default() {
            if !read
                .other_element(write, &same, told.as_ref())?
                .is_empty()?
            {
                return Ok(true);
            }
        }
    }
    Ok(false)
}
