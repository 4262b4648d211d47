//! `pleat fold`: folds several files in parallel, and writes the results in order.

use crate::cli::arguments::args::FoldArgs;
use crate::cli::arguments::values::MessageFormat;
use crate::cli::compiler::rejected::Failure;
use crate::cli::files::input;
use crate::cli::files::jobs::{Inputs, Job, jobs};
use crate::cli::files::names;
use crate::cli::files::parallel::Panicked;
use crate::cli::files::report_files;
use crate::cli::files::several::fold_all;
use crate::cli::screen::exit;
use crate::cli::screen::output;
use crate::cli::screen::progress::Progress;
use crate::cli::screen::verbosity::Level;
use pleat::{Folded, Options};
use report::{ArrayEntry, FileText, Report, Status, Totals};
use std::collections::{BTreeMap, BTreeSet};

impl FoldArgs {
    /// The files and how they are compiled and folded.
    fn inputs(&self) -> Inputs<'_> {
        Inputs {
            files: &self.files,
            commands: self.commands.as_deref(),
            cc: self.cc.as_ref(),
            flags: &self.flags,
            fold_options: &self.fold_options,
            array: &self.array,
            one_configuration: self.one_configuration,
            within_cc: self.within_cc,
            level: self.verbosity.level(),
        }
    }
}

/// Folds the files that the command line names. Returns the exit status.
pub(crate) fn fold(args: &FoldArgs) -> Result<u8, String> {
    check_in_place(args)?;
    let mut jobs = jobs(&args.inputs())?;
    for job in &mut jobs {
        job.options = options(args, std::mem::take(&mut job.options));
    }
    check_output(args, &jobs)?;
    let mut writer = Writer {
        args,
        code: exit::DONE,
        changed: false,
        is_any_done: false,
        report: Report::default(),
        shown_settings: BTreeSet::new(),
        texts: Vec::new(),
        missing: BTreeMap::new(),
    };
    let names_arrays = !args.array.is_empty() || !args.fold_options.keep.is_empty();
    let mut held = Vec::new();
    let is_quiet = args.verbosity.level() == Level::Quiet;
    let progress = match is_quiet {
        true => Progress::hidden(),
        false => Progress::new(jobs.len()),
    };
    let take = |job: &Job, result| match names_arrays {
        true => held.push(result),
        false => progress.suspend(|| writer.take(job, result)),
    };
    fold_all(&jobs, args.within_cc, &progress, take)?;
    let read = held
        .iter()
        .map(|result| result.as_ref().ok()?.as_ref().ok());
    if let Some(message) = names::unknown(args, &read.collect::<Vec<_>>()) {
        return Err(message);
    }
    for (job, result) in jobs.iter().zip(held) {
        writer.take(job, result);
    }
    writer.finish()
}

/// Checks that the results can replace the inputs.
fn check_in_place(args: &FoldArgs) -> Result<(), String> {
    if args.in_place && args.files.iter().any(|file| input::is_stdin(file)) {
        return Err(
            "--in-place: standard input cannot be written over; without --in-place the result is \
             written to standard output"
                .to_string(),
        );
    }
    Ok(())
}

/// Checks that `-o` can take all results.
fn check_output(args: &FoldArgs, jobs: &[Job]) -> Result<(), String> {
    let Some(output) = &args.output else {
        return Ok(());
    };
    if jobs.len() > 1 && !output.is_dir() {
        return Err(format!(
            "-o {}: for several files it must be an existing folder",
            output.display()
        ));
    }
    let mut names = BTreeSet::new();
    match jobs.iter().find(|job| !names.insert(job.file.file_name())) {
        Some(job) => Err(format!(
            "-o {}: two files have the name of {}",
            output.display(),
            job.file.display()
        )),
        None => Ok(()),
    }
}

/// The options of a file with those of the command line.
fn options(args: &FoldArgs, options: Options) -> Options {
    let details = args.verbosity.level() == Level::Verbose || !args.report.is_empty();
    Options {
        live_bounds: details,
        strategies_listed: details,
        timings: args.timings,
        comments: args.comments,
        keep_lines: args.keep_lines,
        hints: !args.no_hints,
        evidence: report_files::show_evidence(&args.report),
        ..options
    }
}

fn is_kept(array: &ArrayEntry) -> bool {
    array.status == Status::Kept
}

/// Writes the results one after the other.
struct Writer<'a> {
    args: &'a FoldArgs,
    code: u8,
    /// Whether a file would change.
    changed: bool,
    /// A file was read and folded, as far as it could be.
    is_any_done: bool,
    report: Report,
    /// The settings that `-v` has shown.
    shown_settings: BTreeSet<String>,
    /// The texts of the files, for a report that shows them.
    texts: Vec<FileText>,
    /// The headers that compilers do not find, each with the number of files.
    missing: BTreeMap<String, usize>,
}

