//! The values of integer objects at the place that is read, as far as assignments before it show
//! them.
//!
//! Assumes: an object whose address is not taken changes only where the function's own text changes
//! it. Integer objects are followed from assignment to assignment: copies, objects that each
//! iteration moves by the same amount, the counter after its loop. A conditional value is followed
//! if it is a minimum or maximum. An object that is not followed may hold anything.

use crate::values::evaluator::Evaluator;
use crate::values::formula::Condition;
use crate::values::mode::{Mode, Wanted};
use crate::values::value::{KnownValue, Snapshot, Value};
use c::names::symbols::{Origin, VarId};
use c::names::types::{Storage, Type};
use c::syntax::expressions::{is_assignment, is_sequenced, is_step, step_of, underlying};
use lang_c::ast::{BinaryOperator, BinaryOperatorExpression, Expression, UnaryOperator};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};
use poly::{Atom, Expr};
use scop::IntType;
use std::collections::BTreeSet;
use std::ops::Range;

impl Evaluator<'_> {
    /// The integer type of an object whose value can be followed.
    pub fn followed(&self, id: VarId) -> Option<IntType> {
        let variable = self.symbols.variable(id);
        let own = matches!(variable.origin, Origin::Local | Origin::Parameter)
            && matches!(variable.storage, Storage::Automatic | Storage::Register);
        let plain = !self.facts.is_tracked(variable.id)
            && !self.state.unfollowed.contains(&id)
            && !variable.address_taken
            && !variable.qualifiers.volatile
            && !variable.qualifiers.atomic;
        match *self.facts.type_of(variable.id) {
            Type::Integer(ty) if own && plain => Some(ty),
            _ => None,
        }
    }

    /// The objects that a piece of text writes.
    pub fn written_in(&self, range: &Range<usize>) -> BTreeSet<VarId> {
        let writes = self.symbols.writes_in(range).iter();
        writes.map(|(_, id)| *id).collect()
    }

    /// Forgets the objects that a piece of text writes, as code that is not followed may have.
    pub fn forget(&mut self, range: &Range<usize>) {
        for id in self.written_in(range) {
            self.state.values.remove(&id);
        }
    }

    /// The values of the objects here.
    pub fn snapshot(&self, objects: &BTreeSet<VarId>) -> Snapshot {
        let value = |id: &VarId| (*id, self.state.values.get(id).cloned());
        objects.iter().map(value).collect()
    }

    /// Gives objects the values of another place.
    pub fn restore(&mut self, snapshot: Snapshot) {
        for (id, value) in snapshot {
            match value {
                Some(value) => self.state.values.insert(id, value),
                None => self.state.values.remove(&id),
            };
        }
    }

    /// Joins two paths: `then` are the values at the end of the path on which the condition held,
    /// the present values are those of the other path.
    pub fn join(&mut self, then: Snapshot, condition: &Condition) {
        for (id, then) in then {
            let other = self.state.values.get(&id).cloned();
            if other != then {
                let value = then.zip(other).and_then(|(then, other)| {
                    self.selected(condition, then.affine?, other.affine?)
                });
                self.restore(vec![(id, value.map(KnownValue::of))]);
            }
        }
    }

    /// To be called before an expression is read. Objects that it writes are known while it is read
    /// only if C leaves no doubt whether a mention is evaluated before or after the write.
    pub fn begin(&mut self, expression: &Node<Expression>) {
        let range = self.base.range(expression.span);
        let writes = self.symbols.writes_in(&range);
        if writes.is_empty() || (writes.len() == 1 && self.target(expression).is_some()) {
            return;
        }
        let distinct: BTreeSet<VarId> = writes.iter().map(|(_, id)| *id).collect();
        if distinct.len() < writes.len() || is_sequenced(expression) {
            self.forget(&range);
        }
    }

    /// Executes the effect of an expression on integer objects. To be called when it has been read.
    pub fn end(&mut self, expression: &Node<Expression>) {
        let range = self.base.range(expression.span);
        let writes = self.symbols.writes_in(&range).to_vec();
        if writes.is_empty() {
            return;
        }
        if let Expression::Comma(list) = &expression.node {
            return list.iter().for_each(|e| self.end(e));
        }
        if self.store_all(expression, writes.len()) {
            return;
        }
        let steps = match is_sequenced(expression) {
            true => Vec::new(),
            false => steps_in(self, expression),
        };
        for (_, id) in &writes {
            let mut of_object = steps.iter().filter(|(var, _)| var == id);
            let once = writes.iter().filter(|(_, other)| other == id).count() == 1;
            let value = match of_object.next() {
                Some((_, by)) if once => self.moved(*id, *by),
                _ => None,
            };
            self.assign(*id, value);
        }
    }

    /// Assigns a value to an object, converted to the object's type.
    pub fn assign(&mut self, id: VarId, value: Option<KnownValue>) {
        let is_affine = value.as_ref().is_some_and(|value| value.affine.is_some());
        let converted = value.and_then(|value| {
            let ty = self.followed(id)?;
            let affine = value.affine.and_then(|v| self.convert(v, ty));
            let polynomial = value.polynomial.and_then(|p| self.convert(p, ty));
            (affine.is_some() || polynomial.is_some()).then_some(KnownValue {
                affine,
                polynomial,
                wanted: value.wanted,
            })
        });
        self.state.unfit.remove(&id);
        if is_affine && converted.as_ref().is_none_or(|c| c.affine.is_none()) {
            self.state.unfit.insert(id);
        }
        self.restore(vec![(id, converted)]);
    }

    /// Whether lines that depend on the configuration name the object, and so may change it.
    pub fn is_conditional(&self, id: VarId) -> bool {
        let name = &self.symbols.variable(id).name;
        let object = name
            .split_once('.')
            .map_or(name.as_str(), |(object, _)| object);
        self.source.conditional_names.contains(object)
    }

    /// The known value of an object at a mention of it, if it does not count a loop there.
    pub(crate) fn known_value_at(
        &self,
        id: VarId,
        at: usize,
        mode: Mode<'_>,
    ) -> Option<KnownValue> {
        if let Some((from, value)) = self.params.fixed_objects.get(&id)
            && *from <= at
            && mode.arguments.is_none()
        {
            return Some(value.clone());
        }
        let is_here =
            mode.is_at_place() && !self.is_conditional(id) && self.loop_of(id, at).is_none();
        let known = self.state.values.get(&id).filter(|_| is_here)?;
        let simplified = |value: &Value| Value {
            expr: self.simplified(&value.expr),
            ..*value
        };
        Some(KnownValue {
            affine: known.affine.as_ref().map(simplified),
            polynomial: known.polynomial.as_ref().map(simplified),
            wanted: known.wanted.clone(),
        })
    }

    /// The value of an expression that is assigned to an object.
    pub fn known_value(&mut self, expression: &Node<Expression>) -> Option<KnownValue> {
        let wanted = Wanted::default();
        Some(KnownValue {
            affine: self.value_in(expression, self.here().asking(&wanted)),
            polynomial: self.polynomial(expression),
            wanted: wanted.into_inner(),
        })
    }

    /// The object that an expression assigns to as its last step.
    fn target(&self, expression: &Node<Expression>) -> Option<VarId> {
        match &expression.node {
            Expression::BinaryOperator(b) if is_assignment(&b.node.operator.node) => {
                self.variable_named(&b.node.lhs)
            }
            Expression::UnaryOperator(u) if is_step(&u.node.operator.node) => {
                self.variable_named(&u.node.operand)
            }
            _ => None,
        }
    }

    /// Executes `x = e` and `x = y = e`. Returns whether it did: nothing else in them may write.
    fn store_all(&mut self, expression: &Node<Expression>, writes: usize) -> bool {
        let mut targets = Vec::new();
        let mut innermost = expression;
        while let Some(target) = self.target(innermost) {
            targets.push(target);
            match &innermost.node {
                Expression::BinaryOperator(b)
                    if b.node.operator.node == BinaryOperator::Assign
                        && self.target(&b.node.rhs).is_some() =>
                {
                    innermost = &b.node.rhs;
                }
                _ => break,
            }
        }
        let Some(last) = targets.pop().filter(|_| targets.len() + 1 == writes) else {
            return false;
        };
        let value = self.stored(innermost, last);
        self.assign(last, value);
        let mut inner = last;
        for target in targets.into_iter().rev() {
            let value = self.state.values.get(&inner).cloned();
            self.assign(target, value);
            inner = target;
        }
        true
    }

    /// The value that an assignment stores.
    fn stored(&mut self, expression: &Node<Expression>, target: VarId) -> Option<KnownValue> {
        self.followed(target)?;
        match &expression.node {
            Expression::UnaryOperator(u) => self.moved(target, step_of(&u.node.operator.node)?),
            Expression::BinaryOperator(b) => {
                let assignment = &b.node;
                let Some(operator) = underlying(&assignment.operator.node) else {
                    return self.known_value(&assignment.rhs);
                };
                let spelled = BinaryOperatorExpression {
                    operator: Node::new(operator, assignment.operator.span),
                    lhs: assignment.lhs.clone(),
                    rhs: assignment.rhs.clone(),
                };
                let spelled = Expression::BinaryOperator(Box::new(Node::new(spelled, b.span)));
                self.known_value(&Node::new(spelled, expression.span))
            }
            _ => None,
        }
    }

    /// The value of an object plus a number.
    fn moved(&self, id: VarId, by: i64) -> Option<KnownValue> {
        self.plus(self.state.values.get(&id)?, &Expr::constant(by))
    }

    /// A known value plus an affine expression.
    pub fn plus(&self, known: &KnownValue, by: &Expr) -> Option<KnownValue> {
        let sum = |v: &Value| self.sum(v.clone(), Value::exact(by.clone(), IntType::INT));
        Some(KnownValue {
            affine: known.affine.as_ref().and_then(sum),
            polynomial: known.polynomial.as_ref().and_then(sum),
            wanted: known.wanted.clone(),
        })
    }

    /// The same expression without minima and maxima whose outcome is known here.
    fn simplified(&self, expr: &Expr) -> Expr {
        let simpler = expr
            .any_atom(is_choice)
            .then(|| expr.replace_atoms(|atom| self.chosen(atom)));
        simpler.flatten().unwrap_or_else(|| expr.clone())
    }

    /// The largest or smallest of several expressions, if it is always the same one here. Quotients
    /// are kept: an extent that is the same elsewhere has to look the same.
    fn chosen(&self, atom: &Atom) -> Option<Expr> {
        is_choice(atom).then(|| atom.decided(&|e| self.is_nonnegative(e)))
    }
}

