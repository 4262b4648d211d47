//! Elements that a pointer to another element of a flat array leads to, by subscripts of the array:
//!
//! ```c
//! const float *p = t + y * w + x;
//! out[y * w + x] = p[-w] + p[w];         out[y * w + x] = t[(y - 1) * w + x] + t[(y + 1) * w + x];
//! ```
//!
//! Only pointers that lead to other rows are replaced: a row of its own can move as a whole.

use super::Prepared;
use crate::bound::{bound, value};
use c::names::file::Function;
use c::names::symbols::{Origin, VarId};
use c::names::types::Type;
use c::syntax::declarators::declared_name;
use lang_c::ast::{
    BinaryOperator, BlockItem, Declaration, Expression, Initializer, Statement, UnaryOperator,
};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};
use poly::{Atom, Expr};
use print::with_line;
use source::{Edit, Edits, Unit};
use std::ops::Range;

/// The pointers that are replaced, by their declarations.
pub(super) fn replaced(unit: &Unit, function: &Function<'_>) -> Vec<Prepared> {
    let mut finder = Finder {
        unit,
        function,
        depth: 0,
        found: Vec::new(),
    };
    let body = &function.definition.statement;
    finder.visit_statement(&body.node, &body.span);
    finder.found
}

/// Finds declarations of pointers in loops.
struct Finder<'f> {
    unit: &'f Unit,
    function: &'f Function<'f>,
    /// The number of loops around.
    depth: usize,
    found: Vec<Prepared>,
}

impl<'a> Visit<'a> for Finder<'_> {
    fn visit_statement(&mut self, statement: &'a Statement, span: &'a Offsets) {
        let is_loop = matches!(statement, Statement::For(_));
        self.depth += usize::from(is_loop);
        if let (Statement::Compound(items), true) = (statement, self.depth > 0) {
            for item in items {
                if let BlockItem::Declaration(declaration) = &item.node
                    && let Some(edits) = self.pointer(declaration)
                    && let Ok(at) = self.unit.span_of(self.function.base.range(item.span))
                {
                    self.found.push(Prepared::new(at, edits));
                }
            }
        }
        visit::visit_statement(self, statement, span);
        self.depth -= usize::from(is_loop);
    }
}

impl Finder<'_> {
    /// The edits that replace the pointer of a declaration.
    fn pointer(&self, declaration: &Node<Declaration>) -> Option<Edits> {
        let [only] = declaration.node.declarators.as_slice() else {
            return None;
        };
        let name = declared_name(&only.node.declarator)?;
        let Initializer::Expression(initial) = &only.node.initializer.as_ref()?.node else {
            return None;
        };
        let at = self.function.base.range(name.span).start;
        let mut objects = self.function.symbols.objects();
        let (id, variable) = objects.find(|(_, v)| v.at.start == at)?;
        let is_plain = matches!(variable.declared_type, Type::Pointer(_))
            && variable.writes.len() == 1
            && !variable.address_taken
            && !variable.mentions.is_empty();
        let (array, offset) = is_plain.then(|| self.place(initial))??;
        let mut elements = Elements {
            function: self.function,
            id,
            found: Vec::new(),
        };
        let body = &self.function.definition.statement;
        elements.visit_statement(&body.node, &body.span);
        (elements.found.len() == variable.mentions.len()).then_some(())?;
        let found = &elements.found;
        let leads_by = |name: &String| found.iter().any(|(_, by)| leaves(&offset, by, name));
        let width = factors(&offset).into_iter().find(leads_by)?;
        let mut edits = Edits::default();
        for (range, by) in found {
            let place = offset.checked_add(by)?;
            let text = format!("{array}[{}]", written(&place, &width)?);
            let span = self.unit.span_of(range.clone()).ok()?;
            edits.insert(Edit { span, text }).ok()?;
        }
        let span = self.function.base.range(declaration.span);
        let span = with_line(&self.unit.file, self.unit.span_of(span).ok()?);
        let text = String::new();
        edits.insert(Edit { span, text }).ok()?;
        Some(edits)
    }

    /// The array and the subscript of `t + y * w + x` and `&t[y * w + x]`.
    fn place(&self, initial: &Node<Expression>) -> Option<(String, Expr)> {
        if let Expression::UnaryOperator(u) = &initial.node
            && u.node.operator.node == UnaryOperator::Address
            && let Expression::BinaryOperator(b) = &u.node.operand.node
            && b.node.operator.node == BinaryOperator::Index
        {
            let array = self.array(&b.node.lhs)?;
            return Some((array, bound(&b.node.rhs)?));
        }
        let Expression::BinaryOperator(b) = &initial.node else {
            return None;
        };
        let by = bound(&b.node.rhs)?;
        let (array, offset) = match self.array(&b.node.lhs) {
            Some(array) => (array, Expr::constant(0)),
            None => self.place(&b.node.lhs)?,
        };
        let offset = match b.node.operator.node {
            BinaryOperator::Plus => offset.checked_add(&by)?,
            BinaryOperator::Minus => offset.checked_sub(&by)?,
            _ => return None,
        };
        Some((array, offset))
    }

    /// A pointer or an array of numbers that keeps its place.
    fn array(&self, expression: &Node<Expression>) -> Option<String> {
        let Expression::Identifier(name) = &expression.node else {
            return None;
        };
        let at = self.function.base.range(name.span).start;
        let variable = self.function.symbols.variable_at(at)?;
        let variable = self.function.symbols.variable(variable);
        let is_fixed = !variable.address_taken
            && match variable.origin {
                Origin::Parameter => variable.writes.is_empty(),
                _ => variable.writes.len() <= 1,
            };
        let is_array = matches!(variable.declared_type, Type::Pointer(_) | Type::Array(_));
        (is_fixed && is_array).then(|| name.node.name.clone())
    }
}

