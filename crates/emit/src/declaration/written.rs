//! The result of writing one fold.

use crate::declaration::moved::Moved;
use crate::fold::Storage;
use source::{Edit, Site};

/// The edits of a declaration and of all references.
pub(crate) struct Written {
    /// All edits except those of references.
    pub(crate) edits: Vec<Edit>,
    /// The sites of references.
    pub(crate) sites: Vec<Site>,
    /// The array's name in the new text.
    pub(crate) name: String,
    /// Where it lives there.
    pub(crate) storage: Storage,
    /// Its declarator, if it moves.
    pub(crate) moved: Option<Moved>,
}
