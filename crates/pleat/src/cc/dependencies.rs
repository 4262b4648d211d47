//! Dependency files: they must name the user's files.

use super::staging::StagedSource;
use crate::invocation::Invocation;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Puts the user's names into the dependency files of the staged sources.
///
/// # Errors
/// A dependency file that must be there is not found, or keeps a temporary name.
pub fn correct(invocation: &Invocation, staged: &[StagedSource]) -> Result<(), String> {
    if !invocation.writes_dependencies() {
        return Ok(());
    }
    for source in staged {
        let mut found = false;
        for file in invocation.dependency_files(&source.path) {
            found |= correct_one(&file, source)?;
        }
        if !found {
            let name = source.path.display();
            return Err(format!("{name}: its dependency file is not found"));
        }
    }
    Ok(())
}

/// Whether `file` names the staged source; then it no longer does.
fn correct_one(file: &Path, source: &StagedSource) -> Result<bool, String> {
    let Ok(text) = fs::read_to_string(file) else {
        return Ok(false);
    };
    let shown = escaped(&source.shown_folder());
    let folders = [&source.text_folder, &source.header_folder];
    let corrected = folders.iter().fold(text.clone(), |text, folder| {
        text.replace(&format!("{}/", folder.display()), &shown)
    });
    if corrected == text {
        return Ok(false);
    }
    let failed = |e: std::io::Error| format!("cannot write {}: {e}", file.display());
    fs::write(file, once_each(&corrected)).map_err(failed)?;
    Ok(true)
}

/// The rules with every file named once: the compiler takes a header for two files when it reaches it
/// by two ways.
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

/// The words of a rule; a blank behind a backslash belongs to its word.
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

/// In lines of a width that compilers use.
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

/// As make wants it.
fn escaped(name: &str) -> String {
    name.replace(' ', "\\ ")
        .replace('#', "\\#")
        .replace('$', "$$")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_once() {
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
