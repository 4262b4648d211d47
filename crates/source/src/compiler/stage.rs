//! Stages the main file: makes a text that has the same meaning for a compiler which reads it under
//! another path.
//!
//! **Invariant:** a staged text that is [`Staged::exact`] finds the headers that the user's file
//! finds, and no others.

use crate::text::edits::{Edit, Edits};
use crate::text::file::SourceFile;
use crate::tokens::layout::{Layout, LineKind};
use crate::tokens::lexer::{Lexed, TokenKind};
use crate::tokens::symbols::Symbols;
use std::borrow::Cow;
use std::path::Path;

/// The paths that a staged text uses.
#[derive(Clone, Copy, Debug)]
pub struct StagedPaths<'a> {
    /// The name that `__FILE__` and messages show.
    pub name: &'a str,
    /// The absolute path through which the main file's own headers are included.
    pub folder: &'a Path,
}

/// A text to be written to any path and compiled there.
#[derive(Clone, Debug)]
pub struct Staged {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Whether its meaning is certainly the same: an `#include` of a macro or a `__has_include` is
    /// looked up relative to the place of the text itself.
    pub exact: bool,
}

/// Stages `file`: a `#line` is added at the start, and `#include "x.h"` names the full path where
/// the file's own folder contains the header.
///
/// `None` if the name cannot be written in C.
pub fn stage(file: &SourceFile, paths: StagedPaths) -> Option<Staged> {
    let mut symbols = Symbols::default();
    let layout = Layout::new(file.text(), &mut symbols);
    staged(file, &layout, &file.bytes, paths, &symbols)
}

/// Stages `bytes`, which have the layout of `file`.
pub(crate) fn staged(
    file: &SourceFile,
    layout: &Layout,
    bytes: &[u8],
    paths: StagedPaths,
    symbols: &Symbols,
) -> Option<Staged> {
    let includes = Includes {
        folder: own_folder(&file.path),
        paths,
        layout,
        symbols,
    };
    let mut edits = Edits::default();
    let exact = includes.rewrite(&mut edits) && !includes.asks_for_headers();
    let rest = edits.apply(bytes);
    let mark = "\u{feff}".as_bytes();
    let (mark, rest) = match rest.strip_prefix(mark) {
        Some(rest) => (mark, rest),
        None => (&[][..], &rest[..]),
    };
    let first = format!("#line 1 \"{}\"\n", literal(paths.name)?);
    Some(Staged {
        bytes: [mark, first.as_bytes(), rest].concat(),
        exact,
    })
}

/// The folder of a file, `.` if its path names none.
pub(crate) fn own_folder(path: &Path) -> &Path {
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

/// The name as the inside of a string literal.
fn literal(name: &str) -> Option<Cow<'_, str>> {
    if name.contains(['\n', '\r']) {
        return None;
    }
    match name.contains(['"', '\\']) {
        true => Some(name.replace('\\', "\\\\").replace('"', "\\\"").into()),
        false => Some(name.into()),
    }
}

struct Includes<'a> {
    folder: &'a Path,
    paths: StagedPaths<'a>,
    layout: &'a Layout,
    symbols: &'a Symbols,
}

impl Includes<'_> {
    /// Writes full paths. Returns whether every directive is plain.
    fn rewrite(&self, edits: &mut Edits) -> bool {
        let directives = (0..self.layout.kinds.len())
            .filter(|&line| self.layout.kinds[line] == LineKind::Directive)
            .map(|line| self.layout.tokens(line));
        let mut plain = true;
        for tokens in directives {
            plain &= match self.text(tokens, 1) {
                "include" => self.include(tokens, edits),
                "include_next" | "import" | "embed" => false,
                _ => true,
            };
        }
        plain
    }

    fn include(&self, tokens: &[Lexed], edits: &mut Edits) -> bool {
        let operand = self.text(tokens, 2);
        if operand == "<" {
            return true;
        }
        let header = operand.strip_prefix('"').and_then(|h| h.strip_suffix('"'));
        let (Some(header), Some(folder)) = (header, self.paths.folder.to_str()) else {
            return false;
        };
        if folder.contains(['"', '\n', '\r']) {
            return false;
        }
        if Path::new(header).is_absolute() || !self.folder.join(header).is_file() {
            return true;
        }
        let text = format!("\"{}/{header}\"", folder.trim_end_matches('/'));
        let span = tokens[2].span;
        edits.insert(Edit { span, text }).is_ok()
    }

    /// Whether the text asks which headers exist.
    fn asks_for_headers(&self) -> bool {
        const QUESTIONS: [&str; 3] = ["__has_include", "__has_include_next", "__has_embed"];
        let identifiers = self.layout.lexing.tokens.iter();
        identifiers
            .filter(|t| t.kind == TokenKind::Identifier)
            .any(|t| QUESTIONS.contains(&self.symbols.text(t.symbol)))
    }

    fn text(&self, tokens: &[Lexed], index: usize) -> &str {
        tokens
            .get(index)
            .map_or("", |t| self.symbols.text(t.symbol))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn staged_text(text: &str) -> (String, bool) {
        let work = tempfile::tempdir().expect("a folder");
        std::fs::write(work.path().join("x.h"), "").expect("a header");
        let file = SourceFile::new(work.path().join("k.c"), text);
        let paths = StagedPaths {
            name: "src/k.c",
            folder: Path::new("/F"),
        };
        let staged = stage(&file, paths).expect("a text");
        (String::from_utf8(staged.bytes).expect("text"), staged.exact)
    }

    #[test]
    fn own_headers_by_full_path() {
        let text = "#include \"x.h\"\n# /**/ include /**/ \"x.h\" // y\n#include \"z.h\"\n#include <x.h>\n";
        let want = "#line 1 \"src/k.c\"\n#include \"/F/x.h\"\n# /**/ include /**/ \"/F/x.h\" // y\n#include \"z.h\"\n#include <x.h>\n";
        assert_eq!(staged_text(text), (want.to_string(), true));
    }

    #[test]
    fn text_that_depends_on_its_path() {
        for text in [
            "#include X\n",
            "#if __has_include(\"x.h\")\n#endif\n",
            "#include_next \"x.h\"\n",
            "#import \"x.h\"\n",
        ] {
            assert!(!staged_text(text).1, "{text}");
        }
    }
}
