//! Where a local array that replaces a parameter is declared, and the type of its elements.

use crate::region::places::placer::{Placed, Placer};
use crate::region::places::{Home, ParameterHome};
use c::facts::pragmas::threads::Construct;
use c::facts::refusal::Refusal;
use c::names::file::Function;
use c::names::symbols::{Origin, VarId};
use c::syntax::base::Base;
use c::syntax::declarators::{pointers, points, points_to_rows};
use lang_c::ast::{
    BlockItem, DeclarationSpecifier, Declarator, DeclaratorKind, DerivedDeclarator,
    ParameterDeclaration, Statement, TypeQualifier,
};
use lang_c::span::Node;
use source::Span;

impl Placer<'_, '_> {
    /// What sets up the storage of an array, and the offset of its present or future declaration.
    pub(crate) fn home(&self, id: VarId) -> Placed<(Home, usize)> {
        let variable = self.walker.source.symbols.variable(id);
        if variable.origin != Origin::Parameter {
            return Ok((Home::Declarator, variable.at.start));
        }
        let function = &self.file.functions[self.function];
        let body = function.base.range(function.definition.statement.span);
        let in_macro = || self.in_macro(&variable.name, body.start..body.start + 1);
        let brace = self.unit().span_of(body.start..body.start + 1);
        let brace = brace.map_err(|_| in_macro())?;
        if self.unit().file.bytes_of(brace) != b"{" {
            return Err(in_macro());
        }
        let found = self
            .walker
            .source
            .file_facts
            .temporaries
            .found
            .get(&(self.function, id));
        let temporary = found.ok_or((Refusal::Unused, None))?;
        let name_of = |(f, id): &(usize, VarId)| {
            let peer = &self.file.functions[*f];
            (peer.name.clone(), peer.symbols.variable(*id).name.clone())
        };
        let home = ParameterHome {
            name: temporary.name.clone(),
            element: self.element(function, id)?,
            is_listed: self.is_listed(id),
            body_start: Span::at(brace.end),
            declarations_end: self.declarations_end(function),
            shared: temporary.shared.iter().map(name_of).collect(),
            removal: temporary.removal.clone(),
        };
        Ok((Home::Parameter(home), body.start + 1))
    }

    /// Whether a directive around a use requires all objects to be listed.
    fn is_listed(&self, id: VarId) -> bool {
        let facts = self.walker.source.facts;
        let mut uses = facts.uses(id).iter();
        uses.any(|at| facts.threads.around(*at).any(Construct::is_closed))
    }

    /// The type of an element as the user writes it, without storage class and `const`.
    fn element(&self, function: &Function<'_>, id: VarId) -> Placed<String> {
        let variable = self.walker.source.symbols.variable(id);
        let unknown = || (Refusal::TypedefShape, Some(variable.at.start));
        let parameter = parameter_at(function, variable.at.start).ok_or_else(unknown)?;
        let types = parameter.specifiers.iter().filter(|s| match &s.node {
            DeclarationSpecifier::TypeQualifier(q) => q.node != TypeQualifier::Const,
            DeclarationSpecifier::TypeSpecifier(_) => true,
            _ => false,
        });
        let text = self.texts(function.base, types).ok_or_else(unknown)?;
        let declarator = parameter.declarator.as_ref().ok_or_else(unknown)?;
        Ok(format!("{text} {}", stars(&declarator.node)))
    }

    /// Specifiers as the user writes them, if they are on one line and define no types.
    pub(crate) fn texts<'a>(
        &self,
        base: Base,
        specifiers: impl Iterator<Item = &'a Node<DeclarationSpecifier>>,
    ) -> Option<String> {
        let mut words = Vec::new();
        for specifier in specifiers {
            let range = self.trim(base.range(specifier.span));
            let span = self.unit().span_of(range.clone());
            let text = match span {
                Ok(span) => self.unit().file.slice(span).into_owned(),
                Err(_) => self.unit().text.get(range).unwrap_or("").to_string(),
            };
            words.push(text);
        }
        let text = words.join(" ");
        (!text.contains(['{', '\n']) && !text.is_empty()).then_some(text)
    }

    /// The place after the declarations that the body starts with.
    fn declarations_end(&self, function: &Function<'_>) -> Option<Span> {
        let Statement::Compound(items) = &function.definition.statement.node else {
            return None;
        };
        let is_declaration =
            |item: &&Node<BlockItem>| matches!(item.node, BlockItem::Declaration(_));
        let last = items.iter().take_while(is_declaration).last()?;
        let range = self.trim(function.base.range(last.span));
        let end = self.unit().span_of(range).ok()?;
        self.unit()
            .file
            .bytes_of(end)
            .ends_with(b";")
            .then_some(Span::at(end.end))
    }
}

/// The `*` that belong to the type of an element.
fn stars(declarator: &Declarator) -> String {
    let is_outermost = points(declarator) && !points_to_rows(declarator);
    "*".repeat(pointers(declarator).saturating_sub(usize::from(is_outermost)))
}

/// The declaration of the parameter whose name is at an offset.
fn parameter_at<'p>(function: &Function<'p>, at: usize) -> Option<&'p ParameterDeclaration> {
    let mut declarator = &function.definition.declarator;
    while let DeclaratorKind::Declarator(inner) = &declarator.node.kind.node {
        declarator = inner;
    }
    let lists = declarator.node.derived.iter();
    let mut parameters = lists
        .filter_map(|derived| match &derived.node {
            DerivedDeclarator::Function(list) => Some(&list.node.parameters),
            _ => None,
        })
        .flatten();
    let holds = |p: &&Node<ParameterDeclaration>| {
        let name = p.node.declarator.as_ref();
        let name = name.and_then(c::syntax::declarators::declared_name);
        name.is_some_and(|n| function.base.range(n.span).start == at)
    };
    parameters.find(holds).map(|p| &p.node)
}
