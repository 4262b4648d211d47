//! Results of stages: where a body returns before its end, and what a caller does with the result.

use super::arguments::object;
use super::sites::{Argument, Site};
use super::stage::{is_loop, is_plain_declarator};
use super::types::type_of;
use crate::inner::inner;
use crate::memory::{disjuncts, is_null, null_test, null_tests};
use c::names::file::Function;
use c::names::symbols::{Origin, Symbol, VarId, Variable};
use c::names::types::{Storage, Type};
use c::syntax::constant::evaluate;
use c::syntax::declarators::declared_name;
use c::syntax::exits::always_leaves;
use c::syntax::expressions::{is_comparison, sides, without_casts};
use lang_c::ast::{
    BinaryOperator, BlockItem, Constant, Declaration, Expression, Identifier, IfStatement,
    Initializer, Label, Statement, UnaryOperator,
};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};
use source::Unit;

/// A test among the items of a body that leaves it: `if (w < 3) return -1;`
#[derive(Debug)]
pub(super) struct Guard<'p> {
    /// The whole statement.
    pub(super) at: Offsets,
    test: &'p Node<Expression>,
    /// The `return` in it.
    pub(super) leave: Offsets,
    /// What it returns, if anything.
    result: Option<Outcome<'p>>,
    /// Whether it is in a loop.
    is_nested: bool,
}

/// A number that a body returns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outcome<'p> {
    value: i64,
    /// The expression.
    pub(super) written: &'p Node<Expression>,
}

/// The ways out of a body.
#[derive(Debug, Default)]
pub(super) struct Results<'p> {
    pub(super) guards: Vec<Guard<'p>>,
    /// The `return` at the end.
    pub(super) end: Option<Offsets>,
    /// What the end returns, if anything.
    pub(super) last: Option<Outcome<'p>>,
    /// What the end computes, in a body without other ways out.
    pub(super) computed: Option<&'p Node<Expression>>,
    /// The local pointer or structure that the end returns: `return im;`
    pub(super) made: Option<VarId>,
    /// The one that the end stores behind a parameter: `*out = im;`
    pub(super) given: Option<Given>,
}

/// A local that a body stores behind a parameter as its last statement.
#[derive(Clone, Copy, Debug)]
pub(super) struct Given {
    pub(super) local: VarId,
    /// The number of the parameter.
    pub(super) parameter: usize,
    /// The statement.
    pub(super) at: Offsets,
}

impl<'p> Results<'p> {
    /// The ways out of a body; `None` if a result is no number. No caller uses a missing one.
    pub(super) fn of(
        unit: &Unit,
        function: &Function<'_>,
        items: &'p [Node<BlockItem>],
    ) -> Option<Self> {
        let mut results = Results::default();
        let returns = &function.returns;
        let is_void = *returns == Type::Void;
        let value = |returned: &'p Returned| match (is_void, returned) {
            (true, None) => Some(None),
            (false, Some(written)) => {
                let value = number((unit, function), written)?;
                Some(Some(Outcome { value, written }))
            }
            _ => None,
        };
        for (index, item) in items.iter().enumerate() {
            let BlockItem::Statement(statement) = &item.node else {
                continue;
            };
            match &statement.node {
                Statement::Return(returned) if index + 1 == items.len() => {
                    results.end = Some(statement.span);
                    results.made = { returned.as_ref() }.and_then(|value| made(function, value));
                    match (value(returned), returned) {
                        _ if results.made.is_some() => {}
                        (Some(last), _) => results.last = last,
                        (None, Some(computed)) if results.guards.is_empty() => {
                            results.computed = Some(computed);
                        }
                        _ => return None,
                    }
                }
                Statement::If(test) => {
                    let Some((leave, returned)) = returned(&test.node) else {
                        continue;
                    };
                    results.guards.push(Guard {
                        at: statement.span,
                        test: &test.node.condition,
                        leave,
                        result: value(returned)?,
                        is_nested: false,
                    });
                }
                _ if is_loop(&statement.node) => {
                    let mut found = Vec::new();
                    nested(statement, &mut found);
                    for (at, test, leave, returned) in found {
                        results.guards.push(Guard {
                            at,
                            test,
                            leave,
                            result: value(returned)?,
                            is_nested: true,
                        });
                    }
                }
                _ => {}
            }
        }
        results.given = given(function, items);
        let is_number = matches!(returns, Type::Integer(_))
            || matches!(returns, Type::Floating(_)) && results.computed.is_some();
        let is_known = is_void || results.made.is_some() || is_number;
        is_known.then_some(results)
    }

    /// Whether a `return` is one of these.
    pub(super) fn contains(&self, at: &Offsets) -> bool {
        self.end.as_ref() == Some(at) || self.guards.iter().any(|guard| guard.leave == *at)
    }
}

