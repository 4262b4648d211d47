//! The whole translation unit: file-scope names, and the functions of the main file.

use crate::aliases::Aliases;
use crate::calls::Calls;
use crate::heap::{self, Allocators};
use crate::parse::{Base, Piece, declared_name};
use crate::recover::Unread;
use crate::scopes::{Entity, Macros, Scopes, derive, pointer_qualifiers};
use crate::symbols::{Global, Origin, Symbols, World, resolve};
use crate::types::{Storage, Type};
use lang_c::ast::{
    Declaration, DerivedDeclarator, Expression, ExternalDeclaration, FunctionDefinition,
    Initializer, UnaryOperator,
};
use lang_c::span::Span as Offsets;
use lang_c::visit::{self, Visit};
use std::collections::HashMap;

/// A function of the main file with its names resolved.
#[derive(Debug)]
pub struct Function<'p> {
    /// Its name.
    pub name: String,
    /// Where its syntax tree's offsets start.
    pub base: Base,
    /// Its syntax tree.
    pub definition: &'p FunctionDefinition,
    /// Its names.
    pub symbols: Symbols<'p>,
    /// The type of what it returns, if that is no pointer.
    pub returns: Type,
}

/// What the file declares.
#[derive(Debug, Default)]
pub struct File<'p> {
    /// Objects at file scope.
    pub globals: Vec<Global<'p>>,
    /// Functions that the main file defines.
    pub functions: Vec<Function<'p>>,
    /// What their calls may do.
    pub calls: Calls,
    /// Index of each function by its name.
    by_name: HashMap<String, usize>,
    /// Names under which the parser was given others.
    pub aliases: Aliases,
}

/// Declares the file-scope names of all pieces and resolves the functions of the main file.
pub fn read<'p>(pieces: &'p [Piece], macros: Macros<'_>, aliases: &Aliases) -> File<'p> {
    let world = World { macros, aliases };
    let mut file = File::default();
    let mut scopes = Scopes::default();
    scopes.enter();
    for piece in pieces {
        for item in &piece.items {
            match &item.node {
                ExternalDeclaration::Declaration(d) => {
                    file.declare(piece, &d.node, &mut scopes, world)
                }
                ExternalDeclaration::FunctionDefinition(f) => {
                    file.define(piece, &f.node, &mut scopes, world)
                }
                ExternalDeclaration::StaticAssert(_) => {}
            }
        }
    }
    file.calls = Calls::of(&file.functions);
    let allocators = Allocators::of(&file.functions);
    for function in &mut file.functions {
        heap::recognise(function, &allocators);
    }
    let skipped = pieces.iter().filter(|piece| piece.items.is_empty());
    for unread in skipped.flat_map(|piece| &piece.unread) {
        file.distrust(unread);
    }
    file.aliases = aliases.clone();
    file
}

impl<'p> File<'p> {
    /// Nothing is known of what a declaration that was not read names.
    fn distrust(&mut self, unread: &Unread) {
        for (name, _) in &unread.names {
            let named = self.globals.iter_mut().filter(|g| g.name == *name);
            named.for_each(|global| global.address_taken = true);
        }
        for (name, _) in &unread.calls {
            self.calls.add_unread(name);
        }
    }

    /// Follows scalars, each given by function and name, as if they were arrays.
    pub fn track(&mut self, scalars: &[(String, String)]) {
        for function in &mut self.functions {
            let wanted: Vec<&str> = scalars
                .iter()
                .filter(|(f, _)| *f == function.name)
                .map(|(_, n)| n.as_str())
                .collect();
            for variable in &mut function.symbols.variables {
                let is_value = !matches!(variable.ty, Type::Array(_) | Type::Function | Type::Void);
                let is_local = variable.origin == Origin::Local;
                variable.tracked |=
                    is_local && is_value && wanted.contains(&variable.name.as_str());
            }
        }
    }

    fn declare(
        &mut self,
        piece: &Piece,
        declaration: &'p Declaration,
        scopes: &mut Scopes,
        world: World<'_>,
    ) {
        let macros = world.macros;
        let specified = scopes.specified(&declaration.specifiers, macros);
        for item in &declaration.declarators {
            let declarator = &item.node.declarator;
            let Some(name) = declared_name(declarator) else {
                continue;
            };
            let ty = derive(specified.base.clone(), &declarator.node);
            let qualifiers = specified
                .qualifiers
                .and(pointer_qualifiers(&declarator.node));
            let entity = match (specified.storage, &ty) {
                (Storage::Typedef, _) => Entity::Type(ty, qualifiers),
                (_, Type::Function) => Entity::Other,
                _ => {
                    let value = match item.node.initializer.as_ref().map(|i| &i.node) {
                        Some(Initializer::Expression(e)) => scopes.constant(e, macros),
                        _ => None,
                    };
                    self.globals.push(Global {
                        name: world.aliases.name(&name.node.name).to_string(),
                        at: piece.base.range(name.span),
                        ty,
                        qualifiers,
                        storage: specified.storage,
                        base: piece.base,
                        declarator,
                        value,
                        in_main_file: piece.in_main_file,
                        address_taken: false,
                    });
                    Entity::Global(self.globals.len() - 1)
                }
            };
            scopes.declare(&name.node.name, entity);
            if let Some(initializer) = &item.node.initializer {
                AddressesTaken { file: self, scopes }
                    .visit_initializer(&initializer.node, &initializer.span);
            }
        }
    }

    fn define(
        &mut self,
        piece: &'p Piece,
        definition: &'p FunctionDefinition,
        scopes: &mut Scopes,
        world: World<'_>,
    ) {
        let Some(name) = declared_name(&definition.declarator) else {
            return;
        };
        scopes.declare(&name.node.name, Entity::Other);
        if !piece.in_main_file {
            return;
        }
        let returns = match definition.declarator.node.derived.as_slice() {
            [only] if matches!(only.node, DerivedDeclarator::Function(_)) => {
                scopes.specified(&definition.specifiers, world.macros).base
            }
            _ => Type::Unknown,
        };
        let symbols = resolve(definition, piece, scopes, world, &mut self.globals);
        self.functions.push(Function {
            name: world.aliases.name(&name.node.name).to_string(),
            base: piece.base,
            definition,
            symbols,
            returns,
        });
        let index = self.functions.len() - 1;
        self.by_name.insert(name.node.name.clone(), index);
    }

    /// The function of the main file with this name.
    pub fn function(&self, name: &str) -> Option<&Function<'p>> {
        self.by_name.get(name).map(|index| &self.functions[*index])
    }
}

/// Finds `&global` in initialisers at file scope.
struct AddressesTaken<'f, 'p> {
    file: &'f mut File<'p>,
    scopes: &'f Scopes,
}

impl<'a> Visit<'a> for AddressesTaken<'_, '_> {
    fn visit_expression(&mut self, expression: &'a Expression, span: &'a Offsets) {
        if let Expression::UnaryOperator(unary) = expression
            && unary.node.operator.node == UnaryOperator::Address
            && let Expression::Identifier(name) = &unary.node.operand.node
            && let Some(Entity::Global(global)) = self.scopes.find(&name.node.name)
        {
            self.file.globals[*global].address_taken = true;
        }
        visit::visit_expression(self, expression, span);
    }
}
