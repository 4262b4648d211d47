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
mod transport;

use crate::cli::arguments::args::LspArgs;
use crate::cli::screen::exit;
use std::ffi::OsString;

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
