//! What an experiment has shown, and the sentences that say it.

use std::fmt;

/// An experiment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Experiment {
    /// The function that was executed; `main` for a whole program.
    pub subject: String,
    /// What it has shown.
    pub outcome: Outcome,
}

/// What an experiment has shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Both versions print the same.
    Same {
        /// The values of macros and parameters.
        settings: Vec<String>,
        /// Values at which there was nothing to compare, each with the reason.
        skipped: Vec<(String, String)>,
    },
    /// The versions differ.
    Differ(Difference),
    /// Nothing could be executed or compared, for this reason.
    Impossible(String),
}

/// A difference between two executions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The values of macros and parameters.
    pub at: String,
    /// What differs.
    pub kind: DifferenceKind,
}

/// What differs between two executions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DifferenceKind {
    /// A line that the program prints, counted from 1. A line is missing if its text is `None`.
    Line {
        /// Its number.
        number: usize,
        /// Its text in the first version.
        before: Option<String>,
        /// Its text in the second version.
        after: Option<String>,
    },
    /// A value after the call.
    Value {
        /// The element: `out[4]`, counted from the start of the array, or `the result`.
        element: String,
        /// In which call, counted from 1.
        call: usize,
        /// The value of the first version; `None` if the element did not change.
        before: Option<String>,
        /// The value of the second version; `None` if the element did not change.
        after: Option<String>,
    },
    /// A sanitizer reports undefined behaviour of the second version.
    Undefined {
        /// The report in one line.
        report: String,
        /// The line of the second file, if the report has it.
        line: Option<u32>,
    },
    /// The programs end in another way.
    Ending {
        /// How the first version ends.
        before: String,
        /// How the second version ends.
        after: String,
    },
}

impl fmt::Display for Experiment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.outcome {
            Outcome::Same { settings, skipped } => {
                let count = settings.len();
                let plural = if count == 1 { "" } else { "s" };
                write!(f, "both versions agree in {count} execution{plural}")?;
                match skipped.len() {
                    0 => Ok(()),
                    n => write!(f, "; {n} could not be compared"),
                }
            }
            Outcome::Differ(difference) => difference.fmt(f),
            Outcome::Impossible(reason) => f.write_str(reason),
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at {}, {}", self.at, self.kind)
    }
}

impl fmt::Display for DifferenceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DifferenceKind::Line {
                number,
                before,
                after,
            } => {
                let (before, after) = (printed(before), printed(after));
                write!(
                    f,
                    "line {number} of the output is {after}; the original prints {before}"
                )
            }
            DifferenceKind::Value {
                element,
                call,
                before,
                after,
            } => {
                let again = if *call > 1 { " in the second call" } else { "" };
                match (after, before) {
                    (Some(a), Some(b)) => {
                        write!(
                            f,
                            "{element} becomes {a}{again}; in the original it becomes {b}"
                        )
                    }
                    (Some(a), None) => {
                        write!(
                            f,
                            "{element} becomes {a}{again}; the original does not change it"
                        )
                    }
                    (None, b) => {
                        let b = b.as_deref().unwrap_or_default();
                        write!(
                            f,
                            "{element} does not change{again}; in the original it becomes {b}"
                        )
                    }
                }
            }
            DifferenceKind::Undefined { report, line } => match line {
                Some(line) => write!(f, "line {line}: {report}"),
                None => f.write_str(report),
            },
            DifferenceKind::Ending { before, after } => {
                write!(f, "the program {after}; the original {before}")
            }
        }
    }
}

fn printed(line: &Option<String>) -> String {
    match line {
        Some(line) => format!("`{line}`"),
        None => "nothing".to_string(),
    }
}
