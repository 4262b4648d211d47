//! What is split and what is not, as remarks and in reports.

use super::{Piece, Split, SplitArray};
use crate::folded::Folded;
use crate::summary::relocate;
use crate::text::original_span;
use report::{ArrayEntry, Attention, Owner, PartEntry, Remark};
use report::{SplitEntry, Splitting, Status, UnsplitEntry};
use source::{Diagnostic, Label, Severity, SourceFile, Span};

impl Split {
    /// Whether no array is split.
    pub(super) fn is_empty(&self) -> bool {
        self.arrays.is_empty()
    }

    /// The names of all parts.
    pub(super) fn names(&self) -> impl Iterator<Item = String> {
        let pieces = self.arrays.iter().flat_map(|array| &array.pieces);
        pieces.map(|piece| piece.name.clone())
    }

    /// Makes a fold of the split text one of the user's file.
    pub(super) fn put_in_users_file(&self, folded: &mut Folded, file: &SourceFile) {
        if self.is_empty() {
            return self.add_to(folded);
        }
        let place = |span: Span| original_span(&self.text.steps, span);
        let texts = (&folded.file, file);
        relocate(&mut folded.report.evidence, texts, place);
        let remarks = folded.remarks.iter_mut().map(|remark| &mut remark.full);
        for remark in remarks.chain(&mut folded.details) {
            for label in &mut remark.labels {
                label.span = place(label.span);
            }
        }
        for array in &mut folded.report.arrays {
            array.map_spans(place);
        }
        self.mark_parts(folded);
        if folded.unsound.is_some() {
            folded.bytes.clone_from(&file.bytes);
        }
        folded.file = file.clone();
        self.add_to(folded);
    }

    /// Marks the entries of folded parts: they take nobody's place.
    fn mark_parts(&self, folded: &mut Folded) {
        let is_part = |entry: &&mut ArrayEntry| {
            let is_own = |array: &SplitArray| array.owns(entry) && array.has(&entry.name);
            entry.status == Status::Folded && self.arrays.iter().any(is_own)
        };
        for entry in folded.report.arrays.iter_mut().filter(is_part) {
            entry.owner = Owner::Split;
            let remarks = folded.remarks.iter_mut();
            let own = remarks.filter(|remark| remark.is_fold_of(entry));
            own.for_each(|remark| remark.set_line(entry));
        }
    }

    /// Adds the remarks and the report to a fold.
    pub(super) fn add_to(&self, folded: &mut Folded) {
        let path = folded.file.path.display().to_string();
        let all = &folded.report.arrays;
        let entries = { self.arrays.iter() }.map(|a| entry(&path, a, a.bytes_added(all)));
        let entries: Vec<SplitEntry> = entries.collect();
        let split = entries
            .iter()
            .zip(&self.arrays)
            .map(|(entry, array)| Remark {
                line: Some(line(entry)),
                ..Remark::new(remark(entry, array.declared), Attention::Folded)
            });
        let unsplit = self.unproved.iter().map(|(function, array, reason)| {
            let message = format!("`{array}` of `{function}` stays whole: {reason}");
            let remark = Diagnostic::new(Severity::Note, message);
            Remark::new(remark, Attention::NearMiss)
        });
        let remarks: Vec<Remark> = split.chain(unsplit).collect();
        folded.remarks.splice(0..0, remarks);
        for array in &self.arrays {
            folded.note_apart(&array.function, &array.assumed);
        }
        folded.report.splitting = Some(Splitting {
            arrays: entries,
            not_split: { self.unproved.iter() }
                .map(|(function, array, reason)| UnsplitEntry {
                    function: function.clone(),
                    file: path.clone(),
                    array: array.clone(),
                    reason: reason.clone(),
                })
                .collect(),
        });
    }
}

impl SplitArray {
    /// Whether an entry is about an array of its function.
    fn owns(&self, entry: &ArrayEntry) -> bool {
        entry.function.is_empty() || entry.function == self.function
    }

    /// Whether one of its parts has this name.
    fn has(&self, name: &str) -> bool {
        self.pieces.iter().any(|piece| piece.name == name)
    }

    /// The bytes of its parts in a fold, from the entries of all arrays.
    fn bytes_added(&self, all: &[ArrayEntry]) -> Option<i64> {
        let own = |name: &str| all.iter().find(|a| a.name == *name && self.owns(a));
        let whole = own(&self.name)?;
        let element = whole.bytes_before?.checked_div(whole.elements_before?)?;
        let bytes = self.pieces.iter().map(|piece| match own(&piece.name) {
            Some(part) => part
                .elements_after
                .or(part.elements_before)?
                .checked_mul(element),
            None => (piece.dims == 1).then_some(element),
        });
        bytes.sum()
    }
}

fn entry(path: &str, array: &SplitArray, bytes_added: Option<i64>) -> SplitEntry {
    let part = |piece: &Piece| PartEntry {
        name: piece.name.clone(),
        dimension: piece.dim,
        dimensions: piece.dims,
        subscript: piece.at.clone(),
        copied: piece.is_copy,
    };
    SplitEntry {
        function: array.function.clone(),
        file: path.to_string(),
        array: array.name.clone(),
        parts: array.pieces.iter().map(part).collect(),
        elements_before: array.gain.before,
        elements_after: array.gain.elements,
        bytes_added,
        params: array.gain.params.clone(),
        assumes: array.assumed.all.clone(),
    }
}

/// ``s1: `s1_first` for s1[..][0], 2 elements instead of 13 at N = 12``
fn line(entry: &SplitEntry) -> String {
    format!("{}: {}, {}", entry.array, parts(entry), entry.sizes())
}

/// `` `u_first` for u[0][..] ``
fn parts(entry: &SplitEntry) -> String {
    let parts = entry.parts.iter();
    let parts = parts.map(|part| format!("`{}` for {}", part.name, part.elements(&entry.array)));
    parts.collect::<Vec<_>>().join(", ")
}

/// The remark on an array with parts.
fn remark(entry: &SplitEntry, declared: Span) -> Diagnostic {
    let lives = match entry.parts.len() {
        1 => "a part of it lives",
        _ => "parts of it live",
    };
    let sizes = entry.sizes();
    let message = format!("`{}`: {lives} longer than the rest: {sizes}", entry.array);
    let mut remark = Diagnostic::new(Severity::Note, message);
    remark.code = Some("split".to_string());
    remark.labels.push(Label {
        span: declared,
        message: parts(entry),
        primary: true,
    });
    let assumed = entry.assumes.iter().map(|a| format!("assumes: {a}"));
    remark.notes.extend(assumed);
    remark
}