impl Writer<'_> {
    fn take(&mut self, job: &Job, result: Result<Result<Folded, Failure>, Panicked>) {
        let code = match result {
            Ok(Ok(folded)) => self.write(job, folded),
            Ok(Err(failure)) => Ok(self.fail(job, &failure)),
            Err(Panicked) => Ok(self.fail(job, &Failure::fault(&input::name(&job.file)))),
        };
        let code = code.unwrap_or_else(|message| {
            eprintln!("pleat: {message}");
            exit::USAGE
        });
        self.code = exit::worse(self.code, code);
    }

    /// Reports that a file has no result. Returns the exit status.
    fn fail(&mut self, job: &Job, failure: &Failure) -> u8 {
        let entry = failure.entry(&input::name(&job.file));
        let is_again = self.is_again(failure);
        match self.args.format {
            MessageFormat::Text if is_again => {}
            MessageFormat::Text => eprint!("{}", failure.text()),
            MessageFormat::Github => eprint!("{}", report::annotation_of_failure(&entry)),
        }
        self.report.failures.push(entry);
        failure.code()
    }

    /// Notes a missing header. Returns whether it was reported for another file.
    fn is_again(&mut self, failure: &Failure) -> bool {
        let Some(header) = failure.missing() else {
            return false;
        };
        let files = self.missing.entry(header.to_string()).or_default();
        *files += 1;
        *files > 1
    }

    fn write(&mut self, job: &Job, mut folded: Folded) -> Result<u8, String> {
        self.show_settings(job);
        match self.args.format {
            MessageFormat::Text => output::remarks(&folded, self.args.verbosity.level()),
            MessageFormat::Github => eprint!("{}", report::annotations(&folded.report)),
        }
        if self.args.timings {
            output::timings(&folded);
        }
        let changed = folded.bytes != folded.file.bytes;
        if self.args.diff && changed {
            output::diff(&folded.file, &folded.bytes);
        }
        self.changed |= changed;
        match self.args.check || self.args.diff || self.args.is_trial() {
            true => {}
            false => self.write_bytes(job, &folded)?,
        }
        self.is_any_done |= !folded.invalid && folded.unsound.is_none();
        if report_files::show_texts(&self.args.report) {
            let path = folded.file.path.display().to_string();
            let text = FileText::new(path, &folded.file.bytes, &folded.bytes);
            self.texts.push(text);
        }
        self.report.extend(std::mem::take(&mut folded.report));
        if let Some(unsound) = &folded.unsound {
            eprintln!(
                "pleat: internal error: {unsound}. The input is given back unchanged; please report it."
            );
            return Ok(exit::INTERNAL);
        }
        Ok(match changed && (self.args.check || self.args.diff) {
            _ if folded.invalid => exit::USAGE,
            true => exit::CHANGES,
            false => exit::DONE,
        })
    }

    /// Prints the settings of a pleat.toml once.
    fn show_settings(&mut self, job: &Job) {
        let is_verbose = self.args.verbosity.level() == Level::Verbose;
        let settings = job.settings.iter().filter(|_| is_verbose);
        for settings in settings {
            if self.shown_settings.insert(settings.clone()) {
                eprintln!("pleat: settings of {settings}");
            }
        }
    }

    fn write_bytes(&self, job: &Job, folded: &Folded) -> Result<(), String> {
        match &self.args.output {
            Some(folder) if folder.is_dir() => {
                let name = job.file.file_name().unwrap_or_default();
                output::write_file(&folder.join(name), &folded.bytes)
            }
            Some(path) => output::write_file(path, &folded.bytes),
            None if !self.args.in_place => output::stdout(&folded.bytes),
            None if folded.bytes != folded.file.bytes => {
                output::write_file(&job.file, &folded.bytes)
            }
            None => Ok(()),
        }
    }

    fn finish(self) -> Result<u8, String> {
        let missed = self.missed_request().filter(|_| self.code <= exit::CHANGES);
        let code = missed.as_ref().map_or(self.code, |_| exit::USAGE);
        report_files::write_all(self.args, &self.report, &self.texts, code)?;
        let is_quiet = self.args.verbosity.level() == Level::Quiet;
        let table = report::pull_request(&self.report);
        if let Some(table) = table.filter(|_| self.args.check && !is_quiet) {
            output::stdout(table.as_bytes())?;
        }
        self.summarise();
        if self.args.is_trial() && self.changed && !is_quiet {
            eprintln!(
                "pleat: nothing was written: --in-place writes the files, --diff shows the changes"
            );
        }
        missed.map_or(Ok(code), Err)
    }

    /// Prints the last lines of the output.
    fn summarise(&self) {
        for (header, files) in self.missing.iter().filter(|(_, files)| **files > 1) {
            let more = files - 1;
            let plural = if more == 1 { " lacks" } else { "s lack" };
            eprintln!("pleat: {more} more file{plural} `{header}`");
        }
        let details = match self.args.within_cc {
            true => "-vv",
            false => "-v",
        };
        let totals = Totals::of(&self.report);
        match self.args.verbosity.level() {
            _ if !self.is_any_done => {}
            Level::Quiet => {}
            Level::Usual => eprintln!("{}", totals.text(Some(details))),
            Level::Verbose => eprintln!("{}", totals.text(None)),
        }
    }

    /// The error for a `--array NAME` that was not folded.
    fn missed_request(&self) -> Option<String> {
        let arrays = &self.report.arrays;
        let named = |name: &&String| arrays.iter().find(|a| a.name == **name && is_kept(a));
        let kept = self.args.array.iter().find_map(|name| named(&name))?;
        Some(format!("--array {}: {}", kept.name, kept.detail))
    }
}
