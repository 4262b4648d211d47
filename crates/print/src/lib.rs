//! The text of C: what all passes that write C print with. It knows no syntax trees and no
//! programs: callers give it names, types and sums.
//!
//! | room | contents |
//! | --- | --- |
//! | `header` | headers of loops |
//! | `sheet` | indentation and line ends at a place of the user's file, blocks, lines |
//! | `names` | names that nothing else has |
//! | `plain`, `quasi` | sums, products, quotients, minima and maxima as C |
//! | `sums` | sums that stay in their types, with casts where they need them |
//! | `words` | pieces of C with other words, at another indentation |

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
