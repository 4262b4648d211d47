//! What a function shares with its caller: parameters, and objects that other functions use.

use crate::comparison::Outcome;
use crate::comparison::types::same;
use crate::memory::{complex_part, scalar};
use crate::version::Version;
use program::visit::{Part, lengths_of, nested, parts_of, root_object, statements_of, values_in};
use program::{
    Callee, Function, Lifetime, MacroId, Object, ObjectId, Place, Program, Statement,
    StatementKind, Type, Value, ValueKind, with_causes,
};
use source::Span;
use std::collections::{HashMap, HashSet};

/// A parameter of both versions, named as the original names it.
#[derive(Clone, Debug)]
pub(super) struct Parameter {
    /// Its name in the original.
    pub(super) name: String,
    /// Its objects in both versions.
    pub(super) objects: [ObjectId; 2],
}

/// What both versions of a function share with the world.
#[derive(Clone, Debug, Default)]
pub(super) struct Interface {
    /// The indices of the functions in both programs.
    pub(super) functions: [usize; 2],
    /// The parameters.
    pub(super) parameters: Vec<Parameter>,
    /// Objects whose contents come from outside and are seen outside, in both programs.
    pub(super) inputs: [HashSet<ObjectId>; 2],
    /// The names of those inputs that other functions of the file may set before they use them.
    pub(super) scratch: HashSet<String>,
    /// The functions of the second version that a call executes.
    pub(super) spans: Vec<Span>,
    /// Whether a call may leave something behind for the next one in private objects.
    pub(super) is_stateful: bool,
    /// The integer macros that the function uses.
    pub(super) macros: HashSet<String>,
}

impl Interface {
    /// The interface of a whole program: only its output is seen.
    pub(super) fn of_program(self) -> Interface {
        Interface {
            inputs: Default::default(),
            is_stateful: false,
            ..self
        }
    }
}

/// The interface of a function, if it is the same in both versions.
pub(super) fn of(
    before: Version<'_>,
    after: Version<'_>,
    name: &str,
) -> Result<Interface, Outcome> {
    let programs = [before.program, after.program];
    let mut functions = [0; 2];
    for (index, program) in functions.iter_mut().zip(programs) {
        let found = program.functions.iter().position(|f| f.name == name);
        let missing = || Outcome::unknown(format!("`{name}` has no body in both files"));
        *index = found.ok_or_else(missing)?;
    }
    let uses = [0, 1].map(|side| Uses::of(programs[side], functions[side]));
    let mut interface = Interface {
        functions,
        parameters: parameters(programs, functions)?,
        spans: uses[1].spans.clone(),
        macros: uses.iter().flat_map(|uses| uses.macros.clone()).collect(),
        ..Interface::default()
    };
    shared(programs, &uses, &mut interface);
    let is_private = |side: usize, id: &ObjectId| {
        let object = &programs[side].objects[id.0 as usize];
        object.lifetime.lasts() && !object.is_constant && !interface.inputs[side].contains(id)
    };
    let stateful = |side: usize| uses[side].reached.iter().any(|id| is_private(side, id));
    interface.is_stateful = stateful(0) || stateful(1);
    Ok(interface)
}

fn parameters(programs: [&Program; 2], functions: [usize; 2]) -> Result<Vec<Parameter>, Outcome> {
    let [before, after] = [0, 1].map(|side| &programs[side].functions[functions[side]]);
    if before.parameters.len() != after.parameters.len() {
        return Err(Outcome::unknown("the functions have different parameters"));
    }
    let pairs = before.parameters.iter().zip(&after.parameters);
    let parameters = pairs.map(|(&b, &a)| {
        let objects = [
            &programs[0].objects[b.0 as usize],
            &programs[1].objects[a.0 as usize],
        ];
        match same_argument(objects[0], objects[1]) {
            true => Ok(Parameter {
                name: objects[0].name.clone(),
                objects: [b, a],
            }),
            false => {
                let name = &objects[0].name;
                Err(Outcome::unknown(format!(
                    "parameter `{name}` has different types"
                )))
            }
        }
    });
    parameters.collect()
}

/// Whether the same argument can be passed. Pointers may differ in the lengths of rows.
fn same_argument(a: &Object, b: &Object) -> bool {
    match (&a.ty, &b.ty) {
        (Type::Pointer(x), Type::Pointer(y)) => innermost(x) == innermost(y),
        (x, y) => scalar(x) == scalar(y) && complex_part(x) == complex_part(y),
    }
}

fn innermost(ty: &Type) -> Option<crate::arithmetic::Scalar> {
    match ty {
        Type::Array { element, .. } => innermost(element),
        ty => scalar(ty),
    }
}

