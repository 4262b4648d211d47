//! One isl context: the owner of every set of one thread, with its operation budget.

mod watchdog;

pub use watchdog::OPERATIONS_PER_SECOND;

use crate::{PolyError, Result};
use std::cell::Cell;
use std::rc::Rc;
use watchdog::Watched;

/// Continue after an error: report it through return values, never on stderr.
const ON_ERROR_CONTINUE: i32 = 1;

/// An isl context. Clones share it; it lives until the last object made in it is gone.
///
/// Not `Send`: an isl context belongs to one thread.
#[derive(Clone)]
pub struct Context(Rc<Budgeted>);

/// A context and what it was given last.
struct Budgeted {
    watched: Watched,
    operations: Cell<u64>,
    /// Steps of our own that count as operations.
    spent: Cell<u64>,
}

impl Context {
    /// A fresh context without a budget.
    pub fn new() -> Self {
        let raw = isl_rs::Context::alloc();
        // Cannot fail on a fresh context; if it did, isl would only be more talkative.
        let _ = isl_rs::Options::set_on_error(&raw, ON_ERROR_CONTINUE);
        Context(Rc::new(Budgeted {
            watched: Watched(raw),
            operations: Cell::new(0),
            spent: Cell::new(0),
        }))
    }

    /// From now on at most `operations` elementary isl operations, and several times the processor
    /// time that they take (0: no bound); both counts start anew.
    pub fn start_budget(&self, operations: u64) {
        self.0.operations.set(operations);
        self.0.spent.set(0);
        self.0.watched.start(operations);
        let raw = self.raw();
        raw.reset_error();
        raw.reset_operations();
        raw.set_max_operations(operations);
    }

    /// What `f` computes; `None` if it takes more than `operations`, or if isl trips over itself on the way.
    /// The budget from before then starts anew.
    ///
    /// # Errors
    /// Numbers that do not fit.
    pub fn attempt<T>(&self, operations: u64, f: impl FnOnce() -> Result<T>) -> Result<Option<T>> {
        let outer = self.0.operations.get();
        self.start_budget(operations);
        let found = f();
        self.start_budget(outer);
        match found {
            Ok(found) => Ok(Some(found)),
            Err(PolyError::Budget | PolyError::Failed(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Counts work that isl does not do: it may take as many operations as isl's.
    pub(crate) fn spend(&self, operations: usize) -> Result<()> {
        let spent = self.0.spent.get().saturating_add(operations as u64);
        self.0.spent.set(spent);
        match self.0.operations.get() {
            0 => Ok(()),
            most if spent <= most => Ok(()),
            _ => Err(PolyError::Budget),
        }
    }

    /// What an error of isl means: it does not always say that the budget is used up.
    pub(crate) fn failure(&self, error: isl_rs::LibISLError) -> PolyError {
        match error.into() {
            PolyError::Failed(_) if self.is_exhausted() => PolyError::Budget,
            error => error,
        }
    }

    /// Whether the budget is used up: then even the smallest operation fails.
    pub(crate) fn is_exhausted(&self) -> bool {
        let raw = self.raw();
        raw.reset_error();
        let smallest = isl_rs::Set::read_from_str(raw, "{ [i] : i = 0 }");
        raw.reset_error();
        smallest.is_err()
    }

    pub(crate) fn raw(&self) -> &isl_rs::Context {
        &self.0.watched.0
    }
}

impl Default for Context {
    fn default() -> Self {
        Self::new()
    }
}

impl std::fmt::Debug for Context {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Context")
    }
}
