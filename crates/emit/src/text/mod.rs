//! C text: printed expressions, and the layout, the spacing and the comments of the user's file.
//! Knows no fold.

pub(crate) mod remarks;
pub(crate) mod style;
pub(crate) mod words;
