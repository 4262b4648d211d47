//! Elements and headers of loops in the spelling that other passes know: `t[y * w + x]` for
//! `*(t + y * w + x)`, and one counter in each header:
//!
//! ```c
//! for (i = 0, p = a; i < n; i++, p++)      p = a;
//!     s += *p;                             for (i = 0; i < n; i++) {
//!                                              s += *p;
//!                                              p++;
//!                                          }
//! ```
//!
//! Stages in one test are called in tests of their own:
//!
//! ```c
//! if (!(a = make(n)) || !(b = smooth(a, n)))      if (!(a = make(n)))
//!     goto done;                                      goto done;
//!                                                 if (!(b = smooth(a, n)))
//!                                                     goto done;
//! if (!fill(&a, n) || !fill(&b, n))               if (!fill(&a, n))
//!     return 1;                                       return 1;
//!                                                 if (!fill(&b, n))
//!                                                     return 1;
//! ```

use super::definition::word;
use super::locals::split;
use super::uses::written_range;
use crate::inline::Inlined;
use crate::inner::in_braces;
use c::Contents;
use c::names::file::{File, Function};
use c::names::library::ends_program;
use c::names::symbols::{Origin, VarId};
use c::names::types::Type;
use c::syntax::checks::{before_exit, statement_of};
use c::syntax::exits::leaves;
use c::syntax::expressions::{is_assignment, is_step};
use lang_c::ast::{
    BinaryOperator, Expression, ForInitializer, ForStatement, IfStatement, Statement, UnaryOperator,
};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};
use print::Sheet;
use source::{Edit, Span, Unit};
use std::collections::BTreeSet;
use std::ops::Range;

/// What a test executes is repeated if it has at most so many statements.
const MOST_REPEATED: usize = 2;

/// The edits that write one function so.
pub fn written_plainly(contents: &Contents<'_>, function: &str) -> Inlined {
    let mut inlined = Inlined::default();
    let Some(index) = contents.file.definition(function) else {
        return inlined;
    };
    let function = &contents.file.functions[index];
    let mut finder = Finder {
        unit: contents.unit,
        file: &contents.file,
        function,
        in_blocks: BTreeSet::new(),
        found: Vec::new(),
    };
    let body = &function.definition.statement;
    finder.visit_statement(&body.node, &body.span);
    for own in finder.found {
        // Those inside of others are found in the new text, if that changes again.
        let _ = inlined.edits.insert_all(own);
    }
    inlined
}

struct Finder<'f, 'p> {
    unit: &'f Unit,
    file: &'f File<'p>,
    function: &'f Function<'p>,
    /// The statements of blocks that are no bodies of others themselves, by their offsets.
    in_blocks: BTreeSet<usize>,
    /// What belongs together.
    found: Vec<Vec<Edit>>,
}

impl Finder<'_, '_> {
    fn span(&self, at: Offsets) -> Option<Span> {
        self.unit.span_of(self.function.base.range(at)).ok()
    }

    fn text(&self, span: Span) -> String {
        self.unit.file.slice(span).into_owned()
    }

    fn object(&self, expression: &Expression) -> Option<VarId> {
        let Expression::Identifier(name) = expression else {
            return None;
        };
        let at = self.function.base.range(name.span).start;
        self.function.symbols.variable_at(at)
    }

    /// `*(t + i)` for an array or pointer of the function.
    fn element(&self, operand: &Node<Expression>, whole: Offsets) -> Option<Vec<Edit>> {
        let (mut sum, mut rest) = (operand, None);
        while let Expression::BinaryOperator(b) = &sum.node
            && matches!(
                b.node.operator.node,
                BinaryOperator::Plus | BinaryOperator::Minus
            )
        {
            rest = Some(b);
            sum = &b.node.lhs;
        }
        let first = rest.filter(|b| b.node.operator.node == BinaryOperator::Plus)?;
        let variable = self.function.symbols.variable(self.object(&sum.node)?);
        let is_own = match variable.origin {
            Origin::Local => true,
            Origin::Parameter => self.function.is_static,
            Origin::Global(_) => false,
        };
        let is_array = matches!(variable.declared_type, Type::Pointer(_) | Type::Array(_));
        (is_own && is_array).then_some(())?;
        let (whole, name) = (self.span(whole)?, self.span(sum.span)?);
        let subscript = self.span(first.node.rhs.span)?;
        let before = self.text(Span::new(whole.start, name.start));
        let between = self.text(Span::new(name.end, subscript.start));
        // Parentheses of the sum alone, and perhaps of its first operand behind the pointer.
        let opened = between.trim_start().strip_prefix('+')?.trim();
        let is_plain = before.split_whitespace().collect::<String>() == "*(";
        let closing = self.text(Span::new(whole.end - 1, whole.end));
        let is_fit = is_plain && closing == ")" && opened.chars().all(|c| c == '(');
        is_fit.then(|| {
            let (start, end) = (Span::new(whole.start, name.start), whole.end - 1);
            vec![
                Edit {
                    span: start,
                    text: String::new(),
                },
                Edit {
                    span: Span::new(name.end, subscript.start),
                    text: format!("[{opened}"),
                },
                Edit {
                    span: Span::new(end, whole.end),
                    text: "]".to_string(),
                },
            ]
        })
    }

