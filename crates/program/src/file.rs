//! The external declarations of a file, in order.

use crate::declarations::declarators::adjusted;
use crate::declarations::{Specified, Storage};
use crate::lowerer::scopes::Entity;
use crate::lowerer::{Current, Lowerer};
use crate::types::{Qualified, Ty};
use crate::{
    Function, Lifetime, ObjectId, Program, Statement, StatementKind, Type, Unsupported, Value,
    ValueKind,
};
use c::Contents;
use c::names::file::Function as Definition;
use c::syntax::declarators::declared_name;
use c::syntax::parser::{ParsedDeclaration, headers};
use lang_c::ast::{
    Declaration, Declarator, DeclaratorKind, DerivedDeclarator, Ellipsis, ExternalDeclaration,
    FunctionDefinition, Identifier, Initializer, ParameterDeclaration, Statement as Parsed,
};
use lang_c::span::Node;
use source::Span;

/// The functions of the main file as programs over memory. Recursion follows the nesting of the
/// user's code, so this needs a large stack, as the rest of the analysis does.
pub fn lower(contents: &Contents<'_>) -> Program {
    let file = &contents.file;
    let others = headers(contents.unit, &file.aliases, file.pieces);
    let mut pieces: Vec<&ParsedDeclaration> = file.pieces.iter().chain(&others).collect();
    pieces.sort_by_key(|piece| piece.base.start());
    let mut lowerer = Lowerer::new(contents);
    for piece in pieces {
        lowerer.piece(piece);
    }
    lowerer.mark_threadprivate();
    lowerer.finish()
}

impl<'a> Lowerer<'a> {
    fn piece(&mut self, piece: &ParsedDeclaration) {
        self.base = piece.base;
        self.out.clear();
        for item in piece.items.iter() {
            if let Some(at) = self.contents.unit.nearest_span(self.base.range(item.span)) {
                self.here = at;
            }
            match &item.node {
                ExternalDeclaration::Declaration(d) => self.outside(&d.node),
                ExternalDeclaration::FunctionDefinition(f) => {
                    self.definition(&f.node, piece.in_main_file);
                }
                ExternalDeclaration::StaticAssert(_) => {}
            }
        }
        if piece.items.is_empty() {
            self.unread(piece);
        }
    }

    /// A declaration at file scope.
    fn outside(&mut self, declaration: &Declaration) {
        let specified = self.specified(&declaration.specifiers);
        for item in &declaration.declarators {
            let Some(name) = declared_name(&item.node.declarator) else {
                continue;
            };
            let ty = self.derived(specified.base.clone(), &item.node.declarator.node);
            let initializer = item.node.initializer.as_ref();
            self.outside_name(&specified, name, ty, initializer);
        }
    }

    fn outside_name(
        &mut self,
        specified: &Specified,
        name: &Node<Identifier>,
        ty: Qualified,
        initializer: Option<&Node<Initializer>>,
    ) {
        let spelled = name.node.name.as_str();
        let entity = match (specified.storage, &ty.ty) {
            (Storage::Typedef, _) => Entity::Type(ty),
            (_, Ty::Function(signature)) => Entity::Function(signature.clone()),
            _ => {
                let ty = match specified.is_deduced {
                    true => Ty::unknown("a deduced type at file scope").plain(),
                    false => ty,
                };
                let at = self.span(name.span);
                let id = self.file_object(spelled, ty, specified, at);
                if initializer.is_some() || specified.storage != Storage::Extern {
                    self.initialise_static(id, initializer);
                }
                return;
            }
        };
        self.scopes.declare(spelled, entity);
    }

    /// The object of a name with linkage.
    pub(crate) fn file_object(
        &mut self,
        name: &str,
        ty: Qualified,
        specified: &Specified,
        at: Span,
    ) -> ObjectId {
        if let Some(Entity::Object(id)) = self.scopes.outside(name) {
            let id = *id;
            if matches!(self.details[id.0 as usize].ty.ty, Ty::Array(_, None)) {
                self.retype(id, ty);
            }
            return id;
        }
        let lifetime = match specified.storage {
            Storage::Static => Lifetime::File,
            _ => Lifetime::Linked,
        };
        let id = self.object(name, ty, lifetime, at);
        self.mark_thread_local(id, specified);
        self.scopes.declare_outside(name, Entity::Object(id));
        id
    }

