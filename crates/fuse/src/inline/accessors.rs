//! Calls of functions that read or set one element, `get(t, w, x, y)`, as what these compute; they
//! may move their subscripts to the border first, or return something else outside.

use super::arguments::{Binding, Effect, binding, effect};
use super::foreign::may_move;
use super::names::Place;
use super::passing::{fits, fits_between};
use super::sites::{Argument, arguments};
use super::writing::{Inlined, InlinedCall};
use crate::prepare::content;
use c::Contents;
use c::names::file::Function;
use c::names::symbols::{Origin, VarId, Variable};
use c::names::types::Type;
use c::syntax::declarators::declared_name;
use c::syntax::expressions::sides;
use lang_c::ast::{
    BinaryOperator, BlockItem, CallExpression, Expression, IfStatement, Initializer, Statement,
    UnaryOperator,
};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};
use source::{Edit, Edits, Span, TokenKind};
use std::collections::BTreeMap;

/// A longer text says less than the call.
const MOST_TEXT: usize = 240;

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

/// A function whose result, or the element that it sets, is one expression once the values of its
/// locals are known.
struct Accessor<'f, 'p> {
    function: &'f Function<'p>,
    /// What it does to its parameters and locals, in order.
    steps: Vec<Step<'p>>,
    /// `if (condition) return value;` before the last statement.
    early: Vec<Case<'p>>,
    expression: &'p Node<Expression>,
    /// Whether it is a statement.
    is_void: bool,
}

/// A condition, and the value if it holds.
type Case<'p> = [&'p Node<Expression>; 2];

/// `i = value;`, or `if (condition) i = value;` with `else if`s that set `i`, too.
struct Step<'p> {
    id: VarId,
    cases: Vec<Case<'p>>,
    /// The value if no condition holds; `None` for the one that it has.
    otherwise: Option<&'p Node<Expression>>,
}

impl<'p> Step<'p> {
    /// All values that it may give.
    fn values(&self) -> impl Iterator<Item = &'p Node<Expression>> {
        self.cases
            .iter()
            .map(|[_, value]| *value)
            .chain(self.otherwise)
    }
}

impl<'f, 'p> Accessor<'f, 'p> {
    fn of(contents: &'f Contents<'p>, name: &str) -> Option<Self> {
        let (function, _) = contents.facts.callee(&contents.file, name)?;
        let Statement::Compound(items) = &function.definition.statement.node else {
            return None;
        };
        let (last, before) = items.split_last()?;
        let BlockItem::Statement(last) = &last.node else {
            return None;
        };
        let (expression, is_void): (&'p Node<Expression>, bool) = match &last.node {
            Statement::Return(Some(value)) => (value, false),
            Statement::Expression(Some(value)) => (value, true),
            _ => return None,
        };
        let mut found = Accessor {
            function,
            steps: Vec::new(),
            early: Vec::new(),
            expression,
            is_void,
        };
        for item in before {
            found.add(item)?;
        }
        found.is_fit().then_some(found)
    }

    /// Adds a statement before the last one.
    fn add(&mut self, item: &'p Node<BlockItem>) -> Option<()> {
        match &item.node {
            BlockItem::Declaration(declaration) => {
                for declared in &declaration.node.declarators {
                    let name = declared_name(&declared.node.declarator)?;
                    let at = self.function.base.range(name.span).start;
                    let id = self.function.symbols.declared_at(at)?;
                    let Initializer::Expression(value) = &declared.node.initializer.as_ref()?.node
                    else {
                        return None;
                    };
                    self.push(Step {
                        id,
                        cases: Vec::new(),
                        otherwise: Some(value),
                    })?;
                }
                Some(())
            }
            BlockItem::Statement(statement) => match &statement.node {
                Statement::If(test) if self.returned(test).is_some() => {
                    self.early.extend(self.returned(test));
                    Some(())
                }
                _ => {
                    let step = self.step(statement)?;
                    self.push(step)
                }
            },
            BlockItem::StaticAssert(_) => None,
        }
    }

