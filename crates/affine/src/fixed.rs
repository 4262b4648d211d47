//! Which macros are taken at their value.

use std::collections::BTreeSet;

/// Which macros are taken at their value; the others are parameters. The order is that in which
/// they are tried.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fixed {
    /// None of them.
    #[default]
    None,
    /// Those of these names.
    Named(BTreeSet<String>),
    /// Those whose value is at most so far from 0.
    UpTo(u64),
}

impl Fixed {
    /// All macros.
    pub const ALL: Fixed = Fixed::UpTo(u64::MAX);

    /// Whether a macro is one of them.
    #[must_use]
    pub fn contains(&self, found: &program::Macro) -> bool {
        match self {
            Fixed::None => false,
            Fixed::Named(names) => names.contains(&found.name),
            Fixed::UpTo(most) => found.value.unsigned_abs() <= *most,
        }
    }
}
