//! Text edits as data: sorted, disjoint by construction, applied once. They know nothing of the
//! text.

use crate::text::span::Span;

/// Replaces the bytes of `span` by `text`; an empty span inserts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// The replaced bytes of the original file.
    pub span: Span,
    /// The new text.
    pub text: String,
}

/// Disjoint edits of one file, sorted by place.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Edits {
    sorted: Vec<Edit>,
    moved: Vec<Moved>,
}

/// A part of an edit that only moves text of the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Moved {
    /// The bytes that the edit replaces.
    into: Span,
    /// Where it begins in the text of the edit.
    offset: u32,
    /// Its place before the edits.
    from: Span,
}

/// Two edits replace the same bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "an edit of bytes {}..{} meets another one of bytes {}..{}",
    new.start, new.end, existing.start, existing.end
)]
pub struct Overlap {
    /// The edit that was inserted first.
    pub existing: Span,
    /// The rejected edit.
    pub new: Span,
}

impl Edits {
    /// Adds an edit.
    ///
    /// Insertions at one offset keep the order in which they were made, before a replacement that
    /// starts there. The same replacement may be inserted twice.
    ///
    /// # Errors
    /// [`Overlap`] if it shares a byte with another edit, or inserts inside of one.
    pub fn insert(&mut self, edit: Edit) -> Result<(), Overlap> {
        if let Some(at) = self.place_for(&edit)? {
            self.sorted.insert(at, edit);
        }
        Ok(())
    }

    /// Whether [`Edits::insert`] would accept the edit.
    pub fn admits(&self, edit: &Edit) -> bool {
        self.place_for(edit).is_ok()
    }

    /// The index at which an edit is to be inserted; `None` if it is contained already.
    fn place_for(&self, edit: &Edit) -> Result<Option<usize>, Overlap> {
        let at = self
            .sorted
            .partition_point(|e| (e.span.start, e.span.end) <= key(edit));
        if at > 0 && !edit.span.is_empty() && self.sorted[at - 1] == *edit {
            return Ok(None);
        }
        let before = at.checked_sub(1).map(|i| self.sorted[i].span);
        let after = self.sorted.get(at).map(|e| e.span);
        for existing in before.into_iter().chain(after) {
            if overlap(existing, edit.span) {
                return Err(Overlap {
                    existing,
                    new: edit.span,
                });
            }
        }
        Ok(Some(at))
    }

    /// Adds all edits of `other`, or none of them on an error.
    ///
    /// # Errors
    /// [`Overlap`] as for [`Edits::insert`].
    pub fn merge(&mut self, other: Edits) -> Result<(), Overlap> {
        self.insert_all(other.sorted)?;
        self.moved.extend(other.moved);
        Ok(())
    }

    /// Notes that the text of the edit that replaces `into` has, from an offset on, the text of
    /// `from`, which is elsewhere no more: its place is that of `from`.
    pub fn note_moved(&mut self, into: Span, offset: u32, from: Span) {
        self.moved.push(Moved { into, offset, from });
    }

    /// The same edits of a text in which they are elsewhere; `None` if they overlap there.
    pub fn elsewhere(&self, place: impl Fn(Span) -> Span) -> Option<Edits> {
        let mut edits = Edits::default();
        let edit = |edit: &Edit| Edit {
            span: place(edit.span),
            text: edit.text.clone(),
        };
        edits.insert_all(self.sorted.iter().map(edit)).ok()?;
        let moved = self.moved.iter().map(|moved| Moved {
            into: place(moved.into),
            from: place(moved.from),
            ..*moved
        });
        edits.moved.extend(moved);
        Some(edits)
    }

    /// Adds edits that belong together: all of them, or none.
    ///
    /// # Errors
    /// If one overlaps another.
    pub fn insert_all(&mut self, edits: impl IntoIterator<Item = Edit>) -> Result<(), Overlap> {
        let mut all = self.clone();
        for edit in edits {
            all.insert(edit)?;
        }
        *self = all;
        Ok(())
    }

    /// Whether there are no edits.
    pub fn is_empty(&self) -> bool {
        self.sorted.is_empty()
    }

    /// The edits, sorted by place.
    pub fn iter(&self) -> impl Iterator<Item = &Edit> {
        self.sorted.iter()
    }

