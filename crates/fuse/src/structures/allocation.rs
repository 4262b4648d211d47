//! Calls that allocate, and the factors of the sizes that they are passed.

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
    /// Whether the allocator counts elements of a size of its own, not bytes.
    pub(super) is_counted: bool,
    /// The number of sizes of types among the factors.
    pub(super) sizes: usize,
    pub(super) allocator: String,
    /// The arguments as they are written, and which of them are the factors of the size.
    arguments: Vec<String>,
    factors: Vec<usize>,
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
        let sizes = contents.facts.allocators.sizes(name)?;
        let arguments = call.node.arguments.as_slice();
        let is_fit = (1..=2).contains(&sizes.factors.len());
        (is_fit && !function.symbols.mentions.contains_key(&at)).then_some(())?;
        let mut all = Factors::default();
        for at in &sizes.factors {
            all.add(contents, function, arguments.get(*at)?)?;
        }
        let text = |argument| text_of(contents, function, argument);
        (!all.count.is_empty()).then_some(Allocation {
            count: all.count,
            is_zero: sizes.is_zero,
            is_counted: sizes.is_counted,
            sizes: all.sizes,
            allocator: name.to_string(),
            arguments: arguments.iter().map(text).collect::<Option<_>>()?,
            factors: sizes.factors,
        })
    }

    /// The number of elements, as it is written.
    pub(super) fn product(&self) -> String {
        product(&self.count)
    }

    /// A call for so many elements of an array of rows. The library's allocators take the place of
    /// those that count elements.
    pub(super) fn call(&self, rows: &str, array: &str) -> String {
        if self.is_counted {
            let count = source::inside_parentheses(rows);
            return match self.is_zero {
                true => format!("calloc({count}, sizeof *{array})"),
                false => format!("malloc({rows} * sizeof *{array})"),
            };
        }
        let mut arguments = self.arguments.clone();
        match self.factors.as_slice() {
            [count, size] => {
                arguments[*count] = source::inside_parentheses(rows).to_string();
                arguments[*size] = format!("sizeof *{array}");
            }
            all => all
                .iter()
                .for_each(|at| arguments[*at] = format!("{rows} * sizeof *{array}")),
        }
        format!("{}({})", self.allocator, arguments.join(", "))
    }
}

/// The text of an expression on one line.
fn text_of(
    contents: &Contents<'_>,
    function: &Function<'_>,
    expression: &Node<Expression>,
) -> Option<String> {
    let range = function.base.range(expression.span);
    let span = contents.unit.span_of(range).ok()?;
    let text = contents.unit.file.slice(span);
    Some(text.split_whitespace().collect::<Vec<_>>().join(" "))
}

fn product(factors: &[String]) -> String {
    match factors {
        [only] => source::inside_parentheses(only).to_string(),
        all => all.join(" * "),
    }
}

/// The factors of a number of elements.
#[derive(Default)]
pub(super) struct Factors {
    /// Those of a product, but for sizes of types, as they are written.
    pub(super) count: Vec<String>,
    /// The number of sizes of types.
    pub(super) sizes: usize,
}

impl Factors {
    pub(super) fn of(
        contents: &Contents<'_>,
        function: &Function<'_>,
        expression: &Node<Expression>,
    ) -> Option<Self> {
        let mut all = Factors::default();
        all.add(contents, function, expression)?;
        Some(all)
    }

    /// The product of all but sizes of types, as it is written.
    pub(super) fn product(&self) -> String {
        product(&self.count)
    }

    fn add(
        &mut self,
        contents: &Contents<'_>,
        function: &Function<'_>,
        expression: &Node<Expression>,
    ) -> Option<()> {
        let text = || text_of(contents, function, expression);
        match &expression.node {
            Expression::Cast(cast) => return self.add(contents, function, &cast.node.expression),
            Expression::SizeOfTy(_) | Expression::SizeOfVal(_) => self.sizes += 1,
            Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::Multiply => {
                self.add(contents, function, &b.node.lhs)?;
                self.add(contents, function, &b.node.rhs)?;
            }
            Expression::Constant(number) if literal(&number.node)?.0 == 1 => {}
            Expression::Identifier(_) | Expression::Constant(_) | Expression::Member(_) => {
                self.count.push(text()?);
            }
            _ => self
                .count
                .push(format!("({})", source::inside_parentheses(&text()?))),
        }
        Some(())
    }
}
