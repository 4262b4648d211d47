//! The strategies, one file or folder each, with the papers they are from.

mod convex_body;
mod decompose;
mod exhaustive;
mod fixed;
mod generalise;
mod hyperplane;
mod linear_window;
mod norm;
mod occupancy;
mod orders;
mod proposals;
mod reuse;
mod successive_modulo;
mod width;

pub(crate) use proposals::{Proposals, Split};

use crate::Problem;
use poly::Result;

/// A way to find mappings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Strategy {
    /// Canonical axes, every order of them (Lefebvre, Feautrier 1998).
    SuccessiveModulo,
    /// One linearised address, modulo the largest distance of two live addresses (De Greef 1997).
    LinearWindow,
    /// Few hyperplanes that separate whole polyhedra of conflicts (Bhaskaracharya, Bondhugula,
    /// Cohen 2016).
    Hyperplane,
    /// Greedy rows of least width (Darte, Isoard, Yuki 2016, heuristic 1).
    Width,
    /// Short constant reuse vectors (the same, heuristic 2).
    Reuse,
    /// Short constant reuse vectors, then rows of least width (the same, heuristic 3); boxes
    /// sheared along one of these vectors.
    Combined,
    /// Multiples of the vectors of the successive minima (Alias, Baray, Darte 2007, heuristics 1
    /// and 1a).
    Minima,
    /// Moduli for given bases: axes, successive minima, a reduced basis (the same, heuristics 2 and
    /// 3).
    Gauge,
    /// Projection along a shortest occupancy vector (Strout et al. 1998; Yuki, Rajopadhye 2013).
    Occupancy,
    /// Every integer lattice by growing determinant, at fixed parameters (Alias, Baray, Darte
    /// 2007).
    Exhaustive,
    /// The common form of the best lattices at small sizes, for all sizes.
    Generalise,
}

impl Strategy {
    /// All strategies.
    pub const ALL: [Strategy; 11] = [
        Strategy::SuccessiveModulo,
        Strategy::LinearWindow,
        Strategy::Hyperplane,
        Strategy::Width,
        Strategy::Reuse,
        Strategy::Combined,
        Strategy::Minima,
        Strategy::Gauge,
        Strategy::Occupancy,
        Strategy::Exhaustive,
        Strategy::Generalise,
    ];

    /// The strategies that are tried by default, cheapest first.
    pub const CHEAP: [Strategy; 3] = [
        Strategy::SuccessiveModulo,
        Strategy::Width,
        Strategy::Combined,
    ];

    /// The name on the command line and in reports.
    pub fn name(self) -> &'static str {
        match self {
            Strategy::SuccessiveModulo => "successive-modulo",
            Strategy::LinearWindow => "linear-window",
            Strategy::Hyperplane => "hyperplane",
            Strategy::Width => "width",
            Strategy::Reuse => "reuse",
            Strategy::Combined => "combined",
            Strategy::Minima => "minima",
            Strategy::Gauge => "gauge",
            Strategy::Occupancy => "occupancy",
            Strategy::Exhaustive => "exhaustive",
            Strategy::Generalise => "generalise",
        }
    }

    /// The strategy of this name.
    pub fn from_name(name: &str) -> Option<Strategy> {
        Strategy::ALL.into_iter().find(|s| s.name() == name)
    }

    /// The proposals of the strategy. The caller has no use for mappings with `below` or more
    /// growing moduli; an expensive strategy may omit these. Cases are proposed only if asked for.
    pub(crate) fn propose(
        self,
        problem: &Problem,
        below: usize,
        with_cases: bool,
    ) -> Result<Proposals> {
        let mappings = match self {
            Strategy::Generalise => return generalise::propose(problem, with_cases),
            Strategy::SuccessiveModulo => successive_modulo::propose(problem),
            Strategy::LinearWindow => linear_window::propose(problem),
            Strategy::Hyperplane => hyperplane::propose(problem),
            Strategy::Width => width::propose(problem),
            Strategy::Reuse => reuse::propose(problem),
            Strategy::Combined => reuse::combined::propose(problem, below),
            Strategy::Minima => convex_body::minima::propose(problem),
            Strategy::Gauge => convex_body::gauge::propose(problem),
            Strategy::Occupancy => occupancy::propose(problem),
            Strategy::Exhaustive => exhaustive::propose(problem),
        };
        mappings.map(Proposals::from)
    }
}
