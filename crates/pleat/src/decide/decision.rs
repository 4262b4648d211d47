//! What was decided about one candidate.

use crate::reason::Reason;
use poly::Expr;
use std::time::Duration;
use storage::{Assumption, Choice, Tried};

/// The decision about one candidate.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The extents of the array in the scop; an extent that nothing declares is the used one.
    pub extents: Vec<Expr>,
    /// Every read is proved to find a value that the same execution of the region wrote.
    pub covered: bool,
    /// Folded or kept.
    pub outcome: Outcome,
    /// Other mappings, if that of the outcome cannot be written or proved: the best first.
    pub others: Vec<Choice>,
    /// Mappings that were used before that of the outcome and could not be written or proved, each
    /// with the reason.
    pub taken_back: Vec<(Choice, Reason)>,
    /// The result of every strategy, in the order in which they were asked.
    pub tried: Vec<Tried>,
    /// The exact analysis exceeded its budget, and this is the result of a coarser one.
    pub coarse: bool,
    /// Time spent on lifetimes.
    pub analysis: Duration,
    /// Time spent on mappings.
    pub mapping: Duration,
}

impl Decision {
    /// The mapping of the outcome and the others, in their order; empty if the array is kept.
    pub(crate) fn choices(&self) -> Vec<Choice> {
        match &self.outcome {
            Outcome::Folded(first) => std::iter::once(first)
                .chain(&self.others)
                .cloned()
                .collect(),
            Outcome::Kept(_) => Vec::new(),
        }
    }

    /// Replaces a mapping that cannot be proved by the next one; if there is none, keeps the array.
    pub(crate) fn fall_back(&mut self, reason: Reason) {
        let next = match self.others.is_empty() {
            false => Outcome::Folded(self.others.remove(0)),
            true => Outcome::Kept(reason.clone()),
        };
        if let Outcome::Folded(before) = std::mem::replace(&mut self.outcome, next) {
            self.taken_back.push((before, reason));
        }
    }
}

/// Folded or kept.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// By this mapping, proved.
    Folded(Choice),
    /// For this reason.
    Kept(Reason),
}

impl Outcome {
    pub(crate) fn is_folded(&self) -> bool {
        matches!(self, Outcome::Folded(_))
    }

    /// The conditions under which the mapping is proved.
    pub(crate) fn assumptions(&self) -> &[Assumption] {
        match self {
            Outcome::Folded(choice) => &choice.assumptions,
            Outcome::Kept(_) => &[],
        }
    }

    /// Whether the same question always has this answer, whatever was computed before.
    pub(super) fn is_repeatable(&self) -> bool {
        !matches!(self, Outcome::Kept(Reason::Budget(_) | Reason::Analysis(_)))
    }
}
