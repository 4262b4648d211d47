//! Arrays that are all zero at first, as rows of zeros:
//!
//! ```c
//! float *t = calloc(w * h, sizeof *t);        float *t = malloc(w * h * sizeof *t);
//!                                             for (int y = 0; y < h; y++)
//!                                                 for (int x = 0; x < w; x++)
//!                                                     t[y * w + x] = 0;
//! ```
//!
//! Rows can move, the zeros of a whole array cannot. `memset` becomes such a loop in its place.

use super::Prepared;
use super::flat::{Nests, Size, counters};
use crate::bound::elements;
use crate::nests::{Headers, NestText};
use c::names::symbols::{Origin, Variable};
use c::names::types::Type;
use c::syntax::constant::literal;
use c::syntax::declarators::row_dims;
use c::syntax::expressions::without_casts;
use lang_c::ast::{
    ArraySize, BlockItem, CallExpression, DerivedDeclarator, Expression, Initializer, Statement,
};
use lang_c::span::Node;
use poly::Expr;
use print::Sheet;
use source::{Edit, Edits, Span};

/// The zeros of some arrays as rows, in one block.
pub(super) fn in_rows(
    headers: &Headers<'_>,
    items: &[Node<BlockItem>],
    (statements, nests): (&[&Node<Statement>], &[Option<NestText>]),
    arrays: &[String],
) -> Vec<Prepared> {
    let found = arrays.iter().filter_map(|array| {
        let block = Block {
            headers,
            items,
            statements,
            nests,
            array: only(headers, array)?,
        };
        block.set().or_else(|| block.allocated())
    });
    found.collect()
}

/// The only object of this name, if it is a pointer to numbers that is set once.
fn only<'h>(headers: &Headers<'h>, name: &str) -> Option<&'h Variable<'h>> {
    let variables = headers.function().symbols.variables.iter();
    let mut named = variables.filter(|v| v.name == name);
    let only = named.next().filter(|_| named.next().is_none())?;
    let is_fit = only.origin == Origin::Local
        && only.writes.len() == 1
        && !only.address_taken
        && matches!(only.declared_type, Type::Pointer(_));
    is_fit.then_some(only)
}

struct Block<'b> {
    headers: &'b Headers<'b>,
    items: &'b [Node<BlockItem>],
    statements: &'b [&'b Node<Statement>],
    nests: &'b [Option<NestText>],
    array: &'b Variable<'b>,
}

impl Block<'_> {
    /// A `memset` of the whole array as a loop.
    fn set(&self) -> Option<Prepared> {
        let calls = self.statements.iter();
        let (statement, bytes) = calls.copied().find_map(|statement| {
            let Statement::Expression(Some(expression)) = &statement.node else {
                return None;
            };
            let Expression::Call(call) = without_casts(&expression.node) else {
                return None;
            };
            let [to, value, bytes] = arguments(&call.node, "memset")? else {
                return None;
            };
            let is_zero = matches!(&value.node, Expression::Constant(c)
                if literal(&c.node).is_some_and(|(value, _)| value == 0));
            (is_zero && self.is_array(to)).then_some((statement, bytes))
        })?;
        let size = Size::of(self.headers, &elements(bytes)?, self.beside())?;
        let at = self.span(self.headers.function().base.range(statement.span))?;
        let mut edits = Edits::default();
        let text = self.rows(&size, &Sheet::at(&self.headers.unit().file, at))?;
        edits.insert(Edit { span: at, text }).ok()?;
        Some(Prepared { at, edits })
    }

    /// `calloc` as `malloc`, and a loop before the first nest that uses the array.
    fn allocated(&self) -> Option<Prepared> {
        let value = match &self.array.initializer?.node {
            Initializer::Expression(value) => value,
            Initializer::List(_) => return None,
        };
        let Expression::Call(call) = without_casts(&value.node) else {
            return None;
        };
        let [count, bytes] = arguments(&call.node, "calloc")? else {
            return None;
        };
        let whole = elements(count)?.checked_mul(&elements(bytes)?)?;
        let size = match self.row() {
            Some(width) => Size {
                extents: vec![Expr::var(whole.as_var()?), Expr::var(&width)],
            },
            None => Size::of(self.headers, &whole, self.beside())?,
        };
        let declares = |item: &Node<BlockItem>| {
            let range = self.headers.function().base.range(item.span);
            range.contains(&self.array.at.start)
        };
        self.items.iter().any(declares).then_some(())?;
        // A macro may name it.
        let uses = |statement: &Node<Statement>| {
            let range = self.headers.function().base.range(statement.span);
            self.array.mentions.iter().any(|at| range.contains(at))
        };
        let mut pairs = self.statements.iter().zip(self.nests);
        let first = pairs.find_map(|(s, nest)| nest.as_ref().filter(|_| uses(s)))?;
        let file = &self.headers.unit().file;
        let base = self.headers.function().base;
        let sheet = Sheet::at(file, first.span);
        let mut edits = Edits::default();
        let text = format!("{}{}", self.rows(&size, &sheet)?, sheet.line());
        let span = Span::at(first.span.start);
        edits.insert(Edit { span, text }).ok()?;
        let whole = self.span(base.range(call.span))?;
        let arguments = [count, bytes].map(|a| Some(self.operand(self.span(base.range(a.span))?)));
        let [Some(count), Some(bytes)] = arguments else {
            return None;
        };
        let text = format!("malloc({count} * {bytes})");
        edits.insert(Edit { span: whole, text }).ok()?;
        let at = first.span;
        Some(Prepared { at, edits })
    }

    /// The text of an argument as a factor.
    fn operand(&self, span: Span) -> String {
        let text = self.headers.unit().file.slice(span);
        let words = source::words(&text);
        let sums = ["+", "-", "?", "<<", ">>", "/", "%", "&", "|", "^"];
        match words.iter().any(|w| sums.contains(&w.text.as_str())) {
            true => format!("({text})"),
            false => text.into_owned(),
        }
    }

    /// The length of the rows that `(*t)[w]` points to.
    fn row(&self) -> Option<String> {
        let [only] = row_dims(&self.array.declarator?.node)? else {
            return None;
        };
        let DerivedDeclarator::Array(array) = &only.node else {
            return None;
        };
        match &array.node.size {
            ArraySize::VariableExpression(size) => Some(elements(size)?.as_var()?.to_string()),
            _ => None,
        }
    }

    fn is_array(&self, expression: &Node<Expression>) -> bool {
        let function = self.headers.function();
        let object = function.object(&expression.node);
        object.is_some_and(|id| function.symbols.variable(id).at == self.array.at)
    }

    /// The loop that sets all elements.
    fn rows(&self, size: &Size, sheet: &Sheet) -> Option<String> {
        let all = counters(self.headers, size, self.beside());
        let all = all.into_iter().next()?;
        let (headers, inner) = size.headers(&all, sheet);
        let place = match self.row() {
            Some(_) => format!("{}][{}", all[0].name, all[1].name),
            None => size.place(&all),
        };
        let array = &self.array.name;
        Some(inner.under(headers, &format!("{array}[{place}] = 0;")))
    }

    fn beside(&self) -> Nests<'_> {
        (self.statements, self.nests)
    }

    fn span(&self, range: std::ops::Range<usize>) -> Option<Span> {
        self.headers.unit().span_of(range).ok()
    }
}

/// The arguments of a call of a function.
fn arguments<'c>(call: &'c CallExpression, name: &str) -> Option<&'c [Node<Expression>]> {
    match &call.callee.node {
        Expression::Identifier(callee) if callee.node.name == name => Some(&call.arguments),
        _ => None,
    }
}
