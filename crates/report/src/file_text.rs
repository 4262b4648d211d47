//! The text of a file before and after a fold, for reports that show or contain the changes.

/// The text of a file before and after.
#[derive(Clone, Debug, Default)]
pub struct FileText {
    /// Its path, as entries of the report have it.
    pub path: String,
    /// The original.
    pub old: String,
    /// The result; the same if nothing was folded.
    pub new: String,
    /// Whether the file is UTF-8. If not, it is read as Latin-1, where each byte is a character.
    pub is_utf8: bool,
}

impl FileText {
    /// The texts of these bytes.
    pub fn new(path: String, old: &[u8], new: &[u8]) -> Self {
        match (std::str::from_utf8(old), std::str::from_utf8(new)) {
            (Ok(old), Ok(new)) => FileText {
                path,
                old: old.to_string(),
                new: new.to_string(),
                is_utf8: true,
            },
            _ => FileText {
                path,
                old: latin1(old),
                new: latin1(new),
                is_utf8: false,
            },
        }
    }
}

fn latin1(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| char::from(*byte)).collect()
}
