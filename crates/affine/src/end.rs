//! How loops that data ends are executed.

/// How a loop that data ends is executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// It runs to its bound.
    Bound,
    /// Its last statement ends it.
    Last,
}
