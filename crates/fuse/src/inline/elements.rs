//! Functions with a result that set elements, too: `main` calls them as stages, and others to check
//! what stages have set.

use super::stage::Stage;
use c::names::symbols::{Origin, Store};

/// Whether a stage sets elements of what a parameter leads to.
pub(super) fn sets_elements(stage: &Stage<'_, '_>) -> bool {
    let symbols = &stage.function.symbols;
    let is_of_parameter = |store: &Store| {
        let from = store.from.map(|id| symbols.variable(id).origin);
        from == Some(Origin::Parameter) && store.pointers > 0
    };
    symbols.stores.iter().any(is_of_parameter)
}
