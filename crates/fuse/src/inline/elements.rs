//! Functions with a result that set elements, too: `main` calls them as stages, and others to check
//! what stages have set.

use super::stage::Stage;
use c::names::symbols::{Origin, Store};
use c::names::types::Type;

/// Whether a stage sets elements of what a parameter leads to, or of an array at file scope.
pub(super) fn sets_elements(stage: &Stage<'_, '_>) -> bool {
    let symbols = &stage.function.symbols;
    let is_of_others = |store: &Store| {
        let from = store.from.map(|id| symbols.variable(id));
        from.is_some_and(|from| match from.origin {
            Origin::Parameter => store.pointers > 0,
            Origin::Global(_) => store.pointers > 0 || matches!(from.declared_type, Type::Array(_)),
            Origin::Local => false,
        })
    };
    symbols.stores.iter().any(is_of_others)
}
