//! Finds the object that each name in a function means. Scopes are opened and closed in textual
//! order.

use crate::names::scopes::{Entity, Scopes, Specified, derive, is_restricted, pointer_qualifiers};
use crate::names::symbols::{Call, Global, Origin, Stream, Symbol, Symbols, VarId, Variable};
use crate::names::types::{Storage, Type, member_type};
use crate::syntax::declarators::declared_name;
use crate::syntax::expressions::{is_assignment, is_discarded, is_step};
use crate::syntax::jumps::{Jumps, Kind, Mark, Path};
use crate::syntax::parser::ParsedDeclaration;
use lang_c::ast::{
    BinaryOperator, Declaration, Declarator, DerivedDeclarator, Expression, ForInitializer,
    FunctionDefinition, Initializer, Label, Statement, TypeOf, UnaryOperator,
};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};
use resolver::{Resolver, Streams};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

pub(crate) use resolver::World;

mod calls;
mod resolver;
mod stores;
mod streams;

/// Resolves all names of a function. File-scope names must have been declared in `scopes`.
pub(crate) fn resolve<'a>(
    function: &'a FunctionDefinition,
    piece: &'a ParsedDeclaration,
    scopes: &mut Scopes,
    world: World<'_>,
    globals: &mut [Global<'a>],
) -> Symbols<'a> {
    let base = piece.base;
    let body = base.range(function.statement.span);
    let mut resolver = Resolver {
        base,
        unread: &piece.unread,
        hidden: &piece.hidden,
        attributes: world.attributes,
        scopes,
        macros: world.macros,
        aliases: world.aliases,
        globals,
        symbols: Symbols::default(),
        imported: HashMap::new(),
        block_end: body.end,
        unevaluated: 0,
        path: Path::new(),
        gotos: Vec::new(),
        labels: Vec::new(),
        streams: Streams::default(),
    };
    resolver.function(function);
    resolver.settle_streams();
    let jumps = Jumps::of(&resolver.gotos, &resolver.labels);
    let mut symbols = resolver.symbols;
    symbols.sort_writes();
    symbols.jump(jumps);
    symbols
}

/// What declares an object: its declarator, its initialiser, and all of the declaration.
type Declared<'a> = (
    &'a Node<Declarator>,
    Option<&'a Node<Initializer>>,
    Option<&'a Declaration>,
);

