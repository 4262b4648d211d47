//! Claims about single pairs of instances, for given parameter values: decided by following all
//! dependences, within a bound.

use super::claim::{Claim, Reduction, Sides};
use poly::{Map, Pair};

/// Decides claims about single pairs.
pub(crate) struct Concrete<'p, 's> {
    sides: &'p Sides<'s>,
    /// Reductions that are left.
    fuel: usize,
}

impl<'p, 's> Concrete<'p, 's> {
    pub(crate) fn new(sides: &'p Sides<'s>, fuel: usize) -> Self {
        Concrete { sides, fuel }
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
            match self.holds(&claim)? {
                Some(true) => {}
                Some(false) => return Ok(Some(false)),
                None => answer = None,
            }
        }
        Ok(answer)
    }

    /// The recursion is as deep as the fuel allows.
    fn holds(&mut self, claim: &Claim) -> poly::Result<Option<bool>> {
        if is_nothing(&claim.pairs)? {
            return Ok(Some(true));
        }
        if self.fuel == 0 {
            return Ok(None);
        }
        self.fuel -= 1;
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
            Reduction::Earlier(steps) => self.all(steps.into_iter().map(|s| s.claim).collect()),
            Reduction::Except(..) => Ok(Some(false)),
            Reduction::Unwritten(_) => Ok(Some(true)),
        }
    }
}

fn is_nothing(pairs: &Map) -> poly::Result<bool> {
    pairs.is_empty()
}
