//! The mappings that a strategy proposes, before any proof.

use crate::Mapping;
use crate::classes::Class;

/// The proposals of one strategy.
#[derive(Default)]
pub(crate) struct Proposals {
    /// Mappings for all parameter values of the context.
    pub(crate) mappings: Vec<Mapping>,
    /// Mappings for classes of parameter values with fewer cells; the best first.
    pub(crate) splits: Vec<Split>,
}

impl From<Vec<Mapping>> for Proposals {
    fn from(mappings: Vec<Mapping>) -> Self {
        Proposals {
            mappings,
            splits: Vec::new(),
        }
    }
}

/// Proposals for each of the classes of a modulus, in terms of their quotients.
pub(crate) type Split = Vec<(Class, Vec<Mapping>)>;
