//! One attempt to prove all claims: a work list by pairs of terms, with a table of what is assumed.
//!
//! A claim that the table contains holds by induction: every way from a claim back to itself leads
//! through a read that is replaced by an earlier write of one side, and no write of the other side
//! becomes a later one. All instances in the table exist, so for given parameter values there are
//! finitely many pairs, and the sum of the positions of both writes in the order of execution
//! decreases. The table holds when each of its claims is reduced to claims in it.
//!
//! If claims about the same terms come back, their relation may grow for ever; then the table gets
//! a larger relation, which has to be proved instead.

use super::claim::{Claim, Reduction, Sides, Step};
use super::concrete::Concrete;
use super::difference::Conflict;
use super::equal::Equalities;
use super::growth::{Growing, Growth};
use super::terms::TermId;
use poly::{Map, Set};
use scop::AccessId;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// A pair of terms.
pub(crate) type Key = (TermId, TermId);

/// The most claims of one attempt.
const MOST_CLAIMS: usize = 20_000;
/// The most relations of one pair of terms that are tried one by one.
const MOST_RELATIONS: usize = 12;
/// The most convex pieces of a relation.
const MOST_PIECES: usize = 60;
/// Reductions that decide the order of two operands.
const FUEL_PER_CHOICE: usize = 300;

/// What earlier attempts taught.
#[derive(Clone, Debug, Default)]
pub(crate) struct Guidance {
    /// Pairs of terms whose relations must not grow as much as usual.
    pub(crate) growth: HashMap<Key, Growth>,
    /// The order of the operands of commutative operators is determined by an example each.
    pub(crate) is_careful: bool,
}

/// A claim that waits, with the claim that needs it.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) pairs: Map,
    pub(crate) origin: Option<Origin>,
}

/// The claim that needs another, and how their instances are related.
#[derive(Clone, Debug)]
pub(crate) struct Origin {
    /// Index of a node.
    pub(crate) node: usize,
    pub(crate) claim: Claim,
    pub(crate) before: Option<Map>,
    pub(crate) after: Option<Map>,
}

/// A relation of a pair of terms that was reduced.
pub(crate) struct Node {
    pub(crate) key: Key,
    pub(crate) parts: Vec<Part>,
    /// Whether all its pairs occur on the way from an output.
    is_exact: bool,
}

/// Why an attempt ended.
pub(crate) enum Stop {
    /// A claim does not hold for some pairs.
    Failed(Failure),
    /// No parameter values are left.
    Undefined,
    /// A bound is reached.
    Bound(&'static str),
    /// Sets failed.
    Poly(poly::PolyError),
}

impl From<poly::PolyError> for Stop {
    fn from(error: poly::PolyError) -> Self {
        Stop::Poly(error)
    }
}

/// A claim that does not hold.
pub(crate) struct Failure {
    pub(crate) node: usize,
    pub(crate) claim: Claim,
    pub(crate) why: Why,
}

/// Why a claim fails.
pub(crate) enum Why {
    /// The values differ for all pairs of the claim.
    Differs(Conflict),
    /// `before` reads what was never written, in instances that need not matter.
    Unwritten,
    /// Relations came back too often.
    Repeats,
}

/// What a pair of terms is known for.
struct Known {
    pairs: Map,
    relations: usize,
}

pub(crate) struct Attempt<'p, 's> {
    sides: &'p Sides<'s>,
    guidance: &'p Guidance,
    /// Parameter values for which `before` is defined.
    pub(crate) context: Set,
    /// Reads of `before` that made the context smaller.
    pub(crate) undefined: Vec<AccessId>,
    table: HashMap<Key, Known>,
    /// The pairs of watched terms that were reduced.
    watched: Equalities,
    waiting: BTreeMap<([u32; 2], Key), Vec<Part>>,
    pub(crate) nodes: Vec<Node>,
    edges: HashMap<Key, BTreeSet<Key>>,
    pub(crate) claims: usize,
    /// Whether the order of operands was open somewhere.
    pub(crate) has_choices: bool,
}

impl<'p, 's> Attempt<'p, 's> {
    pub(crate) fn new(sides: &'p Sides<'s>, guidance: &'p Guidance, context: &Set) -> Self {
        let mut table = HashMap::new();
        let mut watched = Equalities::new();
        for (before, after, pairs) in &sides.alike {
            let key = (*before, *after);
            if sides.watched.contains(after) {
                watched.entry(key).or_default().push(pairs.clone());
            }
            let pairs = pairs.clone();
            let relations = 1;
            table.insert(key, Known { pairs, relations });
        }
        Attempt {
            sides,
            guidance,
            context: context.clone(),
            undefined: Vec::new(),
            table,
            watched,
            waiting: BTreeMap::new(),
            nodes: Vec::new(),
            edges: HashMap::new(),
            claims: 0,
            has_choices: false,
        }
    }

