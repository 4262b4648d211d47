//! The program `pleat`: reads the command line, folds, writes what was asked for.

mod args;
mod output;

use args::{Cli, Command, FoldArgs};
use clap::Parser;
use pleat::{Folded, STACK_BYTES};
use std::process::ExitCode;

/// isl allocates many small things; the feature `override` gives it this allocator too.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Exit codes; they are part of the interface.
mod exit {
    pub const DONE: u8 = 0;
    pub const CHANGES: u8 = 1;
    pub const USAGE: u8 = 2;
    pub const INTERNAL: u8 = 3;
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let run = move || match cli.command {
        Command::Fold(args) => fold(&args),
    };
    let thread = std::thread::Builder::new()
        .stack_size(STACK_BYTES)
        .spawn(run);
    let code = match thread.map(std::thread::JoinHandle::join) {
        Ok(Ok(code)) => code,
        Ok(Err(_)) => {
            eprintln!(
                "pleat: internal error; nothing was written. Please report it with the file."
            );
            exit::INTERNAL
        }
        Err(error) => {
            eprintln!("pleat: cannot start: {error}");
            exit::INTERNAL
        }
    };
    ExitCode::from(code)
}

fn fold(args: &FoldArgs) -> u8 {
    match try_fold(args) {
        Ok(code) => code,
        Err(message) => {
            eprintln!("pleat: {message}");
            exit::USAGE
        }
    }
}

fn try_fold(args: &FoldArgs) -> Result<u8, String> {
    let options = args.options()?;
    args.check_report()?;
    let file = output::read(&args.file)?;
    let folded = pleat::fold(file, &args.flags(), &options).map_err(|e| e.to_string())?;
    output::remarks(&folded, args);
    if args.timings {
        output::timings(&folded);
    }
    if let Some(unsound) = &folded.unsound {
        eprintln!(
            "pleat: internal error: {unsound}. The input is given back unchanged; please report it."
        );
    }
    let missed = missed_requests(&folded, args);
    let code = match args.check || args.diff {
        true => show_changes(&folded, args),
        false => write(&folded, args)?,
    };
    if let Some(path) = &args.report {
        output::write_file(path, folded.report.to_json().as_bytes())?;
    }
    if let Some(message) = missed {
        return Err(message);
    }
    if folded.invalid {
        return Ok(exit::USAGE);
    }
    Ok(match folded.unsound {
        Some(_) => exit::INTERNAL,
        None => code,
    })
}

/// `--array NAME` that could not be met.
fn missed_requests(folded: &Folded, args: &FoldArgs) -> Option<String> {
    let arrays = &folded.report.arrays;
    for name in &args.array {
        let mut named = arrays.iter().filter(|a| a.name == *name).peekable();
        if named.peek().is_none() {
            return Some(format!(
                "--array {name}: the file has no array of this name"
            ));
        }
        if let Some(kept) = named.find(|a| a.status == report::Status::Kept) {
            return Some(format!("--array {name}: {}", kept.detail));
        }
    }
    None
}

/// `--check` and `--diff` never write.
fn show_changes(folded: &Folded, args: &FoldArgs) -> u8 {
    let changed = folded.bytes != folded.file.bytes;
    if args.diff {
        output::diff(folded);
    }
    if changed { exit::CHANGES } else { exit::DONE }
}

fn write(folded: &Folded, args: &FoldArgs) -> Result<u8, String> {
    match (&args.output, args.in_place) {
        (Some(path), _) => output::write_file(path, &folded.bytes)?,
        (None, true) if folded.bytes != folded.file.bytes => {
            output::write_file(&args.file, &folded.bytes)?;
        }
        (None, true) => {}
        (None, false) => output::stdout(&folded.bytes)?,
    }
    Ok(exit::DONE)
}
