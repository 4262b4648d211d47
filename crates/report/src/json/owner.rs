//! Who owns the storage of an array.

use serde::Serialize;

/// The owner of the storage of a folded array, and what becomes of that storage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Owner {
    /// The function or the file: the new array takes the place of the old one.
    #[default]
    Function,
    /// A caller, whose array stays: the new array is one more.
    Caller,
    /// A caller, whose array goes with the parameter (`--drop-unused`).
    DroppedCaller,
    /// Nobody: it is a part that `--split` made an array.
    Split,
}

impl Owner {
    /// The size of all storage after a fold, from that of the array before and that of the new
    /// array.
    pub fn after(self, before: i64, new: i64) -> Option<i64> {
        match self {
            Owner::Function | Owner::DroppedCaller | Owner::Split => Some(new),
            Owner::Caller => before.checked_add(new),
        }
    }
}
