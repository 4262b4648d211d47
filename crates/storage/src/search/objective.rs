//! The objectives for which a mapping is chosen.

/// The criterion for a mapping, beside its proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Objective {
    /// The fewest cells.
    Size,
    /// Fewer cells by an order of growth always; by a constant factor only if subscripts stay
    /// cheap.
    #[default]
    Balanced,
    /// Fewer cells only if no innermost loop computes a modulo for it, unless memory traffic saves
    /// more time than that costs.
    Speed,
}

impl Objective {
    /// All objectives.
    pub const ALL: [Objective; 3] = [Objective::Size, Objective::Balanced, Objective::Speed];

    /// The name on the command line and in reports.
    pub fn name(self) -> &'static str {
        match self {
            Objective::Size => "size",
            Objective::Balanced => "balanced",
            Objective::Speed => "speed",
        }
    }

    /// The objective of this name.
    pub fn from_name(name: &str) -> Option<Objective> {
        Objective::ALL.into_iter().find(|o| o.name() == name)
    }
}
