//! The two texts of a fold, with the programs that the front end reads in them: the text that is
//! analysed, and the folded text. Knows nothing of mappings and proofs.

mod analysed;
mod emitted;
mod front_options;
mod hints;
mod quiet;
mod tidying;

pub(crate) use analysed::AnalysedText;
pub(crate) use emitted::{Emitted, read_again};
pub use front_options::front_options;
pub(crate) use hints::Hints;
pub(crate) use quiet::quiet;
pub(crate) use tidying::{twin_without_leftovers, without_leftovers};
