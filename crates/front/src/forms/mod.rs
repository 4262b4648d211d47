//! The loop shapes that folds are printed in. Each has one file that defines it, writes its text
//! and reads its syntax tree. Knows text and trees alone: `emit` decides which loop gets a shape;
//! values, walk and region interpret the parts of a shape.

pub mod additions;
pub mod deferred_store;
pub mod loop_body;
pub mod named;
pub mod ring_unit;
pub mod strips;
pub mod window;

#[cfg(test)]
mod tests;
