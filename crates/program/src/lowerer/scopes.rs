//! The meaning of names, block by block. Tags have a space in their name: `struct s`.

use crate::ObjectId;
use crate::types::{Qualified, Signature};
use integer::IntType;
use std::collections::HashMap;
use std::rc::Rc;

/// The meaning of a name.
#[derive(Clone, Debug)]
pub(crate) enum Entity {
    Object(ObjectId),
    /// A type name or a tag.
    Type(Qualified),
    /// An enumeration constant.
    Constant(i128, IntType),
    Function(Rc<Signature>),
    /// A name that has no form here.
    Opaque,
}

/// Names in scope, innermost block last.
#[derive(Debug)]
pub(crate) struct Scopes {
    levels: Vec<HashMap<String, Entity>>,
}

impl Default for Scopes {
    fn default() -> Self {
        Scopes {
            levels: vec![HashMap::new()],
        }
    }
}

impl Scopes {
    pub(crate) fn enter(&mut self) {
        self.levels.push(HashMap::new());
    }

    pub(crate) fn leave(&mut self) {
        self.levels.pop();
    }

    /// Declares a name in the innermost block.
    pub(crate) fn declare(&mut self, name: &str, entity: Entity) {
        if let Some(level) = self.levels.last_mut() {
            level.insert(name.to_string(), entity);
        }
    }

    /// Declares a name at file scope.
    pub(crate) fn declare_outside(&mut self, name: &str, entity: Entity) {
        if let Some(level) = self.levels.first_mut() {
            level.insert(name.to_string(), entity);
        }
    }

    /// The meaning of a name here.
    pub(crate) fn find(&self, name: &str) -> Option<&Entity> {
        self.levels.iter().rev().find_map(|level| level.get(name))
    }

    /// The meaning of a name in the innermost block alone.
    pub(crate) fn innermost(&self, name: &str) -> Option<&Entity> {
        self.levels.last()?.get(name)
    }

    /// The meaning of a name at file scope.
    pub(crate) fn outside(&self, name: &str) -> Option<&Entity> {
        self.levels.first()?.get(name)
    }
}
