//! What several budgets may take together, also those of several contexts.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A number of elementary operations that budgets share. Clones are the same allowance.
///
/// A budget that starts anew after an attempt does not start an allowance anew, so the work that
/// one question causes is bounded, whatever is tried for it.
///
/// Assumes: one thread uses it at a time, so that the same input gives the same result.
#[derive(Clone, Debug)]
pub struct Allowance {
    left: Arc<AtomicU64>,
    /// The one that it is a part of.
    whole: Option<Box<Allowance>>,
}

impl Allowance {
    /// As many operations as this.
    pub fn new(operations: u64) -> Self {
        Allowance {
            left: Arc::new(AtomicU64::new(operations)),
            whole: None,
        }
    }

    /// At most so many of the operations that are left.
    pub fn part(&self, operations: u64) -> Self {
        Allowance {
            whole: Some(Box::new(self.clone())),
            ..Allowance::new(operations)
        }
    }

    /// The operations that are left.
    pub fn left(&self) -> u64 {
        let own = self.left.load(Ordering::Relaxed);
        let whole = self.whole.as_ref().map(|whole| whole.left());
        whole.map_or(own, |whole| own.min(whole))
    }

    /// Uses up some operations.
    pub(super) fn take(&self, operations: u64) {
        let own = self.left.load(Ordering::Relaxed);
        self.left
            .store(own.saturating_sub(operations), Ordering::Relaxed);
        if let Some(whole) = &self.whole {
            whole.take(operations);
        }
    }

    /// A budget of at most this many operations (0: no bound). Of nothing, a budget in which the
    /// smallest operation fails.
    pub(super) fn bounded(&self, operations: u64) -> u64 {
        match operations {
            0 => self.left().max(1),
            _ => operations.min(self.left()).max(1),
        }
    }
}