fn is_choice(atom: &Atom) -> bool {
    matches!(atom, Atom::Max(_) | Atom::Min(_))
}

/// The steps in an expression: `k++`, `--k`.
pub(crate) fn steps_in(eval: &Evaluator<'_>, expression: &Node<Expression>) -> Vec<(VarId, i64)> {
    let steps = operators_of_steps(eval, expression).into_iter();
    steps
        .filter_map(|(id, operator)| Some((id, step_of(operator)?)))
        .collect()
}

/// The objects that an expression steps, with the operators of the steps.
pub(crate) fn operators_of_steps<'e>(
    eval: &Evaluator<'_>,
    expression: &'e Node<Expression>,
) -> Vec<(VarId, &'e UnaryOperator)> {
    struct Steps<'f, 's, 'a>(&'f Evaluator<'s>, Vec<(VarId, &'a UnaryOperator)>);
    impl<'a> Visit<'a> for Steps<'_, '_, 'a> {
        fn visit_expression(&mut self, expression: &'a Expression, span: &'a Offsets) {
            if let Expression::UnaryOperator(u) = expression
                && step_of(&u.node.operator.node).is_some()
                && let Some(id) = self.0.variable_named(&u.node.operand)
            {
                self.1.push((id, &u.node.operator.node));
            }
            visit::visit_expression(self, expression, span);
        }
    }
    let mut steps = Steps(eval, Vec::new());
    steps.visit_expression(&expression.node, &expression.span);
    steps.1
}
