//! Static arrays of which each execution of the kernel owns a part, its lane: several threads
//! execute the kernel at the same time, or a call in its middle enters it again.

use super::exits;
use crate::random::feature_set::{Feature, Features};
use crate::random::kernel::Kernel;
use crate::random::manner::{Caller, Form, Hook, Lanes};
use crate::random::tree::{Block, Home, Statement};
use crate::rng::Rng;

/// Calls of functions with names similar to those of the library.
const ALMOST: [&str; 6] = [
    "freel(1);",
    "randf(1);",
    "clockl(1);",
    "absf(1);",
    "putsl(1);",
    "printfl(1);",
];

/// Writes to a stream of the user.
const STREAMS: [&str; 5] = [
    "fputs(\"x\", stream); fflush(stream);",
    "fprintf(stream, \"x\"); fflush(stream);",
    "fputc('x', stream); fflush(stream);",
    "fwrite(\"x\", 1, 1, stream); fflush(stream);",
    "fputs(\"x\", unbuffered);",
];

/// Calls that lead back to the user.
const CALLBACKS: [&str; 5] = [
    "(*hook)(1);",
    "{ int pair_[2] = { 2, 1 }; qsort(pair_, 2, sizeof *pair_, compare); }",
    "raise(SIGUSR1);",
    "unknown(1);",
    "{ int key_ = 1; (void)bsearch(&key_, &key_, 1, sizeof key_, compare); }",
];

/// Library calls that take a while.
const SLOW: [&str; 2] = ["(void)clock();", "(void)clock(); (void)clock();"];

/// Makes arrays static, and adds hooks.
pub(super) fn shape(kernel: &mut Kernel, features: Features, random: &mut Rng) {
    remove_declarations(&mut kernel.body);
    for array in &mut kernel.arrays {
        let home = if random.one_in(3) {
            Home::File
        } else {
            Home::Static
        };
        array.home = home;
    }
    let others = [Caller::OtherThreads, Caller::OtherTeam];
    let is_own = features.has(Feature::Threads);
    let caller = match (is_own, features.has(Feature::OtherThreads)) {
        (true, _) => Caller::Threads,
        (_, true) => *random.pick(&others),
        _ => Caller::Reentry,
    };
    kernel.manner.lanes = Some(Lanes {
        form: *random.pick(&[Form::Leading, Form::Offset]),
        caller,
        delay: random.below(4),
    });
    let calls: &[&'static str] = match features {
        _ if caller != Caller::Reentry => &SLOW,
        f if f.has(Feature::LibraryNames) => &ALMOST,
        f if f.has(Feature::Streams) => &STREAMS,
        _ => &CALLBACKS,
    };
    let has_callbacks = caller == Caller::Reentry && features.has(Feature::Callbacks);
    kernel.manner.hook = Some(match features.has(Feature::Weak) {
        true => Hook::Weak,
        false if has_callbacks && random.one_in(2) => Hook::Inline,
        false => Hook::Call(calls[random.below(calls.len() as u64) as usize]),
    });
    for _ in 0..2 {
        exits::insert(&mut kernel.body, &mut Vec::new(), random, &mut |_, _| {
            Statement::Hook
        });
    }
}

fn remove_declarations(block: &mut Block) {
    block.retain(|s| !matches!(s, Statement::Declare(_)));
    for statement in block {
        statement
            .blocks_mut()
            .into_iter()
            .for_each(remove_declarations);
    }
}
