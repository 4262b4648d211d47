//! Runs the user's compiler as a preprocessor. It does not read the output.

use crate::compiler::flags::{Flags, preprocessing_flags};
use crate::compiler::stage::{StagedPaths, own_folder, staged};
use crate::error::PreprocessError;
use crate::text::file::{SourceFile, same_length_text};
use crate::tokens::layout::Layout;
use crate::tokens::symbols::Symbols;
use std::io;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The name of the main file in the compiler's output.
const SHOWN: &str = "<stdin>";

/// What the compiler is asked to do.
#[derive(Clone, Copy)]
pub(crate) enum Pass {
    /// To print the preprocessed text, with macro definitions.
    Preprocess,
    /// To read the whole file, without output and warnings.
    Check,
}

impl Pass {
    fn flags(self) -> [&'static str; 2] {
        match self {
            Pass::Preprocess => ["-E", "-dD"],
            Pass::Check => ["-fsyntax-only", "-w"],
        }
    }
}

/// The output of a pass over the content of `file`, without its `#line` directives.
pub(crate) fn run(
    file: &SourceFile,
    (layout, symbols): (&Layout, &Symbols),
    flags: &Flags,
    pass: Pass,
) -> Result<String, PreprocessError> {
    let cc = flags.cc.to_string_lossy().into_owned();
    let no_temporary = |error| PreprocessError::NoTemporary { error };
    let input = Input::write(file, layout, symbols).map_err(no_temporary)?;
    let output = input.command(flags, pass).output();
    let output = output.map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => PreprocessError::CompilerNotFound { cc: cc.clone() },
        _ => PreprocessError::CompilerUnusable {
            cc: cc.clone(),
            error,
        },
    })?;
    let success = output.status.success();
    if success && u32::try_from(output.stdout.len()).is_err() {
        return Err(PreprocessError::TooLarge {
            path: file.path.clone(),
        });
    }
    if success {
        return Ok(same_length_text(&output.stdout));
    }
    Err(PreprocessError::CompilerFailed {
        cc,
        pass: pass.flags()[0],
        code: output.status.code(),
        stderr: input.with_users_path(&String::from_utf8_lossy(&output.stderr), file),
    })
}

/// The main file, staged in a folder of its own, in which no other file is found.
struct Input {
    work: tempfile::TempDir,
    /// The absolute path of the main file's folder.
    folder: PathBuf,
    /// Whether the compiler must search `folder`.
    search: bool,
}

impl Input {
    fn write(file: &SourceFile, layout: &Layout, symbols: &Symbols) -> io::Result<Input> {
        let folder = std::path::absolute(own_folder(&file.path))?;
        let work = tempfile::Builder::new().prefix("pleat-").tempdir()?;
        let paths = StagedPaths {
            name: SHOWN,
            folder: &folder,
        };
        let plain = layout.without_line_directives(&file.bytes);
        let staged = staged(file, layout, &plain, paths, symbols);
        let staged = staged.ok_or_else(|| io::Error::other("the file cannot be staged"))?;
        std::fs::write(work.path().join(STAGED), staged.bytes)?;
        Ok(Input {
            work,
            folder,
            search: !staged.exact,
        })
    }

    fn command(&self, flags: &Flags, pass: Pass) -> Command {
        let mut command = Command::new(&flags.cc);
        command.args(preprocessing_flags(&flags.args));
        command.args(pass.flags());
        if self.search {
            command.arg("-iquote").arg(&self.folder);
        }
        command
            .args(["-x", "c"])
            .arg(self.work.path().join(STAGED))
            .env("LC_ALL", "C")
            // They make the compiler write dependencies of everything that it reads.
            .env_remove("DEPENDENCIES_OUTPUT")
            .env_remove("SUNPRO_DEPENDENCIES")
            .stdin(Stdio::null());
        if let Some(folder) = &flags.folder {
            command.current_dir(folder);
        }
        command
    }

    /// The compiler's messages, with the user's path in place of the staged one.
    fn with_users_path(&self, stderr: &str, file: &SourceFile) -> String {
        let staged = self.work.path().join(STAGED);
        let path = file.path.display().to_string();
        let staged = stderr.replace(&staged.display().to_string(), SHOWN);
        staged.replace(SHOWN, &path)
    }
}

/// The name of the staged file.
const STAGED: &str = "main.c";
