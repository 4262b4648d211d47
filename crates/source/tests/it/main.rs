//! Tests of the whole crate, by way of the real compilers.

mod checks;
mod declarations;
mod include;
mod macros;
mod origins;
mod robust;
mod unit_maps;
