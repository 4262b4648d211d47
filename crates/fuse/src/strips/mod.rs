//! Fused loops as strips of rows that threads share.
//!
//! ```c
//! #pragma omp parallel for
//! for (int y0 = 1; y0 < h - 1; y0 += 64) {
//!     const int end = y0 + 64 < h - 1 ? y0 + 64 : h - 1;
//!     float t[h][w];
//!     for (int y = y0 - 2; y < end; y++) {
//!         const int y1 = y + 1;
//!         for (int x = 0; x < w; x++)
//!             t[y1][x] = ...;
//!         if (y >= y0)
//!             for (int x = 0; x < w; x++)
//!                 out[y][x] = t[y - 1][x] + t[y1][x];
//!     }
//! }
//! ```
//!
//! Each strip computes some rows before its first one again, in arrays of its own.

mod facts;
mod guards;
mod marks;
mod own;
mod parts;
mod variables;
mod write;

pub use marks::{is_marked, marked, restored};
pub use own::{Own, moved};
pub use parts::{Part, Rows, rows};
pub use variables::Variables;
pub use write::{Strips, strips};
