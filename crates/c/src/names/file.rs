//! The whole translation unit: file-scope names, and the functions of the main file.

use crate::names::constants::{Constant, Macros};
use crate::names::resolve::{World, resolve};
use crate::names::scopes::{Entity, Scopes, derive, pointer_qualifiers};
use crate::names::symbols::{Global, Symbols, VarId};
use crate::names::types::{Storage, Type};
use crate::syntax::Syntax;
use crate::syntax::attributes::Attributes;
use crate::syntax::base::Base;
use crate::syntax::declarators::declared_name;
use crate::syntax::expressions::without_casts;
use crate::syntax::parser::ParsedDeclaration;
use crate::syntax::parser::aliases::Aliases;
use crate::syntax::parser::recover::Unread;
use lang_c::ast::{
    Declaration, Declarator, DerivedDeclarator, Expression, ExternalDeclaration,
    FunctionDefinition, Initializer, UnaryOperator,
};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

/// An object of a function of the file: the function's index and the object.
pub(crate) type ObjectOf = (usize, VarId);

/// A function of the main file with its names resolved.
#[derive(Debug)]
pub struct Function<'p> {
    /// Its name.
    pub name: String,
    /// Where its definition names it.
    pub name_at: usize,
    /// Whether only this file can call it by its name.
    pub is_static: bool,
    /// Start of the offsets of its syntax tree.
    pub base: Base,
    /// Its syntax tree.
    pub definition: &'p FunctionDefinition,
    /// Its names.
    pub symbols: Symbols<'p>,
    /// The type of its result, unless that is a pointer.
    pub returns: Type,
}

impl Function<'_> {
    /// From its declarator to the end of its body.
    pub fn range(&self) -> Range<usize> {
        let declarator = self.base.range(self.definition.declarator.span);
        declarator.start..self.base.range(self.definition.statement.span).end
    }

    /// The object that an expression names, perhaps under casts.
    pub fn object(&self, expression: &Expression) -> Option<VarId> {
        let Expression::Identifier(name) = without_casts(expression) else {
            return None;
        };
        let at = self.base.range(name.span).start;
        self.symbols.variable_at(at)
    }

    /// The object that a declarator in its body declares.
    pub fn declared(&self, declarator: &Node<Declarator>) -> Option<VarId> {
        let name = declared_name(declarator)?;
        let at = self.base.range(name.span).start;
        self.symbols.declared_at(at)
    }
}

/// What the file declares.
#[derive(Debug, Default)]
pub struct File<'p> {
    /// The external declarations that were parsed: all of the main file, and the type definitions
    /// of headers.
    pub pieces: &'p [ParsedDeclaration],
    /// Objects at file scope.
    pub globals: Vec<Global<'p>>,
    /// Functions that the main file defines.
    pub functions: Vec<Function<'p>>,
    /// Enumeration constants in the sizes of arrays at file scope, by offset.
    pub constants: HashMap<usize, Constant>,
    /// Declarators of functions in the main file by the offset of the name, without definitions.
    pub(crate) prototypes: HashMap<usize, (Base, &'p Node<Declarator>)>,
    /// Names that unreadable code outside of functions calls, including unreadable functions.
    pub(crate) unread: Vec<String>,
    /// Declarations that could not be read.
    pub(crate) skipped: Vec<Range<usize>>,
    /// Names of functions that a declaration makes `static`.
    statics: HashSet<String>,
    /// Index of each function by its name.
    by_name: HashMap<String, usize>,
    /// Aliases under which the parser was given names.
    pub aliases: Aliases,
    /// The attributes of its names.
    pub attributes: Attributes,
}

