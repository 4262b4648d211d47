//! The property of every fuzz target: Pleat does not panic or hang, the proof accepts each result,
//! and the output compiles if the input does.

pub mod mutate;
mod tokens;

use pleat::{Options, STACK_BYTES, fold};
use source::{Flags, SourceFile};
use std::io::Write;
use std::process::{Command, Stdio};

/// Of this number of inputs, one is compiled before and after.
const COMPILE_ONE_IN: u64 = 4;

/// Folds a text and panics if anything is wrong with the result.
pub fn check(text: &[u8]) {
    let text = text.to_vec();
    let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
    let thread = thread.spawn(move || check_here(text));
    thread.expect("a thread starts").join().expect("no panic");
}

fn check_here(text: Vec<u8>) {
    let flags = Flags {
        cc: "cc".into(),
        args: vec!["-std=gnu17".into()],
        ..Flags::default()
    };
    let file = SourceFile::new("fuzzed.c", text);
    let Ok(folded) = fold(file, &flags, &Options::default()) else {
        return;
    };
    if let Some(unsound) = &folded.unsound {
        panic!("internal error: {unsound}");
    }
    for remark in folded.remarks.iter().chain(&folded.details) {
        source::render(&folded.file, remark, true);
    }
    let is_sampled = hash(&folded.bytes).is_multiple_of(COMPILE_ONE_IN);
    let is_changed = folded.bytes != folded.file.bytes;
    if is_changed && is_sampled && compiles(&folded.file.bytes) {
        let shown = String::from_utf8_lossy(&folded.bytes);
        assert!(compiles(&folded.bytes), "does not compile:\n{shown}");
    }
}

/// FNV-1a.
fn hash(bytes: &[u8]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}

fn compiles(text: &[u8]) -> bool {
    let child = Command::new("cc")
        .args(["-std=gnu17", "-w", "-fsyntax-only", "-x", "c", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let mut child = child.expect("a C compiler");
    if let Some(mut pipe) = child.stdin.take() {
        // A compiler that stops early closes its input.
        let _ = pipe.write_all(text);
    }
    child.wait().is_ok_and(|status| status.success())
}
