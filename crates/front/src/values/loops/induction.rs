//! Objects that each iteration of a loop moves by the same amount: `k++`, `k += 2`, `k += m`.

use crate::values::evaluator::Evaluator;
use crate::values::known_values::steps_in;
use crate::values::loops::counter::{Counter, Increment};
use crate::values::loops::parts::Parts;
use crate::values::mode::Mode;
use crate::values::value::{KnownValue, Snapshot, Value};
use c::names::symbols::VarId;
use c::syntax::exits::leaves;
use c::syntax::expressions::{is_sequenced, listed, step_of};
use lang_c::ast::{
    BinaryOperator, BlockItem, Declaration, Expression, ForInitializer, ForStatement, Initializer,
    Statement,
};
use lang_c::span::Node;
use poly::Expr;
use scop::IntType;

impl Evaluator<'_> {
    /// Turns the known values into those at the start of an iteration. An object that the loop
    /// changes is then unknown, unless each iteration adds the same to it. Returns these
    /// increments.
    pub(crate) fn increments(
        &mut self,
        parts: &Parts<'_>,
        counter: &Counter,
        before: &Snapshot,
        mode: Mode<'_>,
    ) -> Vec<Increment> {
        for (id, _) in before {
            self.state.values.remove(id);
        }
        let mut increments = Vec::new();
        let left = leaves(parts.body);
        if left.continues || left.jumps {
            return increments;
        }
        let tested = parts.condition.map(|c| self.base.range(c.span));
        let tested = tested.map(|range| self.written_in(&range));
        for (id, known) in before {
            if tested.as_ref().is_some_and(|t| t.contains(id)) {
                continue;
            }
            let wide = self.followed(*id).is_some_and(|ty| ty.bits >= 32);
            if *id == counter.var || known.is_none() || !wide || self.is_conditional(*id) {
                continue;
            }
            if let Some(by) = self.increment_of_iteration(parts, *id, mode) {
                increments.push(Increment { var: *id, by });
            }
        }
        for Increment { var, by } in &increments {
            let known = before.iter().find(|(b, _)| b == var);
            let known = known.and_then(|(_, known)| known.as_ref());
            let moved = known.and_then(|k| self.after_times(k, by, &counter.passed()));
            self.restore(vec![(*var, moved)]);
        }
        increments
    }

    /// A known value plus `times` times an increment.
    pub fn after_times(&self, known: &KnownValue, by: &Expr, times: &Expr) -> Option<KnownValue> {
        let by = by.checked_mul(times)?;
        if by.degree() <= 1 {
            return self.plus(known, &by);
        }
        let mut wanted = known.wanted.clone();
        by.each_var(&mut |name| wanted.extend(self.macro_named(name)));
        let by = Value::exact(by, IntType::INT);
        Some(KnownValue {
            affine: None,
            polynomial: Some(self.sum(known.polynomial.clone()?, by)?),
            wanted,
        })
    }

    fn increment_of_iteration(
        &mut self,
        parts: &Parts<'_>,
        id: VarId,
        mode: Mode<'_>,
    ) -> Option<Expr> {
        let inside = self.increment_by_statement(parts.body, id, mode)?;
        if parts.steps_inside {
            return Some(inside);
        }
        parts.steps.iter().try_fold(inside, |sum, step| {
            sum.checked_add(&self.increment_by(step, id)?)
        })
    }

    fn is_written(&self, id: VarId, span: lang_c::span::Span) -> bool {
        let range = self.base.range(span);
        let mut writes = self.symbols.writes_in(&range).iter();
        writes.any(|(_, written)| *written == id)
    }

    /// The amount that a statement adds to an object whenever it is executed.
    fn increment_by_statement(
        &mut self,
        statement: &Node<Statement>,
        id: VarId,
        mode: Mode<'_>,
    ) -> Option<Expr> {
        if !self.is_written(id, statement.span) {
            return Some(Expr::default());
        }
        match &statement.node {
            Statement::Expression(Some(expression)) => self.increment_by(expression, id),
            Statement::Compound(items) => items.iter().try_fold(Expr::default(), |sum, item| {
                sum.checked_add(&self.increment_by_item(item, id, mode)?)
            }),
            Statement::For(node) => self.increment_by_loop(&node.node, statement, id, mode),
            _ => None,
        }
    }

    fn increment_by_item(
        &mut self,
        item: &Node<BlockItem>,
        id: VarId,
        mode: Mode<'_>,
    ) -> Option<Expr> {
        match &item.node {
            BlockItem::Statement(statement) => self.increment_by_statement(statement, id, mode),
            BlockItem::Declaration(d) if self.is_written(id, item.span) => {
                let initializers = d.node.declarators.iter();
                initializers
                    .filter_map(|d| d.node.initializer.as_ref())
                    .filter(|i| self.is_written(id, i.span))
                    .collect::<Vec<_>>()
                    .into_iter()
                    .try_fold(Expr::default(), |sum, initializer| {
                        let Initializer::Expression(e) = &initializer.node else {
                            return None;
                        };
                        sum.checked_add(&self.increment_by(e, id)?)
                    })
                    .filter(|_| !self.declares(&d.node, id))
            }
            _ => Some(Expr::default()),
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

    /// The amount that an expression adds to an object.
    fn increment_by(&mut self, expression: &Node<Expression>, id: VarId) -> Option<Expr> {
        if !self.is_written(id, expression.span) {
            return Some(Expr::default());
        }
        if let Expression::Comma(_) = &expression.node {
            return listed(expression)
                .into_iter()
                .try_fold(Expr::default(), |sum, e| {
                    sum.checked_add(&self.increment_by(e, id)?)
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
        let added = self.polynomial(by)?;
        let increment = added.expr.checked_mul(&Expr::constant(sign))?;
        let narrow = self.followed(id).is_none_or(|ty| ty.bits < added.ty.bits);
        let fits = added.exact && !narrow && (added.ty.signed || sign > 0);
        (fits && self.is_parametric(&increment)).then_some(increment)
    }

    /// The amount that a whole `for` loop adds to an object.
    fn increment_by_loop(
        &mut self,
        node: &ForStatement,
        statement: &Node<Statement>,
        id: VarId,
        mode: Mode<'_>,
    ) -> Option<Expr> {
        let range = self.base.range(statement.span);
        let left = leaves(&node.statement);
        if left.breaks || left.continues || left.jumps {
            return None;
        }
        let inside = mode.inside_loop()?;
        let before = self.snapshot(&self.written_in(&range));
        self.execute_start(&node.initializer.node);
        let parts = Parts::of_for(node, range);
        let header = self.header(&parts, inside);
        let increment = header.ok().and_then(|header| {
            let trips = header.trips?;
            let mark = self.state.mark();
            self.state.loops.extend(header.loops);
            let increment = self.increment_of_iteration(&parts, id, inside);
            self.state.rewind(mark);
            let increment = increment?.checked_mul(&trips)?;
            self.is_parametric(&increment).then_some(increment)
        });
        self.restore(before);
        increment
    }

    /// Executes the effect of the start of a `for` loop on integer objects.
    pub fn execute_start(&mut self, initializer: &ForInitializer) {
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

    /// Executes the effect of a declarator on integer objects.
    pub fn declared(&mut self, item: &lang_c::ast::InitDeclarator) {
        let value = match item.initializer.as_ref().map(|i| &i.node) {
            Some(Initializer::Expression(expression)) => {
                self.begin(expression);
                let value = self.known_value(expression);
                self.end(expression);
                value
            }
            _ => None,
        };
        if let Some(id) = self.declared_object(item) {
            self.assign(id, value);
        }
    }
}

fn number(value: i64) -> Option<Expr> {
    Some(Expr::constant(value))
}
