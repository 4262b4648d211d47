//! Facts of references to arrays of the original, as conditions of the place.

use crate::values::formula::Formula;
use crate::values::original::OriginalArray;
use crate::walk::walker::Walker;
use c::names::symbols::VarId;

impl Walker<'_> {
    /// The facts of the references to an array.
    pub(crate) fn recalled(&self, array: VarId) -> Option<&OriginalArray> {
        self.source.original?.array(self.source.symbols, array)
    }

    /// Adds the facts of the next reference to an array to the conditions of the place. Returns
    /// whether there are any.
    pub(crate) fn recall(&mut self, array: VarId) -> bool {
        let before = self.found.references.iter().filter(|r| r.array == array);
        let facts = self.recalled(array);
        let facts = facts.and_then(|facts| facts.inside.get(before.count()));
        let facts = facts.into_iter().flatten();
        let facts = facts.filter(|e| self.eval.has_all_names_of(e)).cloned();
        let facts: Vec<Formula> = facts.map(Formula::NonNegative).collect();
        let any = !facts.is_empty();
        self.here.recalled.extend(facts.iter().cloned());
        self.eval.state.guards.extend(facts);
        any
    }
}
