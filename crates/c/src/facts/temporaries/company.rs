//! The functions that receive the arrays which calls pass for a parameter, and whether one of them
//! needs their elements.

use super::judge::{Blame, Judge};
use crate::facts::configuration::may_be_read;
use crate::facts::refusal::{Needed, Refusal};
use crate::facts::uses::Use;
use crate::names::file::ObjectOf;
use crate::names::symbols::Origin;
use crate::names::types::{Storage, Type};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// The receivers and owners of an array.
#[derive(Default)]
pub(super) struct Company {
    /// Objects that were judged: function and object.
    pub(super) seen: HashSet<ObjectOf>,
    /// Parameters that receive the array.
    pub(super) sinks: BTreeSet<ObjectOf>,
    /// Those of them that are read.
    pub(super) peers: BTreeSet<ObjectOf>,
    /// Functions that would use the same storage if they were entered again, with its name there.
    pub(super) owners: BTreeMap<usize, String>,
}

impl Company {
    fn own(&mut self, function: usize, name: &str) {
        self.owners.insert(function, name.to_string());
    }
}

impl Judge<'_, '_> {
    /// Finds all arrays that calls pass for a parameter.
    pub(super) fn sources(&self, parameter: ObjectOf, company: &mut Company) -> Result<(), Blame> {
        let no = |needed, at| Err((Refusal::NotTemporary(needed), at));
        let function = &self.file.functions[parameter.0];
        let parameters = &function.symbols.parameters;
        if !function.is_static {
            let outer = Needed::OuterParameter(function.name.clone());
            return no(outer, Some(function.name_at));
        }
        if let Some(line) = self.left_out.get(&function.name) {
            return Err((Refusal::InSkippedLines(*line), None));
        }
        if let Some(at) = self.mentions.of_function(self.file, &function.name) {
            return no(Needed::NotOnlyCalled, Some(at));
        }
        let position = parameters.iter().position(|p| *p == Some(parameter.1));
        let calls = self.calls.get(&function.name);
        let (Some(position), Some(calls)) = (position, calls) else {
            return no(Needed::NeverCalled, None);
        };
        for call in calls.iter().map(|call| &self.uses.calls[*call]) {
            let whole = call.arguments.get(position).copied().flatten();
            let fits = call.arguments.len() == parameters.len();
            let Some(object) = whole.filter(|_| fits) else {
                return no(Needed::Argument, Some(call.at));
            };
            self.object((call.caller, object), company)?;
        }
        Ok(())
    }

    /// Checks that no function needs the elements of an array that is passed to a function.
    fn object(&self, object: ObjectOf, company: &mut Company) -> Result<(), Blame> {
        if !company.seen.insert(object) {
            return Ok(());
        }
        let variable = self.variable(object);
        let no = |needed, at| Err((Refusal::NotTemporary(needed), Some(at)));
        if let Some(line) = self.otherwise_named(object) {
            return Err((Refusal::InSkippedLines(line), Some(variable.at.start)));
        }
        match (variable.origin, variable.storage) {
            (Origin::Parameter, _) => self.sources(object, company)?,
            (Origin::Local, Storage::Automatic) => {}
            (Origin::Local, Storage::Static) => company.own(object.0, &variable.name),
            (Origin::Global(global), Storage::Static) => {
                return self.shared_object(object, global, company);
            }
            _ => {
                let at = variable
                    .mentions
                    .first()
                    .copied()
                    .unwrap_or(variable.at.start);
                return no(Needed::Argument, at);
            }
        }
        if matches!(variable.declared_type, Type::Pointer(_))
            && variable.origin == Origin::Local
            && !self.uses.starts_fresh(variable)
        {
            return no(Needed::NotFresh, variable.at.start);
        }
        self.uses_of(object, company)
    }

    /// A line that names an array in another configuration of its function.
    fn otherwise_named(&self, object: ObjectOf) -> Option<u32> {
        let name = &self.variable(object).name;
        let function = &self.file.functions[object.0];
        let body = function.base.range(function.definition.statement.span);
        let span = self.unit.nearest_span(body.clone())?;
        let left_out = self.left_out.get(name).copied();
        left_out.or_else(|| may_be_read(self.unit, name, span, body))
    }

    /// Checks an array at file scope, in all functions that use it.
    fn shared_object(
        &self,
        object: ObjectOf,
        global: usize,
        company: &mut Company,
    ) -> Result<(), Blame> {
        let is_array = matches!(self.variable(object).declared_type, Type::Array(_));
        let elsewhere = match is_array {
            true => self.only_here(global).err(),
            false => Some(self.variable(object).at.start),
        };
        if let Some(at) = elsewhere {
            let owner = self.name_of(object.0);
            return Err((Refusal::NotTemporary(Needed::AddressUsed(owner)), Some(at)));
        }
        for user in self.users.get(&global).into_iter().flatten() {
            company.seen.insert(*user);
            company.own(user.0, &self.variable(*user).name);
            self.uses_of(*user, company)?;
        }
        Ok(())
    }

    /// Checks the uses of an array that a function passes on.
    fn uses_of(&self, object: ObjectOf, company: &mut Company) -> Result<(), Blame> {
        let owner = || self.name_of(object.0);
        for at in &self.variable(object).mentions {
            let needed = match self.uses.at(*at) {
                Some(Use::Written | Use::Harmless) => continue,
                Some(Use::Passed(call, position)) => {
                    match self.passed(object, call, position, company) {
                        Ok(()) => continue,
                        Err(needed) => needed,
                    }
                }
                Some(Use::Read) => Needed::ReadBy(owner()),
                None => Needed::AddressUsed(owner()),
            };
            return Err((Refusal::NotTemporary(needed), Some(*at)));
        }
        Ok(())
    }

    fn passed(
        &self,
        object: ObjectOf,
        call: usize,
        position: usize,
        company: &mut Company,
    ) -> Result<(), Needed> {
        let call = &self.uses.calls[call];
        let same = call.arguments.iter().filter(|a| **a == Some(object.1));
        if same.count() > 1 {
            return Err(Needed::PassedTwice);
        }
        let Some(callee) = self.functions.get(call.callee.as_str()).copied() else {
            return Err(Needed::PassedOut(call.callee.clone()));
        };
        if self.effects.is_replaceable(&call.callee) {
            return Err(Needed::PassedOut(call.callee.clone()));
        }
        let parameters = &self.file.functions[callee].symbols.parameters;
        if parameters.len() != call.arguments.len() {
            return Err(Needed::Argument);
        }
        let Some(id) = parameters[position] else {
            return Ok(());
        };
        company.sinks.insert((callee, id));
        let only_written =
            |at: &usize| matches!(self.uses.at(*at), Some(Use::Written | Use::Harmless));
        if !self
            .variable((callee, id))
            .mentions
            .iter()
            .all(only_written)
        {
            company.peers.insert((callee, id));
        }
        Ok(())
    }
}
