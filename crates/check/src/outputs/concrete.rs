//! Claims about single pairs of instances, for given parameter values: decided by following all
//! dependences, within a bound.

use super::claim::{Claim, Reduction, Sides};
use super::terms::TermId;
use poly::Pair;
use std::cell::RefCell;
use std::collections::HashMap;

/// The most claims that depend on each other in a chain.
const MOST_DEPTH: usize = 200;

/// Which claims about single pairs hold, whoever asked for them.
#[derive(Debug, Default)]
pub(crate) struct Decided(RefCell<HashMap<(TermId, TermId, Pair), bool>>);

/// Decides claims about single pairs, for the same parameter values.
pub(crate) struct Concrete<'p, 's> {
    sides: &'p Sides<'s>,
    /// Reductions that are left.
    fuel: usize,
    depth: usize,
}

impl<'p, 's> Concrete<'p, 's> {
    pub(crate) fn new(sides: &'p Sides<'s>, fuel: usize) -> Self {
        Concrete {
            sides,
            fuel,
            depth: 0,
        }
    }

    /// Whether all claims hold for one of their pairs; `None` if it takes too long.
    pub(crate) fn agree(&mut self, claims: &[Claim], pair: &Pair) -> poly::Result<Option<bool>> {
        let at = |claim: &Claim| -> poly::Result<Claim> {
            let pairs = claim.pairs.only(pair)?;
            Ok(Claim {
                pairs,
                ..claim.clone()
            })
        };
        let claims = claims.iter().map(at).collect::<poly::Result<Vec<_>>>()?;
        self.all(claims)
    }

    fn all(&mut self, claims: Vec<Claim>) -> poly::Result<Option<bool>> {
        let mut answer = Some(true);
        for claim in claims {
            if self.fuel == 0 {
                return Ok(None);
            }
            match self.holds(&claim)? {
                Some(true) => {}
                Some(false) => return Ok(Some(false)),
                None => answer = None,
            }
        }
        Ok(answer)
    }

    fn holds(&mut self, claim: &Claim) -> poly::Result<Option<bool>> {
        if claim.pairs.is_empty()? {
            return Ok(Some(true));
        }
        if self.fuel == 0 || self.depth == MOST_DEPTH {
            return Ok(None);
        }
        self.fuel -= 1;
        self.depth += 1;
        let answer = self.decide(claim);
        self.depth -= 1;
        answer
    }

    fn decide(&mut self, claim: &Claim) -> poly::Result<Option<bool>> {
        match self.sides.reduce(claim)? {
            Reduction::Terms(claims) => self.all(claims),
            Reduction::Operands { direct, swapped } => match self.all(direct)? {
                Some(true) => Ok(Some(true)),
                direct => match (direct, self.all(swapped)?) {
                    (_, Some(true)) => Ok(Some(true)),
                    (Some(false), Some(false)) => Ok(Some(false)),
                    _ => Ok(None),
                },
            },
            Reduction::Earlier(steps) => {
                let mut answer = Some(true);
                for step in steps {
                    if self.fuel == 0 {
                        return Ok(None);
                    }
                    match self.earlier(&step.claim)? {
                        Some(true) => {}
                        Some(false) => return Ok(Some(false)),
                        None => answer = None,
                    }
                }
                Ok(answer)
            }
            Reduction::Except(..) => Ok(Some(false)),
            Reduction::Unwritten(_) => Ok(Some(true)),
        }
    }

    /// A claim about values that several others may need.
    fn earlier(&mut self, claim: &Claim) -> poly::Result<Option<bool>> {
        let Some(pair) = claim.pairs.smallest_pair()? else {
            return Ok(Some(true));
        };
        let key = (claim.before, claim.after, pair);
        let Decided(decided) = &self.sides.decided;
        if let Some(known) = decided.borrow().get(&key) {
            return Ok(Some(*known));
        }
        let answer = self.holds(claim)?;
        // What does not hold for several pairs may hold for the smallest one.
        if let Some(holds) = answer
            && (holds || claim.pairs.only_pair()?.is_some())
        {
            decided.borrow_mut().insert(key, holds);
        }
        Ok(answer)
    }
}
