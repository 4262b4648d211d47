//! The files that `pleat fold` is asked for, each with the flags with which it is compiled.

use crate::cli::arguments::config::{Layered, Settings};
use crate::cli::arguments::fold_options::FoldOptions;
use crate::cli::compiler::database::{self, Compiled};
use crate::cli::files::folders;
use crate::cli::files::input;
use crate::cli::files::parallel;
use crate::cli::screen::verbosity::Level;
use pleat::Options;
use source::Flags;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::num::NonZero;
use std::path::{Path, PathBuf};

/// One file to fold.
pub(crate) struct Job {
    /// As the user names it.
    pub(crate) file: PathBuf,
    /// One or more ways in which it is compiled.
    pub(crate) flags: Vec<Flags>,
    /// How it is folded.
    pub(crate) options: Options,
    /// The settings of its pleat.toml, in one line.
    pub(crate) settings: Option<String>,
    /// Why the ways in which it is compiled are not known, if they are not.
    pub(crate) unread: Option<String>,
}

/// The part of a command line that names files and how they are compiled and folded.
pub(crate) struct Inputs<'a> {
    /// Files, folders, or standard input.
    pub(crate) files: &'a [PathBuf],
    /// A compilation database, or its folder.
    pub(crate) commands: Option<&'a Path>,
    /// The compiler, if it is named.
    pub(crate) cc: Option<&'a OsString>,
    /// Flags of the preprocessor.
    pub(crate) flags: &'a [String],
    /// How to fold.
    pub(crate) fold_options: &'a Layered<FoldOptions>,
    /// The only arrays to fold, if any are named.
    pub(crate) array: &'a [String],
    /// Fold for these flags alone.
    pub(crate) one_configuration: bool,
    /// The compiler and its flags are those of the command line alone, and facts may be about other
    /// files.
    pub(crate) within_cc: bool,
    /// How much is said about folders.
    pub(crate) level: Level,
}

/// A file to fold.
struct Input {
    file: PathBuf,
    /// The flags of its commands in a database, if there is one.
    built: Option<Vec<Flags>>,
    /// See [`Job::unread`].
    unread: Option<String>,
}

/// The files to fold, each once.
pub(crate) fn jobs(args: &Inputs<'_>) -> Result<Vec<Job>, String> {
    let mut inputs: Vec<Input> = match args.commands {
        None => files(args)?.into_iter().map(Input::alone).collect(),
        Some(path) => compiled(args, &database::read(path)?, path)?,
    };
    let mut seen = BTreeSet::new();
    inputs.retain(|input| seen.insert(database::real(&input.file)));
    let count = inputs.len();
    let jobs = inputs.into_iter().map(|input| job(args, input, count));
    jobs.collect()
}

impl Input {
    /// A file that no database describes.
    fn alone(file: PathBuf) -> Self {
        Input {
            file,
            built: None,
            unread: None,
        }
    }

    /// A file as a database describes it.
    fn of(file: PathBuf, compiled: &Compiled) -> Self {
        Input {
            file,
            built: Some(compiled.flags.clone()),
            unread: compiled.unread.clone(),
        }
    }
}

/// The job for one of `count` files.
fn job(args: &Inputs<'_>, input: Input, count: usize) -> Result<Job, String> {
    let Input {
        file,
        built,
        unread,
    } = input;
    let (mut settings, from) = args.fold_options.settings_for(&file)?;
    if args.within_cc {
        (settings.cc, settings.flags) = (None, Vec::new());
    }
    let mut flags = settings.all_flags(built, args.flags, args.cc);
    for flags in &mut flags {
        flags.one_configuration = args.one_configuration;
    }
    let mut options = options(args, &settings, count);
    options.assume.other_files = args.within_cc || count > 1 || from.has("assume");
    Ok(Job {
        file,
        flags,
        options,
        settings: from.summary(),
        unread,
    })
}

/// How one of `count` files is folded.
fn options(args: &Inputs<'_>, settings: &Settings, count: usize) -> Options {
    let only = match args.array.is_empty() {
        true => &settings.array,
        false => args.array,
    };
    Options {
        threads: NonZero::new(parallel::cores().div_ceil(count.max(1))),
        ..settings.fold_options.to_options(only)
    }
}

/// The files that the command line names, and those below its folders.
fn files(args: &Inputs<'_>) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    for path in args.files {
        match path.is_dir() {
            true => files.extend(files_below(path, args.level)?),
            false => files.push(path.clone()),
        }
    }
    Ok(files)
}

/// The C files below a folder, whose number is printed.
fn files_below(folder: &Path, level: Level) -> Result<Vec<PathBuf>, String> {
    let found = folders::c_files(folder)?;
    let shown = folder.display();
    let skipped = found.builds.iter().map(|build| build.display().to_string());
    let skipped: Vec<String> = skipped.collect();
    let skipped = match skipped.is_empty() {
        true => String::new(),
        false => format!(" (build folders are not searched: {})", skipped.join(", ")),
    };
    match found.files.len() {
        0 => return Err(format!("{shown}: no C files below this folder{skipped}")),
        _ if level == Level::Quiet => {}
        1 => eprintln!("pleat: {shown}: 1 C file{skipped}"),
        n => eprintln!("pleat: {shown}: {n} C files{skipped}"),
    }
    Ok(found.files)
}

/// The files of a database that the command line names, or all.
fn compiled(args: &Inputs<'_>, database: &[Compiled], path: &Path) -> Result<Vec<Input>, String> {
    if args.files.is_empty() && database.is_empty() {
        return Err(format!("{}: it compiles no C files", path.display()));
    }
    if args.files.is_empty() {
        let here = std::env::current_dir().unwrap_or_default();
        let short = |file: &Path| file.strip_prefix(&here).unwrap_or(file).to_path_buf();
        let all = database.iter().map(|c| Input::of(short(&c.file), c));
        return Ok(all.collect());
    }
    let missing = |file: &Path, problem: &str| {
        format!(
            "{}: {} compiles no C file {problem}",
            input::name(file),
            path.display()
        )
    };
    let mut inputs = Vec::new();
    for file in args.files {
        let real = database::real(file);
        let known = inputs.len();
        let below = database.iter().filter(|c| c.file.starts_with(&real));
        inputs.extend(below.map(|c| Input::of(named(file, &real, &c.file), c)));
        match inputs.len() == known {
            false => {}
            true if file.is_dir() => return Err(missing(file, "below this folder")),
            true => {
                let headers = "of this name (a header is read where it is included, never edited)";
                return Err(missing(file, headers));
            }
        }
    }
    Ok(inputs)
}

/// A file of the database as the command line names it, or the folder that contains it.
fn named(path: &Path, real: &Path, file: &Path) -> PathBuf {
    match file.strip_prefix(real) {
        Ok(rest) if !rest.as_os_str().is_empty() => path.join(rest),
        _ => path.to_path_buf(),
    }
}
