//! Mappings for arrays to whose rows something points: the last dimension stays as it is, and a mapping of
//! the others is one for the whole array.

use crate::aim::Aim;
use crate::bounds::RowRange;
use crate::certificate::{Verdict, certify};
use crate::choice::{Choice, Chosen, choose};
use crate::problem::coordinates;
use crate::{Mapping, Problem, Row, Strategy};
use poly::{Expr, Map, Result, Set};

/// The mapping to be used, as [`choose`] says, of those that leave the last dimension alone. What was tried is
/// listed without it.
pub fn choose_with_last_kept(
    problem: &Problem,
    strategies: &[Strategy],
    aim: &Aim<'_>,
) -> Result<Chosen> {
    if problem.dims() < 2 {
        return Ok(Chosen {
            choice: None,
            refused: None,
            tried: Vec::new(),
        });
    }
    let leading = leading(problem)?;
    // What is known of the live elements counts all dimensions.
    let aim = Aim {
        operations: aim.operations,
        ..Aim::of(aim.objective)
    };
    let chosen = choose(&leading, strategies, &aim)?;
    let refused = match chosen.refused {
        Some(mapping) => Some(with_last(problem, mapping)?),
        None => None,
    };
    Ok(Chosen {
        choice: match chosen.choice {
            Some(choice) => choice_with_last(problem, choice)?,
            None => None,
        },
        refused,
        tried: chosen.tried,
    })
}

/// Rows as elements: two of them conflict if elements of them do.
///
/// `{ [d0', ..., dn'] -> [d0', ..., d(n-1)'] }`
fn leading(problem: &Problem) -> Result<Problem> {
    let (all, rows) = (coordinates(problem.dims()), coordinates(problem.dims() - 1));
    let rows_of = Map::parse(&problem.ctx, &format!("{{ [{all}] -> [{rows}] }}"))?;
    let zeros = vec!["0"; problem.dims() - 1].join(", ");
    let same = Set::parse(&problem.ctx, &format!("{{ [{zeros}] }}"))?;
    let mut leading = problem.clone();
    leading.half = problem.half.apply(&rows_of)?.subtract(&same)?.coalesce()?;
    leading.touched = problem.touched.apply(&rows_of)?.coalesce()?;
    leading.extents.pop();
    leading.innermost.truncate(problem.dims() - 1);
    Ok(leading)
}

/// A choice of rows as one of elements, if that is proved too.
fn choice_with_last(problem: &Problem, mut choice: Choice) -> Result<Option<Choice>> {
    let plainer = match choice.plainer.take() {
        Some(plainer) => choice_with_last(problem, *plainer)?,
        None => None,
    };
    let mapping = with_last(problem, choice.mapping)?;
    let (Some(size), Some(extent)) = (mapping.size(problem), problem.extents.last()) else {
        return Ok(plainer);
    };
    if certify(problem, &mapping)? != Verdict::Proved {
        return Ok(plainer);
    }
    choice.ranges.push(RowRange {
        low: Expr::constant(0),
        high: extent.clone() - Expr::constant(1),
    });
    Ok(Some(Choice {
        mapping,
        size,
        plainer: plainer.map(Box::new),
        ..choice
    }))
}

/// `x -> (sigma(x'), xn)` for `x = (x', xn)`.
fn with_last(problem: &Problem, mut mapping: Mapping) -> Result<Mapping> {
    for row in &mut mapping.rows {
        row.form.push(0);
        row.higher.iter_mut().for_each(|digit| digit.form.push(0));
    }
    mapping.dims = problem.dims();
    let last = (1..=problem.dims()).map(|dim| i64::from(dim == problem.dims()));
    mapping
        .rows
        .push(Row::new(last.collect(), last_size(problem)?));
    Ok(mapping)
}

/// The size of the last dimension, at least 1: where the array has no elements it may be anything.
fn last_size(problem: &Problem) -> Result<Expr> {
    let one = Expr::constant(1);
    let extent = problem.extents.last().unwrap_or(&one).clone();
    match problem.always(&format!("{extent} >= 1"))? {
        true => Ok(extent),
        false => Ok(Expr::max_of(vec![extent, one.clone()]).unwrap_or(one)),
    }
}
