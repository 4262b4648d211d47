//! Arrays that are all zero at first, as rows of zeros:
//!
//! ```c
//! float *t = calloc(w * h, sizeof *t);        float *t = malloc(w * h * sizeof *t);
//!                                             for (int y = 0; y < h; y++)
//!                                                 for (int x = 0; x < w; x++)
//!                                                     t[y * w + x] = 0;
//! ```
//!
//! Rows can move, the zeros of a whole array cannot. Where a nest sets the array from a later row
//! or column on, only the border before is set to zero. The zeros may come from `calloc`, `memset`,
//! an initialiser, or the lifetime of the array.

use super::Prepared;
use super::flat::{Nests, Size, loops};
use crate::bound::{difference, elements};
use crate::memory::zeroed;
use crate::nests::{Headers, NestText};
use c::names::file::Function;
use c::names::symbols::{Call, Origin, Variable};
use c::names::types::{Storage, Type};
use c::syntax::declarators::row_dims;
use c::syntax::expressions::without_casts;
use c::syntax::initializers::is_zero;
use lang_c::ast::{
    ArraySize, BinaryOperator, BlockItem, CallExpression, DerivedDeclarator, Expression,
    Initializer, Statement,
};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};
use poly::Expr;
use print::{Header, Sheet, c_text};
use source::{Edit, Edits, Span};
use std::collections::BTreeMap;

/// How many zeros of an array are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Zeroed {
    /// Those before the first row and column that a nest sets, if the array has rows.
    Borders,
    /// All of them.
    All,
}

/// Whether an array with rows may be all zero at first, as far as its declaration and the calls of
/// the function tell.
pub(super) fn may_have_borders(function: &Function<'_>, array: &str) -> bool {
    let symbols = &function.symbols;
    let Some(array) = symbols.variables.iter().find(|v| v.name == array) else {
        return false;
    };
    let lasts = array.storage == Storage::Static || array.origin != Origin::Local;
    let sets = |call: &Call| matches!(call.name.as_deref(), Some("calloc" | "memset"));
    let may_be_zero = || lasts || array.initializer.is_some() || symbols.calls.iter().any(sets);
    has_rows(&array.declared_type) && may_be_zero()
}

/// Whether a function clears an array with rows by `memset`.
pub(super) fn is_cleared(function: &Function<'_>, array: &str) -> bool {
    struct Finder<'f> {
        array: &'f str,
        found: bool,
    }
    impl<'a> Visit<'a> for Finder<'_> {
        fn visit_call_expression(&mut self, call: &'a CallExpression, span: &'a Offsets) {
            let to = zeroed(call).map(|(to, _)| &to.node);
            self.found |= matches!(to, Some(Expression::Identifier(name))
                if name.node.name == self.array);
            visit::visit_call_expression(self, call, span);
        }
    }
    let mut variables = function.symbols.variables.iter();
    let has_rows = |v: &Variable<'_>| {
        matches!(v.declared_type, Type::Array { .. }) && has_rows(&v.declared_type)
    };
    let mut finder = Finder {
        array,
        found: false,
    };
    if variables.any(|v| v.name == array && has_rows(v)) {
        let body = &function.definition.statement;
        finder.visit_statement(&body.node, &body.span);
    }
    finder.found
}

/// Whether an array is a table of pointers to rows, which may be allocated as zeros.
pub(super) fn may_be_table(function: &Function<'_>, array: &str) -> bool {
    let symbols = &function.symbols;
    let is_table = |v: &Variable<'_>| {
        let row = v
            .declared_type
            .target()
            .filter(|row| matches!(row, Type::Pointer(_)));
        v.name == array && row.and_then(Type::target).is_some_and(is_number)
    };
    let is_zero = |call: &Call| call.name.as_deref() == Some("calloc");
    symbols.variables.iter().any(is_table) && symbols.calls.iter().any(is_zero)
}

/// Whether elements have two subscripts.
fn has_rows(array: &Type) -> bool {
    let row = array.target();
    let element = row.and_then(Type::target);
    matches!(row, Some(Type::Array { .. })) && element.is_some_and(is_number)
}

fn is_number(ty: &Type) -> bool {
    matches!(ty, Type::Integer(_) | Type::Floating(_))
}

/// The zeros of some arrays as rows, in one block.
pub(super) fn in_rows(
    headers: &Headers<'_>,
    items: &[Node<BlockItem>],
    (statements, nests): Nests<'_>,
    is_outermost: bool,
    arrays: &BTreeMap<String, Zeroed>,
) -> Vec<Prepared> {
    let found = arrays.iter().filter_map(|(array, zeroed)| {
        let block = Block {
            headers,
            items,
            statements,
            nests,
            is_outermost,
            array: only(headers, array)?,
        };
        block.prepared(*zeroed)
    });
    found.collect()
}

