//! A mapping as an entry of the report.

use super::Input;
use super::show::{product, size_text};
use poly::Expr;
use report::{ArrayEntry, Status};
use storage::Found;

/// The entry of an array whose conflicts stand in a file.
pub fn entry(input: &Input, file: &str, found: Option<&Found>) -> ArrayEntry {
    let problem = &input.problem;
    let before = problem.declared_size();
    let smaller = found.filter(|f| before.is_none_or(|before| f.size < before));
    let rows = found.map(|f| f.mapping.rows.as_slice()).unwrap_or_default();
    ArrayEntry {
        name: input.name.clone(),
        function: String::new(),
        file: file.to_string(),
        line: Some(input.line),
        status: match smaller {
            Some(_) => Status::Folded,
            None => Status::Kept,
        },
        reason: match smaller {
            Some(_) => None,
            None => Some("no-smaller-mapping".to_string()),
        },
        detail: match smaller {
            Some(found) => format!("{} by {}", found.mapping, found.strategy.name()),
            None => "no mapping is smaller than the array".to_string(),
        },
        shape: problem.extents.iter().map(Expr::to_string).collect(),
        matrix: rows.iter().map(|r| r.form.clone()).collect(),
        moduli: rows.iter().map(|r| r.modulus.to_string()).collect(),
        size_before: Some(product(&problem.extents)),
        size_after: found.map(|f| size_text(&f.mapping)),
        params: problem
            .params
            .iter()
            .map(|p| (p.name.clone(), p.value))
            .collect(),
        elements_before: before,
        elements_after: found.map(|f| f.size),
        live_bound: None,
        live_bound_exact: None,
        live_bound_form: None,
        ratio: None,
        strategies: Vec::new(),
        strategy: found.map(|f| f.strategy.name().to_string()),
        lifetime: None,
        order: None,
        proved: found.is_some(),
    }
}
