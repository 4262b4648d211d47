//! Lowering of C texts.
#![allow(dead_code, reason = "not every test file uses every helper")]
#![allow(clippy::unwrap_used)]

pub(crate) mod files;
pub(crate) mod objects;
pub(crate) mod printer;

use c::syntax::Syntax;
use c::{Contents, facts::Wanted};
use program::{Program, Statement, StatementKind, Unsupported, Value, ValueKind};
use source::{Flags, SourceFile, preprocess};
use std::collections::BTreeSet;

/// The functions of a file, or the reason why it cannot be preprocessed.
pub(crate) fn lowered(file: SourceFile, flags: &Flags) -> Result<Program, String> {
    let unit = preprocess(file, flags).map_err(|e| e.to_string())?;
    let syntax = Syntax::of(&unit);
    let wanted = Wanted {
        scalars: &BTreeSet::new(),
        removals: false,
    };
    let contents = Contents::of(&unit, &syntax, wanted, &mut Vec::new());
    Ok(program::lower(&contents))
}

/// The functions of a text.
pub(crate) fn program_of(text: &str) -> Program {
    let file = SourceFile::new("test.c", text);
    lowered(file, &Flags::default()).expect("the text is valid C")
}

/// The body of the only function of a text, without its indentation.
pub(crate) fn body_of(text: &str) -> String {
    let shown = program_of(text).to_string();
    let (_, body) = shown.split_once("{\n").unwrap_or(("", ""));
    let lines = body.trim_end().trim_end_matches('}').lines();
    let lines: Vec<&str> = lines.map(|l| l.strip_prefix("  ").unwrap_or(l)).collect();
    lines.join("\n").trim_end().to_string()
}

/// Checks the body of the only function of a text.
pub(crate) fn check(text: &str, wanted: &str) {
    let wanted: Vec<&str> = wanted.trim().lines().map(str::trim).collect();
    let found = body_of(text);
    let found: Vec<&str> = found.lines().map(str::trim).collect();
    assert_eq!(found, wanted, "{text}\n{}", found.join("\n"));
}

/// What has no form in some statements.
pub(crate) fn unsupported(statements: &[Statement], found: &mut Vec<String>) {
    for statement in statements {
        match &statement.kind {
            StatementKind::Unsupported(Unsupported { what }) => found.push(what.clone()),
            StatementKind::If { then, other, .. } => {
                unsupported(then, found);
                unsupported(other, found);
            }
            StatementKind::Loop(l) => {
                unsupported(&l.body, found);
                unsupported(&l.step, found);
            }
            StatementKind::Switch { arms, .. } => {
                arms.iter().for_each(|arm| unsupported(&arm.body, found));
            }
            StatementKind::Block(body) | StatementKind::Pragma { body, .. } => {
                unsupported(body, found);
            }
            _ => {}
        }
    }
}

/// Whether a value is one that has no form.
pub(crate) fn is_unsupported(value: &Value) -> bool {
    matches!(value.kind, ValueKind::Unsupported(_))
}
