//! What a program allocates for arrays before and after a fold, by who owns the storage. All
//! reports take their sizes from here.

use crate::{ArrayEntry, Owner, SplitEntry, StorageEntry, bytes};

/// Bytes that a change replaces, and those in their place. Storage that stays is not counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Change {
    /// Before and after.
    pub bytes: [i64; 2],
    /// Whether they are those at guessed values of variables.
    pub guessed: [bool; 2],
}

impl Change {
    /// Both changes.
    #[must_use]
    pub fn and(self, other: Change) -> Change {
        let both = |k: usize| self.bytes[k].saturating_add(other.bytes[k]);
        let any = |k: usize| self.guessed[k] || other.guessed[k];
        Change {
            bytes: [both(0), both(1)],
            guessed: [any(0), any(1)],
        }
    }

    /// `about 212 MiB -> 290 KiB`, `8 bytes more`
    pub fn arrow(self) -> String {
        let [before, after] = self.sizes(0);
        self.difference()
            .unwrap_or_else(|| format!("{before} -> {after}"))
    }

    /// `about 290 KiB instead of 212 MiB`, `8 bytes more`
    pub fn instead(self) -> String {
        let [before, after] = self.sizes(1);
        self.difference()
            .unwrap_or_else(|| format!("{after} instead of {before}"))
    }

    /// Both sizes, a guess with the word "about"; that of the first one covers the other.
    fn sizes(self, first: usize) -> [String; 2] {
        let is_marked = |k: usize| self.guessed[k] && (k == first || !self.guessed[first]);
        [0, 1].map(|k| about(is_marked(k), self.bytes[k]))
    }

    /// The difference, if nothing is saved, or too little to be seen in the sizes.
    fn difference(self) -> Option<String> {
        let [before, after] = self.bytes;
        let is_guess = self.guessed.contains(&true);
        match after.saturating_sub(before) {
            0 => Some(format!("{} as before", about(is_guess, after))),
            more if more > 0 => Some(format!("{} more", about(is_guess, more))),
            less if rounded(before) == rounded(after) => {
                Some(format!("{} less", about(is_guess, -less)))
            }
            _ => None,
        }
    }
}

impl ArrayEntry {
    /// What a fold changes; `None` if the bytes are not known.
    pub fn change(&self) -> Option<Change> {
        let [before, after] = [self.bytes_before?, self.bytes_after?];
        let [old, new] = self.guessed;
        let (bytes, guessed) = match self.owner {
            Owner::Function | Owner::DroppedCaller => ([before, after], [old, new]),
            Owner::Caller => ([0, after.saturating_sub(before)], [false, new]),
            Owner::Split => ([0, after], [false, new]),
        };
        Some(Change { bytes, guessed })
    }

    /// `about 96 KiB instead of 64 MiB`, `8 bytes more beside the caller's array`; in the second
    /// case also what `--drop-unused` frees, if that is known.
    pub fn change_words(&self) -> Option<String> {
        let sizes = self.change()?.instead();
        let freed = self.freed().map(|freed| format!("; {freed}"));
        Some(match self.owner {
            Owner::Function | Owner::DroppedCaller | Owner::Split => sizes,
            Owner::Caller => {
                let freed = freed.unwrap_or_default();
                format!("{sizes} beside the caller's array{freed}")
            }
        })
    }

    /// The bytes of the new array alone.
    pub fn new_bytes(&self) -> Option<i64> {
        self.change().map(|change| change.bytes[1])
    }

    /// What `--drop-unused` frees, after a trial: `--drop-unused frees about 7.8 KiB`.
    fn freed(&self) -> Option<String> {
        let after = self.advised_bytes.filter(|_| self.owner == Owner::Caller)?;
        let freed = self.bytes_after?.saturating_sub(after);
        let size = about(self.guessed[0], freed);
        Some(format!("--drop-unused frees {size}"))
    }
}

impl SplitEntry {
    /// What the parts add to the fold of the array.
    pub fn change(&self) -> Change {
        Change {
            bytes: [0, self.bytes_added.unwrap_or(0)],
            guessed: [false; 2],
        }
    }
}

impl StorageEntry {
    /// What the common storage changes.
    pub fn change(&self) -> Change {
        Change {
            bytes: [self.bytes_before, self.bytes_after],
            guessed: [self.is_guess; 2],
        }
    }
}

/// A number of bytes as it reads: `1.0 KiB` is `1 KiB`.
fn rounded(number: i64) -> String {
    bytes(number).replace(".0 ", " ")
}

/// A number of bytes, or a guess of it: `about 96 KiB`.
pub(crate) fn about(is_guess: bool, number: i64) -> String {
    match is_guess {
        true => format!("about {}", bytes(number)),
        false => bytes(number),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(bytes: [i64; 2], guessed: [bool; 2]) -> Change {
        Change { bytes, guessed }
    }

    #[test]
    fn a_callers_array_stays() {
        assert_eq!(Owner::Function.after(8000, 8), Some(8));
        assert_eq!(Owner::Caller.after(8000, 8), Some(8008));
        assert_eq!(Owner::DroppedCaller.after(8000, 8), Some(8));
    }

    #[test]
    fn the_first_guess_is_marked() {
        let row = change([1 << 20, 4096], [true, true]);
        assert_eq!(row.arrow(), "about 1 MiB -> 4 KiB");
        assert_eq!(row.instead(), "about 4 KiB instead of 1 MiB");
        let variable = change([1 << 20, 8], [true, false]);
        assert_eq!(variable.arrow(), "about 1 MiB -> 8 bytes");
        assert_eq!(variable.instead(), "8 bytes instead of about 1 MiB");
    }

    #[test]
    fn nothing_is_saved_by_rounding() {
        let exact = |bytes| change(bytes, [false; 2]).arrow();
        assert_eq!(exact([0, 8]), "8 bytes more");
        assert_eq!(exact([7, 7]), "7 bytes as before");
        assert_eq!(exact([1 << 40, (1 << 40) - 24]), "24 bytes less");
        let sum = change([0, 8], [false; 2]).and(change([1 << 20, 8], [true, false]));
        assert_eq!(sum.arrow(), "about 1 MiB -> 16 bytes");
    }
}
