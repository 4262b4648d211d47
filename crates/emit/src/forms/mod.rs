//! The loop shapes that folds are printed in, as plain data and the text of each. Knows only
//! `source`: neither mappings nor the analysis.

pub(crate) mod additions;
pub(crate) mod deferred_store;
pub(crate) mod loop_body;
pub(crate) mod named;
pub(crate) mod ring_unit;
pub(crate) mod strips;
pub(crate) mod window;
