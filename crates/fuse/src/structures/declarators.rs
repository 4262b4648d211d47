//! Declarators that go from their declarations.

use c::names::file::Function;
use c::names::symbols::VarId;
use c::syntax::base::Base;
use lang_c::ast::{Declaration, InitDeclarator};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};
use print::with_lines;
use source::{Edit, Span, Unit};

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
    let is_bare = |d: &Node<InitDeclarator>| declares(function, d, bare);
    { finder.found.into_iter() }
        .map(|declaration| without(unit, function.base, declaration, &is_bare))
        .collect()
}

/// The edit that takes some declarators out of a declaration, or all of it.
pub(super) fn without(
    unit: &Unit,
    base: Base,
    (declaration, at): (&Declaration, Offsets),
    is_bare: &dyn Fn(&Node<InitDeclarator>) -> bool,
) -> Option<Edit> {
    let span = |at: Offsets| unit.span_of(base.range(at)).ok();
    let all = &declaration.declarators;
    let kept = all.iter().filter(|d| !is_bare(d)).map(|d| span(d.span));
    let kept = kept.collect::<Option<Vec<Span>>>()?;
    if kept.is_empty() {
        return Some(Edit {
            span: with_lines(&unit.file, vec![span(at)?]).pop()?,
            text: String::new(),
        });
    }
    let names = kept.iter().map(|d| unit.file.slice(*d).into_owned());
    Some(Edit {
        span: Span::new(span(all.first()?.span)?.start, span(all.last()?.span)?.end),
        text: names.collect::<Vec<_>>().join(", "),
    })
}

/// Finds the declarations of objects.
struct Finder<'a, 'f, 'p> {
    function: &'f Function<'p>,
    bare: &'f [VarId],
    found: Vec<(&'a Declaration, Offsets)>,
}

impl<'a> Visit<'a> for Finder<'a, '_, '_> {
    fn visit_declaration(&mut self, declaration: &'a Declaration, span: &'a Offsets) {
        let is_bare = |d: &Node<InitDeclarator>| declares(self.function, d, self.bare);
        if declaration.declarators.iter().any(is_bare) {
            self.found.push((declaration, *span));
        }
        visit::visit_declaration(self, declaration, span);
    }
}

/// Whether a declarator declares one of some objects.
fn declares(function: &Function<'_>, declarator: &Node<InitDeclarator>, objects: &[VarId]) -> bool {
    let declared = function.declared(&declarator.node.declarator);
    declared.is_some_and(|id| objects.contains(&id))
}