/// The only object of this name, if it is an array of numbers, or a pointer to such that is set
/// once.
fn only<'h>(headers: &Headers<'h>, name: &str) -> Option<&'h Variable<'h>> {
    let variables = headers.function().symbols.variables.iter();
    let mut named = variables.filter(|v| v.name == name);
    let only = named.next().filter(|_| named.next().is_none())?;
    let is_fit = match &only.declared_type {
        Type::Pointer(_) => only.origin == Origin::Local && only.writes.len() == 1,
        Type::Array { .. } => only.origin != Origin::Parameter,
        _ => false,
    };
    let mut element = only.declared_type.target();
    while let Some(Type::Array(_)) = element {
        element = element.and_then(Type::target);
    }
    (is_fit && !only.address_taken && element.is_some_and(is_number)).then_some(only)
}

/// Where the zeros of an array come from.
struct Zeros {
    /// The number of elements; `None` if the declaration says it.
    elements: Option<Expr>,
    /// The statement that sets them.
    at: Option<Span>,
    /// What becomes of the declaration.
    edit: Option<Edit>,
}

struct Block<'b> {
    headers: &'b Headers<'b>,
    items: &'b [Node<BlockItem>],
    statements: &'b [&'b Node<Statement>],
    nests: &'b [Option<NestText>],
    /// Whether no loop contains them.
    is_outermost: bool,
    array: &'b Variable<'b>,
}

