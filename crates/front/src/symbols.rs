//! Which object every name in a function means, and what happens to it where. Offsets are those of
//! the unit's text.

use crate::aliases::Aliases;
use crate::heap::Heap;
use crate::jumps::{Jumps, Kind, Mark, Path};
use crate::parse::{Base, Piece, declared_name};
use crate::recover::Unread;
use crate::refusal::PointerProblem;
use crate::scopes::{Constant, Entity, Macros, Scopes, Specified, derive, pointer_qualifiers};
use crate::types::{Qualifiers, Storage, Type};
use lang_c::ast::{
    BinaryOperator, CallExpression, Declaration, Declarator, DerivedDeclarator, Expression,
    ForInitializer, FunctionDefinition, Initializer, Label, MemberOperator, SpecifierQualifier,
    Statement, TypeSpecifier, UnaryOperator,
};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::sync::Arc;

/// An object of a function, its parameters and the globals it names included.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct VarId(pub usize);

/// What kind of declaration made an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// In the function's body.
    Local,
    /// In its parameter list.
    Parameter,
    /// At file scope.
    Global(usize),
}

/// An object and all that happens to it in the function.
#[derive(Debug)]
pub struct Variable<'a> {
    /// Its name.
    pub name: String,
    /// The name in its declarator.
    pub at: Range<usize>,
    /// Where the name means this object, as far as no inner declaration hides it.
    pub scope: Range<usize>,
    /// Its type.
    pub ty: Type,
    /// Its qualifiers.
    pub qualifiers: Qualifiers,
    /// Where it lives.
    pub storage: Storage,
    /// What declared it.
    pub origin: Origin,
    /// Where the offsets of its declaration start.
    pub base: Base,
    /// Its declarator.
    pub declarator: Option<&'a Node<Declarator>>,
    /// Its initialiser.
    pub initializer: Option<&'a Node<Initializer>>,
    /// Every mention but the declaration.
    pub uses: Vec<usize>,
    /// Assignments, `++` and `--` of the whole object, each at its last byte, and `scanf`; the
    /// initialiser too. Sorted.
    pub writes: Vec<usize>,
    /// `&` applied to the whole object, other than for `scanf`.
    pub address_taken: bool,
    /// Whether `p[i]` or `(*p)[i]` occurs.
    pub subscripted: bool,
    /// Its accesses are followed: an array of the function, or a scalar that is asked for.
    pub tracked: bool,
    /// The heap array that it stands for; its type is then the array's.
    pub heap: Option<Heap<'a>>,
    /// Why it stands for none, if it is a pointer.
    pub problem: Option<PointerProblem>,
}

/// What a mention of a name means.
#[derive(Clone, Debug)]
pub enum Symbol {
    /// An object.
    Variable(VarId),
    /// An enumeration constant.
    Constant(Constant),
}

/// A call.
#[derive(Debug)]
pub struct Call {
    /// The function, if it is named.
    pub name: Option<String>,
    /// Where.
    pub at: usize,
}

/// An assignment through a pointer or subscript.
#[derive(Debug)]
pub struct Store {
    /// Where.
    pub at: usize,
    /// What is stored to.
    pub ty: Type,
}

/// All about the names of one function.
#[derive(Debug, Default)]
pub struct Symbols<'a> {
    /// Objects in order of declaration or first mention.
    pub variables: Vec<Variable<'a>>,
    /// Objects by name.
    by_name: HashMap<String, Vec<VarId>>,
    /// The function's parameters by position, as far as they are objects with a name.
    pub parameters: Vec<Option<VarId>>,
    /// Mentions by offset.
    pub mentions: HashMap<usize, Symbol>,
    /// All loops, outermost first.
    pub loops: Vec<Range<usize>>,
    /// The objects that `for` loops start with, and these loops.
    pub counters: Vec<(VarId, Range<usize>)>,
    /// All calls.
    pub calls: Vec<Call>,
    /// All assignments through pointers or subscripts.
    pub stores: Vec<Store>,
    /// `return`, `break` and `continue`.
    pub exits: Vec<usize>,
    /// `setjmp` and its relatives.
    pub jumps: Vec<(String, usize)>,
    /// What `goto` may pass over.
    pub skips: Vec<Range<usize>>,
    /// Whole statements that `goto` enters or repeats.
    tangles: Vec<Range<usize>>,
    /// Where statements start that only set up, test or end heap arrays, and the arrays that are all
    /// zero from there on.
    pub setups: BTreeMap<usize, Vec<VarId>>,
    /// Statements and calls that set up or test heap arrays: that they end the program is left out of
    /// account.
    pub allocating: Vec<Range<usize>>,
    /// Types named in casts, by offset.
    pub casts: HashMap<usize, Type>,
    /// All writes of objects by place, sorted.
    writes: Vec<(usize, VarId)>,
    /// Objects of the function by the offset of the name in their declarator.
    declared: HashMap<usize, VarId>,
    /// Statements that could not be read. They are empty ones in the syntax tree.
    pub unread: Vec<Range<usize>>,
}

