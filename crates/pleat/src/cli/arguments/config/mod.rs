//! `pleat.toml`: the settings of a project. Its keys are the names of flags; flags win.
//!
//! The settings of a file become words of a command line before the user's own words, so names,
//! values and defaults are defined once, by the flags.

mod errors;
mod file;
mod layered;
mod paths;
mod search;
mod settings;

pub(crate) use file::ConfigFile;
pub(crate) use layered::Layered;
pub(crate) use search::ConfigChoice;
pub(crate) use settings::{Settings, command};