impl<'a> Resolver<'a, '_> {
    fn function(&mut self, function: &'a FunctionDefinition) {
        self.scopes.enter();
        let mut declarator = &function.declarator;
        while let lang_c::ast::DeclaratorKind::Declarator(inner) = &declarator.node.kind.node {
            declarator = inner;
        }
        for derived in &declarator.node.derived {
            if let DerivedDeclarator::Function(list) = &derived.node {
                list.node
                    .parameters
                    .iter()
                    .for_each(|p| self.parameter(&p.node));
            }
        }
        for declaration in &function.declarations {
            self.declaration(&declaration.node, Origin::Parameter);
        }
        self.visit_statement(&function.statement.node, &function.statement.span);
        self.reveal(usize::MAX);
        self.scopes.leave();
    }

    fn parameter(&mut self, parameter: &'a lang_c::ast::ParameterDeclaration) {
        let specified = self.scopes.specified(&parameter.specifiers, self.macros);
        if parameter.declarator.is_none() && specified.base == Type::Void {
            return;
        }
        let next = VarId(self.symbols.variables.len());
        if let Some(declarator) = &parameter.declarator {
            self.visit_declarator(&declarator.node, &declarator.span);
            let declared = (declarator, None, None);
            self.declare(&specified, declared, Origin::Parameter);
        }
        let is_declared = next.0 < self.symbols.variables.len();
        self.symbols.parameters.push(is_declared.then_some(next));
    }

    fn declaration(&mut self, declaration: &'a Declaration, origin: Origin) {
        if let Some(first) = declaration.specifiers.first() {
            self.reveal(self.base.range(first.span).start);
        }
        for specifier in &declaration.specifiers {
            self.visit_declaration_specifier(&specifier.node, &specifier.span);
        }
        let specified = self.scopes.specified(&declaration.specifiers, self.macros);
        for item in &declaration.declarators {
            let declarator = &item.node.declarator;
            self.visit_declarator(&declarator.node, &declarator.span);
            let initializer = item.node.initializer.as_ref();
            self.declare(
                &specified,
                (declarator, initializer, Some(declaration)),
                origin,
            );
            if let Some(initializer) = &item.node.initializer {
                self.visit_initializer(&initializer.node, &initializer.span);
            }
        }
    }

    fn declare(
        &mut self,
        specified: &Specified,
        (declarator, initializer, declaration): Declared<'a>,
        origin: Origin,
    ) {
        let Some(name) = declared_name(declarator) else {
            return;
        };
        let ty = derive(specified.base.clone(), &declarator.node);
        let qualifiers = specified
            .qualifiers
            .and(pointer_qualifiers(&declarator.node));
        let spelled = &name.node.name;
        if specified.storage == Storage::Typedef {
            return self.scopes.declare(spelled, Entity::Type(ty, qualifiers));
        }
        let ty = match ty {
            Type::Function if origin == Origin::Parameter => Type::Pointer(Arc::new(ty)),
            Type::Function => {
                self.symbols.prototypes.push(spelled.clone());
                return self.scopes.declare(spelled, Entity::Other);
            }
            ty => ty,
        };
        let id = VarId(self.symbols.variables.len());
        let at = self.base.range(name.span);
        self.reveal(at.start);
        let writes = initializer.map(|_| at.start).into_iter().collect();
        self.symbols.declared.insert(at.start, id);
        self.symbols.add(Variable {
            id,
            name: self.aliases.name(spelled).to_string(),
            scope: self.base.range(declarator.span).end..self.block_end,
            at,
            declared_type: ty,
            qualifiers,
            storage: specified.storage,
            origin,
            base: self.base,
            declarator: Some(declarator),
            declaration,
            initializer,
            mentions: Vec::new(),
            writes,
            address_taken: false,
            addresses: Vec::new(),
            subscripted: false,
            restricted: origin == Origin::Parameter && is_restricted(&declarator.node),
        });
        self.scopes.declare(spelled, Entity::Local(id));
        if origin == Origin::Local {
            self.declare_parts(spelled, id);
        }
        if let Some(initializer) = initializer {
            self.stream_initialised(id, &initializer.node);
        }
    }

    /// Declares the members of a local structure that are objects of their own.
    fn declare_parts(&mut self, object: &str, whole: VarId) {
        let whole = &self.symbols.variables[whole.0];
        let record = match &whole.declared_type {
            Type::Record(record) if !record.is_union => Some(Arc::clone(record)),
            _ => None,
        };
        let template = (whole.at.clone(), whole.scope.clone(), whole.storage);
        let qualifiers = whole.qualifiers;
        for (member, alias) in self.aliases.members(object) {
            let ty = record.as_ref().map_or(Type::Unknown, |record| {
                let is_narrow = record.bit_fields.iter().any(|name| name == member);
                let ty = member_type(&Type::Record(Arc::clone(record)), member);
                let is_scalar = ty.is_scalar() && !is_narrow;
                if is_scalar { ty } else { Type::Unknown }
            });
            let id = VarId(self.symbols.variables.len());
            let (at, scope, storage) = template.clone();
            self.symbols.add(Variable {
                id,
                name: self.aliases.name(alias).to_string(),
                scope,
                at,
                declared_type: ty,
                qualifiers,
                storage,
                origin: Origin::Local,
                base: self.base,
                declarator: None,
                declaration: None,
                initializer: None,
                mentions: Vec::new(),
                writes: Vec::new(),
                address_taken: false,
                addresses: Vec::new(),
                subscripted: false,
                restricted: false,
            });
            self.scopes.declare(alias, Entity::Local(id));
        }
    }

    fn mention(&mut self, name: &str, at: usize) {
        if let Some(object) = self.aliases.object(name)
            && let Some(Entity::Local(whole)) = self.scopes.find(object)
        {
            self.symbols.variables[whole.0].mentions.push(at);
        }
        let symbol = match self.scopes.find(name).cloned() {
            Some(Entity::Local(id)) => Symbol::Variable(id),
            // `extern typeof(f) f;`
            Some(Entity::Global(global)) => {
                self.function_named(name, at);
                Symbol::Variable(self.import(global))
            }
            Some(Entity::Constant(constant)) => Symbol::Constant(constant),
            _ => return self.function_named(name, at),
        };
        if let Symbol::Variable(id) = symbol {
            self.symbols.variables[id.0].mentions.push(at);
        }
        self.symbols.mentions.insert(at, symbol);
    }

    fn counter(&mut self, statement: &Statement, range: &Range<usize>) {
        if let Statement::For(node) = statement
            && let ForInitializer::Expression(init) = &node.node.initializer.node
            && let Expression::BinaryOperator(assignment) = &init.node
            && let Some(id) = self.named(&assignment.node.lhs.node)
        {
            self.symbols.counters.push((id, range.clone()));
        }
    }

    fn statement(&mut self, statement: &'a Statement, span: &'a Offsets, range: Range<usize>) {
        match statement {
            Statement::Compound(_) => {
                return self.in_block(range, |s| visit::visit_statement(s, statement, span));
            }
            Statement::For(_) => {
                self.symbols.loops.push(range.clone());
                self.counter(statement, &range);
                return self.in_block(range, |s| visit::visit_statement(s, statement, span));
            }
            Statement::While(_) | Statement::DoWhile(_) => self.symbols.loops.push(range),
            Statement::Goto(label) => {
                let mark = self.mark(&label.node.name);
                self.gotos.push(mark);
            }
            Statement::Labeled(node) => {
                if let Label::Identifier(label) = &node.node.label.node {
                    let mark = self.mark(&label.node.name);
                    self.labels.push(mark);
                }
            }
            Statement::Return(_) | Statement::Break | Statement::Continue => {
                self.symbols.exits.push(range.start);
            }
            Statement::Expression(Some(e)) if is_discarded(&e.node) => return,
            Statement::Expression(None) => {
                let mut unread = self.unread.iter();
                if let Some(unread) = unread.find(|u| u.range.start == range.start) {
                    self.unread(unread);
                }
            }
            // The same as a call of an unknown function.
            Statement::Asm(assembly) => {
                self.named_in_template(&assembly.node, range.start);
                self.symbols.calls.push(Call {
                    name: None,
                    at: range.start,
                    stream: Stream::Unknown,
                    passed: None,
                });
            }
            _ => {}
        }
        visit::visit_statement(self, statement, span);
    }

    fn mark(&self, label: &str) -> Mark {
        Mark {
            label: label.to_string(),
            path: self.path.clone(),
        }
    }

    fn in_block(&mut self, range: Range<usize>, inside: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.block_end, range.end);
        self.reveal(range.start);
        self.scopes.enter();
        inside(self);
        self.reveal(range.end);
        self.scopes.leave();
        self.block_end = outer;
    }
}

