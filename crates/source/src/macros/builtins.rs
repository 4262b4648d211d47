//! The macros whose value only the compiler knows.

/// The macro for the number of its line.
pub(crate) const LINE: &str = "__LINE__";

/// The macro whose value grows with each use.
pub(crate) const COUNTER: &str = "__COUNTER__";

/// All of them.
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

/// The builtin macro that a word names.
pub(crate) fn builtin_named(word: &str) -> Option<&'static str> {
    BUILTINS.into_iter().find(|name| *name == word)
}
