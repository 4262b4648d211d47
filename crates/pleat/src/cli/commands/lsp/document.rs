//! An open document: its latest text, and the answer about it.

use super::answer::Answer;
use lsp_types::Uri;
use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::path::PathBuf;
use std::time::Instant;

/// An open document.
#[derive(Debug)]
pub(super) struct Document {
    pub(super) path: PathBuf,
    pub(super) version: i32,
    pub(super) text: String,
    /// When the text is to be folded, if it is not yet.
    pub(super) due: Option<Instant>,
    /// The last answer, which may be about an older text.
    pub(super) answered: Option<Answered>,
}

/// A text and the answer about it.
#[derive(Debug)]
pub(super) struct Answered {
    pub(super) version: i32,
    pub(super) text: String,
    pub(super) answer: Answer,
}

impl Document {
    /// The answer about the latest text.
    pub(super) fn current(&self) -> Option<&Answered> {
        let answered = self.answered.as_ref();
        answered.filter(|a| a.version == self.version && a.text == self.text)
    }
}

/// The path of a document; `None` if it is not a file.
pub(super) fn path_of(uri: &Uri) -> Option<PathBuf> {
    let is_file = uri
        .scheme()
        .is_some_and(|s| s.as_str().eq_ignore_ascii_case("file"));
    let path = uri.path().as_estr().decode().into_bytes().into_owned();
    let path = PathBuf::from(OsString::from_vec(path));
    (is_file && path.is_absolute()).then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn files_have_paths() {
        let path = |text: &str| path_of(&text.parse().unwrap());
        assert_eq!(
            path("file:///a%20b/%C3%A9.c").as_deref(),
            Some(Path::new("/a b/\u{e9}.c"))
        );
        assert_eq!(path("untitled:Untitled-1"), None);
        assert_eq!(path("http://host/a.c"), None);
    }
}
