//! Stages as one loop: the text of loop nests, and of the functions that contain them, as one fused
//! loop.
//!
//! ```text
//! function --inline--> calls of stages as their bodies
//!          --nests--> loops that follow each other, with their bounds
//!          --(schedule)--> which are fused, and how far each runs ahead
//!          --write--> the text of the fused loop
//! ```
//!
//! Nothing here is trusted: the caller proves the new text against the original.

mod bound;
mod inline;
mod nests;
mod text;
mod write;

pub use inline::stages_inlined;
pub use nests::{NestText, Sequence, sequences};
pub use write::fused;
