//! From the items of a file to a problem of the mapping engine.

use super::array::{Array, array, known_names};
use super::fault::Fault;
use super::input::{Item, Kind, items, only};
use super::{conflicts, vectors};
use crate::budget::ARRAY;
use crate::options::TYPICAL_SIZE;
use poly::{Context, Expr, Set, Space, all, in_box, names};
use scop::{Param, ParamKind};
use storage::{ParamSample, Problem};

/// The problem that a file describes.
#[derive(Clone, Debug)]
pub struct Input {
    /// The array's name; `A` if it has none.
    pub name: String,
    /// The line that declares the array, else that of the first set.
    pub line: usize,
    /// The conflicts.
    pub problem: Problem,
    /// What was changed or assumed.
    pub notes: Vec<String>,
    /// Whether the file states for which parameter values the mapping is wanted.
    pub has_context: bool,
}

/// Reads a file of conflicts; `samples` are values at which sizes are compared.
///
/// # Errors
/// Malformed, unbounded or contradictory input, with its line.
pub fn read(text: &str, samples: &[(String, i64)]) -> Result<Input, Fault> {
    let ctx = Context::new();
    ctx.start_budget(ARRAY);
    let items = items(text)?;
    let conflicts = match vectors::conflicts(&ctx, &items)? {
        Some(conflicts) => conflicts,
        None => conflicts::of_sets(&ctx, &items)?,
    };
    let params = conflicts.params.clone();
    let array = array(&ctx, &items, &params, conflicts.dims)?;
    let context = context(&ctx, &items, &params, array.as_ref())?;
    let mut notes = conflicts.notes;
    let half = conflicts.half.intersect_params(&context)?;
    let mut problem = Problem {
        half: half.coalesce()?,
        touched: conflicts.half.neg()?,
        extents: vec![Expr::constant(1); conflicts.dims],
        params: typical(&params, samples, &context)?,
        innermost: Vec::new(),
        context,
        ctx,
    };
    let name = array.as_ref().map(|a| a.name.clone());
    let line = array.as_ref().map_or(conflicts.line, |a| a.line);
    match array {
        Some(array) => within(&mut problem, array, &mut notes)?,
        None => without_box(&mut problem, conflicts.elements, &mut notes)?,
    }
    problem.touched = whole_box(&problem)?;
    Ok(Input {
        name: name.or(conflicts.name).unwrap_or_else(|| "A".to_string()),
        line,
        problem,
        notes,
        has_context: only(&items, Kind::Context)?.is_some(),
    })
}

/// The parameter values that count: those that the file states, for which every extent is at least
/// 1.
fn context(
    ctx: &Context,
    items: &[Item],
    params: &[String],
    array: Option<&Array>,
) -> Result<Set, Fault> {
    let space = Space::new(ctx, params);
    let mut line = array.map(|a| a.line);
    let mut known = space.values("true")?;
    if let Some(item) = only(items, Kind::Context)? {
        known_names(item, params)?;
        let fault = || {
            let text = "a context is a condition on parameters: `context: N >= 3 and M >= N`";
            Fault::at(item.line, text)
        };
        if item.text.is_empty() || item.text.contains(['{', '}', ';']) {
            return Err(fault());
        }
        let stated = space.values(&item.text);
        known = known.intersect(&stated.map_err(|_| fault())?)?;
        line = Some(item.line);
    }
    if let Some(array) = array {
        known = known.intersect(&array.defined)?;
    }
    for extent in array.iter().flat_map(|a| &a.extents) {
        known = known.intersect(&space.values(format!("{extent} >= 1"))?)?;
    }
    match known.is_empty()? {
        false => Ok(known.coalesce()?),
        true => Err(Fault {
            line,
            message: "no parameter values satisfy this, with every extent at least 1".to_string(),
        }),
    }
}

/// A value per parameter: the requested one, else a typical one that the context allows.
fn typical(
    params: &[String],
    samples: &[(String, i64)],
    context: &Set,
) -> Result<Vec<ParamSample>, Fault> {
    for (name, _) in samples {
        if !params.contains(name) {
            let text = format!("--param {name}: the sets have no parameter of this name");
            return Err(Fault::of_whole(text));
        }
    }
    let asked = |name: &String| samples.iter().rfind(|(n, _)| n == name).map(|(_, v)| *v);
    let mut guesses: Vec<Param> = params
        .iter()
        .map(|name| Param {
            name: name.clone(),
            spelling: name.clone(),
            kind: match asked(name) {
                Some(_) => ParamKind::Macro,
                None => ParamKind::Variable,
            },
            sample: asked(name).unwrap_or(TYPICAL_SIZE),
        })
        .collect();
    front::fit_samples(&mut guesses, context)?;
    let point = guesses.iter().map(|p| (p.name.as_str(), p.sample));
    if context.fix_params(point)?.is_empty()? {
        let text = "--param: the context has no such point";
        return Err(Fault::of_whole(text));
    }
    let samples = guesses.into_iter().map(|p| ParamSample {
        name: p.name,
        value: p.sample,
    });
    Ok(samples.collect())
}

/// Removes the differences of elements outside of the array.
fn within(problem: &mut Problem, array: Array, notes: &mut Vec<String>) -> Result<(), Fault> {
    let inside = array.extents.iter().enumerate();
    let inside = inside.map(|(d, e)| format!("d{d}' < {e} and d{d}' > -({e})"));
    let kept = problem.points_where(&all(inside))?;
    let kept = problem.half.intersect(&kept)?;
    if !problem.half.is_subset(&kept)? {
        notes.push("differences of elements outside of the array are left out".to_string());
        problem.half = kept.coalesce()?;
    }
    problem.extents = array.extents;
    Ok(())
}

/// Takes the box of the elements, or the smallest array in which the differences are possible.
fn without_box(
    problem: &mut Problem,
    elements: Option<Set>,
    notes: &mut Vec<String>,
) -> Result<(), Fault> {
    problem.extents = match elements {
        Some(elements) => box_of(problem, elements)?,
        None => problem.box_of_differences()?,
    };
    let extents: Vec<String> = problem.extents.iter().map(Expr::to_string).collect();
    notes.push(format!(
        "no `array:` line: it is taken to be [{}]",
        extents.join(", ")
    ));
    Ok(())
}

/// The extents of the smallest array that contains some elements, whose indices start at 0.
fn box_of(problem: &mut Problem, elements: Set) -> Result<Vec<Expr>, Fault> {
    let shape = vec![None; problem.dims()];
    problem.touched = elements.intersect_params(&problem.context)?;
    let inside = all((0..problem.dims()).map(|d| format!("d{d}' >= 0")));
    let inside = problem.points_where(&inside)?;
    let is_array = problem.touched.is_subset(&inside)?;
    match problem.bounded(&shape, None)?.filter(|_| is_array) {
        Some(extents) => Ok(extents),
        None => Ok(problem.box_of_differences()?),
    }
}

/// All elements of the array.
fn whole_box(problem: &Problem) -> Result<Set, Fault> {
    let d = names("d", problem.dims());
    Ok(problem.points_where(&in_box(&d, &problem.extents))?)
}
