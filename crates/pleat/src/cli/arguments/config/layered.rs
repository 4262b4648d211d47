//! Flags of a command over the settings of a pleat.toml.

use super::file::ConfigFile;
use super::search::ConfigChoice;
use super::settings::{Settings, command};
use clap::error::Result as Parsed;
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, Command, FromArgMatches};
use std::ffi::OsString;
use std::ops::Deref;
use std::path::Path;

/// The flags `T` of a command, which add to or replace the settings of a pleat.toml.
#[derive(Clone, Debug)]
pub(crate) struct Layered<T> {
    choice: ConfigChoice,
    /// The flags that the command line has.
    words: Vec<OsString>,
    /// The flags without any file.
    own: T,
}

impl<T> Layered<T> {
    /// The flags of the command line, with those that select the settings' file.
    pub(crate) fn to_words(&self) -> Vec<OsString> {
        [self.choice.words(), self.words.clone()].concat()
    }

    /// The settings' file of a C file.
    pub(crate) fn file_for(&self, path: &Path) -> Result<ConfigFile, String> {
        self.choice.read_for(path)
    }

    /// The settings for a C file: those of its pleat.toml, and these flags.
    pub(crate) fn settings_for(&self, path: &Path) -> Result<(Settings, ConfigFile), String> {
        let file = self.file_for(path)?;
        let settings = file.settings_with(&self.words)?;
        Ok((settings, file))
    }

    /// The words of the flags.
    pub(crate) fn words(&self) -> &[OsString] {
        &self.words
    }
}

impl<T> Deref for Layered<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.own
    }
}

impl<T: Args> Args for Layered<T> {
    fn augment_args(command: Command) -> Command {
        ConfigChoice::augment_args(T::augment_args(command))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<T: Args> FromArgMatches for Layered<T> {
    fn from_arg_matches(matches: &ArgMatches) -> Parsed<Self> {
        Ok(Layered {
            choice: ConfigChoice::from_arg_matches(matches)?,
            words: given::<T>(matches),
            own: T::from_arg_matches(matches)?,
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Parsed<()> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The flags of `T` that a command line has, as words.
fn given<T: Args>(matches: &ArgMatches) -> Vec<OsString> {
    let flags = command::<T>();
    let mut words = Vec::new();
    for arg in flags.get_arguments() {
        let (id, name) = (arg.get_id().as_str(), arg.get_long().unwrap_or_default());
        if matches.value_source(id) != Some(ValueSource::CommandLine) {
            continue;
        }
        if !arg.get_action().takes_values() {
            words.push(format!("--{name}").into());
            continue;
        }
        for value in matches.get_raw(id).into_iter().flatten() {
            let mut word = OsString::from(format!("--{name}="));
            word.push(value);
            words.push(word);
        }
    }
    words
}
