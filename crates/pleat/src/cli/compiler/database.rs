//! Reads compile_commands.json: the flags with which each file is compiled.

use crate::cli::arguments::project;
use crate::cli::compiler::invocation::Invocation;
use crate::cli::compiler::response;
use serde::Deserialize;
use source::Flags;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The name of the file.
const NAME: &str = "compile_commands.json";

/// The folder in which many builds write it.
const BUILD: &str = "build";

/// An entry of the file, as it is written.
#[derive(Deserialize)]
struct Command {
    directory: PathBuf,
    file: PathBuf,
    arguments: Option<Vec<String>>,
    command: Option<String>,
}

/// A C file and the ways in which it is compiled.
#[derive(Debug)]
pub(crate) struct Compiled {
    /// Its absolute path.
    pub(crate) file: PathBuf,
    /// One for each different command.
    pub(crate) flags: Vec<Flags>,
    /// Why a part of a command is not known, if it is not.
    pub(crate) unread: Option<String>,
}

/// The C files of a database: a compile_commands.json, or a folder that contains one.
pub(crate) fn read(path: &Path) -> Result<Vec<Compiled>, String> {
    let path = match path.is_dir() {
        true => path.join(NAME),
        false => path.to_path_buf(),
    };
    let text = std::fs::read_to_string(&path)
        .map_err(|e| format!("cannot read {}: {e}", path.display()))?;
    let commands: Vec<Command> =
        serde_json::from_str(&text).map_err(|e| format!("{}: {e}", path.display()))?;
    let base = path.parent().unwrap_or(Path::new("."));
    let mut found: Vec<Compiled> = Vec::new();
    for command in &commands {
        let (file, flags, unread) = match compiled(command, base) {
            Ok(Some(compiled)) => compiled,
            Ok(None) => continue,
            Err(message) => return Err(format!("{}: {message}", path.display())),
        };
        match found.iter_mut().find(|known| known.file == file) {
            Some(known) => {
                known.unread = known.unread.take().or(unread);
                if !known.flags.contains(&flags) {
                    known.flags.push(flags);
                }
            }
            None => found.push(Compiled {
                file,
                flags: vec![flags],
                unread,
            }),
        }
    }
    Ok(found)
}

/// The database in the folder of a C file, in `build` there, or in the nearest folder above it.
pub(crate) fn find(file: &Path) -> Option<PathBuf> {
    let folders = project::folders(file).into_iter();
    let mut files = folders.flat_map(|f| [f.join(NAME), f.join(BUILD).join(NAME)]);
    files.find(|file| file.is_file())
}

/// The file of a command, its flags, and why a part of it is not known; `None` if no C is compiled.
type Found = Option<(PathBuf, Flags, Option<String>)>;

fn compiled(command: &Command, base: &Path) -> Result<Found, String> {
    let name = command.file.display();
    let words = match (&command.arguments, &command.command) {
        (Some(words), _) => words.clone(),
        (None, Some(line)) => {
            shlex::split(line).ok_or_else(|| format!("the command of {name} ends in a quote"))?
        }
        (None, None) => return Err(format!("{name} has neither `arguments` nor `command`")),
    };
    let folder = absolute(&base.join(&command.directory))?;
    let words: Vec<OsString> = words.into_iter().map(OsString::from).collect();
    let words = response::expand(&words, &folder);
    let unread = response::unread(&words, &folder);
    let unread = unread.map(|why| format!("the command of {name}: {why}"));
    let invocation =
        Invocation::read(&words).ok_or_else(|| format!("the command of {name} is empty"))?;
    if !invocation.has_source() && unread.is_none() {
        return Ok(None);
    }
    let file = real(&folder.join(&command.file));
    let flags = Flags {
        cc: invocation.compiler(),
        args: invocation.preprocessor_flags(),
        folder: Some(folder),
        ..Flags::default()
    };
    Ok(Some((file, flags, unread)))
}

fn absolute(path: &Path) -> Result<PathBuf, String> {
    std::path::absolute(path).map_err(|e| format!("{}: {e}", path.display()))
}

/// The same name for every path to a file.
pub(crate) fn real(path: &Path) -> PathBuf {
    std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf())
}
