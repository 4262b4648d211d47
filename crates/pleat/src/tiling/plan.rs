//! The nests of one function in tiles, and of a file, before any proof.

use super::{TiledNest, Untiled};
use crate::options::{TileOptions, TileOverlap, TileShape};
use crate::verify::PresentValue;
use affine::LargerSize;
use front::Program;
use source::Edits;
use std::collections::BTreeMap;
use tile::Sharing;

/// The nests of one function in tiles.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    pub(super) edits: Edits,
    /// The macros at whose present values the new text is right, which it asserts.
    pub(super) asserted: Vec<PresentValue>,
    /// Sizes for which alone the function is understood, which the new text tests.
    pub(super) required: Vec<LargerSize>,
    pub(super) nests: Vec<TiledNest>,
}

/// The nests of a file in tiles, before any proof.
#[derive(Default)]
pub(super) struct Plans {
    /// By function.
    pub(super) plans: BTreeMap<String, Plan>,
    /// The nests that stay.
    pub(super) untiled: Vec<Untiled>,
    /// The functions that are not understood unless a size is larger.
    pub(super) lacking: BTreeMap<String, LargerSize>,
}

impl Plan {
    /// Asserts macros at their present values.
    pub(super) fn assert_macros(
        &mut self,
        front: &Program<'_>,
        function: &str,
        macros: Vec<PresentValue>,
    ) {
        let below = "loops below are tiled";
        crate::engine::assert(&mut self.edits, front, (function, &macros), below);
        self.asserted = macros;
    }

    /// Whether tiles have copies of arrays.
    pub(super) fn has_copies(&self) -> bool {
        self.nests.iter().any(|nest| nest.has_copies)
    }

    /// Whether steps of tiles load and store the elements of buffers.
    pub(super) fn has_transfers(&self) -> bool {
        self.nests.iter().any(|nest| nest.has_transfers)
    }

    /// Whether threads share wavefronts of tiles.
    fn has_wavefronts(&self) -> bool {
        let mut nests = self.nests.iter();
        nests.any(|nest| nest.sharing == Sharing::Wavefronts)
    }

    /// Whether tiles have other sides than parallelograms.
    fn has_shape(&self) -> bool {
        let mut nests = self.nests.iter();
        nests.any(|nest| nest.shape != TileShape::Parallelogram)
    }

    /// The options for a simpler plan, if this one has no proof.
    pub(super) fn simpler(&self, options: &TileOptions, function: &str) -> Option<TileOptions> {
        match (self.has_copies(), self.has_wavefronts()) {
            (true, _) => Some(options.without_steps(function)),
            (false, _) if self.has_transfers() => Some(options.without_buffers(function)),
            (false, _) if self.has_shape() => Some(options.without_shape(function)),
            (false, true) => Some(options.without_threads(function)),
            (false, false) => None,
        }
    }

    /// Notes why another plan has no proof, if the user asks for it.
    pub(super) fn note(&mut self, other: &Plan, options: &TileOptions, reason: &str) {
        for nest in &mut self.nests {
            let reason = Some(reason.to_string());
            match other.has_copies() {
                true if options.overlap == TileOverlap::Steps => nest.no_steps = reason,
                true => {}
                false if other.has_transfers() => nest.no_buffers = reason,
                false if other.has_shape() => nest.no_shape = reason,
                false => nest.no_threads = reason,
            }
        }
    }

    /// Its nests, which stay as they are.
    pub(super) fn stays(self, function: &str, reason: &str) -> Vec<Untiled> {
        let nests = self.nests.into_iter();
        nests
            .map(|nest| Untiled {
                function: function.to_string(),
                at: nest.at,
                reason: nest.obstacle.unwrap_or_else(|| reason.to_string()),
                order: None,
                is_useless: false,
            })
            .collect()
    }
}
