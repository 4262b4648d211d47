//! Expressions with commas as statements of their own: `t->w = w, t->h = h;`, and declarations of
//! several pointers to structures, or of several results of functions, as one of each.

use crate::inline::Inlined;
use c::Contents;
use c::names::file::{File, Function};
use c::names::types::Type;
use lang_c::ast::{BlockItem, Declaration, Expression, InitDeclarator, Initializer, Statement};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};
use print::Sheet;
use source::{Edit, Span, Unit};

/// The edits that split such expressions in one function.
pub fn commas_apart(contents: &Contents<'_>, function: &str) -> Inlined {
    let mut inlined = Inlined::default();
    let Some(index) = contents.file.definition(function) else {
        return inlined;
    };
    let function = &contents.file.functions[index];
    let mut finder = Finder {
        unit: contents.unit,
        file: &contents.file,
        function,
        found: Vec::new(),
    };
    let body = &function.definition.statement;
    finder.visit_statement(&body.node, &body.span);
    for edit in finder.found {
        if inlined.edits.insert(edit).is_err() {
            return Inlined::default();
        }
    }
    inlined
}

struct Finder<'f, 'p> {
    unit: &'f Unit,
    file: &'f File<'p>,
    function: &'f Function<'p>,
    found: Vec<Edit>,
}

impl Finder<'_, '_> {
    /// The edits of one statement; `None` if it has no commas, or they are not in the file.
    fn edits(&self, statement: &Node<Statement>) -> Option<Vec<Edit>> {
        let Statement::Expression(Some(expression)) = &statement.node else {
            return None;
        };
        let Expression::Comma(all) = &expression.node else {
            return None;
        };
        let span = |at: &Node<Expression>| -> Option<Span> {
            self.unit.span_of(self.function.base.range(at.span)).ok()
        };
        let whole = self.function.base.range(statement.span);
        let sheet = Sheet::at(&self.unit.file, self.unit.span_of(whole).ok()?);
        let between = all.windows(2).map(|pair| {
            let (before, after) = (span(&pair[0])?, span(&pair[1])?);
            let span = Span::new(before.end, after.start);
            // Parentheses and comments stay together with what they are about.
            let is_comma = self.unit.file.slice(span).trim() == ",";
            is_comma.then(|| Edit {
                span,
                text: format!(";{}", sheet.line()),
            })
        });
        between.collect()
    }
}

impl Finder<'_, '_> {
    /// The edits of a declaration of several pointers to structures, or results of functions.
    fn declarators(&self, declaration: &Node<Declaration>) -> Option<Vec<Edit>> {
        let all = declaration.node.declarators.as_slice();
        let symbols = &self.function.symbols;
        let is_pointer = |d: &Node<InitDeclarator>| {
            let id = self.function.declared(&d.node.declarator);
            let ty = id.map(|id| &symbols.variable(id).declared_type);
            matches!(ty.and_then(Type::target), Some(Type::Record(_)))
        };
        let is_result = |d: &Node<InitDeclarator>| {
            if let Some(initial) = &d.node.initializer
                && let Initializer::Expression(value) = &initial.node
                && let Expression::Call(call) = &value.node
                && let Expression::Identifier(name) = &call.node.callee.node
            {
                return self.file.definition(&name.node.name).is_some();
            }
            false
        };
        let is_split = all.iter().all(is_pointer) || all.iter().any(is_result);
        (all.len() > 1 && is_split).then_some(())?;
        let span = |at: Offsets| self.unit.span_of(self.function.base.range(at)).ok();
        let whole = span(declaration.span)?;
        let first = span(all[0].span)?;
        let file = &self.unit.file;
        let ty = file.slice(Span::new(whole.start, first.start));
        let (ty, line) = (ty.trim_end(), Sheet::at(file, whole).line());
        let between = all.windows(2).map(|pair| {
            let (before, after) = (span(pair[0].span)?, span(pair[1].span)?);
            Some(Edit {
                span: Span::new(before.end, after.start),
                text: format!(";{line}{ty} "),
            })
        });
        between.collect()
    }
}

impl<'a> Visit<'a> for Finder<'_, '_> {
    fn visit_statement(&mut self, statement: &'a Statement, span: &'a Offsets) {
        if let Statement::Compound(items) = statement {
            let statements = items.iter().filter_map(|item| match &item.node {
                BlockItem::Statement(inner) => Some(inner),
                _ => None,
            });
            let edits = statements.filter_map(|inner| self.edits(inner));
            let edits: Vec<Edit> = edits.flatten().collect();
            self.found.extend(edits);
            for item in items {
                if let BlockItem::Declaration(declaration) = &item.node {
                    self.found
                        .extend(self.declarators(declaration).into_iter().flatten());
                }
            }
        }
        visit::visit_statement(self, statement, span);
    }
}