    /// An object of which each thread has its own is treated as volatile.
    pub(crate) fn mark_thread_local(&mut self, id: ObjectId, specified: &Specified) {
        let object = &mut self.program.objects[id.0 as usize];
        let attributes = &self.contents.file.attributes;
        object.is_volatile |=
            specified.is_thread_local || attributes.has(&object.name, "thread_local");
    }

    /// `#pragma omp threadprivate(x)`
    fn mark_threadprivate(&mut self) {
        let texts = self.pragmas.values().flatten();
        let texts = texts.filter(|t| t.split_whitespace().nth(1).is_some_and(is_threadprivate));
        let names: Vec<String> = texts
            .flat_map(|t| source::names(t))
            .map(Into::into)
            .collect();
        for object in &mut self.program.objects {
            object.is_volatile |= object.lifetime.lasts() && names.contains(&object.name);
        }
    }

    /// A function definition. Only those of the main file have a body here.
    fn definition(&mut self, definition: &FunctionDefinition, in_main_file: bool) {
        let Some(name) = declared_name(&definition.declarator) else {
            return;
        };
        let specified = self.specified(&definition.specifiers);
        let declarator = &definition.declarator.node;
        let ty = self.derived(specified.base.clone(), declarator);
        let Ty::Function(signature) = &ty.ty else {
            return;
        };
        let entity = Entity::Function(signature.clone());
        self.scopes.declare(&name.node.name, entity);
        let own = self.defined(&name.node.name).filter(|_| in_main_file);
        if let Some(own) = own {
            self.function(own, definition, signature.returns.clone());
        }
    }

    fn function(&mut self, own: &'a Definition<'a>, definition: &FunctionDefinition, returns: Ty) {
        let unit = self.contents.unit;
        let at = unit.nearest_span(own.range()).unwrap_or(self.here);
        self.here = at;
        self.current = Some(Current {
            symbols: &own.symbols,
            returns: returns.clone(),
            name: own.name.clone(),
        });
        let mut parameters = Parameters::default();
        let mut body = self.scoped(|s| {
            parameters = s.parameters(definition);
            s.function_body(&definition.statement);
        });
        self.current = None;
        let mut problems = self.unplaced(own.range());
        if !unit.dialect.is_lp64 {
            problems.push("a machine whose types have other sizes".to_string());
        }
        for what in problems {
            let kind = StatementKind::Unsupported(Unsupported { what });
            body.insert(0, Statement { kind, at });
        }
        self.program.functions.push(Function {
            name: own.name.clone(),
            parameters: parameters.objects,
            lengths: parameters.lengths,
            is_variadic: parameters.is_variadic,
            takes_promoted: parameters.are_promoted,
            returns: returns.ir(),
            body,
            is_static: own.is_static,
            is_open: own.name == "main" || self.contents.facts.calls.entries().contains(&own.name),
            at,
        });
    }

    fn function_body(&mut self, statement: &Node<Parsed>) {
        match &statement.node {
            Parsed::Compound(items) => {
                self.items(items);
                self.pragmas_at_end(statement);
            }
            _ => self.statement(statement),
        }
        let current = self.current.as_ref();
        let is_main = current.is_some_and(|c| c.name == "main");
        let returns = |s: &Statement| matches!(s.kind, StatementKind::Return(_));
        let is_open = !self.out.last().is_some_and(returns);
        if is_main
            && is_open
            && let Some(Ty::Integer(_)) = current.map(|c| &c.returns)
        {
            let zero = crate::lowerer::values::Typed::int(0, self.here).value;
            self.emit(StatementKind::Return(Some(zero)), self.here);
        }
    }

    fn parameters(&mut self, definition: &FunctionDefinition) -> Parameters {
        let mut declarator: &Declarator = &definition.declarator.node;
        while let DeclaratorKind::Declarator(inner) = &declarator.kind.node {
            declarator = &inner.node;
        }
        let mut found = Parameters::default();
        for derived in &declarator.derived {
            match &derived.node {
                DerivedDeclarator::Function(list) => {
                    found.is_variadic = list.node.ellipsis == Ellipsis::Some;
                    for parameter in &list.node.parameters {
                        self.parameter(&parameter.node, &mut found);
                    }
                    break;
                }
                DerivedDeclarator::KRFunction(names) => {
                    self.old_parameters(names, &definition.declarations, &mut found);
                    found.are_promoted = !names.is_empty();
                    break;
                }
                _ => {}
            }
        }
        found
    }

