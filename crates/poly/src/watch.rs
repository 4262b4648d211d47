//! Ends computations that take too long. The operation budget bounds how many steps isl takes, not how
//! long each takes: coefficients may grow to hundreds of digits.

use crate::raw;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::time::{Duration, Instant};

/// The longest time between two budgets: many times what a computation that ends takes.
const LONGEST: Duration = Duration::from_secs(4);
/// How often clocks are looked at.
const INTERVAL: Duration = Duration::from_millis(100);

/// When each watched context is to be stopped, by the address of isl's context.
static DEADLINES: Mutex<Option<HashMap<usize, Instant>>> = Mutex::new(None);
static WATCHMAN: Once = Once::new();

/// An isl context that is stopped when it takes too long.
pub(crate) struct Watched(pub(crate) isl_rs::Context);

impl Watched {
    /// The time starts anew; without end if `bounded` is false.
    pub(crate) fn start(&self, bounded: bool) {
        WATCHMAN.call_once(|| {
            // Without the thread the operation budget remains.
            let _ = std::thread::Builder::new().spawn(watch);
        });
        let mut deadlines = deadlines();
        let all = deadlines.get_or_insert_default();
        match bounded {
            true => all.insert(self.0.ptr, Instant::now() + LONGEST),
            false => all.remove(&self.0.ptr),
        };
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        if let Some(all) = deadlines().as_mut() {
            all.remove(&self.0.ptr);
        }
    }
}

fn deadlines() -> MutexGuard<'static, Option<HashMap<usize, Instant>>> {
    DEADLINES.lock().unwrap_or_else(PoisonError::into_inner)
}

fn watch() {
    loop {
        std::thread::sleep(INTERVAL);
        let mut deadlines = deadlines();
        let now = Instant::now();
        if let Some(all) = deadlines.as_mut() {
            // A context leaves the table before it is freed, and the table is locked.
            all.retain(|context, deadline| {
                let late = *deadline <= now;
                if late {
                    raw::exhaust(*context);
                }
                !late
            });
        }
    }
}
