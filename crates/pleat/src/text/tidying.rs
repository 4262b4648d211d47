//! The last step: removes from a folded text what compilers would warn of. It follows the proof,
//! because it changes nothing that a program does: it removes statements `x = x;` and unused
//! declarations and functions, and adds initial values and `(void)n;`.
//! The tokens of both texts are compared.

use super::{AnalysedText, Hints, front_options};
use front::{Program, Syntax};
use source::Flags;

/// A folded text without the leftovers of `before`. Returns the folded text itself if it has none,
/// or if the edits would change more than them.
pub(crate) fn without_leftovers(
    analysed: &AnalysedText,
    (before, after): (&Program<'_>, &Program<'_>),
    flags: &Flags,
    hints: &Hints,
) -> Vec<u8> {
    let folded = after.unit();
    let (old, new) = (before.contents(), after.contents());
    let mut edits = tidy::edits(old, new, &hints.changed);
    // Helpers that made arrays which are no arrays any more. Functions lie outside of each other,
    // and what is tidied is in functions that something uses.
    let _ = edits.merge(fuse::abandoned(old, new));
    if edits.is_empty() {
        return folded.file.bytes.clone();
    }
    let tidied = analysed.edited(folded, &edits);
    match analysed.unit_again(tidied.clone(), flags) {
        Ok(unit) if source::is_edited(folded, &unit, &edits) => tidied,
        _ => folded.file.bytes.clone(),
    }
}

/// The same for a text that was not read yet, because its twin was proved.
pub(crate) fn twin_without_leftovers(
    analysed: &AnalysedText,
    bytes: Vec<u8>,
    flags: &Flags,
    hints: &Hints,
) -> Vec<u8> {
    let original = analysed.user();
    let Ok(folded) = analysed.unit_again(bytes.clone(), flags) else {
        return bytes;
    };
    let before = Syntax::like(original, analysed.syntax());
    let after = Syntax::like(&folded, &before);
    let options = front_options(original);
    let before = Program::new(original, &before, &options);
    let after = Program::new(&folded, &after, &options);
    without_leftovers(analysed, (&before, &after), flags, hints)
}
