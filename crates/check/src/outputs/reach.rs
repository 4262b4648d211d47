//! Whether `after` touches only elements of the caller's memory that exist. Nothing is known of the
//! size of memory that a pointer leads to, except that `before` does not leave it: an object that
//! contains two elements contains those between them.

use super::difference::{Difference, Hazard, Sample};
use super::risks::{Occurrence, Risk, kept};
use super::terms::{Term, Terms};
use super::with;
use poly::{Map, Set, Space, any, equal, in_box, less_at, names};
use scop::{Access, AccessId, ArrayId, Certainty, Computation, Shared, System};
use std::collections::BTreeSet;

/// Proves that `after` touches no element of an object of unknown size, for the parameter values
/// of a context, that is not between elements which `before` touches. Accesses of `before` under
/// conditions on data count for such accesses of `after` alone; see [`conditional`] for whether the
/// conditions are the same.
///
/// The arrays of `after` for which this relies on the length in a declaration of `before`.
pub(crate) fn inside(
    before: &System,
    after: &System,
    context: &Set,
) -> Result<Vec<ArrayId>, Difference> {
    let whole = (read_whole(before), read_whole(after));
    let mut declared = Vec::new();
    for shared in &after.interface {
        let Some(reach) = Reach::of(after, shared) else {
            continue;
        };
        let accesses = after.scop.accesses_to(shared.array);
        let accesses = accesses.filter(|access| !after.unseen.contains(&access.statement));
        let mut accesses = accesses.peekable();
        if accesses.peek().is_none() {
            continue;
        }
        let [certain, possible] = reach.elements((before, &whole.0), context)?;
        for access in accesses {
            let known = match is_certain((after, &whole.1), access) {
                true => &certain,
                false => &possible,
            };
            let relation = reach.touched(after, access, context)?;
            let beyond = match known {
                Some(known) => relation.subtract_range(known)?,
                None => relation,
            };
            if beyond.is_empty()? {
                continue;
            }
            let beyond = match reach.declared(before)? {
                Some(declared) => beyond.subtract_range(&declared)?,
                None => beyond,
            };
            if let Some(pair) = beyond.smallest_pair()? {
                return Err(Difference::Beyond {
                    statement: access.statement,
                    access: access.id,
                    sample: Sample {
                        params: pair.params,
                        instance: pair.from,
                        element: pair.to,
                    },
                });
            }
            declared.push(shared.array);
        }
    }
    declared.dedup();
    Ok(declared)
}

/// The reads of `after` under conditions on data of elements that exist only if `before` touches
/// them under such conditions, for the parameter values of a context. The occurrences are all of
/// `after`.
pub(crate) fn conditional(
    before: &System,
    (after, all): (&Terms, &[Occurrence]),
    context: &Set,
) -> Result<Vec<Risk>, Difference> {
    let system = after.system;
    let whole = read_whole(before);
    let mut risks = Vec::new();
    for shared in &system.interface {
        let is_conditional = |access: &Access| system.conditional[access.id.0 as usize];
        let reach = Reach::of(system, shared);
        let Some(reach) =
            reach.filter(|_| system.scop.accesses_to(shared.array).any(is_conditional))
        else {
            continue;
        };
        let [certain, _] = reach.elements((before, &whole), context)?;
        for place in all {
            let event = after.event_of(place.term);
            let Some(event) = event.filter(|event| event.array == shared.array) else {
                continue;
            };
            if !is_conditional_read(after, place)? {
                continue;
            }
            let touched = reach.without_rows(system, shared.array, &event.elements)?;
            let touched = touched.intersect_domain(&place.instances)?;
            let beyond = match &certain {
                Some(certain) => touched.subtract_range(certain)?,
                None => touched,
            };
            let instances = beyond.domain()?;
            if !instances.is_empty()? {
                risks.push(Risk {
                    hazard: Hazard::Beyond,
                    place: Occurrence {
                        instances,
                        ..place.clone()
                    },
                });
            }
        }
    }
    Ok(risks)
}

/// Whether a term reads one element under conditions on data that are known. A store under a
/// condition keeps the old value where that does not hold, which is no read.
fn is_conditional_read(terms: &Terms, place: &Occurrence) -> poly::Result<bool> {
    let Term::Read(event) = terms.term(place.term) else {
        return Ok(false);
    };
    let event = terms.event(*event);
    let is_conditional = |access: AccessId| terms.system.conditional[access.0 as usize];
    let kept = kept(terms, place.home)?;
    let is_old = kept.is_some_and(|kept| kept.old == place.term);
    let is_known = !event.is_part && !place.conditions.is_empty() && !is_old;
    Ok(is_known && event.access.is_some_and(is_conditional))
}

/// The pairs of instances in which two conditional reads find the same element of an object of
/// unknown size: `{ X -> Y }`.
pub(crate) fn same_element(
    (before, a): (&Terms, &Occurrence),
    (after, b): (&Terms, &Occurrence),
) -> poly::Result<Option<Map>> {
    if !is_conditional_read(before, a)? {
        return Ok(None);
    }
    let (Some((one, first)), Some((other, second))) = (found(before, a)?, found(after, b)?) else {
        return Ok(None);
    };
    let is_same = one.object == other.object && one.dims == other.dims;
    match is_same {
        true => Ok(Some(first.apply_range(&second.reverse()?)?)),
        false => Ok(None),
    }
}