    fn parameter(&mut self, parameter: &ParameterDeclaration, found: &mut Parameters) {
        let specified = self.specified(&parameter.specifiers);
        match &parameter.declarator {
            Some(declarator) => self.add_parameter(&specified, declarator, found),
            None if specified.base.ty.is_void() => {}
            None => {
                let ty = specified.base;
                let id = self.object("", ty, Lifetime::Parameter, self.here);
                found.push(id, None);
            }
        }
    }

    fn add_parameter(
        &mut self,
        specified: &Specified,
        declarator: &Node<Declarator>,
        found: &mut Parameters,
    ) {
        let declared = self.derived(specified.base.clone(), &declarator.node);
        let length = match &declared.ty {
            Ty::Array(_, length) => length.as_deref().cloned(),
            _ => None,
        };
        let ty = adjusted(declared);
        if let Some(problem) = ty.ty.problem() {
            self.emit_unsupported(&problem, self.here);
        }
        let name = declared_name(declarator);
        let at = self.span(declarator.span);
        let spelled = name.map_or("", |n| n.node.name.as_str());
        let id = self.object(spelled, ty, Lifetime::Parameter, at);
        if let Some(name) = name {
            self.note_facts(id, name);
            self.scopes.declare(spelled, Entity::Object(id));
        }
        found.push(id, length);
    }

    /// `f(a, b) float a; int b; {...}`: a parameter without a declaration is an `int`.
    fn old_parameters(
        &mut self,
        names: &[Node<Identifier>],
        declarations: &[Node<Declaration>],
        found: &mut Parameters,
    ) {
        let mut declared = Parameters::default();
        for declaration in declarations {
            let specified = self.specified(&declaration.node.specifiers);
            for item in &declaration.node.declarators {
                self.add_parameter(&specified, &item.node.declarator, &mut declared);
            }
        }
        for name in names {
            let spelled = self.spelled(&name.node.name);
            let objects = &self.program.objects;
            let mut known = declared.objects.iter().zip(&declared.lengths);
            match known.find(|(id, _)| objects[id.0 as usize].name == spelled) {
                Some((id, length)) => found.push(*id, length.clone()),
                None => {
                    let at = self.span(name.span);
                    let ty = Ty::INT.plain();
                    let id = self.object(&name.node.name, ty, Lifetime::Parameter, at);
                    self.details[id.0 as usize].is_pointed_to = true;
                    self.scopes.declare(&name.node.name, Entity::Object(id));
                    found.push(id, None);
                }
            }
        }
    }

    /// A declaration that the parser did not read: its names have no meaning, and a function in it
    /// has no body.
    fn unread(&mut self, piece: &ParsedDeclaration) {
        let unit = self.contents.unit;
        for unread in &piece.unread {
            for (name, _) in &unread.names {
                if !matches!(self.scopes.outside(name), Some(Entity::Type(_))) {
                    self.scopes.declare_outside(name, Entity::Opaque);
                }
            }
            let at = unit.nearest_span(unread.range.clone()).unwrap_or(self.here);
            let is_function = unit
                .declaration_at(unread.range.start)
                .is_some_and(|d| d.is_function);
            let mut calls = unread.calls.iter().map(|(name, _)| name);
            let name = calls.find(|name| !name.starts_with("__"));
            if let Some(name) = name.filter(|_| is_function) {
                self.program.functions.push(unread_function(name, at));
            }
        }
    }
}

fn is_threadprivate(word: &str) -> bool {
    word.starts_with("threadprivate")
}

fn unread_function(name: &str, at: Span) -> Function {
    let what = "code that is not understood".to_string();
    Function {
        name: name.to_string(),
        parameters: Vec::new(),
        lengths: Vec::new(),
        is_variadic: true,
        takes_promoted: false,
        returns: Type::Unknown,
        body: vec![Statement {
            kind: StatementKind::Unsupported(Unsupported { what }),
            at,
        }],
        is_static: false,
        is_open: true,
        at,
    }
}

/// The parameters of a function, with the lengths of those declared as arrays.
#[derive(Default)]
struct Parameters {
    objects: Vec<ObjectId>,
    lengths: Vec<Option<Value>>,
    is_variadic: bool,
    are_promoted: bool,
}

impl Parameters {
    fn push(&mut self, id: ObjectId, length: Option<Value>) {
        let is_known = |v: &Value| !matches!(v.kind, ValueKind::Unsupported(_));
        self.objects.push(id);
        self.lengths.push(length.filter(is_known));
    }
}
