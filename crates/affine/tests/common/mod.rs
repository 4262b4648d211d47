//! Systems of C texts.
#![allow(dead_code, reason = "not every test file uses every helper")]
#![allow(clippy::unwrap_used)]

use affine::{Naming, Unknown, Whole};
use c::syntax::Syntax;
use c::{Contents, facts::Wanted};
use poly::Context;
use program::Program;
use source::{Flags, SourceFile, preprocess};
use std::collections::BTreeSet;

/// The functions of a file.
pub(crate) fn lowered(file: SourceFile, flags: &Flags) -> Program {
    try_lowered(file, flags).unwrap()
}

/// The functions of a file; `None` if it cannot be preprocessed.
pub(crate) fn try_lowered(file: SourceFile, flags: &Flags) -> Option<Program> {
    let unit = preprocess(file, flags).ok()?;
    let syntax = Syntax::of(&unit);
    let wanted = Wanted {
        scalars: &BTreeSet::new(),
        removals: false,
    };
    let contents = Contents::of(&unit, &syntax, wanted, &mut Vec::new());
    Some(program::lower(&contents))
}

/// The functions of a text.
pub(crate) fn program_of(text: &str) -> Program {
    lowered(SourceFile::new("test.c", text), &Flags::default())
}

/// The system of function `f` of a text.
pub(crate) fn system_of(ctx: &Context, text: &str) -> Result<Whole, Unknown> {
    affine::system(&program_of(text), "f", &exact(), ctx)
}

/// The result of `f` on a thread with much stack.
pub(crate) fn deep<T: Send + 'static>(f: impl FnOnce() -> T + Send + 'static) -> T {
    let thread = std::thread::Builder::new().stack_size(256 << 20);
    thread.spawn(f).unwrap().join().unwrap()
}

/// No statement is executed by its text alone.
pub(crate) fn exact() -> Naming {
    Naming {
        is_exact: true,
        ..Naming::default()
    }
}