    /// Proves claims and all that they lead to.
    pub(crate) fn run(&mut self, goals: &[Claim]) -> Result<(), Stop> {
        for goal in goals {
            let pairs = goal.pairs.clone();
            self.wait(
                goal,
                Part {
                    pairs,
                    origin: None,
                },
            );
        }
        while let Some(((_, key), parts)) = self.waiting.pop_last() {
            self.claims += 1;
            if self.claims > MOST_CLAIMS {
                return Err(Stop::Bound("too many pairs of values have to be compared"));
            }
            self.settle(key, parts)?;
        }
        Ok(())
    }

    /// Equal terms, once all claims are proved.
    pub(crate) fn equalities(&mut self) -> Equalities {
        let mut all = std::mem::take(&mut self.watched);
        for (key, known) in &self.table {
            all.entry(*key).or_default().push(known.pairs.clone());
        }
        all
    }

    /// Adds a claim to those that wait; the latest statements come first.
    fn wait(&mut self, claim: &Claim, part: Part) {
        let key = (claim.before, claim.after);
        let rank = |home: Option<scop::StmtId>| home.map_or(u32::MAX, |s| s.0);
        let ranks = [
            rank(self.sides.before.terms.home(key.0)),
            rank(self.sides.after.terms.home(key.1)),
        ];
        self.waiting.entry((ranks, key)).or_default().push(part);
    }

    /// Proves the claims about one pair of terms, if the table does not contain them.
    fn settle(&mut self, key: Key, parts: Vec<Part>) -> Result<(), Stop> {
        let Some((pairs, is_whole)) = self.together(key, &parts)? else {
            return Ok(());
        };
        let is_exact = parts.iter().all(|part| match &part.origin {
            Some(origin) => self.nodes[origin.node].is_exact,
            None => true,
        });
        let is_exact = is_exact && is_whole;
        let node = self.nodes.len();
        self.nodes.push(Node {
            key,
            parts,
            is_exact,
        });
        match self.adopt(node, pairs)? {
            Some(open) => self.expand(node, open),
            None => Ok(()),
        }
    }

    /// Enters a relation into the table; returns the part of it that has to be proved.
    fn adopt(&mut self, node: usize, pairs: Map) -> Result<Option<Map>, Stop> {
        let key = self.nodes[node].key;
        let (pairs, open, relations) = match self.table.get(&key) {
            None => (pairs.clone(), pairs, 1),
            Some(known) if pairs.is_subset(&known.pairs)? => return Ok(None),
            Some(known) => {
                let relations = known.relations + 1;
                let open = pairs.subtract(&known.pairs)?.coalesce()?;
                let all = known.pairs.union(&pairs)?.coalesce()?;
                let grown = match self.is_on_circle(key) {
                    true => self.grown(node, &all, &open)?,
                    false => None,
                };
                match grown {
                    Some(hull) => (hull.clone(), hull, relations),
                    None => (all, open, relations),
                }
            }
        };
        self.table.insert(key, Known { pairs, relations });
        Ok(Some(open))
    }

    /// The pairs of several claims about the same terms, for the parameter values that are left. If
    /// they have too many cases, all pairs in the equations that they satisfy; `false` then.
    fn together(&self, key: Key, parts: &[Part]) -> Result<Option<(Map, bool)>, Stop> {
        let mut all: Option<Map> = None;
        for part in parts {
            let pairs = part.pairs.intersect_params(&self.context)?;
            all = Some(match all {
                Some(all) => all.union(&pairs)?,
                None => pairs,
            });
        }
        let Some(all) = all else { return Ok(None) };
        let mut all = all.coalesce()?;
        let has_few = all.piece_count()? <= MOST_PIECES;
        if !has_few {
            let lines = Growing::new(self.sides, key, &all)?.lines()?;
            all = lines.intersect_params(&self.context)?.coalesce()?;
            if all.piece_count()? > MOST_PIECES {
                return Err(Stop::Bound(
                    "the relation between iterations has too many cases",
                ));
            }
        }
        Ok((!all.is_empty()?).then_some((all, has_few)))
    }

    /// What is proved instead of a relation that came back.
    fn grown(&mut self, node: usize, all: &Map, open: &Map) -> Result<Option<Map>, Stop> {
        let key = self.nodes[node].key;
        let known = &self.table[&key];
        if known.relations >= MOST_RELATIONS {
            let claim = Claim {
                before: key.0,
                after: key.1,
                pairs: open.clone(),
            };
            let why = Why::Repeats;
            return Err(Stop::Failed(Failure { node, claim, why }));
        }
        let growth = self.guidance.growth.get(&key).copied().unwrap_or_default();
        let growing = Growing::new(self.sides, key, all)?;
        let hull = match growth {
            Growth::Exact => return Ok(None),
            Growth::Lines => growing.lines()?,
            Growth::Bounds => growing.bounds(&known.pairs)?,
        };
        self.nodes[node].is_exact = false;
        Ok(Some(hull.intersect_params(&self.context)?.coalesce()?))
    }

