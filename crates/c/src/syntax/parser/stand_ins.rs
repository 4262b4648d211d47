//! Spellings that the parser is given in place of constructs that it does not know.

/// The second operand that `a ?: b` lacks. The user's own `.0` is spelled `0.` for the parser.
pub(crate) const FIRST_OPERAND: &str = ".0";
/// The type in `auto x = y;`, as long as `auto`.
pub const DEDUCED: &str = "__at";
