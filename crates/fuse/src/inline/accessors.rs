//! Calls of functions that read or set one element, `get(t, w, x, y)`, as what these compute.

use super::arguments::{Binding, Effect, binding, effect};
use super::foreign::may_move;
use super::names::Place;
use super::passing::{fits, fits_between};
use super::sites::{Argument, arguments};
use super::writing::{Inlined, InlinedCall};
use c::Contents;
use c::names::file::Function;
use c::names::symbols::{Origin, VarId};
use c::names::types::Type;
use lang_c::ast::{BlockItem, CallExpression, Expression, Statement};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};
use source::{Edit, Edits, Span, TokenKind};
use std::collections::BTreeMap;

/// The edits that replace calls of accessors in a function by the expressions in these. Calls in
/// arguments remain.
pub(super) fn inlined(contents: &Contents<'_>, caller: &Function<'_>) -> Inlined {
    let mut finder = CallFinder {
        contents,
        caller,
        found: Inlined::default(),
    };
    let body = &caller.definition.statement;
    finder.visit_statement(&body.node, &body.span);
    finder.found
}

/// A function of one expression.
struct Accessor<'f, 'p> {
    function: &'f Function<'p>,
    expression: &'p Node<Expression>,
    /// Whether it is a statement.
    is_void: bool,
}

impl<'f, 'p> Accessor<'f, 'p> {
    fn of(contents: &'f Contents<'p>, name: &str) -> Option<Self> {
        let (function, _) = contents.facts.callee(&contents.file, name)?;
        let Statement::Compound(items) = &function.definition.statement.node else {
            return None;
        };
        let [
            Node {
                node: BlockItem::Statement(only),
                ..
            },
        ] = items.as_slice()
        else {
            return None;
        };
        let (expression, is_void): (&'p Node<Expression>, bool) = match &only.node {
            Statement::Return(Some(value)) => (value, false),
            Statement::Expression(Some(value)) => (value, true),
            _ => return None,
        };
        let symbols = &function.symbols;
        let is_plain = |id: &Option<VarId>| {
            id.is_some_and(|id| {
                let variable = symbols.variable(id);
                variable.writes.is_empty() && !variable.address_taken
            })
        };
        let points = |id: &Option<VarId>| {
            let ty = id.map(|id| &symbols.variable(id).declared_type);
            matches!(
                ty,
                Some(Type::Pointer(_) | Type::Array(_) | Type::Record(_))
            )
        };
        let own = { symbols.objects() }.filter(|(_, v)| !matches!(v.origin, Origin::Global(_)));
        let is_fit = symbols.parameters.iter().all(is_plain)
            && symbols.parameters.iter().any(points)
            && own.count() == symbols.parameters.len()
            && is_void == (function.returns == Type::Void)
            && !Unfit::any(expression, is_void);
        is_fit.then_some(Accessor {
            function,
            expression,
            is_void,
        })
    }
}

/// Finds calls of accessors.
struct CallFinder<'a, 'p> {
    contents: &'a Contents<'p>,
    caller: &'a Function<'p>,
    found: Inlined,
}

impl<'a> Visit<'a> for CallFinder<'_, '_> {
    fn visit_statement(&mut self, statement: &'a Statement, span: &'a Offsets) {
        if let Statement::Expression(Some(expression)) = statement
            && let Expression::Call(call) = &expression.node
            && self.replace(&call.node, expression.span, true).is_some()
        {
            return;
        }
        visit::visit_statement(self, statement, span);
    }

    fn visit_expression(&mut self, expression: &'a Expression, span: &'a Offsets) {
        if let Expression::Call(call) = expression
            && self.replace(&call.node, *span, false).is_some()
        {
            return;
        }
        visit::visit_expression(self, expression, span);
    }
}

