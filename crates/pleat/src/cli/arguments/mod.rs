//! Flags and `pleat.toml`: their declarations, their values, and which of both holds.

pub(crate) mod args;
pub(crate) mod config;
pub(crate) mod fold_options;
pub(crate) mod project;
pub(crate) mod values;
pub(crate) mod version;
