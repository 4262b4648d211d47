//! Calls of stage functions as their bodies. Works on one text: trees, names and facts of a file
//! go in, edits of its bytes come out.
//!
//! Assumes: nothing here is trusted. The caller proves the new text against the original.
//!
//! ```text
//! Contents --stage--> stage functions
//!     \--sites--> calls side by side --passing--> parameters --body--> text --writing--> Edits
//! ```

mod arguments;
mod body;
mod declarations;
mod names;
mod passing;
mod plan;
mod removal;
mod repeated;
mod sites;
mod stage;
mod types;
mod words;
mod writing;

pub use removal::removable;
pub use repeated::{AllInlined, all_stages_inlined, stages_inlined};
pub use writing::{Inlined, InlinedCall};
