//! Reads a pleat.toml.

use super::errors::{Places, refused, unknown};
use super::paths;
use super::search::shown;
use super::settings::{Settings, command};
use crate::cli::arguments::values::assumptions;
use clap::{Arg, ArgAction, FromArgMatches};
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use toml::de::{DeTable, DeValue};

/// The settings of a file; none if there is no file.
#[derive(Clone, Debug, Default)]
pub(crate) struct ConfigFile {
    path: Option<PathBuf>,
    entries: Vec<Entry>,
}

/// A key and its value.
#[derive(Clone, Debug)]
struct Entry {
    key: String,
    /// The line of the key, from 1.
    line: u32,
    /// The value as flags.
    words: Vec<OsString>,
}

impl ConfigFile {
    /// Reads a file and checks every key and value.
    pub(super) fn read(path: &Path) -> Result<ConfigFile, String> {
        let cannot = |why: String| format!("cannot read {}: {why}", shown(path));
        let bytes = std::fs::read(path).map_err(|e| cannot(e.to_string()))?;
        let text = String::from_utf8(bytes).map_err(|_| cannot("it is not UTF-8".to_string()))?;
        let places = Places::new(path, &text);
        let table = DeTable::parse(&text).map_err(|e| {
            let message = e.message().lines().collect::<Vec<_>>().join(", ");
            places.error(&e.span().unwrap_or_default(), &message)
        })?;
        let mut entries = Vec::new();
        for (key, value) in table.get_ref() {
            let entry = Entry {
                key: key.get_ref().to_string(),
                line: places.line(key.span().start),
                words: Vec::new(),
            };
            let words = entry.to_words(value.get_ref());
            let (words, at) = match words {
                Ok(words) => (words, value.span()),
                Err(Wrong::Key(why)) => return Err(places.error(&key.span(), &why)),
                Err(Wrong::Value(why)) => return Err(places.error(&value.span(), &why)),
            };
            entry.check(&words).map_err(|why| places.error(&at, &why))?;
            entries.push((key.span().start, Entry { words, ..entry }));
        }
        entries.sort_by_key(|(start, _)| *start);
        let file = ConfigFile {
            path: Some(path.to_path_buf()),
            entries: entries.into_iter().map(|(_, entry)| entry).collect(),
        };
        Ok(file)
    }

    /// Its settings with those of some flags: they add to lists, and replace all else.
    pub(super) fn settings_with(&self, flags: &[OsString]) -> Result<Settings, String> {
        let own = parse(&self.words_with(&[]))?;
        let given = parse(flags)?;
        let mut settings = parse(&self.words_with(flags))?;
        settings.fold_options.assume =
            assumptions(&given.fold_options.assume, &own.fold_options.assume);
        if !given.array.is_empty() {
            settings.array = given.array;
        }
        let folder = self.folder();
        settings.flags = paths::in_flags(&settings.flags, &folder);
        settings.cc = settings.cc.map(|cc| paths::of_compiler(&cc, &folder));
        let checked = settings.fold_options.check();
        checked.map_err(|(key, why)| match (self.shown(), self.line_of(key)) {
            (Some(path), Some(line)) => format!("{path}:{line}: {why}"),
            _ => why,
        })?;
        Ok(settings)
    }

    /// Its settings as flags, followed by other flags.
    pub(crate) fn words_with(&self, flags: &[OsString]) -> Vec<OsString> {
        let own = self.entries.iter().flat_map(|e| &e.words);
        own.chain(flags).cloned().collect()
    }

    /// Its settings alone.
    pub(crate) fn settings(&self) -> Result<Settings, String> {
        self.settings_with(&[])
    }

    /// The path as messages show it, if there is a file.
    pub(crate) fn shown(&self) -> Option<String> {
        self.path.as_deref().map(shown)
    }

