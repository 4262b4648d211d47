//! Messages about a pleat.toml: the file, the line, the column, and what to write instead.

use super::search::shown;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use source::SourceFile;
use std::ops::Range;
use std::path::Path;

/// A key this similar to a known one is taken for a misspelling of it.
const SIMILAR: f64 = 0.5;

/// Where messages point to.
pub(super) struct Places {
    file: SourceFile,
}

impl Places {
    pub(super) fn new(path: &Path, text: &str) -> Places {
        Places {
            file: SourceFile::new(path, text.as_bytes()),
        }
    }

    /// The line of an offset, from 1.
    pub(super) fn line(&self, offset: usize) -> u32 {
        self.file.line_col(offset as u32).line
    }

    /// `pleat.toml:3:1: message`
    pub(super) fn error(&self, span: &Range<usize>, message: &str) -> String {
        let at = self.file.line_col(span.start as u32);
        let path = shown(&self.file.path);
        format!("{path}:{}:{}: {message}", at.line, at.column)
    }
}

/// The message about a key that no setting has.
pub(super) fn unknown(key: &str, known: &[String]) -> String {
    let likeness = |name: &&String| strsim::normalized_damerau_levenshtein(name, key);
    let nearest = known
        .iter()
        .max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
    let advice = match nearest {
        Some(name) if likeness(&name) >= SIMILAR => format!("did you mean `{name}`?"),
        _ => format!("the keys are {}", known.join(", ")),
    };
    format!("unknown key `{key}`; {advice}")
}

/// The message about a value that a flag refuses.
pub(super) fn refused(key: &str, error: &clap::Error) -> String {
    let context = |kind| error.get(kind).map(ContextValue::to_string);
    let value = context(ContextKind::InvalidValue).unwrap_or_default();
    let valid = match error.get(ContextKind::ValidValue) {
        Some(ContextValue::Strings(all)) => all.join(", "),
        _ => String::new(),
    };
    let source = std::error::Error::source(error).map(ToString::to_string);
    match (error.kind(), source) {
        (ErrorKind::InvalidValue, _) if value.is_empty() => {
            format!("`{key}` needs a value: {valid}")
        }
        (ErrorKind::InvalidValue, _) => {
            format!("`{key}` cannot be `{value}`; it may be {valid}")
        }
        (_, Some(why)) => format!("`{key}` cannot be `{value}`: {why}"),
        (_, None) => {
            let text = error.to_string();
            let line = text.lines().next().unwrap_or_default();
            format!("`{key}`: {}", line.trim_start_matches("error: "))
        }
    }
}
