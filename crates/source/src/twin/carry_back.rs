//! Carries edits of the twin back into the user's file: into a macro's body or an argument if all
//! tokens that its bytes spell are edited alike; otherwise the smallest invocation that contains
//! them is written out.

use crate::text::edits::Edits;
use crate::text::span::Span;
use crate::twin::site_tokens::CarryBack;
use crate::twin::sites::{Depth, Site, TwinEdits};
use crate::twin::write_out::Twin;

impl Twin {
    /// The edits of the user's file that give the same program as `edits` of the twin, except for
    /// texts that sites have in common. An edit outside of all `sites` is a site of its own.
    ///
    /// # Errors
    /// The place in the twin of an edit that cannot be made in the user's file.
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
