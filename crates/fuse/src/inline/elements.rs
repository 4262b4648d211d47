//! Functions with a result that set elements, too: `main` calls them as stages, and others to check
//! what stages have set.

use super::stage::Stage;
use c::names::symbols::VarId;
use c::names::types::Type;
use lang_c::ast::{DeclarationSpecifier, TypeQualifier};
use lang_c::span::Node;
use source::Unit;

/// Whether a stage sets elements of what a parameter leads to, as far as its text shows.
pub(super) fn sets_elements(unit: &Unit, stage: &Stage<'_, '_>) -> bool {
    let tokens = unit.tokens_in(stage.range.clone());
    let word = |k: usize| unit.token_text(&unit.tokens[k]);
    let is_assigned = |k: usize| {
        let is_operator = word(k).ends_with('=') && !matches!(word(k), "==" | "!=" | "<=" | ">=");
        is_operator && matches!(word(k - 1), "]" | ")")
    };
    let parameters = &stage.function.symbols.parameters;
    let mut parameters = parameters.iter().flatten();
    parameters.any(|id| may_set(stage, *id)) && tokens.skip(1).any(is_assigned)
}

/// Whether a parameter is a pointer to what is not `const`.
fn may_set(stage: &Stage<'_, '_>, id: VarId) -> bool {
    let variable = stage.function.symbols.variable(id);
    let base = stage.function.base;
    let mut all = stage.parameters.iter();
    let declared = all.find(|p| base.range(p.span).contains(&variable.at.start));
    let is_const = |s: &Node<DeclarationSpecifier>| match &s.node {
        DeclarationSpecifier::TypeQualifier(q) => q.node == TypeQualifier::Const,
        _ => false,
    };
    matches!(variable.declared_type, Type::Pointer(_))
        && declared.is_some_and(|p| !p.node.specifiers.iter().any(is_const))
}
