//! Results of stages among the arguments of another call, or in what an element is set to, as
//! objects, in whose declarations the bodies of the stages may stand:
//!
//! ```c
//! printf("%g\n", sum(&t));      double sum2 = sum(&t);
//!                               printf("%g\n", sum2);
//! double r = sqrt(sum(&t));     double sum3 = sum(&t);
//!                               double r = sqrt(sum3);
//! for (i = 0; i < n; i++)       for (i = 0; i < n; i++) {
//!     b[i] = middle(a, i);          float middle2 = middle(a, i);
//!                                   b[i] = middle2;
//!                               }
//! ```

use super::arguments::{Effect, effect};
use super::shares::{Shared, arrays_in, computed};
use super::stage::{Stage, Stages};
use super::writing::Inlined;
use crate::inner::in_braces;
use c::Contents;
use c::names::file::Function;
use c::names::symbols::Origin;
use c::names::types::Storage;
use c::syntax::checks::statement_of;
use c::syntax::expressions::{is_assignment, without_casts};
use lang_c::ast::{
    BinaryOperator, BlockItem, Declaration, DeclarationSpecifier, Expression, Initializer,
    Statement,
};
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
        computed: computed(contents, caller, stages),
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

    /// The values that a statement computes, if nothing is changed before they are.
    fn operands<'a>(&self, statement: &'a Node<Statement>) -> Option<Vec<&'a Node<Expression>>> {
        let Statement::Expression(Some(expression)) = &statement.node else {
            return None;
        };
        Some(match &expression.node {
            Expression::Call(call) => {
                let Expression::Identifier(name) = &call.node.callee.node else {
                    return None;
                };
                let is_library = self.contents.facts.calls.is_library(&name.node.name);
                is_library.then(|| call.node.arguments.iter().collect())?
            }
            // The result of a call alone is left where it is.
            Expression::BinaryOperator(b)
                if b.node.operator.node == BinaryOperator::Assign
                    && !self.is_stage(&b.node.rhs)
                    || is_element(&b.node.lhs) && is_assignment(&b.node.operator.node) =>
            {
                self.reads(&b.node.lhs).then(|| vec![&*b.node.rhs])?
            }
            _ => return None,
        })
    }

    /// The value of the only object of a declaration.
    fn initial<'a>(&self, declaration: &'a Node<Declaration>) -> Option<Vec<&'a Node<Expression>>> {
        let [only] = declaration.node.declarators.as_slice() else {
            return None;
        };
        let variable = self.caller.declared(&only.node.declarator)?;
        let is_once = self.caller.symbols.variable(variable).storage == Storage::Automatic;
        match &only.node.initializer.as_ref()?.node {
            Initializer::Expression(value) if is_once && !self.is_stage(value) => {
                Some(vec![&**value])
            }
            _ => None,
        }
    }

    fn reads(&self, expression: &Node<Expression>) -> bool {
        effect(self.caller, expression) <= Effect::Reads
    }

    /// The edits of a statement or declaration for the stages in the values that it computes. A
    /// loop gets braces around it, if it has none.
    fn edits(
        &mut self,
        at: Offsets,
        operands: Option<Vec<&Node<Expression>>>,
        unbraced: Option<Span>,
    ) -> Option<Vec<Edit>> {
        let operands = operands?;
        { operands.iter() }
            .all(|operand| self.reads(operand))
            .then_some(())?;
        let mut calls = Vec::new();
        for operand in operands {
            self.calls(operand, &mut calls);
        }
        let whole = self.span(at).filter(|_| !calls.is_empty())?;
        let file = &self.contents.unit.file;
        let line = Sheet::beside(file, whole).line();
        // One edit: what is declared has the place of the statement.
        let (mut declarations, mut rest, mut done) = (String::new(), String::new(), whole.start);
        for (at, stage) in calls {
            let span = self.span(at)?;
            let name = self.names.give_numbered(&stage.function.name);
            let text = file.slice(span);
            let ty = self.result_type(stage)?;
            declarations.push_str(&format!("{ty} {name} = {text};{line}"));
            rest.push_str(&file.slice(Span::new(done, span.start)));
            rest.push_str(&name);
            done = span.end;
        }
        rest.push_str(&file.slice(Span::new(done, whole.end)));
        let text = format!("{declarations}{rest}");
        let mut edits = vec![Edit { span: whole, text }];
        edits.extend(
            unbraced
                .into_iter()
                .flat_map(|around| in_braces(file, around, whole)),
        );
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
                if let Some(stage) = stage.filter(|stage| only_reads(stage, self.contents))
                    && !arrays.is_disjoint(&self.computed)
                {
                    found.push((expression.span, stage));
                } else if stage.is_none() && self.contents.facts.calls.is_library(&name.node.name) {
                    let arguments = call.node.arguments.iter();
                    arguments.for_each(|argument| self.calls(argument, found));
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

    /// Whether an expression is a call of a stage, perhaps cast.
    fn is_stage(&self, expression: &Node<Expression>) -> bool {
        match without_casts(&expression.node) {
            Expression::Call(call) => match &call.node.callee.node {
                Expression::Identifier(name) => self.stages.get(&name.node.name).is_some(),
                _ => true,
            },
            _ => false,
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
fn only_reads(stage: &Stage<'_, '_>, contents: &Contents<'_>) -> bool {
    let symbols = &stage.function.symbols;
    let is_changed = |v: &c::names::symbols::Variable<'_>| {
        matches!(v.origin, Origin::Global(_)) && !v.writes.is_empty()
    };
    let is_own = |store: &c::names::symbols::Store| {
        let from = store.from.map(|id| symbols.variable(id).origin);
        from == Some(Origin::Local) && store.pointers == 0
    };
    stage.results.computed.is_some()
        && { symbols.calls.iter() }.all(|call| contents.facts.calls.is_harmless(call))
        && symbols.stores.iter().all(is_own)
        && !symbols.objects().any(|(_, v)| is_changed(v))
}

/// Whether an expression is an element of an array.
fn is_element(expression: &Node<Expression>) -> bool {
    matches!(&expression.node, Expression::BinaryOperator(b)
        if b.node.operator.node == BinaryOperator::Index)
}

impl<'a> Visit<'a> for Finder<'_, '_> {
    fn visit_statement(&mut self, statement: &'a Statement, span: &'a Offsets) {
        let bodies: Vec<&Node<Statement>> = match statement {
            Statement::Compound(items) => items.iter().filter_map(statement_of).collect(),
            Statement::For(found) => vec![&*found.node.statement],
            _ => Vec::new(),
        };
        let around = match statement {
            Statement::For(_) => self.span(*span),
            _ => None,
        };
        for inner in bodies {
            let edits = self.edits(inner.span, self.operands(inner), around);
            self.inlined
                .edits
                .insert_all(edits.unwrap_or_default())
                .ok();
        }
        if let Statement::Compound(items) = statement {
            for item in items {
                if let BlockItem::Declaration(declaration) = &item.node {
                    let edits = self.edits(declaration.span, self.initial(declaration), None);
                    self.inlined
                        .edits
                        .insert_all(edits.unwrap_or_default())
                        .ok();
                }
            }
        }
        visit::visit_statement(self, statement, span);
    }
}
