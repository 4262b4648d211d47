//! C text without any fold behind it: printed expressions, and the layout, the spacing and the
//! comments of the user's file.

pub(crate) mod cexpr;
pub(crate) mod layout;
pub(crate) mod remarks;
pub(crate) mod style;
pub(crate) mod words;
