//! Functions in the chains of calls that enter them.

use crate::visit::{Part, nested, parts_of, values_in};
use crate::{Callee, Function, ObjectId, Program, Statement, StatementKind, Value, ValueKind};
use source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// The calls of a chain that are told apart, at most.
pub(super) const DEPTH: usize = 4;
/// With more contexts, shorter chains are told apart.
const MOST: usize = 400;

/// A function in a chain of calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ContextId(pub(super) usize);

impl ContextId {
    /// The context of what lasts.
    pub(super) const ALL: ContextId = ContextId(usize::MAX);
}

/// A call: the function that contains it, and the number of the statement.
type Site = (usize, usize);

/// A function, and the last calls that lead to it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Context {
    pub(super) function: usize,
    chain: Vec<Site>,
    /// Code that is not seen calls it.
    pub(super) is_root: bool,
}

/// A call of a function of the file, in one context of its caller.
#[derive(Clone, Copy, Debug)]
pub struct SeenCall<'p> {
    /// The function that contains the call.
    pub caller: &'p Function,
    /// Its arguments.
    pub arguments: &'p [Value],
    /// The call.
    pub at: Span,
    pub(super) context: ContextId,
    pub(super) statement: Site,
}

impl SeenCall<'_> {
    /// The number of the function that contains it, and of the statement there.
    pub fn statement(&self) -> (usize, usize) {
        self.statement
    }
}

/// All contexts of a file.
#[derive(Debug, Default)]
pub(super) struct Contexts {
    depth: usize,
    pub(super) all: Vec<Context>,
    ids: BTreeMap<Context, ContextId>,
    /// The calls of each function, by the context of the caller and the number of the statement.
    pub(super) calls: BTreeMap<usize, BTreeSet<(ContextId, usize)>>,
    /// The functions whose address is used.
    pub(super) addressed: BTreeSet<String>,
}

impl Contexts {
    /// One context for each function that code outside of the file may call.
    pub(super) fn of(program: &Program, depth: usize) -> Self {
        let mut contexts = Contexts {
            depth,
            addressed: addressed(program),
            ..Contexts::default()
        };
        for (at, function) in program.functions.iter().enumerate() {
            if !function.is_static || contexts.addressed.contains(&function.name) {
                contexts.add(Context {
                    function: at,
                    chain: Vec::new(),
                    is_root: true,
                });
            }
        }
        contexts
    }

    /// The context of a function that a call in another context enters; `None` if there are too
    /// many.
    pub(super) fn entered(
        &mut self,
        caller: ContextId,
        statement: usize,
        callee: usize,
    ) -> Option<ContextId> {
        let from = &self.all[caller.0];
        let mut chain = from.chain.clone();
        chain.push((from.function, statement));
        let first = chain.len().saturating_sub(self.depth);
        chain.drain(..first);
        self.calls
            .entry(callee)
            .or_default()
            .insert((caller, statement));
        let context = Context {
            function: callee,
            chain,
            is_root: false,
        };
        let id = self.add(context);
        (self.all.len() <= MOST || self.depth == 0).then_some(id)
    }

    fn add(&mut self, context: Context) -> ContextId {
        let next = ContextId(self.all.len());
        let id = *self.ids.entry(context.clone()).or_insert(next);
        if id == next {
            self.all.push(context);
        }
        id
    }
}

/// The functions whose address is used.
fn addressed(program: &Program) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut note = |value: &Value| {
        if let ValueKind::Function(name) = &value.kind {
            found.insert(name.clone());
        }
    };
    for function in &program.functions {
        crate::visit::statements_of(&function.body, &mut |statement| {
            values_of(statement, &mut |value| note(value));
        });
    }
    let initial = program.objects.iter().filter_map(|o| o.initial.as_ref());
    for (_, value) in initial.flatten() {
        nested(value, &mut |value| note(value));
    }
    found
}

/// Calls `f` on all values of a statement, those in places included.
pub(super) fn values_of<'p>(statement: &'p Statement, f: &mut dyn FnMut(&'p Value)) {
    parts_of(statement, &mut |part| match part {
        Part::Value(value) => nested(value, f),
        Part::Written(place) => values_in(place, f),
    });
}

/// The statements of a body one after the other, each with whether a loop is around it.
pub(super) fn flat<'p>(
    body: &'p [Statement],
    is_repeated: bool,
    all: &mut Vec<(&'p Statement, bool)>,
) {
    for statement in body {
        all.push((statement, is_repeated));
        match &statement.kind {
            StatementKind::If { then, other, .. } => {
                flat(then, is_repeated, all);
                flat(other, is_repeated, all);
            }
            StatementKind::Loop(inner) => {
                flat(&inner.body, true, all);
                flat(&inner.step, true, all);
            }
            StatementKind::Switch { arms, .. } => {
                arms.iter()
                    .for_each(|arm| flat(&arm.body, is_repeated, all));
            }
            StatementKind::Block(inner) | StatementKind::Pragma { body: inner, .. } => {
                flat(inner, is_repeated, all);
            }
            _ => {}
        }
    }
}

/// Whether a part of a body has no form.
pub(super) fn is_open(statements: &[(&Statement, bool)]) -> bool {
    statements.iter().any(|(statement, _)| {
        let mut found = matches!(statement.kind, StatementKind::Unsupported(_));
        values_of(statement, &mut |value| {
            found |= matches!(value.kind, ValueKind::Unsupported(_));
        });
        found
    })
}

impl Contexts {
    /// The functions of the file that a call may enter: the one that it names, or those whose
    /// address is used and that have as many parameters.
    pub(super) fn callees(
        &self,
        program: &Program,
        callee: &Callee,
        arguments: usize,
    ) -> Vec<usize> {
        let may_be = |f: &Function| match callee {
            Callee::Named(name) => f.name == *name,
            Callee::Pointer(_) => {
                f.parameters.len() == arguments && self.addressed.contains(&f.name)
            }
        };
        let all = program.functions.iter().enumerate();
        all.filter(|(_, f)| may_be(f)).map(|(at, _)| at).collect()
    }
}

/// The objects that a function declares, parameters included.
pub(super) fn declared(function: &Function, statements: &[(&Statement, bool)]) -> Vec<ObjectId> {
    let own = statements.iter().filter_map(|(s, _)| match &s.kind {
        StatementKind::Declare(id) => Some(*id),
        _ => None,
    });
    function.parameters.iter().copied().chain(own).collect()
}
