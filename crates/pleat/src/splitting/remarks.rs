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
        let split = self.arrays.iter().map(|array| Remark {
            line: Some(line(array)),
            ..Remark::new(remark(array), Attention::Folded)
        });
        let unsplit = self.unproved.iter().map(|(function, array, reason)| {
            let message = format!("`{array}` of `{function}` stays whole: {reason}");
            let remark = Diagnostic::new(Severity::Note, message);
            Remark::new(remark, Attention::NearMiss)
        });
        let remarks: Vec<Remark> = split.chain(unsplit).collect();
        folded.remarks.splice(0..0, remarks);
        folded.report.splitting = Some(Splitting {
            arrays: self.arrays.iter().map(|a| entry(&path, a)).collect(),
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
        assumes: array.assumes.clone(),
    }
}

/// ``s1: `s1_first` for s1[..][0], 2 elements instead of 13 at N = 12``
fn line(array: &SplitArray) -> String {
    format!("{}: {}, {}", array.name, parts(array), sizes(array))
}

/// `` `u_first` for u[0][..] ``
fn parts(array: &SplitArray) -> String {
    let parts = array.pieces.iter();
    let parts: Vec<String> = parts
        .map(|piece| format!("`{}` for {}", piece.name, element(array, piece)))
        .collect();
    parts.join(", ")
}

/// `u[0][..]`
fn element(array: &SplitArray, piece: &Piece) -> String {
    let before = "[..]".repeat(piece.dim);
    let after = "[..]".repeat(piece.dims.saturating_sub(piece.dim + 1));
    format!("{}{before}[{}]{after}", array.name, piece.at)
}

/// `2 elements instead of 13 at N = 12`
fn sizes(array: &SplitArray) -> String {
    let params = array.gain.params.iter().map(|(p, v)| format!("{p} = {v}"));
    let params: Vec<String> = params.collect();
    let at = match params.is_empty() {
        true => String::new(),
        false => format!(" at {}", params.join(", ")),
    };
    let (after, before) = (array.gain.elements, array.gain.before);
    format!("{after} elements instead of {before}{at}")
}

/// The remark on an array with parts.
fn remark(array: &SplitArray) -> Diagnostic {
    let lives = match array.pieces.len() {
        1 => "a part of it lives",
        _ => "parts of it live",
    };
    let message = format!("`{}`: {lives} longer than the rest: {}", array.name, sizes(array));
    let mut remark = Diagnostic::new(Severity::Note, message);
    remark.code = Some("split".to_string());
    remark.labels.push(Label {
        span: array.declared,
        message: parts(array),
        primary: true,
    });
    let assumed = array.assumes.iter().map(|a| format!("assumes: {a}"));
    remark.notes.extend(assumed);
    remark
}
