//! What a pass over the text of a file is, and the engine that runs a list of passes: each proposes
//! texts, proves them, and proposes less where a proof fails; passes before it judge what came of
//! their texts, and may demand to run again.

mod asserted;
mod fault;
mod proposal;
#[cfg(test)]
mod tests;

pub(crate) use asserted::{assert, follows, may_assert};
pub(crate) use fault::Fault;
pub(crate) use proposal::{Claim, Effort, Proposal, Verdicts, facts};

use crate::folded::Folded;
use crate::options::Options;
use crate::summary::relocate;
use crate::text::{AnalysedText, Version};
use source::{Edits, Flags, PreprocessError, SourceFile};
use std::sync::Arc;

/// The passes over a file, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Name {
    /// Tests at run time that pointers lead to different memory.
    Guard,
    /// Facts that the user states.
    Facts,
    /// Arrays at file scope that no other file uses.
    Linkage,
    /// Shapes of typedefs in declarations.
    Shapes,
    /// Parts of arrays as arrays of their own.
    Split,
    /// The loops of stages as one loop.
    Fuse,
    /// Arrays in fewer cells.
    Contract,
    /// What else would help arrays that stay.
    Advise,
    /// Arrays in common storage.
    Share,
    /// Loops over tiles.
    Tile,
    /// Names and casts of the finished text.
    Tidy,
}

/// Makes a pass.
pub(crate) type New = fn() -> Box<dyn Pass>;

/// What the passes made of a file so far.
pub(crate) struct State<'s> {
    pub(crate) flags: &'s Flags,
    /// What the passes are asked for.
    pub(crate) options: Options,
    /// The text whose places are in `folded`.
    pub(crate) text: Arc<Version>,
    /// The result.
    pub(crate) folded: Folded,
    /// The text that was contracted, for advice.
    pub(crate) analysed: Option<AnalysedText>,
    /// The passes after the present one.
    pub(crate) rest: &'s [New],
}

impl<'s> State<'s> {
    /// Trials of the passes after the present one.
    pub(crate) fn trials(&self) -> Trials<'s> {
        Trials {
            rest: self.rest,
            flags: self.flags,
        }
    }

    /// Makes the result, that of a text with edits, one of the text before them.
    pub(crate) fn put_before(&mut self, edits: &Edits, file: &SourceFile) {
        let folded = &mut self.folded;
        let place = |span| edits.original_span(span);
        relocate(&mut folded.report.evidence, (&folded.file, file), place);
        let remarks = folded.remarks.iter_mut().map(|remark| &mut remark.full);
        for remark in remarks.chain(&mut folded.details) {
            for label in &mut remark.labels {
                label.span = place(label.span);
            }
        }
        for array in &mut folded.report.arrays {
            array.map_spans(place);
        }
        folded.file = file.clone();
        folded.locate();
    }
}

/// What a pass tries without taking it: contractions of other texts.
#[derive(Clone, Copy)]
pub(crate) struct Trials<'s> {
    rest: &'s [New],
    pub(crate) flags: &'s Flags,
}

impl Trials<'_> {
    /// The fold of a text, without advice.
    ///
    /// # Errors
    /// A text cannot be preprocessed.
    pub(crate) fn fold(
        self,
        text: &Arc<Version>,
        options: &Options,
    ) -> Result<Folded, PreprocessError> {
        let options = Options {
            split: false,
            hints: false,
            ..options.clone()
        };
        run(self.rest, Some(Name::Advise), text, self.flags, &options)
    }
}

/// What follows a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// The next pass.
    Continue,
    /// Nothing: the result is final.
    Stop,
}

/// What a pass demands after it has seen what came of its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Judgement {
    /// Nothing.
    Accepted,
    /// To run again, since it will propose something else.
    Again,
}

/// A pass over the text of a file.
pub(crate) trait Pass {
    /// Its name.
    fn name(&self) -> Name;

    /// The last pass whose result it judges.
    fn last(&self) -> Name {
        self.name()
    }

