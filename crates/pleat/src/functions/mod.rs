//! The functions of a file, each with the folds that were decided for it, on threads of their own.
//! Knows nothing of how a whole file is written and proved.

mod candidate;
mod function_folds;
mod shared_parameters;
mod workers;
mod writing;

pub(crate) use candidate::{CandidateId, Decided, Unproved};
pub(crate) use function_folds::{FunctionFolds, mark_bands};
pub(crate) use workers::{Task, Workers, with_workers};
