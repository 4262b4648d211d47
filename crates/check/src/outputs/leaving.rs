//! Accesses under conditions on data that leave their arrays if the conditions hold. Where `before`
//! has one under the same conditions for the same parameter values, it is undefined, and `after`
//! may do anything.

use super::bounds::{difference, outside};
use super::difference::{Difference, Hazard};
use super::risks::{Condition, Occurrence, Risk, kept};
use super::terms::{Term, Terms};
use poly::Set;
use scop::{Access, AccessId, AccessKind};

/// Such accesses of a system for the parameter values of a context, among some. The occurrences are
/// all of the system. An error if the conditions of an access are not known.
pub(crate) fn risks(
    (terms, all): (&Terms, &[Occurrence]),
    context: &Set,
    accesses: &[AccessId],
) -> Result<Vec<Risk>, Difference> {
    let mut found = Vec::new();
    for id in accesses {
        let access = terms.system.scop.access(*id);
        let pairs = outside(terms.system, access)?.intersect_params(context)?;
        let mut left = pairs.clone();
        let own = all.iter().filter(|place| place.home == access.statement);
        for place in own {
            let conditions = match access.kind {
                AccessKind::Write => written(terms, place)?,
                AccessKind::Read => read(terms, place, access)?,
            };
            let Some(conditions) = conditions else {
                continue;
            };
            let own = pairs.intersect_domain(&place.instances)?;
            left = left.subtract(&own)?;
            if !own.is_empty()? {
                let place = Occurrence {
                    instances: own.domain()?,
                    conditions,
                    ..place.clone()
                };
                let hazard = Hazard::Outside(*id);
                found.push(Risk { hazard, place });
            }
        }
        if let Some(difference) = difference(terms.system, access, &left)? {
            return Err(difference);
        }
    }
    Ok(found
        .into_iter()
        .filter(|risk| !risk.place.conditions.is_empty())
        .collect())
}

/// All such accesses of a system whose conditions are known.
pub(crate) fn known(terms: &Terms, all: &[Occurrence], context: &Set) -> Vec<Risk> {
    let accesses = terms.system.scop.accesses.iter();
    let conditional = accesses.filter(|a| terms.system.conditional[a.id.0 as usize]);
    let risks = conditional.map(|access| risks((terms, all), context, &[access.id]));
    risks.filter_map(Result::ok).flatten().collect()
}

/// The conditions of the write of a statement, if this is its value.
fn written(terms: &Terms, place: &Occurrence) -> poly::Result<Option<Vec<Condition>>> {
    if place.term != terms.root(place.home) {
        return Ok(None);
    }
    let mut conditions = place.conditions.clone();
    conditions.extend(kept(terms, place.home)?.map(|kept| Condition {
        term: kept.condition,
        holds: kept.holds,
        at: None,
    }));
    Ok((!conditions.is_empty()).then_some(conditions))
}

/// The conditions of a read, if it is that of an access; none if a value is kept.
fn read(
    terms: &Terms,
    place: &Occurrence,
    access: &Access,
) -> poly::Result<Option<Vec<Condition>>> {
    let Term::Read(event) = terms.term(place.term) else {
        return Ok(None);
    };
    let event = terms.event(*event);
    if event.access != Some(access.id) || event.is_part {
        return Ok(None);
    }
    let is_kept = kept(terms, place.home)?.is_some_and(|kept| kept.old == place.term);
    Ok(match is_kept {
        true => Some(Vec::new()),
        false => Some(place.conditions.clone()).filter(|all| !all.is_empty()),
    })
}
