//! What is not understood of a function.

use source::Span;

/// Why a function has no system, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct Unknown {
    /// The reason, as a noun phrase.
    pub reason: String,
    /// The place.
    pub at: Span,
    /// The size that must be larger, if nothing else is in the way.
    pub lacks: Option<LargerSize>,
}

/// A size that must be larger for a function to be understood.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LargerSize {
    /// Its spelling in the user's file.
    pub name: String,
    /// The least value.
    pub least: i64,
}

impl LargerSize {
    /// `w >= 2`
    pub fn text(&self) -> String {
        format!("{} >= {}", self.name, self.least)
    }

    /// Adds it to others: of one size, the largest least value remains.
    pub fn add_to(self, others: &mut Vec<LargerSize>) {
        match others.iter_mut().find(|other| other.name == self.name) {
            Some(known) => known.least = known.least.max(self.least),
            None => others.push(self),
        }
    }
}
