//! Tiles of several steps: each copies its part of the arrays, and executes all steps on it.
//!
//! ```c
//! double *const a_next = malloc((size_t)(n - 1) * sizeof *a_next);
//! if (a_next) {
//!     for (int tt = 0; tt < steps; tt += 16) {
//!         for (int ii = 1; ii < n - 1; ii += 64) {
//!             ...
//!         }
//!         for (int i = 1; i < n - 1; i++)
//!             a[i] = a_next[i];
//!     }
//! } else {
//!     ...
//! }
//! free(a_next);
//! ```

use super::copies::{CopyNest, CopyTexts};
use super::{Sharing, Writer, ends_text};
use print::{Lines, Names};

impl Writer<'_> {
    /// The nest in tiles of several steps.
    pub(super) fn in_steps(
        &self,
        copies: &CopyTexts,
        (body, is_in_block): (&str, bool),
        sharing: Sharing,
        (lines, names): (&mut Lines, &mut Names),
    ) -> Result<(), String> {
        if !is_in_block || !self.nest.outer.is_empty() {
            return Err("it is no statement of a block, or in another loop".to_string());
        }
        let body = &copies.rewritten(self.sums, body)?;
        for line in &copies.allocations {
            lines.push(line);
        }
        lines.push(&format!("if ({}) {{", copies.allocated.join(" && ")));
        lines.enter();
        let end = ends_text(self.sums, &self.dimensions[0].counter, &self.loops[0].ends);
        self.tile_header(0, end, lines);
        lines.open();
        let sheet = lines.sheet.clone();
        match sharing {
            Sharing::None => self.sequential(1, body, lines),
            _ => self.shared(1..1, body, lines, names),
        }
        lines.sheet = sheet;
        for nest in &copies.after {
            if sharing != Sharing::None {
                let own = match nest.shared.is_empty() {
                    true => String::new(),
                    false => format!(" private({})", nest.shared.join(", ")),
                };
                lines.push(&format!("#pragma omp parallel for{own}"));
            }
            push_nest(nest, lines);
        }
        lines.leave();
        self.otherwise(lines);
        for name in &copies.allocated {
            lines.push(&format!("free({name});"));
        }
        Ok(())
    }

    /// The user's nest in a tile, between the loops that copy arrays.
    pub(super) fn copied(&self, copies: &CopyTexts, text: &str, lines: &mut Lines) {
        lines.open();
        for line in &copies.declared {
            lines.push(line);
        }
        for nest in &copies.loads {
            push_nest(nest, lines);
        }
        lines.push_moved(text);
        for nest in &copies.stores {
            push_nest(nest, lines);
        }
        lines.leave();
    }
}

fn push_nest(nest: &CopyNest, lines: &mut Lines) {
    for line in &nest.lines {
        lines.push(line);
    }
}