    /// `if (condition) return value;`
    fn returned(&self, test: &'p Node<IfStatement>) -> Option<Case<'p>> {
        let then = &content(&test.node.then_statement)?.node;
        match (then, &test.node.else_statement) {
            (Statement::Return(Some(value)), None) if !self.is_void => {
                Some([&test.node.condition, value])
            }
            _ => None,
        }
    }

    /// A statement that sets one object, perhaps under conditions.
    fn step(&self, statement: &'p Node<Statement>) -> Option<Step<'p>> {
        match &content(statement)?.node {
            Statement::Expression(Some(set)) => {
                let (target, value) = sides(set, &BinaryOperator::Assign)?;
                let Expression::Identifier(_) = &target.node else {
                    return None;
                };
                let at = self.function.base.range(target.span).start;
                Some(Step {
                    id: self.function.symbols.variable_at(at)?,
                    cases: Vec::new(),
                    otherwise: Some(value),
                })
            }
            Statement::If(test) => {
                let then = self.step(&test.node.then_statement)?;
                let value = then.otherwise.filter(|_| then.cases.is_empty())?;
                let mut cases = vec![[&*test.node.condition, value]];
                let other = test.node.else_statement.as_ref();
                let other = other.map(|other| self.step(other));
                let otherwise = match other {
                    Some(other) => {
                        let other = other.filter(|other| other.id == then.id)?;
                        cases.extend(other.cases);
                        other.otherwise
                    }
                    None => None,
                };
                Some(Step {
                    id: then.id,
                    cases,
                    otherwise,
                })
            }
            _ => None,
        }
    }

    /// A value is computed once more for each use of its name.
    fn push(&mut self, step: Step<'p>) -> Option<()> {
        let variable = self.function.symbols.variable(step.id);
        let is_fit = self.early.is_empty()
            && matches!(variable.declared_type, Type::Integer(_) | Type::Floating(_))
            && !matches!(variable.origin, Origin::Global(_));
        is_fit.then(|| self.steps.push(step))
    }

    fn is_fit(&self) -> bool {
        let symbols = &self.function.symbols;
        let sets = |id: VarId| {
            let own = self.steps.iter().filter(|step| step.id == id);
            own.flat_map(Step::values).count()
        };
        // The first value of a local is that of its declaration.
        let is_plain = |id: VarId| {
            let variable = symbols.variable(id);
            let is_known = symbols.parameters.contains(&Some(id)) || sets(id) > 0;
            is_known && variable.writes.len() == sets(id) && !variable.address_taken
        };
        let points = |id: &Option<VarId>| {
            let ty = id.map(|id| &symbols.variable(id).declared_type);
            matches!(
                ty,
                Some(Type::Pointer(_) | Type::Array(_) | Type::Record(_))
            )
        };
        let is_global = |v: &Variable<'_>| matches!(v.origin, Origin::Global(_));
        let is_array = |v: &Variable<'_>| matches!(v.declared_type, Type::Array(_));
        let reaches = symbols.parameters.iter().any(points)
            || symbols.objects().any(|(_, v)| is_global(v) && is_array(v));
        let own = { symbols.objects() }.filter(|(_, v)| !is_global(v));
        let cases = self.steps.iter().flat_map(|step| &step.cases);
        let cases = cases.chain(&self.early).flatten().copied();
        let mut values = cases.chain(self.steps.iter().filter_map(|step| step.otherwise));
        symbols.parameters.iter().all(|id| id.is_some_and(is_plain))
            && reaches
            && { own }.all(|(id, _)| is_plain(id))
            && self.is_void == (self.function.returns == Type::Void)
            && !Unfit::any(self.expression, self.is_void)
            && !values.any(|value| Unfit::any(value, false))
    }
}

/// Names of an accessor and the texts of their values.
type Values = BTreeMap<VarId, (String, Binding)>;

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
            && self
                .replace(&call.node, [expression.span; 2], true)
                .is_some()
        {
            return;
        }
        visit::visit_statement(self, statement, span);
    }

    fn visit_expression(&mut self, expression: &'a Expression, span: &'a Offsets) {
        if let Expression::Call(call) = expression
            && self.replace(&call.node, [*span; 2], false).is_some()
        {
            return;
        }
        if let Expression::UnaryOperator(u) = expression
            && u.node.operator.node == UnaryOperator::Indirection
            && let Expression::Call(call) = &u.node.operand.node
            && let inner = u.node.operand.span
            && self.replace(&call.node, [inner, *span], false).is_some()
        {
            return;
        }
        visit::visit_expression(self, expression, span);
    }
}

