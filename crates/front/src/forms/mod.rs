//! The loop shapes that folds are printed in, one file each. Knows syntax trees alone: what the parts of a shape mean
//! is said by values, walk and region.

pub(crate) mod deferred_store;
pub(crate) mod ring_unit;
pub(crate) mod strips;
pub(crate) mod window;
