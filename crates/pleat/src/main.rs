//! The program `pleat`: reads the command line and runs its command.

#[macro_use]
mod cli;

use clap::Parser;
use cli::args::{Cli, Command};
use cli::terminal::Color;
use cli::{
    cc, config_command, exit, explain_command, fold_command, fuse_command, lsp, manual,
    map_command, stats_command, verify_command,
};
use std::ffi::OsString;
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = Cli::try_parse().unwrap_or_else(|message| {
        let words: Vec<OsString> = std::env::args_os().collect();
        Color::on_command_line(&words).apply();
        message.exit()
    });
    cli.color().apply();
    let done = match cli.command {
        Command::Fold(args) => fold_command::fold(&args),
        Command::Explain(args) => explain_command::run(&args),
        Command::Stats(args) => stats_command::run(&args),
        Command::Cc(args) => cc::run(&args),
        Command::Map(args) => map_command::map(&args),
        Command::Fuse(args) => fuse_command::run(&args),
        Command::Verify(args) => verify_command::run(&args),
        Command::Config(args) => config_command::run(&args),
        Command::Lsp(args) => lsp::run(&args),
        Command::Completions(args) => manual::completions(&args),
        Command::Man(args) => manual::man(&args),
    };
    ExitCode::from(done.unwrap_or_else(|message| {
        eprintln!("pleat: {message}");
        exit::USAGE
    }))
}
