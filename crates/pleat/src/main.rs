//! The program `pleat`: reads the command line and runs its command.

mod cli;

use clap::Parser;
use cli::args::{Cli, Command};
use cli::{cc, exit, fold_command, fuse_command, map_command, verify_command};
use std::process::ExitCode;

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Fold(args) => fold_command::fold(&args),
        Command::Cc(args) => cc::run(&args),
        Command::Map(args) => map_command::map(&args),
        Command::Fuse(args) => fuse_command::run(&args),
        Command::Verify(args) => verify_command::run(&args),
    };
    ExitCode::from(done.unwrap_or_else(|message| {
        eprintln!("pleat: {message}");
        exit::USAGE
    }))
}
