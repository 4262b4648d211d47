//! Arrays that live outside the function that uses them, and may nevertheless be its temporaries.
//!
//! Two steps decide: this file looks at every mention in the file; dataflow then looks at what the
//! function reads before it writes (`scop::Array::carried`). Parameters that receive the same
//! arrays require that of each other, which the driver checks once all functions are decided.
//!
//! * An array at file scope may be a temporary if it is `static` and a single function uses it.
//! * A parameter may be a temporary if its function is `static`, is only called, and each call
//!   passes an array of the caller as a whole whose elements nothing else needs: it is passed only
//!   to functions that write before they read, and is read nowhere else.
//! * `#pragma pleat temporary(...)` replaces the proof for callers and files that are not seen.

use crate::facts::calls::Calls;
use crate::facts::pragmas::promises::Promises;
use crate::facts::refusal::{Needed, Refusal};
use crate::facts::removal::{Cut, Hindrance, Remover};
use crate::facts::uses::{Site, Use};
use crate::names::file::{File, ObjectOf};
use crate::names::symbols::{Origin, VarId, Variable};
use crate::names::types::{Storage, Type};
use crate::syntax::notes::Note;
use company::Company;
use judge::{Blame, Judge};
use source::Unit;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

mod company;
mod judge;

/// An array that may be a temporary of the function that uses it.
#[derive(Debug, Default)]
pub struct Temporary {
    /// For a parameter, an unused name for the local array that replaces it: `tmp_`.
    pub name: String,
    /// Whether a pragma states it; then nothing was proved.
    pub promised: bool,
    /// Other parameters that receive the same arrays: none of them may be read before it is
    /// written.
    pub shared: Vec<ObjectOf>,
    /// The code that is removed with the parameter, if [`super::Wanted::removals`] asks for it.
    pub removal: Option<Result<Vec<Cut>, Hindrance>>,
}

/// The arrays that live outside the function that uses them.
#[derive(Debug, Default)]
pub struct Temporaries {
    /// Those that may be folded if dataflow agrees: parameters, and objects at file scope by their
    /// only user.
    pub found: BTreeMap<ObjectOf, Temporary>,
    /// Parameters that stay.
    pub parameters: HashMap<ObjectOf, Blame>,
    /// Objects at file scope that stay.
    pub globals: BTreeMap<usize, Blame>,
    /// Functions of the file that a call passes a wrong number of arguments.
    pub misfits: BTreeSet<String>,
    promises: Promises,
}

impl Temporaries {
    /// The temporaries of a function that may be folded if dataflow agrees.
    pub fn of_function(&self, function: usize) -> BTreeSet<VarId> {
        let own = self.found.keys().filter(|(f, _)| *f == function);
        own.map(|(_, id)| *id).collect()
    }

    /// Whether a pragma states that nobody else needs the values of an object at file scope.
    pub fn is_promised(&self, global: usize) -> bool {
        self.promises.globals.contains(&global)
    }

    /// The names of the parameters of a function and of the objects at file scope whose values
    /// nobody needs afterwards, as pragmas state.
    pub fn promised<'n>(
        &'n self,
        file: &'n File<'_>,
        function: usize,
    ) -> impl Iterator<Item = &'n str> {
        let variables = &file.functions[function].symbols.variables;
        let parameters = self.promises.parameters.iter();
        let parameters = parameters.filter(move |(f, _)| *f == function);
        let parameters = parameters.map(|(_, id)| variables[id.0].name.as_str());
        let globals = self.promises.globals.iter();
        parameters.chain(globals.map(|index| file.globals[*index].name.as_str()))
    }
}

/// Judges all of them.
pub(crate) fn find(
    unit: &Unit,
    file: &File<'_>,
    effects: &Calls,
    drop_unused: bool,
    notes: &mut Vec<Note>,
) -> Temporaries {
    let promises = Promises::read(unit, file, notes);
    let judge = Judge::new(unit, file, effects, promises);
    let mut found = Temporaries::default();
    for (index, global) in file.globals.iter().enumerate() {
        if !matches!(global.ty, Type::Array(_)) {
            continue;
        }
        match judge.global(index) {
            Ok((user, temporary)) => drop(found.found.insert(user, temporary)),
            Err(blame) => drop(found.globals.insert(index, blame)),
        }
    }
    for (f, function) in file.functions.iter().enumerate() {
        for (k, variable) in function.symbols.variables.iter().enumerate() {
            let is_array = match variable.declared_type {
                Type::Array(_) => true,
                Type::Pointer(_) => variable.subscripted,
                _ => false,
            };
            if variable.origin != Origin::Parameter || !is_array {
                continue;
            }
            let parameter = (f, VarId(k));
            match judge.parameter(parameter) {
                Ok(temporary) => drop(found.found.insert(parameter, temporary)),
                Err(blame) => drop(found.parameters.insert(parameter, blame)),
            }
        }
    }
    judge.drop_companions(&mut found);
    name_parameters(unit, file, &mut found);
    if drop_unused {
        judge.find_removals(&mut found);
    }
    found.misfits = judge.misfits();
    found.promises = judge.promises;
    found
}