    /// A test in which several functions of the file are called, whose results are kept, or that
    /// set what they are passed: a test for each of them. Control does not come behind it if it
    /// holds.
    fn test(&self, own: &Node<IfStatement>, whole: Offsets) -> Option<Vec<Edit>> {
        let then = &own.node.then_statement;
        let is_short = match &then.node {
            Statement::Compound(items) => items.len() <= MOST_REPEATED,
            _ => true,
        };
        is_short.then_some(())?;
        let at = self.span(whole)?;
        let start = self.unit.tokens_in(self.function.base.range(whole)).start;
        let close = self.unit.closing(&self.unit.tokens, start + 1)?;
        let terms = split(self.unit, start + 2..close, "||");
        let is_one = |a: &Range<usize>, b: &Range<usize>| {
            ![a, b].iter().any(|term| self.sets_object((*term).clone()))
        };
        let terms: Vec<&[Range<usize>]> = terms.chunk_by(is_one).collect();
        (terms.len() > 1).then_some(())?;
        let all = written_range(self.unit, start + 2..close)?;
        let (before, behind) = (Span::new(at.start, all.start), Span::new(all.end, at.end));
        let written = |terms: &[Range<usize>]| {
            let tokens = terms.first()?.start..terms.last()?.end;
            let term = self.text(written_range(self.unit, tokens)?);
            Some(format!("{}{term}{}", self.text(before), self.text(behind)))
        };
        let tests: Vec<String> = terms.into_iter().map(written).collect::<Option<_>>()?;
        let text = tests.join(&Sheet::at(&self.unit.file, at).line());
        Some(vec![Edit { span: at, text }])
    }

    /// Whether tokens keep the result of a function of the file, or pass the address of an object
    /// to one.
    fn sets_object(&self, term: Range<usize>) -> bool {
        let word = |k: usize| word(self.unit, k);
        let is_call = |k: usize| word(k + 1) == "(" && self.file.definition(word(k)).is_some();
        let is_address = |k: usize| word(k) == "&" && matches!(word(k - 1), "(" | ",");
        let mut words = term.clone();
        words.any(|k| word(k) == "=" || is_address(k)) && term.into_iter().any(is_call)
    }

    /// A header that sets or steps several objects: all but the counter are set before the loop,
    /// and stepped in the body.
    fn header(
        &self,
        loop_: &Node<ForStatement>,
        whole: Offsets,
        in_block: bool,
    ) -> Option<Vec<Edit>> {
        let own = &loop_.node;
        let condition = own.condition.as_ref()?;
        let Expression::BinaryOperator(test) = &condition.node else {
            return None;
        };
        let counter = self.object(&test.node.lhs.node)?;
        let at = self.span(whole)?;
        let mut edits = Vec::new();
        if let Some(Expression::Comma(steps)) = own.step.as_ref().map(|step| &step.node) {
            edits.extend(self.stepped_inside(own, at, (steps, counter))?);
        }
        if let ForInitializer::Expression(first) = &own.initializer.node
            && let Expression::Comma(all) = &first.node
        {
            in_block.then_some(())?;
            edits.extend(self.before(all, at, counter)?);
        }
        Some(edits)
    }

