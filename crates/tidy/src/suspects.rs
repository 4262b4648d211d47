//! Text that is correct, and that compilers warn of if they are asked to.

use crate::shadows::{Hiding, hidings, renames};
use crate::signs::{Conversion, cast, conversions};
use c::Contents;
use source::{Edits, Unit};

/// The suspicious text of a file.
#[derive(Debug)]
pub struct Suspects {
    hidings: Vec<Hiding>,
    conversions: Vec<Conversion>,
}

impl Suspects {
    /// Finds them.
    pub fn of(contents: &Contents<'_>) -> Self {
        Suspects {
            hidings: hidings(contents),
            conversions: conversions(contents),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.hidings.is_empty() && self.conversions.is_empty()
    }

    /// The edits of a new text that leave no more objects that hide others than the text before
    /// has, and no number that loses its sign without a cast where the text before has none. A text
    /// that has some already is compiled without that warning: it gets no casts. `None` if the
    /// edits do not fit together.
    pub fn edits(&self, unit: &Unit, before: (&Suspects, &Unit)) -> Option<Edits> {
        let (before, old) = before;
        let mut edits = Edits::default();
        for edit in renames(unit, &before.hidings, &self.hidings) {
            edits.insert(edit).ok()?;
        }
        let is_new = |found: &&Conversion| {
            let mut known = before.conversions.iter();
            known.all(|known| known.is_compared != found.is_compared)
        };
        for conversion in self.conversions.iter().filter(is_new) {
            for edit in cast(&unit.file, *conversion, old.file.text())? {
                edits.insert(edit).ok()?;
            }
        }
        Some(edits)
    }
}