impl CallFinder<'_, '_> {
    /// Adds the edit that replaces a call, or the element that it leads to: `*cell(t, x, y)`. The
    /// places of the call and of what is replaced.
    fn replace(
        &mut self,
        call: &CallExpression,
        [at, whole]: [Offsets; 2],
        is_void: bool,
    ) -> Option<()> {
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
        let whole = self.caller.base.range(whole);
        let around = unit.tokens_in(whole.clone());
        let is_written = { unit.tokens[around.clone()].iter() }.all(|t| t.spelled().is_some());
        let span = unit.span_of(whole.clone()).ok().filter(|span| {
            is_written && !unit.holds_directive(*span) && !unit.uses.is_consumed(*span)
        })?;
        let arguments = arguments(unit, tokens.clone(), &call.arguments)?;
        let (text, binding) = self.value(&accessor, &arguments)?;
        let (text, binding) = match whole == range {
            true if is_void => (text, Binding::Operand),
            true => (text, binding),
            false => (element(&text)?.to_string(), Binding::Operand),
        };
        let text = match fits_between(unit, around, &text, binding) {
            true => text,
            false => format!("({text})"),
        };
        self.found.edits.insert(Edit { span, text }).ok()?;
        self.found.calls.push(InlinedCall {
            function: name.to_string(),
            at: span,
        });
        Some(())
    }

