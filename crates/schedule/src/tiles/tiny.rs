//! Sizes at which the forms of a nest do not keep all dependences: so small that borders meet.

use super::dependences::{Dependence, Detail, Instances, Pairs};
use super::{Bands, TileUnit};
use poly::{Expr, Result, Set, names};
use scop::{Scop, System};
use std::collections::BTreeMap;

/// Larger sizes are not tiny.
const MOST: i64 = 16;
/// Two borders without points between them.
const BORDERS: i64 = 2;

/// The sizes up to which the order of tiles is wrong, by the spelling of a parameter: tiles are
/// right where all of these are larger. `None` if no such sizes are known.
///
/// # Errors
///
/// If the operation budget is used up.
pub fn tiny_sizes(
    system: &System,
    units: &[TileUnit],
    outer: usize,
    bands: &Bands,
) -> Result<Option<BTreeMap<String, i64>>> {
    let Some(instances) = Instances::new(system, units, outer)? else {
        return Ok(None);
    };
    let mut sizes = BTreeMap::new();
    for dependence in instances.dependences(Detail::Differences)? {
        for wrong in against(&system.scop, units, &dependence, bands)? {
            for piece in wrong.coalesce()?.pieces()? {
                let Some((name, most)) = bound(&system.scop, &piece)? else {
                    return Ok(None);
                };
                let known = sizes.entry(name).or_insert(BORDERS);
                *known = most.max(BORDERS).max(*known);
            }
        }
    }
    Ok(Some(sizes))
}

/// By dimension, the parameter values for which a second instance is in an earlier tile.
fn against(
    scop: &Scop,
    units: &[TileUnit],
    dependence: &Dependence,
    bands: &Bands,
) -> Result<Vec<Set>> {
    let Pairs::Exact(pieces) = &dependence.pairs else {
        return Ok(Vec::new());
    };
    let (first, second) = dependence.units;
    let [from, to] = [("c", first), ("d", second)]
        .map(|(letter, unit)| names(letter, units[unit].counters.len()));
    let mut found = Vec::new();
    for (earlier, later) in bands.forms[first].iter().zip(&bands.forms[second]) {
        let earlier = in_names(scop, (&units[first], &from), earlier);
        let later = in_names(scop, (&units[second], &to), later);
        let backwards = { scop.space() }.pairs(&from, &to, format!("{later} < {earlier}"))?;
        let backwards = backwards.wrap()?;
        for piece in pieces {
            let wrong = piece.reset_tuple_id()?.intersect(&backwards)?;
            found.push(wrong.params()?.intersect(&scop.context)?);
        }
    }
    Ok(found)
}

/// A form in the names of the scop and of counters.
fn in_names(scop: &Scop, (unit, names): (&TileUnit, &[String]), form: &Expr) -> Expr {
    form.substitute(&|name| {
        let own = unit.counters.iter().rposition(|c| c.name == name);
        let param = || scop.params.iter().find(|p| p.spelling == name);
        let found = own.map(|at| names[at].as_str());
        found
            .or_else(|| param().map(|p| p.name.as_str()))
            .map(Expr::var)
    })
}

/// The parameter with the least upper bound, and this bound.
fn bound(scop: &Scop, values: &Set) -> Result<Option<(String, i64)>> {
    for most in 0..=MOST {
        for param in &scop.params {
            if scop.holds(values, &format!("{} <= {most}", param.name))? {
                return Ok(Some((param.spelling.clone(), most)));
            }
        }
    }
    Ok(None)
}
