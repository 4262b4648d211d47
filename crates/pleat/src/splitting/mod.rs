//! Parts of arrays that live longer than the rest, as arrays of their own: the text of a file in
//! which they are, proved against the original, before the fold.
//!
//! ```text
//! functions --lifetime--> faces of arrays --attempt--> new text --fold--> fewer elements
//!           --verify--> proved
//! ```
//!
//! Splitting follows Yuki, Rajopadhye: "Memory Allocations for Tiled Uniform Dependence Programs",
//! Section 6; [`lifetime::long_lived_faces`] finds the faces, the fold of each new text decides.

mod attempt;
mod declaration;
mod gain;
mod place;
mod remarks;
mod wishes;
mod writing;

use crate::budget::PROOF;
use crate::engine::{
    Claim, Fault, Judgement, Name, New, Next, Pass, Proposal, Proposer, State, Trials, Verdicts,
};
use crate::engine::{assert, may_assert, settle};
use crate::options::Options;
use crate::text::Version;
use crate::verify::{Assumed, PresentValue};
use attempt::{Attempt, Text};
use gain::Gain;
use source::{Edits, Flags, PreprocessError};
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;
use wishes::Wish;

/// Makes the pass.
pub(crate) const SPLIT: New = || Box::new(SplitPass::default());

/// With [`Options::split`], makes parts of arrays that live longer than the rest arrays of their
/// own, as far as that makes the fold smaller.
#[derive(Default)]
struct SplitPass {
    split: Option<Split>,
}

impl Pass for SplitPass {
    fn name(&self) -> Name {
        Name::Split
    }

    fn last(&self) -> Name {
        Name::Advise
    }

    fn run(&mut self, state: &mut State<'_>) -> Result<Next, PreprocessError> {
        if !state.options.split {
            return Ok(Next::Continue);
        }
        let split = split(&state.text, state.trials(), &state.options)?;
        state.text = Arc::clone(&split.text.version);
        let only = &mut state.options.only;
        if !only.is_empty() {
            only.extend(split.names());
        }
        self.split = Some(split);
        Ok(Next::Continue)
    }

    fn judge(
        &mut self,
        state: &mut State<'_>,
        before: &Arc<Version>,
    ) -> Result<Judgement, PreprocessError> {
        if let Some(split) = &self.split {
            split.put_in_users_file(&mut state.folded, &before.unit().file);
        }
        Ok(Judgement::Accepted)
    }
}

/// A text in which parts of arrays are arrays of their own.
struct Split {
    text: Text,
    arrays: Vec<SplitArray>,
    /// Arrays that stay whole although a smaller fold exists, by function and name, and why.
    unproved: Vec<(String, String, String)>,
}

/// An array of which parts are arrays of their own.
struct SplitArray {
    function: String,
    name: String,
    /// Its name in its declaration.
    declared: source::Span,
    pieces: Vec<Piece>,
    gain: Gain,
    /// The assumptions of the proof.
    assumed: Assumed,
}

/// A part of an array that is an array of its own.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    /// Its name.
    pub(super) name: String,
    /// The dimension, and its subscript there.
    pub(super) dim: usize,
    pub(super) at: String,
    /// The dimensions of the array.
    pub(super) dims: usize,
    /// Whether the array has its values too.
    pub(super) is_copy: bool,
}

/// Splits the arrays of each function, as far as the fold gets smaller and the new text is proved.
fn split(
    original: &Arc<Version>,
    trials: Trials<'_>,
    options: &Options,
) -> Result<Split, PreprocessError> {
    let mut splitter = Splitter {
        original,
        trials,
        options,
        split: Split {
            text: Text::of(Arc::clone(original), options.keep_lines),
            arrays: Vec::new(),
            unproved: Vec::new(),
        },
        wishes: wishes::all(original.program(), options).into(),
        texts: VecDeque::new(),
        verdicts: Verdicts::default(),
    };
    settle(&mut splitter)?;
    Ok(splitter.split)
}

