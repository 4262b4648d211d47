//! The outcome of each strategy, for reports.

use crate::{Mapping, Strategy};
use std::time::Duration;

/// One strategy and its outcome.
#[derive(Clone, Debug)]
pub struct Tried {
    /// The strategy.
    pub strategy: Strategy,
    /// The outcome.
    pub attempt: Attempt,
    /// Its time, proofs included.
    pub time: Duration,
}

/// The outcome of a strategy.
#[derive(Clone, Debug)]
pub enum Attempt {
    /// Its best mapping, proved.
    Proved(Mapping),
    /// Its best mapping, which is no better than the best before it and was not proved.
    NoBetter(Mapping),
    /// None of its mappings could be proved.
    Unproved,
    /// It has no mapping for conflicts of this kind.
    Nothing,
    /// It took more than its share of the budget.
    GaveUp,
    /// An operation on sets failed.
    Failed(String),
    /// It was not asked, because nothing better is possible or worth the search.
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
