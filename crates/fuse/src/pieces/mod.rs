//! Loops without their first or last iteration, and statements after them: the text that gives a
//! part of an array storage of its own. Knows nothing of sets.
//!
//! ```c
//! for (i = 0; i <= n; i++) {        s[t][0] = f(0);
//!     s[t][i] = f(i);               for (i = 1; i <= n; i++) {
//!     if (i >= 1)                       s[t][i] = f(i);
//!         u[t][i] = s[t][i - 1];        u[t][i] = s[t][i - 1];
//! }                                 }
//! ```
//!
//! Nothing here is trusted: the caller proves the new text against the original.

mod after;
mod known;
mod layout;
mod path;
mod peel;
mod rewrite;

pub use path::{Cut, Loops, Side};
