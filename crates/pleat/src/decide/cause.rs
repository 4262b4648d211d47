//! Why an array has no smaller mapping.

use super::problem::problem_in_order;
use crate::budget::CAUSE;
use crate::display::ArrayDisplay;
use crate::options::Options;
use front::{Candidate, Region};
use poly::Result;
use scop::{Order, Scop, Statement};
use storage::{Aim, Strategy};

/// Why so many values are alive at once; `None` if that is not known.
pub(super) fn of_many_values(
    region: &Region,
    candidate: &Candidate,
    options: &Options,
) -> Option<String> {
    if candidate.allocated_by_row {
        let text = "it holds pointers to rows that are allocated one by one";
        return Some(text.to_string());
    }
    in_sequential_order(region, candidate, options)
}

/// Why more values are alive at once than in sequential order, and how many elements that order
/// would take; `None` if it would take no fewer.
fn in_sequential_order(
    region: &Region,
    candidate: &Candidate,
    options: &Options,
) -> Option<String> {
    let scop = region.scop_of(candidate);
    let order = options.order_of(scop);
    if order == Order::Sequential {
        return None;
    }
    let size = scop
        .ctx
        .attempt(CAUSE, || Ok(sequential_size(region, candidate, options)));
    let size = size.ok().flatten().flatten()?;
    let cause = match order {
        Order::Sequential => return None,
        Order::Parallel => concurrent(scop, candidate),
        Order::Tilable => {
            "tiles of the loops around it may be executed in other orders".to_string()
        }
        Order::Any => "every order that keeps the dependences counts".to_string(),
    };
    Some(format!("{cause}; in sequential order it would need {size}"))
}

/// The size of a mapping for the sequential order.
fn sequential_size(region: &Region, candidate: &Candidate, options: &Options) -> Option<String> {
    let problem = problem_in_order(Order::Sequential, region, candidate, options).ok()?;
    let aim = Aim {
        operations: CAUSE,
        ..Aim::of(options.objective)
    };
    let chosen = storage::choose(&problem, &Strategy::CHEAP, &aim).ok()?;
    let display = ArrayDisplay::new(region, candidate, options);
    let size = display.cells(&chosen.choices.first()?.mapping);
    Some(match size.as_str() {
        "1" => "1 element".to_string(),
        _ => format!("{size} elements"),
    })
}

/// ``iterations of the parallel loop over `i` may run at once``
fn concurrent(scop: &Scop, candidate: &Candidate) -> String {
    let accesses = candidate.arrays().flat_map(|a| scop.accesses_to(a));
    let mut statements = accesses.map(|access| scop.statement(access.statement));
    match statements.find_map(|s| counter(s).ok().flatten()) {
        Some(counter) => {
            format!("iterations of the parallel loop over `{counter}` may run at once")
        }
        None => "what threads share out may run at once".to_string(),
    }
}

/// The counter of the outermost parallel loop around a statement.
fn counter(statement: &Statement) -> Result<Option<&str>> {
    let Some(parallel) = statement.parallel.first() else {
        return Ok(None);
    };
    let mut loops = 0;
    for coordinate in 0..*parallel {
        loops += usize::from(statement.schedule.fixed_output(coordinate)?.is_none());
    }
    Ok(statement.iterators.get(loops).map(String::as_str))
}
