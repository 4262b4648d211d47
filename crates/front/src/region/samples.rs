//! Typical values of parameters, at which sizes are compared.
//!
//! Assumes: a macro keeps its value; a variable has the value nearest to 1000 that the context
//! allows. A wrong sample costs cells, never correctness.

use poly::{Result, Set};
use scop::{Param, ParamKind};

/// Moves the samples of the variables into the context, if it has a point with the values of the
/// macros.
pub fn fit(params: &mut [Param], context: &Set) -> Result<()> {
    let (macros, variables): (Vec<_>, Vec<_>) =
        params.iter_mut().partition(|p| p.kind == ParamKind::Macro);
    let values = macros.iter().map(|p| (p.name.as_str(), p.sample));
    let mut left = context.fix_params(values)?;
    for param in variables {
        if let Some(value) = nearest(&left, param)? {
            param.sample = value;
        }
        left = left.fix_params([(param.name.as_str(), param.sample)])?;
    }
    Ok(())
}

/// The largest value up to the sample, else the smallest value.
fn nearest(context: &Set, param: &Param) -> Result<Option<i64>> {
    let Param { name, sample, .. } = param;
    let largest = |values: String| -> Result<Option<i64>> {
        let values = Set::parse(context.context(), &format!("[{name}] -> {{ {values} }}"))?;
        values.intersect_params(context)?.dim_max_value(0)
    };
    match largest(format!("[{name}] : {name} <= {sample}"))? {
        Some(value) => Ok(Some(value)),
        None => Ok(largest(format!("[-{name}]"))?.map(|value| -value)),
    }
}
