//! Assembles the scop for the parameter values of a context.

use crate::region::build::arithmetic::arithmetic;
use crate::region::build::leaving::Leaving;
use crate::region::build::plan::{BuildArray, Plan, statement_name};
use crate::region::build::related::{Related, Sets};
use crate::region::samples;
use crate::walk::draft::DraftStatement;
use poly::{Expr, Result, Set, Space};
use scop::{Access, AccessId, Array, ArrayId, Param, Scop, Statement, StmtId};
use std::collections::HashSet;

/// The scop for the parameter values of a context. Sample values are chosen where all arrays stay
/// in their boxes.
pub(super) fn scop_in(
    plan: &Plan<'_>,
    sets: &Sets<'_>,
    (context, leaving): (&Set, &Leaving),
) -> Result<Scop> {
    let mut common = leaving.contexts.values();
    let common = common.try_fold(context.clone(), |all, own| all.intersect(own))?;
    let within = |domain: &Set| {
        domain
            .intersect_params(context)?
            .coalesce()?
            .remove_redundancies()
    };
    let domains = sets.domains.iter().map(within);
    let domains = domains.collect::<Result<Vec<_>>>()?;
    let arrays = plan.arrays.iter().zip(&sets.names).enumerate();
    Ok(Scop {
        ctx: plan.ctx.clone(),
        params: params(plan, &common.coalesce()?, &domains)?,
        accesses: accesses(&sets.related, context, &domains, &sets.boxes)?,
        statements: statements(plan, &sets.space, domains)?,
        arrays: arrays
            .map(|(k, (a, name))| array(k, a, name.clone()))
            .collect(),
        time_dims: time_dims(plan),
        arithmetic: arithmetic(plan, &sets.space, &sets.related, context)?,
        context: context.clone(),
    })
}

fn array(index: usize, array: &BuildArray, name: String) -> Array {
    Array {
        id: ArrayId(index as u32),
        name,
        shape: array.extents.clone(),
        products: array.products.clone(),
        live_in: false,
        live_out: false,
        carried: array.carried,
        private: array.private,
    }
}

fn time_dims(plan: &Plan<'_>) -> usize {
    plan.statements
        .iter()
        .map(|s| s.time.len())
        .max()
        .unwrap_or(1)
}

fn statements(plan: &Plan<'_>, space: &Space, domains: Vec<Set>) -> Result<Vec<Statement>> {
    let dims = time_dims(plan);
    let outer: HashSet<&[Expr]> = plan.statements.iter().flat_map(outer_loops).collect();
    let all = plan.statements.iter().zip(domains).enumerate();
    all.map(|(index, (draft, domain))| {
        let name = statement_name(index);
        let mut time: Vec<String> = draft.time.iter().map(Expr::to_string).collect();
        time.resize(dims, "0".to_string());
        let schedule = space.images(&draft.iterators, &time)?;
        Ok(Statement {
            id: StmtId(index as u32),
            schedule: schedule.with_domain_name(&name)?,
            name,
            iterators: draft.iterators.clone(),
            domain,
            reads_first: draft.reads_first,
            innermost: loops(draft).last().is_none_or(|own| !outer.contains(own)),
            parallel: draft.parallel.clone(),
            tilable: draft.tilable.clone(),
        })
    })
    .collect()
}

/// The loops around a statement, outermost first, each as the time up to its counter.
fn loops(draft: &DraftStatement) -> impl DoubleEndedIterator<Item = &[Expr]> {
    let counts = |at: &usize| draft.time[*at].as_constant().is_none();
    let counters = (0..draft.time.len()).filter(counts);
    counters.map(|at| &draft.time[..=at])
}

/// The loops of a statement that contain another loop.
fn outer_loops(draft: &DraftStatement) -> impl Iterator<Item = &[Expr]> {
    loops(draft).rev().skip(1)
}

fn accesses(
    related: &[Related<'_>],
    context: &Set,
    domains: &[Set],
    boxes: &[Set],
) -> Result<Vec<Access>> {
    let mut accesses = Vec::new();
    for (index, access) in related.iter().enumerate() {
        let id = AccessId(index as u32);
        let stays_inside = match &access.outside {
            Some(outside) => outside.intersect_params(context)?.is_empty()?,
            None => false,
        };
        let mut relation = access
            .relation
            .intersect_domain(&domains[access.statement])?;
        if !stays_inside {
            relation = relation.intersect_range(&boxes[access.array])?.coalesce()?;
        }
        accesses.push(Access {
            id,
            statement: StmtId(access.statement as u32),
            array: ArrayId(access.array as u32),
            kind: access.draft.kind,
            certainty: access.certainty,
            relation,
            subscripts: access.draft.subscripts.clone(),
            alternative: access.draft.way > 0,
        });
    }
    Ok(accesses)
}

/// The parameters, with sample values inside the context if there are any.
fn params(plan: &Plan<'_>, context: &Set, domains: &[Set]) -> Result<Vec<Param>> {
    let mut params: Vec<Param> = plan.params.iter().map(|p| p.param.clone()).collect();
    let arrays = plan.arrays.iter();
    let arrays = arrays.map(|array| array.extents.iter().flatten().cloned().collect());
    let arrays: Vec<Vec<Expr>> = arrays.collect();
    samples::fit_arrays(&mut params, &typical(plan, context, domains)?, &arrays)?;
    Ok(params)
}

/// The part of a context in which a statement of the deepest loop is executed: the rest may allow
/// large sizes only because nothing is executed there.
fn typical(plan: &Plan<'_>, context: &Set, domains: &[Set]) -> Result<Set> {
    if context.piece_count()? < 2 {
        return Ok(context.clone());
    }
    let depth = |(statement, _): &(&DraftStatement, &Set)| statement.iterators.len();
    let statements = || plan.statements.iter().zip(domains);
    let deepest = statements().map(|s| depth(&s)).max();
    let mut executed: Option<Set> = None;
    for (_, domain) in statements().filter(|s| Some(depth(s)) == deepest) {
        let here = domain.params()?;
        executed = Some(match executed {
            Some(others) => others.union(&here)?.coalesce()?,
            None => here,
        });
    }
    match executed {
        Some(executed) if !executed.is_empty()? => context.intersect(&executed),
        _ => Ok(context.clone()),
    }
}
