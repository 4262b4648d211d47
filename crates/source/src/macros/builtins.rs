//! The macros whose value only the compiler knows.

/// The number of a line.
pub(crate) const LINE: &str = "__LINE__";

/// A number that each use makes larger.
pub(crate) const COUNTER: &str = "__COUNTER__";

/// Macros whose value only the compiler knows.
pub(crate) const BUILTINS: [&str; 9] = [
    LINE,
    "__FILE__",
    COUNTER,
    "__DATE__",
    "__TIME__",
    "__TIMESTAMP__",
    "__INCLUDE_LEVEL__",
    "__BASE_FILE__",
    "__FILE_NAME__",
];

/// The name of that kind that a word is.
pub(crate) fn builtin_named(word: &str) -> Option<&'static str> {
    BUILTINS.into_iter().find(|name| *name == word)
}
