//! Changes that may make an array foldable, by the reason why it stays. Whether they do is decided
//! by a trial.

use super::Reason;
use front::{Needed, Refusal};
use report::{ArrayEntry, Owner};

/// A change that may make an array foldable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// `#pragma pleat temporary`.
    Promise,
    /// The declaration without this qualifier.
    Without(&'static str),
    /// The file without `#pragma scop`.
    WithoutRegions,
    /// `--one-configuration`.
    OneConfiguration,
    /// `--objective size`.
    Size,
    /// `--assume single-thread`.
    SingleThread,
    /// `--max-stack` of so many bytes.
    Stack(u64),
    /// `--drop-unused`, for a folded array: it frees that of a caller.
    DropUnused,
}

impl Change {
    /// What may help an array that the front end keeps.
    pub(crate) fn of_refusal(refusal: &Refusal) -> Vec<Change> {
        match refusal {
            Refusal::FunctionParameter | Refusal::FileScope => vec![Change::Promise],
            Refusal::NotTemporary(needed) => of_needed(needed),
            Refusal::Volatile => vec![Change::Without("volatile")],
            Refusal::Atomic => vec![Change::Without("_Atomic")],
            Refusal::UsedOutsideRegion | Refusal::NotInRegion => vec![Change::WithoutRegions],
            Refusal::InSkippedLines(_)
            | Refusal::InDroppedArgument(_)
            | Refusal::InSkippedMacro(_)
            | Refusal::DependsOnConfiguration(..)
            | Refusal::OtherMacro(_)
            | Refusal::OtherMacroAbove(_) => vec![Change::OneConfiguration],
            _ => Vec::new(),
        }
    }

    /// What may help an array that the analysis keeps.
    pub(crate) fn of_reason(reason: &Reason) -> Vec<Change> {
        match reason {
            Reason::NotFaster { .. } => vec![Change::Size],
            Reason::SharedStatic { bytes, .. } => {
                let stack = bytes.map(Change::Stack);
                stack.into_iter().chain([Change::SingleThread]).collect()
            }
            _ => Vec::new(),
        }
    }

    /// What may help an array that is folded.
    pub(crate) fn of_fold(owner: Owner) -> Vec<Change> {
        match owner {
            Owner::Caller => vec![Change::DropUnused],
            Owner::Function | Owner::DroppedCaller | Owner::Split => Vec::new(),
        }
    }

    /// ``it folds with `--max-stack 72000` ``, with the condition that the user has to know.
    pub(crate) fn advice(&self, entry: &ArrayEntry) -> String {
        let (name, function) = (&entry.name, &entry.function);
        match self {
            Change::Promise if function.is_empty() => format!(
                "it folds with `#pragma pleat temporary({name})` before its declaration: that states \
                 that no other file uses it"
            ),
            Change::Promise => format!(
                "it folds with `#pragma pleat temporary({name})` in `{function}`: that states that \
                 nobody needs its elements outside of a call"
            ),
            Change::Without(qualifier) => {
                format!("it folds without `{qualifier}`, if nothing else looks at it")
            }
            Change::WithoutRegions => "it folds without the `#pragma scop` lines".to_string(),
            Change::OneConfiguration => {
                "it folds with `--one-configuration`: that states that the \
                 text is compiled with these flags only"
                    .to_string()
            }
            Change::Size => "it folds with `--objective size`".to_string(),
            Change::SingleThread => format!(
                "it folds with `--assume single-thread`: that states that no two threads execute \
                 `{function}` at once"
            ),
            Change::Stack(bytes) => {
                format!(
                    "it folds with `--max-stack {bytes}`: it becomes automatic, with {bytes} bytes"
                )
            }
            Change::DropUnused => {
                "`--drop-unused` removes the parameter and the caller's array".to_string()
            }
        }
    }
}

/// The promise helps where callers are not known, not where they are known to need the elements.
fn of_needed(needed: &Needed) -> Vec<Change> {
    match needed {
        Needed::NotOnlyCalled
        | Needed::NeverCalled
        | Needed::Argument
        | Needed::NotFresh
        | Needed::OuterParameter(_)
        | Needed::PassedOut(_)
        | Needed::AddressUsed(_) => vec![Change::Promise],
        Needed::Input
        | Needed::Output
        | Needed::PassedTwice
        | Needed::ReadBy(_)
        | Needed::AlsoPassedTo(_)
        | Needed::ByName(_) => Vec::new(),
    }
}
