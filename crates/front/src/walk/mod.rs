//! The walk through the statements of a region: loops, conditions, accesses.

pub(crate) mod accesses;
pub(crate) mod branches;
pub(crate) mod computed;
pub(crate) mod copies;
pub(crate) mod declarations;
pub(crate) mod deferred_stores;
pub(crate) mod draft;
pub(crate) mod guards;
mod named_numbers;
pub(crate) mod nests;
pub(crate) mod opaque;
pub(crate) mod openmp_walk;
pub(crate) mod switches;
pub(crate) mod units;
pub(crate) mod walker;
