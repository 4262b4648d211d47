//! The uses of a function's pointers: the allocations that they are set to, and the mentions that
//! only test or free them.

use super::allocator::Allocators;
use crate::names::file::Function;
use crate::names::symbols::{Origin, Symbols, VarId, Variable};
use crate::names::types::Type;
use crate::syntax::base::Base;
use crate::syntax::constant;
use crate::syntax::declarators::declared_name;
use crate::syntax::expressions::without_casts;
use lang_c::ast::{
    BinaryOperator, BlockItem, CallExpression, Declaration, Expression, IfStatement, Initializer,
    Statement, TypeName, UnaryOperator,
};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;

/// A call that allocates.
#[derive(Clone, Debug)]
pub struct Allocation<'a> {
    /// From the pointer that is set to the end of the call.
    pub at: Range<usize>,
    /// The types that the result is cast to.
    pub casts: Vec<&'a Node<TypeName>>,
    /// Expressions whose product is the number of bytes, or of elements.
    pub size: Vec<&'a Node<Expression>>,
    /// The bytes of an element, if elements are counted.
    pub element: Option<u64>,
    /// The expression that the number of bytes must be a multiple of.
    pub alignment: Option<&'a Node<Expression>>,
    /// Whether the storage is all zero.
    pub zeroed: bool,
    /// The block that is executed from here on.
    pub block: Range<usize>,
}

/// A statement that sets up, tests or frees the storage, and accesses no array.
#[derive(Clone, Debug)]
pub struct Part {
    /// The statement.
    pub at: Range<usize>,
    /// Whether it can be removed alone: it is in a block and names no other array.
    pub removable: bool,
}

/// The uses of a pointer.
#[derive(Debug, Default)]
pub(crate) struct Found<'a> {
    /// The allocations that it is set to, if they are whole statements.
    pub allocations: Vec<Allocation<'a>>,
    /// How often it is set to `NULL`.
    pub nulls: usize,
    /// How often it is freed.
    pub frees: usize,
    /// Mentions that set, test or free it, or that ask for the size of its target: of any when it
    /// is allocated, of a flat one anywhere.
    pub setup: BTreeSet<usize>,
    /// Mentions as `*a`.
    pub through: BTreeSet<usize>,
    /// Statements that do nothing else.
    pub parts: Vec<Part>,
}

/// Finds the uses of the pointers of a function that are its locals, or its parameters.
pub(crate) fn scan<'a>(
    function: &Function<'a>,
    allocators: &Allocators,
    origin: Origin,
) -> BTreeMap<VarId, Found<'a>> {
    let symbols = &function.symbols;
    let all = symbols.variables.iter().enumerate();
    let pointers = all.filter(|(_, v)| v.origin == origin && is_pointer(v));
    let found: BTreeMap<VarId, Found<'a>> = pointers
        .map(|(id, _)| (VarId(id), Found::default()))
        .collect();
    if found.is_empty() {
        return found;
    }
    let mut scan = PointerScan {
        symbols,
        base: function.base,
        allocators,
        declared: declared(symbols),
        storage_uses: storage_uses(symbols),
        found,
        block: 0..0,
    };
    let body = &function.definition.statement;
    scan.visit_statement(&body.node, &body.span);
    scan.found
}

fn declared(symbols: &Symbols<'_>) -> HashMap<usize, VarId> {
    let all = symbols.variables.iter().enumerate();
    let own = all.filter(|(_, v)| v.origin == Origin::Local);
    own.map(|(id, v)| (v.at.start, VarId(id))).collect()
}

fn storage_uses(symbols: &Symbols<'_>) -> Vec<(usize, VarId)> {
    let is_storage = |v: &Variable<'_>| {
        v.origin == Origin::Local && matches!(v.declared_type, Type::Array(_) | Type::Pointer(_))
    };
    let all = symbols.variables.iter().enumerate();
    let storage = all.filter(|(_, v)| is_storage(v));
    let uses = storage.flat_map(|(id, v)| v.mentions.iter().map(move |at| (*at, VarId(id))));
    let mut uses: Vec<_> = uses.collect();
    uses.sort_unstable();
    uses
}

struct PointerScan<'a, 'f> {
    symbols: &'f Symbols<'a>,
    base: Base,
    allocators: &'f Allocators,
    /// Objects by the offset of their declaration.
    declared: HashMap<usize, VarId>,
    /// Offsets of all uses of the function's own arrays and pointers, sorted.
    storage_uses: Vec<(usize, VarId)>,
    found: BTreeMap<VarId, Found<'a>>,
    /// The innermost block.
    block: Range<usize>,
}

