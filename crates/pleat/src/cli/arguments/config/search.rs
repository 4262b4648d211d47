//! Finds the `pleat.toml` of a C file.

use super::file::ConfigFile;
use crate::cli::arguments::project;
use clap::Args;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The name of the file.
const NAME: &str = "pleat.toml";

/// Where the settings of a project are read from.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct ConfigChoice {
    /// Read the settings of this file [default: the pleat.toml in the C file's folder or the
    /// nearest folder above it, up to the root of the repository].
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Read no pleat.toml.
    #[arg(long, conflicts_with = "config")]
    no_config: bool,
}

impl ConfigChoice {
    /// The settings for a C file, or for the files in a folder; empty if there is no pleat.toml.
    pub(crate) fn read_for(&self, path: &Path) -> Result<ConfigFile, String> {
        let found = match &self.config {
            _ if self.no_config => None,
            Some(file) => Some(file.clone()),
            None => find(path),
        };
        found.map_or_else(|| Ok(ConfigFile::default()), |file| ConfigFile::read(&file))
    }

    /// The choice as words of a command line.
    pub(crate) fn words(&self) -> Vec<OsString> {
        let named = self.config.iter().map(|file| {
            let mut word = OsString::from("--config=");
            word.push(file);
            word
        });
        let none = self.no_config.then(|| "--no-config".into());
        named.chain(none).collect()
    }
}

/// The pleat.toml in the folder of a path, or in the nearest folder above it that has one.
fn find(path: &Path) -> Option<PathBuf> {
    let folders = project::folders(path).into_iter();
    let mut files = folders.map(|folder| folder.join(NAME));
    files.find(|file| file.exists())
}

/// A path as messages show it: relative to the current folder if it is in it.
pub(super) fn shown(path: &Path) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    path.strip_prefix(here)
        .unwrap_or(path)
        .display()
        .to_string()
}
