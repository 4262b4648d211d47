//! What names mean: types, scopes, the objects and functions of a file. Nothing here changes after
//! it is read.

pub mod constants;
pub mod file;
pub mod library;
pub(crate) mod resolve;
pub(crate) mod scopes;
pub mod symbols;
pub mod types;