impl<'a> PointerScan<'a, '_> {
    fn range(&self, span: Offsets) -> Range<usize> {
        self.base.range(span)
    }

    /// The pointer that an expression names, with the offset of the name.
    fn pointer(&self, expression: &Expression) -> Option<(VarId, usize)> {
        let Expression::Identifier(name) = expression else {
            return None;
        };
        let at = self.range(name.span).start;
        let id = self.symbols.variable_at(at)?;
        self.found.contains_key(&id).then_some((id, at))
    }

    fn setup(&mut self, expression: &Expression) -> Option<VarId> {
        let (id, at) = self.pointer(expression)?;
        self.found.entry(id).or_default().setup.insert(at);
        Some(id)
    }

    fn item(&mut self, item: &'a Node<BlockItem>) {
        match &item.node {
            BlockItem::Declaration(declaration) => self.declaration(&declaration.node),
            BlockItem::Statement(statement) => self.part(statement),
            BlockItem::StaticAssert(_) => {}
        }
    }

    fn declaration(&mut self, declaration: &'a Declaration) {
        for item in &declaration.declarators {
            let Some(Initializer::Expression(value)) =
                item.node.initializer.as_ref().map(|i| &i.node)
            else {
                continue;
            };
            let Some(name) = declared_name(&item.node.declarator) else {
                continue;
            };
            let start = self.range(name.span).start;
            let Some(id) = self.declared.get(&start).copied() else {
                continue;
            };
            let Some(found) = self.found.get_mut(&id) else {
                continue;
            };
            if is_null(&value.node) {
                found.nulls += 1;
            } else {
                self.allocate(id, start, value);
            }
        }
    }

    /// Records that the pointer is set to `value` for the rest of the block, if that allocates.
    /// Returns whether it does.
    fn allocate(&mut self, id: VarId, start: usize, value: &'a Node<Expression>) -> bool {
        let at = start..self.range(value.span).end;
        let Some(call) = self
            .allocators
            .allocation(value, &self.symbols.mentions, self.base)
        else {
            return false;
        };
        let allocation = Allocation {
            at,
            casts: call.casts,
            size: call.size,
            element: call.element,
            alignment: call.alignment,
            zeroed: call.zeroed,
            block: self.block.clone(),
        };
        let asked = asked_sizes(self.symbols, self.base, id, &allocation);
        let found = self.found.entry(id).or_default();
        found.setup.extend(asked);
        found.allocations.push(allocation);
        true
    }

    /// Records a statement of a block that only sets up, tests or frees a pointer's storage.
    fn part(&mut self, statement: &'a Node<Statement>) {
        let ids = match &statement.node {
            Statement::Expression(Some(e)) => self.simple(e).into_iter().collect(),
            Statement::If(node) => self.check(&node.node),
            _ => Vec::new(),
        };
        let at = self.range(statement.span);
        let only = ids.len() == 1;
        for id in ids {
            let removable = only && self.names_no_other(&at, id);
            let found = self.found.entry(id).or_default();
            let at = at.clone();
            found.parts.push(Part { at, removable });
        }
    }

    /// The pointer in `a = malloc(...);`, `a = NULL;`, `free(a);`
    fn simple(&mut self, expression: &'a Node<Expression>) -> Option<VarId> {
        match &expression.node {
            Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::Assign => {
                let (id, at) = self.pointer(&b.node.lhs.node)?;
                let sets = is_null(&b.node.rhs.node) || self.allocate(id, at, &b.node.rhs);
                sets.then(|| self.setup(&b.node.lhs.node)).flatten()
            }
            Expression::Call(call) => self.pointer(self.freed(&call.node)?).map(|(id, _)| id),
            Expression::Cast(cast) => self.pointer(&cast.node.expression.node).map(|(id, _)| id),
            _ => None,
        }
    }

    /// The pointers that `if (!a) return;` or `if ((a = malloc(...)) == NULL) return;` tests.
    fn check(&mut self, node: &'a IfStatement) -> Vec<VarId> {
        let mut tested = Vec::new();
        self.tested(&node.condition, &mut tested);
        let alone = node.else_statement.is_none();
        let only_null = alone && is_null_test(&node.condition.node);
        tested.into_iter().filter(|_| only_null).collect()
    }

    /// Adds the pointers that a condition tests. Allocations in it are executed first.
    fn tested(&mut self, condition: &'a Node<Expression>, tested: &mut Vec<VarId>) {
        match &condition.node {
            Expression::UnaryOperator(u) if u.node.operator.node == UnaryOperator::Negate => {
                tested.extend(self.test_of(&u.node.operand));
            }
            Expression::BinaryOperator(b) => match b.node.operator.node {
                BinaryOperator::Equals | BinaryOperator::NotEquals => {
                    for side in [&b.node.lhs, &b.node.rhs] {
                        tested.extend(self.test_of(side));
                    }
                }
                BinaryOperator::LogicalOr | BinaryOperator::LogicalAnd => {
                    self.tested(&b.node.lhs, tested);
                    tested.extend(self.named_in_test(&b.node.rhs.node));
                }
                _ => tested.extend(self.test_of(condition)),
            },
            _ => tested.extend(self.test_of(condition)),
        }
    }

    /// The pointer in a test that may not be executed: `!a`, `a == NULL`, `a`.
    fn named_in_test(&self, condition: &Expression) -> Option<VarId> {
        let operand = match condition {
            Expression::UnaryOperator(u) if u.node.operator.node == UnaryOperator::Negate => {
                &u.node.operand.node
            }
            Expression::BinaryOperator(b) if is_null(&b.node.rhs.node) => &b.node.lhs.node,
            Expression::BinaryOperator(b) if is_null(&b.node.lhs.node) => &b.node.rhs.node,
            other => other,
        };
        self.pointer(operand).map(|(id, _)| id)
    }

    fn test_of(&mut self, side: &'a Node<Expression>) -> Option<VarId> {
        match &side.node {
            Expression::Identifier(_) => self.pointer(&side.node).map(|(id, _)| id),
            Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::Assign => {
                let (id, at) = self.pointer(&b.node.lhs.node)?;
                let sets = self.allocate(id, at, &b.node.rhs);
                sets.then(|| self.setup(&b.node.lhs.node)).flatten()
            }
            _ => None,
        }
    }

    /// Whether a statement names a single one of the function's own arrays and pointers.
    fn names_no_other(&self, at: &Range<usize>, own: VarId) -> bool {
        let from = self
            .storage_uses
            .partition_point(|(use_at, _)| *use_at < at.start);
        let inside = self.storage_uses[from..].iter();
        let mut inside = inside.take_while(|(use_at, _)| *use_at < at.end);
        inside.all(|(_, id)| *id == own)
    }

    /// The argument of the library's `free`.
    fn freed<'e>(&self, call: &'e CallExpression) -> Option<&'e Expression> {
        let Expression::Identifier(name) = &call.callee.node else {
            return None;
        };
        let [argument] = call.arguments.as_slice() else {
            return None;
        };
        let is_free = name.node.name == "free" && !self.allocators.is_own("free");
        is_free.then_some(without_casts(&argument.node))
    }

    fn mark(&mut self, expression: &'a Expression) {
        match expression {
            Expression::UnaryOperator(u) => match u.node.operator.node {
                UnaryOperator::Negate => self.tests(&u.node.operand),
                UnaryOperator::Indirection => {
                    if let Some((id, at)) = self.pointer(&u.node.operand.node) {
                        self.found.entry(id).or_default().through.insert(at);
                    }
                }
                _ => {}
            },
            Expression::BinaryOperator(b) => {
                self.mark_binary(&b.node.operator.node, &b.node.lhs, &b.node.rhs)
            }
            Expression::Conditional(c) => self.tests(&c.node.condition),
            Expression::SizeOfVal(of) => self.asks_size(&of.node.0),
            Expression::Call(call) => {
                if let Some(id) = self.freed(&call.node).and_then(|p| self.setup(p)) {
                    self.found.entry(id).or_default().frees += 1;
                }
            }
            Expression::Cast(cast) => {
                let at = self.range(cast.node.type_name.span).start;
                if self.symbols.casts.get(&at) == Some(&Type::Void) {
                    self.setup(&cast.node.expression.node);
                }
            }
            _ => {}
        }
    }

    fn mark_binary(
        &mut self,
        operator: &BinaryOperator,
        lhs: &'a Node<Expression>,
        rhs: &'a Node<Expression>,
    ) {
        match operator {
            BinaryOperator::LogicalAnd | BinaryOperator::LogicalOr => {
                self.tests(lhs);
                self.tests(rhs);
            }
            BinaryOperator::Equals | BinaryOperator::NotEquals => {
                if is_null(&rhs.node) {
                    self.tests(lhs);
                } else if is_null(&lhs.node) {
                    self.tests(rhs);
                }
            }
            BinaryOperator::Assign if is_null(&rhs.node) => {
                if let Some(id) = self.setup(&lhs.node) {
                    self.found.entry(id).or_default().nulls += 1;
                }
            }
            _ => {}
        }
    }

    fn tests(&mut self, operand: &Node<Expression>) {
        self.setup(&operand.node);
    }

    /// Marks a flat pointer in the operand of `sizeof`: the type of `*a` never changes.
    fn asks_size(&mut self, operand: &Node<Expression>) {
        let mut base = &operand.node;
        loop {
            base = match base {
                Expression::UnaryOperator(u)
                    if u.node.operator.node == UnaryOperator::Indirection =>
                {
                    &u.node.operand.node
                }
                Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::Index => {
                    &b.node.lhs.node
                }
                _ => break,
            };
        }
        let Some((id, at)) = self.pointer(base) else {
            return;
        };
        let target = self.symbols.variable(id).declared_type.target();
        let is_flat = |t: &Type| t.rank().0 == 0 && !matches!(t, Type::Pointer(_));
        if target.is_some_and(is_flat) {
            self.found.entry(id).or_default().setup.insert(at);
        }
    }
}