/// The local pointer or structure that a result names.
fn made(function: &Function<'_>, result: &Node<Expression>) -> Option<VarId> {
    name(result)?;
    let id = function.object(&result.node)?;
    let variable = function.symbols.variable(id);
    (is_storage(variable) && variable.declared_type == function.returns).then_some(id)
}

/// The local pointer or structure that the last statement stores behind a parameter which is not
/// used otherwise.
fn given<'p>(function: &Function<'_>, items: &'p [Node<BlockItem>]) -> Option<Given> {
    let statement = |item: &'p Node<BlockItem>| match &item.node {
        BlockItem::Statement(statement) => Some(statement),
        _ => None,
    };
    let mut last = items.iter().rev().map_while(statement);
    let last = last.find(|s| !matches!(s.node, Statement::Return(_)))?;
    let Statement::Expression(Some(expression)) = &last.node else {
        return None;
    };
    let (set, value) = sides(expression, &BinaryOperator::Assign)?;
    let Expression::UnaryOperator(set) = &set.node else {
        return None;
    };
    let (local, id) = (
        function.object(&value.node)?,
        function.object(&set.node.operand.node)?,
    );
    let (symbols, own) = (&function.symbols, function.symbols.variable(local));
    let parameter = symbols.variable(id);
    let is_fit = set.node.operator.node == UnaryOperator::Indirection
        && is_storage(own)
        && !own.address_taken
        && parameter.declared_type.target() == Some(&own.declared_type)
        && parameter.mentions.len() == 1;
    let place = symbols.parameters.iter().position(|p| *p == Some(id));
    place.filter(|_| is_fit).map(|parameter| Given {
        local,
        parameter,
        at: last.span,
    })
}

/// The tests in a loop that leave the body.
fn nested<'p>(
    statement: &'p Node<Statement>,
    found: &mut Vec<(Offsets, &'p Node<Expression>, Offsets, &'p Returned)>,
) {
    if let Statement::If(test) = &statement.node
        && let Some((leave, returned)) = returned(&test.node)
    {
        found.push((statement.span, &test.node.condition, leave, returned));
        return;
    }
    { inner(statement).into_iter() }.for_each(|inner| nested(inner, found));
}

/// Whether an object is a local pointer or structure.
fn is_storage(variable: &Variable<'_>) -> bool {
    matches!(variable.declared_type, Type::Pointer(_) | Type::Record(_))
        && variable.origin == Origin::Local
        && variable.storage == Storage::Automatic
}

/// A function in its file.
type Place<'a, 'p> = (&'a Unit, &'a Function<'p>);

/// The value of an expression without objects.
fn number((unit, function): Place<'_, '_>, expression: &Node<Expression>) -> Option<i64> {
    let at = function.base.range(expression.span).start;
    if let Expression::Identifier(_) = &expression.node
        && let Some(Symbol::Constant(constant)) = function.symbols.mentions.get(&at)
    {
        return Some(constant.value);
    }
    if is_null(expression) {
        return Some(0);
    }
    evaluate(&expression.node, &mut |name| {
        unit.macros.get(name).map(|m| m.value)
    })
}

type Returned = Option<Box<Node<Expression>>>;

/// The `return` at the end of the statement under a test.
fn returned(test: &IfStatement) -> Option<(Offsets, &Returned)> {
    let mut last = &*test.then_statement;
    while let Statement::Compound(items) = &last.node {
        match &items.last()?.node {
            BlockItem::Statement(inner) => last = inner,
            _ => return None,
        }
    }
    match &last.node {
        Statement::Return(returned) if test.else_statement.is_none() => Some((last.span, returned)),
        _ => None,
    }
}

/// A statement that consists of a call and of what is done with its result: `f(a);`, `r = f(a);`,
/// `if (f(a) != 0) goto fail;`
#[derive(Clone, Copy)]
pub(super) struct CallUse<'p> {
    pub(super) name: &'p str,
    pub(super) arguments: &'p [Node<Expression>],
    /// The call.
    pub(super) at: Offsets,
    /// The object that gets the result.
    pub(super) kept: Option<&'p Node<Expression>>,
    /// The name of the object that is declared with the result as its initial value.
    pub(super) declared: Option<&'p Node<Identifier>>,
    /// Whether the result is cast before that.
    pub(super) is_cast: bool,
    /// A test of the result, and the statement that leaves the block if it holds.
    pub(super) leaves: Option<(&'p Node<Expression>, &'p Node<Statement>)>,
}

