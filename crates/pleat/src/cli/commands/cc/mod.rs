//! `pleat cc -- COMPILER ...`: a compiler that folds its sources first. The folded text is compiled
//! under another path with the names of the original. If anything fails or prints a message, the
//! original command is run, so that messages and exit status are the compiler's own.
//!
//! Assumes: no message of a folded compile is the user's. Messages come from the user's own text,
//! which is compiled whenever the folded text does not compile silently.

mod compile;
mod dependencies;
mod fold_process;
mod staging;

use crate::cli::arguments::args::CcArgs;
use crate::cli::compiler::invocation::{Invocation, may_be_program};
use crate::cli::compiler::response;
use crate::cli::files::parallel;
use crate::cli::screen::output::complain;
use fold_process::{FoldProcess, Outcome};
use staging::FoldedSource;
use std::ffi::OsString;
use std::io::ErrorKind;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// The exit codes of shells for a program that is not found, and for one that cannot be run.
const NOT_FOUND: u8 = 127;
const NOT_RUNNABLE: u8 = 126;

/// Compiles. Returns the exit status.
pub(crate) fn run(args: &CcArgs) -> Result<u8, String> {
    if lacks_compiler(&args.command) {
        return Err(no_compiler(&args.command));
    }
    let words = response::expand(&args.command, Path::new(""));
    let Some(invocation) = Invocation::read(&words) else {
        return Ok(become_original(&args.command));
    };
    let folded = match writes_more_dependencies() {
        true => Vec::new(),
        false => fold_sources(args, &invocation),
    };
    if folded.is_empty() {
        return Ok(become_original(&args.command));
    }
    let compiled = staging::stage_all(&folded).and_then(|staged| match staged.is_empty() {
        true => Ok(None),
        false => compile::compile(&args.command, &invocation, &staged).map(Some),
    });
    let code = compiled.unwrap_or_else(|reason| {
        complain(&reason);
        None
    });
    Ok(code.unwrap_or_else(|| become_original(&args.command)))
}

/// Whether a command line begins with a flag or a C file. Response files may name a compiler.
fn lacks_compiler(command: &[OsString]) -> bool {
    let is_response = |word: &&OsString| word.as_encoded_bytes().starts_with(b"@");
    let first = command.first().filter(|word| !is_response(word));
    first.is_some_and(|word| !may_be_program(word))
}

/// The message for a command line without a compiler.
fn no_compiler(command: &[OsString]) -> String {
    let words: Vec<_> = command.iter().map(|word| word.to_string_lossy()).collect();
    format!(
        "`{}` is not a compiler; name one first: pleat cc -- gcc {}",
        words[0],
        words.join(" ")
    )
}

/// Whether the environment makes the compiler write dependencies, which would name temporary files.
fn writes_more_dependencies() -> bool {
    let variables = ["DEPENDENCIES_OUTPUT", "SUNPRO_DEPENDENCIES"];
    variables.iter().any(|v| std::env::var_os(v).is_some())
}

/// How much `PLEAT_VERBOSE` asks for, as the number of `-v`.
fn verbose_variable() -> u8 {
    match std::env::var_os("PLEAT_VERBOSE") {
        None => 0,
        Some(value) if value.is_empty() => 0,
        Some(value) => value.to_string_lossy().parse().unwrap_or(1),
    }
}

/// Folds the sources. Returns those that change.
fn fold_sources(args: &CcArgs, invocation: &Invocation) -> Vec<FoldedSource> {
    let process = FoldProcess {
        compiler: invocation.compiler(),
        flags: invocation.preprocessor_flags(),
        options: args.fold_options.to_words(),
        limit: Duration::from_secs(args.time_limit),
        verbose: args.verbose.max(verbose_variable()),
    };
    let mut folded = Vec::new();
    let path = |at: usize| PathBuf::from(&invocation.args[at]);
    let mut sources = invocation.sources();
    // A file that is not plain may be readable only once.
    sources.retain(|&at| path(at).is_file());
    let fold = |source: PathBuf| match args.fold_options.settings_for(&source) {
        Ok(_) => process.fold(&source),
        Err(reason) => Outcome::Failed(reason),
    };
    let done = parallel::in_order(
        &sources,
        |&at| fold(path(at)),
        |&at, outcome| match outcome {
            Ok(Outcome::Folded(bytes)) => folded.push(FoldedSource {
                at,
                path: path(at),
                bytes,
            }),
            Ok(Outcome::Unchanged) => {}
            Ok(Outcome::Failed(reason)) => complain(&format!("{}: {reason}", path(at).display())),
            Err(_) => complain(&format!("{}: internal error", path(at).display())),
        },
    );
    match done {
        Ok(()) => folded,
        Err(_) => Vec::new(),
    }
}

/// Replaces this process by the original command. Returns only if it cannot be run.
fn become_original(command: &[OsString]) -> u8 {
    let Some((program, args)) = command.split_first() else {
        return NOT_FOUND;
    };
    let error = Command::new(program).args(args).exec();
    eprintln!("pleat: cannot run {}: {error}", program.display());
    match error.kind() {
        ErrorKind::NotFound => NOT_FOUND,
        _ => NOT_RUNNABLE,
    }
}
