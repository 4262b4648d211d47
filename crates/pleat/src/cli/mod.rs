//! The command line of `pleat`: its arguments, its commands, and what it reads and writes.

#[macro_use]
pub(crate) mod messages;

pub(crate) mod args;
pub(crate) mod cc;
mod config;
pub(crate) mod config_command;
mod database;
pub(crate) mod exit;
pub(crate) mod explain_command;
pub(crate) mod fold_command;
mod fold_options;
mod folders;
pub(crate) mod fuse_command;
mod input;
mod invocation;
mod jobs;
pub(crate) mod lsp;
pub(crate) mod manual;
pub(crate) mod map_command;
mod names;
mod output;
mod parallel;
mod progress;
mod project;
mod reason_page;
mod rejected;
mod report_files;
mod response;
mod several;
mod stack;
pub(crate) mod stats_command;
pub(crate) mod terminal;
mod values;
mod verbosity;
pub(crate) mod verify_command;
mod version;
