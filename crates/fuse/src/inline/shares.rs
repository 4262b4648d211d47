//! The arrays that loops and calls of a function share, and those that stages compute.

use super::call_use::CallUse;
use super::stage::{Stages, is_loop};
use c::Contents;
use c::names::file::Function;
use c::names::symbols::{Origin, Store, Symbols, VarId};
use c::names::types::Type;
use c::syntax::checks::statement_of;
use lang_c::ast::{BlockItem, Declaration, Statement};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};
use source::Span;
use std::collections::BTreeSet;
use std::ops::Range;

/// An array, as two stages may share it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Shared {
    Own(VarId),
    Global(usize),
}

/// The arrays that statements of a function share.
pub(super) struct Shares<'f, 'p> {
    contents: &'f Contents<'p>,
    caller: &'f Function<'p>,
    stages: &'f Stages<'f, 'p>,
}

/// A loop or a call, and its arrays.
pub(super) struct Used<'p> {
    pub(super) span: Span,
    pub(super) arrays: BTreeSet<Shared>,
    /// The function of the file that it calls.
    pub(super) callee: Option<&'p str>,
}

impl<'f, 'p> Shares<'f, 'p> {
    pub(super) fn new(
        contents: &'f Contents<'p>,
        caller: &'f Function<'p>,
        stages: &'f Stages<'f, 'p>,
    ) -> Self {
        Shares {
            contents,
            caller,
            stages,
        }
    }

    /// Whether an array may be needed in this function alone.
    pub(super) fn is_temporary(&self, array: Shared) -> bool {
        match array {
            Shared::Own(id) => self.caller.symbols.variable(id).origin == Origin::Local,
            Shared::Global(_) => true,
        }
    }

    /// A loop, or a call of a function with loops.
    pub(super) fn of<'i>(&self, item: &'i Node<BlockItem>) -> Option<Used<'i>> {
        let statement = statement_of(item)?;
        let range = self.caller.base.range(statement.span);
        let span = self.contents.unit.span_of(range.clone()).ok()?;
        let mut arrays = arrays_in(&self.caller.symbols, &range);
        if is_loop(&statement.node) {
            return Some(Used {
                span,
                arrays,
                callee: None,
            });
        }
        // What computes a checksum is no stage.
        let is_main = self.caller.name == "main";
        let call = CallUse::of(&statement.node).filter(|c| !is_main || c.kept.is_none())?;
        let file = &self.contents.file;
        let callee = &file.functions[file.definition(call.name)?];
        arrays.extend(self.globals_of(callee));
        (!callee.symbols.loops.is_empty()).then_some(Used {
            span,
            arrays,
            callee: Some(call.name),
        })
    }

    /// The arrays at file scope that a function uses, and the stages that it calls.
    pub(super) fn globals_of(&self, function: &Function<'_>) -> BTreeSet<Shared> {
        let symbols = &function.symbols;
        let mut all = arrays_in(symbols, &function.range());
        all.retain(|shared| matches!(shared, Shared::Global(_)));
        let nested = symbols.calls.iter().filter_map(|c| c.name.as_deref());
        for inner in nested.filter_map(|name| self.stages.get(name)) {
            all.extend(self.globals_of(inner.function));
        }
        all
    }
}

/// The arrays and pointers that are named in a range.
pub(super) fn arrays_in(symbols: &Symbols<'_>, range: &Range<usize>) -> BTreeSet<Shared> {
    let arrays = symbols
        .objects()
        .filter(|(_, v)| is_array(&v.declared_type));
    let used = arrays.filter(|(_, v)| v.mentions.iter().any(|at| range.contains(at)));
    used.map(|(id, _)| shared(symbols, id)).collect()
}

fn is_array(ty: &Type) -> bool {
    matches!(ty, Type::Array(_) | Type::Pointer(_) | Type::Record(_))
}