/// The `p` of `*p`.
fn dereferenced(expression: &Expression) -> Option<&Expression> {
    match expression {
        Expression::UnaryOperator(u) if u.node.operator.node == UnaryOperator::Indirection => {
            Some(&u.node.operand.node)
        }
        _ => None,
    }
}

impl<'a> Visit<'a> for Resolver<'a, '_> {
    fn visit_statement(&mut self, statement: &'a Statement, span: &'a Offsets) {
        let range = self.base.range(*span);
        self.path.push((range.clone(), Kind::of(statement)));
        self.statement(statement, span, range);
        self.path.pop();
    }
    fn visit_for_initializer(&mut self, initializer: &'a ForInitializer, span: &'a Offsets) {
        match initializer {
            ForInitializer::Declaration(declaration) => {
                self.declaration(&declaration.node, Origin::Local)
            }
            _ => visit::visit_for_initializer(self, initializer, span),
        }
    }

    fn visit_declaration(&mut self, declaration: &'a Declaration, _: &'a Offsets) {
        self.declaration(declaration, Origin::Local);
    }

    fn visit_gnu_asm_operand(
        &mut self,
        operand: &'a lang_c::ast::GnuAsmOperand,
        span: &'a Offsets,
    ) {
        let at = self.base.range(operand.variable_name.span).start;
        self.written(&operand.variable_name.node, at);
        visit::visit_gnu_asm_operand(self, operand, span);
    }

    fn visit_type_name(&mut self, name: &'a lang_c::ast::TypeName, span: &'a Offsets) {
        let ty = self.scopes.type_name(name, self.macros);
        self.symbols.casts.insert(self.base.range(*span).start, ty);
        visit::visit_type_name(self, name, span);
    }

    fn visit_expression(&mut self, expression: &'a Expression, span: &'a Offsets) {
        let Range { start: at, end } = self.base.range(*span);
        let last = end.saturating_sub(1);
        match expression {
            Expression::Identifier(name) => {
                let at = self.base.range(name.span).start;
                return self.mention(&name.node.name, at);
            }
            Expression::UnaryOperator(u) if is_step(&u.node.operator.node) => {
                self.written(&u.node.operand.node, last)
            }
            Expression::UnaryOperator(u) if u.node.operator.node == UnaryOperator::Address => {
                let operand = self.base.range(u.node.operand.span).start;
                self.address_taken(&u.node.operand.node, operand);
                self.stream_changed(&u.node.operand.node);
            }
            Expression::BinaryOperator(b) if is_assignment(&b.node.operator.node) => {
                self.written(&b.node.lhs.node, last);
                let (to, value) = (&b.node.lhs.node, &b.node.rhs.node);
                self.stream_set(&b.node.operator.node, to, value);
            }
            Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::Index => {
                let base = &b.node.lhs.node;
                if let Some(id) = self.named(dereferenced(base).unwrap_or(base)) {
                    self.symbols.variables[id.0].subscripted = true;
                }
            }
            Expression::Call(call) => return self.call(&call.node, at),
            _ => {}
        }
        let is_unevaluated = usize::from(calls::is_unevaluated(expression));
        self.unevaluated += is_unevaluated;
        visit::visit_expression(self, expression, span);
        self.unevaluated -= is_unevaluated;
    }

    fn visit_type_of(&mut self, of: &'a TypeOf, span: &'a Offsets) {
        self.unevaluated += 1;
        visit::visit_type_of(self, of, span);
        self.unevaluated -= 1;
    }
}
