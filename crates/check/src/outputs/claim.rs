//! Claims that two values are equal, and the rules that reduce a claim to others.

use super::concrete::Decided;
use super::difference::Conflict;
use super::flow::Flow;
use super::risks::{Risk, choice};
use super::terms::{Event, Term, TermId, Terms};
use poly::{Map, Set};
use std::collections::BTreeSet;

/// One system with its dataflow.
pub(crate) struct Side<'s> {
    pub(crate) terms: Terms<'s>,
    pub(crate) flow: Flow,
}

/// Both systems.
pub(crate) struct Sides<'s> {
    pub(crate) before: Side<'s>,
    pub(crate) after: Side<'s>,
    /// The array of `after` by array of `before`, for those that the caller knows, with keys.
    pub(crate) shared: Vec<Option<u32>>,
    /// By array: the caller knows it.
    pub(crate) is_known: [Vec<bool>; 2],
    /// Terms that are equal in the same instances, since nothing around them changed.
    pub(crate) alike: Vec<(TermId, TermId, Map)>,
    /// The operations of `after` that may be without a value.
    pub(crate) risks: Vec<Risk>,
    /// The terms of `after` whose equalities show that they are executed before.
    pub(crate) watched: BTreeSet<TermId>,
    /// The claims about single pairs that were decided.
    pub(crate) decided: Decided,
}

/// A claim: for all pairs of the relation, a term of `before` at the left side has the value of a
/// term of `after` at the right side.
#[derive(Clone, Debug)]
pub(crate) struct Claim {
    pub(crate) before: TermId,
    pub(crate) after: TermId,
    /// `{ X -> Y }`
    pub(crate) pairs: Map,
}

/// A claim about earlier values, and how its instances relate to those of the claim before.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) claim: Claim,
    /// `{ X -> X' }`; `None` if the instances are the same.
    pub(crate) before: Option<Map>,
    /// `{ Y -> Y' }`
    pub(crate) after: Option<Map>,
}

/// What a claim amounts to.
pub(crate) enum Reduction {
    /// It holds if these do: terms of the same instances.
    Terms(Vec<Claim>),
    /// It holds if the operands are equal, in this order or, for a commutative operator, in the
    /// other one.
    Operands {
        direct: Vec<Claim>,
        swapped: Vec<Claim>,
    },
    /// It holds if these do: reads are replaced by what was stored.
    Earlier(Vec<Step>),
    /// It holds except for these pairs.
    Except(Map, Conflict),
    /// It holds except where `before` reads what was never written, or is indeterminate.
    Unwritten(Map),
}

impl Claim {
    fn with(&self, before: TermId, after: TermId) -> Claim {
        Claim {
            before,
            after,
            pairs: self.pairs.clone(),
        }
    }

    fn on(&self, pairs: Map) -> Claim {
        Claim {
            pairs,
            ..self.clone()
        }
    }
}

impl<'s> Sides<'s> {
    /// One step of the proof of a claim.
    pub(crate) fn reduce(&self, claim: &Claim) -> poly::Result<Reduction> {
        let before = self.before.terms.term(claim.before);
        let after = self.after.terms.term(claim.after);
        match (before, after) {
            (Term::Choose { when, then, other }, _) => {
                let (yes, no) = split(&claim.pairs, when)?;
                Ok(Reduction::Terms(vec![
                    claim.on(yes).with(*then, claim.after),
                    claim.on(no).with(*other, claim.after),
                ]))
            }
            (_, Term::Choose { when, then, other }) => {
                let (yes, no) = split(&claim.pairs.reverse()?, when)?;
                Ok(Reduction::Terms(vec![
                    claim.on(yes.reverse()?).with(claim.before, *then),
                    claim.on(no.reverse()?).with(claim.before, *other),
                ]))
            }
            (Term::Read(_), _) => self.follow_before(claim),
            (_, Term::Read(_)) => self.follow_after(claim),
            _ => self.compare(claim, before, after),
        }
    }

    /// Compares two values of which neither is a choice or a value stored before.
    fn compare(&self, claim: &Claim, a: &Term, b: &Term) -> poly::Result<Reduction> {
        match (a, b) {
            // What is not defined may be anything.
            (a, _) if a.is_indeterminate() => Ok(Reduction::Unwritten(claim.pairs.clone())),
            (Term::Start(a), Term::Start(b)) => {
                let a = self.before.terms.event(*a);
                self.compare_starts(claim, a, self.after.terms.event(*b))
            }
            (Term::Start(a), _) => {
                let event = self.before.terms.event(*a);
                Ok(self.start_against(claim, event, Conflict::Initial))
            }
            (_, Term::Start(b)) => {
                let event = self.after.terms.event(*b);
                let why = match self.is_known[1][event.array.0 as usize] {
                    true => Conflict::Initial,
                    false => Conflict::Unwritten,
                };
                Ok(Reduction::Except(claim.pairs.clone(), why))
            }
            (Term::Integer(a), Term::Integer(b)) => {
                let same = a.apply_range(&b.reverse()?)?;
                except(&claim.pairs, &same, Conflict::Integers)
            }
            (
                Term::Apply { operator, operands },
                Term::Apply {
                    operator: other,
                    operands: others,
                },
            ) => match self.compare_truths(claim, a, b)? {
                Some(reduction) => Ok(reduction),
                None => Ok(compare_operators(
                    claim,
                    (operator, operands),
                    (other, others),
                )),
            },
            (Term::Family { .. }, Term::Family { .. }) => self.compare_families(claim, a, b),
            _ => Ok(Reduction::Except(claim.pairs.clone(), Conflict::Forms)),
        }
    }

