//! The text of C: what all passes that write C print with. It knows no syntax trees and no
//! programs: callers give it names, types and sums.

mod header;
mod names;
mod plain;
mod quasi;
mod sheet;
mod sums;
mod words;

pub use header::Header;
pub use names::{Names, numbered, unused};
pub use plain::{c_text, joined};
pub use quasi::{CText, Tightness, Words, quasi_affine};
pub use sheet::{Lines, Sheet};
pub use sums::{Facts, Sums, Values, WIDE};
pub use words::{
    counted_from, indented, is_member, names_loop, renamed, rewritten, statement_ends, statements,
    with_line, with_lines, with_objects, with_subscripts, without,
};
