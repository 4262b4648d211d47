//! Results of stages among the arguments of another call as objects, in whose declarations the
//! bodies of the stages may stand:
//!
//! ```c
//! printf("%g\n", sum(&t));      double sum2 = sum(&t);
//!                               printf("%g\n", sum2);
//! ```

use super::arguments::{Effect, effect};
use super::sites::{Shared, arrays_in, set_by_stages};
use super::stage::{Stage, Stages};
use super::writing::Inlined;
use c::Contents;
use c::names::file::Function;
use c::names::symbols::Origin;
use lang_c::ast::{BinaryOperator, BlockItem, DeclarationSpecifier, Expression, Statement};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};
use print::{Names, Sheet};
use source::{Edit, Span};
use std::collections::BTreeSet;

/// The edits that give results of stages names of their own, if the stages get what loops of the
/// caller compute.
pub(super) fn apart(
    contents: &Contents<'_>,
    stages: &Stages<'_, '_>,
    caller: &Function<'_>,
) -> Inlined {
    let mut finder = Finder {
        contents,
        stages,
        caller,
        computed: set_by_stages(caller),
        names: Names::of_text(contents.unit.file.text()),
        inlined: Inlined::default(),
    };
    if contents.unit.dialect.is_c99() && !caller.symbols.has_gotos() {
        let body = &caller.definition.statement;
        finder.visit_statement(&body.node, &body.span);
    }
    finder.inlined
}

struct Finder<'f, 'p> {
    contents: &'f Contents<'p>,
    stages: &'f Stages<'f, 'p>,
    caller: &'f Function<'p>,
    /// The arrays that loops of the caller compute from others.
    computed: BTreeSet<Shared>,
    names: Names,
    inlined: Inlined,
}

impl<'f, 'p> Finder<'f, 'p> {
    fn span(&self, at: Offsets) -> Option<Span> {
        self.contents.unit.span_of(self.caller.base.range(at)).ok()
    }

    /// The edits of `f(a, b);` for the stages among its arguments.
    fn edits(&mut self, statement: &Node<Statement>) -> Option<Vec<Edit>> {
        let Statement::Expression(Some(expression)) = &statement.node else {
            return None;
        };
        let Expression::Call(call) = &expression.node else {
            return None;
        };
        let Expression::Identifier(name) = &call.node.callee.node else {
            return None;
        };
        let is_library = self.contents.facts.calls.is_library(&name.node.name);
        let arguments = &call.node.arguments;
        let reads = |e: &Node<Expression>| effect(self.caller, e) <= Effect::Reads;
        (is_library && arguments.iter().all(reads)).then_some(())?;
        let mut calls = Vec::new();
        for argument in arguments {
            self.calls(argument, &mut calls);
        }
        let whole = self.span(statement.span).filter(|_| !calls.is_empty())?;
        let line = Sheet::beside(&self.contents.unit.file, whole).line();
        let (mut declarations, mut edits) = (String::new(), Vec::new());
        for (at, stage) in calls {
            let span = self.span(at)?;
            let name = self.names.give_numbered(&stage.function.name);
            let text = self.contents.unit.file.slice(span);
            let ty = self.result_type(stage)?;
            declarations.push_str(&format!("{ty} {name} = {text};{line}"));
            edits.push(Edit { span, text: name });
        }
        edits.push(Edit {
            span: Span::at(whole.start),
            text: declarations,
        });
        Some(edits)
    }

    /// The calls in an expression that are executed whenever it is, and only read.
    fn calls(&self, expression: &Node<Expression>, found: &mut Vec<(Offsets, &'f Stage<'f, 'p>)>) {
        match &expression.node {
            Expression::Call(call) => {
                let Expression::Identifier(name) = &call.node.callee.node else {
                    return;
                };
                let stage = self.stages.get(&name.node.name);
                let range = self.caller.base.range(expression.span);
                let arrays = arrays_in(&self.caller.symbols, &range);
                if let Some(stage) = stage.filter(|stage| only_reads(stage))
                    && !arrays.is_disjoint(&self.computed)
                {
                    found.push((expression.span, stage));
                }
            }
            Expression::Cast(cast) => self.calls(&cast.node.expression, found),
            Expression::UnaryOperator(u) => self.calls(&u.node.operand, found),
            Expression::BinaryOperator(b)
                if !matches!(
                    b.node.operator.node,
                    BinaryOperator::LogicalAnd | BinaryOperator::LogicalOr
                ) =>
            {
                self.calls(&b.node.lhs, found);
                self.calls(&b.node.rhs, found);
            }
            _ => {}
        }
    }

    /// The type of what a stage computes, as it is written.
    fn result_type(&self, stage: &Stage<'_, '_>) -> Option<String> {
        let specifiers = stage.function.definition.specifiers.iter();
        let types = specifiers.filter(|s| matches!(s.node, DeclarationSpecifier::TypeSpecifier(_)));
        let text = |s: &Node<DeclarationSpecifier>| {
            let range = stage.function.base.range(s.span);
            let span = self.contents.unit.span_of(range).ok()?;
            Some(self.contents.unit.file.slice(span).into_owned())
        };
        Some(types.map(text).collect::<Option<Vec<_>>>()?.join(" "))
    }
}

/// Whether a stage has a result and changes nothing.
fn only_reads(stage: &Stage<'_, '_>) -> bool {
    let symbols = &stage.function.symbols;
    let is_changed = |v: &c::names::symbols::Variable<'_>| {
        matches!(v.origin, Origin::Global(_)) && !v.writes.is_empty()
    };
    let is_own = |store: &c::names::symbols::Store| {
        let from = store.from.map(|id| symbols.variable(id).origin);
        from == Some(Origin::Local) && store.pointers == 0
    };
    stage.results.computed.is_some()
        && symbols.calls.is_empty()
        && symbols.stores.iter().all(is_own)
        && !symbols.objects().any(|(_, v)| is_changed(v))
}

impl<'a> Visit<'a> for Finder<'_, '_> {
    fn visit_statement(&mut self, statement: &'a Statement, span: &'a Offsets) {
        if let Statement::Compound(items) = statement {
            for item in items {
                let BlockItem::Statement(inner) = &item.node else {
                    continue;
                };
                let edits = self.edits(inner).unwrap_or_default();
                self.inlined.edits.insert_all(edits).ok();
            }
        }
        visit::visit_statement(self, statement, span);
    }
}