    /// The place before the edits of a place after them. What an edit wrote has the place of the
    /// text that it replaced, and what it moved that from where it came.
    pub fn original_span(&self, span: Span) -> Span {
        let place = |offset: u32, end: fn(Span) -> u32| {
            let moved = self.moved_from(offset);
            moved.unwrap_or_else(|| end(self.original(offset)))
        };
        let start = place(span.start, |replaced| replaced.start);
        let end = place(span.end, |replaced| replaced.end);
        Span::new(start, end.max(start))
    }

    /// What the edits wrote, in places after them.
    pub fn written(&self) -> Vec<Span> {
        let mut longer = 0i64;
        let mut places = Vec::with_capacity(self.sorted.len());
        for edit in &self.sorted {
            let start = (i64::from(edit.span.start) + longer) as u32;
            places.push(Span::new(start, start + edit.text.len() as u32));
            longer += edit.text.len() as i64 - edit.span.len() as i64;
        }
        places
    }

    /// The place after the edits of a place before them. What is in an edit has the place of what
    /// the edit wrote.
    pub fn new_span(&self, span: Span) -> Span {
        let edits = || self.sorted.iter().zip(self.written());
        if let Some((_, place)) = edits().find(|(e, _)| !e.span.is_empty() && e.span.contains(span))
        {
            return place;
        }
        let moved = |offset: u32| {
            let before = self.sorted.iter().filter(|e| e.span.end <= offset);
            let longer: i64 = before
                .map(|e| e.text.len() as i64 - e.span.len() as i64)
                .sum();
            (i64::from(offset) + longer).max(0) as u32
        };
        Span::new(moved(span.start), moved(span.end))
    }

    /// The place from where edits moved what is at an offset after them.
    fn moved_from(&self, offset: u32) -> Option<u32> {
        if self.moved.is_empty() {
            return None;
        }
        let written = self.written();
        self.moved.iter().find_map(|moved| {
            let into = self.sorted.iter().position(|e| e.span == moved.into)?;
            let within = offset.checked_sub(written[into].start + moved.offset)?;
            let place = moved.from.start + within;
            (place <= moved.from.end).then_some(place)
        })
    }

    /// The bytes before the edits that an offset after them stands for.
    fn original(&self, offset: u32) -> Span {
        // How much longer the text is before the offset.
        let mut longer = 0i64;
        for edit in &self.sorted {
            let start = i64::from(edit.span.start) + longer;
            let end = start + edit.text.len() as i64;
            if i64::from(offset) < start {
                break;
            }
            if i64::from(offset) < end {
                return edit.span;
            }
            longer += edit.text.len() as i64 - edit.span.len() as i64;
        }
        Span::at((i64::from(offset) - longer).max(0) as u32)
    }

    /// The edited content; bytes outside of the edits are unchanged.
    pub fn apply(&self, bytes: &[u8]) -> Vec<u8> {
        let mut result = Vec::with_capacity(bytes.len());
        let mut done = 0;
        for edit in &self.sorted {
            let start = edit.span.range().start.min(bytes.len());
            result.extend_from_slice(&bytes[done..start]);
            result.extend_from_slice(edit.text.as_bytes());
            done = edit.span.range().end.clamp(start, bytes.len());
        }
        result.extend_from_slice(&bytes[done..]);
        result
    }
}

fn key(edit: &Edit) -> (u32, u32) {
    (edit.span.start, edit.span.end)
}

