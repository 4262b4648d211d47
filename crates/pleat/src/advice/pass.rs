//! The pass that gives advice.

use super::{add, configurations};
use crate::engine::{Name, New, Next, Pass, State};
use crate::stages::add_hints;
use crate::timings::timed;
use source::PreprocessError;
use std::time::Duration;

/// Makes the pass.
pub(crate) const ADVISE: New = || Box::new(Advise);

/// Says what fusion, or a change of the file or the flags, would give.
struct Advise;

impl Pass for Advise {
    fn name(&self) -> Name {
        Name::Advise
    }

    fn run(&mut self, state: &mut State<'_>) -> Result<Next, PreprocessError> {
        let (folded, options) = (&mut state.folded, &state.options);
        let Some(text) = state.analysed.take().filter(|_| options.fuse.is_none()) else {
            return Ok(Next::Continue);
        };
        configurations::add(folded, &text, state.flags, options);
        if options.hints {
            let mut time = Duration::ZERO;
            timed(&mut time, || {
                add_hints(folded, &state.text, state.flags, options);
                add(folded, &text, state.flags, options);
            });
            folded.timings.fusion.hint = time;
        }
        Ok(Next::Continue)
    }
}
