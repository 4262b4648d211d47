//! Regions of a function: from a walked region to its scop and the places in the user's file.

pub(crate) mod build;
pub(crate) mod candidates;
pub(crate) mod coverage;
pub(crate) mod delinearise;
pub(crate) mod extract;
pub(crate) mod heap_places;
pub(crate) mod leaving;
pub(crate) mod loop_places;
pub(crate) mod original;
pub(crate) mod parameter;
pub(crate) mod places;
pub(crate) mod row_places;
pub(crate) mod samples;
pub(crate) mod statics;
pub(crate) mod texts;
pub(crate) mod windows;
