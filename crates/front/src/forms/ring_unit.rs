//! Subscripts multiplied by a unit of Z/b: `t[(u * r + a) % b]`.
//!
//! With `u * c = 1 (mod b)` for a number `c` this names the cells of `t[(r + c * a) % b]` in another order. Where all
//! subscripts of a dimension have the same `u` and `b`, and only the program itself reads the array, the order does not
//! matter: they are read as `(r + c * a) % b`.

use crate::values::evaluator::Evaluator;
use crate::values::mode::Mode;
use crate::walk::walker::Walker;
use c::names::symbols::{Origin, VarId};
use c::names::types::Storage;
use c::syntax::expressions::sides;
use lang_c::ast::{BinaryOperator, Expression};
use lang_c::span::Node;
use poly::{Atom, Expr};
use scop::Subscript;
use std::collections::HashSet;

/// Inverses of units are sought among numbers up to this one, on both sides of zero.
const LARGEST_INVERSE: i64 = 8;

/// `(u * r + a) % b`
pub(crate) struct Scaled {
    /// `u`
    pub unit: Expr,
    /// `c`
    pub inverse: i64,
    /// `r + c * a`, and as often `b` as it takes to be never negative.
    pub dividend: Expr,
    /// `b`
    pub modulus: Expr,
}

impl Evaluator<'_> {
    /// The parts of a remainder whose dividend is not affine.
    pub(crate) fn scaled(
        &mut self,
        expression: &Node<Expression>,
        mode: Mode<'_>,
    ) -> Option<Scaled> {
        let (sum, modulus) = sides(expression, &BinaryOperator::Modulo)?;
        let modulus = self.value_in(modulus, mode.quiet());
        let modulus = modulus.and_then(|value| self.exactly(value));
        let sum = self.value_in(sum, mode.multiplying());
        let sum = sum.filter(|sum| sum.ty.signed);
        let (modulus, sum) = (modulus?, sum?.expr);
        let is_plain = sum.without_products().is_some() || modulus.as_constant().is_some();
        let may_be = !is_plain && self.is_parametric(&modulus);
        if !may_be || !self.is_nonnegative(&(modulus.clone() - Expr::constant(1))) {
            return None;
        }
        let is_counter = |atom: &Atom| !self.is_parametric(&Expr::atom(atom.clone()));
        let units = sum.coefficients_of(is_counter);
        let mut units = units.iter().filter_map(Expr::without_products);
        units.find_map(|unit| {
            let found = self.scaled_by(&sum, -unit.clone(), &modulus);
            found.or_else(|| self.scaled_by(&sum, unit, &modulus))
        })
    }

    fn scaled_by(&self, sum: &Expr, unit: Expr, modulus: &Expr) -> Option<Scaled> {
        let (lead, _) = unit.terms().next()?;
        let (rest, whole) = sum.divide_by(&unit, lead)?;
        let (rest, whole) = (rest.without_products()?, whole.without_products()?);
        let numbers = || -LARGEST_INVERSE..=LARGEST_INVERSE;
        let inverts = |c: &i64| {
            let left = unit.clone() * *c - Expr::constant(1);
            numbers().any(|q| modulus.clone() * q == left)
        };
        let inverse = numbers().find(inverts)?;
        if [&unit, &rest, &whole]
            .iter()
            .any(|part| !self.is_nonnegative(part))
        {
            return None;
        }
        let dividend = rest + whole * inverse;
        let mut raised = (0..=LARGEST_INVERSE).map(|k| dividend.clone() + modulus.clone() * k);
        Some(Scaled {
            unit,
            inverse,
            dividend: raised.find(|d| self.is_nonnegative(d))?,
            modulus: modulus.clone(),
        })
    }

    /// `(u * r + a) % b` as `(r + c * a) % b`.
    pub(crate) fn scaled_remainder(
        &mut self,
        expression: &Node<Expression>,
        mode: Mode<'_>,
    ) -> Option<Subscript> {
        let scaled = self.scaled(expression, mode)?;
        self.note_unit(expression, scaled.unit);
        Some(Subscript::Modulo {
            dividend: scaled.dividend,
            modulus: scaled.modulus,
        })
    }

    /// The subscript names the cells in the order that the unit gives them.
    pub fn note_unit(&mut self, expression: &Node<Expression>, unit: Expr) {
        let start = self.base.range(expression.span).start;
        self.state.units.insert(start, unit);
    }
}

impl Walker<'_> {
    /// Whether all subscripts of each dimension name the cells in one order, and nothing else knows them.
    pub(crate) fn agree_on_units(&self, id: VarId) -> bool {
        if self.eval.state.units.is_empty() {
            return true;
        }
        let references = || self.found.references.iter().filter(|r| r.array == id);
        let unit = |s: &crate::walk::draft::DraftSubscript| {
            let mut inside = self.eval.state.units.range(s.expr.clone());
            inside.next().map(|(_, unit)| unit)
        };
        let has_units = references()
            .flat_map(|r| &r.subscripts)
            .any(|s| unit(s).is_some());
        let variable = self.source.symbols.variable(id);
        let is_own = match variable.origin {
            Origin::Local => true,
            Origin::Global(_) => variable.storage == Storage::Static,
            _ => false,
        };
        // What an allocation holds at first is the same in all cells.
        let is_own = is_own && (variable.initializer.is_none() || variable.heap.is_some());
        let rank = references().map(|r| r.subscripts.len()).max().unwrap_or(0);
        let one_order = |dim: usize| {
            let subscripts = references().filter_map(|r| r.subscripts.get(dim));
            let orders: HashSet<Option<String>> = subscripts
                .map(|s| unit(s).map(|u| format!("{u} {:?}", modulus(&s.meaning))))
                .collect();
            orders.len() <= 1
        };
        let has_blocks = references().any(|r| r.block.is_some());
        !has_units || (is_own && !has_blocks && (0..rank).all(one_order))
    }
}

fn modulus(meaning: &Subscript) -> Option<&Expr> {
    match meaning {
        Subscript::Modulo { modulus, .. } => Some(modulus),
        _ => None,
    }
}
