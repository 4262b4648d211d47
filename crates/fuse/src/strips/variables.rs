//! The variables from outside that a loop sets, whose iterations threads share.

use c::names::file::Function;
use c::names::symbols::{Origin, VarId, Variable};
use c::names::types::{Storage, Type};
use std::ops::Range;

/// The variables from outside that a loop sets.
#[derive(Debug)]
pub struct Variables {
    /// Those that move into the loop.
    pub moved: Vec<VarId>,
    /// The names of those of which each thread has its own.
    pub threads: Vec<String>,
}

impl Variables {
    /// Those that a loop at a place of the unit's text sets. Those with the names in `private`
    /// move.
    ///
    /// # Errors
    ///
    /// If threads cannot have a variable each: the reason, as a sentence.
    pub fn new(
        function: &Function<'_>,
        loop_: &Range<usize>,
        private: &[String],
    ) -> Result<Self, String> {
        let mut found = Variables {
            moved: Vec::new(),
            threads: Vec::new(),
        };
        for variable in &function.symbols.variables {
            let name = variable.name.as_str();
            let mut mentions = variable.mentions.iter();
            let is_used = mentions.any(|at| loop_.contains(at));
            if !is_used || loop_.contains(&variable.at.start) {
                continue;
            }
            let is_set = || {
                let mut writes = variable.writes.iter();
                writes.any(|at| loop_.contains(at))
            };
            if private.iter().any(|p| p == name) {
                found.moved.push(variable.id);
            } else if is_set() {
                found.thread(variable)?;
            }
        }
        let named = |id: &VarId| function.symbols.variable(*id).name.clone();
        let is_twice = |name: &String| {
            let mut all = function.symbols.variables.iter();
            all.any(|v| v.name == *name && loop_.contains(&v.at.start))
        };
        match found.moved.iter().map(named).find(is_twice) {
            Some(name) => Err(format!("several variables have the name `{name}`")),
            None => Ok(found),
        }
    }

    pub(super) fn moved_names(&self, function: &Function<'_>) -> Vec<String> {
        let name = |id: &VarId| function.symbols.variable(*id).name.clone();
        self.moved.iter().map(name).collect()
    }

    /// Adds a scalar that the loop sets.
    fn thread(&mut self, variable: &Variable<'_>) -> Result<(), String> {
        let is_automatic = variable.storage == Storage::Automatic
            && matches!(variable.origin, Origin::Local | Origin::Parameter);
        match variable.declared_type {
            Type::Integer(_) if is_automatic => {
                self.threads.push(variable.name.clone());
                Ok(())
            }
            _ => Err(format!("each row sets `{}`", variable.name)),
        }
    }
}
