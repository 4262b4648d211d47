//! The macros that stay in the text by their names: object-like macros of the user that are integer
//! constants in any context. A definition that is used stays in force to the end of the unit: if it
//! changes, another pass avoids the name. How a definition is judged is not known here.

use crate::macros::definition::{Macro, MacroId, MacroTable, PpToken};
use crate::tokens::symbols::Symbol;
use std::collections::HashSet;
use std::sync::Arc;

/// A macro kept by name.
#[derive(Debug)]
pub(crate) struct KeptMacro {
    /// Its full expansion.
    pub(crate) tokens: Arc<[PpToken]>,
    pub(crate) value: i64,
}

#[derive(Clone)]
pub(super) enum Decision {
    Undecided,
    Expand,
    Keep(Arc<KeptMacro>),
    /// An integer that is not one operand: its expansion, with the names of kept macros.
    ExpandInteger(Arc<[PpToken]>),
}

/// The decisions so far.
#[derive(Default)]
pub(crate) struct KeptMacros {
    pub(super) decisions: Vec<Decision>,
    /// Names whose meaning changes in the unit: no kept macro may depend on them.
    pub(super) unstable: HashSet<Symbol>,
    /// Names that kept macros, or candidates, depend on.
    pub(super) relied_on: HashSet<Symbol>,
    /// Definitions that have been expanded or kept.
    pub(super) used: HashSet<MacroId>,
    /// Names found to change in this pass.
    changed: HashSet<Symbol>,
    pub(super) evaluating: u32,
    pub(super) met_unstable: bool,
    pub(super) keep_none: bool,
}

impl KeptMacros {
    /// Keeps macros that do not depend on the names in `unstable`.
    pub(crate) fn avoiding(unstable: HashSet<Symbol>) -> KeptMacros {
        KeptMacros {
            unstable,
            ..KeptMacros::default()
        }
    }

    /// Keeps no macro.
    pub(crate) fn none() -> KeptMacros {
        KeptMacros {
            keep_none: true,
            ..KeptMacros::default()
        }
    }

    /// The value of a kept macro's name.
    pub(crate) fn value_tokens(&self, tok: &PpToken, table: &MacroTable) -> Option<Arc<[PpToken]>> {
        let id = table.lookup(tok.symbol).filter(|_| tok.kept)?;
        self.get(id).map(|kept| kept.tokens.clone())
    }

    /// The kept macro of a definition, if it is kept.
    pub(crate) fn get(&self, id: MacroId) -> Option<&Arc<KeptMacro>> {
        match self.decisions.get(id.index()) {
            Some(Decision::Keep(kept)) => Some(kept),
            _ => None,
        }
    }

    /// Whether the body of a macro is being read for its value, not for the text.
    pub(crate) fn is_evaluating(&self) -> bool {
        self.evaluating > 0
    }

    /// The integer macros that are expanded where they are used, and their expansions.
    pub(crate) fn expanded_integers<'a>(
        &'a self,
        table: &'a MacroTable,
    ) -> impl Iterator<Item = (&'a Arc<Macro>, &'a [PpToken])> {
        let decisions = self.decisions.iter().zip(table.all());
        decisions.filter_map(|(decision, definition)| match decision {
            Decision::ExpandInteger(tokens) => Some((definition, &**tokens)),
            _ => None,
        })
    }

    /// The definitions kept by name.
    pub(crate) fn all<'a>(
        &'a self,
        table: &'a MacroTable,
    ) -> impl Iterator<Item = (&'a Arc<Macro>, &'a KeptMacro)> {
        self.decisions
            .iter()
            .zip(table.all())
            .filter_map(|(decision, definition)| match decision {
                Decision::Keep(kept) => Some((definition, &**kept)),
                _ => None,
            })
    }

    /// Notes that the body of a macro is being read.
    pub(crate) fn entered(&mut self, id: MacroId, table: &MacroTable) {
        let name = table.get(id).name;
        self.used.insert(id);
        self.met_unstable |= self.unstable.contains(&name);
        if self.evaluating > 0 {
            self.relied_on.insert(name);
        }
    }

    /// Notes that the definition `id` is no longer in force.
    pub(crate) fn replaced(&mut self, id: MacroId, table: &MacroTable) {
        if self.used.contains(&id) {
            self.changed.insert(table.get(id).name);
        }
    }

    /// Notes that a kept name also occurs in the text without being a macro.
    pub(crate) fn ambiguous(&mut self, name: Symbol) {
        self.changed.insert(name);
    }

    /// The names to avoid in another pass, if this pass kept a macro that depends on a name that
    /// changes.
    pub(crate) fn another_pass(&self) -> Option<HashSet<Symbol>> {
        let wrong: Vec<Symbol> = self
            .changed
            .intersection(&self.relied_on)
            .copied()
            .collect();
        let mut unstable = self.unstable.clone();
        let before = unstable.len();
        unstable.extend(wrong);
        (unstable.len() > before && !self.keep_none).then_some(unstable)
    }

    pub(super) fn set(&mut self, id: MacroId, decision: Decision) {
        if self.decisions.len() <= id.index() {
            self.decisions.resize(id.index() + 1, Decision::Undecided);
        }
        self.decisions[id.index()] = decision;
    }
}
