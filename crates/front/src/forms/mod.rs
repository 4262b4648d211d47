//! The loop shapes that folds are printed in. Each has one file that defines it, writes its text and reads its
//! syntax tree. Knows text and trees alone: which loop gets a shape is decided by `emit`, what the parts of a shape
//! mean is said by values, walk and region.

pub mod additions;
pub mod deferred_store;
pub mod loop_body;
pub mod named;
pub mod ring_unit;
pub mod strips;
pub mod window;

#[cfg(test)]
mod round_trip;
