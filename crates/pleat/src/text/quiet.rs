//! A finished text without what compilers would newly warn of: objects get other names than those
//! they hide, conversions are written as casts. It follows all proofs, because a program does the
//! same under other names and with casts that C implies. The tokens of both texts are compared.

use super::front_options;
use front::{Program, Syntax};
use source::{Flags, SourceFile, Unit};
use tidy::Suspects;

/// The new text of a user's file, which may be the old one, without new warnings.
pub(crate) fn quiet(file: &SourceFile, bytes: Vec<u8>, flags: &Flags) -> Vec<u8> {
    if bytes == file.bytes {
        return bytes;
    }
    let new = SourceFile::new(file.path.clone(), bytes);
    quieted(file, &new, flags).unwrap_or(new.bytes)
}

fn quieted(file: &SourceFile, new: &SourceFile, flags: &Flags) -> Option<Vec<u8>> {
    let read = |file: &SourceFile| source::preprocess(file.clone(), flags).ok();
    let after = read(new)?;
    let suspects = suspects(&after);
    if suspects.is_empty() {
        return None;
    }
    let before = read(file)?;
    let edits = suspects.edits(&after, (&self::suspects(&before), &before))?;
    if edits.is_empty() {
        return None;
    }
    let bytes = edits.apply(&new.bytes);
    let edited = read(&SourceFile::new(new.path.clone(), bytes.clone()))?;
    source::is_edited(&after, &edited, &edits).then_some(bytes)
}

fn suspects(unit: &Unit) -> Suspects {
    let (syntax, options) = (Syntax::of(unit), front_options(unit));
    Suspects::of(Program::new(unit, &syntax, &options).contents())
}