impl<'a> Symbols<'a> {
    /// The object.
    pub fn variable(&self, id: VarId) -> &Variable<'a> {
        &self.variables[id.0]
    }

    /// The object that the name at this offset means.
    pub fn variable_at(&self, at: usize) -> Option<VarId> {
        match self.mentions.get(&at) {
            Some(Symbol::Variable(id)) => Some(*id),
            _ => None,
        }
    }

    /// Adds an object.
    fn add(&mut self, variable: Variable<'a>) {
        let id = VarId(self.variables.len());
        let same_name = self.by_name.entry(variable.name.clone()).or_default();
        same_name.push(id);
        self.variables.push(variable);
    }

    /// The object that `name` would mean at an offset.
    pub fn visible(&self, name: &str, at: usize) -> Option<VarId> {
        let scope = |id: &VarId| &self.variable(*id).scope;
        let candidates = self.by_name.get(name)?.iter().copied();
        candidates
            .filter(|id| scope(id).contains(&at))
            .max_by_key(|id| scope(id).start)
    }

    /// The object whose declarator has its name at this offset.
    pub fn declared_at(&self, at: usize) -> Option<VarId> {
        self.declared.get(&at).copied()
    }

    fn jump(&mut self, jumps: Jumps) {
        self.skips = jumps.skips;
        self.tangles = jumps.tangles;
        if !self.tangles.is_empty() {
            self.loops.extend(self.tangles.iter().cloned());
            self.loops
                .sort_by_key(|l| (l.start, std::cmp::Reverse(l.end)));
        }
    }

    /// Whether `goto` is used.
    pub fn has_gotos(&self) -> bool {
        !self.skips.is_empty() || !self.tangles.is_empty()
    }

    /// Whether `goto` enters or repeats a piece of text.
    pub fn is_tangled(&self, range: &Range<usize>) -> bool {
        self.tangles.iter().any(|tangle| contains(tangle, range))
    }

    /// Whether `goto` may pass over the place.
    pub fn may_be_passed(&self, at: usize) -> bool {
        self.skips.iter().any(|skip| skip.contains(&at))
    }

    fn sort_writes(&mut self) {
        for (index, variable) in self.variables.iter_mut().enumerate() {
            variable.writes.sort_unstable();
            let writes = variable.writes.iter().map(|at| (*at, VarId(index)));
            self.writes.extend(writes);
        }
        self.writes.sort_unstable();
    }

    /// The writes of objects in a range of the text, in order.
    pub fn writes_in(&self, range: &Range<usize>) -> &[(usize, VarId)] {
        let from = self.writes.partition_point(|(at, _)| *at < range.start);
        let to = self.writes.partition_point(|(at, _)| *at < range.end);
        self.writes.get(from..to).unwrap_or_default()
    }

    /// The end of the outermost loop inside `within` that holds `at`, or `at` itself.
    pub fn after_loops(&self, at: usize, within: &Range<usize>) -> usize {
        let around = self
            .loops
            .iter()
            .find(|l| contains(within, l) && l.contains(&at));
        around.map_or(at, |l| l.end)
    }

    /// The start of the outermost loop inside `within` that holds `at`, or `at` itself.
    pub fn before_loops(&self, at: usize, within: &Range<usize>) -> usize {
        let around = self
            .loops
            .iter()
            .find(|l| contains(within, l) && l.contains(&at));
        around.map_or(at, |l| l.start)
    }
}

