//! Checks every difference at one point of the parameters: a check that shares nothing with the
//! certificate.

use super::fault::Fault;
use storage::{Mapping, Problem};

/// The most differences that are enumerated.
const MOST_POINTS: usize = 2_000_000;

/// The result of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// How many differences were checked; of each and its negative at least one.
    pub differences: usize,
    /// Differences that the mapping does not separate; must be empty.
    pub not_separated: Vec<Vec<i64>>,
    /// Cells at the point.
    pub cells: i64,
}

/// Checks a mapping at values of all parameters.
///
/// # Errors
/// The values do not belong to all parameters of the context, or there are too many differences.
pub fn check_at(
    problem: &Problem,
    mapping: &Mapping,
    point: &[(String, i64)],
) -> Result<Checked, Fault> {
    let fault = |text: String| Fault::of_whole(format!("--at: {text}"));
    let value = |name: &str| point.iter().rfind(|(n, _)| n == name).map(|(_, v)| *v);
    for param in &problem.params {
        if value(&param.name).is_none() {
            return Err(fault(format!("a value for `{}` is missing", param.name)));
        }
    }
    for (name, _) in point {
        if !problem.params.iter().any(|p| p.name == *name) {
            return Err(fault(format!("the sets have no parameter `{name}`")));
        }
    }
    problem.ctx.start_budget(0);
    let values = || point.iter().map(|(n, v)| (n.as_str(), *v));
    if problem.context.fix_params(values())?.is_empty()? {
        return Err(fault("the context does not hold there".to_string()));
    }
    let there = problem.half.fix_params(values())?;
    let differences = there.points(MOST_POINTS)?;
    let differences =
        differences.ok_or_else(|| fault(format!("more than {MOST_POINTS} differences")))?;
    let rows: Option<Vec<(Vec<i64>, i64)>> = mapping.rows.iter().map(|r| r.at(&value)).collect();
    let rows = rows.ok_or_else(|| fault("a modulus overflows".to_string()))?;
    let cells = rows.iter().try_fold(1_i64, |n, (_, b)| n.checked_mul(*b));
    Ok(Checked {
        not_separated: differences
            .iter()
            .filter(|d| !separates(&rows, d))
            .cloned()
            .collect(),
        differences: differences.len(),
        cells: cells.ok_or_else(|| fault("the size overflows".to_string()))?,
    })
}

/// Whether some row maps the difference to a value other than 0.
fn separates(rows: &[(Vec<i64>, i64)], difference: &[i64]) -> bool {
    rows.iter().any(|(form, modulus)| {
        let products = form.iter().zip(difference);
        let sum: i128 = products.map(|(c, x)| i128::from(*c) * i128::from(*x)).sum();
        *modulus >= 1 && sum.rem_euclid(i128::from(*modulus)) != 0
    })
}
