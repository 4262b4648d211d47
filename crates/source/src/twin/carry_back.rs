//! Carries edits of the twin back into the user's file: into a macro's body or an argument where all
//! that comes out of these bytes is edited alike, else into the smallest invocation that contains
//! them, which is written out.

use crate::text::edits::Edits;
use crate::text::span::Span;
use crate::twin::site_tokens::CarryBack;
use crate::twin::sites::{Depth, Site, TwinEdits};
use crate::twin::write_out::Twin;

impl Twin {
    /// The edits of the user's file that make the same of it as `edits` make of the written-out
    /// text, but for texts that sites have in common. What no `site` holds is a site of its own.
    ///
    /// # Errors
    /// The place in the written-out text of what can be edited nowhere.
    pub fn carry_back(
        &self,
        edits: &Edits,
        sites: &[Site],
        depth: Depth,
    ) -> Result<TwinEdits, Span> {
        let mut carry = CarryBack::new(self, edits, sites, depth)?;
        if depth == Depth::WrittenOut {
            carry.write_out_all()?;
        }
        let shared = carry.shared_edits()?;
        let bodies = shared.iter().map(|s| s.edit.clone());
        let all = carry.direct.iter().cloned().chain(bodies);
        let mut users = Edits::default();
        for edit in all.chain(carry.invocation_edits()) {
            let span = edit.span;
            users.insert(edit).map_err(|_| span)?;
        }
        Ok(TwinEdits {
            users,
            twin: carry.twin_edits(&shared)?,
        })
    }
}
