//! Exit codes; they are part of the interface.

pub(crate) const DONE: u8 = 0;
pub(crate) const CHANGES: u8 = 1;
pub(crate) const USAGE: u8 = 2;
pub(crate) const INTERNAL: u8 = 3;
pub(crate) const REJECTED: u8 = 4;

/// The code of a run in which files have different ones: an internal error, then bad usage, then a
/// file that the compiler rejects.
pub(crate) fn worse(one: u8, other: u8) -> u8 {
    let order = [DONE, CHANGES, REJECTED, USAGE, INTERNAL];
    let rank = |code: u8| order.iter().position(|c| *c == code);
    match rank(one) >= rank(other) {
        true => one,
        false => other,
    }
}
