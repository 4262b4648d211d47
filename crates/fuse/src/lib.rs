//! Stages as one loop: the text of loop nests, and of the functions that contain them, as one fused
//! loop. Nothing here is trusted: the caller proves the new text against the original.

mod inline;

pub use inline::{AllInlined, Inlined, InlinedCall, all_stages_inlined, removable, stages_inlined};
