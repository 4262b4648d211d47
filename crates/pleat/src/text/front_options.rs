//! The options under which every text is read, the user's and the folded one.

use source::Unit;

/// Options under which macros that decide which lines are compiled are taken at their value.
pub fn front_options(unit: &Unit) -> front::Options {
    front::Options {
        assume_macros: true,
        fixed_macros: unit.macros_in_conditions(),
        ..front::Options::default()
    }
}
