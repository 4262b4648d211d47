//! `pleat stats`: what folds in a project, what nearly folds, and why other arrays stay.

use super::config::Layered;
use super::fold_options::FoldOptions;
use super::jobs::{Inputs, Job, jobs};
use super::parallel::{self, Panicked};
use super::progress::Progress;
use super::rejected::Failure;
use super::several::fold_one;
use super::verbosity::Level;
use super::{exit, input, output};
use clap::Args;
use pleat::Folded;
use report::{FailureEntry, Report, Stats};
use source::Severity;
use std::ffi::OsString;
use std::path::PathBuf;

/// Arguments of `pleat stats`.
#[derive(Debug, Args)]
pub(crate) struct StatsArgs {
    /// The C files; for a folder, every *.c below it; with -p and without any, all files of the
    /// database.
    #[arg(value_name = "FILE", required_unless_present = "commands")]
    pub(crate) files: Vec<PathBuf>,
    /// Print JSON instead of text.
    #[arg(long)]
    pub(crate) json: bool,
    /// Also write the numbers as an HTML page.
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) fold_options: Layered<FoldOptions>,
    /// Do not try what `--fuse`, other flags or small changes of the file would give to arrays that
    /// stay: faster, with fewer near misses.
    #[arg(long)]
    pub(crate) no_hints: bool,
    /// Take each file's compiler and flags from this compile_commands.json, or the one in this
    /// folder.
    #[arg(short = 'p', long = "compile-commands", value_name = "DIR")]
    pub(crate) commands: Option<PathBuf>,
    /// The compiler used as preprocessor [default: with -p the file's own, else $CC or cc].
    #[arg(long, value_name = "COMPILER")]
    pub(crate) cc: Option<OsString>,
    /// Flags for the preprocessor, after `--`: -I, -D, -std, ...
    #[arg(last = true)]
    pub(crate) flags: Vec<String>,
}

impl StatsArgs {
    fn inputs(&self) -> Inputs<'_> {
        Inputs {
            files: &self.files,
            commands: self.commands.as_deref(),
            cc: self.cc.as_ref(),
            flags: &self.flags,
            fold_options: &self.fold_options,
            array: &[],
            one_configuration: false,
            within_cc: false,
            level: Level::Quiet,
        }
    }
}

/// Prints the numbers of all files. Returns the exit status: only if no file was read, an error.
pub(crate) fn run(args: &StatsArgs) -> Result<u8, String> {
    let mut jobs = jobs(&args.inputs())?;
    for job in &mut jobs {
        job.options.hints = !args.no_hints;
    }
    let (report, read) = fold_all(&jobs)?;
    let stats = Stats::of(&report, read);
    let text = match args.json {
        true => stats.to_json(),
        false => stats.to_text(),
    };
    output::stdout(text.as_bytes())?;
    if let Some(path) = &args.html {
        output::write_file(path, stats.to_html().as_bytes())?;
    }
    Ok(match read {
        0 => exit::USAGE,
        _ => exit::DONE,
    })
}

/// The report on all files, and how many of them were read.
fn fold_all(jobs: &[Job]) -> Result<(Report, usize), String> {
    let progress = Progress::new(jobs.len());
    let (mut report, mut read) = (Report::default(), 0);
    let work = |job: &Job| {
        let result = fold_one(job, false);
        progress.advance();
        result
    };
    let take = |job: &Job, result| match arrays_of(job, result) {
        Ok(own) => {
            report.extend(own);
            read += 1;
        }
        Err(failure) => report.failures.push(failure),
    };
    parallel::in_order(jobs, work, take).map_err(|e| format!("cannot start a thread: {e}"))?;
    progress.finish();
    Ok((report, read))
}

/// The report on a file, or why there is none.
fn arrays_of(
    job: &Job,
    result: Result<Result<Folded, Failure>, Panicked>,
) -> Result<Report, FailureEntry> {
    let name = input::name(&job.file);
    let fault = || Failure::fault(&name).entry(&name);
    match result {
        Ok(Ok(folded)) if folded.unsound.is_some() => Err(fault()),
        Ok(Ok(folded)) if folded.invalid => Err(Failure::from(error(&folded)).entry(&name)),
        Ok(Ok(folded)) => Ok(folded.report),
        Ok(Err(failure)) => Err(failure.entry(&name)),
        Err(Panicked) => Err(fault()),
    }
}

/// The first error of a file.
fn error(folded: &Folded) -> String {
    let mut remarks = folded.remarks.iter();
    let error = remarks.find(|remark| remark.severity == Severity::Error);
    error.map_or_else(
        || "the file cannot be read".to_string(),
        |remark| remark.message.clone(),
    )
}
