//! The ends of loops: parameter values for which a loop has no end that anybody sees.

use super::forms::Form;
use super::loops::Forms;
use crate::draft::{ArrayKey, DraftStatement};
use crate::state::Walker;
use crate::stop::Result;
use crate::values::{Cell, Known};
use integer::IntType;
use poly::{PwAff, Set};
use program::Type;

/// No loop has 2 to this number of iterations. Tiles divide the iterations of a loop that wraps
/// around, so the number is smaller than that of bits.
const LONGEST: u32 = 50;

/// The largest step of a counter that is one for a long time.
const LARGEST_STEP: i64 = 256;
/// What is assumed of loops that count through the numbers of a short type.
const LARGEST: &str = "no loop counts to the largest `unsigned` number";

impl Walker<'_> {
    /// Fails if a loop that is left in a set ends after so many iterations that its numbers have
    /// wrapped around before, although parameters are small: `y < h - 2` for a size 1. Where such
    /// iterations access memory, other checks see it. Parameter values with 2^50 iterations are
    /// excluded, as nobody waits for their end; those with 2^30 by an assumption.
    pub(super) fn check_end(
        &mut self,
        forms: &Forms,
        stop: &Set,
        first_statement: usize,
    ) -> Result<()> {
        let bits = |cell: &Cell| match &self.object(cell.object).ty {
            Type::Integer(ty) => Some(u32::from(ty.bits)),
            _ => None,
        };
        let bits = forms.keys().filter_map(bits).max();
        let Some(bits) = bits.filter(|bits| *bits >= 32 && self.dry == 0) else {
            return Ok(());
        };
        let dims = self.dims + 1;
        let number = |exponent| PwAff::power_of_two(self.ctx, dims, exponent);
        let small = number(bits / 2)?;
        let many = number(LONGEST.min(bits - 2))?;
        let iteration = PwAff::coordinate(self.ctx, dims, self.dims)?;
        let many = many.le_set(&iteration)?;
        let all_late = stop.intersect(&many)?;
        let mut late = all_late.clone();
        for name in late.used_params()? {
            let param = PwAff::param(self.ctx, dims, &name)?;
            late = late.intersect(&param.le_set(&small)?)?;
            late = late.intersect(&param.neg()?.le_set(&small)?)?;
        }
        let late = late.truncated(self.dims)?;
        if late.is_empty()? {
            return Ok(());
        }
        if self.guards.is_empty() {
            let all_late = all_late.truncated(self.dims)?;
            let waited = self.without_calls(&all_late, first_statement)?;
            self.exclude(&waited)?;
            if bits < 64 {
                self.assumptions.insert(LARGEST.to_string());
            }
        }
        let mut silent = late.intersect_params(&self.defined)?;
        for statement in &self.statements[first_statement..] {
            if silent.is_empty()? {
                break;
            }
            let executed = statement.domain.truncated(dims)?.intersect(&many)?;
            silent = silent.subtract(&executed.truncated(self.dims)?)?;
        }
        match silent.is_empty()? {
            true => Ok(()),
            false => self.unknown("a loop that may not end"),
        }
    }

    /// The part of a set of places of a loop from which the loop calls nothing that may end the
    /// program.
    fn without_calls(&self, at: &Set, first_statement: usize) -> Result<Set> {
        let calls = |statement: &&DraftStatement| {
            let write = statement.accesses.last();
            write.is_some_and(|w| self.arrays.get(w.array).key == ArrayKey::World)
        };
        let mut at = at.clone();
        for statement in self.statements[first_statement..].iter().filter(calls) {
            at = at.subtract(&statement.domain.truncated(self.dims)?)?;
        }
        Ok(at)
    }

    /// Parameter values for which a loop does not end are excluded: a signed counter overflows, and
    /// an unsigned one runs through half its type at least.
    pub(super) fn exclude_endless(
        &mut self,
        forms: &Forms,
        endless: &Set,
        first_statement: usize,
    ) -> Result<()> {
        let mut endless = endless.intersect_params(&self.defined)?;
        if endless.is_empty()? || self.dry > 0 {
            return Ok(());
        }
        let unsigned = |cell: &Cell| match &self.object(cell.object).ty {
            Type::Integer(ty) if !ty.signed => Some(ty.bits),
            _ => None,
        };
        if let Some(bits) = forms.keys().filter_map(unsigned).max() {
            let half = self.below_half(&endless.used_params()?, bits)?;
            endless = endless.intersect_params(&half)?;
            if endless.is_empty()? {
                return self.demand(&half);
            }
            let waited = self.without_calls(&endless, first_statement)?;
            if bits < 32
                || !endless.is_subset(&waited)?
                || !self.counts_from_below(forms, &endless)?
            {
                return self.unknown("a loop that may not end");
            }
            if bits < 64 {
                self.assumptions.insert(LARGEST.to_string());
            }
            self.demand(&half)?;
        }
        if forms.is_empty() || !self.guards.is_empty() {
            return self.unknown("a loop that may not end");
        }
        let good = Set::all_values(self.ctx)?.subtract(&endless.params()?)?;
        if good.is_empty()? {
            return self.unknown("a loop that may not end");
        }
        self.demand(&good)
    }

    /// Whether all unsigned counters of a loop climb in small steps from the lower half of their
    /// types, in some iterations of the loops around: before one of them wraps around, it has as
    /// many iterations as the upper half has numbers for these steps.
    fn counts_from_below(&mut self, forms: &Forms, on: &Set) -> Result<bool> {
        for (cell, form) in forms {
            let ty = match &self.object(cell.object).ty {
                Type::Array { element, .. } => element,
                ty => ty,
            };
            let Type::Integer(IntType {
                bits,
                signed: false,
            }) = ty
            else {
                continue;
            };
            let (first, step) = match form {
                Form::Dead | Form::Data | Form::Ring(_) => continue,
                Form::Linear {
                    first: Known::Integer(first),
                    step,
                } => (first, step.as_constant()?),
                _ => return Ok(false),
            };
            let Some(first) = first.as_affine() else {
                return Ok(false);
            };
            let first = first.lifted(self.dims.saturating_sub(first.dims()?))?;
            let half = PwAff::power_of_two(self.ctx, self.dims, u32::from(*bits) - 1)?;
            let is_low = first.nonneg_set()?.intersect(&first.lt_set(&half)?)?;
            let is_slow = step.is_some_and(|step| (0..=LARGEST_STEP).contains(&step));
            if *bits < 32 || !is_slow || !on.is_subset(&is_low)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Parameters are below half the range of an unsigned type.
    fn below_half(&self, names: &[String], bits: u8) -> Result<Set> {
        let mut all = Set::all(self.ctx, 0)?;
        let half = PwAff::power_of_two(self.ctx, 0, u32::from(bits.max(1)) - 1)?;
        for name in names {
            let param = PwAff::param(self.ctx, 0, name)?;
            all = all.intersect(&param.lt_set(&half)?)?;
        }
        Ok(all.params()?)
    }
}
