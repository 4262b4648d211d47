//! Loops in strips, each of which ends where a subscript would reach its modulus:
//!
//! ```c
//! for (x = a; x < e;) {
//!     const int row = (d) % b - c * x;
//!     int end = e;
//!     if (end > b - row)
//!         end = b - row;
//!     for (; x < end; x++)
//!         t[row + c * x] = ...;
//! }
//! ```
//!
//! Such a loop is read as `for (x = a; x < e; x++)`, and `t[row + c*x]` as `t[d % b]`, where `d` grows by `c`
//! with `x`. This is exact: each strip starts below `e` and has an iteration, since `(d) % b < b`, and none of
//! its iterations reaches `e` or a subscript of `b`. With `c > 1` the last one is `(b - 1 - row) / c`.

use c::syntax::expressions::{relation, sides};
use lang_c::ast::{
    BinaryOperator, BlockItem, Declaration, Expression, ForInitializer, ForStatement, IfStatement,
    InitDeclarator, Initializer, Statement,
};
use lang_c::span::Node;

/// A loop in strips, as a syntax tree has it.
pub struct StripLoop<'e> {
    /// The condition of the whole loop: `x < e`.
    pub(crate) whole: Relation<'e>,
    /// `row` with its value, for each subscript that wraps.
    pub(crate) rows: Vec<Named<'e>>,
    /// `end`, with its largest value.
    pub(crate) end: Named<'e>,
    /// The statements that limit `end`.
    pub(crate) limits: Vec<Limit<'e>>,
    /// The condition of a strip: `x < end`.
    pub(crate) strip: Relation<'e>,
    /// The loop over a strip.
    pub(crate) inner: &'e ForStatement,
}

/// `x < e` or `x <= e`.
pub struct Relation<'e> {
    /// All of it.
    pub(crate) condition: &'e Node<Expression>,
    /// `<` or `<=`.
    pub(crate) operator: BinaryOperator,
    /// `x`
    pub(crate) counter: &'e Node<Expression>,
    /// `e`
    pub(crate) bound: &'e Node<Expression>,
}

/// An object that is declared with a value.
pub struct Named<'e> {
    /// Its declarator.
    pub(crate) declarator: &'e InitDeclarator,
    /// Its value.
    pub(crate) value: &'e Node<Expression>,
}

/// `if (end > limit) end = limit;`
pub struct Limit<'e> {
    /// `end`, where it is tested and where it is set.
    pub(crate) ends: [&'e Node<Expression>; 2],
    /// The limit in both places.
    pub(crate) quotients: [Quotient<'e>; 2],
}

/// `(sum - row) / divisor`
pub struct Quotient<'e> {
    /// `sum`
    pub(crate) sum: &'e Node<Expression>,
    /// `row`
    pub(crate) row: &'e Node<Expression>,
    /// `divisor`, unless that is 1.
    pub(crate) divisor: Option<&'e Node<Expression>>,
}

impl<'e> StripLoop<'e> {
    /// Reads a loop by its shape alone.
    pub(crate) fn of(node: &'e ForStatement) -> Option<Self> {
        let Statement::Compound(items) = &node.statement.node else {
            return None;
        };
        let (inner, items) = items.split_last()?;
        let BlockItem::Statement(inner) = &inner.node else {
            return None;
        };
        let Statement::For(inner) = &inner.node else {
            return None;
        };
        let inner = &inner.node;
        let has_start = !matches!(inner.initializer.node, ForInitializer::Empty);
        if node.step.is_some() || has_start {
            return None;
        }
        let is_declaration =
            |item: &&Node<BlockItem>| matches!(item.node, BlockItem::Declaration(_));
        let count = items.iter().take_while(is_declaration).count();
        let (declarations, limits) = items.split_at(count);
        let mut rows = Vec::new();
        for item in declarations {
            let BlockItem::Declaration(declaration) = &item.node else {
                return None;
            };
            rows.extend(Named::all(&declaration.node)?);
        }
        let limits = limits.iter().map(Limit::of);
        let limits = limits.collect::<Option<Vec<_>>>()?;
        let whole = Relation::of(node.condition.as_deref()?)?;
        let strip = Relation::of(inner.condition.as_deref()?)?;
        let end = rows.pop()?;
        (whole.operator == strip.operator).then_some(StripLoop {
            whole,
            rows,
            end,
            limits,
            strip,
            inner,
        })
    }
}

impl<'e> Relation<'e> {
    fn of(condition: &'e Node<Expression>) -> Option<Self> {
        let (operator, counter, bound) = relation(condition)?;
        Some(Relation {
            condition,
            operator,
            counter,
            bound,
        })
    }
}

impl<'e> Named<'e> {
    /// The objects of a declaration, if all of them have values.
    fn all(declaration: &'e Declaration) -> Option<Vec<Self>> {
        let named = |item: &'e Node<InitDeclarator>| {
            let value = match &item.node.initializer.as_ref()?.node {
                Initializer::Expression(value) => value,
                Initializer::List(_) => return None,
            };
            Some(Named {
                declarator: &item.node,
                value,
            })
        };
        declaration.declarators.iter().map(named).collect()
    }
}

impl<'e> Limit<'e> {
    fn of(item: &'e Node<BlockItem>) -> Option<Self> {
        let BlockItem::Statement(statement) = &item.node else {
            return None;
        };
        match &statement.node {
            Statement::If(limit) if limit.node.else_statement.is_none() => {
                Limit::of_test(&limit.node)
            }
            _ => None,
        }
    }

    fn of_test(limit: &'e IfStatement) -> Option<Self> {
        let (tested, above) = sides(&limit.condition, &BinaryOperator::Greater)?;
        let Statement::Expression(Some(assignment)) = &limit.then_statement.node else {
            return None;
        };
        let (set, value) = sides(assignment, &BinaryOperator::Assign)?;
        Some(Limit {
            ends: [tested, set],
            quotients: [Quotient::of(above)?, Quotient::of(value)?],
        })
    }
}

impl<'e> Quotient<'e> {
    fn of(expression: &'e Node<Expression>) -> Option<Self> {
        let quotient = sides(expression, &BinaryOperator::Divide);
        let (difference, divisor) = quotient.map_or((expression, None), |(d, by)| (d, Some(by)));
        let (sum, row) = sides(difference, &BinaryOperator::Minus)?;
        Some(Quotient { sum, row, divisor })
    }
}