/// Finds the names of local arrays that would replace parameters.
fn name_parameters(unit: &Unit, file: &File<'_>, temporaries: &mut Temporaries) {
    let variable = |(f, id): ObjectOf| file.functions[f].symbols.variable(id);
    let found = temporaries.found.iter_mut();
    let mut parameters = found
        .map(|(p, temporary)| (variable(*p), temporary))
        .filter(|(v, _)| v.origin == Origin::Parameter)
        .peekable();
    if parameters.peek().is_none() {
        return;
    }
    let written = unit.file.text();
    let is_part = |c: char| c == '_' || c == '$' || c.is_alphanumeric();
    let mut taken: HashSet<&str> = written.split(|c| !is_part(c)).collect();
    taken.extend(unit.tokens.iter().map(|t| unit.token_text(t)));
    for (variable, temporary) in parameters {
        let name = &variable.name;
        let numbered = (2..).map(|k| format!("{name}_{k}"));
        let mut names = std::iter::once(format!("{name}_")).chain(numbered);
        let free = names.find(|n| !taken.contains(n.as_str()));
        temporary.name = free.unwrap_or_default();
    }
}

impl Judge<'_, '_> {
    /// The one function that uses an array at file scope.
    fn global(&self, index: usize) -> Result<(ObjectOf, Temporary), Blame> {
        let global = &self.file.globals[index];
        let promised = self.promises.globals.contains(&index);
        if self.file.attributes.has(&global.name, "thread_local") {
            return Err((Refusal::StorageClass("_Thread_local"), None));
        }
        match global.storage {
            Storage::Extern => return Err((Refusal::StorageClass("extern"), None)),
            Storage::ThreadLocal => return Err((Refusal::StorageClass("_Thread_local"), None)),
            Storage::Static => {}
            _ if promised => {}
            _ => return Err((Refusal::FileScope, None)),
        }
        if !global.in_main_file {
            return Err(self.in_header(index));
        }
        if let Some(attribute) = self.mentions.binding_attribute(global.at.start) {
            return Err((Refusal::StorageClass(attribute), None));
        }
        self.only_here(index)
            .map_err(|at| (Refusal::NamedElsewhere, Some(at)))?;
        if let Some(place) = self.unit.skipped.get(&global.name) {
            let line = self.unit.file.line_col(place.start).line;
            return Err((Refusal::InSkippedLines(line), None));
        }
        let users = self.users.get(&index).map_or(&[][..], Vec::as_slice);
        let [user] = users else {
            return Err(match users.first() {
                None => (Refusal::Unused, None),
                Some(_) => self.shared_by(users),
            });
        };
        let temporary = Temporary {
            promised,
            ..Temporary::default()
        };
        Ok((*user, temporary))
    }

    /// The reason to keep an array of an included file, with the first use in this one.
    fn in_header(&self, index: usize) -> Blame {
        let declared = self.file.globals[index].at.start as u32;
        let path = self.unit.included_at(declared);
        let users = self.users.get(&index).into_iter().flatten();
        let uses = users.flat_map(|user| &self.variable(*user).mentions);
        let name = path.and_then(|path| path.rsplit('/').next());
        let refusal = name.map_or(Refusal::InIncludedFile, |name| {
            Refusal::DeclaredInHeader(name.to_string())
        });
        (refusal, uses.min().copied())
    }

    fn shared_by(&self, users: &[ObjectOf]) -> Blame {
        let names: Vec<String> = users
            .iter()
            .map(|(f, _)| format!("`{}`", self.name_of(*f)))
            .collect();
        let at = self.variable(users[1]).mentions.first().copied();
        let list = match names.split_last() {
            Some((last, first)) => format!("{} and {last}", first.join(", ")),
            None => String::new(),
        };
        (Refusal::SharedByFunctions(list), at)
    }

    /// Checks that the functions that were read account for all mentions of an object at file
    /// scope. The error is a place that they do not account for.
    fn only_here(&self, index: usize) -> Result<(), usize> {
        let global = &self.file.globals[index];
        if let Some(again) = self.redeclared.get(global.name.as_str()) {
            return Err(*again);
        }
        let found = self
            .mentions
            .of_object(self.file, &global.name, global.at.start);
        found.map_or(Ok(()), Err)
    }