    /// Whether the file has a key.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.line_of(key).is_some()
    }

    /// The line of a key, if the file has it.
    pub(crate) fn line_of(&self, key: &str) -> Option<u32> {
        let mut entries = self.entries.iter();
        entries.find(|e| e.key == key).map(|e| e.line)
    }

    /// `pleat.toml: objective=size keep=a`, if there is a file.
    pub(crate) fn summary(&self) -> Option<String> {
        let words = self.entries.iter().flat_map(|e| &e.words);
        let texts = words.map(|word| word.to_string_lossy().trim_start_matches("--").to_string());
        let texts: Vec<String> = texts.collect();
        Some(match texts.is_empty() {
            true => format!("{}: no settings", self.shown()?),
            false => format!("{}: {}", self.shown()?, texts.join(" ")),
        })
    }

    /// The folder of the file; empty if that is the current folder.
    fn folder(&self) -> PathBuf {
        let folder = self.path.as_deref().and_then(Path::parent);
        let folder = folder.unwrap_or(Path::new(""));
        let here = std::env::current_dir().unwrap_or_default();
        folder.strip_prefix(here).unwrap_or(folder).to_path_buf()
    }
}

/// Why an entry is refused.
enum Wrong {
    Key(String),
    Value(String),
}

impl Entry {
    /// The value as flags.
    fn to_words(&self, value: &DeValue<'_>) -> Result<Vec<OsString>, Wrong> {
        let key = &self.key;
        let flags = command::<Settings>();
        let names = || flags.get_arguments().filter_map(Arg::get_long);
        let known = || names().map(String::from).collect::<BTreeSet<_>>();
        let arg = flags
            .get_arguments()
            .find(|arg| arg.get_long() == Some(key))
            .ok_or_else(|| Wrong::Key(unknown(key, &Vec::from_iter(known()))))?;
        let is_list = matches!(arg.get_action(), ArgAction::Append);
        let wrong = |what: &str| {
            let expected = match is_list {
                true => "a list such as [\"a\", \"b\"]",
                false => "one value",
            };
            Wrong::Value(format!("`{key}` must be {expected}, not {what}"))
        };
        let word = |text: &str| OsString::from(format!("--{key}={text}"));
        Ok(match value {
            DeValue::Boolean(false) if !is_list => Vec::new(),
            DeValue::Boolean(true) if !is_list => vec![format!("--{key}").into()],
            DeValue::Array(items) if is_list => {
                let texts = items.iter().map(|item| scalar(item.get_ref()));
                let texts = texts.collect::<Option<Vec<String>>>();
                let texts = texts.ok_or_else(|| wrong("a list of other things than names"))?;
                texts.iter().map(|text| word(text)).collect()
            }
            DeValue::Table(items) if is_list => {
                let pair = |name: &str, value| scalar(value).map(|v| word(&format!("{name}={v}")));
                let pairs = items.iter().map(|(n, v)| pair(n.get_ref(), v.get_ref()));
                let pairs = pairs.collect::<Option<Vec<OsString>>>();
                pairs.ok_or_else(|| wrong("a table of other things than numbers"))?
            }
            other => {
                let text = scalar(other).ok_or_else(|| wrong(&a(other.type_str())))?;
                vec![word(&text)]
            }
        })
    }

    /// Checks the value.
    fn check(&self, words: &[OsString]) -> Result<(), String> {
        let parsed = command::<Settings>().try_get_matches_from(words);
        parsed.map_err(|e| refused(&self.key, &e)).map(drop)
    }
}

fn parse(words: &[OsString]) -> Result<Settings, String> {
    let matches = command::<Settings>().try_get_matches_from(words);
    let settings = matches.and_then(|matches| Settings::from_arg_matches(&matches));
    settings.map_err(|e| e.to_string())
}

/// A string or a number as a flag has it.
fn scalar(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) => {
            let number = i128::from_str_radix(number.as_str(), number.radix());
            number.ok().map(|number| number.to_string())
        }
        DeValue::Float(number) => Some(number.as_str().to_string()),
        _ => None,
    }
}

/// `a table`, `an array`
fn a(noun: &str) -> String {
    let article = match noun.starts_with(['a', 'e', 'i', 'o', 'u']) {
        true => "an",
        false => "a",
    };
    format!("{article} {noun}")
}
