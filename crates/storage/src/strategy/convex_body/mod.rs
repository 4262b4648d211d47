//! Strategies by the convex body around the differences, as a norm.

mod body;
pub(super) mod gauge;
pub(super) mod minima;
mod reduced;
