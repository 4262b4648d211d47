//! Names of spaces.

use super::array::Arrays;
use std::collections::BTreeSet;

/// The names of the spaces of arrays.
pub(super) struct Spaces {
    arrays: Vec<String>,
}

impl Spaces {
    pub(super) fn new(arrays: &Arrays) -> Self {
        let mut used = BTreeSet::new();
        let mut names = Vec::new();
        for (at, array) in arrays.iter() {
            let mut name: String = array
                .name
                .replace(|c: char| !c.is_ascii_alphanumeric(), "_");
            while name.is_empty() || !used.insert(name.clone()) {
                name = format!("{name}_{at}");
            }
            names.push(name);
        }
        Spaces { arrays: names }
    }

    pub(super) fn array(&self, at: usize) -> &str {
        &self.arrays[at]
    }
}
