//! Where an array is declared in the new text, with the comment above it and the assertions of its
//! function. Knows the plan and the sites of references; decides which storage a fold gets.

pub(crate) mod assertion;
pub(crate) mod comment;
pub(crate) mod declarator;
pub(crate) mod heap;
pub(crate) mod lines;
pub(crate) mod moved;
pub(crate) mod parameter;
pub(crate) mod statics;
pub(crate) mod written;
