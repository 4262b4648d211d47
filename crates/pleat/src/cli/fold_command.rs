//! `pleat fold`: folds several files in parallel, and writes the results in order.

use super::args::FoldArgs;
use super::database::{self, Compiled};
use super::parallel::{self, Panicked};
use super::{exit, output};
use pleat::{Folded, Options};
use report::{Report, Status};
use source::{Diagnostic, Flags, Severity};
use std::collections::BTreeSet;
use std::num::NonZero;
use std::path::{Path, PathBuf};

/// One file to fold.
struct Job {
    /// As the user names it.
    file: PathBuf,
    /// One or more ways in which it is compiled.
    flags: Vec<Flags>,
}

/// Folds the files that the command line names. Returns the exit status.
pub(crate) fn fold(args: &FoldArgs) -> Result<u8, String> {
    let jobs = jobs(args)?;
    let details = args.verbose || args.report.is_some();
    let mut options = Options {
        live_bounds: details,
        strategies_listed: details,
        timings: args.timings,
        comments: args.comments,
        keep_lines: args.keep_lines,
        hints: !args.no_hints,
        threads: NonZero::new(parallel::cores().div_ceil(jobs.len().max(1))),
        ..args.fold_options.to_options(&args.array)
    };
    options.assume.other_files = args.other_files || jobs.len() > 1;
    check_output(args, &jobs)?;
    let mut writer = Writer {
        args,
        code: exit::DONE,
        report: Report::default(),
    };
    parallel::in_order(
        &jobs,
        |job| fold_one(job, &options),
        |job, result| writer.take(job, result),
    )
    .map_err(|e| format!("cannot start a thread: {e}"))?;
    writer.finish()
}

fn jobs(args: &FoldArgs) -> Result<Vec<Job>, String> {
    let mut jobs = match &args.commands {
        None => {
            let named = args.files.iter().map(|file| Job {
                file: file.clone(),
                flags: vec![args.flags()],
            });
            named.collect()
        }
        Some(path) => compiled_jobs(args, database::read(path)?, path)?,
    };
    let mut seen = BTreeSet::new();
    jobs.retain(|job: &Job| seen.insert(database::real(&job.file)));
    Ok(jobs)
}

fn compiled_jobs(
    args: &FoldArgs,
    database: Vec<Compiled>,
    path: &Path,
) -> Result<Vec<Job>, String> {
    let with = |file: PathBuf, flags: &[Flags]| Job {
        file,
        flags: flags.iter().map(|flags| added(args, flags)).collect(),
    };
    if args.files.is_empty() {
        let here = std::env::current_dir().unwrap_or_default();
        let short = |file: &Path| file.strip_prefix(&here).unwrap_or(file).to_path_buf();
        let all = database.iter().map(|c| with(short(&c.file), &c.flags));
        return Ok(all.collect());
    }
    let one = |file: &PathBuf| {
        let real = database::real(file);
        let known = database.iter().find(|c| c.file == real);
        let known = known.ok_or_else(|| {
            format!(
                "{}: {} compiles no C file of this name (a header is read where it is included, \
                 never edited)",
                file.display(),
                path.display()
            )
        })?;
        Ok(with(file.clone(), &known.flags))
    };
    args.files.iter().map(one).collect()
}