    /// `x != 0` has the value of a truth if `x` has: a truth is 0 or 1. `None` if there is no such
    /// pair, or both are tests.
    fn compare_truths(&self, claim: &Claim, a: &Term, b: &Term) -> poly::Result<Option<Reduction>> {
        let (before, after) = (&self.before.terms, &self.after.terms);
        let reduced = match (tested(before, a)?, tested(after, b)?) {
            (Some(x), None) if is_truth(after, claim.after)? => claim.with(x, claim.after),
            (None, Some(y)) if is_truth(before, claim.before)? => claim.with(claim.before, y),
            _ => return Ok(None),
        };
        Ok(Some(Reduction::Terms(vec![reduced])))
    }

    /// Both are initial contents.
    fn compare_starts(&self, claim: &Claim, a: &Event, b: &Event) -> poly::Result<Reduction> {
        if !self.is_known[0][a.array.0 as usize] {
            return Ok(Reduction::Unwritten(claim.pairs.clone()));
        }
        if !self.is_known[1][b.array.0 as usize] {
            let pairs = claim.pairs.clone();
            return Ok(Reduction::Except(pairs, Conflict::Unwritten));
        }
        if self.shared[a.array.0 as usize] != Some(b.array.0) {
            return Ok(Reduction::Except(claim.pairs.clone(), Conflict::Inputs));
        }
        let (a, b) = (
            a.elements.without_range_name()?,
            b.elements.without_range_name()?,
        );
        if a.dims()?.1 != b.dims()?.1 {
            return Ok(Reduction::Except(claim.pairs.clone(), Conflict::Inputs));
        }
        let same = a.apply_range(&b.reverse()?)?;
        except(&claim.pairs, &same, Conflict::Inputs)
    }

    fn start_against(&self, claim: &Claim, event: &Event, why: Conflict) -> Reduction {
        match self.is_known[0][event.array.0 as usize] {
            true => Reduction::Except(claim.pairs.clone(), why),
            false => Reduction::Unwritten(claim.pairs.clone()),
        }
    }

    /// Replaces a read of `before` by what its sources stored; if that is not a copy, also a read
    /// of `after`: a relation between a write and a later read is seldom affine.
    fn follow_before(&self, claim: &Claim) -> poly::Result<Reduction> {
        let Side { terms, flow } = &self.before;
        let start = Terms::start_of(claim.before);
        let mut steps = Vec::new();
        for (root, pairs, before) in follow(terms, flow, claim.before, &claim.pairs)? {
            let is_value = root.is_some_and(|r| !matches!(terms.term(r), Term::Read(_)));
            let claim = Claim {
                before: root.unwrap_or(start),
                after: claim.after,
                pairs,
            };
            if is_value && matches!(self.after.terms.term(claim.after), Term::Read(_)) {
                steps.extend(self.steps_after(&claim, before.as_ref())?);
                continue;
            }
            let after = None;
            steps.push(Step {
                claim,
                before,
                after,
            });
        }
        Ok(Reduction::Earlier(steps))
    }

    /// Replaces a read of `after` by what its sources stored.
    fn follow_after(&self, claim: &Claim) -> poly::Result<Reduction> {
        Ok(Reduction::Earlier(self.steps_after(claim, None)?))
    }

    fn steps_after(&self, claim: &Claim, before: Option<&Map>) -> poly::Result<Vec<Step>> {
        let Side { terms, flow } = &self.after;
        let start = Terms::start_of(claim.after);
        let mut steps = Vec::new();
        let reversed = claim.pairs.reverse()?;
        for (root, pairs, after) in follow(terms, flow, claim.after, &reversed)? {
            let claim = Claim {
                before: claim.before,
                after: root.unwrap_or(start),
                pairs: pairs.reverse()?,
            };
            steps.push(Step {
                claim,
                before: before.cloned(),
                after,
            });
        }
        Ok(steps)
    }

