//! Text edits that carry proved mappings into the user's file: declarations, subscripts, and an
//! assertion for each macro that the proof took at its value. Knows mappings and places; decides
//! nothing about what is folded.
//!
//! # Rooms, from the bottom up
//!
//! | room | what it holds |
//! | --- | --- |
//! | `text` | expressions as C, layout and comments of the user's file: knows no fold |
//! | `fold`, `context` | one array to rewrite, and the facts that all its writers share |
//! | `subscript` | rows of a mapping, and the new subscript of one reference |
//! | `size` | numbers of elements and of bytes |
//! | `forms` | the loop shapes that folds are printed in, as plain data and its text |
//! | `loops` | which loop gets which of these shapes |
//! | `plan` | all rows of one fold, and the forms and names of its loops |
//! | `reference` | the sites of references |
//! | `declaration` | declarations, comments, assertions |
//! | `fold_text` | the edits of one fold, and of all folds of a file |

mod context;
mod declaration;
mod error;
mod fold;
mod fold_text;
mod loops;
mod plan;
mod reference;
mod size;
mod subscript;
mod text;

pub use declaration::assertion::{assertions, conditions};
pub use declaration::statics::becomes_automatic;
pub use error::EmitError;
pub use fold::{Care, Fold, Limits, Storage};
pub use fold_text::{FoldText, combine, text_of};
pub use front::forms::additions::Addition;
pub use loops::names::Names;
pub use loops::window::may_be_window;
