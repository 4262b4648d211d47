//! Extraction of C texts, and comparison of sets with isl notation.
#![allow(dead_code, reason = "not every test file uses every helper")]

use front::{Extraction, Options, Original, OriginalArray, Region, extract};
use poly::{Map, Set};
use scop::{Access, AccessKind, Certainty, Scop};
use source::{Flags, SourceFile, Unit, preprocess};

pub(crate) struct Found {
    pub unit: Unit,
    pub extraction: Extraction,
}

pub(crate) fn found(text: &str) -> Found {
    found_with(text, &Options::default())
}

/// Options for a text in which an array of the original became a scalar, or an array with other
/// dimensions.
pub(crate) fn reading_again(function: &str, array: &str) -> Options {
    let array = OriginalArray {
        name: array.to_string(),
        is_set: true,
        ..OriginalArray::default()
    };
    Options {
        originals: vec![Original {
            function: function.to_string(),
            arrays: vec![array],
            ..Original::default()
        }],
        ..Options::default()
    }
}

pub(crate) fn found_with(text: &str, options: &Options) -> Found {
    let flags = Flags {
        cc: "cc".into(),
        args: Vec::new(),
        ..Flags::default()
    };
    let unit = preprocess(SourceFile::new("test.c", text), &flags).expect("the text is valid C");
    let extraction = extract(&unit, options);
    Found { unit, extraction }
}

impl Found {
    /// The only region.
    pub(crate) fn region(&self) -> &Region {
        let regions = &self.extraction.regions;
        assert_eq!(
            regions.len(),
            1,
            "kept: {:#?} notes: {:#?}",
            self.extraction.kept,
            self.extraction.notes
        );
        &regions[0]
    }

    /// The code of the reason why an array stays.
    pub(crate) fn reason(&self, name: &str) -> String {
        let kept = self.extraction.kept.iter().find(|k| k.name == name);
        kept.map_or_else(
            || format!("`{name}` is a candidate"),
            |k| k.reason.code().to_string(),
        )
    }

    /// The text of the user at the place of the reason why an array stays.
    pub(crate) fn place(&self, name: &str) -> String {
        let kept = self.extraction.kept.iter().find(|k| k.name == name);
        let at = kept
            .and_then(|k| k.at)
            .expect("the array is kept and has a place");
        let line = self.unit.file.line_col(at.start).line;
        self.unit
            .file
            .slice(self.unit.file.line_span(line).expect("a line"))
            .trim()
            .to_string()
    }
}

pub(crate) fn check_domain(region: &Region, statement: usize, expected: &str) {
    let scop = &region.scop;
    let expected = Set::parse(&scop.ctx, expected).expect("valid isl text");
    let domain = &scop.statements[statement].domain;
    let expected = expected.intersect_params(&scop.context).expect("isl");
    assert!(
        domain.is_equal(&expected).expect("same space"),
        "{domain}\n  is not\n{expected}"
    );
}

pub(crate) fn check_context(region: &Region, expected: &str) {
    check_scop_context(&region.scop, expected);
}

pub(crate) fn check_scop_context(scop: &Scop, expected: &str) {
    let context = &scop.context;
    let expected = Set::parse(&scop.ctx, expected).expect("valid isl text");
    assert!(
        context.is_equal(&expected).expect("same space"),
        "{context}\n  is not\n{expected}"
    );
}

pub(crate) fn check_schedule(region: &Region, statement: usize, expected: &str) {
    let schedule = &region.scop.statements[statement].schedule;
    let expected = Map::parse(&region.scop.ctx, expected).expect("valid isl text");
    assert!(
        schedule.is_equal(&expected).expect("same space"),
        "{schedule}\n  is not\n{expected}"
    );
}

/// The accesses of one kind of a statement, in order.
pub(crate) fn accesses(region: &Region, statement: usize, kind: AccessKind) -> Vec<&Access> {
    let of = |a: &&Access| a.statement.0 as usize == statement && a.kind == kind;
    region.scop.accesses.iter().filter(of).collect()
}

/// The only access of one kind of a statement.
pub(crate) fn check_access(
    region: &Region,
    statement: usize,
    kind: AccessKind,
    certainty: Certainty,
    expected: &str,
) {
    let found = accesses(region, statement, kind);
    assert_eq!(found.len(), 1, "{found:#?}");
    let expected = Map::parse(&region.scop.ctx, expected).expect("valid isl text");
    let expected = expected
        .intersect_params(&region.scop.context)
        .expect("isl");
    let relation = &found[0].relation;
    assert!(
        relation.is_equal(&expected).expect("same space"),
        "{relation}\n  is not\n{expected}"
    );
    assert_eq!(found[0].certainty, certainty);
}
