//! The loop shapes that folds are printed in.

pub(crate) mod deferred_store;
pub(crate) mod ring_unit;
pub(crate) mod strips;
pub(crate) mod window;
