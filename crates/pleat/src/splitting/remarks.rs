//! What is split and what is not, as remarks and in reports.

use super::{Piece, Split, SplitArray};
use crate::evidence;
use crate::fold::Folded;
use crate::stages::original_span;
use report::{Attention, PartEntry, Remark, SplitEntry, Splitting, UnsplitEntry};
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

    /// A fold of the split text as one of the user's file.
    pub(super) fn in_users_file(&self, mut folded: Folded, file: SourceFile) -> Folded {
        let place = |span: Span| original_span(&self.text.steps, span);
        let texts = (&folded.file, &file);
        evidence::relocate(&mut folded.report.evidence, texts, place);
        let remarks = folded.remarks.iter_mut().map(|remark| &mut remark.full);
        for remark in remarks.chain(&mut folded.details) {
            for label in &mut remark.labels {
                label.span = place(label.span);
            }
        }
        for array in &mut folded.report.arrays {
            array.map_spans(place);
        }
        if folded.unsound.is_some() {
            folded.bytes.clone_from(&file.bytes);
        }
        folded.file = file;
        self.add_to(&mut folded);
        folded
    }

    /// Adds the remarks and the report to a fold.
    pub(super) fn add_to(&self, folded: &mut Folded) {
        let path = folded.file.path.display().to_string();
        let entries: Vec<SplitEntry> = self.arrays.iter().map(|a| entry(&path, a)).collect();
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

fn entry(path: &str, array: &SplitArray) -> SplitEntry {
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
