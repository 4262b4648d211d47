//! Boxes of arrays: where `before` is defined, and whether `after` stays inside its arrays; and
//! whether a system is of the form that the proof needs.

use super::difference::{Difference, Obstacle, Sample};
use super::identical::{accesses_of, position};
use poly::{Map, PolyError, Set, in_box, names};
use scop::{
    Access, AccessId, AccessKind, Array, Certainty, Computation, Statement, StmtId, System,
};
use std::collections::BTreeMap;

/// The parameter values for which the accesses of `before` that certainly happen stay in their
/// arrays, and the accesses that do not for all of the context.
pub(crate) fn defined(system: &System) -> Result<(Set, Vec<AccessId>), Difference> {
    let mut context = system.scop.context.clone();
    let mut undefined = Vec::new();
    for access in &system.scop.accesses {
        if system.conditional[access.id.0 as usize] {
            continue;
        }
        let outside = outside(system, access)?.intersect_params(&context)?;
        if !outside.is_empty()? {
            context = context.subtract(&outside.params()?)?.coalesce()?;
            undefined.push(access.id);
        }
    }
    match context.is_empty()? {
        true => Err(Difference::Undefined {
            accesses: undefined,
        }),
        false => Ok((context, undefined)),
    }
}

/// Proves that `after` is defined for the parameter values of a context, and that all its accesses
/// stay in their arrays, but those under conditions on data which are returned.
pub(crate) fn inside(system: &System, context: &Set) -> Result<Vec<AccessId>, Difference> {
    let undefined = context.subtract(&system.scop.context)?;
    if let Some(params) = undefined.smallest_params()? {
        return Err(Difference::Narrower { params });
    }
    let mut leaving = Vec::new();
    for access in &system.scop.accesses {
        let outside = outside(system, access)?.intersect_params(context)?;
        if system.conditional[access.id.0 as usize] {
            leaving.extend((!outside.is_empty()?).then_some(access.id));
        } else if let Some(difference) = difference(system, access, &outside)? {
            return Err(difference);
        }
    }
    Ok(leaving)
}

/// The difference because of pairs of an access that are not in its array, if there are any.
pub(super) fn difference(
    system: &System,
    access: &Access,
    outside: &Map,
) -> Result<Option<Difference>, Difference> {
    Ok(outside.smallest_pair()?.map(|pair| Difference::Outside {
        statement: access.statement,
        access: access.id,
        is_conditional: system.conditional[access.id.0 as usize],
        sample: Sample {
            params: pair.params,
            instance: pair.from,
            element: pair.to,
        },
    }))
}

/// The pairs of an access whose element is not in the array.
pub(super) fn outside(system: &System, access: &Access) -> Result<Map, Difference> {
    let array = system.scop.array(access.array);
    let domain = &system.scop.statement(access.statement).domain;
    let relation = access.relation.intersect_domain(domain)?;
    Ok(relation.subtract_range(&elements(system, array)?)?)
}

/// `{ A[x] : in its box }`
pub(crate) fn elements(system: &System, array: &Array) -> Result<Set, Difference> {
    let x = names("x", array.shape.len());
    match system.scop.space().points(&x, in_box(&x, &array.shape)) {
        Err(PolyError::Failed(_)) => Err(undecided("the size of an array is not affine")),
        other => Ok(other?.named(&array.name)?),
    }
}

/// Checks what the proof relies on: one write per statement, which certainly happens, to one
/// element; reads and times for every instance; no infinite chain of instances of which each reads
/// what the next one writes. A chain visits each instance at most once, so it is finite if it
/// visits finitely many instances of each statement.
pub(crate) fn is_system(system: &System) -> Result<(), Difference> {
    let scop = &system.scop;
    if scop.statements.iter().any(|s| !s.parallel.is_empty()) {
        return Err(undecided("threads share the iterations of a loop"));
    }
    if scop.statements.len() != system.computations.len()
        || scop.accesses.len() != system.conditional.len()
    {
        return Err(undecided("a statement has no computation"));
    }
    let mut writes = vec![0; scop.statements.len()];
    for access in &scop.accesses {
        if access.kind == AccessKind::Write {
            writes[access.statement.0 as usize] += 1;
        }
    }
    if writes.iter().any(|count| *count != 1) {
        return Err(undecided("a statement does not store exactly one value"));
    }
    scop.accesses
        .iter()
        .try_for_each(|a| is_certain(system, a))?;
    let mut times = Times::new(system);
    for (statement, computation) in scop.statements.iter().zip(&system.computations) {
        if !statement.domain.is_bounded()? && !is_fill(system, statement, &mut times)? {
            return Err(undecided("a statement has infinitely many iterations"));
        }
        let times = statement.schedule.domain()?;
        if !statement.domain.is_subset(&times)? || !statement.schedule.is_single_valued()? {
            return Err(undecided("a statement has no time"));
        }
        single_reads(system, computation, &statement.domain)?;
    }
    Ok(())
}

