//! The sizes at which an array is shown, and its history there.

use super::accesses::Accesses;
use crate::decide::Outcome;
use crate::functions::Decided;
use crate::options::Options;
use lifetime::{History, Recorder, small_sizes};
use poly::{Expr, Result, Set, Space, all, names};
use report::{LifeEvidence, StepEvidence};
use scop::{Access, AccessId, ArrayId, Param, Scop};
use std::collections::BTreeMap;

/// Accesses that are listed.
const MOST_ACCESSES: usize = 8_000;
/// The smallest sizes that are tried, the first choice first.
const BASES: [i64; 6] = [8, 6, 12, 10, 5, 4];
/// Sizes up to here are shown as they are in the user's file.
const LARGEST_REAL: i64 = 16;
/// The subscripts that are shown where sizes are fixed, the first choice first.
const WINDOWS: [i64; 4] = [12, 8, 4, 2];

/// An array at small sizes.
pub(super) struct Shown {
    params: Vec<(String, i64)>,
    pub(super) extents: Vec<i64>,
    /// The elements that are shown, if they are only a part of the array, from its first one.
    pub(super) window: Option<Set>,
    pub(super) history: History,
}

/// The history of an array at the first sizes that serve; `None` if it is too long at all of them.
pub(super) fn shown(decided: &Decided<'_>, options: &Options) -> Result<Option<Shown>> {
    let scop = decided.region.scop_of(decided.candidate);
    let samples = samples(scop, options);
    let named: Vec<(&str, i64)> = samples.iter().map(|(n, v)| (n.as_str(), *v)).collect();
    let mut points = vec![samples.clone()];
    points.extend(BASES.iter().flat_map(|base| small_sizes(&named, *base)));
    let recorder = Recorder::new(scop, decided.candidate.array, options.lifetime, None)?;
    let mut second = None;
    for (k, point) in points.iter().enumerate() {
        let Some(extents) = extents(decided, point) else {
            continue;
        };
        let sizes = extents.iter().flatten();
        let is_small = sizes
            .chain(point.iter().map(|(_, value)| value))
            .all(|size| *size <= LARGEST_REAL);
        if k == 0 && !is_small {
            continue;
        }
        if let Some(shown) = at(&recorder, point, extents, None)? {
            if shrinks(decided, &shown) {
                return Ok(Some(shown));
            }
            second = second.or(Some(shown));
        }
    }
    match second {
        Some(shown) => Ok(Some(shown)),
        None => in_window(decided, options, &points),
    }
}

/// The history of the first elements at the first sizes that serve.
fn in_window(
    decided: &Decided<'_>,
    options: &Options,
    points: &[Vec<(String, i64)>],
) -> Result<Option<Shown>> {
    let (scop, array) = (
        decided.region.scop_of(decided.candidate),
        decided.candidate.array,
    );
    let name = &scop.array(array).name;
    let dims = scop.array(array).shape.len();
    for width in WINDOWS {
        let x = names("x", dims);
        let below = all(x.iter().map(|x| format!("{x} < {width}")));
        let window = Space::plain(&scop.ctx).points(&x, below)?.named(name)?;
        let recorder = Recorder::new(scop, array, options.lifetime, Some(&window))?;
        for point in points.iter().skip(1).chain(points.first()) {
            let Some(extents) = extents(decided, point) else {
                continue;
            };
            let extents = extents.iter().map(|e| e.map(|e| e.min(width)));
            let extents = extents.collect();
            if let Some(shown) = at(&recorder, point, extents, Some(&window))? {
                return Ok(Some(shown));
            }
        }
    }
    Ok(None)
}

/// The history at a point, if there is one that is short enough.
fn at(
    recorder: &Recorder,
    point: &[(String, i64)],
    extents: Vec<Option<i64>>,
    window: Option<&Set>,
) -> Result<Option<Shown>> {
    let values: Vec<(&str, i64)> = point.iter().map(|(n, v)| (n.as_str(), *v)).collect();
    let history = recorder.at(&values, MOST_ACCESSES)?;
    let history = history.filter(|h| !h.lives.is_empty());
    Ok(history.map(|history| Shown {
        params: point.to_vec(),
        extents: known(extents, &history),
        window: window.cloned(),
        history,
    }))
}

/// Whether the fold has fewer cells at these sizes, as it has at large ones.
fn shrinks(decided: &Decided<'_>, shown: &Shown) -> bool {
    let Outcome::Folded(choice) = &decided.decision.outcome else {
        return true;
    };
    let after = super::mapping::at(&choice.mapping, shown);
    after.is_some_and(|m| m.moduli.iter().product::<i64>() < shown.extents.iter().product())
}

fn samples(scop: &Scop, options: &Options) -> Vec<(String, i64)> {
    let value = |p: &Param| options.sample(&p.spelling).unwrap_or(p.sample);
    let samples = scop.params.iter().map(|p| (p.name.clone(), value(p)));
    samples.collect()
}

