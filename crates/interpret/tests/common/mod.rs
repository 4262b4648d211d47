//! C texts as versions to compare.
#![allow(dead_code, reason = "not every test file uses every helper")]

use c::syntax::Syntax;
use c::{Contents, facts::Wanted};
use interpret::{Limits, Outcome, Version};
use program::Program;
use source::{Flags, SourceFile, preprocess};
use std::collections::BTreeSet;

/// A file with its functions.
pub(crate) struct Text {
    pub(crate) file: SourceFile,
    pub(crate) program: Program,
}

impl Text {
    /// A file, if it can be preprocessed.
    pub(crate) fn of(file: SourceFile, flags: &Flags) -> Result<Text, String> {
        let unit = preprocess(file.clone(), flags).map_err(|e| e.to_string())?;
        let syntax = Syntax::of(&unit);
        let wanted = Wanted {
            scalars: &BTreeSet::new(),
            removals: false,
        };
        let contents = Contents::of(&unit, &syntax, wanted, &mut Vec::new());
        let program = program::lower(&contents);
        Ok(Text { file, program })
    }

    /// A text that is valid C.
    pub(crate) fn new(text: &str) -> Text {
        let file = SourceFile::new("test.c", text);
        Text::of(file, &Flags::default()).expect("the text is valid C")
    }

    pub(crate) fn version(&self) -> Version<'_> {
        Version {
            program: &self.program,
            text: &self.file,
        }
    }
}

/// Compares the function `f` of two texts.
pub(crate) fn compared(before: &str, after: &str) -> Outcome {
    let limits = Limits {
        free_macros: vec!["N".to_string(), "M".to_string()],
        ..Limits::default()
    };
    let (before, after) = (Text::new(before), Text::new(after));
    interpret::compare(before.version(), after.version(), "f", &limits)
}

/// Checks that no difference is found.
pub(crate) fn same(before: &str, after: &str) {
    let outcome = compared(before, after);
    let same = matches!(outcome, Outcome::Same { settings } if settings > 3);
    assert!(same, "{outcome:#?}");
}

/// Checks the sentence that explains a difference.
pub(crate) fn differ(before: &str, after: &str, sentence: &str) {
    match compared(before, after) {
        Outcome::Differ(witness) => assert_eq!(witness.to_string(), sentence, "{witness:#?}"),
        outcome => panic!("{outcome:#?}"),
    }
}

/// Checks that nothing is known, and why.
pub(crate) fn unknown(before: &str, after: &str, wanted: &str) {
    match compared(before, after) {
        Outcome::Inconclusive { reason, .. } => assert_eq!(reason, wanted),
        outcome => panic!("{outcome:#?}"),
    }
}