/// The statement behind a label; another statement itself.
pub(crate) fn unlabelled(statement: &Node<Statement>) -> &Node<Statement> {
    match &statement.node {
        Statement::Labeled(labeled) if matches!(labeled.node.label.node, Label::Identifier(_)) => {
            unlabelled(&labeled.node.statement)
        }
        _ => statement,
    }
}

impl<'p> CallUse<'p> {
    /// The call of a statement, or of a declaration: `T *t = f(a);`
    pub(super) fn of_item(item: &'p BlockItem) -> Option<Self> {
        match item {
            BlockItem::Statement(statement) => CallUse::of(&unlabelled(statement).node),
            BlockItem::Declaration(declaration) => CallUse::of_declaration(&declaration.node),
            BlockItem::StaticAssert(_) => None,
        }
    }

    /// The call of a declaration of one object.
    pub(super) fn of_declaration(declaration: &'p Declaration) -> Option<Self> {
        let [only] = declaration.declarators.as_slice() else {
            return None;
        };
        let Initializer::Expression(value) = &only.node.initializer.as_ref()?.node else {
            return None;
        };
        let declared = Some(declared_name(&only.node.declarator)?);
        let found = CallUse::in_expression(value)?;
        let is_plain = found.kept.is_none() && is_plain_declarator(&only.node.declarator.node);
        is_plain.then_some(CallUse { declared, ..found })
    }

    /// The name of the object that gets the result.
    pub(super) fn object(&self) -> Option<&'p str> {
        let declared = self.declared.map(|name| name.node.name.as_str());
        declared.or_else(|| name(self.kept?))
    }

    /// The call of a statement.
    pub(super) fn of(statement: &'p Statement) -> Option<Self> {
        match statement {
            Statement::Expression(Some(expression)) => CallUse::in_expression(expression),
            Statement::If(test) if is_exit(&test.node) => {
                let condition = &test.node.condition;
                let found = CallUse::in_test(condition)?;
                let leaves = Some((&**condition, &*test.node.then_statement));
                Some(CallUse { leaves, ..found })
            }
            _ => None,
        }
    }

    /// The same with a test of the object that gets the result in the next statement.
    pub(super) fn then(self, next: &'p Statement) -> Option<Self> {
        let Statement::If(test) = next else {
            return None;
        };
        let condition = &test.node.condition;
        let kept = self.object()?;
        let is_exit = self.leaves.is_none() && is_exit(&test.node) && tests(condition, kept);
        is_exit.then_some(CallUse {
            leaves: Some((&**condition, &*test.node.then_statement)),
            ..self
        })
    }

    fn in_expression(expression: &'p Node<Expression>) -> Option<Self> {
        match &expression.node {
            Expression::Call(call) => {
                let name = name(&call.node.callee)?;
                Some(CallUse {
                    name,
                    arguments: &call.node.arguments,
                    at: expression.span,
                    kept: None,
                    declared: None,
                    is_cast: false,
                    leaves: None,
                })
            }
            Expression::BinaryOperator(binary)
                if binary.node.operator.node == BinaryOperator::Assign =>
            {
                name(&binary.node.lhs)?;
                let found = CallUse::in_expression(&binary.node.rhs)?;
                let kept = found.kept.is_none().then_some(&*binary.node.lhs);
                kept.map(|kept| CallUse {
                    kept: Some(kept),
                    ..found
                })
            }
            Expression::Cast(cast) => {
                let found = CallUse::in_expression(&cast.node.expression)?;
                found.kept.is_none().then_some(CallUse {
                    is_cast: true,
                    ..found
                })
            }
            _ => None,
        }
    }

    /// The call that a test compares with a number.
    fn in_test(test: &'p Node<Expression>) -> Option<Self> {
        match &test.node {
            Expression::UnaryOperator(unary)
                if unary.node.operator.node == UnaryOperator::Negate =>
            {
                CallUse::in_test(&unary.node.operand)
            }
            Expression::BinaryOperator(binary) if is_comparison(&binary.node.operator.node) => {
                CallUse::in_test(&binary.node.lhs).or_else(|| CallUse::in_test(&binary.node.rhs))
            }
            _ => CallUse::in_expression(test),
        }
    }

    /// Whether the block is left when the call returns a number; `None` if that is not known.
    fn leaves_with(&self, caller: Place<'_, '_>, result: i64) -> Option<bool> {
        let Some((test, _)) = self.leaves else {
            return Some(false);
        };
        value_with(caller, test, (self.at, self.object()), result).map(|value| value != 0)
    }
}

