//! The text that is analysed: the user's own, or its twin in which the macros that hold accesses
//! are written out.

use crate::decide::{Decision, Outcome};
use crate::fold::front_options;
use crate::reason::Reason;
use emit::{Fold, Rewritten};
use front::{Candidate, Extraction, Refusal};
use source::{Depth, Diagnostic, Flags, Refolded, Span, Unfolded, Unit, unfold};
use std::collections::BTreeSet;

/// A text and what was found in it.
pub(crate) struct Reading {
    text: Text,
    pub(crate) extraction: Extraction,
}

enum Text {
    User(Unit),
    WrittenOut(Box<Unfolded>),
}

/// The edited text.
pub(crate) struct Emitted {
    /// What the user gets.
    pub(crate) bytes: Vec<u8>,
    /// The twin of the same program that is read again, if it is another text.
    pub(crate) twin: Option<Vec<u8>>,
    /// Whether there are no edits.
    pub(crate) is_empty: bool,
}

impl Reading {
    /// Reads a file; where arrays come out of macros, with these written out.
    pub(crate) fn new(unit: Unit, flags: &Flags) -> Self {
        let extraction = front::extract(&unit, &front_options(&unit));
        let in_macro = |k: &&front::KeptArray| matches!(k.reason, Refusal::InMacro { .. });
        let names = extraction.kept.iter().filter(in_macro);
        let names: BTreeSet<String> = names.map(|k| k.name.clone()).collect();
        let unfolded = match names.is_empty() {
            true => None,
            false => unfold(&unit, &names, flags),
        };
        match unfolded {
            Some(unfolded) => Reading {
                extraction: front::extract(&unfolded.unit, &front_options(&unfolded.unit)),
                text: Text::WrittenOut(Box::new(unfolded)),
            },
            None => Reading {
                text: Text::User(unit),
                extraction,
            },
        }
    }

    /// The unit that was analysed.
    pub(crate) fn unit(&self) -> &Unit {
        match &self.text {
            Text::User(unit) => unit,
            Text::WrittenOut(unfolded) => &unfolded.unit,
        }
    }

    /// The unit of the user's file.
    pub(crate) fn user(&self) -> &Unit {
        match &self.text {
            Text::User(unit) => unit,
            Text::WrittenOut(unfolded) => &unfolded.original,
        }
    }

    /// The remarks with places in the user's file.
    pub(crate) fn in_users_file(&self, mut remarks: Vec<Diagnostic>) -> Vec<Diagnostic> {
        if let Text::WrittenOut(unfolded) = &self.text {
            for label in remarks.iter_mut().flat_map(|r| &mut r.labels) {
                label.span = unfolded.original_span(label.span);
            }
        }
        remarks
    }

    /// The text with all folds; a fold that cannot be written becomes a kept array.
    pub(crate) fn emit(&self, decisions: &mut [Decision], depth: Depth) -> Emitted {
        loop {
            let rewritten = self.rewrite(decisions);
            let edits = match &self.text {
                Text::User(_) => Ok(Refolded::same(rewritten.edits)),
                Text::WrittenOut(unfolded) => {
                    unfolded.refold(&rewritten.edits, &rewritten.sites, depth)
                }
            };
            match edits {
                Ok(edits) => return self.emitted(edits),
                Err(place) => self.keep(decisions, place),
            }
        }
    }

    fn emitted(&self, edits: Refolded) -> Emitted {
        let twin = match &self.text {
            Text::User(_) => None,
            Text::WrittenOut(unfolded) => Some(edits.twin.apply(&unfolded.unit.file.bytes)),
        };
        Emitted {
            bytes: edits.users.apply(&self.user().file.bytes),
            twin,
            is_empty: edits.users.is_empty(),
        }
    }

    fn rewrite(&self, decisions: &mut [Decision]) -> Rewritten {
        let mut at = Vec::new();
        let mut folds = Vec::new();
        for (k, decision) in decisions.iter().enumerate() {
            if let Outcome::Folded(choice) = &decision.outcome {
                at.push(k);
                folds.push(Fold {
                    region: decision.region,
                    candidate: decision.candidate,
                    choice,
                });
            }
        }
        let may_be_shared = |span: Span| match &self.text {
            Text::User(_) => false,
            Text::WrittenOut(unfolded) => unfolded.macro_at(span).is_some(),
        };
        let rewritten = emit::rewrite(&self.unit().file, &folds, &may_be_shared);
        for (k, error) in &rewritten.failed {
            decisions[at[*k]].outcome = Outcome::Kept(Reason::NotInC(error.to_string()));
        }
        rewritten
    }

    /// Keeps the arrays that need an edit of `place`, which cannot be made; all if none is found there.
    fn keep(&self, decisions: &mut [Decision], place: Span) {
        let name = match &self.text {
            Text::User(_) => None,
            Text::WrittenOut(unfolded) => unfolded.macro_at(place),
        };
        let reason = Reason::InMacro(name.unwrap_or_default());
        let any = decisions
            .iter()
            .any(|d| is_folded(d) && holds(d.candidate, place));
        for decision in decisions.iter_mut().filter(|d| is_folded(d)) {
            if !any || holds(decision.candidate, place) {
                decision.outcome = Outcome::Kept(reason.clone());
            }
        }
    }

    /// Keeps every array of which a piece comes out of a macro; whether there was one.
    pub(crate) fn keep_all_in_macros(&self, decisions: &mut [Decision]) -> bool {
        let Text::WrittenOut(unfolded) = &self.text else {
            return false;
        };
        let mut any = false;
        for decision in decisions.iter_mut().filter(|d| is_folded(d)) {
            let found = places(decision.candidate).find_map(|place| unfolded.macro_at(place));
            if let Some(name) = found {
                decision.outcome = Outcome::Kept(Reason::InMacro(name));
                any = true;
            }
        }
        any
    }
}

fn is_folded(decision: &Decision) -> bool {
    matches!(decision.outcome, Outcome::Folded(_))
}

/// Whether one of the places of a candidate meets `span`.
fn holds(candidate: &Candidate, span: Span) -> bool {
    places(candidate).any(|place| place.start < span.end && span.start < place.end)
}

/// Where an array is edited.
fn places(candidate: &Candidate) -> impl Iterator<Item = Span> {
    let declared = candidate.dims.iter().map(|dim| dim.brackets);
    let uses = candidate.references.iter().map(|r| r.whole);
    declared
        .chain(candidate.initialiser)
        .chain([candidate.name_span])
        .chain(uses)
}
