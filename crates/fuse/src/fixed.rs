//! Parameters of a function that its first statements fix at a number: `assert(r == 2);`.

use crate::bound::bound;
use c::names::file::Function;
use c::names::library::ends_program;
use c::names::symbols::Origin;
use c::syntax::checks::{Check, alone, before_exit, equations, statement_of};
use lang_c::ast::{Expression, Statement};
use lang_c::span::Node;
use std::collections::BTreeMap;

/// The numbers, by name.
pub(crate) fn values(function: &Function<'_>) -> BTreeMap<String, i64> {
    let mut found = BTreeMap::new();
    let Statement::Compound(items) = &function.definition.statement.node else {
        return found;
    };
    for statement in items.iter().filter_map(statement_of) {
        let checks = checks(&statement.node);
        if checks.is_empty() {
            break;
        }
        for [left, right] in checks.iter().flat_map(equations) {
            let number = bound(right).and_then(|e| e.as_constant());
            found.extend(unchanged(function, left).zip(number));
        }
    }
    found
}

fn checks(statement: &Statement) -> Vec<Check<'_>> {
    let mut all = alone(statement, &ends_program);
    all.extend(before_exit(statement, &ends_program));
    all
}

/// The name of a parameter that keeps its value.
fn unchanged(function: &Function<'_>, expression: &Node<Expression>) -> Option<String> {
    let Expression::Identifier(name) = &expression.node else {
        return None;
    };
    let at = function.base.range(name.span).start;
    let id = function.symbols.variable_at(at)?;
    let variable = function.symbols.variable(id);
    let keeps = variable.origin == Origin::Parameter
        && variable.writes.is_empty()
        && !variable.address_taken;
    let same = function.symbols.objects();
    let mut same = same.filter(|(_, v)| v.name == variable.name);
    (keeps && same.nth(1).is_none()).then(|| variable.name.clone())
}
