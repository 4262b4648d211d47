//! Windows that move with a loop: `t[2] = t[1]; t[1] = t[0];` at the end of its body.
//!
//! In iteration `i` of one execution of the loop, `t[k]` holds the value that was stored for
//! iteration `i - k` of this execution, if there was one. So such an array is read as one without
//! the shifts, with an element for each iteration of each execution: `{ S[o,i] -> t[o,i - k] }`.
//! Values that `t[k]` holds before the loop, or before it is stored to, belong to no element of
//! that array.
//!
//! Assumes: the array is local, the order is sequential, and every iteration reaches the end of the
//! body. Folds are written in this shape only under the same conditions.

use c::syntax::base::Base;
use c::syntax::constant;
use c::syntax::expressions::{Chain, sides};
use lang_c::ast::{BinaryOperator, BlockItem, Expression, Statement};
use lang_c::span::Node;
use std::collections::BTreeMap;
use std::ops::Range;

/// A window.
pub struct Window {
    /// The name of the array.
    pub array: String,
    /// The number of its elements.
    pub length: i64,
}

impl Window {
    /// The shifts at the end of an iteration, oldest element first.
    pub fn shifts(&self) -> Vec<String> {
        let array = &self.array;
        let shift = |k: i64| format!("{array}[{k}] = {array}[{}];", k - 1);
        (1..self.length).rev().map(shift).collect()
    }
}

/// The shifts at the end of the body of one loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shifts {
    /// The windows that the shifts move, each with its length.
    pub lengths: BTreeMap<String, i64>,
    /// The text of the shifts.
    pub range: Range<usize>,
    /// Each shift with its array.
    pub each: Vec<(String, Range<usize>)>,
}

impl Shifts {
    /// Reads the last statements of a loop's body.
    pub fn of(body: &Node<Statement>, base: Base) -> Option<Self> {
        let Statement::Compound(items) = &body.node else {
            return None;
        };
        let mut lengths = BTreeMap::new();
        let mut each = Vec::new();
        let mut rest = items.as_slice();
        // Backwards through the text: each shift moves the element that the shift after it
        // overwrites.
        while let Some((last, before)) = rest.split_last()
            && let Some((name, to)) = shift(last)
        {
            let length = lengths.entry(name.to_string()).or_insert(1);
            if to != *length {
                return None;
            }
            *length += 1;
            each.push((name.to_string(), base.range(last.span)));
            rest = before;
        }
        let start = base.range(rest.last()?.span).end;
        Some(Shifts {
            lengths,
            each,
            range: start..base.range(body.span).end - 1,
        })
    }
}

/// `t[k] = t[k - 1];` with numbers: `t` and `k`.
fn shift(item: &Node<BlockItem>) -> Option<(&str, i64)> {
    let BlockItem::Statement(statement) = &item.node else {
        return None;
    };
    let Statement::Expression(Some(assignment)) = &statement.node else {
        return None;
    };
    let (to, from) = sides(assignment, &BinaryOperator::Assign)?;
    let ((name, to), (same, from)) = (element(to)?, element(from)?);
    (name == same && from >= 0 && to == from + 1).then_some((name, to))
}

/// `t[k]` with a number: `t` and `k`.
fn element(expression: &Node<Expression>) -> Option<(&str, i64)> {
    let chain = Chain::of(expression);
    let ([index], Expression::Identifier(name)) = (chain.steps.as_slice(), &chain.root.node) else {
        return None;
    };
    let Expression::Constant(index) = &index.node else {
        return None;
    };
    Some((&name.node.name, constant::literal(&index.node)?.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifts_move_the_oldest_element_first() {
        let window = Window {
            array: "t".to_string(),
            length: 3,
        };
        assert_eq!(window.shifts(), ["t[2] = t[1];", "t[1] = t[0];"]);
    }
}
