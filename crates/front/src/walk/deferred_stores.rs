//! Stores at the end of iterations, read as if they came first. See
//! [`crate::forms::deferred_store`].

use crate::forms::deferred_store::{StoreAtEnd, only_declarator};
use crate::values::loops::Parts;
use crate::walk::draft::{DeferredStore, DraftStore};
use crate::walk::walker::Walker;
use c::names::symbols::VarId;
use c::syntax::exits::item_leaves;
use c::syntax::expressions::Chain;
use lang_c::ast::{
    BinaryOperator, BinaryOperatorExpression, BlockItem, Expression, InitDeclarator, Initializer,
};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};
use poly::Expr;
use std::collections::BTreeSet;

impl<'s> Walker<'s> {
    /// Finds the deferred stores in the body of a strip.
    pub(crate) fn enter_deferred_stores(&mut self, parts: &Parts<'s>, body: &'s [Node<BlockItem>]) {
        let mut rest = body;
        while parts.strips.is_some()
            && let Some((last, before)) = rest.split_last()
            && let Some(deferred) = self.deferred_store(last, before)
        {
            self.here.deferred.push(deferred);
            rest = before;
        }
    }

    /// Checks at the end of the body that each mention of a value was read.
    pub(crate) fn leave_deferred_stores(&mut self, body: Offsets) {
        for deferred in std::mem::take(&mut self.here.deferred) {
            let store = self.source.base.range(deferred.store);
            let mut uses = self.source.facts.uses(deferred.value).iter();
            if !uses.all(|at| deferred.read.contains(at) || store.contains(at)) {
                self.opaque(body, "a loop in strips");
                continue;
            }
            self.found.stores.push(DraftStore {
                array: deferred.array,
                value: deferred.value,
                mentions: deferred.read,
                store,
            });
        }
    }

    fn deferred_store(
        &mut self,
        last: &'s Node<BlockItem>,
        before: &'s [Node<BlockItem>],
    ) -> Option<DeferredStore<'s>> {
        let store = StoreAtEnd::of(last)?;
        let element = store.element;
        let value = self.eval.variable_named(store.value)?;
        let (array, _) = self.own_array(Chain::of(element).root)?;
        let declared = before.iter().position(|i| self.declares(i, value))?;
        let between = &before[declared..];
        let object = self.source.symbols.variable(value);
        let is_plain = object.qualifiers.constant
            && !object.qualifiers.volatile
            && !self.source.facts.is_tracked(object.id)
            && self.source.facts.type_of(object.id) == self.source.facts.type_of(array).rank().1;
        let stays = between.iter().all(|item| !item_leaves(item).any());
        let range = self.source.base.range(store.span);
        let is_marked = self
            .source
            .unit
            .pragmas
            .iter()
            .any(|p| p.at as usize == range.start);
        if !is_plain || !stays || is_marked {
            return None;
        }
        let row = self.cursor_steps(&Chain::of(element).steps)?;
        let mut others = Others {
            walker: self,
            array,
            found: Vec::new(),
        };
        between
            .iter()
            .for_each(|item| others.visit_block_item(&item.node, &item.span));
        let found = others.found;
        let inside = self.source.base.range(before[declared].span).start..range.start;
        let uses = self.source.facts.uses(array).iter();
        let is_all = uses.filter(|at| inside.contains(at)).count() == found.len();
        for steps in &found {
            let other = self.cursor_steps(steps)?;
            self.are_apart(&row, &other).then_some(())?;
        }
        is_all.then(|| DeferredStore {
            array,
            value,
            element,
            store: store.span,
            read: BTreeSet::new(),
        })
    }

    /// Whether an item declares a value and nothing else.
    fn declares(&self, item: &Node<BlockItem>, value: VarId) -> bool {
        let declarator = only_declarator(item);
        declarator.is_some_and(|d| self.eval.declared_object(d) == Some(value))
    }

    /// Dividend and modulus of the remainder in each subscript of an element.
    fn cursor_steps(&mut self, steps: &[&Node<Expression>]) -> Option<Vec<(Expr, Expr)>> {
        let steps = steps.iter().map(|step| self.eval.remainder_at(step));
        steps.collect()
    }

    /// Whether one of the subscripts shows that two elements have different cells.
    fn are_apart(&self, one: &[(Expr, Expr)], other: &[(Expr, Expr)]) -> bool {
        let differ = |((a, modulus), (b, same)): (&(Expr, Expr), &(Expr, Expr))| {
            let distance = a.clone() - b.clone();
            let is_within = |distance: &Expr| {
                let least = distance.clone() - Expr::constant(1);
                let most = modulus.clone() - Expr::constant(1) - distance.clone();
                self.eval.is_nonnegative(&least) && self.eval.is_nonnegative(&most)
            };
            modulus == same && (is_within(&distance) || is_within(&-distance))
        };
        one.len() == other.len() && one.iter().zip(other).any(differ)
    }

    /// Whether an item of a block is a deferred store.
    pub(crate) fn is_deferred_store(&self, item: &Node<BlockItem>) -> bool {
        self.here.deferred.iter().any(|deferred| match &item.node {
            BlockItem::Statement(statement) => statement.span == deferred.store,
            _ => false,
        })
    }

    /// Reads the declaration of a value of a deferred store as the statement that sets its element.
    /// Returns whether it is such a declaration.
    pub(crate) fn sets_deferred(&mut self, item: &'s InitDeclarator, span: Offsets) -> bool {
        let value = self.eval.declared_object(item);
        let element = self
            .here
            .deferred
            .iter()
            .find(|deferred| Some(deferred.value) == value);
        let initializer = item.initializer.as_ref().map(|i| &i.node);
        let (Some(element), Some(Initializer::Expression(expression))) =
            (element.map(|deferred| deferred.element), initializer)
        else {
            return false;
        };
        self.eval.begin(expression);
        self.evaluate(span, true, |walker| {
            walker.here.assignments += 1;
            walker.read(expression);
            walker.write(element, false);
        });
        self.eval.end(expression);
        true
    }

    /// The element that a mention of a value stands for.
    pub(crate) fn deferred_element(
        &mut self,
        expression: &Node<Expression>,
    ) -> Option<&'s Node<Expression>> {
        let value = self.eval.variable_named(expression)?;
        let deferred = self
            .here
            .deferred
            .iter_mut()
            .find(|deferred| deferred.value == value)?;
        deferred
            .read
            .insert(self.source.base.range(expression.span).start);
        Some(deferred.element)
    }
}

/// Finds the mentioned elements of an array.
struct Others<'w, 's, 'e> {
    walker: &'w Walker<'s>,
    array: VarId,
    /// The subscripts of each element.
    found: Vec<Vec<&'e Node<Expression>>>,
}

impl<'e> Visit<'e> for Others<'_, '_, 'e> {
    fn visit_binary_operator_expression(
        &mut self,
        binary: &'e BinaryOperatorExpression,
        span: &'e Offsets,
    ) {
        if binary.operator.node != BinaryOperator::Index {
            return visit::visit_binary_operator_expression(self, binary, span);
        }
        let mut chain = Chain::of(&binary.lhs);
        chain.steps.push(&binary.rhs);
        if self
            .walker
            .own_array(chain.root)
            .is_some_and(|(id, _)| id == self.array)
        {
            self.found.push(chain.steps.clone());
        }
        let parts = chain.steps.into_iter().chain([chain.root]);
        parts.for_each(|part| self.visit_expression(&part.node, &part.span));
    }
}