    /// Whether a pair of terms leads back to itself.
    fn is_on_circle(&self, key: Key) -> bool {
        let mut seen = BTreeSet::new();
        let mut open = vec![key];
        while let Some(at) = open.pop() {
            let next = self.edges.get(&at).into_iter().flatten();
            for to in next {
                if *to == key {
                    return true;
                }
                if seen.insert(*to) {
                    open.push(*to);
                }
            }
        }
        false
    }

    /// Reduces a claim to claims about earlier values.
    fn expand(&mut self, node: usize, pairs: Map) -> Result<(), Stop> {
        let (before, after) = self.nodes[node].key;
        let mut open = vec![Claim {
            before,
            after,
            pairs,
        }];
        while let Some(claim) = open.pop() {
            if claim.pairs.is_empty()? {
                continue;
            }
            if self.sides.watched.contains(&claim.after) {
                let known = self.watched.entry((claim.before, claim.after));
                known.or_default().push(claim.pairs.clone());
            }
            match self.sides.reduce(&claim)? {
                Reduction::Terms(claims) => open.extend(claims.into_iter().rev()),
                Reduction::Operands { direct, swapped } => {
                    let chosen = self.choose(node, &claim, direct, swapped)?;
                    open.extend(chosen.into_iter().rev());
                }
                Reduction::Earlier(steps) => {
                    let rest = self.later(node, &claim, steps);
                    open.extend(rest.into_iter().rev());
                }
                Reduction::Except(pairs, why) => {
                    let claim = Claim { pairs, ..claim };
                    return Err(Stop::Failed(Failure {
                        node,
                        claim,
                        why: Why::Differs(why),
                    }));
                }
                Reduction::Unwritten(pairs) => {
                    self.forget_unwritten(node, Claim { pairs, ..claim })?;
                }
            }
        }
        Ok(())
    }

    /// Lets claims about earlier values wait; returns the others.
    fn later(&mut self, node: usize, claim: &Claim, steps: Vec<Step>) -> Vec<Claim> {
        let mut rest = Vec::new();
        for step in steps {
            if step.before.is_none() && step.after.is_none() {
                rest.push(step.claim);
                continue;
            }
            let to = (step.claim.before, step.claim.after);
            let from = self.nodes[node].key;
            self.edges.entry(from).or_default().insert(to);
            let origin = Origin {
                node,
                claim: claim.clone(),
                before: step.before,
                after: step.after,
            };
            let part = Part {
                pairs: step.claim.pairs.clone(),
                origin: Some(origin),
            };
            self.wait(&step.claim, part);
        }
        rest
    }

    /// The order of the operands of a commutative operator.
    fn choose(
        &mut self,
        node: usize,
        claim: &Claim,
        direct: Vec<Claim>,
        swapped: Vec<Claim>,
    ) -> Result<Vec<Claim>, Stop> {
        self.has_choices = true;
        if !self.guidance.is_careful {
            return Ok(direct);
        }
        let Some(pair) = claim.pairs.smallest_pair()? else {
            return Ok(Vec::new());
        };
        let mut concrete = Concrete::new(self.sides, FUEL_PER_CHOICE);
        if concrete.agree(&direct, &pair)? != Some(false) {
            return Ok(direct);
        }
        let mut concrete = Concrete::new(self.sides, FUEL_PER_CHOICE);
        if concrete.agree(&swapped, &pair)? != Some(false) {
            return Ok(swapped);
        }
        Err(Stop::Failed(Failure {
            node,
            claim: Claim {
                pairs: claim.pairs.only(&pair)?,
                ..claim.clone()
            },
            why: Why::Differs(Conflict::Forms),
        }))
    }

    /// `before` reads what was never written. A read that certainly happens makes it undefined for
    /// these parameter values; the value of another read does not matter, for a defined program
    /// does not depend on it.
    fn forget_unwritten(&mut self, node: usize, claim: Claim) -> Result<(), Stop> {
        let terms = &self.sides.before.terms;
        let event = terms.event_of(claim.before);
        let certain = event.filter(|e| !e.is_part).and_then(|e| e.access);
        let certain = certain.filter(|a| !terms.system.conditional[a.0 as usize]);
        let Some(access) = certain else {
            return Ok(());
        };
        if !self.nodes[node].is_exact {
            return Err(Stop::Failed(Failure {
                node,
                claim,
                why: Why::Unwritten,
            }));
        }
        self.undefined.push(access);
        let params = claim.pairs.params()?;
        self.context = self.context.subtract(&params)?.coalesce()?;
        match self.context.is_empty()? {
            true => Err(Stop::Undefined),
            false => Ok(()),
        }
    }
}
