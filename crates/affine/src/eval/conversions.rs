//! Conversions of integers.

use super::integers::int_type;
use crate::state::Walker;
use crate::stop::Result;
use crate::values::{Number, indicator};
use integer::IntType;
use poly::PwAff;
use program::Value;

impl Walker<'_> {
    /// A value converted to an integer type; `None` if it is data.
    pub(crate) fn converted(&mut self, operand: &Value, to: IntType) -> Result<Option<Number>> {
        if to.bits == 1 {
            let holds = self.condition(operand)?;
            return holds.map(|set| Ok(indicator(&set)?)).transpose();
        }
        let (Some(from), Some(number)) = (int_type(&operand.ty), self.integer(operand)?) else {
            return Ok(None);
        };
        let widens_unsigned = !from.signed && to.bits > from.bits;
        match () {
            () if widens_unsigned => self.settled(&number, from),
            // Values that fit in 32 bits are assumed to stay below half the range.
            () if to.bits >= 32 => {
                let may_change = to.signed && (!from.signed || to.bits < from.bits);
                if let (Some(affine), true) = (number.as_affine(), may_change) {
                    self.note_conversion(affine, to)?;
                }
                Ok(Some(number))
            }
            () => self.narrowed(&number, to),
        }
    }

    fn narrowed(&mut self, number: &Number, to: IntType) -> Result<Option<Number>> {
        let Some(affine) = self.affine(number)? else {
            return Ok(None);
        };
        let (low, high) = to.range();
        let (Ok(low), Ok(high)) = (i64::try_from(low), i64::try_from(high)) else {
            return Ok(None);
        };
        let at = |value| PwAff::number(self.ctx, self.dims, value);
        let (first, last) = (at(low)?, at(high)?);
        let fits = first.le_set(&affine)?.intersect(&affine.le_set(&last)?)?;
        if self.holds(&fits)? {
            return Ok(Some(number.clone()));
        }
        let wrapped = affine.sub(&first)?.modulo(high - low + 1)?.add(&first)?;
        Ok(Some(Number::total(wrapped)))
    }
}
