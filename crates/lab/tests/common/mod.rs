//! Scops for the tests: written as text, as the tests of the proof have them, and random ones.
#![allow(clippy::unwrap_used, dead_code, missing_docs, unused_imports)]

pub(crate) mod random;
#[path = "../../../check/tests/common/mod.rs"]
mod scops;

pub(crate) use scops::*;
