//! Response files: `@file` on a compiler's command line stands for the words in the file.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

/// The deepest nesting of response files, which may name each other in a circle.
const DEEPEST: usize = 16;

/// Replaces every response file by its words, as compilers that run in `folder` do. A name that is
/// not a plain file is not replaced.
pub(crate) fn expand(words: &[OsString], folder: &Path) -> Vec<OsString> {
    expand_to(words, folder, 0)
}

fn expand_to(words: &[OsString], folder: &Path, depth: usize) -> Vec<OsString> {
    let expanded = words
        .iter()
        .map(|word| match contents(word, folder, depth) {
            Some(text) => expand_to(&split(&text), folder, depth + 1),
            None => vec![word.clone()],
        });
    expanded.flatten().collect()
}

/// Why a response file among expanded words was not replaced: it cannot be read.
pub(crate) fn unread(words: &[OsString], folder: &Path) -> Option<String> {
    words.iter().find_map(|word| {
        let path = path(word, folder)?;
        let error = std::fs::read(&path).err()?;
        Some(format!("cannot read {}: {error}", path.display()))
    })
}

/// The path of a response file.
fn path(word: &OsStr, folder: &Path) -> Option<PathBuf> {
    let name = word.as_bytes().strip_prefix(b"@")?;
    Some(folder.join(OsStr::from_bytes(name)))
}

fn contents(word: &OsStr, folder: &Path, depth: usize) -> Option<Vec<u8>> {
    let path = path(word, folder)?;
    match depth < DEEPEST && path.is_file() {
        true => std::fs::read(path).ok(),
        false => None,
    }
}

/// The words of a response file: blanks separate words outside of quotes; a backslash quotes the
/// next byte, even in quotes.
fn split(text: &[u8]) -> Vec<OsString> {
    let mut words = Vec::new();
    let mut word: Option<Vec<u8>> = None;
    let mut quote = None;
    let mut bytes = text.iter().copied();
    while let Some(byte) = bytes.next() {
        match (byte, quote) {
            (b'\\', _) => word.get_or_insert_default().extend(bytes.next()),
            (_, Some(open)) if open == byte => quote = None,
            (b'"' | b'\'', None) => {
                quote = Some(byte);
                word.get_or_insert_default();
            }
            (_, None) if byte.is_ascii_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(byte),
        }
    }
    words.extend(word);
    words.into_iter().map(OsString::from_vec).collect()
}

/// The text of a response file with these words.
pub(crate) fn join(words: &[OsString]) -> Vec<u8> {
    let mut text = Vec::new();
    for word in words {
        text.push(b'"');
        for &byte in word.as_bytes() {
            if matches!(byte, b'"' | b'\'' | b'\\') {
                text.push(b'\\');
            }
            text.push(byte);
        }
        text.extend(b"\"\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(words: &[&str]) -> Vec<OsString> {
        words.iter().map(OsString::from).collect()
    }

    #[test]
    fn words_of_a_file() {
        let text = b" -c 'a b.c'\n-D\"X=\\\"y z\\\"\" \\  '' -o\\ x\n";
        let want = words(&["-c", "a b.c", "-DX=\"y z\"", " ", "", "-o x"]);
        assert_eq!(split(text), want);
        assert_eq!(split(&join(&want)), want);
    }

    #[test]
    fn files_in_files() {
        let work = tempfile::tempdir().unwrap();
        let path = |name: &str| work.path().join(name).display().to_string();
        std::fs::write(path("a"), "-c @b").unwrap();
        std::fs::write(path("b"), format!("k.c @{} -O2", path("none"))).unwrap();
        let expanded = expand(&words(&["-g", "@a"]), work.path());
        let none = format!("@{}", path("none"));
        assert_eq!(expanded, words(&["-g", "-c", "k.c", &none, "-O2"]));
        let why = unread(&expanded, work.path()).unwrap();
        assert!(why.contains(&path("none")), "{why}");
        std::fs::write(path("b"), "@b").unwrap();
        let circle = expand(&words(&["@b"]), work.path());
        assert_eq!((circle.len(), unread(&circle, work.path())), (1, None));
    }
}
