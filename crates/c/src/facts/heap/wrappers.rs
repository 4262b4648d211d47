//! Functions of the file that allocate: they only test and return fresh storage.

use super::allocator::{AllocatorCall, Allocators, Returned, Signature};
use super::scan::{Found, scan};
use crate::facts::calls::Calls;
use crate::names::file::Function;
use crate::names::symbols::{Origin, VarId, Variable};
use crate::names::types::Type;
use crate::syntax::constant::{is_zero, literal};
use lang_c::ast::{BinaryOperator, Expression, Statement, UnaryOperator};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};
use std::collections::BTreeMap;

/// The allocating functions of the library and of the file.
pub(crate) fn allocators(functions: &[Function<'_>], calls: &Calls) -> Allocators {
    let mut all = Allocators::of_library(functions.iter().map(|f| f.name.as_str()));
    // A call that goes with the storage must do nothing else.
    let is_plain = |f: &&Function<'_>| !calls.is_replaceable(&f.name) && calls.is_keeping(&f.name);
    for function in functions.iter().filter(is_plain) {
        let fresh = wrapper(function, &all).map(Returned::Fresh);
        let returned = fresh.or_else(|| passed(function, &all).map(Returned::Passed));
        all.set(&function.name, returned);
    }
    all
}

/// The allocation of a function that only tests and returns the storage.
///
/// `void *xmalloc(size_t n) { void *p = malloc(n); if (!p) abort(); return p; }`
fn wrapper(function: &Function<'_>, known: &Allocators) -> Option<Signature> {
    let symbols = &function.symbols;
    let mut returns = Returns::default();
    let body = &function.definition.statement;
    returns.visit_statement(&body.node, &body.span);
    let mut found = scan(function, known, Origin::Local);
    let mut signatures = Vec::new();
    for value in &returns.values {
        let call = match known.allocation(value, &symbols.mentions, function.base) {
            Some(call) => call,
            None => returned(function, value, &mut found)?,
        };
        signatures.push(of_parameters(function, &call)?);
    }
    let kept = |(id, f): (&VarId, &Found<'_>)| {
        let variable = symbols.variable(*id);
        f.allocations.is_empty() || variable.mentions.iter().all(|at| f.setup.contains(at))
    };
    let first = signatures.first()?.clone();
    let agree = signatures.iter().all(|s| *s == first);
    (agree && !returns.nothing && found.iter().all(kept)).then_some(first)
}

/// The parameter that a function only tests and returns.
///
/// `void *must(void *p) { if (!p) abort(); return p; }`
fn passed(function: &Function<'_>, known: &Allocators) -> Option<usize> {
    let symbols = &function.symbols;
    let mut returns = Returns::default();
    let body = &function.definition.statement;
    returns.visit_statement(&body.node, &body.span);
    let [value] = returns.values.as_slice() else {
        return None;
    };
    let Expression::Identifier(name) = &value.node else {
        return None;
    };
    let at = function.base.range(name.span).start;
    let id = symbols.variable_at(at)?;
    let found = scan(function, known, Origin::Parameter).remove(&id)?;
    let parameter = symbols.variable(id);
    let is_kept = parameter.writes.is_empty() && !parameter.address_taken;
    let is_tested = |mention: &usize| *mention == at || found.setup.contains(mention);
    let only_tested = is_kept && parameter.mentions.iter().all(is_tested) && found.frees == 0;
    let place = symbols.parameters.iter().position(|p| *p == Some(id))?;
    (only_tested && !returns.nothing).then_some(place)
}

/// The allocation of a pointer that is returned, if it is set once, in the function's own block.
fn returned<'a>(
    function: &Function<'a>,
    value: &Node<Expression>,
    found: &mut BTreeMap<VarId, Found<'a>>,
) -> Option<AllocatorCall<'a>> {
    let Expression::Identifier(name) = &value.node else {
        return None;
    };
    let at = function.base.range(name.span).start;
    let id = function.symbols.variable_at(at)?;
    let storage = found.get_mut(&id)?;
    storage.setup.insert(at);
    let variable = function.symbols.variable(id);
    let [allocation] = storage.allocations.as_slice() else {
        return None;
    };
    let only_set_once = variable.writes.len() == 1 && !variable.address_taken;
    let is_body = allocation.block == function.base.range(function.definition.statement.span);
    let reached = allocation.at.end..allocation.block.end;
    (only_set_once && is_body && reached.contains(&at)).then(|| AllocatorCall {
        casts: Vec::new(),
        size: allocation.size.clone(),
        element: allocation.element,
        alignment: allocation.alignment,
        zeroed: allocation.zeroed,
    })
}

/// The size as a product of parameters that keep their values, and sizes of types.
fn of_parameters(function: &Function<'_>, call: &AllocatorCall<'_>) -> Option<Signature> {
    if call.alignment.is_some() {
        return None;
    }
    let mut factors = Factors {
        parameters: Vec::new(),
        element: call.element,
        constant: 1,
    };
    for factor in &call.size {
        product(function, factor, &mut factors)?;
    }
    let element = match (factors.element, factors.constant) {
        (element, 1) => element,
        (element, constant) => Some(element.unwrap_or(1).checked_mul(constant)?),
    };
    Some(Signature {
        size: factors.parameters,
        element,
        alignment: None,
        zeroed: call.zeroed,
    })
}

