//! The edits of references: new subscripts in the place of the old ones. Knows the plan; decides
//! nothing.

pub(crate) mod block;
pub(crate) mod flat;
pub(crate) mod sites;
pub(crate) mod stride;
pub(crate) mod uniform;