/// Whether a statement stores in each element of an array once at a time, as a function of another
/// file does that gets the array. Its instances form finitely many blocks of time, in each of which
/// nothing else happens, and none reads what others of its block write: a chain visits each block
/// at most once.
fn is_fill(
    system: &System,
    statement: &Statement,
    times: &mut Times<'_>,
) -> Result<bool, Difference> {
    let own: Vec<&Access> = accesses_of(&system.scop, statement.id).collect();
    let Some(write) = own.iter().find(|a| a.kind == AccessKind::Write) else {
        return Ok(false);
    };
    let is_own = |a: &&&Access| a.kind == AccessKind::Read && a.array == write.array;
    for read in own.iter().filter(is_own) {
        let read = read.relation.intersect_domain(&statement.domain)?;
        if !read.is_subset(&write.relation)? {
            return Ok(false);
        }
    }
    let all = times.all(statement)?;
    for dims in (1..=system.scop.time_dims).rev() {
        if !all.truncated(dims)?.is_bounded()? {
            continue;
        }
        let others = system.scop.statements.iter();
        for other in others.filter(|other| other.id != statement.id) {
            if times.meet((statement, other), dims)? {
                return Ok(false);
            }
        }
        return is_once_in_each_block(statement, write, dims);
    }
    Ok(false)
}

/// The times of the statements of a system, once they are needed.
struct Times<'s> {
    /// The coordinates that are constants.
    positions: BTreeMap<StmtId, Vec<Option<i64>>>,
    system: &'s System,
}

impl<'s> Times<'s> {
    fn new(system: &'s System) -> Self {
        Times {
            positions: BTreeMap::new(),
            system,
        }
    }

    /// All times of a statement.
    fn all(&self, statement: &Statement) -> poly::Result<Set> {
        statement
            .schedule
            .intersect_domain(&statement.domain)?
            .range()
    }

    /// Whether two statements have times with the same first coordinates.
    fn meet(&mut self, (a, b): (&Statement, &Statement), dims: usize) -> poly::Result<bool> {
        for statement in [a, b] {
            if !self.positions.contains_key(&statement.id) {
                let found = position(statement, &self.system.scop.context)?;
                self.positions.insert(statement.id, found);
            }
        }
        let pairs = self.positions[&a.id].iter().zip(&self.positions[&b.id]);
        let differ = |(a, b): (&Option<i64>, &Option<i64>)| a.is_some() && b.is_some() && a != b;
        if pairs.take(dims).any(differ) {
            return Ok(false);
        }
        let (a, b) = (self.all(a)?.truncated(dims)?, self.all(b)?.truncated(dims)?);
        Ok(!a.is_disjoint(&b)?)
    }
}

/// Whether the instances with the same first components of their times write different elements.
fn is_once_in_each_block(
    statement: &Statement,
    write: &Access,
    dims: usize,
) -> Result<bool, Difference> {
    let times = statement.schedule.intersect_domain(&statement.domain)?;
    let later: Vec<usize> = (dims..times.dims()?.1).collect();
    let blocks = times.without_outputs(&later)?;
    let written = write.relation.intersect_domain(&statement.domain)?;
    let placed = blocks.flat_range_product(&written.without_range_name()?)?;
    Ok(placed.reverse()?.is_single_valued()?)
}

/// Whether an access is one that certainly happens in every instance.
fn is_certain(system: &System, access: &Access) -> Result<(), Difference> {
    let domain = &system.scop.statement(access.statement).domain;
    let relation = access.relation.intersect_domain(domain)?;
    if access.kind == AccessKind::Write
        && (access.certainty != Certainty::Must || !relation.is_single_valued()?)
    {
        return Err(undecided("a write may touch one of several elements"));
    }
    match access.kind == AccessKind::Read || domain.is_subset(&relation.domain()?)? {
        true => Ok(()),
        false => Err(undecided("a write has no element")),
    }
}

/// Checks that each read of a single value has one element in each instance that needs it.
fn single_reads(
    system: &System,
    computation: &Computation,
    instances: &Set,
) -> Result<(), Difference> {
    match computation {
        Computation::Read(id) => {
            let relation = system
                .scop
                .access(*id)
                .relation
                .intersect_domain(instances)?;
            let is_total = instances.is_subset(&relation.domain()?)?;
            match is_total && relation.is_single_valued()? {
                true => Ok(()),
                false => Err(undecided("a read may touch one of several elements")),
            }
        }
        Computation::ReadAll(_) | Computation::Integer(_) => Ok(()),
        Computation::Apply { operands, .. } => {
            let mut operands = operands.iter();
            operands.try_for_each(|o| single_reads(system, o, instances))
        }
        Computation::Choose { when, then, other } => {
            single_reads(system, then, &instances.intersect(when)?)?;
            single_reads(system, other, &instances.subtract(when)?)
        }
    }
}

/// An open question without a place.
pub(crate) fn undecided(why: &'static str) -> Difference {
    Difference::Undecided {
        why: Obstacle::Reason(why),
        trace: None,
    }
}
