//! Which arrays may share storage, from none to all.

/// Which arrays may share storage at all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Allowed {
    /// None.
    Nothing,
    /// Those that are not alive at once, as the text shows.
    Plainly,
    /// Those that are not alive at once, as dataflow shows.
    InTurn,
    /// Those that are alive at once in different places, too.
    #[default]
    InPlace,
}

impl Allowed {
    /// Those that allow something, the strictest first.
    pub(super) const CHOICES: [Allowed; 3] = [Allowed::Plainly, Allowed::InTurn, Allowed::InPlace];

    /// The next stricter choice.
    pub(super) fn less(self) -> Self {
        match self {
            Allowed::InPlace => Allowed::InTurn,
            Allowed::InTurn => Allowed::Plainly,
            Allowed::Plainly | Allowed::Nothing => Allowed::Nothing,
        }
    }
}
