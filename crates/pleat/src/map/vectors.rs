//! Conflicts by dependences: `vectors: (1, 0) (1, 1)` are the distances from an instance to those
//! that read its value, `order: tilable` says how the loops may be executed. Instance x stores
//! element x of the array. With several statements, `order:` says which entries are positions of
//! statements in a loop body; the array has no dimension for these, except for the first entry.

use super::array::{array, names};
use super::conflicts::{Conflicts, MOST_DIMS};
use super::fault::Fault;
use super::input::{Item, Kind, only};
use poly::Context;
use storage::occupancy::{self, Band, Executions};

/// No distance in any program is larger.
const LARGEST: i64 = 1 << 20;
/// No stencil has more vectors.
const MOST_VECTORS: usize = 32;

/// The conflicts that vectors describe; `None` if there are no vectors.
pub(super) fn conflicts(ctx: &Context, items: &[Item]) -> Result<Option<Conflicts>, Fault> {
    let order = only(items, Kind::Order)?;
    let item = match (only(items, Kind::Vectors)?, order) {
        (Some(item), _) => item,
        (None, Some(order)) => {
            return Err(Fault::at(
                order.line,
                "an order goes with a line `vectors:`",
            ));
        }
        (None, None) => return Ok(None),
    };
    if let Some(set) = items.iter().find(|i| i.kind == Kind::Set) {
        let text = "vectors say what conflicts: there can be no sets beside them";
        return Err(Fault::at(set.line, text));
    }
    let vectors = vectors(item)?;
    let dims = vectors.first().map_or(0, Vec::len);
    let executions = match order {
        Some(order) => executions(order, dims)?,
        None => Executions::sequential(dims),
    };
    let Some(shortest) = occupancy::shortest(&vectors, &executions) else {
        let text = "a vector is 0, or leads backwards in this order: no value can be read there";
        return Err(Fault::at(item.line, text));
    };
    let params = items.iter().find(|i| i.kind == Kind::Array).map(names);
    let params = params.unwrap_or_default();
    let dims = shortest.len();
    let Some(array) = array(ctx, items, &params, dims)? else {
        let text = "vectors need to know the array: a line such as `array: A[N, M]`";
        return Err(Fault::at(item.line, text));
    };
    let half = occupancy::conflicts(ctx, &params, &array.extents, &vectors, &executions)?;
    let mut notes = vec![format!(
        "a shortest occupancy vector is {}",
        shown(&shortest)
    )];
    notes.extend(subsumed(&vectors, &executions));
    Ok(Some(Conflicts {
        half,
        elements: None,
        dims,
        params,
        name: Some(array.name),
        line: item.line,
        notes,
    }))
}

/// The dependences that need not be considered, if there are any.
fn subsumed(vectors: &[Vec<i64>], executions: &Executions) -> Option<String> {
    let relevant = occupancy::relevant(vectors, executions);
    let others = vectors.iter().filter(|v| !relevant.contains(v));
    let mut others: Vec<String> = others.map(|v| shown(v)).collect();
    others.dedup();
    let relevant: Vec<String> = relevant.iter().map(|v| shown(v)).collect();
    (!others.is_empty()).then(|| {
        format!(
            "{} need not be considered beside {}",
            others.join(" "),
            relevant.join(" ")
        )
    })
}

/// `(2, 0)`
fn shown(vector: &[i64]) -> String {
    let entries: Vec<String> = vector.iter().map(i64::to_string).collect();
    format!("({})", entries.join(", "))
}

/// `(2, 0) (2, 1)`
fn vectors(item: &Item) -> Result<Vec<Vec<i64>>, Fault> {
    let fault = || {
        Fault::at(
            item.line,
            "vectors are written as `vectors: (1, 0) (1, -1)`",
        )
    };
    let mut found: Vec<Vec<i64>> = Vec::new();
    let mut rest = item.text.trim();
    while !rest.is_empty() {
        let inside = rest.strip_prefix('(').ok_or_else(fault)?;
        let (inside, behind) = inside.split_once(')').ok_or_else(fault)?;
        let entry = |text: &str| text.trim().parse::<i64>().map_err(|_| fault());
        found.push(inside.split(',').map(entry).collect::<Result<_, _>>()?);
        rest = behind.trim_start_matches([',', ';', ' ', '\t']);
    }
    let dims = found.first().ok_or_else(fault)?.len();
    let is_odd = |v: &Vec<i64>| v.len() != dims || v.iter().any(|x| x.abs() > LARGEST);
    if found.iter().any(is_odd) || dims > MOST_DIMS || found.len() > MOST_VECTORS {
        let text = format!(
            "there are at most {MOST_VECTORS} vectors, of equally many entries, at most {MOST_DIMS}, \
             none beyond {LARGEST}"
        );
        return Err(Fault::at(item.line, text));
    }
    Ok(found)
}

/// `sequential`, `tilable`, `any`, or bands from the outside inwards: `sequential(1) tilable(2)`,
/// `position sequential(1) position`.
fn executions(item: &Item, dims: usize) -> Result<Executions, Fault> {
    let fault = || {
        let text = format!(
            "an order is `sequential`, `tilable`, `any`, or says it of all {dims} entries as in \
             `sequential(1) tilable(2)` or `sequential(1) position`"
        );
        Fault::at(item.line, text)
    };
    match item.text.trim() {
        "sequential" => return Ok(Executions::sequential(dims)),
        "tilable" => return Ok(Executions::tilable(dims)),
        "any" => return Ok(Executions::Any),
        _ => {}
    }
    let mut bands = Vec::new();
    for word in item.text.split_whitespace() {
        if word == "position" {
            // The first position remains a dimension of the array.
            bands.push(match bands.is_empty() {
                true => Band::Loops(1),
                false => Band::Position,
            });
            continue;
        }
        let (kind, width) = word.split_once('(').ok_or_else(fault)?;
        let width: usize = width
            .strip_suffix(')')
            .and_then(|w| w.parse().ok())
            .ok_or_else(fault)?;
        match kind {
            "sequential" if width <= dims => bands.extend(vec![Band::Loops(1); width]),
            "tilable" if (1..=dims).contains(&width) => bands.push(Band::Loops(width)),
            _ => return Err(fault()),
        }
    }
    match bands.iter().map(|band| band.width()).sum::<usize>() == dims {
        true => Ok(Executions::Bands(bands)),
        false => Err(fault()),
    }
}