/// Declares the file-scope names of all declarations and resolves the functions of the main file.
pub fn read<'p>(syntax: &'p Syntax, macros: Macros<'_>) -> File<'p> {
    let pieces = &syntax.pieces;
    let world = World {
        macros,
        aliases: &syntax.aliases,
        attributes: &syntax.attributes,
    };
    let mut file = File {
        pieces,
        ..File::default()
    };
    let mut scopes = Scopes::default();
    scopes.enter();
    for piece in pieces {
        for item in piece.items.iter() {
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
    let skipped = pieces.iter().filter(|piece| piece.items.is_empty());
    for unread in skipped.flat_map(|piece| &piece.unread) {
        file.distrust(unread);
        file.skipped.push(unread.range.clone());
    }
    file.aliases = syntax.aliases.clone();
    file.attributes = syntax.attributes.clone();
    file
}

impl<'p> File<'p> {
    /// Marks the objects that an unreadable declaration names: nothing is known of them.
    fn distrust(&mut self, unread: &Unread) {
        for (name, _) in &unread.names {
            let named = self.globals.iter_mut().filter(|g| g.name == *name);
            named.for_each(|global| global.address_taken = true);
        }
        self.unread
            .extend(unread.calls.iter().map(|(name, _)| name.clone()));
    }

    fn declare(
        &mut self,
        piece: &ParsedDeclaration,
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
                (storage, Type::Function) => {
                    if storage == Storage::Static {
                        self.statics.insert(name.node.name.clone());
                    }
                    if piece.in_main_file {
                        let at = piece.base.range(name.span).start;
                        self.prototypes.insert(at, (piece.base, declarator));
                    }
                    Entity::Other
                }
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
                        declaration,
                        initializer: item.node.initializer.as_ref(),
                        value,
                        in_main_file: piece.in_main_file,
                        address_taken: false,
                    });
                    Entity::Global(self.globals.len() - 1)
                }
            };
            self.read_sizes(piece.base, declarator, scopes);
            scopes.declare(&name.node.name, entity);
            if let Some(initializer) = &item.node.initializer {
                AddressesTaken { file: self, scopes }
                    .visit_initializer(&initializer.node, &initializer.span);
            }
        }
    }

    fn read_sizes(&mut self, base: Base, declarator: &Node<Declarator>, scopes: &Scopes) {
        let mut finder = ConstantsInSizes {
            base,
            scopes,
            found: &mut self.constants,
        };
        finder.visit_declarator(&declarator.node, &declarator.span);
    }

    fn define(
        &mut self,
        piece: &'p ParsedDeclaration,
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
        let specified = scopes.specified(&definition.specifiers, world.macros);
        let is_function = |d: &lang_c::span::Node<DerivedDeclarator>| {
            matches!(
                d.node,
                DerivedDeclarator::Function(_) | DerivedDeclarator::KRFunction(_)
            )
        };
        let is_pointer = |d: &lang_c::span::Node<DerivedDeclarator>| {
            matches!(d.node, DerivedDeclarator::Pointer(_))
        };
        let returns = match definition.declarator.node.derived.as_slice() {
            [pointers @ .., last] if is_function(last) && pointers.iter().all(is_pointer) => {
                let base = specified.base.clone();
                { pointers.iter() }.fold(base, |target, _| Type::Pointer(Arc::new(target)))
            }
            _ => Type::Unknown,
        };
        let symbols = resolve(definition, piece, scopes, world, &mut self.globals);
        let is_static = specified.storage == Storage::Static;
        self.functions.push(Function {
            is_static: is_static || self.statics.contains(&name.node.name),
            name_at: piece.base.range(name.span).start,
            name: world.aliases.name(&name.node.name).to_string(),
            base: piece.base,
            definition,
            symbols,
            returns,
        });
        let index = self.functions.len() - 1;
        self.by_name.insert(name.node.name.clone(), index);
    }

    /// The index of the function of the main file that has this name.
    pub fn definition(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }
}

/// Finds enumeration constants in the sizes of a declarator.
struct ConstantsInSizes<'f, 's> {
    base: Base,
    scopes: &'s Scopes,
    found: &'f mut HashMap<usize, Constant>,
}

impl<'a> Visit<'a> for ConstantsInSizes<'_, '_> {
    fn visit_expression(&mut self, expression: &'a Expression, span: &'a Offsets) {
        if let Expression::Identifier(name) = expression
            && let Some(Entity::Constant(constant)) = self.scopes.find(&name.node.name)
        {
            let at = self.base.range(name.span).start;
            self.found.insert(at, constant.clone());
        }
        visit::visit_expression(self, expression, span);
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
