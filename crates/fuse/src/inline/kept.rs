//! Calls that stay although a loop or another call beside them uses the same array, and why.

use super::foreign::foreign;
use super::shares::{Shared, Shares, Used};
use super::stage::{Obstacle, Stages};
use crate::inner::inner;
use c::Contents;
use c::names::file::Function;
use c::names::types::Storage;
use lang_c::ast::{BlockItem, Statement};
use lang_c::span::Node;
use source::Span;

/// A call that stays beside a loop or another call, because its function is not understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeptCall {
    /// The earlier one of both.
    pub first: Span,
    /// The later one.
    pub second: Span,
    /// An array that both use.
    pub array: String,
    /// The function that is called.
    pub function: String,
    /// Why the call stays, or why its body shortens no lifetime in its place.
    pub obstacle: Obstacle,
    /// Whether the body may stand in its place.
    pub is_fit: bool,
}

/// The calls of a function that stay, each beside the nearest statement with an array of both.
pub(super) fn kept<'p>(
    contents: &Contents<'p>,
    caller: &Function<'p>,
    stages: &Stages<'_, 'p>,
) -> Vec<KeptCall> {
    let mut finder = Finder {
        shares: Shares::new(contents, caller, stages),
        contents,
        caller,
        stages,
        found: Vec::new(),
    };
    finder.statement(&caller.definition.statement);
    finder.found
}

struct Finder<'f, 'p> {
    shares: Shares<'f, 'p>,
    contents: &'f Contents<'p>,
    caller: &'f Function<'p>,
    stages: &'f Stages<'f, 'p>,
    found: Vec<KeptCall>,
}

impl Finder<'_, '_> {
    fn statement(&mut self, statement: &Node<Statement>) {
        if let Statement::Compound(items) = &statement.node {
            self.block(items);
        }
        inner(statement).into_iter().for_each(|s| self.statement(s));
    }

    fn block(&mut self, items: &[Node<BlockItem>]) {
        let used: Vec<_> = items.iter().filter_map(|i| self.shares.of(i)).collect();
        for (at, work) in used.iter().enumerate() {
            let Some(name) = work.callee.filter(|_| self.is_stage(work)) else {
                continue;
            };
            let others = [at.wrapping_sub(1), at + 1];
            let other = others.into_iter().find_map(|k| {
                let other = used.get(k).filter(|other| self.is_stage(other))?;
                let mut both = work.arrays.intersection(&other.arrays);
                let shared = both.find(|array| self.shares.is_temporary(**array))?;
                Some((k, other.span, *shared))
            });
            let Some((k, span, shared)) = other else {
                continue;
            };
            let Some(array) = self.name(shared) else {
                continue;
            };
            let known = self.stages.obstacle(name).cloned();
            let known = known.or_else(|| self.foreign(name));
            let is_fit = known.is_none();
            let Some(obstacle) = known.or_else(|| self.is_open(name, shared)) else {
                continue;
            };
            let (first, second) = match k < at {
                true => (span, work.span),
                false => (work.span, span),
            };
            self.found.push(KeptCall {
                first,
                second,
                array,
                function: name.to_string(),
                obstacle,
                is_fit,
            });
        }
    }

    /// Whether a stage is compiled in another way than this function.
    fn foreign(&self, name: &str) -> Option<Obstacle> {
        let stage = self.stages.get(name)?;
        foreign(self.contents, stage.function, self.caller)
    }

    /// Whether other files may call a stage, and so need an array of this file.
    fn is_open(&self, name: &str, array: Shared) -> Option<Obstacle> {
        let function = self.stages.get(name)?.function;
        let Shared::Global(index) = array else {
            return None;
        };
        let is_own = self.contents.file.globals.get(index)?.storage == Storage::Static;
        let at = function.name_at;
        (is_own && !function.is_static).then(|| Obstacle {
            what: "may be called by other files; make it `static`".to_string(),
            at: self.contents.unit.nearest_span(at..at + 1),
        })
    }

    /// Whether a loop or a call may be a stage. In `main`, loops set inputs and check results, and
    /// what consists of stages is a program by itself.
    fn is_stage(&self, used: &Used<'_>) -> bool {
        let is_program = |name: &str| self.stages.get(name).is_some_and(|s| s.calls_stages());
        self.caller.name != "main" || used.callee.is_some_and(|name| !is_program(name))
    }

    fn name(&self, array: Shared) -> Option<String> {
        Some(match array {
            Shared::Own(id) => self.caller.symbols.variable(id).name.clone(),
            Shared::Global(index) => self.contents.file.globals.get(index)?.name.clone(),
        })
    }
}
