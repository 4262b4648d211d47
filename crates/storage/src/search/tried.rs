//! What each strategy came to, for reports.

use crate::{Mapping, Strategy};
use std::time::Duration;

/// One strategy and what it came to.
#[derive(Clone, Debug)]
pub struct Tried {
    /// Which one.
    pub strategy: Strategy,
    /// What it came to.
    pub attempt: Attempt,
    /// How long it took, proofs included.
    pub time: Duration,
}

/// What a strategy came to.
#[derive(Clone, Debug)]
pub enum Attempt {
    /// Its best mapping, proved.
    Proved(Mapping),
    /// Its best mapping, which is no better than what was found before: nobody looked whether it is right.
    NoBetter(Mapping),
    /// None of its mappings could be proved.
    Unproved,
    /// It has no mapping for such conflicts.
    Nothing,
    /// It took more than its share of the budget.
    GaveUp,
    /// An operation on sets failed.
    Failed(String),
    /// It was not asked: nothing better is possible, or worth the search.
    NotAsked,
}

impl Attempt {
    /// The mapping, proved or not.
    pub fn mapping(&self) -> Option<&Mapping> {
        match self {
            Attempt::Proved(mapping) | Attempt::NoBetter(mapping) => Some(mapping),
            _ => None,
        }
    }

    /// Why there is no proved mapping; `None` if there is one.
    pub fn reason(&self) -> Option<String> {
        let text = match self {
            Attempt::Proved(_) => return None,
            Attempt::NoBetter(_) => "no better than what was found before",
            Attempt::Unproved => "nothing that could be proved",
            Attempt::Nothing => "nothing for such conflicts",
            Attempt::GaveUp => "more than its share of the budget",
            Attempt::Failed(error) => return Some(error.clone()),
            Attempt::NotAsked => "not asked: nothing better is possible or worth the search",
        };
        Some(text.to_string())
    }
}