    /// Two functions of an element are equal if they have the same elements and, for each of them,
    /// the same value.
    fn compare_families(&self, claim: &Claim, a: &Term, b: &Term) -> poly::Result<Reduction> {
        let (
            Term::Family {
                read: a,
                instances: from,
                elements: x,
            },
            Term::Family {
                read: b,
                instances: to,
                elements: y,
            },
        ) = (a, b)
        else {
            return Ok(Reduction::Except(claim.pairs.clone(), Conflict::Forms));
        };
        // Both programs may see an array with other dimensions.
        if x.dims()?.1 != y.dims()?.1 {
            return Ok(Reduction::Except(claim.pairs.clone(), Conflict::Elements));
        }
        let same = x.apply_range(&y.reverse()?)?;
        let left = from.apply_range(&claim.pairs)?;
        let right = to.apply_range(&claim.pairs.reverse()?)?;
        let each = left.apply_range(&to.reverse()?)?.intersect(&same)?;
        let is_covered = left.is_subset(&each.apply_range(to)?)?
            && right.is_subset(&each.reverse()?.apply_range(from)?)?;
        if !is_covered {
            return Ok(Reduction::Except(claim.pairs.clone(), Conflict::Elements));
        }
        Ok(Reduction::Earlier(vec![Step {
            claim: Claim {
                before: *a,
                after: *b,
                pairs: each,
            },
            before: Some(from.reverse()?),
            after: Some(to.reverse()?),
        }]))
    }
}

/// The pairs whose left side is in a set, and the others.
fn split(pairs: &Map, when: &Set) -> poly::Result<(Map, Map)> {
    Ok((pairs.intersect_domain(when)?, pairs.subtract_domain(when)?))
}

fn except(pairs: &Map, same: &Map, why: Conflict) -> poly::Result<Reduction> {
    if pairs.is_subset(same)? {
        return Ok(Reduction::Terms(Vec::new()));
    }
    Ok(Reduction::Except(pairs.subtract(same)?, why))
}

/// By source of a read: what it stored (`None`: initial content), `{ X' -> Y }` and `{ X -> X' }`.
type Followed = Vec<(Option<TermId>, Map, Option<Map>)>;

fn follow(terms: &Terms, flow: &Flow, read: TermId, pairs: &Map) -> poly::Result<Followed> {
    let Term::Read(event) = terms.term(read) else {
        return Ok(Vec::new());
    };
    let sources = flow.sources(terms, *event)?;
    let mut found = Vec::new();
    for (writer, source) in &sources.writers {
        let earlier = source.reverse()?.apply_range(pairs)?;
        if !earlier.is_empty()? {
            let root = terms.root(*writer);
            found.push((Some(root), earlier, Some(source.clone())));
        }
    }
    let rest = pairs.intersect_domain(&sources.rest)?;
    if !rest.is_empty()? {
        found.push((None, rest, None));
    }
    Ok(found)
}

fn compare_operators(
    claim: &Claim,
    (a, operands): (&str, &[TermId]),
    (b, others): (&str, &[TermId]),
) -> Reduction {
    if a != b || operands.len() != others.len() {
        let why = Conflict::Operators {
            before: a.to_string(),
            after: b.to_string(),
        };
        return Reduction::Except(claim.pairs.clone(), why);
    }
    let pairs = operands.iter().zip(others);
    let direct = pairs.map(|(a, b)| claim.with(*a, *b)).collect();
    match (operands, others) {
        ([x, y], [z, w]) if is_commutative(a) => Reduction::Operands {
            direct,
            swapped: vec![claim.with(*x, *w), claim.with(*y, *z)],
        },
        _ => Reduction::Terms(direct),
    }
}

/// The term `x` of `x != 0`.
fn tested(terms: &Terms, term: &Term) -> poly::Result<Option<TermId>> {
    let Term::Apply { operator, operands } = term else {
        return Ok(None);
    };
    let [x, zero] = operands.as_slice() else {
        return Ok(None);
    };
    let is_test = symbol(operator) == "!=" && integer(terms, *zero)? == Some(0);
    Ok(is_test.then_some(*x))
}

/// Whether a term is 0 or 1: the result of a comparison, or a choice of such.
fn is_truth(terms: &Terms, id: TermId) -> poly::Result<bool> {
    match terms.term(id) {
        Term::Apply { operator, operands } => match choice(operator, operands) {
            Some([_, then, other]) => Ok(is_truth(terms, then)? && is_truth(terms, other)?),
            None => {
                let comparisons = ["<", "<=", ">", ">=", "==", "!=", "!"];
                Ok(comparisons.contains(&symbol(operator)))
            }
        },
        Term::Integer(_) => Ok(matches!(integer(terms, id)?, Some(0 | 1))),
        _ => Ok(false),
    }
}

/// The value of a term that is one number.
pub(super) fn integer(terms: &Terms, id: TermId) -> poly::Result<Option<i64>> {
    match terms.term(id) {
        Term::Integer(value) => value.fixed_output(0),
        _ => Ok(None),
    }
}

/// What an operator does, without the type: `"+"` of `"+ float"`.
fn symbol(operator: &str) -> &str {
    operator.split(' ').next().unwrap_or_default()
}

/// Whether the two operands of an operator may be exchanged: `"+ float"`.
pub(super) fn is_commutative(operator: &str) -> bool {
    matches!(symbol(operator), "+" | "*" | "&" | "|" | "^" | "==" | "!=")
}
