//! Pairs of instances for which a term of `before` and a term of `after` have the same value: those
//! that did not change, those that a proof shows, and those that both terms show as they are
//! written.

use super::claim::{Sides, is_commutative};
use super::terms::{Event, Term, TermId, Terms};
use poly::Map;
use std::collections::HashMap;

/// The most pairs of terms that are compared.
const MOST_COMPARED: usize = 600;

/// Pairs of instances for which a proof shows that two terms are equal.
pub(crate) type Equalities = HashMap<(TermId, TermId), Vec<Map>>;

/// The search for such pairs.
pub(super) struct Equal<'p, 's> {
    sides: &'p Sides<'s>,
    /// What a proof shows, and what did not change.
    proved: Equalities,
    /// Whether [`Equal::pairs`] finds no others.
    pub(super) is_quick: bool,
    /// What [`Equal::pairs`] found; nothing while it is at work.
    known: HashMap<(TermId, TermId), Option<Map>>,
}

impl<'p, 's> Equal<'p, 's> {
    pub(super) fn new(sides: &'p Sides<'s>, proved: &Equalities) -> Self {
        let mut all = proved.clone();
        for (before, after, pairs) in &sides.alike {
            all.entry((*before, *after))
                .or_default()
                .push(pairs.clone());
        }
        Equal {
            sides,
            proved: all,
            is_quick: false,
            known: HashMap::new(),
        }
    }

    /// Adds what another proof shows.
    pub(super) fn learn(&mut self, more: Equalities) {
        for (key, pairs) in more {
            self.proved.entry(key).or_default().extend(pairs);
        }
        self.known.clear();
    }

    /// The pairs for which two terms did not change, or a proof shows that they are equal.
    pub(super) fn shown(&self, key: (TermId, TermId)) -> poly::Result<Option<Map>> {
        let mut all: Option<Map> = None;
        for pairs in self.proved.get(&key).into_iter().flatten() {
            all = either(all, Some(pairs.clone()))?;
        }
        Ok(all)
    }

    /// Pairs of instances for which two terms are equal: `{ X -> Y }`, not always all of them.
    pub(super) fn pairs(&mut self, a: TermId, b: TermId) -> poly::Result<Option<Map>> {
        if let Some(known) = self.known.get(&(a, b)) {
            return Ok(known.clone());
        }
        if self.is_quick || self.known.len() >= MOST_COMPARED {
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
                let (yes, no) = (self.pairs(*then, b)?, self.pairs(*other, b)?);
                let yes = yes.map(|pairs| pairs.intersect_domain(when)).transpose()?;
                let no = no.map(|pairs| pairs.subtract_domain(when)).transpose()?;
                either(yes, no)
            }
            (_, Term::Choose { when, then, other }) => {
                let (yes, no) = (self.pairs(a, *then)?, self.pairs(a, *other)?);
                let yes = yes.map(|pairs| pairs.intersect_range(when)).transpose()?;
                let no = no.map(|pairs| pairs.subtract_range(when)).transpose()?;
                either(yes, no)
            }
            (Term::Read(event), _) => {
                let sources = self.sides.before.flow.sources(before, *event)?;
                let mut all = None;
                for (writer, source) in &sources.writers {
                    let pairs = self.pairs(before.root(*writer), b)?;
                    let pairs = pairs.map(|pairs| source.apply_range(&pairs)).transpose()?;
                    all = either(all, pairs)?;
                }
                let start = self.pairs(Terms::start_of(a), b)?;
                let start = start.map(|pairs| pairs.intersect_domain(&sources.rest));
                either(all, start.transpose()?)
            }
            (_, Term::Read(event)) => {
                let sources = self.sides.after.flow.sources(after, *event)?;
                let mut all = None;
                for (writer, source) in &sources.writers {
                    let pairs = self.pairs(a, after.root(*writer))?;
                    let pairs = pairs.map(|pairs| pairs.apply_range(&source.reverse()?));
                    all = either(all, pairs.transpose()?)?;
                }
                let start = self.pairs(a, Terms::start_of(b))?;
                let start = start.map(|pairs| pairs.intersect_range(&sources.rest));
                either(all, start.transpose()?)
            }
            (Term::Start(x), Term::Start(y)) => self.same_start(before.event(*x), after.event(*y)),
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
            let Some(pairs) = self.pairs(*x, *y)? else {
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

fn either(a: Option<Map>, b: Option<Map>) -> poly::Result<Option<Map>> {
    match (a, b) {
        (Some(a), Some(b)) => Ok(Some(a.union(&b)?.coalesce()?)),
        (a, b) => Ok(a.or(b)),
    }
}