/// The extents at a point, as far as they are known; `None` if one is not positive.
fn extents(decided: &Decided<'_>, point: &[(String, i64)]) -> Option<Vec<Option<i64>>> {
    let value = |name: &str| point.iter().find(|(n, _)| n == name).map(|(_, v)| *v);
    let scop = decided.region.scop_of(decided.candidate);
    let shape = &scop.array(decided.candidate.array).shape;
    let found = &decided.decision.extents;
    let extents: Vec<Option<Expr>> = match found.len() == shape.len() {
        true => found.iter().cloned().map(Some).collect(),
        false => shape.clone(),
    };
    let extents = extents
        .iter()
        .map(|e| e.as_ref().and_then(|e| e.eval(&value)));
    let extents: Vec<Option<i64>> = extents.collect();
    let is_empty = extents.iter().flatten().any(|e| *e < 1);
    (!is_empty).then_some(extents)
}

/// The extents; if one is not known, the used one.
fn known(extents: Vec<Option<i64>>, history: &History) -> Vec<i64> {
    let used = |d: usize| {
        let subscripts = history.lives.iter().filter_map(|l| l.element.get(d));
        subscripts.max().map_or(1, |most| most + 1)
    };
    let extents = extents.iter().enumerate();
    extents.map(|(d, e)| e.unwrap_or_else(|| used(d))).collect()
}

impl Shown {
    /// All parameters.
    pub(super) fn values(&self) -> impl Iterator<Item = (&str, i64)> {
        self.params.iter().map(|(n, v)| (n.as_str(), *v))
    }

    /// The value of a parameter.
    pub(super) fn value(&self, name: &str) -> Option<i64> {
        self.values().find(|(n, _)| *n == name).map(|(_, v)| v)
    }

    /// The parameters as the user spells them.
    pub(super) fn params_of(&self, scop: &Scop) -> BTreeMap<String, i64> {
        let value = |p: &Param| Some((p.spelling.clone(), self.value(&p.name)?));
        scop.params.iter().filter_map(value).collect()
    }

    /// All elements that are shown.
    pub(super) fn elements(&self) -> Vec<Vec<i64>> {
        let first = vec![Vec::new()];
        self.extents
            .iter()
            .fold(first, |all: Vec<Vec<i64>>, extent| {
                let longer = |x: Vec<i64>| (0..*extent).map(move |k| [x.as_slice(), &[k]].concat());
                all.into_iter().flat_map(longer).collect()
            })
    }

    /// The access that writes the first value.
    pub(super) fn first_write(&self) -> Option<AccessId> {
        self.history.lives.iter().find_map(|life| life.write)
    }

    /// The access that is the last read of the most values.
    pub(super) fn last_read(&self) -> Option<AccessId> {
        let mut counts: BTreeMap<AccessId, usize> = BTreeMap::new();
        for id in self.history.lives.iter().filter_map(|l| l.last_read) {
            *counts.entry(id).or_default() += 1;
        }
        let most = counts.into_iter().rev().max_by_key(|(_, count)| *count);
        most.map(|(id, _)| id)
    }

    /// The values, in the order of their writes.
    pub(super) fn lives(&self, accesses: &Accesses) -> Vec<LifeEvidence> {
        let lives = self.history.lives.iter();
        let evidence = lives.map(|life| LifeEvidence {
            element: life.element.clone(),
            write: life.write.and_then(|id| accesses.position(id)),
            last_read: life.last_read.and_then(|id| accesses.position(id)),
            is_needed_after: life.is_needed_after,
            steps: life.steps,
        });
        evidence.collect()
    }

    /// The steps, with the counters of the loops around them; without those that are too many to
    /// list.
    pub(super) fn steps(&self, scop: &Scop, array: ArrayId) -> Result<Vec<StepEvidence>> {
        let mut counters: BTreeMap<Vec<i64>, Vec<i64>> = BTreeMap::new();
        for access in scop.accesses_to(array) {
            counters.extend(self.counters(scop, access)?);
        }
        let evidence = self.history.events.iter().map(|event| StepEvidence {
            statement: event.statement.0 as usize,
            time: event.time.clone(),
            counters: {
                let names = &scop.statement(event.statement).iterators;
                let values = counters.get(&event.time).into_iter().flatten();
                names.iter().cloned().zip(values.copied()).collect()
            },
        });
        Ok(evidence.collect())
    }

    /// The counters of the statement of an access, at each time at which it touches an element that
    /// is shown.
    fn counters(&self, scop: &Scop, access: &Access) -> Result<Vec<(Vec<i64>, Vec<i64>)>> {
        let statement = scop.statement(access.statement);
        let touching = match &self.window {
            Some(window) => access.relation.intersect_range(window)?.domain()?,
            None => access.relation.domain()?,
        };
        let instances = touching.intersect(&statement.domain)?;
        let instances = statement.schedule.intersect_domain(&instances)?.wrap()?;
        let points = instances.fix_params(self.values())?.points(MOST_ACCESSES)?;
        let split = |point: Vec<i64>| {
            let (counters, time) = point.split_at(statement.iterators.len());
            (time.to_vec(), counters.to_vec())
        };
        Ok(points.unwrap_or_default().into_iter().map(split).collect())
    }
}