impl Block<'_> {
    /// The zeros as loops: in place of what sets them, or before the first statement that uses the
    /// array.
    fn prepared(&self, zeroed: Zeroed) -> Option<Prepared> {
        let zeros = self
            .set()
            .or_else(|| self.allocated())
            .or_else(|| self.declared())?;
        let file = &self.headers.unit().file;
        let first = match zeros.at {
            Some(at) => at,
            None => self.first_use()?,
        };
        let sheet = Sheet::at(file, first);
        let rows = || self.rows(&self.size(&zeros, zeroed)?, &sheet);
        let mut text = self.zeros(&sheet, zeroed).or_else(rows)?;
        let mut span = first;
        if zeros.at.is_none() {
            text.push_str(&sheet.line());
            span = Span::at(first.start);
        }
        let mut edits = Edits::default();
        edits.insert(Edit { span, text }).ok()?;
        if let Some(edit) = zeros.edit {
            edits.insert(edit).ok()?;
        }
        Some(Prepared {
            at: first,
            edits,
            stays: true,
            is_open: false,
        })
    }

    /// The first nest or expression that uses the array: what is before may test the allocation. A
    /// macro may name the array.
    fn first_use(&self) -> Option<Span> {
        let mut pairs = self.statements.iter().zip(self.nests);
        let base = self.headers.function().base;
        let sets = |statement: &Node<Statement>| {
            let range = base.range(statement.span);
            self.array.writes.iter().any(|at| range.contains(at))
        };
        let is_fit = |(statement, nest): &(&&Node<Statement>, &Option<NestText>)| {
            let is_nest = nest.is_some() || matches!(statement.node, Statement::Expression(_));
            is_nest && self.uses(statement) && !sets(statement)
        };
        let (first, _) = pairs.find(is_fit)?;
        self.span(self.headers.function().base.range(first.span))
    }

    fn uses(&self, statement: &Node<Statement>) -> bool {
        let range = self.headers.function().base.range(statement.span);
        self.array.mentions.iter().any(|at| range.contains(at))
    }

    /// A `memset` of the whole array.
    fn set(&self) -> Option<Zeros> {
        let calls = self.statements.iter();
        let (statement, bytes) = calls.copied().find_map(|statement| {
            let Statement::Expression(Some(expression)) = &statement.node else {
                return None;
            };
            let Expression::Call(call) = without_casts(&expression.node) else {
                return None;
            };
            let (to, bytes) = zeroed(&call.node)?;
            self.is_array(to).then_some((statement, bytes))
        })?;
        Some(Zeros {
            elements: elements(bytes),
            at: Some(self.span(self.headers.function().base.range(statement.span))?),
            edit: None,
        })
    }

    /// What the array is set to in the block: in its declaration, an assignment, or the condition
    /// of a test.
    fn value(&self) -> Option<&Node<Expression>> {
        let base = self.headers.function().base;
        if let Some(initial) = self.array.initializer {
            let declares =
                |item: &Node<BlockItem>| base.range(item.span).contains(&self.array.at.start);
            return match &initial.node {
                Initializer::Expression(value) if self.items.iter().any(declares) => Some(value),
                _ => None,
            };
        }
        let mut found = Assigned {
            block: self,
            value: None,
        };
        for statement in self.statements {
            match &statement.node {
                Statement::Expression(Some(expression)) => {
                    found.visit_expression(&expression.node, &expression.span);
                }
                Statement::If(test) => {
                    let condition = &test.node.condition;
                    found.visit_expression(&condition.node, &condition.span);
                }
                _ => {}
            }
        }
        found.value
    }

    /// `calloc`, which becomes `malloc`.
    fn allocated(&self) -> Option<Zeros> {
        let Expression::Call(call) = without_casts(&self.value()?.node) else {
            return None;
        };
        let [count, bytes] = arguments(&call.node, "calloc")? else {
            return None;
        };
        let base = self.headers.function().base;
        let span = self.span(base.range(call.span))?;
        let arguments = [count, bytes].map(|a| Some(self.operand(self.span(base.range(a.span))?)));
        let [Some(count_text), Some(bytes_text)] = arguments else {
            return None;
        };
        let text = format!("malloc({count_text} * {bytes_text})");
        Some(Zeros {
            elements: elements(count)?.checked_mul(&elements(bytes)?),
            at: None,
            edit: Some(Edit { span, text }),
        })
    }

    /// The zeros of an array that lasts, or is declared with them.
    fn declared(&self) -> Option<Zeros> {
        self.is_outermost.then_some(())?;
        let lasts = self.array.storage == Storage::Static || self.array.origin != Origin::Local;
        let is_array = matches!(self.array.declared_type, Type::Array { .. });
        let edit = match self.array.initializer {
            None if lasts && is_array => None,
            Some(initial) if !lasts && is_array && is_zero(&initial.node) => {
                let base = self.headers.function().base;
                let initial = self.span(base.range(initial.span))?;
                let declarator = self.span(base.range(self.array.declarator?.span))?;
                let span = Span::new(declarator.end, initial.end);
                let text = String::new();
                Some(Edit { span, text })
            }
            _ => return None,
        };
        Some(Zeros {
            elements: None,
            at: None,
            edit,
        })
    }

    /// The zeros of an array with rows, by the counters of the first nest that uses it: all of
    /// them, or the rows and columns before those of the nest.
    fn zeros(&self, sheet: &Sheet, zeroed: Zeroed) -> Option<String> {
        has_rows(&self.array.declared_type).then_some(())?;
        let mut pairs = self.statements.iter().zip(self.nests);
        let [outer, inner] = pairs.find_map(|(statement, nest)| {
            let nest = nest.as_ref().filter(|_| self.uses(statement))?;
            let both = loops(self.headers, statement, nest.clone(), 2)?;
            let both = <[NestText; 2]>::try_from(both).ok()?;
            self.is_recurrence(statement).then_some(both)
        })?;
        (!inner.end.mentions(&outer.counter)).then_some(())?;
        let (rows, columns) = (outer.first.as_constant()?, inner.first.as_constant()?);
        let zero = Expr::constant(0);
        let before = [rows, columns].map(Expr::constant);
        let wide = (&inner, &zero, &inner.end);
        if zeroed == Zeroed::All {
            return Some(self.zeros_of(sheet, [(&outer, &zero, &outer.end), wide]));
        }
        let mut texts = Vec::new();
        if rows > 0 {
            texts.push(self.zeros_of(sheet, [(&outer, &zero, &before[0]), wide]));
        }
        if columns > 0 {
            let long = (&outer, &outer.first, &outer.end);
            texts.push(self.zeros_of(sheet, [long, (&inner, &zero, &before[1])]));
        }
        (!texts.is_empty()).then(|| texts.join(&sheet.line()))
    }

    /// Whether a nest sets elements of the array, and reads others before them.
    fn is_recurrence(&self, nest: &Node<Statement>) -> bool {
        let mut uses = Uses {
            block: self,
            sets: false,
            reads: false,
        };
        uses.visit_statement(&nest.node, &nest.span);
        uses.sets && uses.reads
    }

    /// Loops over some rows and columns, without those that run once.
    fn zeros_of(&self, sheet: &Sheet, loops: [(&NestText, &Expr, &Expr); 2]) -> String {
        let (mut headers, mut inner) = (String::new(), sheet.clone());
        let mut place = String::new();
        for (own, first, end) in loops {
            if difference(end, first) == Some(1) {
                place.push_str(&format!("[{}]", c_text(first)));
                continue;
            }
            place.push_str(&format!("[{}]", own.counter));
            if !headers.is_empty() {
                headers = inner.under(headers, "");
                inner = inner.deeper();
            }
            headers.push_str(&self.header(own, first, end));
        }
        let set = format!("{}{place} = 0;", self.array.name);
        match headers.is_empty() {
            true => set,
            false => inner.under(headers, &set),
        }
    }

    /// The header of a loop, as the user writes it if that is known.
    fn header(&self, own: &NestText, first: &Expr, end: &Expr) -> String {
        if (&own.first, &own.end) == (first, end) {
            let header = Span::new(own.span.start, own.body.start);
            return self
                .headers
                .unit()
                .file
                .slice(header)
                .trim_end()
                .to_string();
        }
        let header = Header::new(own.declared.as_deref(), &own.counter, c_text(first));
        header.below(c_text(end)).to_string()
    }

    /// The extents of an array: those of its declaration, if a statement or an initialiser sets it
    /// or all zeros are wanted, or those of a number of elements, which may be a line.
    fn size(&self, zeros: &Zeros, zeroed: Zeroed) -> Option<Size> {
        if matches!(self.array.declared_type, Type::Array { .. }) {
            let is_set = zeros.at.is_some() || zeros.edit.is_some();
            (is_set || zeroed == Zeroed::All).then_some(())?;
            if !self.is_flat() {
                return Size::declared(self.array);
            }
        }
        let counted = zeros.elements.clone();
        let counted = counted.filter(|number| number.as_constant() != Some(1));
        let number = counted.or_else(|| Size::declared(self.array)?.product())?;
        match self.row() {
            Some(width) => Some(Size {
                extents: vec![Expr::var(number.as_var()?), Expr::var(&width)],
            }),
            None => Some(Size::of_flat(self.headers, number, self.beside())),
        }
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
        let set = |place: &str| format!("{}{place} = 0;", self.array.name);
        size.loops(self.headers, (sheet, self.beside()), self.is_flat(), set)
    }

    /// Whether elements have one subscript.
    fn is_flat(&self) -> bool {
        !matches!(self.array.declared_type.target(), Some(Type::Array(_)))
    }

    fn beside(&self) -> Nests<'_> {
        (self.statements, self.nests)
    }

    fn span(&self, range: std::ops::Range<usize>) -> Option<Span> {
        self.headers.unit().span_of(range).ok()
    }
}