impl CallFinder<'_, '_> {
    /// Adds the edit that replaces a call.
    fn replace(&mut self, call: &CallExpression, at: Offsets, is_void: bool) -> Option<()> {
        let Expression::Identifier(callee) = &call.callee.node else {
            return None;
        };
        let name = self.contents.file.aliases.name(&callee.node.name);
        let accessor = Accessor::of(self.contents, name).filter(|a| a.is_void == is_void)?;
        if accessor.function.name_at == self.caller.name_at
            || !may_move(self.contents, accessor.function, self.caller)
        {
            return None;
        }
        let unit = self.contents.unit;
        let range = self.caller.base.range(at);
        let tokens = unit.tokens_in(range.clone());
        let is_written = { unit.tokens[tokens.clone()].iter() }.all(|t| t.spelled().is_some());
        let span = unit.span_of(range).ok().filter(|span| {
            is_written && !unit.holds_directive(*span) && !unit.uses.is_consumed(*span)
        })?;
        let arguments = arguments(unit, tokens.clone(), &call.arguments)?;
        let text = self.text(&accessor, &arguments)?;
        let own = Argument {
            expression: accessor.expression,
            range: accessor.function.base.range(accessor.expression.span),
            text,
        };
        let binding = match is_void {
            true => Binding::Operand,
            false => binding(&own, false),
        };
        let text = match fits_between(unit, tokens, &own.text, binding) {
            true => own.text,
            false => format!("({})", own.text),
        };
        self.found.edits.insert(Edit { span, text }).ok()?;
        self.found.calls.push(InlinedCall {
            function: name.to_string(),
            at: span,
        });
        Some(())
    }

    /// The expression of an accessor with arguments in the places of its parameters.
    fn text(&self, accessor: &Accessor<'_, '_>, arguments: &[Argument<'_>]) -> Option<String> {
        let unit = self.contents.unit;
        let symbols = &accessor.function.symbols;
        let computes = |a: &Argument<'_>| effect(self.caller, a.expression) != Effect::Changes;
        if arguments.len() != symbols.parameters.len() || !arguments.iter().all(computes) {
            return None;
        }
        let range = accessor.function.base.range(accessor.expression.span);
        let span = unit.span_of(range.clone()).ok()?;
        let mut places: BTreeMap<Span, (usize, Vec<usize>)> = BTreeMap::new();
        for index in unit.tokens_in(range) {
            let token = &unit.tokens[index];
            let at = token.at.start as usize;
            if token.is_builtin || token.kind != TokenKind::Identifier {
                continue;
            }
            let parameter = symbols
                .variable_at(at)
                .and_then(|id| symbols.parameters.iter().position(|p| *p == Some(id)));
            let Some(parameter) = parameter else {
                self.means_the_same(unit.token_text(token)).then_some(())?;
                continue;
            };
            let place = token.spelled().filter(|place| span.contains(*place))?;
            (!unit.uses.is_consumed(place)).then_some(())?;
            let known = places.entry(place).or_insert((parameter, Vec::new()));
            (known.0 == parameter).then_some(())?;
            known.1.push(index);
        }
        let mut edits = Edits::default();
        for (place, (parameter, tokens)) in places {
            let argument = &arguments[parameter];
            let binding = binding(argument, false);
            let at = Place {
                span: place,
                tokens,
            };
            let text = match fits(unit, &at, &argument.text, binding) {
                true => argument.text.clone(),
                false => format!("({})", argument.text),
            };
            let span = Span::new(place.start - span.start, place.end - span.start);
            edits.insert(Edit { span, text }).ok()?;
        }
        let text = String::from_utf8(edits.apply(unit.file.bytes_of(span))).ok()?;
        let is_plain = !unit.holds_directive(span) && !text.contains("//") && !text.contains("/*");
        is_plain.then(|| text.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    /// Whether no local of the caller has a name.
    fn means_the_same(&self, name: &str) -> bool {
        let mut variables = self.caller.symbols.variables.iter();
        variables.all(|v| matches!(v.origin, Origin::Global(_)) || !source::has_name(&v.name, name))
    }
}

/// Finds what must not be evaluated elsewhere, or as often as a text names it.
struct Unfit {
    /// Whether an assignment is allowed at the top.
    assigns: bool,
    found: bool,
}

impl Unfit {
    fn any(expression: &Node<Expression>, assigns: bool) -> bool {
        let mut unfit = Unfit {
            assigns,
            found: false,
        };
        unfit.visit_expression(&expression.node, &expression.span);
        unfit.found
    }
}

impl<'a> Visit<'a> for Unfit {
    fn visit_expression(&mut self, expression: &'a Expression, span: &'a Offsets) {
        use c::syntax::expressions::{is_assignment, is_step};
        self.found |= match expression {
            Expression::BinaryOperator(b) if is_assignment(&b.node.operator.node) => {
                !std::mem::take(&mut self.assigns)
            }
            Expression::UnaryOperator(u) => is_step(&u.node.operator.node),
            Expression::Statement(_)
            | Expression::GenericSelection(_)
            | Expression::VaArg(_)
            | Expression::SizeOfVal(_)
            | Expression::CompoundLiteral(_) => true,
            _ => false,
        };
        visit::visit_expression(self, expression, span);
    }
}
