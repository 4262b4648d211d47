//! Mappings for arrays with pointers to rows or planes: the last dimensions are kept, and a mapping
//! of the others is extended to the whole array.
//!
//! Assumes: where such an array has no elements, the size of a kept dimension may be anything, so
//! it is raised to 1.

use crate::certificate::{Verdict, certify};
use crate::choice::{Choice, Chosen, choose};
use crate::search::Aim;
use crate::widen::at_least_one;
use crate::{Mapping, Problem, Row, RowRange, Strategy};
use poly::{Expr, Result, Set, Space, names};

/// As [`choose`], among the mappings that keep the last `kept` dimensions. The attempts are listed
/// without these dimensions.
pub fn choose_with_last_kept(
    problem: &Problem,
    kept: usize,
    strategies: &[Strategy],
    aim: &Aim<'_>,
) -> Result<Chosen> {
    if problem.dims() <= kept {
        return Ok(Chosen {
            choices: Vec::new(),
            refused: None,
            tried: Vec::new(),
        });
    }
    let leading = leading(problem, problem.dims() - kept)?;
    // The floor counts live elements of all dimensions.
    let aim = Aim {
        operations: aim.operations,
        ..Aim::of(aim.objective)
    };
    let chosen = choose(&leading, strategies, &aim)?;
    let refused = match chosen.refused {
        Some(mapping) => Some(with_last(problem, mapping)?),
        None => None,
    };
    let choices = chosen.choices.into_iter();
    let choices = choices.map(|choice| choice_with_last(problem, choice));
    Ok(Chosen {
        choices: { choices.filter_map(Result::transpose) }.collect::<Result<_>>()?,
        refused,
        tried: chosen.tried,
    })
}

/// The problem with rows or planes as elements: two of them conflict if elements of them do.
///
/// `{ [d0', ..., dn'] -> [d0', ..., d(count-1)'] }`
fn leading(problem: &Problem, count: usize) -> Result<Problem> {
    let d = names("d", problem.dims());
    let rows_of = Space::plain(&problem.ctx).images(&d, &d[..count])?;
    let same = Set::origin(&problem.ctx, count)?;
    let mut leading = problem.clone();
    leading.half = problem.half.apply(&rows_of)?.subtract(&same)?.coalesce()?;
    leading.touched = problem.touched.apply(&rows_of)?.coalesce()?;
    leading.extents.truncate(count);
    leading.innermost.truncate(count);
    Ok(leading)
}

/// Extends a choice for rows to elements; `None` if that is not proved.
fn choice_with_last(problem: &Problem, mut choice: Choice) -> Result<Option<Choice>> {
    let kept = &problem.extents[choice.mapping.dims..];
    let mapping = with_last(problem, choice.mapping)?;
    let Some(size) = mapping.size(problem) else {
        return Ok(None);
    };
    if certify(problem, &mapping)? != Verdict::Proved {
        return Ok(None);
    }
    choice.ranges.extend(kept.iter().map(|extent| RowRange {
        low: Expr::constant(0),
        high: extent.clone() - Expr::constant(1),
    }));
    Ok(Some(Choice {
        mapping,
        size,
        ..choice
    }))
}

/// `x -> (sigma(x'), x'')` for `x = (x', x'')`.
fn with_last(problem: &Problem, mut mapping: Mapping) -> Result<Mapping> {
    let (count, dims) = (mapping.dims, problem.dims());
    for row in &mut mapping.rows {
        row.form.resize(dims, 0);
        let digits = row.higher.iter_mut();
        digits.for_each(|digit| digit.form.resize(dims, 0));
    }
    mapping.dims = dims;
    for kept in count..dims {
        let own = (0..dims).map(|dim| i64::from(dim == kept));
        let size = at_least_one(problem, &problem.extents[kept])?;
        mapping.rows.push(Row::new(own.collect(), size));
    }
    Ok(mapping)
}
