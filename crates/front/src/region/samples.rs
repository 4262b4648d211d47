//! Typical values of parameters, at which sizes are compared.
//!
//! Assumes: a macro keeps its value; a variable has the value nearest to 1000 that the context
//! allows. One that must be at most half of the others, such as the radius of a filter, is far
//! less. Where an array would not fit into the memory of a machine, all its variables are less. A
//! wrong sample costs cells, never correctness.

use poly::{Expr, Result, Set, Space};
use scop::{Param, ParamKind};

/// The typical value of a variable that is at most half of the others: the root of theirs.
const MUCH_LESS: i64 = 32;

/// No array has more elements at the samples: 16 GiB of `double`.
pub const MOST_ELEMENTS: f64 = (1_u64 << 31) as f64;

/// The values that are tried after 1000 for the variables of an array that is too large.
pub const LOWER_GUESSES: [i64; 6] = [500, 200, 100, 50, 20, 10];

/// Moves the samples into the context, as [`fit`] does, and lowers those of arrays with these
/// extents that are too large.
pub(super) fn fit_arrays(params: &mut [Param], context: &Set, arrays: &[Vec<Expr>]) -> Result<()> {
    let mut guesses = params.to_vec();
    fit(params, context)?;
    for most in LOWER_GUESSES {
        let too_large = arrays
            .iter()
            .filter(|extents| is_too_large(extents, params));
        let too_large: Vec<&Expr> = too_large.flatten().collect();
        if too_large.is_empty() {
            break;
        }
        let occurs = |param: &&mut Param| too_large.iter().any(|e| e.mentions(&param.name));
        let variables = guesses.iter_mut().filter(|p| p.kind == ParamKind::Variable);
        for guess in variables.filter(occurs) {
            guess.sample = guess.sample.min(most);
        }
        params.clone_from_slice(&guesses);
        fit(params, context)?;
    }
    Ok(())
}

/// Whether an array of these extents is too large at the samples.
fn is_too_large(extents: &[Expr], params: &[Param]) -> bool {
    let value = |name: &str| params.iter().find(|p| p.name == name).map(|p| p.sample);
    let sizes = extents.iter().map(|extent| extent.eval(&value));
    let product: Option<f64> = sizes.map(|size| Some(size? as f64)).product();
    product.is_some_and(|elements| elements > MOST_ELEMENTS)
}

/// Moves the samples of the variables into the context, if it has a point with the values of the
/// macros.
pub fn fit(params: &mut [Param], context: &Set) -> Result<()> {
    let (macros, mut variables): (Vec<_>, Vec<_>) =
        params.iter_mut().partition(|p| p.kind == ParamKind::Macro);
    let values = macros.iter().map(|p| (p.name.as_str(), p.sample));
    let mut left = context.fix_params(values)?;
    for k in 0..variables.len() {
        if is_less(&left, &variables, k)? {
            variables[k].sample = variables[k].sample.min(MUCH_LESS);
        }
    }
    for param in variables {
        if let Some(value) = nearest(&left, param)? {
            param.sample = value;
        }
        left = left.fix_params([(param.name.as_str(), param.sample)])?;
    }
    Ok(())
}

/// Whether a variable is at most half of its sample where the others have theirs, and only there.
fn is_less(context: &Set, variables: &[&mut Param], k: usize) -> Result<bool> {
    let others = variables
        .iter()
        .enumerate()
        .filter(|(other, _)| *other != k);
    let others = others.map(|(_, p)| (p.name.as_str(), p.sample));
    let left = context.fix_params(others)?;
    let param = &variables[k];
    let is_half = |value: Option<i64>| value.is_some_and(|value| value <= param.sample / 2);
    Ok(is_half(nearest(&left, param)?) && !is_half(nearest(context, param)?))
}

/// The largest value up to the sample, else the smallest value.
fn nearest(context: &Set, param: &Param) -> Result<Option<i64>> {
    let Param { name, sample, .. } = param;
    let space = Space::new(context.context(), [name]);
    let largest = |value: &str, condition: &str| -> Result<Option<i64>> {
        let values = space.points(&[value], condition)?;
        values.intersect_params(context)?.dim_max_value(0)
    };
    match largest(name, &format!("{name} <= {sample}"))? {
        Some(value) => Ok(Some(value)),
        None => Ok(largest(&format!("-{name}"), "true")?.map(|value| -value)),
    }
}
