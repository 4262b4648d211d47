//! The values of expressions at the present place.

mod comparisons;
mod constants;
mod conversions;
mod factors;
mod flat;
mod integers;
mod names;
mod outside;
mod places;
mod pointers;
mod terms;

pub(crate) use constants::SAMPLE;
pub(crate) use integers::int_type;
pub(crate) use names::type_name;
pub(crate) use places::VOLATILE;
pub(crate) use pointers::is_like;
pub(crate) use terms::{complex_zero, real_term, strip_not};
