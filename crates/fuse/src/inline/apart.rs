//! Declarations of several objects as declarations of one each: `T *a = f(n), *b = f(n);`, where a
//! call that makes the storage of one may become the body of a stage.

use super::stage::Stages;
use super::writing::Inlined;
use c::Contents;
use c::names::file::Function;
use c::syntax::expressions::without_casts;
use lang_c::ast::{BlockItem, Declaration, Expression, InitDeclarator, Initializer, Statement};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};
use print::Sheet;
use source::{Edit, Span};

/// The edits that give each object of such a declaration a declaration of its own.
pub(super) fn apart(
    contents: &Contents<'_>,
    stages: &Stages<'_, '_>,
    caller: &Function<'_>,
) -> Inlined {
    let is_made = |declared: &InitDeclarator| {
        let Initializer::Expression(value) = &declared.initializer.as_ref()?.node else {
            return None;
        };
        let Expression::Call(call) = without_casts(&value.node) else {
            return None;
        };
        let Expression::Identifier(name) = &call.node.callee.node else {
            return None;
        };
        stages.get(&name.node.name)?.results.made
    };
    declared_apart(contents, caller, &|declared| is_made(declared).is_some())
}

/// The edits that give each object of a declaration a declaration of its own, if that of one is
/// wanted.
pub(crate) fn declared_apart(
    contents: &Contents<'_>,
    caller: &Function<'_>,
    is_wanted: &dyn Fn(&InitDeclarator) -> bool,
) -> Inlined {
    let mut finder = Finder {
        contents,
        caller,
        is_wanted,
        inlined: Inlined::default(),
    };
    let body = &caller.definition.statement;
    finder.visit_statement(&body.node, &body.span);
    finder.inlined
}

struct Finder<'f, 'p> {
    contents: &'f Contents<'p>,
    caller: &'f Function<'p>,
    is_wanted: &'f dyn Fn(&InitDeclarator) -> bool,
    inlined: Inlined,
}

impl Finder<'_, '_> {
    fn edits(&self, declaration: &Node<Declaration>) -> Option<Vec<Edit>> {
        let unit = self.contents.unit;
        let base = self.caller.base;
        let all = &declaration.node.declarators;
        let mut wanted = all.iter().filter(|d| (self.is_wanted)(&d.node));
        (all.len() > 1 && wanted.next().is_some()).then_some(())?;
        let place = |at: Offsets| unit.span_of(base.range(at)).ok();
        let whole = place(declaration.span)?;
        let first = place(all[0].span)?;
        let specifiers = unit
            .file
            .slice(Span::new(whole.start, first.start))
            .trim()
            .to_string();
        let text = unit.file.slice(whole);
        let is_plain = !unit.holds_directive(whole)
            && !specifiers.contains(['{', '('])
            && !text.contains("//")
            && !text.contains("/*");
        is_plain.then_some(())?;
        let line = Sheet::beside(&unit.file, whole).line();
        let between = |pair: &[Node<InitDeclarator>]| {
            let span = Span::new(place(pair[0].span)?.end, place(pair[1].span)?.start);
            (unit.file.slice(span).trim() == ",").then(|| Edit {
                span,
                text: format!(";{line}{specifiers} "),
            })
        };
        all.windows(2).map(between).collect()
    }
}

impl<'a> Visit<'a> for Finder<'_, '_> {
    fn visit_statement(&mut self, statement: &'a Statement, span: &'a Offsets) {
        if let Statement::Compound(items) = statement {
            for item in items {
                let BlockItem::Declaration(declaration) = &item.node else {
                    continue;
                };
                for edit in self.edits(declaration).into_iter().flatten() {
                    self.inlined.edits.insert(edit).ok();
                }
            }
        }
        visit::visit_statement(self, statement, span);
    }
}
