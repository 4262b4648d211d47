//! Arrays that macros declare or use.

use c::Contents;
use c::facts::function::FunctionFacts;
use c::names::symbols::{Origin, Variable};
use std::collections::BTreeSet;

/// The names of arrays that functions declare, and of pointers to their rows, with a declaration or
/// a use in a macro's expansion.
pub(crate) fn arrays(contents: &Contents<'_>) -> BTreeSet<String> {
    let is_expanded = |at: usize| {
        let token = contents.unit.tokens_in(at..at + 1).start;
        let token = contents.unit.tokens.get(token);
        token.is_some_and(|token| token.invocation().is_some())
    };
    let in_macro = |(v, facts): &(&Variable<'_>, &FunctionFacts<'_>)| {
        let declared = v.origin != Origin::Parameter && is_expanded(v.at.start);
        declared || facts.uses(v.id).iter().any(|at| is_expanded(*at))
    };
    let functions = contents
        .file
        .functions
        .iter()
        .zip(&contents.facts.functions);
    let variables =
        functions.flat_map(|(f, facts)| f.symbols.variables.iter().map(move |v| (v, facts)));
    let is_array = |(v, facts): &(&Variable<'_>, &FunctionFacts<'_>)| {
        facts.is_tracked(v.id) || facts.row_of(v.id).is_some()
    };
    let arrays = variables.filter(is_array).filter(in_macro);
    arrays.map(|(v, _)| v.name.clone()).collect()
}