/// What a nest does with an array.
struct Uses<'u, 'b> {
    block: &'u Block<'b>,
    /// Whether it sets elements.
    sets: bool,
    /// Whether it reads elements in rows or columns before others: `t[i - 1][j]`.
    reads: bool,
}

impl Uses<'_, '_> {
    /// The subscripts of an element of the array; none for something else.
    fn subscripts<'e>(&self, mut expression: &'e Expression) -> Vec<&'e Expression> {
        let mut found = Vec::new();
        while let Expression::BinaryOperator(b) = expression
            && b.node.operator.node == BinaryOperator::Index
        {
            found.push(&b.node.rhs.node);
            expression = &b.node.lhs.node;
        }
        match expression {
            Expression::Identifier(name) if name.node.name == self.block.array.name => found,
            _ => Vec::new(),
        }
    }
}

impl<'a> Visit<'a> for Uses<'_, '_> {
    fn visit_expression(&mut self, expression: &'a Expression, span: &'a Offsets) {
        if let Expression::BinaryOperator(b) = expression
            && b.node.operator.node == BinaryOperator::Assign
        {
            self.sets |= !self.subscripts(&b.node.lhs.node).is_empty();
        }
        let is_before = |e: &&Expression| {
            matches!(e, Expression::BinaryOperator(b)
                if b.node.operator.node == BinaryOperator::Minus)
        };
        self.reads |= self.subscripts(expression).iter().any(is_before);
        visit::visit_expression(self, expression, span);
    }
}

/// The arguments of a call of a function.
/// The value of the last assignment to the array in an expression.
struct Assigned<'b, 'a> {
    block: &'b Block<'b>,
    value: Option<&'a Node<Expression>>,
}

impl<'a> Visit<'a> for Assigned<'_, 'a> {
    fn visit_expression(&mut self, expression: &'a Expression, span: &'a Offsets) {
        if let Expression::BinaryOperator(b) = expression
            && b.node.operator.node == BinaryOperator::Assign
            && self.block.is_array(&b.node.lhs)
        {
            self.value = Some(&b.node.rhs);
        }
        visit::visit_expression(self, expression, span);
    }
}

fn arguments<'c>(call: &'c CallExpression, name: &str) -> Option<&'c [Node<Expression>]> {
    match &call.callee.node {
        Expression::Identifier(callee) if callee.node.name == name => Some(&call.arguments),
        _ => None,
    }
}
