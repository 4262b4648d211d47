//! Whether `after` is defined wherever `before` is: each operation of `after` that may be without a
//! value is one that `before` executes too, for the same parameter values with equal operands.
//! Nothing need depend on its result.
//!
//! An operation under conditions on data is executed only if they hold; one of `before` stands for
//! one of `after` if the conditions around it are among those of the other.

use super::claim::{Side, Sides, is_commutative};
use super::difference::{Difference, Hazard, Sample};
use super::partial::Ranges;
use super::terms::{Event, Term, TermId, Terms};
use poly::{Map, Set};
use scop::StmtId;
use std::collections::{BTreeSet, HashMap};

/// The most pairs of terms that are compared beside those of a proof.
const MOST_COMPARED: usize = 600;

/// Pairs of instances for which a proof shows that two terms are equal.
pub(crate) type Equalities = HashMap<(TermId, TermId), Vec<Map>>;

/// A term where it is computed.
#[derive(Clone)]
struct Occurrence {
    term: TermId,
    home: StmtId,
    /// `{ X : .. }`: the instances of its statement in which it is computed if its conditions hold.
    instances: Set,
    conditions: Vec<Condition>,
    /// The value decides more than the contents of an element.
    is_used: bool,
}

/// A condition on data.
#[derive(Clone)]
struct Condition {
    term: TermId,
    holds: bool,
    /// `{ X -> X' }`: the instance in which it was computed; `None` if it is the same.
    at: Option<Map>,
}

/// An operation that may be without a value.
pub(crate) struct Risk {
    hazard: Hazard,
    place: Occurrence,
}

/// The operations of a system that may be without a value.
pub(crate) fn risks(side: &Side) -> poly::Result<Vec<Risk>> {
    let ranges = Ranges::new(side);
    let mut risks = Vec::new();
    for place in occurrences(&side.terms)? {
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
            let place = Occurrence { instances, ..place };
            risks.push(Risk { hazard, place });
        }
    }
    Ok(risks)
}

/// The terms whose equalities are of use.
pub(crate) fn watched(risks: &[Risk]) -> BTreeSet<TermId> {
    let conditions = risks.iter().flat_map(|risk| &risk.place.conditions);
    let conditions = conditions.map(|condition| condition.term);
    conditions.chain(risks.iter().map(|r| r.place.term)).collect()
}

/// Proves that `before` executes the operations of `after` that may be without a value, for the
/// parameter values of a context.
pub(crate) fn inside(
    sides: &Sides,
    proved: &Equalities,
    context: &Set,
) -> Result<(), Difference> {
    let risks = &sides.risks;
    if risks.is_empty() {
        return Ok(());
    }
    let mut search = Search {
        sides,
        proved,
        known: HashMap::new(),
    };
    let originals = occurrences(&sides.before.terms)?;
    for risk in risks {
        let mut open = risk.place.instances.intersect_params(context)?;
        match risk.hazard {
            Hazard::Unset => {
                let equal = proved.iter().filter(|(key, _)| key.1 == risk.place.term);
                for pairs in equal.flat_map(|(_, pairs)| pairs) {
                    open = open.subtract(&pairs.range()?)?;
                }
                if !open.is_empty()? {
                    open = without_params(&open, &undefined(&sides.before)?)?;
                }
            }
            _ => open = search.without_executed(open, &risk.place, &originals)?,
        }
        if let Some(pair) = open.identity()?.smallest_pair()? {
            return Err(Difference::Partial {
                hazard: risk.hazard,
                statement: risk.place.home,
                sample: Sample {
                    params: pair.params,
                    instance: pair.from,
                    element: Vec::new(),
                },
            });
        }
    }
    Ok(())
}

/// Parameter values for which a system certainly uses values that nothing has written.
fn undefined(side: &Side) -> poly::Result<Vec<Set>> {
    let risks = risks(side)?.into_iter();
    let certain = risks.filter(|r| r.hazard == Hazard::Unset && r.place.conditions.is_empty());
    certain.map(|risk| risk.place.instances.params()).collect()
}

fn without_params(set: &Set, params: &[Set]) -> poly::Result<Set> {
    params.iter().try_fold(set.clone(), |rest, params| {
        rest.subtract(&set.intersect_params(params)?)
    })
}