/// The elements that a pointer leads to, with their distances from its own.
struct Elements<'f> {
    function: &'f Function<'f>,
    id: VarId,
    found: Vec<(Range<usize>, Expr)>,
}

impl Elements<'_> {
    fn is_pointer(&self, expression: &Node<Expression>) -> bool {
        let Expression::Identifier(name) = &expression.node else {
            return false;
        };
        let at = self.function.base.range(name.span).start;
        self.function.symbols.variable_at(at) == Some(self.id)
    }
}

impl<'a> Visit<'a> for Elements<'_> {
    fn visit_expression(&mut self, expression: &'a Expression, span: &'a Offsets) {
        let range = self.function.base.range(*span);
        match expression {
            Expression::BinaryOperator(b)
                if b.node.operator.node == BinaryOperator::Index
                    && self.is_pointer(&b.node.lhs) =>
            {
                self.found.extend(value(&b.node.rhs).map(|by| (range, by)));
            }
            Expression::UnaryOperator(u)
                if u.node.operator.node == UnaryOperator::Indirection
                    && self.is_pointer(&u.node.operand) =>
            {
                self.found.push((range, Expr::constant(0)));
            }
            _ => {}
        }
        visit::visit_expression(self, expression, span);
    }
}

/// The factors of the products in `y * w + x`.
fn factors(offset: &Expr) -> Vec<String> {
    let mut names = Vec::new();
    for (atom, _) in offset.terms() {
        if let Atom::Product(factors) = atom {
            names.extend(factors.iter().filter_map(|f| match f {
                Atom::Var(name) => Some(name.clone()),
                _ => None,
            }));
        }
    }
    names
}

/// Whether an element is in another row than the one that a pointer leads to: `p[w - 1]` is the
/// last element of a row that starts at `p`.
fn leaves(offset: &Expr, by: &Expr, width: &str) -> bool {
    let lead = Atom::Var(width.to_string());
    let column = offset.divide_by(&Expr::var(width), &lead);
    let starts_row = column.is_some_and(|(_, rest)| rest.as_constant() == Some(0));
    let behind = by
        .checked_sub(&Expr::var(width))
        .and_then(|rest| rest.as_constant());
    let is_inside = starts_row && behind.is_some_and(|rest| rest < 0);
    by.mentions(width) && !is_inside
}

/// `(y - 1) * w + x + 1`
fn written(place: &Expr, width: &str) -> Option<String> {
    let lead = Atom::Var(width.to_string());
    let (row, column) = place.divide_by(&Expr::var(width), &lead)?;
    let (row, column) = (sum(&row)?, sum(&column)?);
    let is_single = !row.contains(' ');
    Some(match (row.as_str(), column.as_str()) {
        ("0", column) => column.to_string(),
        (row, "0") if is_single => format!("{row} * {width}"),
        (row, "0") => format!("({row}) * {width}"),
        (row, column) => {
            let row = match is_single {
                true => row.to_string(),
                false => format!("({row})"),
            };
            match column.strip_prefix('-') {
                Some(positive) => format!("{row} * {width} - {positive}"),
                None => format!("{row} * {width} + {column}"),
            }
        }
    })
}

/// A sum of multiples of names, those with a positive sign first.
fn sum(expr: &Expr) -> Option<String> {
    let mut parts: Vec<(i64, Option<String>)> = Vec::new();
    for (atom, factor) in expr.terms() {
        match atom {
            Atom::Var(name) => parts.push((factor, Some(name.clone()))),
            Atom::Product(factors) => {
                let names = factors.iter().map(|f| match f {
                    Atom::Var(name) => Some(name.as_str()),
                    _ => None,
                });
                let names: Vec<&str> = names.collect::<Option<_>>()?;
                parts.push((factor, Some(names.join(" * "))));
            }
            _ => return None,
        }
    }
    parts.sort_by_key(|(factor, _)| *factor < 0);
    if expr.constant_part() != 0 || parts.is_empty() {
        parts.push((expr.constant_part(), None));
    }
    let mut text = String::new();
    for (at, (factor, name)) in parts.iter().enumerate() {
        let number = factor.checked_abs()?;
        let part = match name {
            Some(name) if number == 1 => name.clone(),
            Some(name) => format!("{number} * {name}"),
            None => number.to_string(),
        };
        text.push_str(match (at, *factor < 0) {
            (0, true) => "-",
            (0, false) => "",
            (_, true) => " - ",
            (_, false) => " + ",
        });
        text.push_str(&part);
    }
    Some(text)
}