/// The arrays of which loops in a range set elements, perhaps by those of others that they name.
pub(super) fn set_by_others(symbols: &Symbols<'_>, range: &Range<usize>) -> BTreeSet<Shared> {
    let set_in = |range: &Range<usize>| {
        let stores = symbols.stores.iter().filter(|s| range.contains(&s.at));
        let set = stores.filter_map(|s| Some(shared(symbols, s.from?)));
        set.collect::<BTreeSet<Shared>>()
    };
    let stores = symbols.stores.iter().filter(|s| range.contains(&s.at));
    let around = |store: &Store| symbols.loops.iter().rfind(|l| l.contains(&store.at));
    let loops: BTreeSet<(usize, usize)> = { stores.filter_map(around) }
        .map(|l| (l.start, l.end))
        .collect();
    let sets = loops.into_iter().map(|(start, end)| {
        let (own, set) = (start..end, set_in(&(start..end)));
        let names_others = !arrays_in(symbols, &own).is_subset(&set);
        set.into_iter().filter(move |_| names_others)
    });
    sets.flatten().collect()
}

/// The arrays of which loops of a function set elements, or stages that it calls.
pub(super) fn computed(
    contents: &Contents<'_>,
    caller: &Function<'_>,
    stages: &Stages<'_, '_>,
) -> BTreeSet<Shared> {
    let mut finder = Computed {
        contents,
        caller,
        stages,
        found: set_in_loops(&caller.symbols),
    };
    let body = &caller.definition.statement;
    finder.visit_statement(&body.node, &body.span);
    finder.found
}

/// The arrays of which loops set elements.
fn set_in_loops(symbols: &Symbols<'_>) -> BTreeSet<Shared> {
    let stores = symbols.stores.iter();
    let stores = stores.filter(|store| symbols.loops.iter().any(|l| l.contains(&store.at)));
    let set = stores.filter_map(|store| Some(shared(symbols, store.from?)));
    set.collect()
}

/// Finds the arrays that calls of stages set.
struct Computed<'s, 'f, 'p> {
    contents: &'s Contents<'p>,
    caller: &'s Function<'p>,
    stages: &'s Stages<'f, 'p>,
    found: BTreeSet<Shared>,
}

impl Computed<'_, '_, '_> {
    fn call(&mut self, call: CallUse<'_>) {
        let name = self.contents.file.aliases.name(call.name);
        let Some(stage) = self.stages.get(name) else {
            return;
        };
        let symbols = &stage.function.symbols;
        let set = set_in_loops(symbols);
        for (argument, parameter) in call.arguments.iter().zip(&symbols.parameters) {
            let is_set = parameter.is_some_and(|id| set.contains(&Shared::Own(id)));
            if is_set {
                let range = self.caller.base.range(argument.span);
                self.found.extend(arrays_in(&self.caller.symbols, &range));
            }
        }
        let globals = set
            .into_iter()
            .filter(|array| matches!(array, Shared::Global(_)));
        self.found.extend(globals);
        // What a stage returns is what its loops set, if that is memory.
        let caller = &self.caller.symbols;
        let range = |at: Offsets| self.caller.base.range(at);
        if let Some(object) = call.kept {
            self.found.extend(arrays_in(caller, &range(object.span)));
        }
        let declared = call.declared.map(|name| range(name.span).start);
        if let Some(id) = declared.and_then(|at| caller.declared_at(at))
            && is_array(&caller.variable(id).declared_type)
        {
            self.found.insert(shared(caller, id));
        }
    }
}

impl<'a> Visit<'a> for Computed<'_, '_, '_> {
    fn visit_statement(&mut self, statement: &'a Statement, span: &'a Offsets) {
        if let Some(call) = CallUse::of(statement) {
            self.call(call);
        }
        visit::visit_statement(self, statement, span);
    }

    fn visit_declaration(&mut self, declaration: &'a Declaration, span: &'a Offsets) {
        if let Some(call) = CallUse::of_declaration(declaration) {
            self.call(call);
        }
        visit::visit_declaration(self, declaration, span);
    }
}

pub(super) fn shared(symbols: &Symbols<'_>, id: VarId) -> Shared {
    match symbols.variable(id).origin {
        Origin::Global(index) => Shared::Global(index),
        _ => Shared::Own(id),
    }
}
