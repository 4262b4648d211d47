//! Threads with the stack that Pleat needs.

use super::tally::Tally;
use pleat::STACK_BYTES;
use std::thread;

/// Runs `work` on such a thread. The tally is empty if that fails.
pub(crate) fn on_large_stack(work: &(impl Fn() -> Tally + Sync)) -> Tally {
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK_BYTES);
        let thread = thread.spawn_scoped(scope, work);
        let joined = thread.map(|handle| handle.join());
        joined.ok().and_then(Result::ok).unwrap_or_default()
    })
}
