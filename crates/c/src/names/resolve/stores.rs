//! Writes of objects, and operators that take their address.

use super::resolver::Resolver;
use crate::names::scopes::Entity;
use crate::names::symbols::{Call, Origin, Store, Stream, VarId};
use crate::names::types::{Type, member_type};
use crate::syntax::parser::recover::Unread;
use crate::syntax::tokens::identifiers;
use lang_c::ast::{AsmStatement, BinaryOperator, Expression, MemberOperator, UnaryOperator};

impl Resolver<'_, '_> {
    /// The type of an lvalue, as far as declarations determine it.
    fn type_of(&mut self, expression: &Expression) -> Type {
        let target = |ty: Type| ty.target().cloned().unwrap_or(Type::Unknown);
        match expression {
            Expression::Identifier(_) => match self.named(expression) {
                Some(id) => self.symbols.variables[id.0].declared_type.clone(),
                None => Type::Unknown,
            },
            Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::Index => {
                target(self.type_of(&b.node.lhs.node))
            }
            Expression::UnaryOperator(u) if u.node.operator.node == UnaryOperator::Indirection => {
                target(self.type_of(&u.node.operand.node))
            }
            Expression::BinaryOperator(b) if is_additive(&b.node.operator.node) => {
                let pointer = self.without_offset(expression);
                match std::ptr::eq(pointer, expression) {
                    true => Type::Unknown,
                    false => self.type_of(pointer),
                }
            }
            Expression::Member(member) => {
                let mut ty = self.type_of(&member.node.expression.node);
                if member.node.operator.node == MemberOperator::Indirect {
                    ty = target(ty);
                }
                member_type(&ty, &member.node.identifier.node.name)
            }
            _ => Type::Unknown,
        }
    }

    pub(super) fn written(&mut self, target: &Expression, at: usize) {
        match self.named(target) {
            Some(id) => {
                self.symbols.variables[id.0].writes.push(at);
                // The value of such an object is not followed.
                if self.unevaluated > 0 {
                    self.has_address_taken(id);
                }
            }
            None => {
                let ty = self.type_of(target);
                let (from, pointers) = self.way_to(target).unzip();
                self.symbols.stores.push(Store {
                    at,
                    ty,
                    from,
                    pointers: pointers.unwrap_or(0),
                });
                if let Some(id) = self.part_of(target) {
                    self.symbols.variables[id.0].writes.push(at);
                }
            }
        }
    }

    /// A store through a pointer to the start of an array, or through the array's name.
    pub(super) fn stored_through(&mut self, pointer: &Expression, at: usize) {
        let pointed = |ty: &Type| match ty {
            Type::Pointer(to) | Type::Array(to) => to.rank().1.clone(),
            _ => Type::Unknown,
        };
        let pointer_type = self.type_of(pointer);
        let way = self.way_to(pointer);
        let leads = matches!(pointer_type, Type::Pointer(_)) || self.is_parameter(pointer);
        self.symbols.stores.push(Store {
            at,
            ty: pointed(&pointer_type),
            from: way.map(|(id, _)| id),
            pointers: way.map_or(0, |(_, pointers)| pointers + usize::from(leads)),
        });
    }

    fn is_parameter(&mut self, expression: &Expression) -> bool {
        let named = self.named(expression);
        named.is_some_and(|id| self.symbols.variables[id.0].origin == Origin::Parameter)
    }

