//! The report of `pleat verify`, version 1: one JSON object.

use serde::Serialize;
use std::collections::BTreeMap;

/// The whole report.
#[derive(Clone, Debug, Serialize)]
pub struct Verdicts {
    /// Always [`crate::VERSION`].
    pub version: u32,
    /// One entry per function, in the order of the first file.
    pub functions: Vec<FunctionEntry>,
    /// The experiments that were asked for.
    pub experiments: Vec<ExperimentEntry>,
}

/// An experiment: both versions were executed.
#[derive(Clone, Debug, Serialize)]
pub struct ExperimentEntry {
    /// The function that was executed; `main` for a whole program.
    pub function: String,
    /// `same`, `different` or `impossible`.
    pub result: String,
    /// The number of executions in which both versions agree.
    pub executions: usize,
    /// What it has shown, in one sentence.
    pub message: String,
}

/// The verdict on one function.
#[derive(Clone, Debug, Serialize)]
pub struct FunctionEntry {
    /// Its name.
    pub name: String,
    /// `proved`, `refuted` or `unknown`.
    pub verdict: String,
    /// Why it is not proved, in one sentence; `null` if it is.
    pub reason: Option<String>,
    /// An execution that shows the difference, if it is refuted.
    pub witness: Option<WitnessEntry>,
    /// What a proof holds for.
    pub context: ContextEntry,
    /// Its definition in the first file.
    pub before: Option<PlaceEntry>,
    /// Its definition in the second file.
    pub after: Option<PlaceEntry>,
    /// The places that the reason or the witness speaks of.
    pub places: Vec<PlaceEntry>,
}

/// Values for which two functions differ.
#[derive(Clone, Debug, Serialize)]
pub struct WitnessEntry {
    /// What differs, in one sentence.
    pub text: String,
    /// Values of parameters.
    pub params: BTreeMap<String, i64>,
}

/// What a proof holds for.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ContextEntry {
    /// Conditions on the parameters: `n >= 3`.
    pub conditions: Vec<String>,
    /// Further assumptions, one sentence each.
    pub assumptions: Vec<String>,
}

/// A place in a file.
#[derive(Clone, Debug, Serialize)]
pub struct PlaceEntry {
    /// Path of the file.
    pub file: String,
    /// Its line, from 1.
    pub line: usize,
    /// What is there; may be empty.
    pub label: String,
}
