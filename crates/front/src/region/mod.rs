//! Regions of functions: the walk's drafts become a scop, and places in the user's file.

pub(crate) mod build;
pub(crate) mod coverage;
pub(crate) mod delinearise;
pub(crate) mod expanded;
pub(crate) mod extract;
pub(crate) mod judge;
pub(crate) mod kept;
pub(crate) mod options;
pub(crate) mod original;
pub(crate) mod places;
pub(crate) mod samples;
pub(crate) mod stating;
pub(crate) mod texts;
pub(crate) mod windows;
pub(crate) mod written;
