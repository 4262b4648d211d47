//! Pointers at file scope that one function alone names, as objects of that function:
//!
//! ```c
//! static float *row;
//! row = malloc(w * sizeof *row);          float *row = malloc(w * sizeof *row);
//! ```

use super::declarators::without;
use super::definition::word;
use super::locals::split;
use super::uses::body;
use crate::inline::Inlined;
use c::Contents;
use c::names::file::Function;
use c::names::library::ALLOCATORS;
use c::names::symbols::{Global, Origin, Variable};
use c::names::types::{Storage, Type};
use c::syntax::checks::statement_of;
use c::syntax::expressions::without_casts;
use lang_c::ast::{
    BinaryOperator, DeclarationSpecifier, Expression, ExternalDeclaration, InitDeclarator,
    Statement, StorageClassSpecifier,
};
use lang_c::span::Node;
use source::{Edit, Edits, TokenKind};

/// The edits that declare such pointers of one function where it sets them first, in a statement of
/// its body.
pub fn pointers_as_locals(contents: &Contents<'_>, function: &str) -> Inlined {
    let index = contents.file.definition(function);
    let function = index.map(|index| &contents.file.functions[index]);
    function
        .and_then(|function| declared(contents, function))
        .unwrap_or_default()
}

fn declared(contents: &Contents<'_>, function: &Function<'_>) -> Option<Inlined> {
    let symbols = &function.symbols;
    let calls = &contents.facts.calls;
    let mut entered = symbols.calls.iter();
    let is_entered = entered.any(|call| calls.may_enter(call, &function.name));
    if symbols.has_gotos()
        || !symbols.jumps.is_empty()
        || is_entered
        || !contents.unit.dialect.is_c99()
    {
        return None;
    }
    let mut edits = Edits::default();
    let mut moved: Vec<usize> = Vec::new();
    for (_, variable) in symbols.objects() {
        let Origin::Global(index) = variable.origin else {
            continue;
        };
        let global = &contents.file.globals[index];
        let own = Own {
            contents,
            function,
            global,
        };
        if let Some(edit) = own.first_set(variable) {
            edits.insert(edit).ok()?;
            moved.push(global.at.start);
        }
    }
    if moved.is_empty() {
        return None;
    }
    for piece in contents.file.pieces {
        for item in piece.items.iter() {
            let ExternalDeclaration::Declaration(declaration) = &item.node else {
                continue;
            };
            let is_moved = |d: &Node<InitDeclarator>| {
                let range = piece.base.range(d.span);
                moved.iter().any(|at| range.contains(at))
            };
            if declaration.node.declarators.iter().any(is_moved) {
                let all = (&declaration.node, declaration.span);
                let edit = without(contents.unit, piece.base, all, &is_moved)?;
                edits.insert(edit).ok()?;
            }
        }
    }
    Some(Inlined {
        edits,
        ..Inlined::default()
    })
}

/// An object at file scope, and the function that may have it.
struct Own<'a, 'p> {
    contents: &'a Contents<'p>,
    function: &'a Function<'p>,
    global: &'a Global<'p>,
}

impl Own<'_, '_> {
    /// The edit that declares the object in the statement that sets it first.
    fn first_set(&self, variable: &Variable<'_>) -> Option<Edit> {
        let unit = self.contents.unit;
        let first = *variable.mentions.iter().min()?;
        let at = unit.tokens_in(first..first + 1).start;
        let body = body(unit, self.function);
        let is_statement = word(unit, at + 1) == "=" && self.allocates(first);
        let end = (at..body.end).find(|k| word(unit, *k) == ";")?;
        let is_alone = split(unit, at + 2..end, ",").len() == 1;
        // `sizeof *p` and `sizeof(*p)` do not read it.
        let is_measured = |k: usize| {
            let before = |by: usize| k.checked_sub(by).map_or("", |k| word(unit, k));
            let is_inside = before(2) == "(" && before(3) == "sizeof";
            before(1) == "*" && (before(2) == "sizeof" || is_inside)
        };
        let mut named = (at + 2..end).filter(|k| word(unit, *k) == self.global.name);
        let is_named = named.any(|k| !is_measured(k));
        (is_statement && is_alone && !is_named && self.is_private(variable)).then_some(())?;
        let span = unit.tokens[at].spelled()?;
        Some(Edit {
            span,
            text: self.declaration()?,
        })
    }

    /// Whether a statement of the body begins at a place and sets an object to new memory.
    fn allocates(&self, place: usize) -> bool {
        let Statement::Compound(items) = &self.function.definition.statement.node else {
            return false;
        };
        let facts = &self.contents.facts;
        let is_allocator =
            |name: &str| ALLOCATORS.contains(&name) || facts.allocators.is_wrapper(name);
        let is_new = |value: &Expression| match without_casts(value) {
            Expression::Call(call) => matches!(&call.node.callee.node,
                Expression::Identifier(name) if is_allocator(&name.node.name)),
            _ => false,
        };
        let sets = |statement: &Statement| match statement {
            Statement::Expression(Some(e)) => matches!(&e.node, Expression::BinaryOperator(b)
                if b.node.operator.node == BinaryOperator::Assign && is_new(&b.node.rhs.node)),
            _ => false,
        };
        let mut statements = items.iter().filter_map(statement_of);
        statements.any(|s| self.function.base.range(s.span).start == place && sets(&s.node))
    }

    /// Whether it is a pointer that only the function names, and that nothing else leads to.
    fn is_private(&self, variable: &Variable<'_>) -> bool {
        let (unit, name, global) = (self.contents.unit, &self.global.name, self.global);
        let range = self.function.range();
        let mut others = unit.tokens.iter().filter(|token| {
            let at = token.at.start as usize;
            token.kind == TokenKind::Identifier
                && at != global.at.start
                && !range.contains(&at)
                && unit.token_text(token) == name
        });
        let mut left_out = unit.conditionals.iter().filter(|group| !group.is_seen);
        let symbols = &self.function.symbols;
        matches!(global.ty, Type::Pointer(_))
            && global.storage == Storage::Static
            && global.in_main_file
            && !(variable.address_taken || global.address_taken)
            && !(global.qualifiers.volatile || global.qualifiers.atomic)
            && !global.qualifiers.constant
            && symbols.objects().filter(|(_, v)| v.name == *name).count() == 1
            && others.next().is_none()
            && !left_out.any(|group| unit.words(group.span).iter().any(|word| word.text == *name))
    }

    /// `T *name`
    fn declaration(&self) -> Option<String> {
        let (unit, global) = (self.contents.unit, self.global);
        let text = |at| {
            let span = unit.span_of(global.base.range(at)).ok()?;
            Some(unit.file.slice(span).into_owned())
        };
        let is_static = |specifier: &DeclarationSpecifier| {
            matches!(specifier, DeclarationSpecifier::StorageClass(class)
                if class.node == StorageClassSpecifier::Static)
        };
        let is_type = |specifier: &DeclarationSpecifier| {
            matches!(
                specifier,
                DeclarationSpecifier::TypeSpecifier(_) | DeclarationSpecifier::TypeQualifier(_)
            )
        };
        let mut all = global.declaration.specifiers.iter();
        all.all(|s| is_static(&s.node) || is_type(&s.node))
            .then_some(())?;
        let specifiers = { global.declaration.specifiers.iter() }
            .filter(|specifier| is_type(&specifier.node))
            .map(|specifier| text(specifier.span))
            .collect::<Option<Vec<String>>>()?;
        let declared = format!("{} {}", specifiers.join(" "), text(global.declarator.span)?);
        (!declared.contains(['{', '\n'])).then_some(declared)
    }
}