impl<'a> Visit<'a> for PointerScan<'a, '_> {
    fn visit_statement(&mut self, statement: &'a Statement, span: &'a Offsets) {
        match statement {
            Statement::Compound(items) => {
                let inner = self.range(*span);
                let outer = std::mem::replace(&mut self.block, inner);
                items.iter().for_each(|item| self.item(item));
                visit::visit_statement(self, statement, span);
                self.block = outer;
                return;
            }
            Statement::If(node) => self.tests(&node.node.condition),
            Statement::While(node) => self.tests(&node.node.expression),
            _ => {}
        }
        visit::visit_statement(self, statement, span);
    }

    fn visit_expression(&mut self, expression: &'a Expression, span: &'a Offsets) {
        self.mark(expression);
        visit::visit_expression(self, expression, span);
    }
}

/// Mentions of the pointer in the `sizeof` operands of its own size.
fn asked_sizes(
    symbols: &Symbols<'_>,
    base: Base,
    id: VarId,
    allocation: &Allocation<'_>,
) -> Vec<usize> {
    let mut sizes = Vec::new();
    for size in &allocation.size {
        SizeofOperands {
            base,
            found: &mut sizes,
        }
        .visit_expression(&size.node, &size.span);
    }
    let uses = symbols.variable(id).mentions.iter().copied();
    uses.filter(|at| sizes.iter().any(|s: &Range<usize>| s.contains(at)))
        .collect()
}

