//! Integer constants of the text, and the macros that represent them.

use source::IntegerMacro;
use std::collections::{BTreeMap, BTreeSet};

/// An integer constant, with the macros whose values it depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constant {
    /// Its value in this translation unit.
    pub value: i64,
    /// Macros that it was computed from.
    pub macros: BTreeSet<String>,
}

/// The macros that the text keeps by name.
pub type Macros<'u> = &'u BTreeMap<String, IntegerMacro>;
