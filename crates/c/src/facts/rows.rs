//! Pointers to rows: `float *row = t[y];`, `float *row = t + y * w;`, `float *below = row + w;`.
//!
//! Such a pointer is set where it is declared, to a place in one array, and never again; it is used with
//! subscripts only. So `row[x]` is an access to the array: its subscripts are those of the initialiser, with
//! the values that they have at the declaration, and `x` is added to the last.
//!
//! Whatever happens to the pointer happens to the array: the pointer's uses are uses of the array
//! ([`recognise`]), and each of them that is not understood rules the array out.

use crate::facts::heap::Form;
use crate::names::file::Function;
use crate::names::symbols::{Origin, Symbols, VarId, Variable};
use crate::names::types::{Storage, Type};
use crate::syntax::expressions::Chain;
use crate::syntax::parse::Base;
use lang_c::ast::{BinaryOperator, DerivedDeclarator, Expression, Initializer, UnaryOperator};
use lang_c::span::Node;

/// A place in an array: `a[i]`, `&a[i][j]`, `a + e`, or the same with a pointer to a row of it.
pub struct Place<'e> {
    /// The array or pointer that is named.
    pub root: VarId,
    /// The name with the subscripts that lead to a row.
    pub chain: Chain<'e>,
    /// What is added to that, each with its sign.
    pub offsets: Vec<(i64, &'e Node<Expression>)>,
}

impl<'e> Place<'e> {
    /// The place that an expression means.
    pub fn of(symbols: &Symbols<'_>, base: Base, expression: &'e Node<Expression>) -> Option<Self> {
        if let Expression::BinaryOperator(b) = &expression.node {
            let (lhs, rhs) = (&*b.node.lhs, &*b.node.rhs);
            let left = || Place::of(symbols, base, lhs);
            let right = || Place::of(symbols, base, rhs);
            match b.node.operator.node {
                BinaryOperator::Plus => {
                    let moved = left().map(|place| place.plus(1, rhs));
                    return moved.or_else(|| Some(right()?.plus(1, lhs)));
                }
                BinaryOperator::Minus => return Some(left()?.plus(-1, rhs)),
                _ => {}
            }
        }
        Place::named(symbols, base, expression)
    }

    /// Without anything added.
    fn named(symbols: &Symbols<'_>, base: Base, expression: &'e Node<Expression>) -> Option<Self> {
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
        let variable = symbols.variable(root);
        let form = variable.heap.as_ref().map(|heap| heap.form);
        let rank = match variable.row_of {
            Some(_) => 1,
            None if variable.tracked => variable.ty.rank().0,
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
        Some(Place {
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

/// Finds the pointers of a function that are set to places in one of its arrays: their uses become uses of
/// the array.
pub fn recognise(function: &mut Function<'_>) {
    let base = function.base;
    let symbols = &mut function.symbols;
    for index in 0..symbols.variables.len() {
        let Some(array) = array_of(symbols, base, &symbols.variables[index]) else {
            continue;
        };
        let uses = symbols.variables[index].uses.clone();
        symbols.variables[index].row_of = Some(array);
        let all = &mut symbols.variables[array.0].uses;
        all.extend(uses);
        all.sort_unstable();
    }
}

/// The array that a pointer points to a row of, if it does.
fn array_of(symbols: &Symbols<'_>, base: Base, variable: &Variable<'_>) -> Option<VarId> {
    let Initializer::Expression(value) = &variable.initializer?.node else {
        return None;
    };
    let is_set_once = variable.origin == Origin::Local
        && variable.storage == Storage::Automatic
        && variable.heap.is_none()
        && variable.writes == [variable.at.start]
        && !variable.address_taken
        && !variable.qualifiers.volatile
        && !variable.qualifiers.atomic;
    if !is_set_once || !is_plain_pointer(variable) {
        return None;
    }
    let place = Place::of(symbols, base, value)?;
    let array = symbols.variable(place.root).row_of.unwrap_or(place.root);
    let element = symbols.variable(array).ty.rank().1;
    (variable.ty.target() == Some(element)).then_some(array)
}

/// Whether the declarator is `*p`, with qualifiers at most.
fn is_plain_pointer(variable: &Variable<'_>) -> bool {
    let derived = variable.declarator.map(|d| d.node.derived.as_slice());
    matches!(derived, Some([only]) if matches!(only.node, DerivedDeclarator::Pointer(_)))
        && matches!(variable.ty, Type::Pointer(_))
}
