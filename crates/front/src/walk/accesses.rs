//! The elements of the function's own arrays that an expression reads and writes.
//!
//! Members of structures are arrays of their own in the scop, under one mapping. Members of unions
//! are one array together, with may-writes.

use crate::walk::draft::Part;
use crate::walk::walker::Walker;
use c::facts::heap::Form;
use c::facts::heap::allocator::is_library_allocation;
use c::facts::refusal::{Escape, Refusal};
use c::names::symbols::VarId;
use c::names::types::{Type, member_type};
use c::syntax::expressions::{Chain, is_assignment, is_step, leaves_unevaluated};
use lang_c::ast::{
    BinaryOperator, BlockItem, CallExpression, Expression, Identifier, Initializer,
    InitializerListItem, MemberExpression, MemberOperator, Statement, UnaryOperator,
};
use lang_c::span::{Node, Span as Offsets};

mod memory;
mod parts;
mod recall;
mod references;
pub(crate) mod row;
mod row_pointers;
pub(crate) mod usage;

use usage::{READ, Usage};

impl Walker<'_> {
    /// Reads an expression whose value is used.
    pub(crate) fn read(&mut self, expression: &Node<Expression>) {
        match &expression.node {
            Expression::Identifier(_) => {
                let element = self.deferred_element(expression);
                let element = element.unwrap_or(expression);
                self.indexed(element, READ, Escape::Pointer)
            }
            Expression::Constant(_) | Expression::StringLiteral(_) => {}
            Expression::Member(member) => self.member(expression, &member.node, READ),
            Expression::Call(call) => self.call(&call.node, expression.span),
            Expression::SizeOfVal(of) => self.measured(&of.node.0, expression.span),
            Expression::SizeOfTy(_) | Expression::AlignOf(_) | Expression::OffsetOf(_) => {}
            Expression::UnaryOperator(unary) => {
                self.unary(&unary.node.operator.node, &unary.node.operand)
            }
            Expression::BinaryOperator(binary) => {
                self.binary(
                    expression,
                    &binary.node.operator.node,
                    &binary.node.lhs,
                    &binary.node.rhs,
                );
            }
            Expression::Cast(cast) => self.read(&cast.node.expression),
            Expression::Conditional(conditional) => {
                let parts = &conditional.node;
                self.read(&parts.condition);
                self.read_if(&parts.condition, true, &parts.then_expression);
                self.read_if(&parts.condition, false, &parts.else_expression);
            }
            Expression::Comma(list) => list.iter().for_each(|e| self.read(e)),
            Expression::CompoundLiteral(literal) => self.read_list(&literal.node.initializer_list),
            Expression::GenericSelection(_) => {
                self.opaque(expression.span, "a `_Generic` selection")
            }
            Expression::VaArg(_) => self.opaque(expression.span, "`va_arg`"),
            Expression::Statement(statement) => {
                self.statement_expression(statement, expression.span)
            }
        }
    }

    /// `({ int k = ...; t[k]; })`: expressions in an order that is not followed.
    fn statement_expression(&mut self, statement: &Node<Statement>, span: Offsets) {
        let Statement::Compound(items) = &statement.node else {
            return self.opaque_construct(span, "a statement expression");
        };
        let simple = |item: &Node<BlockItem>| match &item.node {
            BlockItem::Statement(s) => {
                matches!(&s.node, Statement::Expression(_)) && !self.is_directed(s.span)
            }
            BlockItem::Declaration(d) => d.node.declarators.iter().all(|d| {
                let declared = self.eval.declared_object(&d.node);
                declared.is_none_or(|id| !self.source.facts.is_tracked(id))
            }),
            BlockItem::StaticAssert(_) => true,
        };
        if !items.iter().all(simple) {
            return self.opaque_construct(span, "a statement expression");
        }
        // Its parts are in order with each other, but not with the rest of the expression.
        self.here.assignments += 2;
        for item in items {
            match &item.node {
                BlockItem::Statement(s) => {
                    if let Statement::Expression(Some(e)) = &s.node {
                        self.read(e);
                    }
                }
                BlockItem::Declaration(d) => {
                    let initializers = d.node.declarators.iter();
                    let initializers = initializers.filter_map(|d| d.node.initializer.as_ref());
                    initializers.for_each(|i| self.read_initializer(&i.node));
                }
                BlockItem::StaticAssert(_) => {}
            }
        }
    }

    /// Reads an initialiser.
    pub(crate) fn read_initializer(&mut self, initializer: &Initializer) {
        match initializer {
            Initializer::Expression(expression) => self.read(expression),
            Initializer::List(list) => self.read_list(list),
        }
    }

    fn read_list(&mut self, list: &[Node<InitializerListItem>]) {
        for item in list {
            self.read_initializer(&item.node.initializer.node);
        }
    }

    fn binary(
        &mut self,
        expression: &Node<Expression>,
        operator: &BinaryOperator,
        lhs: &Node<Expression>,
        rhs: &Node<Expression>,
    ) {
        match operator {
            BinaryOperator::Index => self.indexed(expression, READ, Escape::PartialSubscript),
            BinaryOperator::LogicalAnd | BinaryOperator::LogicalOr => {
                self.read(lhs);
                self.read_if(lhs, *operator == BinaryOperator::LogicalAnd, rhs);
            }
            _ if is_assignment(operator) => {
                self.here.assignments += 1;
                self.read(rhs);
                self.write(lhs, *operator != BinaryOperator::Assign);
                if is_library_allocation(&rhs.node)
                    && let Some((array, _)) = self.own_array(Chain::of(lhs).root)
                {
                    self.found.allocated_by_row.insert(array);
                }
            }
            _ => {
                self.read(lhs);
                self.read(rhs);
            }
        }
    }

    fn unary(&mut self, operator: &UnaryOperator, operand: &Node<Expression>) {
        if is_step(operator) {
            self.here.assignments += 1;
            self.write(operand, true);
        } else if *operator == UnaryOperator::Address {
            self.address(operand);
        } else {
            self.read(operand);
        }
    }

    /// Reads an expression that is evaluated only if `condition` is `outcome`.
    fn read_if(
        &mut self,
        condition: &Node<Expression>,
        outcome: bool,
        expression: &Node<Expression>,
    ) {
        let known = self.eval.condition(condition, self.eval.here());
        let guard = if outcome {
            known.when_true
        } else {
            known.when_false
        };
        let scope = self.scope();
        self.here.uncertain |= !known.exact;
        self.eval.state.guards.push(guard);
        self.read(expression);
        self.leave(scope);
    }

    pub(crate) fn write(&mut self, target: &Node<Expression>, reads: bool) {
        let usage = Usage {
            reads,
            writes: true,
            part: Part::Whole,
        };
        match &target.node {
            Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::Index => {
                self.indexed(target, usage, Escape::PartialSubscript);
            }
            Expression::Member(member) => self.member(target, &member.node, usage),
            Expression::UnaryOperator(u) if u.node.operator.node == UnaryOperator::Indirection => {
                self.read(&u.node.operand);
            }
            Expression::Identifier(_) => self.indexed(target, usage, Escape::Pointer),
            _ => self.read(target),
        }
    }

    /// `&operand`.
    fn address(&mut self, operand: &Node<Expression>) {
        match &operand.node {
            Expression::Identifier(_) => {
                if let Some((_, at)) = self.storage(operand) {
                    self.refuse_use(at, Refusal::AddressEscapes(Escape::AddressOf));
                }
            }
            Expression::Member(m) if m.node.operator.node == MemberOperator::Direct => {
                self.address(&m.node.expression);
            }
            Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::Index => {
                self.address(&b.node.lhs);
                self.read(&b.node.rhs);
            }
            _ => self.read(operand),
        }
    }

    fn call(&mut self, call: &CallExpression, span: Offsets) {
        let name = match &call.callee.node {
            Expression::Identifier(name) => {
                self.source.file.aliases.name(&name.node.name).to_string()
            }
            _ => {
                self.read(&call.callee);
                "a function pointer".to_string()
            }
        };
        if leaves_unevaluated(&name) {
            return self.opaque(span, &format!("`{name}`"));
        }
        for argument in &call.arguments {
            match &argument.node {
                Expression::Identifier(_) => {
                    self.indexed(argument, READ, Escape::PassedTo(name.clone()))
                }
                Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::Index => {
                    self.indexed(argument, READ, Escape::PassedTo(name.clone()));
                }
                _ => self.read(argument),
            }
        }
    }

    /// `sizeof operand`: the operand is not evaluated.
    fn measured(&mut self, operand: &Node<Expression>, span: Offsets) {
        let is_array = self.storage(Chain::of(operand).root).is_some();
        if let Some(name) = self.macro_around(span).filter(|_| !is_array) {
            return self.opaque(span, &format!("the expansion of `{name}`"));
        }
        let range = self.source.base.range(operand.span);
        for at in self.array_uses_in(&range) {
            let array = self.source.symbols.variable_at(at);
            let holds_pointers = array.is_some_and(|id| {
                matches!(self.source.facts.type_of(id).rank().1, Type::Pointer(_))
            });
            let escape = match holds_pointers {
                true => Escape::SizeOfTarget,
                false => Escape::SizeOf,
            };
            self.refuse_use(at, Refusal::AddressEscapes(escape));
        }
    }

    /// The macro whose expansion contains the start of a construct.
    fn macro_around(&self, span: Offsets) -> Option<String> {
        let unit = self.source.unit;
        let start = self.source.base.range(span).start;
        let first = unit.tokens.get(unit.tokens_in(start..start + 1).start)?;
        first.invocation().map(|(_, name)| name.to_string())
    }

    /// Leaves a construct unread, and blames the macro that it comes out of.
    fn opaque_construct(&mut self, span: Offsets, construct: &str) {
        match self.macro_around(span) {
            Some(name) => self.opaque(span, &format!("the expansion of `{name}`")),
            None => self.opaque(span, construct),
        }
    }

    /// The function's own array that an expression names, and the offset of the name.
    pub(crate) fn own_array(&self, expression: &Node<Expression>) -> Option<(VarId, usize)> {
        let name = named(expression)?;
        let at = self.source.base.range(name.span).start;
        let id = self.source.symbols.variable_at(at)?;
        let variable = self.source.symbols.variable(id);
        let through = !matches!(expression.node, Expression::Identifier(_));
        (self.source.facts.is_tracked(variable.id) && (!through || self.is_object(id)))
            .then_some((id, at))
    }

    /// The function's own array that an expression names, itself or by a pointer to a row of it,
    /// and the offset of the name.
    fn storage(&self, expression: &Node<Expression>) -> Option<(VarId, usize)> {
        self.own_array(expression).or_else(|| {
            let (pointer, at) = self.named_row(expression)?;
            Some((self.source.facts.row_of(pointer)?, at))
        })
    }

    /// Whether the array is named `(*a)`.
    pub(crate) fn is_object(&self, id: VarId) -> bool {
        let heap = self.source.facts.heap(id);
        heap.is_some_and(|heap| heap.form == Form::Object)
    }

    /// `expression.member`.
    fn member(&mut self, expression: &Node<Expression>, member: &MemberExpression, usage: Usage) {
        if member.operator.node == MemberOperator::Indirect {
            return self.read(&member.expression);
        }
        let mut path = vec![&member.identifier.node.name];
        let mut base = &*member.expression;
        while let Expression::Member(inner) = &base.node
            && inner.node.operator.node == MemberOperator::Direct
        {
            path.push(&inner.node.identifier.node.name);
            base = &inner.node.expression;
        }
        let chain = Chain::of(base);
        let Some((id, at)) = self.storage(chain.root) else {
            return self.read(base);
        };
        let element = self.source.facts.type_of(id).rank().1.clone();
        path.reverse();
        let mut reached = element;
        let mut overlaps = false;
        for name in &path {
            overlaps |= matches!(&reached, Type::Record(record) if record.is_union);
            reached = member_type(&reached, name);
        }
        if reached.is_scalar() {
            let path: Vec<&str> = path.iter().map(|name| name.as_str()).collect();
            let part = match overlaps {
                true => Part::Overlapping,
                false => Part::Member(path.join(".")),
            };
            self.indexed(base, Usage { part, ..usage }, Escape::PartialSubscript);
        } else {
            let name = self
                .source
                .unit
                .text
                .get(self.source.base.range(expression.span))
                .unwrap_or("");
            let name = name.rsplit('.').next().unwrap_or("").trim().to_string();
            self.refuse_use(at, Refusal::StructElement(name));
            chain.steps.iter().for_each(|s| self.read(s));
        }
    }

    /// `root[s1]...[sk]`. With fewer subscripts than dimensions the array escapes as `partial`.
    fn indexed(&mut self, expression: &Node<Expression>, usage: Usage, partial: Escape) {
        let chain = Chain::of(expression);
        chain
            .steps
            .iter()
            .for_each(|subscript| self.read(subscript));
        if let Some(row) = self.named_row(chain.root) {
            return self.through_row(row, &chain, usage, partial);
        }
        let Some((id, at)) = self.own_array(chain.root) else {
            return match &chain.root.node {
                Expression::Identifier(_) => {}
                _ => self.read(chain.root),
            };
        };
        let (rank, element) = self.source.facts.type_of(id).rank();
        if self.is_object(id) && matches!(chain.root.node, Expression::Identifier(_)) {
            return self.refuse_use(at, Refusal::AddressEscapes(Escape::Pointer));
        }
        match chain.steps.len() {
            k if k < rank => {
                let whole = if k == 0 && partial == Escape::PartialSubscript {
                    Escape::Pointer
                } else {
                    partial
                };
                self.refuse_use(at, Refusal::AddressEscapes(whole));
            }
            k if k > rank && matches!(element, Type::Pointer(_)) => {
                self.reference(id, &chain, rank, READ)
            }
            // The subscript selects an element of a vector type.
            k if k > rank => self.refuse_use(at, Refusal::UnknownElement),
            _ => self.reference(id, &chain, rank, usage),
        }
    }
}

/// The name in `a` or `*a`.
fn named(expression: &Node<Expression>) -> Option<&Node<Identifier>> {
    match &expression.node {
        Expression::Identifier(name) => Some(name),
        Expression::UnaryOperator(u) if u.node.operator.node == UnaryOperator::Indirection => {
            match &u.node.operand.node {
                Expression::Identifier(name) => Some(name),
                _ => None,
            }
        }
        _ => None,
    }
}
