//! Numbers of elements and of bytes: never more than the old array has, and never out of their
//! type.

pub(crate) mod bounds;
pub(crate) mod bytes;
pub(crate) mod growth;
pub(crate) mod never_more;
pub(crate) mod positive;
pub(crate) mod wide;
