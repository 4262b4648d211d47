//! The program `pleat`: reads the command line and does what it says.

mod args;
mod cc;
mod database;
mod files;
mod invocation;
mod map_command;
mod output;
mod parallel;

use args::{Cli, Command};
use clap::Parser;
use std::process::ExitCode;

/// Exit codes; they are part of the interface.
mod exit {
    pub const DONE: u8 = 0;
    pub const CHANGES: u8 = 1;
    pub const USAGE: u8 = 2;
    pub const INTERNAL: u8 = 3;
}

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Fold(args) => files::fold(&args),
        Command::Cc(args) => cc::run(&args),
        Command::Map(args) => map_command::map(&args),
    };
    ExitCode::from(done.unwrap_or_else(|message| {
        eprintln!("pleat: {message}");
        exit::USAGE
    }))
}
