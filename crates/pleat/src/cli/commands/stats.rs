//! `pleat stats`: what folds in a project, what nearly folds, and why other arrays stay.

use crate::cli::arguments::args::StatsArgs;
use crate::cli::compiler::rejected::Failure;
use crate::cli::files::input;
use crate::cli::files::jobs::{Inputs, Job, jobs};
use crate::cli::files::parallel::Panicked;
use crate::cli::files::several::fold_all;
use crate::cli::screen::exit;
use crate::cli::screen::output;
use crate::cli::screen::progress::Progress;
use crate::cli::screen::verbosity::Level;
use pleat::Folded;
use report::{FailureEntry, Report, Stats};
use source::Severity;

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

/// Prints the numbers of all files. Returns the exit status: that of an error only if no file was
/// read.
pub(crate) fn run(args: &StatsArgs) -> Result<u8, String> {
    let mut jobs = jobs(&args.inputs())?;
    for job in &mut jobs {
        job.options.hints = !args.no_hints;
    }
    let (report, read, worst) = report_all(&jobs)?;
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
        0 => worst,
        _ => exit::DONE,
    })
}

/// The report on all files, how many of them were read, and the exit status of the others.
fn report_all(jobs: &[Job]) -> Result<(Report, usize, u8), String> {
    let progress = Progress::new(jobs.len());
    let (mut report, mut read, mut worst) = (Report::default(), 0, exit::DONE);
    let take = |job: &Job, result| match arrays_of(job, result) {
        Ok(own) => {
            report.extend(own);
            read += 1;
        }
        Err((code, failure)) => {
            worst = exit::worse(worst, code);
            report.failures.push(failure);
        }
    };
    fold_all(jobs, false, &progress, take)?;
    Ok((report, read, worst))
}

/// The report on a file, or why there is none, with its exit status.
fn arrays_of(
    job: &Job,
    result: Result<Result<Folded, Failure>, Panicked>,
) -> Result<Report, (u8, FailureEntry)> {
    let name = input::name(&job.file);
    let failed = |failure: Failure| (failure.code(), failure.entry(&name));
    let fault = || failed(Failure::fault(&name));
    match result {
        Ok(Ok(folded)) if folded.unsound.is_some() => Err(fault()),
        Ok(Ok(folded)) if folded.invalid => Err(failed(Failure::from(error(&folded)))),
        Ok(Ok(folded)) => Ok(folded.report),
        Ok(Err(failure)) => Err(failed(failure)),
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
