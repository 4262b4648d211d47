//! The mapping engine: conflict differences in, the smallest proved modular mapping out. Knows sets
//! and relations only, nothing of C.
//!
//! Each strategy proposes mappings `sigma(x) = M x mod b`; `certificate` proves or rejects each of
//! them, whichever strategy found it; `search` takes the best that is proved, and `choice` decides
//! whether a program should use it.

mod assumption;
mod certificate;
mod choice;
mod classes;
mod colouring;
mod last_kept;
pub mod lattice;
mod mapping;
mod numbers;
pub mod occupancy;
mod problem;
mod search;
mod strategy;
mod widen;

pub use assumption::Assumption;
pub use certificate::{Verdict, certify};
pub use choice::{Choice, Chosen, choose};
pub use classes::Class;
pub use colouring::{Colouring, ConflictGraph};
pub use last_kept::choose_with_last_kept;
pub use mapping::{Digit, Mapping, Row, RowRange};
pub use problem::{ParamSample, Problem};
pub use search::{
    Aim, Attempt, Case, Floor, Found, FromSize, Objective, Tried, best, best_from, from_size,
    large_sizes,
};
pub use strategy::Strategy;
