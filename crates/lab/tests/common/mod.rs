//! Scops for the tests: the texts of the proof's tests, and random ones.
#![allow(clippy::unwrap_used, dead_code, missing_docs, unused_imports)]

pub(crate) mod random;
#[path = "../../../check/tests/common/mod.rs"]
mod scops;

pub(crate) use scops::*;