    /// The pointer of a sum of a pointer and integers: `t + y * w + x`.
    fn without_offset<'e>(&mut self, expression: &'e Expression) -> &'e Expression {
        let Expression::BinaryOperator(b) = expression else {
            return expression;
        };
        if !is_additive(&b.node.operator.node) {
            return expression;
        }
        for side in [&b.node.lhs.node, &b.node.rhs.node] {
            let side = self.without_offset(side);
            if matches!(self.type_of(side), Type::Pointer(_) | Type::Array(_)) {
                return side;
            }
        }
        expression
    }

    /// The object that an lvalue starts with, and the number of pointers that lead from there to
    /// the destination.
    fn way_to(&mut self, target: &Expression) -> Option<(VarId, usize)> {
        let (inner, leads) = match target {
            Expression::Identifier(_) => return self.named(target).map(|id| (id, 0)),
            Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::Index => {
                (&b.node.lhs.node, true)
            }
            Expression::UnaryOperator(u) if u.node.operator.node == UnaryOperator::Indirection => {
                (self.without_offset(&u.node.operand.node), true)
            }
            Expression::Member(m) => (
                &m.node.expression.node,
                m.node.operator.node == MemberOperator::Indirect,
            ),
            _ => return None,
        };
        let (id, pointers) = self.way_to(inner)?;
        let is_pointer = match (self.named(inner), self.type_of(inner)) {
            (Some(id), Type::Array(_)) => self.symbols.variables[id.0].origin == Origin::Parameter,
            (_, Type::Array(_)) => false,
            (_, Type::Pointer(_)) => true,
            _ if leads => return None,
            _ => false,
        };
        Some((id, pointers + usize::from(leads && is_pointer)))
    }

    /// The object that the member belongs to.
    fn part_of(&mut self, target: &Expression) -> Option<VarId> {
        let Expression::Member(member) = target else {
            return None;
        };
        if member.node.operator.node == MemberOperator::Indirect {
            return None;
        }
        let inner = &member.node.expression.node;
        self.named(inner).or_else(|| self.part_of(inner))
    }

    pub(super) fn address_taken(&mut self, operand: &Expression, at: usize) {
        if let Some(id) = self.named(operand) {
            self.symbols.variables[id.0].addresses.push(at);
            self.has_address_taken(id);
        }
    }

    fn has_address_taken(&mut self, id: VarId) {
        self.symbols.variables[id.0].address_taken = true;
        if let Origin::Global(global) = self.symbols.variables[id.0].origin {
            self.globals[global].address_taken = true;
        }
    }

    /// Assembly may name objects at file scope.
    pub(super) fn named_in_template(&mut self, assembly: &AsmStatement, at: usize) {
        let template = match assembly {
            AsmStatement::GnuBasic(template) => template,
            AsmStatement::GnuExtended(extended) => &extended.template,
        };
        for name in template.node.iter().flat_map(|text| identifiers(text)) {
            if let Some(Entity::Global(global)) = self.scopes.find(name) {
                let id = self.import(*global);
                self.symbols.variables[id.0].mentions.push(at);
                self.symbols.hidden.insert(at, "asm");
            }
        }
    }

    /// Resolves the hidden names up to an offset. The use of their objects is not known.
    pub(super) fn reveal(&mut self, end: usize) {
        while let Some((next, rest)) = self.hidden.split_first()
            && next.at < end
        {
            self.hidden = rest;
            let parsed = self.aliases.alias(&next.name).unwrap_or(&next.name);
            self.mention(parsed, next.at);
            if let Some(id) = self.symbols.variable_at(next.at) {
                self.symbols.hidden.insert(next.at, next.construct);
                if matches!(self.symbols.variables[id.0].declared_type, Type::Pointer(_)) {
                    self.has_address_taken(id);
                }
            }
        }
    }

    /// Handles code that could not be read: it may do anything with the objects that it names, and
    /// may declare the names anew.
    pub(super) fn unread(&mut self, unread: &Unread) {
        let at = unread.range.start;
        for (name, at) in &unread.names {
            let parsed = self.aliases.alias(name).unwrap_or(name);
            match self.scopes.find(parsed) {
                Some(Entity::Type(..)) => continue,
                None => {}
                Some(_) => self.mention(parsed, *at),
            }
            if let Some(id) = self.symbols.variable_at(*at) {
                self.symbols.variables[id.0].writes.push(*at);
                self.has_address_taken(id);
            }
        }
        for (name, _) in &unread.names {
            let parsed = self.aliases.alias(name).unwrap_or(name);
            if !matches!(self.scopes.find(parsed), Some(Entity::Type(..)) | None) {
                self.scopes.declare(parsed, Entity::Other);
            }
        }
        let ty = Type::Unknown;
        self.symbols.stores.push(Store {
            at,
            ty,
            from: None,
            pointers: 0,
        });
        self.symbols.calls.push(Call {
            name: None,
            at,
            stream: Stream::Unknown,
            passed: None,
        });
        self.symbols.exits.extend(unread.exits.iter().copied());
        self.symbols.jumps.extend(unread.jump.clone());
        for (name, at) in &unread.names {
            self.function_named(name, *at);
        }
        self.symbols.unread.push(unread.range.clone());
    }
}

fn is_additive(operator: &BinaryOperator) -> bool {
    matches!(operator, BinaryOperator::Plus | BinaryOperator::Minus)
}