/// What a condition compares with zero, if it holds where that is not zero, or where it is.
fn tested(condition: &Node<Expression>, if_set: bool) -> Option<&Node<Expression>> {
    use BinaryOperator as Op;
    match &condition.node {
        Expression::Identifier(_) if if_set => Some(condition),
        Expression::UnaryOperator(u) if u.node.operator.node == UnaryOperator::Negate => {
            tested(&u.node.operand, !if_set)
        }
        Expression::BinaryOperator(b) if is_zero(&b.node.rhs.node) => {
            let operators = match if_set {
                true => [Op::NotEquals, Op::Greater],
                false => [Op::Equals, Op::LessOrEqual],
            };
            operators
                .contains(&b.node.operator.node)
                .then_some(&*b.node.lhs)
        }
        _ => None,
    }
}

fn number(expression: &Expression) -> Option<i64> {
    match expression {
        Expression::Constant(constant) => literal(&constant.node).map(|(value, _)| value),
        _ => None,
    }
}

/// The factors of a size.
struct Factors {
    parameters: Vec<usize>,
    /// The bytes of an element, if its size is among them.
    element: Option<u64>,
    /// The product of the numbers among them.
    constant: u64,
}

fn product(
    function: &Function<'_>,
    expression: &Node<Expression>,
    factors: &mut Factors,
) -> Option<()> {
    match &expression.node {
        Expression::SizeOfTy(of) => {
            let at = function.base.range(of.node.0.span).start;
            let bytes = function.symbols.casts.get(&at)?.bytes()?;
            factors
                .element
                .is_none()
                .then(|| factors.element = Some(bytes))
        }
        Expression::SizeOfVal(of) => {
            let Expression::UnaryOperator(target) = &of.node.0.node else {
                return None;
            };
            let Expression::Identifier(name) = &target.node.operand.node else {
                return None;
            };
            let at = function.base.range(name.span).start;
            let pointer = function.symbols.variable_at(at)?;
            let pointer = &function.symbols.variable(pointer).declared_type;
            let bytes = pointer.target()?.bytes()?;
            let leads = target.node.operator.node == UnaryOperator::Indirection;
            (leads && factors.element.is_none()).then(|| factors.element = Some(bytes))
        }
        Expression::Cast(cast) => {
            let at = function.base.range(cast.node.type_name.span).start;
            let ty = function.symbols.casts.get(&at)?;
            let is_wide = matches!(ty, Type::Integer(i) if i.bits >= 32);
            is_wide.then(|| product(function, &cast.node.expression, factors))?
        }
        Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::Multiply => {
            product(function, &b.node.lhs, factors)?;
            product(function, &b.node.rhs, factors)
        }
        Expression::Constant(number) => {
            let (value, _) = literal(&number.node)?;
            let value = u64::try_from(value).ok().filter(|value| *value > 0)?;
            factors.constant = factors.constant.checked_mul(value)?;
            Some(())
        }
        // `n ? n : 1`
        Expression::Conditional(choice) => {
            let choice = &choice.node;
            let (then, other) = (&*choice.then_expression, &*choice.else_expression);
            let is_number = |e: &Node<Expression>| number(&e.node).is_some_and(|value| value > 0);
            let meant = match (is_number(then), is_number(other)) {
                (false, true) => then,
                (true, false) => other,
                _ => return None,
            };
            let tested = tested(&choice.condition, is_number(other))?;
            let name = |e: &Node<Expression>| match &e.node {
                Expression::Identifier(name) => Some(name.node.name.clone()),
                _ => None,
            };
            (name(tested)? == name(meant)?).then(|| product(function, meant, factors))?
        }
        Expression::Identifier(name) => {
            let at = function.base.range(name.span).start;
            let id = function.symbols.variable_at(at)?;
            let is_parameter = |v: &&Variable<'_>| v.origin == Origin::Parameter;
            let mut parameters = function.symbols.variables.iter().filter(is_parameter);
            let variable = function.symbols.variable(id);
            let wide = matches!(variable.declared_type, Type::Integer(i) if i.bits >= 32);
            let unchanged = variable.writes.is_empty() && !variable.address_taken;
            let place = parameters.position(|v| v.at == variable.at)?;
            (wide && unchanged).then(|| factors.parameters.push(place))
        }
        _ => None,
    }
}

/// The values that a function returns.
#[derive(Default)]
struct Returns<'a> {
    values: Vec<&'a Node<Expression>>,
    nothing: bool,
}

impl<'a> Visit<'a> for Returns<'a> {
    fn visit_statement(&mut self, statement: &'a Statement, span: &'a Offsets) {
        match statement {
            Statement::Return(Some(value)) => {
                let mut inner = &**value;
                while let Expression::Cast(cast) = &inner.node {
                    inner = &cast.node.expression;
                }
                self.values.push(inner);
            }
            Statement::Return(None) => self.nothing = true,
            _ => {}
        }
        visit::visit_statement(self, statement, span);
    }
}