/// `if (..) return;` without `else`.
fn is_exit(test: &IfStatement) -> bool {
    test.else_statement.is_none() && always_leaves(&test.then_statement.node)
}

fn name(expression: &Node<Expression>) -> Option<&str> {
    match &expression.node {
        Expression::Identifier(name) => Some(&name.node.name),
        _ => None,
    }
}

/// Whether a test compares an object with numbers.
fn tests(test: &Node<Expression>, object: &str) -> bool {
    match &test.node {
        Expression::Identifier(found) => found.node.name == object,
        Expression::UnaryOperator(unary) => tests(&unary.node.operand, object),
        Expression::BinaryOperator(binary) if is_comparison(&binary.node.operator.node) => {
            tests(&binary.node.lhs, object) || tests(&binary.node.rhs, object)
        }
        _ => false,
    }
}

/// The value of a test in which a call, or the object that gets its result, is a number.
fn value_with(
    caller: Place<'_, '_>,
    test: &Node<Expression>,
    (call, kept): (Offsets, Option<&str>),
    result: i64,
) -> Option<i64> {
    let inner = |e| value_with(caller, e, (call, kept), result);
    if test.span == call || (kept.is_some() && name(test) == kept) {
        return Some(result);
    }
    match &test.node {
        Expression::UnaryOperator(unary) => match unary.node.operator.node {
            UnaryOperator::Negate => Some(i64::from(inner(&unary.node.operand)? == 0)),
            _ => number(caller, test),
        },
        Expression::BinaryOperator(binary) => {
            let (a, b) = (inner(&binary.node.lhs), inner(&binary.node.rhs));
            let holds = match binary.node.operator.node {
                BinaryOperator::Assign => return b,
                BinaryOperator::Equals => a? == b?,
                BinaryOperator::NotEquals => a? != b?,
                BinaryOperator::Less => a? < b?,
                BinaryOperator::LessOrEqual => a? <= b?,
                BinaryOperator::Greater => a? > b?,
                BinaryOperator::GreaterOrEqual => a? >= b?,
                _ => return None,
            };
            Some(i64::from(holds))
        }
        _ => number(caller, test),
    }
}

/// What is written for a guard of an inlined stage.
#[derive(Clone, Copy, Debug)]
pub(super) enum Way<'p> {
    /// Its test never holds, or the loops behind it have no iterations if it does.
    Gone,
    /// Its test only asks whether there is memory for what it sets: that stays alone.
    Sets(&'p Node<Expression>),
    /// What the caller does then stands in the place of the `return`.
    Leaves(Option<Outcome<'p>>),
}

/// What is written for the guards of a stage at a call; `None` if the call cannot be replaced.
pub(super) fn ways<'p>(
    unit: &Unit,
    caller: &Function<'_>,
    site: &Site<'_, 'p>,
) -> Option<Vec<Way<'p>>> {
    let (use_, results) = (&site.call, &site.stage.results);
    (!use_.is_cast || results.made.is_some()).then_some(())?;
    // What the caller does at the end must be to go on.
    let goes_on = |result: Option<Outcome<'_>>| match result {
        Some(found) => use_
            .leaves_with((unit, caller), found.value)
            .map(|leaves| !leaves),
        None => Some(use_.leaves.is_none() && use_.kept.is_none()),
    };
    if results.made.is_some() {
        // Storage is there at the end.
        let goes_on = use_.leaves_with((unit, caller), 1) == Some(false);
        site.made.as_ref().filter(|_| goes_on)?;
    } else if use_.declared.is_some() && results.computed.is_none() {
        return None;
    }
    if results.computed.is_some() {
        // The caller's test of the result, or what gets it, is a statement after the body.
        let Some(object) = use_.object() else {
            return Some(Vec::new());
        };
        let symbols = &caller.symbols;
        let object = match use_.declared {
            Some(name) => symbols.declared_at(caller.base.range(name.span).start)?,
            None => symbols.visible(object, site.range.start)?,
        };
        let is_same = symbols.variable(object).declared_type == site.stage.function.returns;
        return (is_same && use_.leaves.is_none()).then(Vec::new);
    }
    if results.made.is_none() && !goes_on(results.last)? {
        return None;
    }
    let way = |guard: &Guard<'p>| {
        let tests = Tests { unit, caller, site };
        if tests.truth(guard.test) == Some(false) {
            return Some(Way::Gone);
        }
        match missing(site.stage.function, guard.test) {
            Some(way) if guard.is_nested || matches!(way, Way::Sets(_)) => return Some(way),
            _ if guard.is_nested => return None,
            _ => {}
        }
        if !goes_on(guard.result)? {
            return Some(Way::Leaves(guard.result));
        }
        let value = |result: Option<Outcome<'_>>| result.map(|found| found.value);
        if let Some(made) = results.made {
            // The rows become parts of one array, which the caller tests if anybody does.
            let is_missing = value(guard.result) == Some(0);
            let is_table = tests_rows(site.stage.function, made, guard.test);
            return (is_missing && is_table).then_some(Way::Gone);
        }
        let is_same = use_.kept.is_none() || value(guard.result) == value(results.last);
        (is_same && is_size_test(site.stage.function, guard.test)).then_some(Way::Gone)
    };
    results.guards.iter().map(way).collect()
}

