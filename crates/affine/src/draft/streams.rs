//! Flat arrays of the caller that may leave their rows.

use super::Arrays;
use super::array::Origin;
use super::digits::{Flat, accesses, quotients};
use super::statement::{DraftStatement, Element, Time};
use crate::stop::Result;
use crate::values::Products;
use poly::{PwAff, Set};

/// Whether nothing writes an array of the caller.
pub(super) fn is_input(statements: &[DraftStatement], arrays: &Arrays, array: usize) -> bool {
    let mut writes = statements.iter().filter_map(|s| s.accesses.last());
    let is_shared = matches!(arrays.get(array).origin, Origin::Shared(..));
    is_shared && writes.all(|write| write.array != array)
}

/// Whether one statement writes an array of the caller, always and in the order of its digits, and
/// nothing reads it.
pub(super) fn is_stream(
    statements: &[DraftStatement],
    arrays: &Arrays,
    flat: &Flat,
    products: &mut Products,
) -> Result<bool> {
    let array = arrays.get(flat.array);
    let mut all = accesses(statements, flat.array);
    let (Some((statement, access)), None) = (all.next(), all.next()) else {
        return Ok(false);
    };
    let is_shared = matches!(array.origin, Origin::Shared(..)) && array.shape.len() == 1;
    let is_write = { statement.accesses.last() }.is_some_and(|last| std::ptr::eq(last, access));
    let is_certain = !access.conditional && access.within.is_none() && statement.fill.is_none();
    let Element::At(indices) = &access.element else {
        return Ok(false);
    };
    if !is_shared || !is_write || !is_certain {
        return Ok(false);
    }
    let Some(index) = indices.first() else {
        return Ok(false);
    };
    let Some(digits) = quotients(index, &flat.strides)? else {
        return Ok(false);
    };
    let iterators = statement.times.iter().filter_map(|time| match time {
        Time::Iterator(at) => Some(*at),
        Time::At(_) | Time::Before => None,
    });
    let iterators: Vec<usize> = iterators.collect();
    for (at, digit) in digits.iter().enumerate() {
        let digit = digit.lifted_to(statement.domain.dims()?)?;
        let grows = match (digit.affine(products)?, iterators.get(at)) {
            (Some(digit), Some(iterator)) => grows_with(&digit, *iterator, &statement.domain)?,
            _ => false,
        };
        if !grows {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether a digit is a multiple of one iterator, plus a number that does not depend on any.
fn grows_with(digit: &PwAff, iterator: usize, domain: &Set) -> Result<bool> {
    const LARGEST: i64 = 4;
    let own = PwAff::coordinate(domain.context(), domain.dims()?, iterator)?;
    for factor in 1..=LARGEST {
        if !digit.sub(&own.scale(factor)?)?.involves_from(0)? {
            return Ok(true);
        }
    }
    Ok(false)
}