    /// What a call of an accessor computes, and how tightly it binds.
    fn value(
        &self,
        accessor: &Accessor<'_, '_>,
        arguments: &[Argument<'_>],
    ) -> Option<(String, Binding)> {
        let parameters = &accessor.function.symbols.parameters;
        let most = match accessor.steps.is_empty() && accessor.early.is_empty() {
            true => Effect::Reads,
            // A call in an argument would be executed more than once.
            false => Effect::Computes,
        };
        let computes = |a: &Argument<'_>| effect(self.caller, a.expression) <= most;
        if arguments.len() != parameters.len() || !arguments.iter().all(computes) {
            return None;
        }
        let mut values = Values::new();
        for (parameter, argument) in parameters.iter().zip(arguments) {
            values.insert(
                (*parameter)?,
                (argument.text.clone(), binding(argument, false)),
            );
        }
        for step in &accessor.steps {
            let otherwise = match step.otherwise {
                Some(value) => self.text(accessor, value, &values)?,
                None => values.get(&step.id)?.clone(),
            };
            let value = self.chosen(accessor, &step.cases, otherwise, &values)?;
            (value.0.len() <= MOST_TEXT).then_some(())?;
            values.insert(step.id, value);
        }
        let last = self.text(accessor, accessor.expression, &values)?;
        let (text, binding) = self.chosen(accessor, &accessor.early, last, &values)?;
        (text.len() <= MOST_TEXT).then_some((text, binding))
    }

    /// The value of the first case whose condition holds, or another one.
    fn chosen(
        &self,
        accessor: &Accessor<'_, '_>,
        cases: &[Case<'_>],
        (mut text, mut binding): (String, Binding),
        values: &Values,
    ) -> Option<(String, Binding)> {
        for [condition, value] in cases.iter().rev() {
            let [condition, value] = [condition, value].map(|e| {
                let (text, binding) = self.text(accessor, e, values)?;
                Some(
                    match binding == Binding::Loose && text.contains(['?', ',']) {
                        true => format!("({text})"),
                        false => text,
                    },
                )
            });
            text = format!("{} ? {} : {text}", condition?, value?);
            binding = Binding::Loose;
        }
        Some((text, binding))
    }

    /// An expression of an accessor with values in the places of names.
    fn text(
        &self,
        accessor: &Accessor<'_, '_>,
        expression: &Node<Expression>,
        values: &Values,
    ) -> Option<(String, Binding)> {
        let unit = self.contents.unit;
        let symbols = &accessor.function.symbols;
        let range = accessor.function.base.range(expression.span);
        let span = unit.span_of(range.clone()).ok()?;
        let mut places: BTreeMap<Span, (VarId, Vec<usize>)> = BTreeMap::new();
        for index in unit.tokens_in(range.clone()) {
            let token = &unit.tokens[index];
            let at = token.at.start as usize;
            if token.is_builtin || token.kind != TokenKind::Identifier {
                continue;
            }
            let before = index
                .checked_sub(1)
                .map_or("", |k| unit.token_text(&unit.tokens[k]));
            if matches!(before, "." | "->") {
                continue;
            }
            let named = symbols.variable_at(at);
            let Some(named) = named.filter(|id| values.contains_key(id)) else {
                self.means_the_same(unit.token_text(token)).then_some(())?;
                continue;
            };
            let place = token.spelled().filter(|place| span.contains(*place))?;
            (!unit.uses.is_consumed(place)).then_some(())?;
            let known = places.entry(place).or_insert((named, Vec::new()));
            (known.0 == named).then_some(())?;
            known.1.push(index);
        }
        let mut edits = Edits::default();
        for (place, (named, tokens)) in places {
            let (text, binding) = &values[&named];
            if let Some((object, arrow)) = self.object_of_members(text, &tokens) {
                let span = Span::new(place.start - span.start, arrow.end - span.start);
                edits
                    .insert(Edit {
                        span,
                        text: format!("{object}."),
                    })
                    .ok()?;
                continue;
            }
            let at = Place {
                span: place,
                tokens,
            };
            let text = match fits(unit, &at, text, *binding) {
                true => text.clone(),
                false => format!("({text})"),
            };
            let span = Span::new(place.start - span.start, place.end - span.start);
            edits.insert(Edit { span, text }).ok()?;
        }
        let text = String::from_utf8(edits.apply(unit.file.bytes_of(span))).ok()?;
        let is_plain = !unit.holds_directive(span) && !text.contains("//") && !text.contains("/*");
        is_plain.then_some(())?;
        let argument = Argument {
            expression,
            range,
            text: text.split_whitespace().collect::<Vec<_>>().join(" "),
        };
        // A name alone is what it stands for.
        let binding = match (
            &expression.node,
            values.values().find(|(text, _)| *text == argument.text),
        ) {
            (Expression::Identifier(_), Some((_, binding))) => *binding,
            _ => binding(&argument, false),
        };
        Some((argument.text, binding))
    }

    /// The object or element whose address is passed, and the arrow behind the parameter: `t.v` is
    /// written for `(&t)->v`, and `t[i].v` for `(&t[i])->v`.
    fn object_of_members<'t>(&self, text: &'t str, tokens: &[usize]) -> Option<(&'t str, Span)> {
        let object = text.strip_prefix('&').map(str::trim_start)?;
        let [index] = tokens else { return None };
        let arrow = self.contents.unit.tokens.get(index + 1)?;
        let is_arrow = self.contents.unit.token_text(arrow) == "->";
        (is_arrow && is_place(object)).then_some((object, arrow.spelled()?))
    }

    /// Whether no local of the caller has a name.
    fn means_the_same(&self, name: &str) -> bool {
        let mut variables = self.caller.symbols.variables.iter();
        variables.all(|v| matches!(v.origin, Origin::Global(_)) || !source::has_name(&v.name, name))
    }
}

/// `t->z[i]` for `&t->z[i]`.
fn element(address: &str) -> Option<&str> {
    let element = address.strip_prefix('&')?;
    let mut depth = 0;
    let is_inside = |c: char| {
        depth += i32::from(c == '[') - i32::from(c == ']');
        depth > 0 || c.is_ascii_alphanumeric() || "_].".contains(c)
    };
    let is_chain = element.replace("->", ".").chars().all(is_inside);
    (is_chain && element.ends_with(']')).then_some(element)
}

/// Whether a text is a name with subscripts, `t[i + 1]`, or without.
fn is_place(text: &str) -> bool {
    let name = text.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
    let mut depth = 0;
    let is_inside = name.bytes().all(|byte| {
        match byte {
            b'[' => depth += 1,
            b']' => depth -= 1,
            _ => return depth > 0,
        }
        depth >= 0
    });
    is_inside && depth == 0 && name.len() < text.len()
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
