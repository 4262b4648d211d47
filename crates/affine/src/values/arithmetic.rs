//! Functions made from sets.

use super::Number;
use poly::{PwAff, Result, Set};

/// 1 on a set, 0 elsewhere.
pub(crate) fn indicator(set: &Set) -> Result<Number> {
    let (ctx, dims) = (set.context(), set.dims()?);
    let one = PwAff::number(ctx, dims, 1)?.intersect_domain(set)?;
    let zero = PwAff::number(ctx, dims, 0)?.intersect_domain(&set.complement()?)?;
    Ok(Number::total(one.union_add(&zero)?))
}

/// One number on a set, another elsewhere.
pub(crate) fn split_by(when: &Set, then: &Number, other: &Number) -> Result<Number> {
    let other = other.restricted(&when.complement()?)?;
    then.restricted(when)?.either(&other)
}
