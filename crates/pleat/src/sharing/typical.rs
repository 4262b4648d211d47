//! Typical values of names, at which the sizes of arrays are compared.

use crate::options::{Options, TYPICAL_SIZE};
use front::{LOWER_GUESSES, MOST_ELEMENTS};
use std::cell::Cell;

/// No array has more bytes at typical values.
const MOST_BYTES: u64 = MOST_ELEMENTS as u64 * 8;

/// The values of names that the text does not say: those of the user, else guesses.
pub(super) struct Typical<'o> {
    options: &'o Options,
    guess: Cell<i64>,
    /// Whether a guess was needed.
    is_guess: Cell<bool>,
}

impl<'o> Typical<'o> {
    pub(super) fn new(options: &'o Options) -> Self {
        Typical {
            options,
            guess: Cell::new(TYPICAL_SIZE),
            is_guess: Cell::new(false),
        }
    }

    /// The value that the user gives.
    pub(super) fn given(&self, name: &str) -> Option<i64> {
        self.options.sample(name)
    }

    /// The value of a name of which nothing is known.
    pub(super) fn guess(&self) -> i64 {
        self.is_guess.set(true);
        self.guess.get()
    }

    /// Lowers guesses until no array is too large for a machine.
    pub(super) fn lower(&self, largest: impl Fn() -> u64) {
        for guess in LOWER_GUESSES {
            if largest() <= MOST_BYTES {
                break;
            }
            self.guess.set(guess);
        }
    }

    /// A result, and whether it needs a guess.
    pub(super) fn noted<T>(&self, compute: impl FnOnce() -> T) -> (T, bool) {
        self.is_guess.set(false);
        let result = compute();
        (result, self.is_guess.get())
    }
}