/// Whether `inner` lies in `outer`.
pub fn contains(outer: &Range<usize>, inner: &Range<usize>) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

/// An object at file scope.
#[derive(Debug)]
pub struct Global<'a> {
    /// Its name.
    pub name: String,
    /// The name in its declarator.
    pub at: Range<usize>,
    /// Its type.
    pub ty: Type,
    /// Its qualifiers.
    pub qualifiers: Qualifiers,
    /// `static`, or anything else.
    pub storage: Storage,
    /// Where the offsets of its declarator start.
    pub base: Base,
    /// Its declarator.
    pub declarator: &'a Node<Declarator>,
    /// Its initialiser.
    pub initializer: Option<&'a Node<Initializer>>,
    /// Its initialiser, if that is a constant.
    pub value: Option<Constant>,
    /// Whether the main file declares it.
    pub in_main_file: bool,
    /// Whether `&` is applied to it anywhere in the main file.
    pub address_taken: bool,
}

/// What names of the unit mean that no declaration says.
#[derive(Clone, Copy)]
pub struct World<'w> {
    /// Macros that stand for integers.
    pub macros: Macros<'w>,
    /// Names that the parser was given under an alias.
    pub aliases: &'w Aliases,
}

/// Resolves all names of a function. File-scope names must have been declared in `scopes`.
pub fn resolve<'a>(
    function: &'a FunctionDefinition,
    piece: &'a Piece,
    scopes: &mut Scopes,
    world: World<'_>,
    globals: &mut [Global<'a>],
) -> Symbols<'a> {
    let base = piece.base;
    let body = base.range(function.statement.span);
    let mut resolver = Resolver {
        base,
        unread: &piece.unread,
        scopes,
        macros: world.macros,
        aliases: world.aliases,
        globals,
        symbols: Symbols::default(),
        imported: HashMap::new(),
        block_end: body.end,
        path: Path::new(),
        gotos: Vec::new(),
        labels: Vec::new(),
    };
    resolver.function(function);
    let jumps = Jumps::of(&resolver.gotos, &resolver.labels);
    let mut symbols = resolver.symbols;
    symbols.sort_writes();
    symbols.jump(jumps);
    symbols
}

