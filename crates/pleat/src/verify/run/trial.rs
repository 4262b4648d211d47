//! One execution of both versions, and the sum of all.

use super::bench::Pair;
use super::compare::difference;
use super::outcome::{DifferenceKind, Outcome};
use super::process::Ended;
use super::sanitizer::report;
use super::subject::Arguments;

/// What one execution of both versions has shown.
pub(super) enum Trial {
    Same,
    /// There is nothing to compare, for this reason.
    Skip(String),
    Differ(DifferenceKind),
}

impl Pair<'_> {
    /// Executes both versions.
    pub(super) fn try_at(&self, arguments: &Arguments) -> Trial {
        let (before, after) = self.run(&arguments.values);
        let (before, after) = match (before, after) {
            (Ok(before), Ok(after)) => (before, after),
            (Err(error), _) | (_, Err(error)) => {
                return Trial::Skip(format!("a version cannot be executed: {error}"));
            }
        };
        if let Some(reason) = self.no_evidence(&before) {
            return Trial::Skip(format!("the original {reason}"));
        }
        if after.status.is_none() {
            return Trial::Skip(format!("the second version {}", after.ending()));
        }
        let found = report(&after.errors).or_else(|| difference(&before, &after));
        let Some(kind) = found else {
            return Trial::Same;
        };
        match self.is_stable(&arguments.values, &before) {
            true => Trial::Differ(kind),
            false => Trial::Skip("the original uses values that nothing has written".to_string()),
        }
    }

    /// Why an execution of the first version says nothing.
    fn no_evidence(&self, before: &Ended) -> Option<String> {
        match report(&before.errors) {
            Some(DifferenceKind::Undefined { report, .. }) => {
                Some(format!("is undefined there: {report}"))
            }
            Some(_) => Some("is undefined there".to_string()),
            None if before.status.is_none() => Some(before.ending()),
            None if self.is_driven() && !before.is_success() => Some(before.ending()),
            None => None,
        }
    }
}

/// The sum of all executions.
#[derive(Default)]
pub(super) struct Trials {
    same: Vec<String>,
    skipped: Vec<(String, String)>,
}

impl Trials {
    pub(super) fn same(&mut self, at: String) {
        self.same.push(at);
    }

    pub(super) fn skip(&mut self, at: &str, reason: String) {
        self.skipped.push((at.to_string(), reason));
    }

    /// The outcome if nothing differed. An error says why nothing could be compared.
    pub(super) fn conclude(self) -> Result<Outcome, String> {
        if !self.same.is_empty() {
            return Ok(Outcome::Same {
                settings: self.same,
                skipped: self.skipped,
            });
        }
        let last = self.skipped.into_iter().next_back();
        Err(
            last.map_or("there is nothing to execute".to_string(), |(_, reason)| {
                reason
            }),
        )
    }
}
