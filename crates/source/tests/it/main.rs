//! Tests of the whole crate with the installed compilers.

mod checks;
mod declarations;
mod dialects;
mod include;
mod macros;
mod origins;
mod robust;
mod twin;
mod unit_maps;