    /// Changes the text.
    ///
    /// # Errors
    /// A text cannot be preprocessed.
    fn run(&mut self, state: &mut State<'_>) -> Result<Next, PreprocessError>;

    /// Judges what came of its text. If it accepts the result, that is one of the text before the
    /// pass from then on.
    ///
    /// # Errors
    /// A text cannot be preprocessed.
    fn judge(&mut self, _: &mut State<'_>, _: &Arc<Version>) -> Result<Judgement, PreprocessError> {
        Ok(Judgement::Accepted)
    }
}

/// A pass that ran, and the state before it.
struct Entered {
    pass: Box<dyn Pass>,
    text: Arc<Version>,
    options: Options,
}

/// Runs passes over a text, up to the last one or up to another.
///
/// # Errors
/// A text cannot be preprocessed.
pub(crate) fn run(
    passes: &[New],
    until: Option<Name>,
    text: &Arc<Version>,
    flags: &Flags,
    options: &Options,
) -> Result<Folded, PreprocessError> {
    let mut state = State {
        flags,
        options: options.clone(),
        text: Arc::clone(text),
        folded: Folded::unchanged(text.unit().file.clone()),
        analysed: None,
        rest: passes,
    };
    let mut entered: Vec<Entered> = Vec::new();
    let mut at = 0;
    while let Some(new) = passes.get(at) {
        if entered.len() == at {
            entered.push(Entered {
                pass: new(),
                text: Arc::clone(&state.text),
                options: state.options.clone(),
            });
        }
        state.rest = &passes[at + 1..];
        if entered[at].pass.run(&mut state)? == Next::Stop {
            break;
        }
        match judged(passes, &mut entered, &mut state)? {
            None if until == Some(entered[at].pass.name()) => break,
            None => at += 1,
            Some(again) => {
                entered.truncate(again + 1);
                at = again;
                state.folded = Folded::unchanged(state.text.unit().file.clone());
            }
        }
    }
    Ok(state.folded)
}

/// Lets the passes judge for which the last one ended, the innermost first. Returns the position of
/// one that demands to run again.
fn judged<'s>(
    passes: &'s [New],
    entered: &mut [Entered],
    state: &mut State<'s>,
) -> Result<Option<usize>, PreprocessError> {
    let Some(ended) = entered.last().map(|last| last.pass.name()) else {
        return Ok(None);
    };
    for (at, own) in entered.iter_mut().enumerate().rev() {
        if own.pass.last() != ended {
            continue;
        }
        state.rest = &passes[at + 1..];
        let judgement = own.pass.judge(state, &own.text)?;
        if own.pass.name() != ended {
            state.text = Arc::clone(&own.text);
            state.options.clone_from(&own.options);
        }
        if judgement == Judgement::Again {
            return Ok(Some(at));
        }
    }
    Ok(None)
}

/// What proposes texts, one after the other, until there are no more.
pub(crate) trait Proposer {
    /// A new text.
    type Proposal;
    /// Why a text is not taken.
    type Fault;

    /// The next text; none if the last one was accepted, or nothing is left to propose.
    ///
    /// # Errors
    /// A text cannot be preprocessed.
    fn propose(&mut self) -> Result<Option<Self::Proposal>, PreprocessError>;

    /// What cannot be proved of a text.
    fn faults(&mut self, proposal: &mut Self::Proposal) -> Vec<Self::Fault>;

    /// Takes a text that is proved.
    ///
    /// # Errors
    /// A text cannot be preprocessed.
    fn accept(&mut self, proposal: Self::Proposal) -> Result<(), PreprocessError>;

    /// Proposes less from now on.
    ///
    /// # Errors
    /// A text cannot be preprocessed.
    fn retreat(
        &mut self,
        proposal: Self::Proposal,
        faults: Vec<Self::Fault>,
    ) -> Result<(), PreprocessError>;
}

/// Proposes texts, proves them, and retreats, until nothing is left to propose.
///
/// # Errors
/// A text cannot be preprocessed.
pub(crate) fn settle(proposer: &mut impl Proposer) -> Result<(), PreprocessError> {
    while let Some(mut proposal) = proposer.propose()? {
        let faults = proposer.faults(&mut proposal);
        match faults.is_empty() {
            true => proposer.accept(proposal)?,
            false => proposer.retreat(proposal, faults)?,
        }
    }
    Ok(())
}
