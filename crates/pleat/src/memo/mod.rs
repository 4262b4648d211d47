//! Answers that serve every array that is used in the same way: unrolled and generated code repeats
//! itself. A question is a text; [`slice`] says how an array is used. Knows nothing of the answers.
//!
//! Assumes: an answer that another thread found first is taken only for the same question under the
//! same budget, so the result does not depend on the order of threads.

mod slice;

pub(crate) use slice::slice;

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Answers by their question, shared by all threads.
#[derive(Debug)]
pub(crate) struct Memo<A>(Mutex<HashMap<String, A>>);

impl<A> Default for Memo<A> {
    fn default() -> Self {
        Memo(Mutex::default())
    }
}

impl<A: Clone> Memo<A> {
    /// The answer to a question, if it was asked before.
    pub(crate) fn get(&self, question: &str) -> Option<A> {
        self.locked().get(question).cloned()
    }

    /// Remembers an answer.
    pub(crate) fn insert(&self, question: String, answer: A) {
        self.locked().insert(question, answer);
    }

    /// A thread that panicked left whole entries or none.
    fn locked(&self) -> MutexGuard<'_, HashMap<String, A>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
