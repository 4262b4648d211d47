//! The state while the names of a function are resolved.

use crate::names::constants::Macros;
use crate::names::scopes::{Entity, Scopes};
use crate::names::symbols::{Global, Origin, Symbols, VarId, Variable};
use crate::syntax::attributes::Attributes;
use crate::syntax::base::Base;
use crate::syntax::jumps::{Mark, Path};
use crate::syntax::parser::aliases::Aliases;
use crate::syntax::parser::clean::cleaner::Hidden;
use crate::syntax::parser::recover::Unread;
use lang_c::ast::Expression;
use std::collections::HashMap;

/// Meanings of the unit's names that no declaration gives.
#[derive(Clone, Copy)]
pub(crate) struct World<'w> {
    /// Macros that represent integers.
    pub macros: Macros<'w>,
    /// Aliases under which the parser was given names.
    pub aliases: &'w Aliases,
    /// The attributes of names.
    pub attributes: &'w Attributes,
}

/// The state while the names of a function are resolved.
pub(super) struct Resolver<'a, 's> {
    pub(super) base: Base,
    pub(super) unread: &'a [Unread],
    /// Hidden names that come later in the text.
    pub(super) hidden: &'a [Hidden],
    pub(super) attributes: &'s Attributes,
    pub(super) scopes: &'s mut Scopes,
    pub(super) macros: Macros<'s>,
    pub(super) aliases: &'s Aliases,
    pub(super) globals: &'s mut [Global<'a>],
    pub(super) symbols: Symbols<'a>,
    pub(super) imported: HashMap<usize, VarId>,
    pub(super) block_end: usize,
    /// The number of operands around the place that may be unevaluated.
    pub(super) unevaluated: usize,
    /// The statements around the place.
    pub(super) path: Path,
    pub(super) gotos: Vec<Mark>,
    pub(super) labels: Vec<Mark>,
    pub(super) streams: Streams,
}

impl<'a> Resolver<'a, '_> {
    /// The object that an expression names as a whole.
    pub(super) fn named(&mut self, expression: &Expression) -> Option<VarId> {
        let Expression::Identifier(name) = expression else {
            return None;
        };
        match self.scopes.find(&name.node.name)?.clone() {
            Entity::Local(id) => Some(id),
            Entity::Global(global) => Some(self.import(global)),
            _ => None,
        }
    }

    pub(super) fn import(&mut self, global: usize) -> VarId {
        if let Some(id) = self.imported.get(&global) {
            return *id;
        }
        let id = VarId(self.symbols.variables.len());
        let from = &self.globals[global];
        self.symbols.add(Variable {
            id,
            name: from.name.clone(),
            at: from.at.clone(),
            scope: from.at.end..usize::MAX,
            declared_type: from.ty.clone(),
            qualifiers: from.qualifiers,
            storage: from.storage,
            origin: Origin::Global(global),
            base: from.base,
            declarator: Some(from.declarator),
            declaration: Some(from.declaration),
            initializer: from.initializer,
            mentions: Vec::new(),
            writes: Vec::new(),
            address_taken: false,
            addresses: Vec::new(),
            subscripted: false,
            restricted: false,
        });
        self.imported.insert(global, id);
        id
    }
}

/// The streams of a function, before all of it is read.
#[derive(Default)]
pub(super) struct Streams {
    /// Calls that an object is passed to as a stream, by their index among the calls.
    pub(super) handed: Vec<(usize, VarId)>,
    /// For each object the number of its writes that set it to a stream of a file, or to none.
    pub(super) opened: HashMap<VarId, usize>,
}
