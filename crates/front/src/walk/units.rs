//! Arrays whose subscripts are multiplied by a unit of Z/b. See [`crate::forms::ring_unit`].

use crate::walk::walker::Walker;
use c::names::symbols::{Origin, VarId};
use c::names::types::Storage;
use poly::Expr;
use scop::Subscript;
use std::collections::HashSet;

impl Walker<'_> {
    /// Whether all subscripts of each dimension name the cells in one order, and nothing else has
    /// access to them.
    pub(crate) fn agree_on_units(&self, id: VarId) -> bool {
        if self.eval.state.units.is_empty() {
            return true;
        }
        let references = || self.found.references.iter().filter(|r| r.array == id);
        let unit = |s: &crate::walk::draft::DraftSubscript| {
            let mut inside = self.eval.state.units.range(s.expr.clone());
            inside.next().map(|(_, unit)| unit)
        };
        let has_units = references()
            .flat_map(|r| &r.subscripts)
            .any(|s| unit(s).is_some());
        let variable = self.source.symbols.variable(id);
        let is_own = match variable.origin {
            Origin::Local => true,
            Origin::Global(_) => variable.storage == Storage::Static,
            _ => false,
        };
        // The first value is the same in all cells of an allocation.
        let is_own = is_own
            && (variable.initializer.is_none() || self.source.facts.heap(variable.id).is_some());
        let rank = references().map(|r| r.subscripts.len()).max().unwrap_or(0);
        let one_order = |dim: usize| {
            let subscripts = references().filter_map(|r| r.subscripts.get(dim));
            let orders: HashSet<Option<String>> = subscripts
                .map(|s| unit(s).map(|u| format!("{u} {:?}", modulus(&s.meaning))))
                .collect();
            orders.len() <= 1
        };
        let has_blocks = references().any(|r| r.block.is_some());
        !has_units || (is_own && !has_blocks && (0..rank).all(one_order))
    }
}

fn modulus(meaning: &Subscript) -> Option<&Expr> {
    match meaning {
        Subscript::Modulo { modulus, .. } => Some(modulus),
        _ => None,
    }
}
