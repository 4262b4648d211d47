//! The pointer to the memory of all rows of a table.

use super::{Allocation, Table};
use crate::memory::{disjuncts, freed, null_test};
use c::names::symbols::VarId;
use c::syntax::expressions::sides;
use lang_c::ast::{BinaryOperator, BlockItem, Declaration, Expression, Initializer, Statement};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};

impl Table<'_, '_> {
    /// Takes out the pointer to the memory of all rows.
    pub(super) fn block_goes(&mut self, block: VarId) -> Option<()> {
        let mut uses = BlockUses {
            table: self,
            block,
            gone: Vec::new(),
            untested: Vec::new(),
            tests: Vec::new(),
            by: None,
            is_bare: false,
        };
        let body = &uses.table.function.definition.statement;
        uses.visit_statement(&body.node, &body.span);
        let (gone, by, is_bare) = (uses.gone, uses.by, uses.is_bare);
        let (untested, tests) = (uses.untested, uses.tests);
        self.replaced.extend(tests);
        gone.into_iter().for_each(|at| self.remove(at));
        self.gets(by?);
        self.bare.extend(is_bare.then_some(block));
        let mentions = &self.function.symbols.variable(block).mentions;
        let range = |at: &Offsets| self.function.base.range(*at);
        let gone = || self.gone.iter().chain(&untested);
        let is_gone = |at: &usize| gone().any(|gone| range(gone).contains(at));
        mentions.iter().all(is_gone).then_some(())
    }
}

/// Finds the statements that set, test and free the pointer to all rows.
struct BlockUses<'t, 'f, 'p> {
    table: &'t Table<'f, 'p>,
    block: VarId,
    gone: Vec<Offsets>,
    /// Its tests beside others, and the conditions without them.
    untested: Vec<Offsets>,
    tests: Vec<(Offsets, String)>,
    /// What allocates the memory.
    by: Option<Allocation>,
    /// Whether its declaration has no initial value.
    is_bare: bool,
}

impl BlockUses<'_, '_, '_> {
    fn is_set(&mut self, value: &Expression, at: Offsets) -> bool {
        let Some(own) = self.table.allocation(value) else {
            return false;
        };
        self.by = Some(own);
        self.gone.push(at);
        true
    }

    /// Leaves the pointer out of a test for null of other pointers, too.
    fn test(&mut self, statement: &Statement) -> Option<()> {
        let Statement::If(test) = statement else {
            return None;
        };
        let condition = &test.node.condition;
        let is_own = |test: &&Node<Expression>| {
            let pointer = null_test(test).and_then(|p| self.table.object(&p.node));
            pointer == Some(self.block)
        };
        let (own, others): (Vec<_>, Vec<_>) = disjuncts(condition).into_iter().partition(is_own);
        (!own.is_empty() && !others.is_empty()).then_some(())?;
        let (unit, base) = (self.table.contents.unit, self.table.function.base);
        let text = |test: &Node<Expression>| {
            let span = unit.span_of(base.range(test.span)).ok()?;
            Some(unit.file.slice(span).into_owned())
        };
        let others: Option<Vec<String>> = others.into_iter().map(text).collect();
        self.tests.push((condition.span, others?.join(" || ")));
        self.untested.extend(own.iter().map(|test| test.span));
        Some(())
    }

    fn assignment(&mut self, statement: &Node<Statement>) -> bool {
        let Statement::Expression(Some(expression)) = &statement.node else {
            return false;
        };
        let set = sides(expression, &BinaryOperator::Assign);
        let set = set.filter(|(block, _)| self.table.object(&block.node) == Some(self.block));
        set.is_some_and(|(_, value)| self.is_set(&value.node, statement.span))
    }
}

impl<'a> Visit<'a> for BlockUses<'_, '_, '_> {
    fn visit_declaration(&mut self, declaration: &'a Declaration, span: &'a Offsets) {
        let all = declaration.declarators.as_slice();
        let function = self.table.function;
        let own =
            { all.iter() }.find(|d| function.declared(&d.node.declarator) == Some(self.block));
        match own.map(|d| d.node.initializer.as_ref().map(|i| &i.node)) {
            Some(Some(Initializer::Expression(value))) if all.len() == 1 => {
                self.is_set(&value.node, *span);
            }
            Some(None) => self.is_bare = true,
            _ => {}
        }
        visit::visit_declaration(self, declaration, span);
    }

    fn visit_statement(&mut self, statement: &'a Statement, span: &'a Offsets) {
        let Statement::Compound(items) = statement else {
            return visit::visit_statement(self, statement, span);
        };
        for item in items {
            let BlockItem::Statement(inner) = &item.node else {
                self.visit_block_item(&item.node, &item.span);
                continue;
            };
            let freed = freed(&inner.node).and_then(|e| self.table.object(&e.node));
            if self.table.is_row_test(&inner.node) || freed == Some(self.block) {
                self.gone.push(inner.span);
            } else if !self.assignment(inner) {
                let _ = self.test(&inner.node);
                self.visit_statement(&inner.node, &inner.span);
            }
        }
    }
}
