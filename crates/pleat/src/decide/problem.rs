//! The conflicts of a candidate, as a problem for the mapping engine.

use super::innermost;
use crate::budget::ARRAY;
use crate::options::Options;
use crate::reason::Reason;
use front::{Axis, Candidate, Home, Region};
use lifetime::Clash;
use poly::{Expr, Set};
use scop::{AccessId, Order, Scop, Subscript};
use storage::{Objective, ParamSample, Problem};

/// How exactly conflicts are computed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Precision {
    /// The conflicts.
    Exact,
    /// A superset of the conflicts.
    Coarse,
}

/// Which elements of a candidate conflict in any of its arrays, and which are touched.
struct Conflicts {
    half: Set,
    touched: Set,
}

fn conflicts(
    precision: Precision,
    region: &Region,
    candidate: &Candidate,
    options: &Options,
) -> Result<Conflicts, Reason> {
    let scop = region.scop_of(candidate);
    let order = options.order_of(scop);
    let mut all: Option<Conflicts> = None;
    for array in candidate.arrays() {
        if let Some(clash) = lifetime::illegal(scop, array, order)? {
            return Err(clashing(scop, candidate, clash));
        }
        let found = match precision {
            Precision::Exact => lifetime::analyse(scop, array, options.lifetime, order)?,
            Precision::Coarse => lifetime::analyse_approximately(scop, array, order)?,
        };
        if found.reads_live_in && scop.array(array).carried {
            return Err(needed_before(candidate));
        }
        let touched = found.touched.reset_tuple_id()?;
        all = Some(match all {
            None => Conflicts {
                half: found.half,
                touched,
            },
            Some(before) => Conflicts {
                half: before.half.union(&found.half)?.coalesce()?,
                touched: before.touched.union(&touched)?.coalesce()?,
            },
        });
    }
    all.ok_or_else(|| Reason::Analysis("it has no elements".to_string()))
}

/// The conflicts of a candidate, in the form that the mapping engine takes.
///
/// # Errors
/// The reason to keep the array.
pub fn problem(
    region: &Region,
    candidate: &Candidate,
    options: &Options,
) -> Result<Problem, Reason> {
    region.scop.ctx.start_budget(ARRAY);
    problem_by(Precision::Exact, region, candidate, options)
}

/// The same for another order of execution than that of the options.
pub(super) fn problem_in_order(
    order: Order,
    region: &Region,
    candidate: &Candidate,
    options: &Options,
) -> Result<Problem, Reason> {
    let options = Options {
        order: Some(order),
        ..options.clone()
    };
    problem_by(Precision::Exact, region, candidate, &options)
}

pub(super) fn problem_by(
    precision: Precision,
    region: &Region,
    candidate: &Candidate,
    options: &Options,
) -> Result<Problem, Reason> {
    let scop = region.scop_of(candidate);
    let Conflicts { half, touched } = conflicts(precision, region, candidate, options)?;
    let touched = touched.intersect_params(&scop.context)?;
    let context = match candidate.home {
        Home::Heap(_) if options.objective == Objective::Size => touched.params()?.coalesce()?,
        Home::Heap(_) => nonempty(scop, candidate, &touched)?,
        _ => scop.context.clone(),
    };
    let array = scop.array(candidate.array);
    let known = |extent: Option<Expr>| extent.unwrap_or_else(|| Expr::constant(1));
    let mut problem = Problem {
        ctx: scop.ctx.clone(),
        half,
        touched,
        extents: array.shape.iter().cloned().map(known).collect(),
        innermost: innermost::dimensions(scop, candidate, options.order_of(scop)),
        context,
        params: scop
            .params
            .iter()
            .map(|p| ParamSample {
                name: p.name.clone(),
                value: options.sample(&p.spelling).unwrap_or(p.sample),
            })
            .collect(),
    };
    if array.shape.contains(&None) {
        let whole = candidate.axes.first() == Some(&Axis::Whole(0));
        let first = candidate
            .declared
            .first()
            .filter(|_| whole && candidate.declares_all());
        let extents = problem.bounded(&array.shape, first.and_then(|p| p.without_products()))?;
        problem.extents =
            extents.ok_or_else(|| Reason::Analysis("its shape is unknown".to_string()))?;
    }
    Ok(problem)
}

/// The parameter values for which an allocation has elements, or a subset of them in which all
/// touched ones are: elsewhere it may have any size.
fn nonempty(scop: &Scop, candidate: &Candidate, touched: &Set) -> poly::Result<Set> {
    let mut all = scop.context.clone();
    for extent in &scop.array(candidate.array).shape {
        let Some(extent) = extent.as_ref().filter(|extent| extent.degree() <= 1) else {
            return touched.params()?.coalesce();
        };
        all = all.intersect(&scop.params_where(&format!("{extent} >= 1"))?)?;
    }
    all.coalesce()
}

/// The reason to keep an array whose dependences the order does not preserve.
fn clashing(scop: &Scop, candidate: &Candidate, clash: Clash) -> Reason {
    let text = |access: AccessId| {
        let subscript = |s: &Subscript| match s {
            Subscript::Affine(expr) => format!("[{expr}]"),
            Subscript::Modulo { dividend, modulus } => format!("[({dividend}) % ({modulus})]"),
            Subscript::Address { .. } | Subscript::Any => "[...]".to_string(),
        };
        let subscripts = &scop.access(access).subscripts;
        let subscripts: String = subscripts.iter().map(subscript).collect();
        format!("{}{subscripts}", candidate.spelling)
    };
    let (first, second) = (text(clash.first), text(clash.second));
    match clash.order {
        Order::Tilable => Reason::NotTilable(first, second),
        _ => Reason::ParallelRace(first, second),
    }
}

/// The reason to keep an array of which values from before the region are read.
fn needed_before(candidate: &Candidate) -> Reason {
    match (&candidate.home, candidate.promised) {
        (_, true) => Reason::PromiseBroken,
        (Home::Parameter(_), _) => Reason::ReadBeforeWritten,
        _ if !candidate.initialised_to_zero => Reason::InitialiserRead,
        _ if candidate.is_static => Reason::CarriedAcrossCalls,
        _ => Reason::CarriedAcrossIterations,
    }
}