/// Objects that both programs have under one name, and that code outside of the function sees.
fn shared(programs: [&Program; 2], uses: &[Uses; 2], interface: &mut Interface) {
    let named: HashMap<&str, &Object> = file_scope(programs[1]).map(|o| (&*o.name, o)).collect();
    for before in file_scope(programs[0]) {
        let Some(after) = named.get(&*before.name) else {
            continue;
        };
        let linked = before.lifetime == Lifetime::Linked && after.lifetime == Lifetime::Linked;
        let seen = linked || uses[0].elsewhere.contains(&before.id);
        let types = same((programs[0], &before.ty), (programs[1], &after.ty));
        if seen && types && !(before.is_constant && before.initial.is_some()) {
            interface.inputs[0].insert(before.id);
            interface.inputs[1].insert(after.id);
            if !linked && uses[0].set_elsewhere.contains(&before.id) {
                interface.scratch.insert(before.name.clone());
            }
        }
    }
}

fn file_scope(program: &Program) -> impl Iterator<Item = &Object> {
    let file = |object: &&Object| matches!(object.lifetime, Lifetime::File | Lifetime::Linked);
    program.objects.iter().filter(file)
}

/// What a function and the functions that it calls use, and what the other functions use.
#[derive(Debug, Default)]
struct Uses {
    reached: HashSet<ObjectId>,
    elsewhere: HashSet<ObjectId>,
    set_elsewhere: HashSet<ObjectId>,
    macros: HashSet<String>,
    spans: Vec<Span>,
}

impl Uses {
    fn of(program: &Program, function: usize) -> Uses {
        let names = program.functions.iter().enumerate();
        let by_name: HashMap<&str, usize> = names.map(|(n, f)| (&*f.name, n)).collect();
        let each: Vec<Mentions> = program.functions.iter().map(Mentions::of).collect();
        let mut inside = vec![false; program.functions.len()];
        let mut open = vec![function];
        while let Some(n) = open.pop() {
            if !std::mem::replace(&mut inside[n], true) {
                let callees = each[n].functions.iter();
                open.extend(callees.filter_map(|name| by_name.get(name.as_str())));
            }
        }
        let mut uses = Uses::default();
        for ((mentions, is_inside), function) in
            each.into_iter().zip(inside).zip(&program.functions)
        {
            match is_inside {
                true => {
                    uses.spans.push(function.at);
                    uses.reached.extend(mentions.objects);
                    uses.macros.extend(names_of(mentions.macros, program));
                }
                false => {
                    uses.elsewhere.extend(mentions.objects);
                    uses.set_elsewhere.extend(mentions.set);
                }
            }
        }
        uses.macros_of_objects(program);
        uses
    }

    /// Macros in the types of the objects.
    fn macros_of_objects(&mut self, program: &Program) {
        let mut mentions = Mentions::default();
        for id in &self.reached {
            mentions.ty(&program.objects[id.0 as usize].ty);
        }
        self.macros.extend(names_of(mentions.macros, program));
    }
}

/// The names of macros and of those by which they are defined.
fn names_of(macros: HashSet<MacroId>, program: &Program) -> impl Iterator<Item = String> {
    let all = with_causes(macros, &program.macros).into_iter();
    all.filter_map(|id| Some(program.macros.get(id.0 as usize)?.name.clone()))
}

/// What the text of a function names.
#[derive(Debug, Default)]
struct Mentions {
    objects: HashSet<ObjectId>,
    /// Objects that may be written: directly, or because their address is used.
    set: HashSet<ObjectId>,
    functions: HashSet<String>,
    macros: HashSet<MacroId>,
}

impl Mentions {
    fn of(function: &Function) -> Mentions {
        let mut mentions = Mentions::default();
        mentions.objects.extend(&function.parameters);
        mentions.statements(&function.body);
        mentions
    }

    fn statements(&mut self, statements: &[Statement]) {
        statements_of(statements, &mut |statement| {
            match &statement.kind {
                StatementKind::Declare(id) => drop(self.objects.insert(*id)),
                StatementKind::Call {
                    callee: Callee::Named(name),
                    ..
                } => drop(self.functions.insert(name.clone())),
                _ => {}
            }
            parts_of(statement, &mut |part| match part {
                Part::Value(value) => nested(value, &mut |value| self.own(value)),
                Part::Written(place) => {
                    self.written(place);
                    values_in(place, &mut |value| self.own(value));
                }
            });
        });
    }

    /// A value without those inside it.
    fn own(&mut self, value: &Value) {
        match &value.kind {
            ValueKind::Load(place) => self.objects.extend(root_object(place)),
            ValueKind::Address(place) => self.written(place),
            ValueKind::Macro(id) => drop(self.macros.insert(*id)),
            ValueKind::Function(name) => drop(self.functions.insert(name.clone())),
            _ => {}
        }
    }

    /// A place that may be written.
    fn written(&mut self, place: &Place) {
        let root = root_object(place);
        self.set.extend(root);
        self.objects.extend(root);
    }

    fn ty(&mut self, ty: &Type) {
        lengths_of(ty, &mut |length| self.own(length));
    }
}
