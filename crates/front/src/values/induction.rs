//! Objects that each iteration of a loop moves by the same amount: `k++`, `k += 2`, `k += m`.

use crate::values::affine::Value;
use crate::values::algebra::Product;
use crate::values::evaluator::Evaluator;
use crate::values::known_values::{Held, Snapshot, steps_in};
use crate::values::loops::{Counter, Parts};
use crate::values::polynomial::Polynomial;
use c::names::symbols::VarId;
use c::syntax::exits::leaves;
use c::syntax::expressions::{is_sequenced, listed, step_of};
use integer::IntType;
use lang_c::ast::{
    BinaryOperator, BlockItem, Declaration, Expression, ForInitializer, ForStatement, Initializer,
    Statement,
};
use lang_c::span::Node;
use poly::Expr;

/// Loops inside of a loop are looked into for what they add to an object down to this depth.
const DEEPEST: u32 = 2;

impl Held {
    /// An affine value.
    pub fn of(value: Value) -> Self {
        Held {
            product: Some(Product::from(value.clone())),
            value: Some(value),
            ..Held::default()
        }
    }
}

impl Evaluator<'_> {
    /// Makes [`Evaluator::held`] what holds at the start of an iteration: what the loop changes is unknown,
    /// unless each iteration adds the same to it. Answers these amounts.
    pub fn gains(
        &mut self,
        parts: &Parts<'_>,
        counter: &Counter,
        before: &Snapshot,
    ) -> Vec<(VarId, Polynomial)> {
        for (id, _) in before {
            self.state.held.remove(id);
        }
        let mut gains = Vec::new();
        let left = leaves(parts.body);
        if left.continues || left.jumps {
            return gains;
        }
        let tested = parts.condition.map(|c| self.base.range(c.span));
        let tested = tested.map(|range| self.written_in(&range));
        for (id, held) in before {
            if tested.as_ref().is_some_and(|t| t.contains(id)) {
                continue;
            }
            let wide = self.followed(*id).is_some_and(|ty| ty.bits >= 32);
            if *id == counter.var || held.is_none() || !wide || self.is_conditional(*id) {
                continue;
            }
            if let Some(gain) = self.gain_of_iteration(parts, *id) {
                gains.push((*id, gain));
            }
        }
        for (id, gain) in &gains {
            let held = before.iter().find(|(b, _)| b == id);
            let held = held.and_then(|(_, held)| held.as_ref());
            let moved = held.and_then(|h| self.after_times(h, gain, &counter.passed()));
            self.restore(vec![(*id, moved)]);
        }
        gains
    }

    /// What is held plus `times` times `gain`.
    pub fn after_times(&self, held: &Held, gain: &Polynomial, times: &Expr) -> Option<Held> {
        let by = gain.times(&Polynomial::from(times))?;
        if let Some(by) = by.to_expr() {
            return self.plus(held, &by);
        }
        let mut wanted = held.wanted.clone();
        by.each_var(&mut |name| wanted.extend(self.macro_named(name)));
        let by = Product::exact(by, IntType::INT);
        let product = self.combine(&BinaryOperator::Plus, held.product.clone()?, by)?;
        Some(Held {
            value: None,
            product: Some(product),
            wanted,
        })
    }

    fn gain_of_iteration(&mut self, parts: &Parts<'_>, id: VarId) -> Option<Polynomial> {
        let inside = self.gain(parts.body, id)?;
        if parts.steps_inside {
            return Some(inside);
        }
        parts
            .steps
            .iter()
            .try_fold(inside, |sum, step| sum.plus(&self.gain_of(step, id)?))
    }

    fn is_written(&self, id: VarId, span: lang_c::span::Span) -> bool {
        let range = self.base.range(span);
        let mut writes = self.symbols.writes_in(&range).iter();
        writes.any(|(_, written)| *written == id)
    }

    /// What a statement adds to an object whenever it is executed.
    fn gain(&mut self, statement: &Node<Statement>, id: VarId) -> Option<Polynomial> {
        if !self.is_written(id, statement.span) {
            return Some(Polynomial::default());
        }
        match &statement.node {
            Statement::Expression(Some(expression)) => self.gain_of(expression, id),
            Statement::Compound(items) => {
                items.iter().try_fold(Polynomial::default(), |sum, item| {
                    sum.plus(&self.gain_of_item(item, id)?)
                })
            }
            Statement::For(node) => self.gain_of_loop(&node.node, statement, id),
            _ => None,
        }
    }

    fn gain_of_item(&mut self, item: &Node<BlockItem>, id: VarId) -> Option<Polynomial> {
        match &item.node {
            BlockItem::Statement(statement) => self.gain(statement, id),
            BlockItem::Declaration(d) if self.is_written(id, item.span) => {
                let initializers = d.node.declarators.iter();
                initializers
                    .filter_map(|d| d.node.initializer.as_ref())
                    .filter(|i| self.is_written(id, i.span))
                    .collect::<Vec<_>>()
                    .into_iter()
                    .try_fold(Polynomial::default(), |sum, initializer| {
                        let Initializer::Expression(e) = &initializer.node else {
                            return None;
                        };
                        sum.plus(&self.gain_of(e, id)?)
                    })
                    .filter(|_| !self.declares(&d.node, id))
            }
            _ => Some(Polynomial::default()),
        }
    }

    fn declares(&self, declaration: &Declaration, id: VarId) -> bool {
        let at = self.symbols.variable(id).at.start;
        let mut names = declaration
            .declarators
            .iter()
            .filter_map(|d| c::syntax::declarators::declared_name(&d.node.declarator));
        names.any(|name| self.base.range(name.span).start == at)
    }

    /// What an expression adds to an object.
    fn gain_of(&mut self, expression: &Node<Expression>, id: VarId) -> Option<Polynomial> {
        if !self.is_written(id, expression.span) {
            return Some(Polynomial::default());
        }
        if let Expression::Comma(_) = &expression.node {
            return listed(expression)
                .into_iter()
                .try_fold(Polynomial::default(), |sum, e| {
                    sum.plus(&self.gain_of(e, id)?)
                });
        }
        let range = self.base.range(expression.span);
        let writes = self.symbols.writes_in(&range).iter();
        if writes.filter(|(_, written)| *written == id).count() != 1 {
            return None;
        }
        let (by, sign) = match &expression.node {
            Expression::BinaryOperator(b) if self.variable_named(&b.node.lhs) == Some(id) => {
                match b.node.operator.node {
                    BinaryOperator::AssignPlus => (&*b.node.rhs, 1),
                    BinaryOperator::AssignMinus => (&*b.node.rhs, -1),
                    BinaryOperator::Assign => self.addend(&b.node.rhs, id)?,
                    _ => return None,
                }
            }
            Expression::UnaryOperator(u) if self.variable_named(&u.node.operand) == Some(id) => {
                return number(step_of(&u.node.operator.node)?);
            }
            _ if is_sequenced(expression) => return None,
            _ => {
                let steps = steps_in(self, expression);
                let (_, by) = steps.into_iter().find(|(var, _)| *var == id)?;
                return number(by);
            }
        };
        let product = self.product(by)?;
        let gain = product
            .polynomial
            .times(&Polynomial::from(&Expr::constant(sign)))?;
        let narrow = self.followed(id).is_none_or(|ty| ty.bits < product.ty.bits);
        let fits = product.exact && !narrow && (product.ty.signed || sign > 0);
        (fits && self.is_parametric_polynomial(&gain)).then_some(gain)
    }

    /// What a whole `for` loop adds to an object.
    fn gain_of_loop(
        &mut self,
        node: &ForStatement,
        statement: &Node<Statement>,
        id: VarId,
    ) -> Option<Polynomial> {
        let range = self.base.range(statement.span);
        let left = leaves(&node.statement);
        if left.breaks || left.continues || left.jumps || self.mode.gain_depth >= DEEPEST {
            return None;
        }
        self.mode.gain_depth += 1;
        let before = self.snapshot(&self.written_in(&range));
        self.start_quietly(&node.initializer.node);
        let parts = Parts::of_for(node, range);
        let header = self.header(&parts);
        let gain = header.ok().and_then(|header| {
            let trips = Polynomial::from(&header.trips?);
            self.state.loops.push(header.around);
            let gain = self.gain_of_iteration(&parts, id);
            self.state.loops.pop();
            let gain = gain?.times(&trips)?;
            self.is_parametric_polynomial(&gain).then_some(gain)
        });
        self.restore(before);
        self.mode.gain_depth -= 1;
        gain
    }

    /// What the start of a `for` loop does to integer objects.
    pub fn start_quietly(&mut self, initializer: &ForInitializer) {
        match initializer {
            ForInitializer::Expression(expression) => {
                self.begin(expression);
                self.end(expression);
            }
            ForInitializer::Declaration(declaration) => {
                for item in &declaration.node.declarators {
                    self.declared(&item.node);
                }
            }
            ForInitializer::Empty | ForInitializer::StaticAssert(_) => {}
        }
    }

    /// The object that a declarator declares.
    pub fn declared_object(&self, item: &lang_c::ast::InitDeclarator) -> Option<VarId> {
        let name = c::syntax::declarators::declared_name(&item.declarator)?;
        self.symbols.declared_at(self.base.range(name.span).start)
    }

    /// What a declarator does to integer objects.
    pub fn declared(&mut self, item: &lang_c::ast::InitDeclarator) {
        let held = match item.initializer.as_ref().map(|i| &i.node) {
            Some(Initializer::Expression(expression)) => {
                self.begin(expression);
                let held = self.worth(expression);
                self.end(expression);
                held
            }
            _ => None,
        };
        if let Some(id) = self.declared_object(item) {
            self.hold(id, held);
        }
    }
}

fn number(value: i64) -> Option<Polynomial> {
    Some(Polynomial::from(&Expr::constant(value)))
}
