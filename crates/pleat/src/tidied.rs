//! The last step: a folded text without what compilers would warn of. It happens behind the proof, for it changes
//! nothing that a program does: statements `x = x;` and unused declarations go, values and mentions are added.

use crate::fold::front_options;
use crate::reading::Reading;
use crate::work::Hints;
use front::Program;
use source::{Flags, SourceFile};
use tidy::{Leftovers, leftovers};

/// A folded text without what it left behind of `before`; as it is where there is nothing to tidy, or that is not all
/// that edits would change.
pub(crate) fn tidied(
    reading: &Reading,
    (before, after): (&Program<'_>, &Program<'_>),
    flags: &Flags,
    hints: &Hints,
) -> Vec<u8> {
    let folded = after.unit();
    let edits = emit::tidy(&folded.file, &left_behind(before, after, hints));
    if edits.is_empty() {
        return folded.file.bytes.clone();
    }
    let tidy = reading.edited(folded, &edits);
    let file = SourceFile::new(folded.file.path.clone(), tidy.clone());
    match source::preprocess(file, flags) {
        Ok(unit) if source::is_edited(folded, &unit, &edits) => tidy,
        _ => folded.file.bytes.clone(),
    }
}

/// The same of a text that was not read yet, because a twin of it was proved.
pub(crate) fn twin_tidied(
    reading: &Reading,
    bytes: Vec<u8>,
    flags: &Flags,
    hints: &Hints,
) -> Vec<u8> {
    let original = reading.user();
    let file = SourceFile::new(original.file.path.clone(), bytes.clone());
    let Ok(folded) = source::preprocess(file, flags) else {
        return bytes;
    };
    let (before, after) = (front::Syntax::of(original), front::Syntax::of(&folded));
    let options = front_options(original);
    let before = Program::new(original, &before, &options);
    let after = Program::new(&folded, &after, &options);
    tidied(reading, (&before, &after), flags, hints)
}

/// What is left behind in all functions in which something was folded.
fn left_behind(before: &Program<'_>, after: &Program<'_>, hints: &Hints) -> Leftovers {
    let mut all = Leftovers::default();
    for (function, changed) in &hints.changed {
        let found = leftovers(before.contents(), after.contents(), function, changed);
        all.idle.extend(found.idle);
        all.unset.extend(found.unset);
        all.unread.extend(found.unread);
    }
    all
}