/// Whether a test only asks whether the memory of a table of rows is missing, or that of a row.
fn tests_rows(function: &Function<'_>, table: VarId, test: &Node<Expression>) -> bool {
    let rows = function.symbols.variable(table).declared_type.target();
    let is_table = matches!(rows, Some(Type::Pointer(_)));
    let is_own = |pointer: &&Expression| {
        let pointer = match without_casts(pointer) {
            Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::Index => {
                &b.node.lhs.node
            }
            other => other,
        };
        function.object(pointer) == Some(table)
    };
    let pointers = null_tests(test);
    is_table && !pointers.is_empty() && pointers.iter().all(is_own)
}

/// What becomes of a test that only asks whether the memory of a table of rows, or that of a row,
/// is missing: the rows become parts of one array.
fn missing<'p>(function: &Function<'_>, test: &'p Node<Expression>) -> Option<Way<'p>> {
    let pointers: Option<Vec<_>> = disjuncts(test).into_iter().map(null_test).collect();
    let pointers = pointers?;
    let set = |pointer: &'p Node<Expression>| sides(pointer, &BinaryOperator::Assign);
    let is_table =
        |e: &Node<Expression>| matches!(type_of(function, e).target(), Some(Type::Pointer(_)));
    let is_row = |e: &Node<Expression>| match &e.node {
        Expression::BinaryOperator(b) => {
            b.node.operator.node == BinaryOperator::Index && is_table(&b.node.lhs)
        }
        _ => false,
    };
    match pointers.as_slice() {
        [only] if let Some((pointer, _)) = set(only) => {
            (is_table(pointer) || is_row(pointer)).then_some(Way::Sets(only))
        }
        all => all.iter().all(|e| is_row(e)).then_some(Way::Gone),
    }
}

/// Whether a test only compares integers that keep their values.
fn is_size_test(function: &Function<'_>, test: &Node<Expression>) -> bool {
    struct Sizes<'f, 'p> {
        function: &'f Function<'p>,
        are_all: bool,
    }
    impl<'a> Visit<'a> for Sizes<'_, '_> {
        fn visit_expression(&mut self, expression: &'a Expression, span: &'a Offsets) {
            self.are_all &= match expression {
                Expression::Identifier(name) => {
                    let at = self.function.base.range(name.span).start;
                    let symbols = &self.function.symbols;
                    let object = symbols.variable_at(at).map(|id| symbols.variable(id));
                    object.is_none_or(|v| {
                        let is_own = !matches!(v.origin, Origin::Global(_));
                        let is_number = matches!(v.declared_type, Type::Integer(_));
                        is_own && is_number && v.writes.is_empty() && !v.address_taken
                    })
                }
                Expression::Constant(_) => true,
                Expression::UnaryOperator(unary) => matches!(
                    unary.node.operator.node,
                    UnaryOperator::Minus | UnaryOperator::Plus | UnaryOperator::Negate
                ),
                Expression::BinaryOperator(_) => true,
                _ => false,
            };
            visit::visit_expression(self, expression, span);
        }
    }
    let mut sizes = Sizes {
        function,
        are_all: true,
    };
    sizes.visit_expression(&test.node, &test.span);
    sizes.are_all
}

