//! From the place of a failure back to an output, along single pairs of instances.

use super::attempt::{Attempt, Failure, Key, Origin, Part};
use super::claim::Sides;
use super::difference::{Place, Trace};
use super::terms::{Term, TermId, Terms};
use poly::Pair;

/// The most steps of a way; those next to the failure are kept.
const MOST_STEPS: usize = 2_000;

/// The way from an output to a failure.
pub(crate) struct Trail {
    pub(crate) trace: Trace,
    /// The pair of terms where the way ends because its relation was enlarged.
    pub(crate) assumed: Option<Key>,
    /// The element of the output in both systems.
    pub(crate) output: Option<(Key, Pair)>,
}

impl Trail {
    /// The way to the smallest pair of a failure; `None` if it has no pair.
    pub(crate) fn to(
        failure: &Failure,
        attempt: &Attempt,
        sides: &Sides,
    ) -> poly::Result<Option<Trail>> {
        let Some(mut pair) = failure.claim.pairs.smallest_pair()? else {
            return Ok(None);
        };
        let key = (failure.claim.before, failure.claim.after);
        let mut trail = Trail {
            trace: Trace::default(),
            assumed: None,
            output: None,
        };
        trail.trace.steps.push(places(sides, key, &pair));
        let mut node = &attempt.nodes[failure.node];
        while trail.trace.steps.len() < MOST_STEPS {
            let Some(part) = part_of(&node.parts, &pair)? else {
                trail.assumed = Some(node.key);
                break;
            };
            let Some(origin) = &part.origin else {
                trail.output = Some((node.key, pair.clone()));
                break;
            };
            let Some(earlier) = step_back(part, origin, &pair)? else {
                break;
            };
            pair = earlier;
            let key = (origin.claim.before, origin.claim.after);
            trail.trace.steps.push(places(sides, key, &pair));
            node = &attempt.nodes[origin.node];
        }
        trail.trace.steps.reverse();
        trail.trace.params = pair.params;
        trail.trace.is_complete = trail.output.is_some();
        Ok(Some(trail))
    }
}

/// The claim because of which a pair was looked at.
fn part_of<'a>(parts: &'a [Part], pair: &Pair) -> poly::Result<Option<&'a Part>> {
    for part in parts {
        if !part.pairs.only(pair)?.is_empty()? {
            return Ok(Some(part));
        }
    }
    Ok(None)
}

/// A pair of the claim that needs the claim about a pair.
fn step_back(part: &Part, origin: &Origin, pair: &Pair) -> poly::Result<Option<Pair>> {
    let mut pairs = part.pairs.only(pair)?;
    if let Some(before) = &origin.before {
        pairs = before.apply_range(&pairs)?;
    }
    if let Some(after) = &origin.after {
        pairs = pairs.apply_range(&after.reverse()?)?;
    }
    pairs.intersect(&origin.claim.pairs)?.smallest_pair()
}

fn places(sides: &Sides, (before, after): Key, pair: &Pair) -> (Place, Place) {
    (
        place(&sides.before.terms, before, &pair.from),
        place(&sides.after.terms, after, &pair.to),
    )
}

fn place(terms: &Terms, term: TermId, instance: &[i64]) -> Place {
    let statement = terms.home(term);
    let iterators = match statement {
        Some(id) => terms.system.scop.statement(id).iterators.len(),
        None => instance.len(),
    };
    Place {
        statement,
        instance: instance.iter().take(iterators).copied().collect(),
        access: terms.event_of(term).and_then(|event| event.access),
        is_initial: matches!(terms.term(term), Term::Start(_)),
    }
}
