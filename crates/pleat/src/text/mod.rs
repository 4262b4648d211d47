//! The two texts of a fold, with the programs that the front end reads in them: the text that is
//! analysed, and the folded text. Knows nothing of mappings and proofs.

mod analysed;
mod front_options;
mod hints;
mod lines;
mod linkage;
mod quiet;
mod tidying;
mod version;

pub(crate) use analysed::AnalysedText;
pub use front_options::front_options;
pub(crate) use hints::Hints;
pub(crate) use lines::keeping;
pub(crate) use linkage::{Owned, Restored, listed, owned, owned_in, unused_by_others};
pub(crate) use quiet::{finished, quiet};
pub(crate) use tidying::{twin_without_leftovers, without_leftovers};
pub(crate) use version::{Version, original_span};
