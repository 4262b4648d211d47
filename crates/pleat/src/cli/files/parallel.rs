//! Runs a function on many items in parallel, with results in the order of the items.

use pleat::STACK_BYTES;
use std::collections::BTreeMap;
use std::io;
use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// The work on an item ended in a panic.
#[derive(Debug)]
pub(crate) struct Panicked;

/// Runs `work` on every item, on threads with a big stack, and passes the results to `write` in the
/// order of the items, each as soon as all before it are done.
///
/// # Errors
/// No thread can be started.
pub(crate) fn in_order<I: Sync, R: Send>(
    items: &[I],
    work: impl Fn(&I) -> R + Sync,
    mut write: impl FnMut(&I, Result<R, Panicked>),
) -> io::Result<()> {
    let next = AtomicUsize::new(0);
    let (sender, results) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..cores().min(items.len()) {
            let (sender, next, work) = (sender.clone(), &next, &work);
            let worker = move || {
                while let Some((at, item)) = take(items, next) {
                    let result = catch_unwind(AssertUnwindSafe(|| work(item)));
                    // The receiver exists as long as this scope.
                    let _ = sender.send((at, result.map_err(|_| Panicked)));
                }
            };
            let thread = thread::Builder::new().stack_size(STACK_BYTES);
            thread.spawn_scoped(scope, worker)?;
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut written = 0;
        for (at, result) in results {
            waiting.insert(at, result);
            while let Some(result) = waiting.remove(&written) {
                write(&items[written], result);
                written += 1;
            }
        }
        Ok(())
    })
}

/// How many threads can run at once.
pub(crate) fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

fn take<'a, I>(items: &'a [I], next: &AtomicUsize) -> Option<(usize, &'a I)> {
    let at = next.fetch_add(1, Ordering::Relaxed);
    items.get(at).map(|item| (at, item))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_and_panics() {
        let items: Vec<u64> = (0..40).collect();
        let mut seen = Vec::new();
        let work = |&item: &u64| {
            thread::sleep(std::time::Duration::from_millis(item % 3));
            assert!(item != 7);
            item * item
        };
        in_order(&items, work, |&item, result| {
            seen.push((item, result.ok()));
        })
        .unwrap();
        let want: Vec<_> = items
            .iter()
            .map(|&i| (i, (i != 7).then_some(i * i)))
            .collect();
        assert_eq!(seen, want);
    }
}
