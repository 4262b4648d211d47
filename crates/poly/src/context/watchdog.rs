//! Ends computations that take too long. The operation budget bounds the number of isl's steps, not
//! their duration: coefficients may grow to hundreds of digits.
//!
//! Processor time of the computing thread is measured, so that a busy machine does not change
//! results; wall-clock time only where the system does not provide it. The table of limits is the
//! only global state of Pleat.

use crate::raw;
use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, Once, PoisonError};
use std::time::{Duration, Instant};

/// Number of operations that take a second or less on common machines.
pub const OPERATIONS_PER_SECOND: u64 = 4_000_000;
/// A computation is ended when it takes this many times as long. The bound must be far from the
/// time that a slow machine needs for long operations, or results would differ from run to run.
/// Without optimisation our own steps take longer.
const PATIENCE: u64 = if cfg!(debug_assertions) { 16 } else { 4 };
/// The shortest time limit.
const SHORTEST: Duration = Duration::from_millis(20);
/// How often the clocks are read.
const INTERVAL: Duration = Duration::from_millis(50);
/// Where Linux shows the processor time of the calling thread.
const OWN_THREAD: &str = "/proc/thread-self";

/// The limit of each watched context, by the address of isl's context.
static LIMITS: Mutex<Option<HashMap<usize, Limit>>> = Mutex::new(None);
static WATCHDOG: Once = Once::new();

/// The remaining time of a context.
struct Limit {
    clock: Clock,
    time: Duration,
    /// The clock at the first visit of the watchdog; it never reads the clock of a short
    /// computation.
    start: Option<Duration>,
}

impl Limit {
    /// Whether the time is up, or the thread is gone.
    fn is_over(&mut self) -> bool {
        let Some(now) = self.clock.now() else {
            return true;
        };
        now >= *self.start.get_or_insert(now) + self.time
    }
}

/// An isl context that is stopped when it takes too long.
pub(super) struct Watched(pub(super) isl_rs::Context);

impl Watched {
    /// Restarts the time, with as much as this number of operations may take; without limit if it
    /// is 0.
    pub(super) fn start(&self, operations: u64) {
        WATCHDOG.call_once(|| {
            // Without the thread the operation budget remains.
            let _ = std::thread::Builder::new().spawn(watch);
        });
        let mut limits = limits();
        let all = limits.get_or_insert_default();
        if operations == 0 {
            all.remove(&self.0.ptr);
            return;
        }
        let micros = operations.saturating_mul(1_000_000 * PATIENCE) / OPERATIONS_PER_SECOND;
        let limit = Limit {
            clock: Clock::of_this_thread(),
            time: Duration::from_micros(micros).max(SHORTEST),
            start: None,
        };
        all.insert(self.0.ptr, limit);
    }

    /// Ends the time. Returns whether it was up.
    pub(super) fn stop(&self) -> bool {
        let mut limits = limits();
        limits.get_or_insert_default().remove(&self.0.ptr).is_none()
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        if let Some(all) = limits().as_mut() {
            all.remove(&self.0.ptr);
        }
    }
}

/// The source of the time of one thread.
enum Clock {
    /// A file whose first word is the processor time of the thread, in nanoseconds.
    Processor(Arc<Path>),
    /// The wall-clock time since this moment.
    Wall(Instant),
}

impl Clock {
    fn of_this_thread() -> Self {
        thread_local! {
            static FILE: Option<Arc<Path>> = {
                let thread = std::fs::read_link(OWN_THREAD).ok();
                let file = thread.map(|t| Path::new("/proc").join(t).join("schedstat"));
                let file = file.filter(|file| processor_time(file).is_some());
                file.map(Arc::from)
            };
        }
        match FILE.with(Clone::clone) {
            Some(file) => Clock::Processor(file),
            None => Clock::Wall(Instant::now()),
        }
    }

    /// `None` if the thread is gone.
    fn now(&self) -> Option<Duration> {
        match self {
            Clock::Processor(file) => processor_time(file),
            Clock::Wall(start) => Some(start.elapsed()),
        }
    }
}

fn processor_time(file: &Path) -> Option<Duration> {
    let text = std::fs::read_to_string(file).ok()?;
    let nanoseconds = text.split_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}

fn limits() -> MutexGuard<'static, Option<HashMap<usize, Limit>>> {
    LIMITS.lock().unwrap_or_else(PoisonError::into_inner)
}

fn watch() {
    loop {
        std::thread::sleep(INTERVAL);
        let mut limits = limits();
        if let Some(all) = limits.as_mut() {
            // A context leaves the table before it is freed, and the table is locked.
            all.retain(|context, limit| {
                let late = limit.is_over();
                if late {
                    raw::exhaust(*context);
                }
                !late
            });
        }
    }
}
