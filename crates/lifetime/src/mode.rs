//! The two notions of a lifetime.

/// How long something is alive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Mode {
    /// A value: from the write that stores it to the last read of it (array dataflow).
    #[default]
    Value,
    /// An element: from its first write to its last read (Alias, Baray, Darte 2007, section 3.1).
    Element,
}
