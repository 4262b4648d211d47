//! The laboratory: independent experiments on Pleat. No other crate depends on it.
//!
//! [`random`] writes C programs that are valid by construction. [`brute`] executes a scop step by
//! step at given parameter values and observes which values are alive at the same time. [`mutate`]
//! makes small mistakes in C texts; [`pairs`] changes heads, conditions and what is defined.
//! [`stages`] writes programs of loops that follow each other, alone or in whole programs.
//! [`tricks`] writes small programs with what people write around loops. The programs `bench`,
//! `campaign`, `torture` and `trials` measure Pleat and search for differences.

pub mod brute;
pub mod mutate;
pub mod occupancy;
pub mod pairs;
pub mod random;
pub mod rng;
pub mod stages;
pub mod sweeps;
pub mod tiling;
pub mod tricks;
