//! The pass that takes arrays at file scope of a program of one file for those of the file alone.

use crate::engine::{Judgement, Name, New, Next, Pass, State};
use crate::options::NoOverlap;
use crate::text::{Owned, Restored, Version, owned, unused_by_others};
use report::{Attention, Remark};
use source::{Diagnostic, PreprocessError, Severity};
use std::sync::Arc;

/// Makes the pass.
pub(crate) const LINKAGE: New = || Box::new(Linkage::default());

#[derive(Default)]
struct Linkage {
    /// The present text, if the file has such arrays.
    owned: Option<Owned>,
    /// None of them got smaller.
    is_in_vain: bool,
}

impl Pass for Linkage {
    fn name(&self) -> Name {
        Name::Linkage
    }

    fn last(&self) -> Name {
        Name::Share
    }

    fn run(&mut self, state: &mut State<'_>) -> Result<Next, PreprocessError> {
        let apart = &state.options.assume.apart;
        let is_assumed = matches!(apart, NoOverlap::Assumed | NoOverlap::Promised);
        if is_assumed && !self.is_in_vain {
            self.owned = owned(&state.text, state.flags, &|_| true)?;
        }
        if let Some(owned) = &self.owned {
            state.text = Arc::clone(&owned.text);
        }
        Ok(Next::Continue)
    }

    fn judge(
        &mut self,
        state: &mut State<'_>,
        before: &Arc<Version>,
    ) -> Result<Judgement, PreprocessError> {
        let Some(owned) = self.owned.take() else {
            return Ok(Judgement::Accepted);
        };
        let folded = &state.folded;
        let restored = match folded.bytes == owned.text.unit().file.bytes {
            true => Some(Restored {
                bytes: before.unit().file.bytes.clone(),
                changed: Vec::new(),
            }),
            false => owned.restored(&folded.bytes, state.flags)?,
        };
        let Some(Restored { bytes, changed }) = restored else {
            self.is_in_vain = true;
            return Ok(Judgement::Again);
        };
        state.put_before(&owned.edits, &before.unit().file);
        state.folded.bytes = bytes;
        if !changed.is_empty() {
            let message = format!("assumes that {}", unused_by_others(&changed));
            state.folded.remarks.push(Remark {
                line: Some(message.clone()),
                ..Remark::new(Diagnostic::new(Severity::Note, message), Attention::Folded)
            });
        }
        Ok(Judgement::Accepted)
    }
}
