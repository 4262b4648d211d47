//! Calls that allocate a table, its rows or the memory of all rows.

use c::Contents;
use c::names::file::Function;
use c::syntax::constant::literal;
use c::syntax::expressions::without_casts;
use lang_c::ast::{BinaryOperator, Expression};
use lang_c::span::Node;

/// A call that allocates.
#[derive(Clone)]
pub(super) struct Allocation {
    /// The factors of the number of elements, as they are written.
    pub(super) count: Vec<String>,
    pub(super) is_zero: bool,
    allocator: String,
    /// Whether the number of elements is an argument of its own.
    counts: bool,
}

impl Allocation {
    /// The allocation in an expression, which may be under casts.
    pub(super) fn of(
        contents: &Contents<'_>,
        function: &Function<'_>,
        value: &Expression,
    ) -> Option<Self> {
        let Expression::Call(call) = without_casts(value) else {
            return None;
        };
        let Expression::Identifier(name) = &call.node.callee.node else {
            return None;
        };
        let at = function.base.range(name.span).start;
        let name = name.node.name.as_str();
        let (factors, is_zero) = contents.facts.allocators.factors(name)?;
        let arguments = call.node.arguments.as_slice();
        let is_fit = arguments.len() == factors && factors <= 2;
        (is_fit && !function.symbols.mentions.contains_key(&at)).then_some(())?;
        let mut count = Vec::new();
        for argument in arguments {
            collect(contents, function, argument, &mut count)?;
        }
        (!count.is_empty()).then_some(Allocation {
            count,
            is_zero,
            allocator: name.to_string(),
            counts: factors == 2,
        })
    }

    /// A call for so many elements of an array of rows.
    pub(super) fn call(&self, rows: &str, array: &str) -> String {
        let by = if self.counts { ", " } else { " * " };
        format!("{}({rows}{by}sizeof *{array})", self.allocator)
    }
}

/// The factors of a number of elements: those of a product, but for sizes of types.
pub(super) fn factors(
    contents: &Contents<'_>,
    function: &Function<'_>,
    expression: &Node<Expression>,
) -> Option<Vec<String>> {
    let mut found = Vec::new();
    collect(contents, function, expression, &mut found)?;
    Some(found)
}

fn collect(
    contents: &Contents<'_>,
    function: &Function<'_>,
    expression: &Node<Expression>,
    found: &mut Vec<String>,
) -> Option<()> {
    let text = || {
        let range = function.base.range(expression.span);
        let span = contents.unit.span_of(range).ok()?;
        let text = contents.unit.file.slice(span);
        Some(text.split_whitespace().collect::<Vec<_>>().join(" "))
    };
    match &expression.node {
        Expression::Cast(cast) => return collect(contents, function, &cast.node.expression, found),
        Expression::SizeOfTy(_) | Expression::SizeOfVal(_) => {}
        Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::Multiply => {
            collect(contents, function, &b.node.lhs, found)?;
            collect(contents, function, &b.node.rhs, found)?;
        }
        Expression::Constant(number) if literal(&number.node)?.0 == 1 => {}
        Expression::Identifier(_) | Expression::Constant(_) | Expression::Member(_) => {
            found.push(text()?);
        }
        _ => found.push(format!("({})", source::inside_parentheses(&text()?))),
    }
    Some(())
}
