//! The conflicts that the sets of a file describe.

use super::fault::Fault;
use super::input::{Item, Kind};
use poly::{Context, Map, PolyError, Set};

/// No array of any program has more dimensions.
pub(super) const MOST_DIMS: usize = 12;

/// The conflicts that a file describes.
pub(super) struct Conflicts {
    /// Differences without 0, of each and its negative at least one.
    pub(super) half: Set,
    /// The elements that conflict, if the sets say which.
    pub(super) elements: Option<Set>,
    /// Dimensions of the array.
    pub(super) dims: usize,
    /// The parameters of all sets.
    pub(super) params: Vec<String>,
    /// The name of the array, if the sets have one.
    pub(super) name: Option<String>,
    /// The line of the first set.
    pub(super) line: usize,
    /// What was changed.
    pub(super) notes: Vec<String>,
}

/// One set or relation of a file, as differences.
struct Differences {
    set: Set,
    /// Both elements of each pair; `None` if the set has differences.
    elements: Option<Set>,
    name: Option<String>,
}

/// The union of all sets of a file.
pub(super) fn of_sets(ctx: &Context, items: &[Item]) -> Result<Conflicts, Fault> {
    let mut all: Option<(Differences, usize)> = None;
    let mut params: Vec<String> = Vec::new();
    for item in items.iter().filter(|i| i.kind == Kind::Set) {
        let found = differences(ctx, item)?;
        for name in found.set.param_names()? {
            if !params.contains(&name) {
                params.push(name);
            }
        }
        all = Some(match all {
            None => (found, item.line),
            Some((before, line)) => (together(before, line, found, item.line)?, line),
        });
    }
    let (all, line) = all.ok_or_else(|| Fault::of_whole("there is no set of conflicts in it"))?;
    let dims = all.set.dims()?;
    let mut notes = Vec::new();
    let zero = Set::origin(ctx, dims)?;
    let half = all.set.subtract(&zero)?.coalesce()?;
    if !all.set.is_disjoint(&zero)? {
        notes.push("an element does not conflict with itself: 0 is left out".to_string());
    }
    if all.elements.is_none() && !half.neg()?.is_equal(&half)? {
        notes.push("the differences are made symmetric".to_string());
    }
    Ok(Conflicts {
        half,
        elements: all.elements,
        dims,
        params,
        name: all.name,
        line,
        notes,
    })
}

/// Reads one set `{ [d] }` or relation `{ A[x] -> A[y] }`.
fn differences(ctx: &Context, item: &Item) -> Result<Differences, Fault> {
    let fault = |message: &str| Fault::at(item.line, message);
    let unreadable = |error: PolyError| match error {
        PolyError::Failed(_) => fault(
            "this is not a set in isl notation such as `[N] -> { A[i] -> A[j] : 0 <= i < j < N }` \
             (parameters stand in front)",
        ),
        other => fault(&other.to_string()),
    };
    let is_relation = is_relation(&item.text);
    if !is_relation
        && item
            .text
            .rsplit_once('{')
            .is_some_and(|(_, body)| body.contains("->"))
    {
        return Err(unreadable(PolyError::Failed(String::new())));
    }
    let (set, elements, name) = match is_relation {
        true => {
            let map = Map::parse(ctx, &item.text).map_err(unreadable)?;
            let (from, to) = map.names()?;
            let (left, right) = map.dims()?;
            if from != to || left != right {
                return Err(fault(
                    "a conflict is between elements of one array: both sides must be alike",
                ));
            }
            let map = map.without_names()?;
            let elements = map.domain()?.union(&map.range()?)?;
            (map.deltas()?, Some(elements), from)
        }
        false => {
            let set = Set::parse(ctx, &item.text).map_err(unreadable)?;
            let name = set.name()?;
            (set.reset_tuple_id()?, None, name)
        }
    };
    let dims = set.dims()?;
    if dims == 0 || dims > MOST_DIMS {
        return Err(fault(&format!(
            "an array has 1 to {MOST_DIMS} dimensions, not {dims}"
        )));
    }
    if !set.is_bounded()? {
        return Err(fault(
            "the differences of the conflicts have no bound: an array has finitely many elements",
        ));
    }
    Ok(Differences {
        set,
        elements,
        name,
    })
}

/// Whether there is an arrow between the braces, outside of brackets.
fn is_relation(text: &str) -> bool {
    let body = text.split_once('{').map_or(text, |(_, body)| body);
    let mut depth = 0_i32;
    let mut previous = ' ';
    for c in body.chars() {
        match c {
            '[' | '(' => depth += 1,
            ']' | ')' => depth -= 1,
            '>' if previous == '-' && depth == 0 => return true,
            ':' => return false,
            _ => {}
        }
        previous = c;
    }
    false
}

/// The union of two sets, with the line of each.
fn together(
    before: Differences,
    first: usize,
    next: Differences,
    line: usize,
) -> Result<Differences, Fault> {
    let (n, m) = (before.set.dims()?, next.set.dims()?);
    if n != m {
        return Err(Fault::at(
            line,
            format!("this has {m} dimensions, but line {first} has {n}"),
        ));
    }
    if before.elements.is_some() != next.elements.is_some() {
        return Err(Fault::at(
            line,
            format!("this and line {first} must both be relations, or both differences"),
        ));
    }
    if before.elements.is_some() && before.name != next.name {
        return Err(Fault::at(
            line,
            format!("this is about another array than line {first}"),
        ));
    }
    let elements = match (&before.elements, &next.elements) {
        (Some(before), Some(next)) => Some(before.union(next)?),
        _ => None,
    };
    Ok(Differences {
        set: before.set.union(&next.set)?,
        elements,
        ..before
    })
}
