//! Declarations of tables.

use super::Table;
use c::names::file::Function;
use c::names::symbols::VarId;
use c::names::types::Type;
use c::syntax::declarators::{declared_name, pointers};
use lang_c::ast::{Declaration, InitDeclarator, Initializer};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};
use print::with_lines;
use source::{Edit, Span, Unit};

/// The declaration of a table.
pub(super) struct Declared {
    /// The type of an element, as the declaration spells it.
    pub(super) element: String,
    /// The block with the declaration.
    pub(super) block: Offsets,
    /// The statement that allocates the table: the declaration, or an assignment behind it.
    pub(super) set: Option<Offsets>,
}

impl Table<'_, '_> {
    /// Notes the declaration of the table.
    pub(super) fn declaration(&mut self, declaration: &Node<Declaration>, block: &Offsets) {
        let all = declaration.node.declarators.as_slice();
        let own = all.iter().find(|d| declares(self.function, d, self.id));
        let Some((own, element)) = own.and_then(|d| Some((d, self.element(declaration, d)?)))
        else {
            return;
        };
        let set = match own.node.initializer.as_ref().map(|i| &i.node) {
            None => None,
            Some(Initializer::Expression(value)) if all.len() == 1 => {
                self.pointers = self.allocation(&value.node);
                self.knows(declaration.span);
                Some(declaration.span)
            }
            Some(_) => return,
        };
        self.declared = Some(Declared {
            element,
            block: *block,
            set,
        });
    }

    /// The type of an element, as a declaration spells it.
    fn element(
        &self,
        declaration: &Node<Declaration>,
        own: &Node<InitDeclarator>,
    ) -> Option<String> {
        let base = self.function.base;
        let first = declaration.node.declarators.first()?;
        let range = base.range(declaration.span).start..base.range(first.span).start;
        let unit = self.contents.unit;
        let text = unit.file.slice(unit.span_of(range).ok()?);
        let ty = &self.function.symbols.variable(self.id).declared_type;
        match (pointers(&own.node.declarator.node), ty.target()?.target()?) {
            (2, _) => Some(text.trim().to_string()),
            (0, Type::Floating(4)) => Some("float".to_string()),
            (0, Type::Floating(8)) => Some("double".to_string()),
            (0, Type::Integer(ty)) if *ty == integer::IntType::INT => Some("int".to_string()),
            _ => None,
        }
    }
}

/// Whether a declarator declares an object.
pub(super) fn declares(
    function: &Function<'_>,
    declarator: &Node<InitDeclarator>,
    id: VarId,
) -> bool {
    let name = declared_name(&declarator.node.declarator);
    let at = name.map(|name| function.base.range(name.span).start);
    at.and_then(|at| function.symbols.declared_at(at)) == Some(id)
}

/// The edits that take the declarators of some objects out.
pub(super) fn without_declarators(
    unit: &Unit,
    function: &Function<'_>,
    bare: &[VarId],
) -> Option<Vec<Edit>> {
    let mut finder = Finder {
        function,
        bare,
        found: Vec::new(),
    };
    let body = &function.definition.statement;
    finder.visit_statement(&body.node, &body.span);
    let span = |at: Offsets| unit.span_of(function.base.range(at)).ok();
    let mut edits = Vec::new();
    for (declaration, at) in finder.found {
        let all = &declaration.declarators;
        let is_bare = |d: &&Node<InitDeclarator>| bare.iter().any(|id| declares(function, d, *id));
        let kept = all.iter().filter(|d| !is_bare(d)).map(|d| span(d.span));
        let kept = kept.collect::<Option<Vec<Span>>>()?;
        let whole = span(at)?;
        if kept.is_empty() {
            let whole = with_lines(&unit.file, vec![whole]).pop()?;
            edits.push(Edit {
                span: whole,
                text: String::new(),
            });
            continue;
        }
        let names = kept.iter().map(|d| unit.file.slice(*d).into_owned());
        edits.push(Edit {
            span: Span::new(span(all.first()?.span)?.start, span(all.last()?.span)?.end),
            text: names.collect::<Vec<_>>().join(", "),
        });
    }
    Some(edits)
}

/// Finds the declarations of objects.
struct Finder<'a, 'f, 'p> {
    function: &'f Function<'p>,
    bare: &'f [VarId],
    found: Vec<(&'a Declaration, Offsets)>,
}

impl<'a> Visit<'a> for Finder<'a, '_, '_> {
    fn visit_declaration(&mut self, declaration: &'a Declaration, span: &'a Offsets) {
        let is_bare =
            |d: &Node<InitDeclarator>| self.bare.iter().any(|id| declares(self.function, d, *id));
        if declaration.declarators.iter().any(is_bare) {
            self.found.push((declaration, *span));
        }
        visit::visit_declaration(self, declaration, span);
    }
}