/// Tests of a stage's parameters, given the arguments of a call.
struct Tests<'a, 'p> {
    unit: &'a Unit,
    caller: &'a Function<'p>,
    site: &'a Site<'a, 'p>,
}

impl<'a, 'p> Tests<'a, 'p> {
    /// Whether a test holds, if that is known.
    fn truth(&self, test: &Node<Expression>) -> Option<bool> {
        match &test.node {
            Expression::UnaryOperator(unary)
                if unary.node.operator.node == UnaryOperator::Negate =>
            {
                self.truth(&unary.node.operand).map(|holds| !holds)
            }
            Expression::BinaryOperator(binary) => {
                let (left, right) = (&binary.node.lhs, &binary.node.rhs);
                match binary.node.operator.node {
                    BinaryOperator::LogicalAnd => both(self.truth(left), self.truth(right), false),
                    BinaryOperator::LogicalOr => both(self.truth(left), self.truth(right), true),
                    _ => self.comparison(&binary.node.operator.node, left, right),
                }
            }
            _ if self.is_array(test) => Some(true),
            _ => self.value(test).map(|value| value != 0.0),
        }
    }

    fn comparison(
        &self,
        operator: &BinaryOperator,
        left: &Node<Expression>,
        right: &Node<Expression>,
    ) -> Option<bool> {
        let differ = match operator {
            BinaryOperator::Equals => Some(false),
            BinaryOperator::NotEquals => Some(true),
            _ => None,
        };
        let is_null = |e: &Node<Expression>| is_null(e);
        if (self.is_array(left) && is_null(right)) || (is_null(left) && self.is_array(right)) {
            return differ;
        }
        let (a, b) = (self.value(left)?, self.value(right)?);
        Some(match operator {
            BinaryOperator::Equals => a == b,
            BinaryOperator::NotEquals => a != b,
            BinaryOperator::Less => a < b,
            BinaryOperator::LessOrEqual => a <= b,
            BinaryOperator::Greater => a > b,
            BinaryOperator::GreaterOrEqual => a >= b,
            _ => return None,
        })
    }

    /// The argument of a parameter that keeps its value.
    fn argument(&self, expression: &Node<Expression>) -> Option<&'a Argument<'p>> {
        let stage = self.site.stage.function;
        let at = stage.base.range(expression.span).start;
        name(expression)?;
        let id = stage.symbols.variable_at(at)?;
        let index = { stage.symbols.parameters.iter() }.position(|p| *p == Some(id))?;
        let is_kept = stage.symbols.variable(id).writes.is_empty();
        self.site.arguments.get(index).filter(|_| is_kept)
    }

    /// Whether an expression is a parameter that gets a declared array.
    fn is_array(&self, expression: &Node<Expression>) -> bool {
        let array = self
            .argument(expression)
            .and_then(|a| object(self.caller, a));
        array.is_some_and(|id| {
            let variable = self.caller.symbols.variable(id);
            let is_array = matches!(variable.declared_type, Type::Array(_));
            is_array && variable.origin != Origin::Parameter
        })
    }

    /// The value of an expression of literals and parameters that get literals.
    fn value(&self, expression: &Node<Expression>) -> Option<f64> {
        match self.argument(expression) {
            Some(argument) => literal((self.unit, self.caller), argument.expression),
            None => literal((self.unit, self.site.stage.function), expression),
        }
    }
}

/// The value of a literal, perhaps with a sign.
fn literal(place: Place<'_, '_>, expression: &Node<Expression>) -> Option<f64> {
    match &expression.node {
        Expression::Constant(constant) => match &constant.node {
            Constant::Float(float) if !float.suffix.imaginary => float.number.parse().ok(),
            _ => number(place, expression).map(|value| value as f64),
        },
        Expression::UnaryOperator(unary) if unary.node.operator.node == UnaryOperator::Minus => {
            literal(place, &unary.node.operand).map(|value| -value)
        }
        _ => number(place, expression).map(|value| value as f64),
    }
}

/// The truth of two tests of which one that is `strong` decides.
fn both(left: Option<bool>, right: Option<bool>, strong: bool) -> Option<bool> {
    match (left, right) {
        (Some(found), _) | (_, Some(found)) if found == strong => Some(strong),
        (Some(_), Some(_)) => Some(!strong),
        _ => None,
    }
}
