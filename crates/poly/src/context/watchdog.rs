//! Ends computations that take too long. The operation budget bounds how many steps isl takes, not how
//! long each takes: coefficients may grow to hundreds of digits.
//!
//! What counts is the processor time of the thread that computes, so that a busy machine does not
//! change what is found; where the system does not tell it, the time of the clock.

use crate::raw;
use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, Once, PoisonError};
use std::time::{Duration, Instant};

/// So many operations take a second or less on common machines.
pub const OPERATIONS_PER_SECOND: u64 = 4_000_000;
/// A computation is ended when it takes so many times as long: the bound must not be near what a slow
/// machine needs for long operations, or what is found would differ from run to run. Without optimisation what
/// is not isl's takes longer.
const PATIENCE: u64 = if cfg!(debug_assertions) { 16 } else { 4 };
/// No computation is ended sooner.
const SHORTEST: Duration = Duration::from_millis(20);
/// How often clocks are looked at.
const INTERVAL: Duration = Duration::from_millis(50);
/// Where Linux shows the processor time of the thread that looks.
const OWN_THREAD: &str = "/proc/thread-self";

/// What each watched context may use, by the address of isl's context.
static LIMITS: Mutex<Option<HashMap<usize, Limit>>> = Mutex::new(None);
static WATCHDOG: Once = Once::new();

/// How long a context may still compute.
struct Limit {
    clock: Clock,
    time: Duration,
    /// What the clock showed when the watchdog first read it: short computations never read it.
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
    /// The time starts anew, as much as this number of operations may take; without end if it is 0.
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
}

impl Drop for Watched {
    fn drop(&mut self) {
        if let Some(all) = limits().as_mut() {
            all.remove(&self.0.ptr);
        }
    }
}

/// What the time of one thread is read from.
enum Clock {
    /// Its processor time, in nanoseconds, is the first word of this file.
    Processor(Arc<Path>),
    /// The time since then.
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
