//! What a proof of a function assumes, for its text and for the remarks beside it.

use super::Context;
use super::overlap::{Pair, sentences};
use report::{Attention, Remark};
use source::{Diagnostic, Severity};
use std::collections::BTreeSet;

/// What the proof of a function assumes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Assumed {
    /// All of it, one sentence each.
    pub all: Vec<String>,
    /// What it takes for different memory although neither the language nor the calls say so, with
    /// the name of the function, one sentence each.
    pub apart: Vec<String>,
    /// Whether the output tests that at run time.
    pub is_tested: bool,
    /// The same as data.
    pub(crate) pairs: BTreeSet<Pair>,
}

impl Assumed {
    /// What a proof of a function assumes.
    pub(crate) fn of(function: &str, proved: &Context) -> Self {
        let conditions = proved.conditions.iter();
        let conditions = conditions.map(|condition| match proved.is_defined_only_there {
            true => {
                format!(
                    "{condition}: else the original leaves an array, or reads what it never set"
                )
            }
            false => condition.clone(),
        });
        let all = { proved.assumptions.iter().cloned() }.chain(conditions);
        Assumed {
            all: all.collect(),
            apart: sentences(&proved.apart, Some(function)),
            is_tested: proved.is_tested,
            pairs: proved.apart.clone(),
        }
    }

    /// Adds what is taken for different memory, as a remark, once for each function.
    pub(crate) fn add_to(&self, remarks: &mut Vec<Remark>) {
        let verb = match self.is_tested {
            true => "tests at run time",
            false => "assumes",
        };
        let message = format!("{verb} that {}", self.apart.join(", and that "));
        let line = Some(message.clone());
        if !self.apart.is_empty() && remarks.iter().all(|known| known.line != line) {
            remarks.push(Remark {
                line,
                ..Remark::new(Diagnostic::new(Severity::Note, message), Attention::Folded)
            });
        }
    }
}
