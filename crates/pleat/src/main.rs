//! The program `pleat`: reads the command line and runs its command.

#[macro_use]
mod cli;

use clap::Parser;
use cli::arguments::args::{Cli, Command};
use cli::commands;
use cli::screen::exit;
use cli::screen::terminal::Color;
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
        Command::Fold(args) => commands::fold::fold(&args),
        Command::Explain(args) => commands::explain::run(&args),
        Command::Stats(args) => commands::stats::run(&args),
        Command::Cc(args) => commands::cc::run(&args),
        Command::Map(args) => commands::map::map(&args),
        Command::Fuse(args) => commands::fuse::run(&args),
        Command::Tile(args) => commands::tile::run(&args),
        Command::Verify(args) => commands::verify::run(&args),
        Command::Config(args) => commands::config::run(&args),
        Command::Lsp(args) => commands::lsp::run(&args),
        Command::Completions(args) => commands::manual::completions(&args),
        Command::Man(args) => commands::manual::man(&args),
    };
    ExitCode::from(done.unwrap_or_else(|message| {
        eprintln!("pleat: {message}");
        exit::USAGE
    }))
}