    /// Whether a parameter may be a temporary of its function.
    fn parameter(&self, parameter: ObjectOf) -> Result<Temporary, Blame> {
        let variable = self.variable(parameter);
        if variable.mentions.is_empty() {
            return Err((Refusal::Unused, None));
        }
        if self.promises.parameters.contains(&parameter) {
            return Ok(Temporary {
                promised: true,
                ..Temporary::default()
            });
        }
        self.is_set_and_read(variable)?;
        if !self.file.functions[parameter.0].is_static {
            let at = variable.mentions.first().copied();
            return Err((Refusal::FunctionParameter, at));
        }
        let mut company = Company::default();
        self.sources(parameter, &mut company)?;
        let is_other = |sink: &&ObjectOf| sink.0 == parameter.0 && sink.1 != parameter.1;
        if let Some(other) = company.sinks.iter().find(is_other) {
            let at = self.variable(*other).at.start;
            return Err((Refusal::NotTemporary(Needed::PassedTwice), Some(at)));
        }
        // Parameters that it is passed on to were judged with it.
        let is_reader = |peer: &ObjectOf| *peer != parameter && !company.seen.contains(peer);
        company.peers.retain(is_reader);
        if let Some(name) = company.owners.get(&parameter.0) {
            let needed = Needed::ByName(name.clone());
            return Err((Refusal::NotTemporary(needed), None));
        }
        self.not_entered_again(parameter.0, &company.owners)?;
        Ok(Temporary {
            shared: company.peers.into_iter().collect(),
            ..Temporary::default()
        })
    }

    /// Elements that a function never sets, or never reads, concern its callers.
    fn is_set_and_read(&self, variable: &Variable<'_>) -> Result<(), Blame> {
        let all = |wanted: Use| {
            let mut uses = variable.mentions.iter().map(|at| self.uses.at(*at));
            uses.all(|what| what == Some(wanted) || what == Some(Use::Harmless))
        };
        let needed = match (all(Use::Read), all(Use::Written)) {
            (true, _) => Needed::Input,
            (_, true) => Needed::Output,
            _ => return Ok(()),
        };
        let at = variable.mentions.first().copied();
        Err((Refusal::NotTemporary(needed), at))
    }

    /// No call in the function may lead back to a function that uses the same `static` storage.
    fn not_entered_again(
        &self,
        function: usize,
        owners: &BTreeMap<usize, String>,
    ) -> Result<(), Blame> {
        for call in &self.file.functions[function].symbols.calls {
            let callee = call.name.as_deref();
            let enters = |owner: &usize| {
                let owner = &self.file.functions[*owner].name;
                self.effects.may_enter(call, owner)
            };
            if owners.keys().any(enters) {
                let name = callee.unwrap_or("a function pointer").to_string();
                return Err((Refusal::Reentrant(name), Some(call.at)));
            }
        }
        Ok(())
    }

    /// Finds the code that could be removed with each parameter.
    fn find_removals(&self, temporaries: &mut Temporaries) {
        let remover = Remover {
            unit: self.unit,
            file: self.file,
            uses: &self.uses,
            mentions: &self.mentions,
        };
        let found: BTreeSet<ObjectOf> = temporaries.found.keys().copied().collect();
        for (parameter, temporary) in &mut temporaries.found {
            let may_go = |other: VarId| found.contains(&(parameter.0, other));
            let function = &self.file.functions[parameter.0];
            if function.symbols.variable(parameter.1).origin != Origin::Parameter {
                continue;
            }
            let calls = self.calls.get(&function.name).into_iter().flatten();
            let calls: Vec<&Site> = calls.map(|call| &self.uses.calls[*call]).collect();
            temporary.removal = Some(match (temporary.promised, temporary.shared.first()) {
                (true, _) => Err(Hindrance::Promised),
                (_, Some(peer)) => Err(Hindrance::Shared(self.name_of(peer.0))),
                _ => remover.cuts(*parameter, &calls, &may_go),
            });
        }
    }

    fn misfits(&self) -> BTreeSet<String> {
        let fits = |call: &&Site| {
            let callee = self.functions.get(call.callee.as_str());
            callee.is_none_or(|f| {
                self.file.functions[*f].symbols.parameters.len() == call.arguments.len()
            })
        };
        let calls = self.uses.calls.iter().filter(|call| !fits(call));
        calls.map(|call| call.callee.clone()).collect()
    }

    /// Removes parameters whose arrays are also passed to parameters that may be read.
    fn drop_companions(&self, temporaries: &mut Temporaries) {
        loop {
            let found = &temporaries.found;
            let missing = found.iter().filter_map(|(parameter, temporary)| {
                let mut shared = temporary.shared.iter();
                let peer = shared.find(|peer| !found.contains_key(peer))?;
                Some((*parameter, *peer))
            });
            let missing: Vec<(ObjectOf, ObjectOf)> = missing.collect();
            if missing.is_empty() {
                return;
            }
            for (parameter, peer) in missing {
                temporaries.found.remove(&parameter);
                let needed = Needed::AlsoPassedTo(self.name_of(peer.0));
                let at = self.variable(peer).at.start;
                let blame = (Refusal::NotTemporary(needed), Some(at));
                temporaries.parameters.insert(parameter, blame);
            }
        }
    }
}
