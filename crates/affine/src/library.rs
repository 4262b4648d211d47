//! Functions of the library whose effects are known.

/// Functions that touch nothing but their arguments and the outside world.
const KNOWN: &[&str] = &[
    "__assert_fail",
    "__builtin_trap",
    "__builtin_unreachable",
    "abort",
    "assert",
    "atof",
    "atoi",
    "atol",
    "calloc",
    "exit",
    "fclose",
    "fflush",
    "fprintf",
    "fputc",
    "fputs",
    "free",
    "fwrite",
    "malloc",
    "memcpy",
    "memmove",
    "memset",
    "perror",
    "printf",
    "putc",
    "putchar",
    "puts",
    "rand",
    "srand",
    "aligned_alloc",
    "clock",
    "time",
];

/// Of these, those that do not write through their arguments.
const READING: &[&str] = &[
    "atof", "atoi", "atol", "fclose", "fflush", "fprintf", "fputc", "fputs", "fwrite", "perror",
    "printf", "putc", "putchar", "puts",
];

/// Whether a function touches no object but what its arguments lead to.
pub(crate) fn is_known(name: &str) -> bool {
    KNOWN.contains(&name)
}

/// Whether a function only reads what its arguments lead to.
pub(crate) fn only_reads(name: &str) -> bool {
    READING.contains(&name)
}

/// Whether a function does not return.
pub(crate) fn never_returns(name: &str) -> bool {
    let ends = [
        "__assert_fail",
        "__builtin_trap",
        "__builtin_unreachable",
        "_exit",
        "abort",
        "exit",
    ];
    ends.contains(&name)
}
