//! The mapping engine: conflict differences in, the smallest proved modular mapping out. Knows sets
//! and relations only, never C.
//!
//! Every strategy proposes mappings `sigma(x) = M x mod b`; `certificate` proves or rejects each
//! of them, whatever found it; `choice` takes the best that is proved.

mod aim;
mod bounds;
mod cases;
mod certificate;
mod choice;
mod digits;
mod last_kept;
pub mod lattice;
mod linearise;
mod lower;
mod mapping;
mod numbers;
mod objective;
pub mod occupancy;
mod problem;
mod rank;
mod search;
mod strategy;
mod tried;
mod widen;

pub use aim::{Aim, Floor};
pub use bounds::RowRange;
pub use cases::{Case, Class};
pub use certificate::{Verdict, certify};
pub use choice::{Choice, Chosen, choose};
pub use last_kept::choose_with_last_kept;
pub use mapping::{Digit, Mapping, Row};
pub use objective::Objective;
pub use problem::{ParamSample, Problem};
pub use search::{Found, best};
pub use strategy::Strategy;
pub use tried::{Attempt, Tried};