struct Resolver<'a, 's> {
    base: Base,
    unread: &'a [Unread],
    scopes: &'s mut Scopes,
    macros: Macros<'s>,
    aliases: &'s Aliases,
    globals: &'s mut [Global<'a>],
    symbols: Symbols<'a>,
    imported: HashMap<usize, VarId>,
    block_end: usize,
    /// The statements around the place.
    path: Path,
    gotos: Vec<Mark>,
    labels: Vec<Mark>,
}

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
            self.declare(&specified, declarator, None, Origin::Parameter);
        }
        let is_declared = next.0 < self.symbols.variables.len();
        self.symbols.parameters.push(is_declared.then_some(next));
    }

    fn declaration(&mut self, declaration: &'a Declaration, origin: Origin) {
        for specifier in &declaration.specifiers {
            self.visit_declaration_specifier(&specifier.node, &specifier.span);
        }
        let specified = self.scopes.specified(&declaration.specifiers, self.macros);
        for item in &declaration.declarators {
            let declarator = &item.node.declarator;
            self.visit_declarator(&declarator.node, &declarator.span);
            self.declare(
                &specified,
                declarator,
                item.node.initializer.as_ref(),
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
        declarator: &'a Node<Declarator>,
        initializer: Option<&'a Node<Initializer>>,
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
            Type::Function => return self.scopes.declare(spelled, Entity::Other),
            ty => ty,
        };
        let id = VarId(self.symbols.variables.len());
        let at = self.base.range(name.span);
        let writes = initializer.map(|_| at.start).into_iter().collect();
        let is_array = matches!(ty, Type::Array(_));
        self.symbols.declared.insert(at.start, id);
        self.symbols.add(Variable {
            name: self.aliases.name(spelled).to_string(),
            scope: self.base.range(declarator.span).end..self.block_end,
            at,
            ty,
            qualifiers,
            storage: specified.storage,
            origin,
            base: self.base,
            declarator: Some(declarator),
            initializer,
            uses: Vec::new(),
            writes,
            address_taken: false,
            subscripted: false,
            tracked: origin == Origin::Local && is_array,
            heap: None,
            problem: None,
        });
        self.scopes.declare(spelled, Entity::Local(id));
    }

    /// The object that an expression names as a whole.
    fn named(&mut self, expression: &Expression) -> Option<VarId> {
        let Expression::Identifier(name) = expression else {
            return None;
        };
        match self.scopes.find(&name.node.name)?.clone() {
            Entity::Local(id) => Some(id),
            Entity::Global(global) => Some(self.import(global)),
            _ => None,
        }
    }

    fn import(&mut self, global: usize) -> VarId {
        if let Some(id) = self.imported.get(&global) {
            return *id;
        }
        let id = VarId(self.symbols.variables.len());
        let from = &self.globals[global];
        self.symbols.add(Variable {
            name: from.name.clone(),
            at: from.at.clone(),
            scope: from.at.end..usize::MAX,
            ty: from.ty.clone(),
            qualifiers: from.qualifiers,
            storage: from.storage,
            origin: Origin::Global(global),
            base: from.base,
            declarator: Some(from.declarator),
            initializer: from.initializer,
            uses: Vec::new(),
            writes: Vec::new(),
            address_taken: false,
            subscripted: false,
            tracked: false,
            heap: None,
            problem: None,
        });
        self.imported.insert(global, id);
        id
    }

    fn mention(&mut self, name: &str, at: usize) {
        let symbol = match self.scopes.find(name).cloned() {
            Some(Entity::Local(id)) => Symbol::Variable(id),
            Some(Entity::Global(global)) => Symbol::Variable(self.import(global)),
            Some(Entity::Constant(constant)) => Symbol::Constant(constant),
            _ => return,
        };
        if let Symbol::Variable(id) = symbol {
            self.symbols.variables[id.0].uses.push(at);
        }
        self.symbols.mentions.insert(at, symbol);
    }

    /// Code that could not be read: it may do anything with what it names, and declare the names
    /// anew.
    fn unread(&mut self, unread: &Unread) {
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
        self.symbols.stores.push(Store { at, ty });
        self.symbols.calls.push(Call { name: None, at });
        self.symbols.exits.extend(unread.exits.iter().copied());
        self.symbols.jumps.extend(unread.jump.clone());
        self.symbols.unread.push(unread.range.clone());
    }

    fn written(&mut self, target: &Expression, at: usize) {
        match self.named(target) {
            Some(id) => self.symbols.variables[id.0].writes.push(at),
            None => {
                let ty = self.type_of(target);
                self.symbols.stores.push(Store { at, ty });
                if let Some(id) = self.part_of(target) {
                    self.symbols.variables[id.0].writes.push(at);
                }
            }
        }
    }

    /// The object that has the member.
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

    fn address_taken(&mut self, operand: &Expression) {
        if let Some(id) = self.named(operand) {
            self.has_address_taken(id);
        }
    }

    fn has_address_taken(&mut self, id: VarId) {
        self.symbols.variables[id.0].address_taken = true;
        if let Origin::Global(global) = self.symbols.variables[id.0].origin {
            self.globals[global].address_taken = true;
        }
    }

    /// The type of an lvalue, as far as declarations tell.
    fn type_of(&mut self, expression: &Expression) -> Type {
        let target = |ty: Type| ty.target().cloned().unwrap_or(Type::Unknown);
        match expression {
            Expression::Identifier(_) => match self.named(expression) {
                Some(id) => self.symbols.variables[id.0].ty.clone(),
                None => Type::Unknown,
            },
            Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::Index => {
                target(self.type_of(&b.node.lhs.node))
            }
            Expression::UnaryOperator(u) if u.node.operator.node == UnaryOperator::Indirection => {
                target(self.type_of(&u.node.operand.node))
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

    fn call(&mut self, call: &'a CallExpression, at: usize) {
        let is_pointer = self.named(&call.callee.node).is_some();
        let name = match &call.callee.node {
            Expression::Identifier(name) if !is_pointer => {
                Some(self.aliases.name(&name.node.name).to_string())
            }
            _ => None,
        };
        let spelled = name.as_deref().unwrap_or("");
        if matches!(
            spelled,
            "setjmp" | "_setjmp" | "__sigsetjmp" | "sigsetjmp" | "vfork"
        ) {
            self.symbols.jumps.push((spelled.to_string(), at));
        }
        let scans = matches!(
            spelled,
            "scanf"
                | "sscanf"
                | "fscanf"
                | "__isoc99_scanf"
                | "__isoc99_sscanf"
                | "__isoc99_fscanf"
        );
        self.symbols.calls.push(Call { name, at });
        self.visit_expression(&call.callee.node, &call.callee.span);
        for argument in &call.arguments {
            match scans.then(|| address_operand(&argument.node)).flatten() {
                Some(operand) => {
                    self.written(&operand.node, at);
                    self.visit_expression(&operand.node, &operand.span);
                }
                None => self.visit_expression(&argument.node, &argument.span),
            }
        }
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
            // Like a call of something unknown.
            Statement::Asm(_) => self.symbols.calls.push(Call {
                name: None,
                at: range.start,
            }),
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
        self.scopes.enter();
        inside(self);
        self.scopes.leave();
        self.block_end = outer;
    }
}

/// The type of a member.
pub fn member_type(record: &Type, name: &str) -> Type {
    let Type::Record(record) = record else {
        return Type::Unknown;
    };
    let member = record.members.iter().find(|(n, _)| n == name);
    member.map_or(Type::Unknown, |(_, ty)| ty.clone())
}

fn address_operand(expression: &Expression) -> Option<&Node<Expression>> {
    match expression {
        Expression::UnaryOperator(u) if u.node.operator.node == UnaryOperator::Address => {
            Some(&u.node.operand)
        }
        _ => None,
    }
}

/// `=`, `+=`, ...
pub fn is_assignment(operator: &BinaryOperator) -> bool {
    matches!(
        operator,
        BinaryOperator::Assign
            | BinaryOperator::AssignMultiply
            | BinaryOperator::AssignDivide
            | BinaryOperator::AssignModulo
            | BinaryOperator::AssignPlus
            | BinaryOperator::AssignMinus
            | BinaryOperator::AssignShiftLeft
            | BinaryOperator::AssignShiftRight
            | BinaryOperator::AssignBitwiseAnd
            | BinaryOperator::AssignBitwiseXor
            | BinaryOperator::AssignBitwiseOr
    )
}

/// The `p` of `*p`.
fn pointer_behind(expression: &Expression) -> Option<&Expression> {
    match expression {
        Expression::UnaryOperator(u) if u.node.operator.node == UnaryOperator::Indirection => {
            Some(&u.node.operand.node)
        }
        _ => None,
    }
}

/// `(void)name`: what keeps compilers from warning of an unused parameter. No use at all.
pub fn is_discarded(expression: &Expression) -> bool {
    let Expression::Cast(cast) = expression else {
        return false;
    };
    let ty = &cast.node.type_name.node;
    let is_void = |s: &Node<SpecifierQualifier>| matches!(&s.node, SpecifierQualifier::TypeSpecifier(t) if t.node == TypeSpecifier::Void);
    ty.declarator.is_none()
        && ty.specifiers.iter().all(is_void)
        && matches!(cast.node.expression.node, Expression::Identifier(_))
}

/// `++` and `--`.
pub fn is_step(operator: &UnaryOperator) -> bool {
    matches!(
        operator,
        UnaryOperator::PostIncrement
            | UnaryOperator::PostDecrement
            | UnaryOperator::PreIncrement
            | UnaryOperator::PreDecrement
    )
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
                self.address_taken(&u.node.operand.node);
            }
            Expression::BinaryOperator(b) if is_assignment(&b.node.operator.node) => {
                self.written(&b.node.lhs.node, last);
            }
            Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::Index => {
                let base = &b.node.lhs.node;
                if let Some(id) = self.named(pointer_behind(base).unwrap_or(base)) {
                    self.symbols.variables[id.0].subscripted = true;
                }
            }
            Expression::Call(call) => return self.call(&call.node, at),
            _ => {}
        }
        visit::visit_expression(self, expression, span);
    }
}
