//! Tests of structures that functions returned, behind several calls, as one behind each call:
//!
//! ```c
//! T *a = make(n);          T *a = make(n);
//! T *b = make(n);          if (!a)
//! if (!a || !b)                return 1;
//!     return 1;            T *b = make(n);
//!                          if (!b)
//!                              return 1;
//! ```

use crate::inline::Inlined;
use crate::memory::{disjuncts, null_test};
use c::Contents;
use c::names::file::Function;
use c::names::library::ends_program;
use c::names::symbols::VarId;
use c::names::types::Type;
use c::syntax::checks::before_exit;
use c::syntax::exits::leaves;
use lang_c::ast::{BlockItem, Expression, IfStatement, Initializer, Statement};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};
use print::{Sheet, with_line};
use source::{Edit, Span};

/// The edits that move such tests in one function.
pub fn tests_at_once(contents: &Contents<'_>, function: &str) -> Inlined {
    let mut inlined = Inlined::default();
    let Some(index) = contents.file.definition(function) else {
        return inlined;
    };
    let mut finder = Finder {
        contents,
        function: &contents.file.functions[index],
        found: Vec::new(),
    };
    let body = &finder.function.definition.statement;
    finder.visit_statement(&body.node, &body.span);
    for own in finder.found {
        let _ = inlined.edits.insert_all(own);
    }
    inlined
}

struct Finder<'f, 'p> {
    contents: &'f Contents<'p>,
    function: &'f Function<'p>,
    /// The edits of each test.
    found: Vec<Vec<Edit>>,
}

/// A structure that a function returned, and the end of its declaration.
struct Made {
    object: VarId,
    end: u32,
}

impl Finder<'_, '_> {
    fn span(&self, at: Offsets) -> Option<Span> {
        let range = self.function.base.range(at);
        self.contents.unit.span_of(range).ok()
    }

    fn text(&self, span: Span) -> String {
        self.contents.unit.file.slice(span).into_owned()
    }

    /// The structure that an item declares, if a function of the file makes it.
    fn made(&self, item: &Node<BlockItem>) -> Option<Made> {
        let BlockItem::Declaration(declaration) = &item.node else {
            return None;
        };
        let [only] = declaration.node.declarators.as_slice() else {
            return None;
        };
        let Initializer::Expression(value) = &only.node.initializer.as_ref()?.node else {
            return None;
        };
        let Expression::Call(call) = &value.node else {
            return None;
        };
        let Expression::Identifier(name) = &call.node.callee.node else {
            return None;
        };
        self.contents.file.definition(&name.node.name)?;
        let object = self.function.declared(&only.node.declarator)?;
        let ty = &self.function.symbols.variable(object).declared_type;
        let end = self.span(item.span)?.end;
        matches!(ty.target(), Some(Type::Record(_))).then_some(Made { object, end })
    }

    /// The edits of a test behind declarations.
    fn edits(
        &self,
        declarations: &[Node<BlockItem>],
        test: &Node<IfStatement>,
        whole: Offsets,
    ) -> Option<Vec<Edit>> {
        let made: Vec<Made> = declarations.iter().filter_map(|d| self.made(d)).collect();
        let (at, condition) = (self.span(whole)?, self.span(test.node.condition.span)?);
        let body = &test.node.then_statement;
        let range = self.function.base.range(body.span);
        let is_named = |own: &Made| {
            let mentions = &self.function.symbols.variable(own.object).mentions;
            mentions.iter().any(|mention| range.contains(mention))
        };
        (!leaves(body).jumps && !made.iter().any(is_named)).then_some(())?;
        let of = |term: &Node<Expression>| {
            let object = self.function.object(&null_test(term)?.node)?;
            made.iter().find(|own| own.object == object)
        };
        let terms = disjuncts(&test.node.condition);
        let (own, others): (Vec<_>, Vec<_>) = terms.into_iter().partition(|t| of(t).is_some());
        let is_late = declarations.len() > 1 || !others.is_empty();
        (!own.is_empty() && is_late).then_some(())?;
        let line = Sheet::at(&self.contents.unit.file, at).line();
        let before = self.text(Span::new(at.start, condition.start));
        let behind = self.text(Span::new(condition.end, at.end));
        let mut edits = Vec::new();
        for term in own {
            let (span, text) = (Span::at(of(term)?.end), self.text(self.span(term.span)?));
            let text = format!("{line}{before}{text}{behind}");
            edits.push(Edit { span, text });
        }
        let others = others
            .into_iter()
            .map(|t| Some(self.text(self.span(t.span)?)));
        let others: Vec<String> = others.collect::<Option<_>>()?;
        edits.push(match others.is_empty() {
            true => Edit {
                span: with_line(&self.contents.unit.file, at),
                text: String::new(),
            },
            false => Edit {
                span: condition,
                text: others.join(" || "),
            },
        });
        Some(edits)
    }
}

impl<'a> Visit<'a> for Finder<'_, '_> {
    fn visit_statement(&mut self, statement: &'a Statement, span: &'a Offsets) {
        if let Statement::Compound(items) = statement {
            for (at, item) in items.iter().enumerate() {
                let BlockItem::Statement(inner) = &item.node else {
                    continue;
                };
                let is_other =
                    |item: &Node<BlockItem>| !matches!(item.node, BlockItem::Declaration(_));
                let first = items[..at].iter().rposition(is_other).map_or(0, |k| k + 1);
                if let Statement::If(test) = &inner.node
                    && before_exit(&inner.node, &ends_program).is_some()
                {
                    self.found
                        .extend(self.edits(&items[first..at], test, inner.span));
                }
            }
        }
        visit::visit_statement(self, statement, span);
    }
}
