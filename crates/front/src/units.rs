//! Subscripts multiplied by a unit of Z/b: `t[u * (d % b) % b]`.
//!
//! With `u * c = 1 (mod b)` for a number `c` this names the cells of `t[d % b]` in another order. Where all subscripts
//! of a dimension have the same `u` and `b`, and only the program itself reads the array, the order does not matter:
//! they are read as `d % b`.

use crate::scene::Scene;
use crate::statements::Walker;
use crate::strips::sides;
use crate::symbols::{Origin, VarId};
use crate::types::Storage;
use lang_c::ast::{BinaryOperator, Expression};
use lang_c::span::Node;
use poly::Expr;
use scop::Subscript;
use std::collections::HashSet;

/// Inverses of units are sought among numbers up to this one, on both sides of zero.
const LARGEST_INVERSE: i64 = 8;

/// The parts of `u * (d % b) % b`.
pub struct Scaled<'e> {
    unit: &'e Node<Expression>,
    /// `d`
    pub dividend: &'e Node<Expression>,
    /// `b`, twice.
    moduli: [&'e Node<Expression>; 2],
}

impl<'e> Scaled<'e> {
    /// `b`
    pub fn modulus(&self) -> &'e Node<Expression> {
        self.moduli[0]
    }

    /// By its shape alone.
    pub fn of(expression: &'e Node<Expression>) -> Option<Self> {
        let (product, last) = sides(expression, &BinaryOperator::Modulo)?;
        let (unit, remainder) = sides(product, &BinaryOperator::Multiply)?;
        let (dividend, first) = sides(remainder, &BinaryOperator::Modulo)?;
        Some(Scaled {
            unit,
            dividend,
            moduli: [first, last],
        })
    }
}

impl Scene<'_> {
    /// Unit and modulus, with the number that is the inverse of the unit.
    pub fn unit_of(&mut self, scaled: &Scaled<'_>) -> Option<(Expr, Expr, i64)> {
        let [modulus, again] = scaled.moduli.map(|e| self.value(e).map(|v| v.expr));
        let (unit, modulus) = (self.value(scaled.unit)?.expr, modulus?);
        let is_modulus = again? == modulus && self.is_parametric(&modulus);
        let numbers = || -LARGEST_INVERSE..=LARGEST_INVERSE;
        let inverts = |c: &i64| {
            let rest = unit.clone() * *c - Expr::constant(1);
            numbers().any(|q| modulus.clone() * q == rest)
        };
        let inverse = numbers().find(inverts)?;
        let is_run_time = modulus.as_constant().is_none();
        let is_unit = is_modulus && is_run_time && self.is_nonnegative(&unit);
        is_unit.then_some((unit, modulus, inverse))
    }

    /// `u * (d % b) % b` as `d % b`.
    pub fn scaled_remainder(&mut self, expression: &Node<Expression>) -> Option<Subscript> {
        let scaled = Scaled::of(expression)?;
        let asking = std::mem::replace(&mut self.may_fix, false);
        let unit = self.unit_of(&scaled);
        let dividend = self.value(scaled.dividend);
        self.may_fix = asking;
        let (unit, modulus, _) = unit?;
        let dividend = dividend.and_then(|d| self.exactly(d))?;
        let remainder = self.remainder(dividend, modulus)?;
        self.note_unit(expression, unit);
        Some(remainder)
    }

    /// The subscript names the cells in the order that the unit gives them.
    pub fn note_unit(&mut self, expression: &Node<Expression>, unit: Expr) {
        let start = self.base.range(expression.span).start;
        self.units.insert(start, unit);
    }
}

impl Walker<'_> {
    /// Whether all subscripts of each dimension name the cells in one order, and nothing else knows them.
    pub(crate) fn agree_on_units(&self, id: VarId) -> bool {
        if self.scene.units.is_empty() {
            return true;
        }
        let references = || self.references.iter().filter(|r| r.array == id);
        let unit = |s: &crate::draft::DraftSubscript| {
            let mut inside = self.scene.units.range(s.expr.clone());
            inside.next().map(|(_, unit)| unit)
        };
        let has_units = references()
            .flat_map(|r| &r.subscripts)
            .any(|s| unit(s).is_some());
        let variable = self.scene.symbols.variable(id);
        let is_own = match variable.origin {
            Origin::Local => true,
            Origin::Global(_) => variable.storage == Storage::Static,
            _ => false,
        };
        let is_own = is_own && variable.initializer.is_none();
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
