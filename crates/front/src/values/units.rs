//! The meaning of subscripts that are multiplied by a unit of Z/b. See [`crate::forms::ring_unit`].

use crate::forms::ring_unit::{inverse, remainder, small_numbers};
use crate::values::evaluator::Evaluator;
use crate::values::mode::Mode;
use lang_c::ast::Expression;
use lang_c::span::Node;
use poly::{Atom, Expr};
use scop::Subscript;

/// `(u * r + a) % b`
pub(crate) struct Scaled {
    /// `u`
    pub unit: Expr,
    /// `c`
    pub inverse: i64,
    /// `r + c * a`, plus a multiple of `b` that makes it never negative.
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
        let (sum, modulus) = remainder(expression)?;
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
        let inverse = inverse(&unit, modulus)?;
        if [&unit, &rest, &whole]
            .iter()
            .any(|part| !self.is_nonnegative(part))
        {
            return None;
        }
        let dividend = rest + whole * inverse;
        let raised = small_numbers().filter(|k| *k >= 0);
        let mut raised = raised.map(|k| dividend.clone() + modulus.clone() * k);
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

    /// Notes that a subscript names the cells in the order of the unit.
    pub fn note_unit(&mut self, expression: &Node<Expression>, unit: Expr) {
        let start = self.base.range(expression.span).start;
        self.state.units.insert(start, unit);
    }
}
