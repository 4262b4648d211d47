//! The functions that a function enters, and who else uses their objects.

use c::names::library;
use program::callbacks;
use program::visit::{Part, lengths_of, nested, parts_of, root_object, statements_of, values_in};
use program::{Callee, Function, ObjectId, Program, StatementKind, Value, ValueKind};
use std::collections::{BTreeMap, BTreeSet};

/// Who calls and uses what in one program.
#[derive(Clone, Debug)]
pub(crate) struct Reach {
    /// The analysed function and those of the file that it enters, by name.
    entered: BTreeSet<String>,
    /// Objects that a function outside of these names, or one that others can call.
    shared: BTreeSet<ObjectId>,
    /// Objects that one of them writes or takes the address of.
    changed: BTreeSet<ObjectId>,
    /// Objects of which a function or an initial value of the file takes the address.
    addressed: BTreeSet<ObjectId>,
    /// One of them calls a function of another file.
    pub(crate) calls_others: bool,
    /// The analysed function is executed once: `main`, which nothing calls, by its name, by its
    /// address, or through code that is not seen.
    pub(crate) is_once: bool,
}

/// What one function mentions.
#[derive(Default)]
struct Mentions {
    calls: BTreeSet<String>,
    calls_others: bool,
    functions: BTreeSet<String>,
    objects: BTreeSet<ObjectId>,
    changed: BTreeSet<ObjectId>,
    addressed: BTreeSet<ObjectId>,
    calls_pointer: bool,
}

impl Reach {
    pub(crate) fn new(program: &Program, function: &str) -> Self {
        let mentions: BTreeMap<&str, Mentions> = program
            .functions
            .iter()
            .map(|f| (f.name.as_str(), mentions(program, f)))
            .collect();
        let entered = entered(&mentions, function);
        let private = private(program, &mentions, &entered, function);
        let mut shared = BTreeSet::new();
        let initial = in_initial_values(program);
        let is_seen = |callee: &String| {
            let is_known = library::is_known(callee) || library::calls_back(callee);
            is_known || mentions.contains_key(callee.as_str())
        };
        let may_call_main = |m: &Mentions| {
            let mut calls = m.calls.iter();
            m.calls_pointer
                || m.functions.contains("main")
                || calls.any(|callee| callee == "main" || !is_seen(callee))
        };
        let is_called = mentions.values().any(may_call_main) || may_call_main(&initial);
        let is_once = function == "main" && !is_called;
        let mut addressed = initial.addressed;
        let mut changed = BTreeSet::new();
        let mut calls_others = false;
        for (name, m) in &mentions {
            addressed.extend(m.addressed.iter().copied());
            if entered.contains(*name) {
                changed.extend(m.changed.iter().copied());
                calls_others |= m.calls_pointer || m.calls_others;
            }
            if !private.contains(*name) {
                shared.extend(m.objects.iter().copied());
            }
        }
        Reach {
            entered,
            shared,
            changed,
            addressed,
            calls_others,
            is_once,
        }
    }

    /// The analysed function and those that it enters.
    pub(crate) fn functions<'p>(&self, program: &'p Program) -> impl Iterator<Item = &'p Function> {
        let functions = program.functions.iter();
        functions.filter(|f| self.entered.contains(&f.name))
    }

    /// Whether code outside of the analysed function can see an object.
    pub(crate) fn is_shared(&self, object: ObjectId) -> bool {
        self.shared.contains(&object)
    }

    /// Whether somebody may know the address of an object.
    pub(crate) fn has_address(&self, object: ObjectId) -> bool {
        self.addressed.contains(&object)
    }

    /// The objects that the analysed function may change.
    pub(crate) fn changed(&self) -> impl Iterator<Item = ObjectId> {
        self.changed.iter().copied()
    }

    /// Whether the analysed function may change an object.
    pub(crate) fn is_changed(&self, object: ObjectId) -> bool {
        self.changed.contains(&object)
    }
}

fn entered(mentions: &BTreeMap<&str, Mentions>, function: &str) -> BTreeSet<String> {
    let mut entered = BTreeSet::from([function.to_string()]);
    let mut open = vec![function.to_string()];
    while let Some(name) = open.pop() {
        let Some(m) = mentions.get(name.as_str()) else {
            continue;
        };
        for callee in m.calls.iter().filter(|c| mentions.contains_key(c.as_str())) {
            if entered.insert(callee.clone()) {
                open.push(callee.clone());
            }
        }
    }
    entered
}

/// The analysed function, and those of the entered ones that nobody else can call.
fn private(
    program: &Program,
    mentions: &BTreeMap<&str, Mentions>,
    entered: &BTreeSet<String>,
    function: &str,
) -> BTreeSet<String> {
    let is_closed = |name: &str| {
        let found = program.functions.iter().find(|f| f.name == name);
        found.is_some_and(|f| !f.is_open)
    };
    let mut private = entered.clone();
    loop {
        let outside = mentions.iter().filter(|(n, _)| !private.contains(**n));
        let called: BTreeSet<&String> = outside.flat_map(|(_, m)| &m.calls).collect();
        let pointed: BTreeSet<&String> = mentions.values().flat_map(|m| &m.functions).collect();
        let kept = private.iter().filter(|name| {
            *name == function
                || (is_closed(name) && !called.contains(name) && !pointed.contains(name))
        });
        let kept: BTreeSet<String> = kept.cloned().collect();
        if kept.len() == private.len() {
            return private;
        }
        private = kept;
    }
}

fn mentions(program: &Program, function: &Function) -> Mentions {
    let mut found = Mentions::default();
    for object in &function.parameters {
        let ty = &program.objects[object.0 as usize].ty;
        lengths_of(ty, &mut |v| in_value(v, &mut found));
    }
    statements_of(&function.body, &mut |statement| {
        if let StatementKind::Declare(object) = &statement.kind {
            let ty = &program.objects[object.0 as usize].ty;
            lengths_of(ty, &mut |v| in_value(v, &mut found));
        }
        if let StatementKind::Call {
            callee, arguments, ..
        } = &statement.kind
        {
            match callee {
                Callee::Named(name) => {
                    found.calls_others |= callbacks::is_unseen(program, name, arguments);
                    found.calls.insert(name.clone());
                }
                Callee::Pointer(_) => found.calls_pointer = true,
            }
        }
        parts_of(statement, &mut |part| match part {
            Part::Value(value) => nested(value, &mut |v| in_value(v, &mut found)),
            Part::Written(place) => {
                let root = root_object(place);
                found.objects.extend(root);
                found.changed.extend(root);
                values_in(place, &mut |v| in_value(v, &mut found));
            }
        });
    });
    let lasting = |id: &ObjectId| program.objects[id.0 as usize].lifetime.lasts();
    found.objects.retain(lasting);
    found.changed.retain(lasting);
    found
}

/// What objects have at first.
fn in_initial_values(program: &Program) -> Mentions {
    let mut found = Mentions::default();
    let all = program.objects.iter().filter_map(|o| o.initial.as_ref());
    for (_, value) in all.flatten() {
        nested(value, &mut |v| in_value(v, &mut found));
    }
    found
}

fn in_value(value: &Value, found: &mut Mentions) {
    match &value.kind {
        ValueKind::Load(place) => found.objects.extend(root_object(place)),
        ValueKind::Address(place) => {
            found.objects.extend(root_object(place));
            found.changed.extend(root_object(place));
            found.addressed.extend(root_object(place));
        }
        ValueKind::Function(name) => drop(found.functions.insert(name.clone())),
        _ => {}
    }
}