fn overlap(a: Span, b: Span) -> bool {
    a.start < b.end && b.start < a.end
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn places_are_found_again() {
        let mut edits = Edits::default();
        edits.insert(edit(2, 4, "long")).unwrap();
        edits.insert(edit(6, 6, "+")).unwrap();
        let original = |start, end| edits.original_span(Span::new(start, end));
        assert_eq!(original(0, 1), Span::new(0, 1));
        assert_eq!(original(3, 5), Span::new(2, 4));
        assert_eq!(original(6, 7), Span::new(4, 5));
        assert_eq!(original(9, 10), Span::new(6, 7));
    }

    #[test]
    fn moved_text_has_its_own_place() {
        let mut edits = Edits::default();
        edits.insert(edit(2, 2, "56 ")).unwrap();
        edits.insert(edit(5, 7, "")).unwrap();
        edits.note_moved(Span::at(2), 0, Span::new(5, 7));
        assert_eq!(edits.apply(b"0123456789"), b"0156 234789");
        let original = |edits: &Edits, start, end| edits.original_span(Span::new(start, end));
        assert_eq!(original(&edits, 3, 4), Span::new(6, 7));
        assert_eq!(original(&edits, 5, 6), Span::new(2, 3));
        let later = edits.elsewhere(|span| Span::new(span.start + 1, span.end + 1));
        assert_eq!(original(&later.unwrap(), 4, 5), Span::new(7, 8));
    }

    #[test]
    fn places_after_the_edits() {
        let mut edits = Edits::default();
        for e in [edit(2, 4, "long"), edit(6, 6, "+-"), edit(8, 9, "")] {
            edits.insert(e).unwrap();
        }
        assert_eq!(edits.apply(b"0123456789"), b"01long45+-679");
        assert_eq!(edits.written()[1], Span::new(8, 10));
        let place = |start, end| edits.new_span(Span::new(start, end));
        assert_eq!(place(2, 3), Span::new(2, 6));
        assert_eq!(place(4, 6), Span::new(6, 10));
        assert_eq!(place(9, 10), Span::new(12, 13));
    }

    fn edit(start: u32, end: u32, text: &str) -> Edit {
        Edit {
            span: Span::new(start, end),
            text: text.into(),
        }
    }

    #[test]
    fn insertions_and_replacements_touch() {
        let mut edits = Edits::default();
        for e in [
            edit(2, 4, "X"),
            edit(2, 2, "a"),
            edit(2, 2, "b"),
            edit(4, 4, "c"),
            edit(4, 5, ""),
        ] {
            edits.insert(e).expect("disjoint");
        }
        assert_eq!(edits.apply(b"012345"), b"01abXc5");
    }

    #[test]
    fn overlaps_are_refused() {
        let mut edits = Edits::default();
        edits.insert(edit(2, 5, "X")).expect("first");
        edits.insert(edit(2, 5, "X")).expect("the same again");
        for (start, end) in [(2, 5), (3, 3), (4, 9), (0, 3), (0, 9), (2, 3)] {
            let refused = edits.insert(edit(start, end, "Y"));
            assert_eq!(
                refused,
                Err(Overlap {
                    existing: Span::new(2, 5),
                    new: Span::new(start, end)
                })
            );
        }
        assert_eq!(edits.apply(b"0123456"), b"01X56");
    }

    proptest! {
        /// Accepted edits, made one by one from the last to the first, give the same as `apply`.
        #[test]
        fn apply_is_every_edit_from_the_back(
            bytes in proptest::collection::vec(any::<u8>(), 0..40),
            wanted in proptest::collection::vec((0u32..40, 0u32..6, "[a-z]{0,3}"), 0..12),
        ) {
            let mut edits = Edits::default();
            for (start, len, text) in wanted {
                let start = start.min(bytes.len() as u32);
                let end = (start + len).min(bytes.len() as u32);
                let _ = edits.insert(edit(start, end, &text));
            }
            let sorted: Vec<Span> = edits.iter().map(|e| e.span).collect();
            prop_assert!(sorted.windows(2).all(|w| w[0].end <= w[1].start));
            let mut expected = bytes.clone();
            for e in edits.iter().collect::<Vec<_>>().into_iter().rev() {
                expected.splice(e.span.range(), e.text.bytes());
            }
            prop_assert_eq!(edits.apply(&bytes), expected);
        }

        /// The order of insertion does not matter for replacements of distinct places.
        #[test]
        fn order_does_not_matter(
            (starts, shuffled) in proptest::collection::btree_set(0u32..100, 0..20)
                .prop_map(Vec::from_iter)
                .prop_flat_map(|v| (Just(v.clone()), Just(v).prop_shuffle())),
        ) {
            let make = |order: &[u32]| {
                let mut edits = Edits::default();
                for &s in order {
                    edits.insert(edit(2 * s, 2 * s + 2, &format!("<{s}>"))).expect("disjoint");
                }
                edits
            };
            prop_assert_eq!(make(&starts), make(&shuffled));
        }
    }
}