/// All terms of a system where they are computed.
fn occurrences(terms: &Terms) -> poly::Result<Vec<Occurrence>> {
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
        inner.conditions.extend(condition.map(|(term, holds)| Condition {
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
fn choice(operator: &str, operands: &[TermId]) -> Option<[TermId; 3]> {
    let operands = <[TermId; 3]>::try_from(operands).ok()?;
    operator.starts_with("choose ").then_some(operands)
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
                Term::Apply { operator, .. } if *operator == "indeterminate" => {
                    Some(terms.instances(root)?)
                }
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

/// The search for operations of `before` that are equal to those of `after`.
struct Search<'p, 's> {
    sides: &'p Sides<'s>,
    proved: &'p Equalities,
    /// What [`Search::equal`] found; nothing while it is at work.
    known: HashMap<(TermId, TermId), Option<Map>>,
}

impl Search<'_, '_> {
    /// The instances of an operation of `after` for which no instance of `before` executes it.
    fn without_executed(
        &mut self,
        mut open: Set,
        place: &Occurrence,
        originals: &[Occurrence],
    ) -> poly::Result<Set> {
        let conditions = self.implied(&place.conditions)?;
        let name = |side: &Side, term| match side.terms.term(term) {
            Term::Apply { operator, .. } => Some(operator.to_string()),
            _ => None,
        };
        let own = name(&self.sides.after, place.term);
        let same = originals.iter();
        let same = same.filter(|o| name(&self.sides.before, o.term) == own);
        let same: Vec<&Occurrence> = same.collect();
        for is_proved in [true, false] {
            for original in &same {
                if open.is_empty()? {
                    return Ok(open);
                }
                let key = (original.term, place.term);
                let pairs = match is_proved {
                    true => self.shown(key)?,
                    false => self.equal(key.0, key.1)?,
                };
                let Some(pairs) = pairs else { continue };
                let pairs = pairs.intersect_range(&open)?;
                let pairs = pairs.intersect_domain(&original.instances)?;
                let pairs = self.under(pairs, &original.conditions, &conditions)?;
                open = open.subtract(&pairs.range()?)?.coalesce()?;
            }
        }
        Ok(open)
    }

    /// The pairs for which all conditions of `before` are among those of `after`.
    fn under(
        &mut self,
        mut pairs: Map,
        needed: &[Condition],
        given: &[Condition],
    ) -> poly::Result<Map> {
        for needed in needed {
            let mut met = pairs.subtract(&pairs)?;
            for given in given.iter().filter(|given| given.holds == needed.holds) {
                let Some(equal) = self.equal(needed.term, given.term)? else {
                    continue;
                };
                let equal = match &given.at {
                    Some(at) => equal.apply_range(&at.reverse()?)?,
                    None => equal,
                };
                met = met.union(&pairs.intersect(&equal)?)?;
            }
            pairs = met;
        }
        Ok(pairs)
    }

    /// Conditions of `after`, and those that hold because of them: `a` if `a ? b : 0` does.
    fn implied(&self, conditions: &[Condition]) -> poly::Result<Vec<Condition>> {
        let Side { terms, flow } = &self.sides.after;
        let mut open = conditions.to_vec();
        let mut all = Vec::new();
        while let Some(condition) = open.pop() {
            let inner = |term, holds| Condition {
                term,
                holds,
                at: condition.at.clone(),
            };
            match terms.term(condition.term) {
                Term::Apply { operator, operands } => match choice(operator, operands) {
                    Some([first, then, other]) if condition.holds && is_zero(terms, other)? => {
                        open.extend([inner(first, true), inner(then, true)]);
                    }
                    Some([first, then, other]) if condition.holds && is_zero(terms, then)? => {
                        open.extend([inner(first, false), inner(other, true)]);
                    }
                    None if *operator == "!" => open.push(inner(operands[0], !condition.holds)),
                    _ => {}
                },
                Term::Read(event) => {
                    let sources = flow.sources(terms, *event)?;
                    if let ([(writer, source)], true) =
                        (sources.writers.as_slice(), sources.rest.is_empty()?)
                    {
                        let at = match &condition.at {
                            Some(at) => at.apply_range(source)?,
                            None => source.clone(),
                        };
                        open.push(Condition {
                            at: Some(at),
                            ..inner(terms.root(*writer), condition.holds)
                        });
                    }
                }
                _ => {}
            }
            all.push(condition);
        }
        Ok(all)
    }

    /// The pairs for which a proof shows that two terms are equal.
    fn shown(&self, key: (TermId, TermId)) -> poly::Result<Option<Map>> {
        let mut all: Option<Map> = None;
        for pairs in self.proved.get(&key).into_iter().flatten() {
            all = either(all, Some(pairs.clone()))?;
        }
        Ok(all)
    }

    /// Pairs of instances for which two terms are equal: `{ X -> Y }`, not always all of them.
    fn equal(&mut self, a: TermId, b: TermId) -> poly::Result<Option<Map>> {
        if let Some(known) = self.known.get(&(a, b)) {
            return Ok(known.clone());
        }
        if self.known.len() >= MOST_COMPARED {
            return self.shown((a, b));
        }
        self.known.insert((a, b), None);
        let found = either(self.matched(a, b)?, self.shown((a, b))?)?;
        let found = match found {
            Some(pairs) if pairs.is_empty()? => None,
            found => found,
        };
        self.known.insert((a, b), found.clone());
        Ok(found)
    }

    fn matched(&mut self, a: TermId, b: TermId) -> poly::Result<Option<Map>> {
        let (before, after) = (&self.sides.before.terms, &self.sides.after.terms);
        match (before.term(a), after.term(b)) {
            (Term::Choose { when, then, other }, _) => {
                let (yes, no) = (self.equal(*then, b)?, self.equal(*other, b)?);
                let yes = yes.map(|pairs| pairs.intersect_domain(when)).transpose()?;
                let no = no.map(|pairs| pairs.subtract_domain(when)).transpose()?;
                either(yes, no)
            }
            (_, Term::Choose { when, then, other }) => {
                let (yes, no) = (self.equal(a, *then)?, self.equal(a, *other)?);
                let yes = yes.map(|pairs| pairs.intersect_range(when)).transpose()?;
                let no = no.map(|pairs| pairs.subtract_range(when)).transpose()?;
                either(yes, no)
            }
            (Term::Read(event), _) => {
                let sources = self.sides.before.flow.sources(before, *event)?;
                let mut all = None;
                for (writer, source) in &sources.writers {
                    let pairs = self.equal(before.root(*writer), b)?;
                    let pairs = pairs.map(|pairs| source.apply_range(&pairs)).transpose()?;
                    all = either(all, pairs)?;
                }
                let start = self.equal(Terms::start_of(a), b)?;
                let start = start.map(|pairs| pairs.intersect_domain(&sources.rest));
                either(all, start.transpose()?)
            }
            (_, Term::Read(event)) => {
                let sources = self.sides.after.flow.sources(after, *event)?;
                let mut all = None;
                for (writer, source) in &sources.writers {
                    let pairs = self.equal(a, after.root(*writer))?;
                    let pairs = pairs.map(|pairs| pairs.apply_range(&source.reverse()?));
                    all = either(all, pairs.transpose()?)?;
                }
                let start = self.equal(a, Terms::start_of(b))?;
                let start = start.map(|pairs| pairs.intersect_range(&sources.rest));
                either(all, start.transpose()?)
            }
            (Term::Start(x), Term::Start(y)) => {
                self.same_start(before.event(*x), after.event(*y))
            }
            (Term::Integer(x), Term::Integer(y)) => Ok(Some(x.apply_range(&y.reverse()?)?)),
            (
                Term::Apply { operator, operands },
                Term::Apply {
                    operator: other,
                    operands: others,
                },
            ) if operator == other && operands.len() == others.len() => {
                let (x, y) = (operands.clone(), others.clone());
                let direct = self.operands((a, &x), (b, &y))?;
                match (x.as_slice(), is_commutative(operator)) {
                    ([first, second], true) => {
                        let swapped = self.operands((a, &[*second, *first]), (b, &y))?;
                        either(direct, swapped)
                    }
                    _ => Ok(direct),
                }
            }
            _ => Ok(None),
        }
    }

    /// The pairs for which all operands are equal.
    fn operands(
        &mut self,
        (a, operands): (TermId, &[TermId]),
        (b, others): (TermId, &[TermId]),
    ) -> poly::Result<Option<Map>> {
        let from = self.sides.before.terms.instances(a)?;
        let to = self.sides.after.terms.instances(b)?;
        let mut all = Map::product(&from, &to)?;
        for (x, y) in operands.iter().zip(others) {
            let Some(pairs) = self.equal(*x, *y)? else {
                return Ok(None);
            };
            all = all.intersect(&pairs)?;
        }
        Ok(Some(all))
    }

    /// The pairs for which two reads find the same initial content.
    fn same_start(&self, a: &Event, b: &Event) -> poly::Result<Option<Map>> {
        if self.sides.shared[a.array.0 as usize] != Some(b.array.0) {
            return Ok(None);
        }
        let from = a.elements.without_range_name()?;
        let to = b.elements.without_range_name()?;
        Ok(Some(from.apply_range(&to.reverse()?)?))
    }
}

fn is_zero(terms: &Terms, id: TermId) -> poly::Result<bool> {
    match terms.term(id) {
        Term::Integer(value) => Ok(value.fixed_output(0)? == Some(0)),
        _ => Ok(false),
    }
}

fn either(a: Option<Map>, b: Option<Map>) -> poly::Result<Option<Map>> {
    match (a, b) {
        (Some(a), Some(b)) => Ok(Some(a.union(&b)?.coalesce()?)),
        (a, b) => Ok(a.or(b)),
    }
}
