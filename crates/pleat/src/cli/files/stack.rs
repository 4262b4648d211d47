//! Threads with stacks that are deep enough for any file.

/// Runs `f` on a thread with a stack that is deep enough for any file.
pub(crate) fn large<T: Send>(f: impl FnOnce() -> T + Send) -> Result<T, String> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(pleat::STACK_BYTES);
        let handle = thread.spawn_scoped(scope, f);
        let handle = handle.map_err(|e| format!("cannot start a thread: {e}"))?;
        handle.join().map_err(|_| "internal error".to_string())
    })
}
