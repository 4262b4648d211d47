//! Statements and arrays as they are found, before flat arrays are split and spaces get names.

mod array;
mod digits;
mod finish;
mod flat_loops;
mod interface;
mod names;
mod sharing;
mod statement;
mod streams;
mod stride;
mod tiling;
mod zeros;

pub(crate) use array::{ArrayKey, Arrays, DraftArray, Origin};
pub(crate) use finish::{Facts, finish};
pub(crate) use interface::length;
pub(crate) use sharing::{SharedLoop, check};
pub(crate) use statement::{
    DraftAccess, DraftStatement, Element, Fill, Guard, Spelling, Term, Time,
};
pub(crate) use tiling::{Declared, DraftTiling};
