//! Calls of stage functions as their bodies.

use c::Contents;
use source::Edits;

/// The edits that replace calls of stage functions in one function by the bodies of these.
pub fn stages_inlined(contents: &Contents<'_>, function: &str) -> Edits {
    let _ = (contents, function);
    Edits::default()
}