    /// All steps of a header but that of the counter, in the body.
    fn stepped_inside(
        &self,
        own: &ForStatement,
        whole: Span,
        (steps, counter): (&[Node<Expression>], VarId),
    ) -> Option<Vec<Edit>> {
        let is_mine = |e: &&Node<Expression>| self.mentions(counter, e.span);
        let (mine, others): (Vec<_>, Vec<_>) = steps.iter().partition(is_mine);
        let [mine] = mine.as_slice() else { return None };
        let condition = own.condition.as_ref()?;
        let is_apart = |e: &&Node<Expression>| {
            let to = self.set_by(e);
            to.is_some_and(|to| {
                ![mine.span, condition.span]
                    .iter()
                    .any(|at| self.mentions(to, *at))
            })
        };
        (others.iter().all(is_apart) && !leaves(&own.statement).continues).then_some(())?;
        let mut edits = vec![self.only(steps, mine)?];
        edits.extend(self.in_body(own, whole, &others)?);
        Some(edits)
    }

    /// One of several expressions in place of all.
    fn only(&self, all: &[Node<Expression>], one: &Node<Expression>) -> Option<Edit> {
        let (first, last) = (self.span(all.first()?.span)?, self.span(all.last()?.span)?);
        let text = self.text(self.span(one.span)?);
        let span = Span::new(first.start, last.end);
        Some(Edit { span, text })
    }

    /// Expressions as the last statements of a loop.
    fn in_body(
        &self,
        own: &ForStatement,
        whole: Span,
        steps: &[&Node<Expression>],
    ) -> Option<Vec<Edit>> {
        let sheet = Sheet::at(&self.unit.file, whole);
        let inner = sheet.deeper();
        let mut added = String::new();
        for step in steps {
            let text = self.text(self.span(step.span)?);
            added.push_str(&inner.on_line(format!("{text};")));
        }
        Some(match &own.statement.node {
            Statement::Compound(items) => {
                let span = Span::at(self.span(items.last()?.span)?.end);
                vec![Edit { span, text: added }]
            }
            _ => {
                let body = self.span(own.statement.span)?;
                let [open, close] = in_braces(&self.unit.file, whole, body);
                let text = format!("{added}{}", close.text);
                vec![open, Edit { text, ..close }]
            }
        })
    }

    /// What a header sets first but the counter, as statements before the loop.
    fn before(&self, all: &[Node<Expression>], whole: Span, counter: VarId) -> Option<[Edit; 2]> {
        let is_mine = |e: &&Node<Expression>| self.set_by(e) == Some(counter);
        let (mine, others): (Vec<_>, Vec<_>) = all.iter().partition(is_mine);
        let [mine] = mine.as_slice() else { return None };
        let line = Sheet::at(&self.unit.file, whole).line();
        let mut text = String::new();
        for other in others {
            let is_apart = !self.mentions(self.set_by(other)?, mine.span);
            (is_apart && !self.mentions(counter, other.span)).then_some(())?;
            text.push_str(&format!("{};{line}", self.text(self.span(other.span)?)));
        }
        let span = Span::at(whole.start);
        Some([Edit { span, text }, self.only(all, mine)?])
    }

    /// The object that an expression assigns or steps.
    fn set_by(&self, expression: &Node<Expression>) -> Option<VarId> {
        match &expression.node {
            Expression::UnaryOperator(u) if is_step(&u.node.operator.node) => {
                self.object(&u.node.operand.node)
            }
            Expression::BinaryOperator(b) if is_assignment(&b.node.operator.node) => {
                self.object(&b.node.lhs.node)
            }
            _ => None,
        }
    }

    fn mentions(&self, object: VarId, at: Offsets) -> bool {
        let range = self.function.base.range(at);
        let mentions = &self.function.symbols.variable(object).mentions;
        mentions.iter().any(|mention| range.contains(mention))
    }
}

impl<'a> Visit<'a> for Finder<'_, '_> {
    fn visit_statement(&mut self, statement: &'a Statement, span: &'a Offsets) {
        if let Statement::Compound(items) = statement {
            let statements = items.iter().filter_map(statement_of);
            self.in_blocks.extend(statements.map(|s| s.span.start));
        }
        if let Statement::For(loop_) = statement {
            let in_block = self.in_blocks.contains(&span.start);
            self.found.extend(self.header(loop_, *span, in_block));
        }
        if let Statement::If(test) = statement
            && self.in_blocks.contains(&span.start)
            && before_exit(statement, &ends_program).is_some()
        {
            self.found.extend(self.test(test, *span));
        }
        visit::visit_statement(self, statement, span);
    }

    fn visit_expression(&mut self, expression: &'a Expression, span: &'a Offsets) {
        if let Expression::UnaryOperator(u) = expression
            && u.node.operator.node == UnaryOperator::Indirection
        {
            self.found.extend(self.element(&u.node.operand, *span));
        }
        visit::visit_expression(self, expression, span);
    }
}
