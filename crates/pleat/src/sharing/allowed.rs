//! Which arrays may share storage, from all to none.

/// Which arrays may share storage at all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Allowed {
    /// Those that are alive at once in different places, too.
    #[default]
    InPlace,
    /// Those that are not alive at once, as dataflow shows.
    InTurn,
    /// Those that are not alive at once, as the text shows.
    Plainly,
    /// None.
    Nothing,
}

impl Allowed {
    /// The next smaller choice.
    pub(super) fn less(self) -> Self {
        match self {
            Allowed::InPlace => Allowed::InTurn,
            Allowed::InTurn => Allowed::Plainly,
            Allowed::Plainly | Allowed::Nothing => Allowed::Nothing,
        }
    }
}
