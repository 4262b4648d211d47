//! What integer objects hold at the place that is being read, as far as assignments before it say.
//!
//! Only objects whose address is not taken are followed: nothing but the function's own text changes
//! them. An object that is not in [`Evaluator::held`] may hold anything.

use crate::values::affine::{Condition, Value};
use crate::values::algebra::Product;
use crate::values::evaluator::Evaluator;
use crate::values::polynomial::Polynomial;
use c::names::symbols::{Origin, VarId};
use c::names::types::{Storage, Type};
use c::syntax::expressions::{is_assignment, is_sequenced, is_step, step_of, underlying};
use integer::IntType;
use lang_c::ast::{BinaryOperator, BinaryOperatorExpression, Expression, UnaryOperator};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};
use poly::{Atom, Expr};
use std::collections::BTreeSet;
use std::ops::Range;

/// What an object holds, in iterators and parameters, of the object's own type.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Held {
    /// If that is affine.
    pub value: Option<Value>,
    /// If that is a polynomial of what its parts are made of.
    pub product: Option<Product>,
    /// Macros that would make it affine if they were taken at their value.
    pub wanted: BTreeSet<String>,
}

/// What some objects hold at one place.
pub(crate) type Snapshot = Vec<(VarId, Option<Held>)>;

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

    /// Code that is not followed may have written these.
    pub fn forget(&mut self, range: &Range<usize>) {
        for id in self.written_in(range) {
            self.state.held.remove(&id);
        }
    }

    /// What the objects hold here.
    pub fn snapshot(&self, objects: &BTreeSet<VarId>) -> Snapshot {
        let held = |id: &VarId| (*id, self.state.held.get(id).cloned());
        objects.iter().map(held).collect()
    }

    /// Puts back what objects held.
    pub fn restore(&mut self, snapshot: Snapshot) {
        for (id, held) in snapshot {
            match held {
                Some(held) => self.state.held.insert(id, held),
                None => self.state.held.remove(&id),
            };
        }
    }

    /// Two ways lead here: `then` is what objects held at the end of the one for which the condition
    /// held, and what is held now belongs to the other.
    pub fn join(&mut self, then: Snapshot, condition: &Condition) {
        for (id, then) in then {
            let other = self.state.held.get(&id).cloned();
            if other != then {
                let held = then
                    .zip(other)
                    .and_then(|(then, other)| self.selected(condition, then.value?, other.value?));
                self.restore(vec![(id, held.map(Held::of))]);
            }
        }
    }

    /// To be called before an expression is read: what it writes is known while it is read only if
    /// C leaves no doubt whether a mention comes before or behind the write.
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

    /// What an expression does to integer objects. To be called when it has been read.
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
            let held = match of_object.next() {
                Some((_, by)) if once => self.moved(*id, *by),
                _ => None,
            };
            self.hold(*id, held);
        }
    }

    /// An object gets a value.
    pub fn hold(&mut self, id: VarId, held: Option<Held>) {
        let converted = held.and_then(|held| {
            let ty = self.followed(id)?;
            let value = held.value.and_then(|v| self.convert(v, ty));
            let product = held.product.and_then(|p| self.converted(p, ty));
            (value.is_some() || product.is_some()).then_some(Held {
                value,
                product,
                wanted: held.wanted,
            })
        });
        self.restore(vec![(id, converted)]);
    }

    /// Whether lines that depend on the configuration name the object: there it may change.
    pub fn is_conditional(&self, id: VarId) -> bool {
        let name = &self.symbols.variable(id).name;
        self.source.conditional_names.contains(name)
    }

    /// What the object is known to hold at a mention of it, if that is no name of its own.
    pub fn held_at(&self, id: VarId, at: usize) -> Option<Held> {
        let elsewhere =
            self.mode.depth > 0 || self.is_conditional(id) || self.loop_of(id, at).is_some();
        let held = self.state.held.get(&id).filter(|_| !elsewhere)?;
        Some(Held {
            value: held.value.clone().map(|v| Value {
                expr: self.simplified(&v.expr),
                ..v
            }),
            product: held.product.clone().map(|p| Product {
                polynomial: self.simplified_polynomial(p.polynomial),
                ..p
            }),
            wanted: held.wanted.clone(),
        })
    }

    /// The value of an expression, to be held.
    pub fn worth(&mut self, expression: &Node<Expression>) -> Option<Held> {
        let asking = std::mem::replace(&mut self.mode.may_fix, true);
        let outer = std::mem::take(&mut self.params.wanted);
        let value = self.value(expression);
        let wanted = std::mem::replace(&mut self.params.wanted, outer);
        self.mode.may_fix = asking;
        let product = self.product(expression);
        Some(Held {
            value,
            product,
            wanted,
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

    /// Does what `x = e` and `x = y = e` do, if nothing else in them writes.
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
        let held = self.stored(innermost, last);
        self.hold(last, held);
        let mut inner = last;
        for target in targets.into_iter().rev() {
            let held = self.state.held.get(&inner).cloned();
            self.hold(target, held);
            inner = target;
        }
        true
    }

    /// What an assignment stores.
    fn stored(&mut self, expression: &Node<Expression>, target: VarId) -> Option<Held> {
        self.followed(target)?;
        match &expression.node {
            Expression::UnaryOperator(u) => self.moved(target, step_of(&u.node.operator.node)?),
            Expression::BinaryOperator(b) => {
                let assignment = &b.node;
                let Some(operator) = underlying(&assignment.operator.node) else {
                    return self.worth(&assignment.rhs);
                };
                let spelled = BinaryOperatorExpression {
                    operator: Node::new(operator, assignment.operator.span),
                    lhs: assignment.lhs.clone(),
                    rhs: assignment.rhs.clone(),
                };
                let spelled = Expression::BinaryOperator(Box::new(Node::new(spelled, b.span)));
                self.worth(&Node::new(spelled, expression.span))
            }
            _ => None,
        }
    }

    /// What the object holds, plus a number.
    fn moved(&self, id: VarId, by: i64) -> Option<Held> {
        self.plus(self.state.held.get(&id)?, &Expr::constant(by))
    }

    /// What is held, plus an expression.
    pub fn plus(&self, held: &Held, by: &Expr) -> Option<Held> {
        let value = |v: &Value| self.sum(v.clone(), Value::exact(by.clone(), IntType::INT));
        let product = |p: &Product| {
            let by = Product::exact(Polynomial::from(by), IntType::INT);
            self.combine(&BinaryOperator::Plus, p.clone(), by)
        };
        Some(Held {
            value: held.value.as_ref().and_then(value),
            product: held.product.as_ref().and_then(product),
            wanted: held.wanted.clone(),
        })
    }

    /// Without a choice among expressions whose outcome is known here.
    fn simplified(&self, expr: &Expr) -> Expr {
        expr.terms()
            .fold(Expr::constant(expr.constant_part()), |sum, (atom, c)| {
                let chosen = self.chosen(atom);
                sum + chosen.unwrap_or_else(|| Expr::atom(atom.clone())) * c
            })
    }

    fn simplified_polynomial(&self, polynomial: Polynomial) -> Polynomial {
        let simpler = polynomial
            .any_atom(is_choice)
            .then(|| polynomial.with_atoms(|atom| self.chosen(atom)));
        simpler.flatten().unwrap_or(polynomial)
    }

    /// The largest or smallest of several expressions, if it is always the same one here. Quotients stay as they
    /// are: an extent that is the same elsewhere has to look the same.
    fn chosen(&self, atom: &Atom) -> Option<Expr> {
        is_choice(atom).then(|| atom.decided(&|e| self.is_nonnegative(e)))
    }
}

fn is_choice(atom: &Atom) -> bool {
    matches!(atom, Atom::Max(_) | Atom::Min(_))
}

/// `k++` and its relatives in an expression.
pub(crate) fn steps_in(eval: &Evaluator<'_>, expression: &Node<Expression>) -> Vec<(VarId, i64)> {
    let steps = operators_of_steps(eval, expression).into_iter();
    steps
        .filter_map(|(id, operator)| Some((id, step_of(operator)?)))
        .collect()
}

/// The objects that an expression steps, with the operators that do.
pub(crate) fn operators_of_steps<'e>(
    eval: &Evaluator<'_>,
    expression: &'e Node<Expression>,
) -> Vec<(VarId, &'e UnaryOperator)> {
    struct Finder<'f, 's, 'a>(&'f Evaluator<'s>, Vec<(VarId, &'a UnaryOperator)>);
    impl<'a> Visit<'a> for Finder<'_, '_, 'a> {
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
    let mut finder = Finder(eval, Vec::new());
    finder.visit_expression(&expression.node, &expression.span);
    finder.1
}
