//! Initialisers: which parts of an object they set (C11 6.7.9), as assignments or as contents of
//! static objects.

mod automatic;
mod leaves;
mod statics;
