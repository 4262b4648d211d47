//! The result of folding one file.

use crate::proof::Unsound;
use crate::reason::{Change, Lacking};
use crate::timings::Timings;
use crate::verify::{Assumed, Pair};
use affine::Unknown;
use report::{Attention, Remark, Report};
use source::{Diagnostic, SourceFile, Span};
use std::collections::{BTreeMap, BTreeSet};

/// The result of folding one file.
#[derive(Debug)]
pub struct Folded {
    /// The user's file.
    pub file: SourceFile,
    /// The new bytes; the old ones if nothing was folded or the proof failed.
    pub bytes: Vec<u8>,
    /// What became of each array.
    pub report: Report,
    /// How many regions were analysed.
    pub regions: usize,
    /// The same as remarks, in the order of the file: one for each array of the report, then
    /// others. Fused loops and common storage are first.
    pub remarks: Vec<Remark>,
    /// Remarks that only `-v` shows.
    pub details: Vec<Diagnostic>,
    /// Arrays that stay for lack of facts.
    pub(crate) lacking: Vec<Lacking>,
    /// Functions of which nothing is known, whose loops would be fused otherwise.
    pub(crate) unknown: Vec<(String, Unknown)>,
    /// The memory that the output must show to be different before functions are called.
    pub(crate) tested: BTreeMap<String, BTreeSet<Pair>>,
    /// What may help each array of the report.
    pub(crate) changes: Vec<Vec<Change>>,
    /// Checks in the file that contradict what is known before them.
    pub(crate) contradictions: Vec<Span>,
    /// Why the result was discarded, if it was: a fault in Pleat.
    pub unsound: Option<Unsound>,
    /// Parts of the file could not be read: the compiler may reject it.
    pub is_partly_read: bool,
    /// The file itself is wrong, for example an unterminated `#pragma scop`.
    pub invalid: bool,
    /// Time per pass.
    pub timings: Timings,
}

impl Folded {
    /// Sets the attention that an array of the report deserves, in its entry and in its remark.
    pub(crate) fn set_attention(&mut self, array: usize, attention: Attention) {
        self.report.arrays[array].attention = attention;
        if let Some(remark) = self.remarks.get_mut(array) {
            remark.attention = attention;
        }
    }

    /// Sets the reason why an array of the report stays, in its entry and in its remark.
    pub(crate) fn set_detail(&mut self, array: usize, detail: String) {
        let entry = &mut self.report.arrays[array];
        entry.detail = detail;
        if let Some(remark) = self.remarks.get_mut(array) {
            remark.set_reason(&entry.detail);
        }
    }

    /// Says the sizes of a folded array in its remark again, after its entry has changed.
    pub(crate) fn say_sizes(&mut self, array: usize) {
        if let Some(remark) = self.remarks.get_mut(array) {
            remark.set_line(&self.report.arrays[array]);
        }
    }

    /// Notes what the new text of a function takes for different memory, in a remark of its own.
    pub(crate) fn note_apart(&mut self, function: &str, assumed: &Assumed) {
        assumed.add_to(&mut self.remarks);
        self.note_tested(function, assumed);
    }

    /// Notes the pairs of memory that the new text of a function must test.
    pub(crate) fn note_tested(&mut self, function: &str, assumed: &Assumed) {
        if assumed.is_tested {
            let pairs = self.tested.entry(function.to_string()).or_default();
            pairs.extend(assumed.pairs.iter().cloned());
        }
    }

    /// Sets the lines and columns of the report, from the spans of its entries.
    pub(crate) fn locate(&mut self) {
        for entry in &mut self.report.arrays {
            entry.locate(&self.file);
        }
    }

    /// A file of which nothing was read.
    pub(crate) fn unchanged(file: SourceFile) -> Self {
        Folded {
            bytes: file.bytes.clone(),
            file,
            report: Report::default(),
            regions: 0,
            remarks: Vec::new(),
            details: Vec::new(),
            changes: Vec::new(),
            lacking: Vec::new(),
            unknown: Vec::new(),
            tested: BTreeMap::new(),
            contradictions: Vec::new(),
            unsound: None,
            is_partly_read: false,
            invalid: false,
            timings: Timings::default(),
        }
    }
}
