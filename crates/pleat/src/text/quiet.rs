//! A finished text without what compilers would newly warn of: objects get other names than those
//! they hide, conversions are written as casts. It follows all proofs, because a program does the
//! same under other names and with casts that C implies. The tokens of both texts are compared.

use super::version::Version;
use source::{Flags, PreprocessError, SourceFile};
use std::sync::Arc;
use tidy::Suspects;

/// The new text of a user's file, which may be the old one, without new warnings.
pub(crate) fn quiet(original: &Version, bytes: Vec<u8>, flags: &Flags) -> Vec<u8> {
    if bytes == original.unit().file.bytes {
        return bytes;
    }
    quieted(original, &bytes, flags).unwrap_or(bytes)
}

fn quieted(before: &Version, new: &[u8], flags: &Flags) -> Option<Vec<u8>> {
    let after = before.again(new.to_vec(), flags).ok()?;
    let suspects = suspects(&after);
    if suspects.is_empty() {
        return None;
    }
    let edits = suspects.edits(after.unit(), (&self::suspects(before), before.unit()))?;
    if edits.is_empty() {
        return None;
    }
    let bytes = edits.apply(new);
    let edited = after.again(bytes.clone(), flags).ok()?;
    source::is_edited(after.unit(), edited.unit(), &edits).then_some(bytes)
}

fn suspects(version: &Version) -> Suspects {
    Suspects::of(version.program().contents())
}

/// Runs passes over a file. The compiler must read the new text, which `bytes` finds in their
/// result, as Pleat did; otherwise they are run again, and the compiler is asked about every text.
///
/// # Errors
/// The preprocessor rejects the file, or those of the passes.
pub(crate) fn finished<T, E: From<PreprocessError>>(
    file: SourceFile,
    flags: &Flags,
    passes: impl Fn(&Arc<Version>) -> Result<T, E>,
    bytes: fn(&T) -> &[u8],
) -> Result<T, E> {
    let original = Version::read(file, flags)?;
    let result = passes(&original)?;
    let unit = original.unit();
    let new = SourceFile::new(unit.file.path.clone(), bytes(&result));
    let is_same = new.bytes == unit.file.bytes;
    if is_same || source::is_as_read(unit, new, flags).is_ok_and(|is_as_read| is_as_read) {
        return Ok(result);
    }
    passes(&Arc::new(original.asking()))
}
