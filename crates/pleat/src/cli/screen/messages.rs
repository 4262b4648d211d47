//! `eprint!` and `eprintln!` of this program. In place of those of the standard library, which
//! panic if nobody reads standard error any more: `pleat fold --in-place src 2>&1 | head` must go
//! on.

use std::fmt::Arguments;
use std::io::Write;

/// Prints on standard error; nothing happens if it is closed.
pub(crate) fn print(text: Arguments<'_>) {
    let _ = std::io::stderr().lock().write_fmt(text);
}

macro_rules! eprint {
    ($($text:tt)*) => {
        $crate::cli::screen::messages::print(format_args!($($text)*))
    };
}

macro_rules! eprintln {
    ($($text:tt)*) => {
        $crate::cli::screen::messages::print(format_args!("{}\n", format_args!($($text)*)))
    };
}
