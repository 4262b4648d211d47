//! What names mean: types, scopes, the objects and functions of a file.

pub mod constants;
pub mod file;
pub mod library;
pub mod resolve;
pub mod scopes;
pub mod symbols;
pub mod types;
