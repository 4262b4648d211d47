//! The operations of a system that may be without a value, with the conditions under which they are
//! executed. Knows nothing of another system.

use super::claim::Side;
use super::difference::Hazard;
use super::partial::Ranges;
use super::terms::{Event, Term, TermId, Terms};
use poly::{Map, Set};
use scop::StmtId;
use std::collections::BTreeSet;

/// A term where it is computed.
#[derive(Clone)]
pub(crate) struct Occurrence {
    pub(super) term: TermId,
    pub(super) home: StmtId,
    /// `{ X : .. }`: the instances of its statement in which it is computed if its conditions hold.
    pub(super) instances: Set,
    pub(super) conditions: Vec<Condition>,
    /// The value decides more than the contents of an element.
    pub(super) is_used: bool,
}

/// A condition on data.
#[derive(Clone)]
pub(super) struct Condition {
    pub(super) term: TermId,
    pub(super) holds: bool,
    /// `{ X -> X' }`: the instance in which it was computed; `None` if it is the same.
    pub(super) at: Option<Map>,
}

/// An operation that may be without a value.
pub(crate) struct Risk {
    pub(super) hazard: Hazard,
    pub(super) place: Occurrence,
}

/// The operations of a system that may be without a value, among all its terms.
pub(crate) fn risks(side: &Side, all: &[Occurrence]) -> poly::Result<Vec<Risk>> {
    let ranges = Ranges::new(side);
    let mut risks = Vec::new();
    for place in all {
        let found = match side.terms.term(place.term) {
            Term::Read(_) if place.is_used => {
                let unset = Unset { side }.instances(place.term, &mut BTreeSet::new())?;
                unset.map(|instances| (Hazard::Unset, instances))
            }
            Term::Apply { .. } => ranges.hazard(place.term, place.home)?,
            _ => None,
        };
        let Some((hazard, instances)) = found else {
            continue;
        };
        let instances = instances.intersect(&place.instances)?;
        if !instances.is_empty()? {
            let place = Occurrence {
                instances,
                ..place.clone()
            };
            risks.push(Risk { hazard, place });
        }
    }
    Ok(risks)
}

/// The terms whose equalities are of use.
pub(crate) fn watched(risks: &[Risk]) -> BTreeSet<TermId> {
    let conditions = risks.iter().flat_map(|risk| &risk.place.conditions);
    let conditions = conditions.map(|condition| condition.term);
    conditions
        .chain(risks.iter().map(|r| r.place.term))
        .collect()
}

/// All terms of a system where they are computed.
pub(crate) fn occurrences(terms: &Terms) -> poly::Result<Vec<Occurrence>> {
    let mut found = Vec::new();
    for statement in &terms.system.scop.statements {
        let instances = terms.domains[statement.id.0 as usize].clone();
        if instances.is_empty()? {
            continue;
        }
        let guard = terms.guard(statement.id).map(|(term, holds)| Condition {
            term,
            holds,
            at: None,
        });
        let root = Occurrence {
            term: terms.root(statement.id),
            home: statement.id,
            instances,
            conditions: guard.into_iter().collect(),
            is_used: false,
        };
        add(terms, root, &mut found)?;
    }
    Ok(found)
}

/// Adds a term and its operands.
fn add(terms: &Terms, place: Occurrence, found: &mut Vec<Occurrence>) -> poly::Result<()> {
    let under = |term, condition: Option<(TermId, bool)>| {
        let mut inner = Occurrence {
            term,
            is_used: false,
            ..place.clone()
        };
        inner
            .conditions
            .extend(condition.map(|(term, holds)| Condition {
                term,
                holds,
                at: None,
            }));
        inner
    };
    match terms.term(place.term) {
        Term::Apply { operator, operands } => match choice(operator, operands) {
            Some([condition, then, other]) => {
                let decides = Occurrence {
                    is_used: true,
                    ..under(condition, None)
                };
                add(terms, decides, found)?;
                add(terms, under(then, Some((condition, true))), found)?;
                add(terms, under(other, Some((condition, false))), found)?;
            }
            None => {
                for operand in operands {
                    let used = Occurrence {
                        is_used: true,
                        ..under(*operand, None)
                    };
                    add(terms, used, found)?;
                }
            }
        },
        Term::Choose { when, then, other } => {
            let here = place.instances.intersect(when)?;
            let there = place.instances.subtract(when)?;
            for (term, instances) in [(*then, here), (*other, there)] {
                let part = Occurrence {
                    instances,
                    is_used: place.is_used,
                    ..under(term, None)
                };
                add(terms, part, found)?;
            }
        }
        _ => {}
    }
    found.push(place);
    Ok(())
}

/// The operands of a choice by a condition on data: `"choose i32"`.
pub(super) fn choice(operator: &str, operands: &[TermId]) -> Option<[TermId; 3]> {
    let operands = <[TermId; 3]>::try_from(operands).ok()?;
    operator.starts_with("choose ").then_some(operands)
}

/// A store under a condition: it writes the old value where that does not hold.
pub(super) struct Kept {
    pub(super) condition: TermId,
    /// Whether the element gets its new value if the condition holds.
    pub(super) holds: bool,
    /// The read of the old value.
    pub(super) old: TermId,
}

/// The condition under which a statement changes its element, if it is part of its value.
pub(super) fn kept(terms: &Terms, statement: StmtId) -> poly::Result<Option<Kept>> {
    let root = terms.root(statement);
    let Term::Apply { operator, operands } = terms.term(root) else {
        return Ok(None);
    };
    let (Some([condition, then, other]), Some(own)) =
        (choice(operator, operands), terms.stored(root)?)
    else {
        return Ok(None);
    };
    for (old, holds) in [(other, true), (then, false)] {
        if let Term::Read(event) = terms.term(old)
            && terms.event(*event).elements.is_equal(&own)?
        {
            return Ok(Some(Kept {
                condition,
                holds,
                old,
            }));
        }
    }
    Ok(None)
}

/// Values that nothing has written.
struct Unset<'p, 's> {
    side: &'p Side<'s>,
}

impl Unset<'_, '_> {
    /// The instances in which a read finds such a value, or a copy of one; `None` if there are
    /// none. `open` are the reads on the way here.
    fn instances(&self, read: TermId, open: &mut BTreeSet<TermId>) -> poly::Result<Option<Set>> {
        let terms = &self.side.terms;
        let Term::Read(event) = terms.term(read) else {
            return Ok(None);
        };
        if self.is_known(terms.event(*event)) || !open.insert(read) {
            return Ok(None);
        }
        let sources = self.side.flow.sources(terms, *event)?;
        let mut all = sources.rest.clone();
        for (writer, source) in &sources.writers {
            let root = terms.root(*writer);
            let unset = match terms.term(root) {
                term if term.is_indeterminate() => Some(terms.instances(root)?),
                _ => self.instances(root, open)?,
            };
            if let Some(unset) = unset {
                all = all.union(&source.reverse()?.intersect_domain(&unset)?.range()?)?;
            }
        }
        open.remove(&read);
        Ok((!all.is_empty()?).then_some(all))
    }

    /// Whether the caller knows the initial contents.
    fn is_known(&self, event: &Event) -> bool {
        let system = self.side.terms.system;
        let mut shared = system.interface.iter().map(|s| s.array);
        shared.any(|array| array == event.array) || system.world == Some(event.array)
    }
}
