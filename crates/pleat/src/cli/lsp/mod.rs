//! `pleat lsp`: a language server. Editors show folds and near misses while the user writes, and
//! apply single folds.
//!
//! ```text
//! server -> document (text, answer) -> diagnostics, actions, hover
//!    \----> process -> answer: a process of its own folds each text
//! ```
//!
//! The server itself folds nothing: a fold that takes too long, or that a new text has made stale,
//! is a process that can be ended. Whatever a file does to it, the server survives.

mod actions;
mod answer;
mod diagnostics;
mod document;
mod hover;
mod positions;
mod process;
mod scope;
mod server;
mod support;

use super::config::Layered;
use super::exit;
use super::fold_options::FoldOptions;
use clap::Args;
use std::ffi::OsString;
use std::path::PathBuf;

/// Arguments of `pleat lsp`.
#[derive(Debug, Args)]
pub(crate) struct LspArgs {
    #[command(flatten)]
    fold_options: Layered<FoldOptions>,
    /// Take each file's compiler and flags from this compile_commands.json, or the one in this
    /// folder [default: the one in the C file's folder, in `build` there, or in the nearest folder
    /// above it, up to the root of the repository].
    #[arg(short = 'p', long = "compile-commands", value_name = "DIR")]
    commands: Option<PathBuf>,
    /// The compiler used as preprocessor [default: the file's own, else $CC or cc].
    #[arg(long, value_name = "COMPILER")]
    cc: Option<OsString>,
    /// Talk on standard input and output; there is no other way.
    #[arg(long, hide = true)]
    stdio: bool,
    /// Answer one question of the server.
    #[arg(long, hide = true)]
    answer: bool,
    /// Flags for the preprocessor, after `--`: -I, -D, -std, ...
    #[arg(last = true)]
    flags: Vec<String>,
}

impl LspArgs {
    /// The command line of the process that answers a question.
    fn to_words(&self) -> Vec<OsString> {
        let named = |name: &str, value: &std::ffi::OsStr| {
            let mut word = OsString::from(name);
            word.push(value);
            word
        };
        let mut words: Vec<OsString> = vec!["lsp".into(), "--answer".into()];
        words.extend(self.fold_options.to_words());
        let commands = self.commands.iter().map(|p| p.as_os_str());
        words.extend(commands.map(|p| named("--compile-commands=", p)));
        words.extend(self.cc.iter().map(|cc| named("--cc=", cc)));
        words.push("--".into());
        words.extend(self.flags.iter().map(OsString::from));
        words
    }
}

/// Serves one editor until it leaves. Returns the exit status.
pub(crate) fn run(args: &LspArgs) -> Result<u8, String> {
    if args.answer {
        return answer::run(args).map(|()| exit::DONE);
    }
    server::run(args.to_words())
}