/// The object that a term reads, and the elements.
fn found<'s>(terms: &Terms<'s>, place: &Occurrence) -> poly::Result<Option<(Reach<'s>, Map)>> {
    let system = terms.system;
    let Some(event) = terms.event_of(place.term) else {
        return Ok(None);
    };
    let mut interface = system.interface.iter();
    let shared = interface.find(|shared| shared.array == event.array);
    let Some(reach) = shared.and_then(|shared| Reach::of(system, shared)) else {
        return Ok(None);
    };
    let elements = reach.without_rows(system, event.array, &event.elements)?;
    Ok(Some((reach, elements)))
}

/// How the elements of an object of unknown size follow each other.
struct Reach<'s> {
    object: &'s str,
    /// Dimensions without those of declared rows.
    dims: usize,
    /// The first of them in whose order elements follow each other: the last one without an extent.
    open: usize,
}

impl<'s> Reach<'s> {
    /// That of an array; `None` if its size is known.
    fn of(system: &System, shared: &'s Shared) -> Option<Reach<'s>> {
        let shape = &system.scop.array(shared.array).shape;
        let dims = shape.len().checked_sub(shared.whole_dims)?;
        let open = shape.iter().take(dims).rposition(Option::is_none)?;
        Some(Reach {
            object: &shared.object,
            dims,
            open,
        })
    }

    /// The elements between those that a system touches, certainly and possibly; `None` without
    /// any.
    fn elements(
        &self,
        (system, whole): (&System, &BTreeSet<AccessId>),
        context: &Set,
    ) -> Result<[Option<Set>; 2], Difference> {
        let (mut certain, mut possible) = (None, None);
        for shared in system.interface.iter().filter(|s| s.object == self.object) {
            if Reach::of(system, shared).is_none_or(|reach| reach.dims != self.dims) {
                continue;
            }
            let accesses = system.scop.accesses_to(shared.array);
            for access in accesses.filter(|a| !system.unseen.contains(&a.statement)) {
                let elements = self.touched(system, access, context)?.range()?;
                if is_certain((system, whole), access) {
                    certain = Some(with(certain, elements.clone())?);
                }
                possible = Some(with(possible, elements)?);
            }
        }
        for (_, params) in system
            .met
            .iter()
            .filter(|(object, _)| object == self.object)
        {
            let first = self.first(params)?;
            certain = Some(with(certain, first.clone())?);
            possible = Some(with(possible, first)?);
        }
        let between = |set: Option<Set>| set.map(|set| self.between(&set)).transpose();
        Ok([between(certain)?, between(possible)?])
    }

    /// The elements that an array has by its declaration in a system.
    fn declared(&self, system: &System) -> Result<Option<Set>, Difference> {
        let mut parts = system.interface.iter().filter(|s| s.object == self.object);
        let Some(length) = parts.find_map(|s| s.declared.as_ref()) else {
            return Ok(None);
        };
        if self.dims != 1 {
            return Ok(None);
        }
        let x = names("x", 1);
        let inside = in_box(&x, [length]);
        Ok(Some(system.scop.space().points(&x, inside)?))
    }

    /// The first element, for some parameter values.
    fn first(&self, params: &Set) -> poly::Result<Set> {
        Set::origin(params.context(), self.dims)?.intersect_params(params)
    }

    /// The elements that an access touches, without the dimensions of rows.
    fn touched(&self, system: &System, access: &Access, context: &Set) -> Result<Map, Difference> {
        let domain = &system.scop.statement(access.statement).domain;
        let relation = access.relation.intersect_domain(domain)?;
        let relation = relation.intersect_params(context)?;
        Ok(self.without_rows(system, access.array, &relation)?)
    }

    /// Without the dimensions of rows.
    fn without_rows(&self, system: &System, array: ArrayId, elements: &Map) -> poly::Result<Map> {
        let x = names("x", elements.dims()?.1.max(self.dims));
        let first = Space::plain(elements.context()).images(&x, &x[..self.dims])?;
        elements.apply_range(&first.with_domain_name(&system.scop.array(array).name)?)
    }

    /// The elements that are not before, and not after, all of a set.
    fn between(&self, set: &Set) -> poly::Result<Set> {
        let (x, y) = (names("x", self.dims), names("y", self.dims));
        let space = Space::plain(set.context());
        // A difference in one dimension after none in those before it, or none at all.
        let ordered = |first: &[String], second: &[String]| -> poly::Result<Map> {
            let different = (self.open..self.dims).map(|at| less_at(at, first, second));
            space.pairs(&x, &y, any(different.chain([equal(&x, &y)])))
        };
        let later = set.apply(&ordered(&x, &y)?)?;
        let earlier = set.apply(&ordered(&y, &x)?)?;
        later.intersect(&earlier)?.coalesce()
    }
}

/// Whether an access happens in each instance, to each related element.
fn is_certain((system, whole): (&System, &BTreeSet<AccessId>), access: &Access) -> bool {
    let is_conditional = system.conditional[access.id.0 as usize];
    !is_conditional && access.certainty == Certainty::Must && !whole.contains(&access.id)
}

/// The accesses that hand on a whole array, of which some elements may be read.
fn read_whole(system: &System) -> BTreeSet<AccessId> {
    let mut found = BTreeSet::new();
    let mut left: Vec<&Computation> = system.computations.iter().collect();
    while let Some(computation) = left.pop() {
        match computation {
            Computation::ReadAll(access) => _ = found.insert(*access),
            Computation::Apply { operands, .. } => left.extend(operands),
            Computation::Choose { then, other, .. } => left.extend([&**then, &**other]),
            Computation::Read(_) | Computation::Integer(_) => {}
        }
    }
    found
}
