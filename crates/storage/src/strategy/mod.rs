//! The strategies: one file each, with the paper that it comes from.

mod successive_modulo;
mod width;

use crate::{Mapping, Problem};
use poly::Result;

/// A way to find mappings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Strategy {
    /// Canonical axes, every order of them (Lefebvre, Feautrier 1998).
    SuccessiveModulo,
    /// Greedy rows of least width (Darte, Isoard, Yuki 2016, heuristic 1).
    Width,
}

impl Strategy {
    /// All strategies, cheapest first.
    pub const ALL: [Strategy; 2] = [Strategy::SuccessiveModulo, Strategy::Width];

    /// The name on the command line and in reports.
    pub fn name(self) -> &'static str {
        match self {
            Strategy::SuccessiveModulo => "successive-modulo",
            Strategy::Width => "width",
        }
    }

    /// The strategy of this name.
    pub fn from_name(name: &str) -> Option<Strategy> {
        Strategy::ALL.into_iter().find(|s| s.name() == name)
    }

    /// Proposals, not yet proved.
    pub(crate) fn propose(self, problem: &Problem) -> Result<Vec<Mapping>> {
        match self {
            Strategy::SuccessiveModulo => successive_modulo::propose(problem),
            Strategy::Width => width::propose(problem),
        }
    }
}
