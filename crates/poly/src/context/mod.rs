//! An isl context: the owner of all sets of one thread, with its operation budget.
//!
//! Assumes: a context and all objects made in it stay on one thread. Budgets count operations, so
//! the same input gives the same result; processor time only ends computations that hang.

mod allowance;
mod watchdog;

pub use allowance::Allowance;
pub use watchdog::OPERATIONS_PER_SECOND;

use crate::{PolyError, Result, raw};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use watchdog::Watched;

/// Continue after an error: report it through return values, never on stderr.
const ON_ERROR_CONTINUE: i32 = 1;

/// An isl context. Clones share it; it lives until the last object made in it is gone.
///
/// Not `Send`: an isl context belongs to one thread.
#[derive(Clone)]
pub struct Context(Rc<Budgeted>);

/// A context and its current budget.
struct Budgeted {
    watched: Watched,
    operations: Cell<u64>,
    /// Our own steps, which count as operations.
    spent: Cell<u64>,
    /// What all budgets together may take.
    allowance: RefCell<Option<Allowance>>,
}

impl Budgeted {
    /// Ends the present budget: what it took is no longer allowed.
    fn settle(&self) {
        let is_late = self.watched.stop();
        let allowance = self.allowance.borrow();
        let (Some(allowance), most @ 1..) = (&*allowance, self.operations.take()) else {
            return;
        };
        let own = self.spent.take();
        allowance.take(match is_late {
            true => most,
            false => raw::operations(&self.watched.0, most).saturating_add(own),
        });
    }
}

impl Drop for Budgeted {
    fn drop(&mut self) {
        self.settle();
    }
}

impl Context {
    /// A fresh context without a budget.
    pub fn new() -> Self {
        Context::with(None)
    }

    /// A fresh context with an allowance, which it may share with others: it has no budget that is
    /// larger than what is left.
    pub fn within(allowance: &Allowance) -> Self {
        let context = Context::with(Some(allowance.clone()));
        context.start_budget(0);
        context
    }

    fn with(allowance: Option<Allowance>) -> Self {
        let raw = isl_rs::Context::alloc();
        // Cannot fail on a fresh context; if it did, isl would only print more messages.
        let _ = isl_rs::Options::set_on_error(&raw, ON_ERROR_CONTINUE);
        Context(Rc::new(Budgeted {
            watched: Watched(raw),
            operations: Cell::new(0),
            spent: Cell::new(0),
            allowance: RefCell::new(allowance),
        }))
    }

    /// Starts a new budget of `operations` elementary isl operations, with several times the
    /// processor time that they take (0: no bound). An allowance bounds it.
    pub fn start_budget(&self, operations: u64) {
        self.0.settle();
        let operations = match &*self.0.allowance.borrow() {
            Some(allowance) => allowance.bounded(operations),
            None => operations,
        };
        self.0.operations.set(operations);
        self.0.spent.set(0);
        self.0.watched.start(operations);
        let raw = self.raw();
        raw.reset_error();
        raw.reset_operations();
        raw.set_max_operations(operations);
    }

    /// Goes on with another allowance, for what is asked of the objects that were made with the
    /// present one.
    pub fn go_on_within(&self, allowance: &Allowance) {
        self.0.settle();
        self.0.allowance.replace(Some(allowance.clone()));
        self.start_budget(0);
    }

    /// The result of `f`; `None` if it takes more than `operations`, or if isl fails. The previous
    /// budget then starts anew.
    ///
    /// # Errors
    ///
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

    /// Counts work outside of isl against the same budget.
    pub(crate) fn spend(&self, operations: usize) -> Result<()> {
        let spent = self.0.spent.get().saturating_add(operations as u64);
        self.0.spent.set(spent);
        match self.0.operations.get() {
            0 => Ok(()),
            most if spent <= most => Ok(()),
            _ => Err(PolyError::Budget),
        }
    }

    /// Interprets an error of isl, which does not always say that the budget is used up.
    pub(crate) fn failure(&self, error: isl_rs::LibISLError) -> PolyError {
        match error.into() {
            PolyError::Failed(_) if self.is_exhausted() => PolyError::Budget,
            error => error,
        }
    }

    /// Whether the budget is used up: then even the smallest operation fails.
    pub fn is_exhausted(&self) -> bool {
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
