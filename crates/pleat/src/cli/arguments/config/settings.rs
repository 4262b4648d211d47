//! The settings that a pleat.toml may contain, as flags.

use crate::cli::arguments::fold_options::FoldOptions;
use crate::cli::screen::terminal::Color;
use clap::{Args, Command};
use source::Flags;
use std::ffi::OsString;

/// All settings. The names of these flags are the keys of the file.
#[derive(Args, Clone, Debug)]
pub(crate) struct Settings {
    #[command(flatten)]
    pub(crate) fold_options: FoldOptions,
    /// Fold only these arrays.
    #[arg(long)]
    pub(crate) array: Vec<String>,
    /// The compiler used as preprocessor.
    #[arg(long)]
    pub(crate) cc: Option<OsString>,
    /// Flags for the preprocessor.
    #[arg(long, allow_hyphen_values = true)]
    pub(crate) flags: Vec<String>,
    /// When to use colours.
    #[arg(long)]
    pub(crate) color: Option<Color>,
}

impl Settings {
    /// The compiler and its flags: the user's own, after those of the file.
    pub(crate) fn flags(&self, own: &[String], cc: Option<&OsString>) -> Flags {
        let build = match cc.or(self.cc.as_ref()) {
            Some(cc) => Flags {
                cc: cc.clone(),
                args: Vec::new(),
                ..Flags::default()
            },
            None => Flags::default(),
        };
        self.added_to(build, own, cc)
    }

    /// The same for each command of a build, if one is known: after the flags of the build.
    pub(crate) fn all_flags(
        &self,
        build: Option<Vec<Flags>>,
        own: &[String],
        cc: Option<&OsString>,
    ) -> Vec<Flags> {
        match build {
            None => vec![self.flags(own, cc)],
            Some(build) => {
                let build = build.into_iter();
                build.map(|flags| self.added_to(flags, own, cc)).collect()
            }
        }
    }

    fn added_to(&self, build: Flags, own: &[String], cc: Option<&OsString>) -> Flags {
        let mut flags = build;
        flags.args.extend(self.flags.iter().chain(own).cloned());
        if let Some(cc) = cc.or(self.cc.as_ref()) {
            flags.cc.clone_from(cc);
        }
        flags
    }
}

/// A command line of these flags alone. A flag that has one value takes the last one.
pub(crate) fn command<T: Args>() -> Command {
    let command = Command::new("pleat")
        .no_binary_name(true)
        .disable_help_flag(true)
        .args_override_self(true);
    T::augment_args(command)
}
