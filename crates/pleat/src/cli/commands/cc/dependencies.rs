//! Corrects dependency files, which must name the user's files.

use super::staging::StagedSource;
use crate::cli::compiler::invocation::Invocation;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The dependency files that a compile may write.
pub(crate) struct Dependencies {
    /// By staged source.
    of_sources: Vec<Vec<PathBuf>>,
    /// When each file was written that existed before the compile.
    before: BTreeMap<PathBuf, SystemTime>,
}

impl Dependencies {
    /// The state of the files before the compile; `None` if it writes none.
    pub(crate) fn before(invocation: &Invocation, staged: &[StagedSource]) -> Option<Dependencies> {
        if !invocation.writes_dependencies() {
            return None;
        }
        let of_sources = staged.iter();
        let of_sources = of_sources.map(|source| invocation.dependency_files(&source.path));
        let of_sources: Vec<Vec<PathBuf>> = of_sources.collect();
        let files = of_sources.iter().flatten();
        let before = files.filter_map(|file| Some((file.clone(), written(file)?)));
        Some(Dependencies {
            before: before.collect(),
            of_sources,
        })
    }

    /// Restores the user's names in the files after the compile. Several sources may share one
    /// file, which the last of them overwrites.
    ///
    /// # Errors
    /// A dependency file is missing, or cannot be written.
    pub(crate) fn correct(&self, staged: &[StagedSource]) -> Result<(), String> {
        for (source, files) in staged.iter().zip(&self.of_sources) {
            let is_new = |file: &&PathBuf| {
                written(file).is_some_and(|now| self.before.get(*file) != Some(&now))
            };
            let mut files = files.iter().filter(is_new).peekable();
            if files.peek().is_none() {
                let name = source.path.display();
                return Err(format!("{name}: its dependency file is not found"));
            }
            for file in files {
                correct_one(file, staged)?;
            }
        }
        Ok(())
    }
}

/// When a file was written, if it exists and is a plain file.
fn written(file: &Path) -> Option<SystemTime> {
    let data = fs::metadata(file).ok().filter(fs::Metadata::is_file);
    data.and_then(|data| data.modified().ok())
}

/// Restores the user's names in one file.
fn correct_one(file: &Path, staged: &[StagedSource]) -> Result<(), String> {
    let failed = |e: std::io::Error| format!("cannot correct {}: {e}", file.display());
    let text = fs::read_to_string(file).map_err(failed)?;
    let corrected = staged.iter().fold(text.clone(), |text, source| {
        let shown = escaped(&source.shown_folder());
        let folders = [&source.text_folder, &source.header_folder];
        folders.iter().fold(text, |text, folder| {
            text.replace(&format!("{}/", folder.display()), &shown)
        })
    });
    match corrected == text {
        true => Ok(()),
        false => fs::write(file, once_each(&corrected)).map_err(failed),
    }
}

/// The rules with every file named once: the compiler takes a header for two files when it reaches
/// it by two ways.
fn once_each(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rules = BTreeSet::new();
    for rule in text.replace("\\\n", " ").lines() {
        let mut seen = BTreeSet::new();
        let words = words(rule).into_iter().filter(|&word| seen.insert(word));
        let rule = wrapped(words);
        let is_new = rule.is_empty() || rules.insert(rule.clone());
        if is_new {
            out.push_str(&rule);
            out.push('\n');
        }
    }
    out
}

/// The words of a rule; a blank after a backslash belongs to its word.
fn words(rule: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut start = None;
    let mut before = b' ';
    for (at, byte) in rule.bytes().enumerate() {
        match byte == b' ' && before != b'\\' {
            true => words.extend(start.take().map(|start| &rule[start..at])),
            false => start = start.or(Some(at)),
        }
        before = byte;
    }
    words.extend(start.map(|start| &rule[start..]));
    words
}

/// Wraps a rule at the width that compilers use.
fn wrapped<'a>(words: impl Iterator<Item = &'a str>) -> String {
    const WIDTH: usize = 72;
    let (mut rule, mut column) = (String::new(), 0);
    for word in words {
        if column + word.len() > WIDTH && column > 0 {
            rule.push_str(" \\\n");
            column = 0;
        }
        if !rule.is_empty() {
            rule.push(' ');
            column += 1;
        }
        rule.push_str(word);
        column += word.len();
    }
    rule
}

/// Escapes a name for make.
fn escaped(name: &str) -> String {
    name.replace(' ', "\\ ")
        .replace('#', "\\#")
        .replace('$', "$$")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_occur_once() {
        let text = "k.o: src/k.c a\\ b.h \\\n  src/x.h a\\ b.h src/x.h\nsrc/x.h:\nsrc/x.h:\n\ny:\n";
        let want = "k.o: src/k.c a\\ b.h src/x.h\nsrc/x.h:\n\ny:\n";
        assert_eq!(once_each(text), want);
        let names: Vec<String> = (0..20).map(|i| format!("include/{i}.h")).collect();
        let rule = format!("k.o: {}\n", names.join(" "));
        let wrapped = once_each(&rule);
        assert!(wrapped.lines().count() > 2 && wrapped.lines().all(|l| l.len() < 80));
        assert_eq!(wrapped.replace(" \\\n", ""), rule);
    }
}