/// The operands of `sizeof`.
struct SizeofOperands<'f> {
    base: Base,
    found: &'f mut Vec<Range<usize>>,
}

impl<'a> Visit<'a> for SizeofOperands<'_> {
    fn visit_expression(&mut self, expression: &'a Expression, span: &'a Offsets) {
        if let Expression::SizeOfVal(of) = expression {
            self.found.push(self.base.range(of.node.0.span));
        }
        visit::visit_expression(self, expression, span);
    }
}

/// `0`, `NULL`.
pub(crate) fn is_null(expression: &Expression) -> bool {
    match expression {
        Expression::Cast(cast) => {
            let declarator = cast.node.type_name.node.declarator.as_ref();
            declarator.is_some() && is_null(&cast.node.expression.node)
        }
        Expression::Constant(_) => constant::is_zero(expression),
        Expression::Identifier(name) => matches!(name.node.name.as_str(), "nullptr" | "__null"),
        _ => false,
    }
}

/// `!a`, `a == NULL`, `!a || !b`; `a` may be set there.
fn is_null_test(condition: &Expression) -> bool {
    match condition {
        Expression::UnaryOperator(u) => u.node.operator.node == UnaryOperator::Negate,
        Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::Equals => {
            is_null(&b.node.lhs.node) || is_null(&b.node.rhs.node)
        }
        Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::LogicalOr => {
            is_null_test(&b.node.lhs.node) && is_null_test(&b.node.rhs.node)
        }
        _ => false,
    }
}

fn is_pointer(variable: &Variable<'_>) -> bool {
    matches!(variable.declared_type, Type::Pointer(_))
}
