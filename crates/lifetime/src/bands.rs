//! Which loops may be tiled: bands in which no dependence has a negative component (Wolf, Lam
//! 1991).

use crate::order::Dependences;
use poly::{Map, Result, Set, Space, names, zero};
use scop::{Scop, StmtId};
use std::collections::BTreeMap;

/// Adds to each statement the tilable bands around it that no directive states: in each perfect
/// nest, from the outermost loop on, the longest runs of at least two loops in which no dependence
/// between statements of the nest decreases, unless a loop outside of the run carries it.
///
/// # Errors
///
/// If the sets are too complex for the budget of the scop's context: then nothing is added.
pub fn mark_bands(scop: &mut Scop) -> Result<()> {
    let nests = nests(scop)?;
    let mut found: Vec<(&Nest, Vec<usize>)> = Vec::new();
    for nest in nests.iter().filter(|nest| nest.loops.len() > 1) {
        let distances = distances(scop, nest)?;
        for run in unstated_runs(scop, nest) {
            for band in bands(scop, &distances, &run)? {
                found.push((nest, band));
            }
        }
    }
    for (nest, band) in found {
        for id in &nest.statements {
            let tilable = &mut scop.statements[id.0 as usize].tilable;
            tilable.push(band.clone());
            tilable.sort_unstable();
        }
    }
    Ok(())
}

/// Statements inside the same loops, with the same positions between them.
struct Nest {
    statements: Vec<StmtId>,
    /// The coordinates of time of the loops that all statements share, except those of larger
    /// nests.
    loops: Vec<usize>,
}

/// The nests of a scop, each once.
fn nests(scop: &Scop) -> Result<Vec<Nest>> {
    let mut fixed = Vec::new();
    for statement in &scop.statements {
        let time = statement.schedule.intersect_domain(&statement.domain)?;
        let coordinates = (0..scop.time_dims).map(|d| time.fixed_output(d));
        fixed.push(coordinates.collect::<Result<Vec<_>>>()?);
    }
    let mut found = Vec::new();
    let all = scop.statements.iter().map(|s| s.id).collect();
    descend(&fixed, all, 0, &mut found);
    Ok(found)
}

/// Adds the nest of statements that agree in all positions before `from`, and the nests inside it.
fn descend(
    fixed: &[Vec<Option<i64>>],
    statements: Vec<StmtId>,
    from: usize,
    found: &mut Vec<Nest>,
) {
    let dims = statements.first().map_or(0, |s| fixed[s.0 as usize].len());
    let mut loops = Vec::new();
    for d in from..dims {
        let position = |s: &StmtId| fixed[s.0 as usize][d];
        if statements.iter().any(|s| position(s).is_none()) {
            loops.push(d);
            continue;
        }
        let mut parts: BTreeMap<Option<i64>, Vec<StmtId>> = BTreeMap::new();
        for statement in &statements {
            parts
                .entry(position(statement))
                .or_default()
                .push(*statement);
        }
        if parts.len() > 1 {
            for part in parts.into_values() {
                descend(fixed, part, d + 1, found);
            }
            break;
        }
    }
    found.push(Nest { statements, loops });
}

/// The loops of a nest outside of all stated bands; the loops before and after such a band are
/// different runs.
fn unstated_runs(scop: &Scop, nest: &Nest) -> Vec<Vec<usize>> {
    let is_stated = |d: &usize| {
        let mut bands = nest
            .statements
            .iter()
            .flat_map(|s| &scop.statement(*s).tilable);
        bands.any(|band| band.contains(d))
    };
    let runs = nest.loops.split(is_stated);
    runs.map(<[usize]>::to_vec).collect()
}

/// `{ [u - t] : an instance at u depends on one at t }` for the statements of a nest, one set for
/// each pair of accesses.
fn distances(scop: &Scop, nest: &Nest) -> Result<Vec<Set>> {
    let dependences = Dependences::new(scop)?;
    let inside = |statement: &StmtId| nest.statements.contains(statement);
    let accesses = || scop.accesses.iter().filter(|a| inside(&a.statement));
    let schedule = |id: StmtId| -> &Map { &scop.statement(id).schedule };
    let mut found = Vec::new();
    for first in accesses() {
        for second in accesses() {
            if let Some(pairs) = dependences.between(first, second)? {
                let times = pairs.apply_domain(schedule(first.statement))?;
                let times = times.apply_range(schedule(second.statement))?;
                found.push(times.deltas()?);
            }
        }
    }
    Ok(found)
}

/// Splits a run of loops into bands.
fn bands(scop: &Scop, distances: &[Set], run: &[usize]) -> Result<Vec<Vec<usize>>> {
    let mut found = Vec::new();
    let mut rest = run;
    while let Some(first) = rest.first() {
        let mut length = 1;
        while length < rest.len() && !decreases(scop, distances, *first, rest[length])? {
            length += 1;
        }
        let (band, inner) = rest.split_at(length);
        if band.len() > 1 {
            found.push(band.to_vec());
        }
        rest = inner;
    }
    Ok(found)
}

/// Whether coordinate `dim` decreases in a dependence that no coordinate before `first` carries.
fn decreases(scop: &Scop, distances: &[Set], first: usize, dim: usize) -> Result<bool> {
    let d = names("d", scop.time_dims);
    let condition = format!("{} and {} < 0", zero(&d[..first]), d[dim]);
    let decreasing = Space::plain(&scop.ctx).points(&d, condition)?;
    for set in distances {
        if !set.intersect(&decreasing)?.is_empty()? {
            return Ok(true);
        }
    }
    Ok(false)
}
