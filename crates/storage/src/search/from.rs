//! The best mapping from some size on: parameters below it are corner cases that need more cells,
//! or another form.
//!
//! Assumes: the corner cases are below [`SMALL`]. A mapping is proved for every value that its
//! conditions admit; the least conditions are found by proofs for less and less narrow contexts.

use super::cases::cases;
use super::{Aim, Found, Outcome, Rows, search};
use crate::assumption::Assumption;
use crate::certificate::{Verdict, certify};
use crate::{Mapping, Problem, Strategy};
use poly::Result;

/// Corner cases are smaller than this.
const SMALL: i64 = 5;

/// A mapping and the conditions under which it is proved.
#[derive(Clone, Debug)]
pub struct FromSize {
    /// The mapping, proved under the conditions.
    pub found: Found,
    /// The conditions, as weak as the proofs allow.
    pub assumptions: Vec<Assumption>,
}

/// The best mapping for large values of some parameters, if it has fewer cells at the samples than
/// `whole`, or a size that grows less. With `residues`, it may be for the residue of the samples
/// only.
pub fn best_from(
    problem: &Problem,
    strategies: &[Strategy],
    aim: &Aim<'_>,
    (params, residues): (&[String], bool),
    whole: Option<&Mapping>,
) -> Result<Option<FromSize>> {
    let large = large_sizes(problem, params)?;
    let narrow = problem.under(&large)?;
    let Outcome { found, splits, .. } = search(&narrow, strategies, aim, Rows::All)?;
    let size = |m: &Mapping| Some((m.degree(problem), m.size(problem)?));
    let most = whole.and_then(size);
    let is_better = |m: &Mapping| size(m).is_some_and(|own| most.is_none_or(|most| own < most));
    let mut best = found.map(|found| (found, None));
    if residues && let Some((found, _)) = &best {
        let ctx = &problem.ctx;
        let cases = ctx.attempt(aim.operations, || cases(&narrow, &found.mapping, &splits))?;
        let cases = cases.unwrap_or_default().into_iter();
        let mut cases = cases.filter(|case| params.contains(&case.class.param));
        let own = cases.find(|case| {
            { problem.sample(&case.class.param) }.is_some_and(|v| case.class.contains(v))
        });
        let gains = |m: &Mapping| size(m) < size(&found.mapping);
        if let Some(own) = own.filter(|own| gains(&own.mapping)) {
            let found = Found {
                size: own.mapping.size(problem).unwrap_or(found.size),
                mapping: own.mapping,
                strategy: Strategy::Generalise,
                cases: Vec::new(),
            };
            best = Some((found, Some(Assumption::Residue(own.class))));
        }
    }
    let Some((found, residue)) = best.filter(|(found, _)| is_better(&found.mapping)) else {
        return Ok(None);
    };
    let is_proved = |problem: &Problem| holds(problem, &found.mapping, residue.as_ref());
    let assumptions = weakest(problem, large, &is_proved)?;
    Ok(Some(FromSize {
        found,
        assumptions: assumptions.into_iter().chain(residue).collect(),
    }))
}

/// The weakest conditions under which a mapping, or each of its cases, is proved, where some
/// parameters are large enough for all of them.
pub fn from_size(problem: &Problem, found: &Found, params: &[String]) -> Result<Vec<Assumption>> {
    let is_proved = |problem: &Problem| {
        if found.cases.is_empty() {
            return holds(problem, &found.mapping, None);
        }
        for case in &found.cases {
            let class = Assumption::Residue(case.class.clone());
            if !holds(problem, &case.mapping, Some(&class))? {
                return Ok(false);
            }
        }
        Ok(true)
    };
    weakest(problem, large_sizes(problem, params)?, &is_proved)
}

/// Each of some parameters is at least `SMALL`, or its sample.
pub fn large_sizes(problem: &Problem, params: &[String]) -> Result<Vec<Assumption>> {
    let mut found = Vec::new();
    for param in params {
        let least = problem
            .sample(param)
            .map_or(SMALL, |sample| sample.min(SMALL));
        if !problem.always(&format!("{param} >= {least}"))? {
            found.push(Assumption::AtLeast {
                param: param.clone(),
                least,
            });
        }
    }
    Ok(found)
}

/// The conditions with numbers as small as the proof allows.
fn weakest(
    problem: &Problem,
    mut conditions: Vec<Assumption>,
    is_proved_in: &dyn Fn(&Problem) -> Result<bool>,
) -> Result<Vec<Assumption>> {
    let is_proved = |conditions: &[Assumption]| is_proved_in(&problem.under(conditions)?);
    let mut at = 0;
    while at < conditions.len() {
        let mut without = conditions.clone();
        let Assumption::AtLeast { param, least } = without.remove(at) else {
            at += 1;
            continue;
        };
        if is_proved(&without)? {
            conditions = without;
            continue;
        }
        for weaker in 1..least {
            let mut weak = conditions.clone();
            weak[at] = Assumption::AtLeast {
                param: param.clone(),
                least: weaker,
            };
            if is_proved(&weak)? {
                conditions = weak;
                break;
            }
        }
        at += 1;
    }
    Ok(conditions)
}

/// Whether a mapping is proved; for a residue in terms of the quotient.
fn holds(problem: &Problem, mapping: &Mapping, residue: Option<&Assumption>) -> Result<bool> {
    let Some(Assumption::Residue(class)) = residue else {
        return Ok(certify(problem, mapping)? == Verdict::Proved);
    };
    match class.restricted(problem)? {
        Some(there) => Ok(certify(&there, &class.expanded_mapping(mapping))? == Verdict::Proved),
        None => Ok(true),
    }
}
