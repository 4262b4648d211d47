//! Parameter values for which a proof is simpler, more than are asked for: after
//! `if (n < 4) return;` all sets end at `n = 4`, although the loops end at `n = 2`, and differences
//! of such sets have more cases.

use super::identical::are_identical;
use poly::{Result, Set};
use scop::{Computation, Scop, System};

/// Larger bounds are not relaxed.
const MOST: i64 = 16;

/// Two systems for more parameter values, and these values.
pub(super) struct Relaxed {
    pub(super) before: System,
    pub(super) after: System,
    pub(super) context: Set,
}

impl Relaxed {
    /// Systems that are the same for the values in `context` for which all statements are executed,
    /// and have instances for more; `None` if that is not simpler, or the systems differ for the
    /// other values in `context`.
    pub(super) fn new(before: &System, after: &System, context: &Set) -> Result<Option<Self>> {
        let Some(executed) = executed(&before.scop)? else {
            return Ok(None);
        };
        let executed = context.intersect(&executed)?;
        let simpler = without(before, &executed)?;
        let Some(natural) = self::executed(&simpler.scop)? else {
            return Ok(None);
        };
        let mut names = Vec::new();
        for param in &before.scop.params {
            let own = least(&before.scop, &executed, &param.name)?;
            let other = least(&before.scop, &natural, &param.name)?;
            if let (Some(own), Some(other)) = (own, other)
                && other < own
            {
                names.push(param.name.clone());
            }
        }
        if names.is_empty() || executed.is_empty()? {
            return Ok(None);
        }
        let others = context.subtract(&executed)?;
        if !others.is_empty()? && !are_identical(before, after, &others)? {
            return Ok(None);
        }
        let more = executed.without_constraints_on(&names)?;
        Ok(Some(Relaxed {
            before: simpler,
            after: without(after, &executed)?,
            context: more.intersect(&natural)?.coalesce()?,
        }))
    }
}

/// The parameter values for which all statements are executed; `None` if there are none.
fn executed(scop: &Scop) -> Result<Option<Set>> {
    let mut all: Option<Set> = None;
    for statement in &scop.statements {
        let own = statement.domain.params()?;
        all = Some(match all {
            Some(all) => all.intersect(&own)?,
            None => own,
        });
    }
    Ok(all)
}

/// The least value of a parameter, if it is small and not negative.
fn least(scop: &Scop, values: &Set, name: &str) -> Result<Option<i64>> {
    for least in (0..=MOST).rev() {
        if scop.holds(values, &format!("{name} >= {least}"))? {
            return Ok(Some(least));
        }
    }
    Ok(None)
}

/// A system without constraints on parameters that a context implies.
fn without(system: &System, context: &Set) -> Result<System> {
    let mut system = system.clone();
    for statement in &mut system.scop.statements {
        statement.domain = statement.domain.gist_params(context)?;
        statement.schedule = statement.schedule.gist_params(context)?;
    }
    for access in &mut system.scop.accesses {
        access.relation = access.relation.gist_params(context)?;
    }
    for computation in &mut system.computations {
        *computation = simpler(computation, context)?;
    }
    Ok(system)
}

fn simpler(computation: &Computation, context: &Set) -> Result<Computation> {
    Ok(match computation {
        Computation::Read(_) | Computation::ReadAll(_) => computation.clone(),
        Computation::Integer(value) => Computation::Integer(value.gist_params(context)?),
        Computation::Apply { operator, operands } => {
            let operands = operands.iter().map(|operand| simpler(operand, context));
            Computation::Apply {
                operator: operator.clone(),
                operands: operands.collect::<Result<_>>()?,
            }
        }
        Computation::Choose { when, then, other } => Computation::Choose {
            when: when.gist_params(context)?,
            then: Box::new(simpler(then, context)?),
            other: Box::new(simpler(other, context)?),
        },
    })
}
