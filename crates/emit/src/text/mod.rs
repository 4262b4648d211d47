//! The style, the spacing and the comments of the user's file in new text. Knows no fold.

pub(crate) mod remarks;
pub(crate) mod style;
pub(crate) mod words;