/// What is split so far, and what may be.
struct Splitter<'s> {
    original: &'s Arc<Version>,
    trials: Trials<'s>,
    options: &'s Options,
    split: Split,
    /// The arrays that are left.
    wishes: VecDeque<Wish>,
    /// The texts that are left for the present array, the best one first.
    texts: VecDeque<Trial>,
    verdicts: Verdicts,
}

/// A text in which an array is split.
struct Trial {
    wish: Rc<Wish>,
    text: Text,
    gain: Gain,
    /// The macros that it asserts.
    asserted: Vec<PresentValue>,
}

impl Trial {
    /// The same with assertions of macros, if the proof lacks nothing else.
    fn asserting(
        &self,
        macros: &[PresentValue],
        flags: &Flags,
    ) -> Result<Option<Trial>, PreprocessError> {
        let (program, function) = (self.text.version.program(), &self.wish.function);
        let is_useless = macros.is_empty() || !self.asserted.is_empty();
        if is_useless || !may_assert(program, function, macros) {
            return Ok(None);
        }
        let mut edits = Edits::default();
        let below = "parts of arrays are split off";
        assert(&mut edits, program, (function, macros), below);
        Ok(Some(Trial {
            wish: Rc::clone(&self.wish),
            text: self.text.edited(edits, flags)?,
            gain: self.gain.clone(),
            asserted: macros.to_vec(),
        }))
    }
}

impl Proposer for Splitter<'_> {
    type Proposal = Proposal;
    type Fault = (String, Fault);

    fn propose(&mut self) -> Result<Option<Proposal>, PreprocessError> {
        loop {
            if let Some(Trial {
                wish,
                text,
                asserted,
                ..
            }) = self.texts.front()
            {
                let claim = Claim::new(&wish.function, asserted, PROOF);
                let after = Arc::clone(&text.version);
                return Ok(Some(Proposal::new(self.original, after, vec![claim])));
            }
            let Some(wish) = self.wishes.pop_front().map(Rc::new) else {
                return Ok(None);
            };
            let attempt = Attempt {
                wish: &wish,
                trials: self.trials,
                options: self.options,
                start: &self.split.text,
            };
            let trial = |(text, gain)| Trial {
                wish: Rc::clone(&wish),
                text,
                gain,
                asserted: Vec::new(),
            };
            self.texts = attempt.smaller()?.into_iter().map(trial).collect();
        }
    }

    fn faults(&mut self, proposal: &mut Proposal) -> Vec<(String, Fault)> {
        let apart = &self.options.assume.apart;
        proposal.faults(self.trials.flags, apart, &mut self.verdicts)
    }

    fn accept(&mut self, mut proposal: Proposal) -> Result<(), PreprocessError> {
        let trial = self.texts.pop_front();
        self.texts.clear();
        let Some(Trial {
            wish, text, gain, ..
        }) = trial
        else {
            return Ok(());
        };
        let assumed = proposal.assumed.remove(&wish.function);
        self.split.arrays.push(SplitArray {
            function: wish.function.clone(),
            name: wish.array.clone(),
            declared: wish.declared,
            pieces: text.pieces_of(&wish.array),
            gain,
            assumed: assumed.unwrap_or_default(),
        });
        self.split.text = text;
        let is_other =
            |(f, a, _): &(String, String, String)| (f, a) != (&wish.function, &wish.array);
        self.split.unproved.retain(is_other);
        Ok(())
    }

    fn retreat(
        &mut self,
        _: Proposal,
        faults: Vec<(String, Fault)>,
    ) -> Result<(), PreprocessError> {
        let (Some(trial), Some((function, fault))) =
            (self.texts.pop_front(), faults.into_iter().next())
        else {
            return Ok(());
        };
        match trial.asserting(&fault.macros, self.trials.flags)? {
            Some(asserting) => self.texts.push_front(asserting),
            None => {
                let array = trial.wish.array.clone();
                self.split.unproved.push((function, array, fault.reason));
            }
        }
        Ok(())
    }
}
