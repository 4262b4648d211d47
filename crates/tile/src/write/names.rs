//! Names for new variables.

use source::Unit;
use std::collections::BTreeSet;

/// Names that nothing else in the file has.
pub(super) struct Names(BTreeSet<String>);

impl Names {
    /// Those of a file.
    pub(super) fn new(unit: &Unit) -> Self {
        Names(
            source::names(unit.file.text())
                .map(str::to_string)
                .collect(),
        )
    }

    /// `tt` for `t`, `row_tile` for `row`.
    pub(super) fn of_tiles(&mut self, counter: &str) -> String {
        match counter.len() {
            1 => self.free(&format!("{counter}{counter}")),
            _ => self.free(&format!("{counter}_tile")),
        }
    }

    /// A name that is free, which it is not any more.
    pub(super) fn free(&mut self, name: &str) -> String {
        let mut name = name.to_string();
        while !self.0.insert(name.clone()) {
            name.push('_');
        }
        name
    }

    /// All names that are not free.
    pub(super) fn taken(&self) -> BTreeSet<String> {
        self.0.clone()
    }
}
