//! Mappings as text for people: the best in two lines, all strategies as a table.

use super::engine::{Answer, Outcome};
use super::problem::Input;
use crate::display::as_factor;
use poly::Expr;
use std::ops::Range;
use storage::{Assumption, Case, Found, Problem};

/// The mapping, and that for smaller sizes if these have another one.
pub fn mapping_text(input: &Input, answer: &Answer) -> String {
    let Some(best) = &answer.best else {
        return format!("{}: no mapping was found\n", input.name);
    };
    let conditions: Vec<String> = answer
        .conditions
        .iter()
        .map(Assumption::to_string)
        .collect();
    if conditions.is_empty() {
        return found_text(input, &input.name, best);
    }
    let text = format!("{} for {}", input.name, conditions.join(" and "));
    let below = match &answer.below {
        Some(below) => found_text(input, &format!("{} for smaller sizes", input.name), below),
        None => String::new(),
    };
    format!("{}{below}", found_text(input, &text, best))
}

/// `A: (i0 - i1) mod (2*N - 1), by hyperplane`, or a line for each case, and the sizes.
fn found_text(input: &Input, name: &str, found: &Found) -> String {
    let problem = &input.problem;
    let before = product(&problem.extents);
    let after = size_text(found);
    let sizes = match problem.params.is_empty() {
        true => String::new(),
        false => format!(
            " ({} -> {} at {})",
            count(problem.declared_size()),
            found.size,
            sample_text(problem)
        ),
    };
    let strategy = found.strategy.name();
    let cases = found
        .cases
        .iter()
        .map(|case| format!("  {}\n", case_text(case)));
    let mappings = match found.cases.is_empty() {
        true => format!("{name}: {}, by {strategy}\n", found.mapping),
        false => format!("{name}, by {strategy}:\n{}", cases.collect::<String>()),
    };
    format!("{mappings}{before} -> {after} elements{sizes}\n")
}

/// `(i0, i1 - i0) mod (2, 2*N - 2) where N mod 2 = 0`
fn case_text(case: &Case) -> String {
    format!("{} where {}", case.mapping, case.class)
}

/// One line per strategy: name, mapping, size, size at the sample, time.
pub fn table(input: &Input, answer: &Answer) -> String {
    let at = match input.problem.params.is_empty() {
        true => "elements".to_string(),
        false => format!("at {}", sample_text(&input.problem)),
    };
    let head = ["strategy", "mapping", "size", &at, "ms"];
    let mut lines = vec![head.map(str::to_string).to_vec()];
    for run in &answer.runs {
        let [mapping, size, elements] = outcome_cells(&run.outcome);
        let time = format!("{:.1}", run.time.as_secs_f64() * 1e3);
        let name = run.strategy.name().to_string();
        lines.push(vec![name, mapping, size, elements, time]);
    }
    let conditions: Vec<String> = answer
        .conditions
        .iter()
        .map(Assumption::to_string)
        .collect();
    let table = aligned(&lines, 3..5);
    match conditions.is_empty() {
        true => table,
        false => format!("{table}for {}\n", conditions.join(" and ")),
    }
}

/// The mapping, its size, its size at the samples.
pub fn outcome_cells(outcome: &Outcome) -> [String; 3] {
    match outcome {
        Outcome::Found(found) => [all_cases(found), size_text(found), found.size.to_string()],
        Outcome::Nothing => ["none", "", ""].map(str::to_string),
        Outcome::Failed(error) => [error.to_string(), String::new(), String::new()],
    }
}

/// A longer cell may exceed its column.
const WIDEST: usize = 80;

/// Aligns the cells of all lines: words to the left, the columns of numbers to the right.
pub fn aligned(lines: &[Vec<String>], numbers: Range<usize>) -> String {
    let columns = lines.iter().map(Vec::len).max().unwrap_or(0);
    let cells = |column: usize| lines.iter().filter_map(move |line| line.get(column));
    let width = |column| {
        let widths = cells(column).map(|c| c.chars().count());
        widths.filter(|width| *width <= WIDEST).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for line in lines {
        let cells = line.iter().zip(&widths).enumerate();
        let cells: Vec<String> = cells
            .map(|(column, (cell, width))| match numbers.contains(&column) {
                true => format!("{cell:>width$}"),
                false => format!("{cell:<width$}"),
            })
            .collect();
        text.push_str(cells.join("  ").trim_end());
        text.push('\n');
    }
    text
}

/// `N = 1000, M = 7`
fn sample_text(problem: &Problem) -> String {
    let values = problem.params.iter();
    let values: Vec<String> = values
        .map(|p| format!("{} = {}", p.name, p.value))
        .collect();
    values.join(", ")
}

fn count(elements: Option<i64>) -> String {
    elements.map_or_else(|| "?".to_string(), |n| n.to_string())
}

/// The mapping, or all cases in one line.
pub(super) fn all_cases(found: &Found) -> String {
    let cases: Vec<String> = found.cases.iter().map(case_text).collect();
    match cases.as_slice() {
        [] => found.mapping.to_string(),
        cases => cases.join("; "),
    }
}

/// The product of the moduli; if there are cases of different sizes, each size with its condition.
pub(super) fn size_text(found: &Found) -> String {
    let [first, others @ ..] = found.cases.as_slice() else {
        let moduli: Vec<Expr> = found
            .mapping
            .rows
            .iter()
            .map(|r| r.modulus.clone())
            .collect();
        return product(&moduli);
    };
    if others.iter().all(|case| case.cells == first.cells) {
        return first.cells.to_string();
    }
    let one = |case: &Case| format!("{} where {}", case.cells, case.class);
    let sizes: Vec<String> = found.cases.iter().map(one).collect();
    sizes.join(", ")
}

/// `N*N`, `2*(N - 1)`, `1`.
pub(super) fn product(factors: &[Expr]) -> String {
    let is_one = |e: &&Expr| e.as_constant() == Some(1);
    let shown: Vec<&Expr> = factors.iter().filter(|e| !is_one(e)).collect();
    match shown.as_slice() {
        [] => "1".to_string(),
        [one] => one.to_string(),
        several => {
            let texts: Vec<String> = several
                .iter()
                .map(|e| as_factor(e, e.to_string()))
                .collect();
            texts.join("*")
        }
    }
}
