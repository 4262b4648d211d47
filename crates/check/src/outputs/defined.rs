//! Whether `after` is defined wherever `before` is: each operation of `after` that may be without a
//! value is one that `before` executes too, for the same parameter values with equal operands.
//! Nothing need depend on its result.
//!
//! An operation under conditions on data is executed only if they hold; one of `before` stands for
//! one of `after` if the conditions around it are among those of the other.

use super::attempt::{Attempt, Guidance};
use super::claim::{Claim, Side, Sides, integer};
use super::difference::{Difference, Hazard, Sample};
use super::equal::{Equal, Equalities};
use super::identical::earlier;
use super::risks::{Condition, Occurrence, Risk, choice, occurrences, risks};
use super::terms::Term;
use super::{bounds, leaving, reach};
use poly::{Map, OPERATIONS_PER_SECOND, Set};
use scop::StmtId;

/// The most conditions that are considered around one operation.
const MOST_CONDITIONS: usize = 50;

/// Proves that `before` executes the operations of `after` that may be without a value, for the
/// parameter values of a context.
pub(crate) fn inside(sides: &Sides, proved: &Equalities, context: &Set) -> Result<(), Difference> {
    let risks = &sides.risks;
    if risks.is_empty() {
        return Ok(());
    }
    let mut search = Search {
        sides,
        equal: Equal::new(sides, proved),
        guesses: 0,
    };
    let originals = occurrences(&sides.before.terms)?;
    let is_outside = |risk: &Risk| matches!(risk.hazard, Hazard::Outside(_));
    let leaving = match risks.iter().any(is_outside) {
        true => leaving::known(&sides.before.terms, &originals, context),
        false => Vec::new(),
    };
    for risk in risks {
        let mut open = risk.place.instances.intersect_params(context)?;
        match risk.hazard {
            Hazard::Unset => {
                let equal = proved.iter().filter(|(key, _)| key.1 == risk.place.term);
                for pairs in equal.flat_map(|(_, pairs)| pairs) {
                    open = open.subtract(&pairs.range()?)?;
                }
                if !open.is_empty()? {
                    open = without_params(&open, &undefined(&sides.before, &originals)?)?;
                }
            }
            Hazard::Beyond => open = search.without_read(open, &risk.place, &originals)?,
            Hazard::Outside(access) => {
                open = search.without_leaving(open, &risk.place, &leaving)?;
                let after = sides.after.terms.system;
                let access = after.scop.access(access);
                let left = bounds::outside(after, access)?.intersect_domain(&open)?;
                if let Some(difference) = bounds::difference(after, access, &left)? {
                    return Err(difference);
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
fn undefined(side: &Side, all: &[Occurrence]) -> poly::Result<Vec<Set>> {
    let risks = risks(side, all)?.into_iter();
    let certain = risks.filter(|r| r.hazard == Hazard::Unset && r.place.conditions.is_empty());
    certain.map(|risk| risk.place.instances.params()).collect()
}

fn without_params(set: &Set, params: &[Set]) -> poly::Result<Set> {
    params.iter().try_fold(set.clone(), |rest, params| {
        rest.subtract(&set.intersect_params(params)?)
    })
}

/// The most such proofs for one pair of systems.
const MOST_GUESSES: usize = 12;

/// How pairs of equal operations are found.
#[derive(Clone, Copy)]
enum Way {
    /// They did not change, or the proof of the outputs shows them, and so for the conditions
    /// around them.
    Known,
    /// The same, and another proof shows that the conditions are equal.
    Proved,
    /// The same, under conditions that are equal as they are written.
    Shown,
    /// Both terms show them as they are written.
    Written,
    /// Another proof shows them.
    Guessed,
}

/// Elementary set operations of a proof that two operations are equal.
const OPERATIONS: u64 = OPERATIONS_PER_SECOND;

/// The search for operations of `before` that are equal to those of `after`.
struct Search<'p, 's> {
    sides: &'p Sides<'s>,
    equal: Equal<'p, 's>,
    /// Proofs that were tried.
    guesses: usize,
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
        for way in [
            Way::Known,
            Way::Proved,
            Way::Shown,
            Way::Written,
            Way::Guessed,
        ] {
            self.equal.is_quick = matches!(way, Way::Known | Way::Proved);
            for original in &same {
                if open.is_empty()? {
                    break;
                }
                let key = (original.term, place.term);
                let pairs = match way {
                    Way::Known | Way::Shown => self.equal.shown(key)?,
                    Way::Written => self.equal.pairs(key.0, key.1)?,
                    Way::Proved if self.equal.shown(key)?.is_none() => None,
                    Way::Proved | Way::Guessed => self.guessed(original, place, &open)?,
                };
                let Some(pairs) = pairs else { continue };
                open = self.without_pairs(open, pairs, (original, place), &conditions)?;
            }
        }
        self.equal.is_quick = false;
        Ok(open)
    }

    /// The instances of a conditional read of `after` for which no instance of `before` reads the
    /// same element under conditions that hold, too.
    fn without_read(
        &mut self,
        mut open: Set,
        place: &Occurrence,
        originals: &[Occurrence],
    ) -> poly::Result<Set> {
        let conditions = self.implied(&place.conditions)?;
        let (before, after) = (&self.sides.before.terms, &self.sides.after.terms);
        for original in originals {
            if open.is_empty()? {
                break;
            }
            let Some(pairs) = reach::same_element((before, original), (after, place))? else {
                continue;
            };
            open = self.without_pairs(open, pairs, (original, place), &conditions)?;
        }
        Ok(open)
    }

    /// The instances of an access of `after` that leave its array, for which no access of `before`
    /// leaves one, for the same parameter values and under conditions that hold, too.
    fn without_leaving(
        &mut self,
        mut open: Set,
        place: &Occurrence,
        leaving: &[Risk],
    ) -> poly::Result<Set> {
        let conditions = self.implied(&place.conditions)?;
        for original in leaving {
            if open.is_empty()? {
                break;
            }
            let pairs = Map::product(&original.place.instances, &open)?;
            open = self.without_pairs(open, pairs, (&original.place, place), &conditions)?;
        }
        Ok(open)
    }

    /// The instances of a place of `after` that are in no pair with an instance of the original
    /// which is executed where these conditions hold.
    fn without_pairs(
        &mut self,
        open: Set,
        pairs: Map,
        (original, place): (&Occurrence, &Occurrence),
        conditions: &[Condition],
    ) -> poly::Result<Set> {
        let pairs = pairs.intersect_range(&open)?;
        let pairs = pairs.intersect_domain(&original.instances)?;
        let pairs = self.under(pairs, &original.conditions, conditions)?;
        let pairs = self.reached(pairs, original.home, place.home)?;
        open.subtract(&pairs.range()?)?.coalesce()
    }

    /// Pairs that are like those that are known, or that are the same iterations, if a proof shows
    /// that the operations are equal. Outputs may need them for other parameter values alone.
    fn guessed(
        &mut self,
        original: &Occurrence,
        place: &Occurrence,
        open: &Set,
    ) -> poly::Result<Option<Map>> {
        let after = &self.sides.after.terms.system.scop;
        let guess = match self.equal.shown((original.term, place.term))? {
            Some(pairs) => pairs.affine_hull()?,
            None if original.instances.dims()? != open.dims()? => return Ok(None),
            None => {
                let name = &after.statement(place.home).name;
                original.instances.identity()?.with_range_name(name)?
            }
        };
        let pairs = guess.intersect_domain(&original.instances)?;
        let pairs = pairs.intersect_range(open)?;
        if pairs.is_empty()? || self.guesses == MOST_GUESSES {
            return Ok(None);
        }
        self.guesses += 1;
        let claim = |before, after| Claim {
            before,
            after,
            pairs: pairs.clone(),
        };
        let conditions = original.conditions.iter().zip(&place.conditions);
        let goals: Vec<Claim> = { conditions.map(|(a, b)| claim(a.term, b.term)) }
            .chain([claim(original.term, place.term)])
            .collect();
        let context = open.params()?;
        let sides = self.sides;
        let prove = || {
            let guidance = Guidance::default();
            let mut attempt = Attempt::new(sides, &guidance, &context);
            let is_proved = attempt.run(&goals).is_ok() && attempt.undefined.is_empty();
            Ok(is_proved.then(|| attempt.equalities()))
        };
        let Some(shown) = open.context().attempt(OPERATIONS, prove)?.flatten() else {
            return Ok(None);
        };
        self.equal.learn(shown);
        Ok(Some(pairs))
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
                let Some(equal) = self.equal.pairs(needed.term, given.term)? else {
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

    /// The pairs for which each call that may end `before` before an instance, so that it is not
    /// executed, comes before the instance of `after`, too.
    fn reached(&mut self, mut pairs: Map, home: StmtId, other: StmtId) -> poly::Result<Map> {
        let (before, after) = (&self.sides.before.terms, &self.sides.after.terms);
        for call in &before.system.may_end {
            let first = earlier(&before.system.scop, *call, home)?;
            let calls = first.domain()?;
            if first.intersect_range(&pairs.domain()?)?.is_empty()? {
                continue;
            }
            let mut ended = Map::product(&calls, &pairs.range()?)?;
            for twin in &after.system.may_end {
                let roots = (before.root(*call), after.root(*twin));
                if let Some(same) = self.equal.pairs(roots.0, roots.1)? {
                    let later = earlier(&after.system.scop, *twin, other)?;
                    ended = ended.subtract(&same.apply_range(&later)?)?;
                }
            }
            pairs = pairs.subtract(&first.reverse()?.apply_range(&ended)?)?;
        }
        Ok(pairs)
    }

    /// Conditions of `after`, and those that hold because of them: `a` if `a ? b : 0` does.
    fn implied(&self, conditions: &[Condition]) -> poly::Result<Vec<Condition>> {
        let Side { terms, flow } = &self.sides.after;
        let mut open = conditions.to_vec();
        let mut all = Vec::new();
        while let Some(condition) = open.pop().filter(|_| all.len() < MOST_CONDITIONS) {
            let inner = |term, holds| Condition {
                term,
                holds,
                at: condition.at.clone(),
            };
            match terms.term(condition.term) {
                Term::Apply { operator, operands } => match choice(operator, operands) {
                    Some([first, then, other])
                        if condition.holds && integer(terms, other)? == Some(0) =>
                    {
                        open.extend([inner(first, true), inner(then, true)]);
                    }
                    Some([first, then, other])
                        if condition.holds && integer(terms, then)? == Some(0) =>
                    {
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
}
