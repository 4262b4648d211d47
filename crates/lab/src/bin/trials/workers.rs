//! Shares tasks out among threads.

use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Does the tasks `0..count`, one thread per core unless told otherwise. Returns the errors.
pub(crate) fn on_all_cores(
    count: usize,
    jobs: Option<NonZero<usize>>,
    task: &(dyn Fn(usize) -> Result<(), String> + Sync),
) -> Vec<String> {
    let next = AtomicUsize::new(0);
    let errors = Mutex::new(Vec::new());
    let work = || {
        loop {
            let k = next.fetch_add(1, Ordering::Relaxed);
            if k >= count {
                return;
            }
            if let (Err(error), Ok(mut errors)) = (task(k), errors.lock()) {
                errors.push(error);
            }
        }
    };
    let cores = || thread::available_parallelism().ok();
    let jobs = jobs.or_else(cores).map_or(1, NonZero::get);
    thread::scope(|scope| (0..jobs).for_each(|_| drop(scope.spawn(work))));
    errors.into_inner().unwrap_or_default()
}
