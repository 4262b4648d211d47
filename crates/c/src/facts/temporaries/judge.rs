//! The state while temporaries are judged: the users, calls and mentions of a file.

use crate::facts::calls::Calls;
use crate::facts::mentions::{Mentions, left_out};
use crate::facts::pragmas::promises::Promises;
use crate::facts::refusal::Refusal;
use crate::facts::uses::Uses;
use crate::names::file::{File, ObjectOf};
use crate::names::symbols::{Origin, VarId, Variable};
use crate::names::types::{Storage, Type};
use source::Unit;
use std::collections::{HashMap, HashSet};

/// Why an array stays, and the offset that decided it.
pub(crate) type Blame = (Refusal, Option<usize>);

/// Judges arrays one after the other.
pub(super) struct Judge<'f, 'p> {
    pub(super) unit: &'f Unit,
    pub(super) file: &'f File<'p>,
    /// The effects of calls.
    pub(super) effects: &'f Calls,
    pub(super) mentions: Mentions<'f>,
    pub(super) promises: Promises,
    pub(super) uses: Uses,
    pub(super) functions: HashMap<&'f str, usize>,
    /// By name of the callee: indices of calls.
    pub(super) calls: HashMap<String, Vec<usize>>,
    /// By index: the functions that use an object at file scope.
    pub(super) users: HashMap<usize, Vec<ObjectOf>>,
    /// `extern` declarations in functions.
    pub(super) redeclared: HashMap<&'f str, usize>,
    /// Names in lines that `#if` leaves out, each with its first line.
    pub(super) left_out: HashMap<String, u32>,
}

impl<'f, 'p> Judge<'f, 'p> {
    pub(super) fn new(
        unit: &'f Unit,
        file: &'f File<'p>,
        effects: &'f Calls,
        promises: Promises,
    ) -> Self {
        let uses = Uses::of(&file.functions, &file.aliases, effects);
        let mut names: HashSet<&str> = file.functions.iter().map(|f| f.name.as_str()).collect();
        let arrays = file.globals.iter();
        names.extend(
            arrays
                .filter(|g| matches!(g.ty, Type::Array(_)))
                .map(|g| g.name.as_str()),
        );
        let mut users: HashMap<usize, Vec<ObjectOf>> = HashMap::new();
        let mut functions = HashMap::new();
        let mut redeclared = HashMap::new();
        for (f, function) in file.functions.iter().enumerate() {
            functions.insert(function.name.as_str(), f);
            for (k, variable) in function.symbols.variables.iter().enumerate() {
                if let Origin::Global(global) = variable.origin {
                    users.entry(global).or_default().push((f, VarId(k)));
                } else if variable.storage == Storage::Extern {
                    redeclared.insert(variable.name.as_str(), variable.at.start);
                }
            }
        }
        let mut calls: HashMap<String, Vec<usize>> = HashMap::new();
        for (index, call) in uses.calls.iter().enumerate() {
            calls.entry(call.callee.clone()).or_default().push(index);
        }
        Judge {
            mentions: Mentions::of(unit, file, &names),
            unit,
            file,
            effects,
            promises,
            uses,
            functions,
            calls,
            users,
            redeclared,
            left_out: left_out(unit),
        }
    }

    pub(super) fn variable(&self, (function, id): ObjectOf) -> &'f Variable<'p> {
        self.file.functions[function].symbols.variable(id)
    }

    pub(super) fn name_of(&self, function: usize) -> String {
        self.file.functions[function].name.clone()
    }
}
