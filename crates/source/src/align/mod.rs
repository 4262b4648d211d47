//! Aligns the main file with the compiler's listing: each token of the listing gets the bytes of
//! the file that it stands for. Nothing here knows the grammar of C.

mod active_lines;
mod builder;
mod chunk;
mod facts;
pub(crate) mod known;
mod walk;

use crate::align::active_lines::active_lines;
use crate::align::walk::{Inputs, Walk};
use crate::compiler::listing::Listing;
use crate::lines::numbering::Numbering;
use crate::macros::kept_macros::KeptMacros;
use crate::text::file::SourceFile;
use crate::tokens::layout::Layout;
use crate::tokens::symbols::Symbols;
use crate::unit::Unit;
use std::collections::HashSet;
use std::sync::Arc;

/// The number of walks to find the macros that can be kept; the last one keeps none.
const MAX_PASSES: usize = 6;

/// Makes the unit of `file`.
pub(crate) fn align(
    file: SourceFile,
    layout: &Layout,
    listing: &Listing,
    symbols: &mut Symbols,
) -> Unit {
    let active = active_lines(layout, listing);
    let numbering = Numbering::new(&file, layout, &active, symbols);
    let inputs = Inputs {
        layout,
        listing,
        active: &active,
        numbering: Arc::new(numbering),
        builtins: None,
    };
    walked(file, &inputs, symbols).0
}

/// Makes the unit of `file`, and says whether all of its tokens are known.
fn walked(file: SourceFile, inputs: &Inputs<'_>, symbols: &mut Symbols) -> (Unit, bool) {
    let mut unstable = HashSet::new();
    for _ in 1..MAX_PASSES {
        let kept_macros = KeptMacros::avoiding(unstable.clone());
        let mut walk = Walk::new(inputs, symbols, kept_macros);
        walk.run();
        match walk.expander.kept_macros.another_pass() {
            Some(more) => unstable = more,
            None => {
                let is_explained = walk.is_explained;
                return (walk.finish(file), is_explained);
            }
        }
    }
    let mut walk = Walk::new(inputs, symbols, KeptMacros::none());
    walk.run();
    let is_explained = walk.is_explained;
    (walk.finish(file), is_explained)
}
