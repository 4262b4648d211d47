//! A mapping as an entry of the report.

use super::engine::Answer;
use super::problem::Input;
use super::show::{all_cases, product, size_text};
use crate::display::coefficients;
use poly::Expr;
use report::{ArrayEntry, Attention, CaseEntry, Owner, Status};
use storage::{Assumption, Case};

/// The entry of an array whose conflicts a file describes.
pub fn entry(input: &Input, file: &str, answer: &Answer) -> ArrayEntry {
    let found = answer.best.as_ref();
    let problem = &input.problem;
    let before = problem.declared_size();
    let smaller = found.filter(|f| before.is_none_or(|before| f.size < before));
    let rows = found.map(|f| f.mapping.rows.as_slice()).unwrap_or_default();
    ArrayEntry {
        name: input.name.clone(),
        function: String::new(),
        file: file.to_string(),
        line: Some(input.line),
        end_column: None,
        places: Vec::new(),
        declared: None,
        causes: Vec::new(),
        column: None,
        advice: Vec::new(),
        advised_bytes: None,
        status: match smaller {
            Some(_) => Status::Folded,
            None => Status::Kept,
        },
        attention: match smaller {
            Some(_) => Attention::Folded,
            None => Attention::Other,
        },
        reason: match smaller {
            Some(_) => None,
            None => Some("no-smaller-mapping".to_string()),
        },
        detail: match smaller {
            Some(found) => format!("{} by {}", all_cases(found), found.strategy.name()),
            None => "no mapping is smaller than the array".to_string(),
        },
        shape: problem.extents.iter().map(Expr::to_string).collect(),
        matrix: rows.iter().map(coefficients).collect(),
        moduli: rows.iter().map(|r| r.modulus.to_string()).collect(),
        cases: found.map_or_else(Vec::new, |f| f.cases.iter().map(case).collect()),
        size_before: Some(product(&problem.extents)),
        size_after: found.map(size_text),
        params: problem
            .params
            .iter()
            .map(|p| (p.name.clone(), p.value))
            .collect(),
        elements_before: before,
        elements_after: found.map(|f| f.size),
        size_words: None,
        sampled: Vec::new(),
        bytes_before: None,
        bytes_after: None,
        owner: Owner::Function,
        params_guessed: false,
        guessed: [false; 2],
        live_bound: None,
        live_bound_exact: None,
        live_bound_form: None,
        ratio: None,
        strategies: Vec::new(),
        assumes: answer
            .conditions
            .iter()
            .map(Assumption::to_string)
            .collect(),
        strategy: found.map(|f| f.strategy.name().to_string()),
        lifetime: None,
        order: None,
        proved: found.is_some(),
    }
}

fn case(case: &Case) -> CaseEntry {
    let rows = &case.mapping.rows;
    CaseEntry {
        condition: case.class.to_string(),
        matrix: rows.iter().map(coefficients).collect(),
        moduli: rows.iter().map(|r| r.modulus.to_string()).collect(),
        size_after: case.cells.to_string(),
    }
}
