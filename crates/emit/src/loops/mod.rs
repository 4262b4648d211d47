//! Which loop gets which of the forms, by the mapping and the places: the decisions alone.

pub(crate) mod cell_order;
pub(crate) mod deferred_store;
pub(crate) mod names;
pub(crate) mod naming;
pub(crate) mod strips;
pub(crate) mod taken;
pub(crate) mod wanted;
pub(crate) mod window;

use front::LoopPlace;
use front::forms::loop_body::LoopBody;

/// The places of a loop's body.
pub(crate) fn body_of(place: &LoopPlace) -> LoopBody {
    LoopBody {
        opening: place.opening,
        whole: place.whole,
        unbraced: place.unbraced,
    }
}