/// The flags of the database, followed by those of the command line.
fn added(args: &FoldArgs, flags: &Flags) -> Flags {
    let mut flags = flags.clone();
    flags.one_configuration = args.one_configuration;
    flags.args.extend(args.flags.iter().cloned());
    if let Some(cc) = &args.cc {
        flags.cc = cc.clone();
    }
    flags
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

/// Folds a file with the flags of each command. If the results differ, all arrays are kept.
fn fold_one(job: &Job, options: &Options) -> Result<Folded, String> {
    let fold = |flags| {
        let file = output::read(&job.file)?;
        pleat::fold(file, flags, options).map_err(|e| format!("{}: {e}", job.file.display()))
    };
    let mut all = Vec::new();
    for flags in &job.flags {
        all.push(fold(flags)?);
    }
    let disagree = all.windows(2).any(|pair| pair[0].bytes != pair[1].bytes);
    let mut first = all.swap_remove(0);
    if disagree {
        keep_all(&mut first, job.flags.len());
    }
    Ok(first)
}

/// Replaces the result by the input, because its compile commands lead to different results.
fn keep_all(folded: &mut Folded, commands: usize) {
    let why = format!(
        "its {commands} compile commands lead to different results; fold it with the flags of one"
    );
    folded.bytes.clone_from(&folded.file.bytes);
    folded.report.fusion = None;
    folded.report.sharing = None;
    for entry in &mut folded.report.arrays {
        if entry.status == Status::Folded {
            entry.status = Status::Kept;
            entry.reason = Some("commands-differ".to_string());
            entry.detail.clone_from(&why);
            entry.size_after.clone_from(&entry.size_before);
            entry.elements_after = entry.elements_before;
            (entry.matrix, entry.moduli) = (Vec::new(), Vec::new());
        }
    }
    let name = folded.file.path.display();
    let stays = Diagnostic::new(Severity::Warning, format!("{name} stays as it is: {why}"));
    folded.remarks = vec![stays];
}

/// Writes the results one after the other.
struct Writer<'a> {
    args: &'a FoldArgs,
    code: u8,
    report: Report,
}

impl Writer<'_> {
    fn take(&mut self, job: &Job, result: Result<Result<Folded, String>, Panicked>) {
        let code = match result {
            Ok(Ok(folded)) => self.write(job, folded),
            Ok(Err(message)) => Err(message),
            Err(Panicked) => {
                eprintln!(
                    "pleat: {}: internal error; nothing was written. Please report it with the file.",
                    job.file.display()
                );
                Ok(exit::INTERNAL)
            }
        };
        let code = code.unwrap_or_else(|message| {
            eprintln!("pleat: {message}");
            exit::USAGE
        });
        self.code = self.code.max(code);
    }

    fn write(&mut self, job: &Job, folded: Folded) -> Result<u8, String> {
        output::remarks(&folded, self.args);
        if self.args.timings {
            output::timings(&folded);
        }
        let changed = folded.bytes != folded.file.bytes;
        if self.args.diff && changed {
            output::diff(&folded.file, &folded.bytes);
        }
        match self.args.check || self.args.diff {
            true => {}
            false => self.write_bytes(job, &folded)?,
        }
        self.report.arrays.extend(folded.report.arrays);
        if let Some(fusion) = folded.report.fusion {
            let all = self.report.fusion.get_or_insert_default();
            all.loops.extend(fusion.loops);
            all.not_fused.extend(fusion.not_fused);
        }
        if let Some(sharing) = folded.report.sharing {
            let all = self.report.sharing.get_or_insert_default();
            all.storages.extend(sharing.storages);
            all.not_shared.extend(sharing.not_shared);
        }
        self.report.notes.extend(folded.report.notes);
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
        if let Some(path) = &self.args.report {
            output::write_file(path, self.report.to_json().as_bytes())?;
        }
        match self.missed_request() {
            Some(message) if self.code < exit::USAGE => Err(message),
            _ => Ok(self.code),
        }
    }

    /// The error for a `--array NAME` that was not folded.
    fn missed_request(&self) -> Option<String> {
        let arrays = &self.report.arrays;
        for name in &self.args.array {
            let mut named = arrays.iter().filter(|a| a.name == *name).peekable();
            if named.peek().is_none() {
                return Some(format!("--array {name}: there is no array of this name"));
            }
            if let Some(kept) = named.find(|a| a.status == Status::Kept) {
                return Some(format!("--array {name}: {}", kept.detail));
            }
        }
        None
    }
}
