//! The text of C: what all passes that write C print with. It knows no syntax trees and no
//! programs: callers give it names, types and sums.

mod header;

pub use header::Header;
