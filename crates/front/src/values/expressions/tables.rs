//! Elements of constant tables: `dy[k]`, where `static const int dy[4] = {-1, 0, 0, 1};`.

use crate::values::evaluator::Evaluator;
use crate::values::mode::Mode;
use crate::values::value::Value;
use c::names::symbols::Variable;
use c::names::types::Type;
use c::syntax::constant;
use c::syntax::declarators::sizes;
use lang_c::ast::{BinaryOperatorExpression, Initializer};
use poly::Expr;

/// Larger tables are data.
const LARGEST: usize = 32;

impl Evaluator<'_> {
    /// The value of an element of a constant table as a sum of steps: what each is more than the
    /// one before, from there on. Subscripts are inside of the table, as others are undefined.
    pub(super) fn table_value(
        &mut self,
        element: &BinaryOperatorExpression,
        mode: Mode<'_>,
    ) -> Option<Value> {
        let table = self.symbols.variable(mode.variable_named(&element.lhs)?);
        let (elements, ty) = elements(table)?;
        let index = self.value_in(&element.rhs, mode.affine())?;
        let index = self.exactly(index)?;
        let mut sum = Expr::constant(*elements.first()?);
        let count = elements.len() as i64;
        for (at, both) in elements.windows(2).enumerate() {
            // 0 before the step, 1 from there on.
            let after = index.checked_add(&Expr::constant(count - 1 - at as i64))?;
            let after = after.floor_div(count);
            sum = sum.checked_add(&(after * (both[1] - both[0])))?;
        }
        Some(Value::exact(sum, ty))
    }
}

/// The elements of a constant table of integers, and their type: one that its declaration lists in
/// full.
fn elements(table: &Variable<'_>) -> Option<(Vec<i64>, scop::IntType)> {
    let Type::Array(element) = &table.declared_type else {
        return None;
    };
    let Type::Integer(ty) = **element else {
        return None;
    };
    let Initializer::List(items) = &table.initializer?.node else {
        return None;
    };
    let is_plain = table.qualifiers.constant && !table.qualifiers.volatile && ty.bits > 1;
    let count = i64::try_from(items.len()).ok()?;
    let mut declared = sizes(&table.declarator?.node);
    let is_whole = declared.next().is_some_and(|(_, size)| {
        size.is_none_or(|size| constant::evaluate(&size.node, &mut |_| None) == Some(count))
    });
    let is_small = (1..=LARGEST).contains(&items.len());
    if !is_whole || !is_plain || !is_small || items.iter().any(|i| !i.node.designation.is_empty()) {
        return None;
    }
    let values = items.iter().map(|item| match &item.node.initializer.node {
        Initializer::Expression(value) => {
            let value = constant::evaluate(&value.node, &mut |_| None)?;
            ty.holds(value).then_some(value)
        }
        Initializer::List(_) => None,
    });
    Some((values.collect::<Option<_>>()?, ty))
}
