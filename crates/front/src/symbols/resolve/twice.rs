//! Functions that may return more than once: what was computed before such a call may be used again.

use crate::attributes::Attributes;

/// Library functions that save a place to which the program may return. Underscores before the name
/// are left out.
const SAVE_A_PLACE: [&str; 9] = [
    "builtin_setjmp",
    "getcontext",
    "qsetjmp",
    "savectx",
    "setjmp",
    "setjmp_syscall",
    "sigsetjmp",
    "swapcontext",
    "vfork",
];

/// Whether a call of this function may return more than once.
pub(super) fn returns_twice(name: &str, attributes: &Attributes) -> bool {
    let labels = attributes
        .of_name(name)
        .filter_map(|a| a.strip_prefix("asm:"));
    saves_a_place(name)
        || labels.into_iter().any(saves_a_place)
        || attributes.has(name, "returns_twice")
}

/// As compilers do, `__x` is left out like other underscores.
fn saves_a_place(name: &str) -> bool {
    let stem = name.trim_start_matches('_');
    let older = name.strip_prefix("__x");
    SAVE_A_PLACE.contains(&stem) || older.is_some_and(|stem| SAVE_A_PLACE.contains(&stem))
}
