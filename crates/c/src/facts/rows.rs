//! Pointers to rows: `float *row = t[y];`, `float *row = t + y * w;`, `float *below = row + w;`.
//!
//! Such a pointer is set only where it is declared, to a place in a single array, and is used with
//! subscripts only. So `row[x]` is an access to the array: its subscripts are those of the
//! initialiser, with the values that they have at the declaration, and `x` is added to the last.
//!
//! The pointer's uses are uses of the array ([`Rows`]), and each of them that is not understood
//! rules the array out.
//!
//! Assumes: each use is shown to stay in its row. C's rule for `t[y][x]` is enough only if the use
//! certainly happens and the pointer is set to another row in each iteration.
//!
//! A fold keeps the last dimension of such an array, or all dimensions of the planes that pointers
//! into a flat heap array span. `restrict` is removed from the pointers, since rows may share a
//! cell one after the other.

use crate::facts::arrays::Arrays;
use crate::facts::heap::Form;
use crate::names::file::Function;
use crate::names::symbols::{Origin, Symbols, VarId, Variable};
use crate::names::types::{Storage, Type};
use crate::syntax::base::Base;
use crate::syntax::expressions::Chain;
use lang_c::ast::{BinaryOperator, DerivedDeclarator, Expression, Initializer, UnaryOperator};
use lang_c::span::Node;
use std::collections::BTreeMap;

/// The names of a function, its arrays, and the pointers to rows that are known so far.
type Known<'k, 'a> = (&'k Symbols<'a>, &'k Arrays<'a>, &'k Rows);

/// A place in an array: `a[i]`, `&a[i][j]`, `a + e`, or the same with a pointer to a row of it.
pub struct RowPlace<'e> {
    /// The array or pointer that is named.
    pub root: VarId,
    /// The name with the subscripts that lead to a row.
    pub chain: Chain<'e>,
    /// The offsets that are added, each with its sign.
    pub offsets: Vec<(i64, &'e Node<Expression>)>,
}

impl<'e> RowPlace<'e> {
    /// The place that an expression computes the address of.
    pub(super) fn of(
        known: Known<'_, '_>,
        base: Base,
        expression: &'e Node<Expression>,
    ) -> Option<Self> {
        if let Expression::BinaryOperator(b) = &expression.node {
            let (lhs, rhs) = (&*b.node.lhs, &*b.node.rhs);
            let left = || RowPlace::of(known, base, lhs);
            let right = || RowPlace::of(known, base, rhs);
            match b.node.operator.node {
                BinaryOperator::Plus => {
                    let moved = left().map(|place| place.plus(1, rhs));
                    return moved.or_else(|| Some(right()?.plus(1, lhs)));
                }
                BinaryOperator::Minus => return Some(left()?.plus(-1, rhs)),
                _ => {}
            }
        }
        RowPlace::named(known, base, expression)
    }

    /// The place without offsets.
    fn named(
        (symbols, arrays, rows): Known<'_, '_>,
        base: Base,
        expression: &'e Node<Expression>,
    ) -> Option<Self> {
        let (operand, is_address) = match &expression.node {
            Expression::UnaryOperator(u) if u.node.operator.node == UnaryOperator::Address => {
                (&*u.node.operand, true)
            }
            _ => (expression, false),
        };
        let mut chain = Chain::of(operand);
        let (name, is_through) = match &chain.root.node {
            Expression::UnaryOperator(u) if u.node.operator.node == UnaryOperator::Indirection => {
                (&*u.node.operand, true)
            }
            _ => (chain.root, false),
        };
        let Expression::Identifier(name) = &name.node else {
            return None;
        };
        let root = symbols.variable_at(base.range(name.span).start)?;
        let form = arrays.heap(root).map(|heap| heap.form);
        let rank = match rows.array(root) {
            Some(_) => 1,
            None if arrays.contains(root) => arrays.type_of(root).rank().0,
            None => 0,
        };
        let leads_to_row = rank > 0 && chain.steps.len() + 1 == rank + usize::from(is_address);
        if !leads_to_row || is_through != (form == Some(Form::Object)) {
            return None;
        }
        let offset = match is_address {
            true => chain.steps.pop(),
            false => None,
        };
        Some(RowPlace {
            root,
            chain,
            offsets: offset.into_iter().map(|e| (1, e)).collect(),
        })
    }

    fn plus(mut self, sign: i64, offset: &'e Node<Expression>) -> Self {
        self.offsets.push((sign, offset));
        self
    }
}

/// The pointers of a function to rows of its arrays.
#[derive(Debug, Default)]
pub(crate) struct Rows(BTreeMap<VarId, VarId>);

impl Rows {
    /// Finds the pointers that are set to places in a single array. A pointer may be set from one
    /// that is declared before it.
    pub(crate) fn of(function: &Function<'_>, arrays: &Arrays<'_>) -> Self {
        let symbols = &function.symbols;
        let mut rows = Rows::default();
        for (id, variable) in symbols.objects() {
            let known = (symbols, arrays, &rows);
            if let Some(array) = array_of(known, function.base, (id, variable)) {
                rows.0.insert(id, array);
            }
        }
        rows
    }

    /// The array that a pointer points to a row of.
    pub(crate) fn array(&self, pointer: VarId) -> Option<VarId> {
        self.0.get(&pointer).copied()
    }

    /// All pointers to rows, each with its array.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (VarId, VarId)> {
        self.0.iter().map(|(pointer, array)| (*pointer, *array))
    }
}

/// The array that a pointer points to a row of.
fn array_of(
    known: Known<'_, '_>,
    base: Base,
    (id, variable): (VarId, &Variable<'_>),
) -> Option<VarId> {
    let (_, arrays, rows) = known;
    let Initializer::Expression(value) = &variable.initializer?.node else {
        return None;
    };
    let is_set_once = variable.origin == Origin::Local
        && variable.storage == Storage::Automatic
        && arrays.heap(id).is_none()
        && variable.writes == [variable.at.start]
        && !variable.address_taken
        && !variable.qualifiers.volatile
        && !variable.qualifiers.atomic;
    if !is_set_once || !is_plain_pointer(variable) {
        return None;
    }
    let place = RowPlace::of(known, base, value)?;
    let array = rows.array(place.root).unwrap_or(place.root);
    let element = arrays.type_of(array).rank().1;
    (variable.declared_type.target() == Some(element)).then_some(array)
}

/// Whether the declarator is `*p`, with qualifiers at most.
fn is_plain_pointer(variable: &Variable<'_>) -> bool {
    let derived = variable.declarator.map(|d| d.node.derived.as_slice());
    matches!(derived, Some([only]) if matches!(only.node, DerivedDeclarator::Pointer(_)))
        && matches!(variable.declared_type, Type::Pointer(_))
}
