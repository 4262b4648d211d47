//! Calls of stage functions as their bodies. Works on one text: trees, names and facts of a file
//! go in, edits of its bytes come out.
//!
//! Assumes: nothing here is trusted. The caller proves the new text against the original.
//!
//! ```text
//! Contents --stage--> stage functions
//!     \--sites--> calls side by side --passing--> parameters --body--> text --writing--> Edits
//! ```

mod accessors;
mod apart;
mod arguments;
mod body;
mod call_use;
mod decided;
mod declarations;
mod elements;
mod ending;
mod exit;
mod foreign;
mod kept;
mod names;
mod passing;
mod plan;
mod removal;
mod results;
mod results_apart;
mod same;
mod shares;
mod sites;
mod stage;
mod ways;
mod writing;

pub(crate) use apart::declared_apart;
pub(crate) use call_use::unlabelled;
pub(crate) use foreign::may_move;
pub use kept::KeptCall;
pub use removal::{abandoned, removable};
pub(crate) use results::number;
pub(crate) use stage::is_asserted;
pub use stage::{Obstacle, Stages};
pub use writing::{Inlined, InlinedCall};

use crate::nests::sequences;
use c::Contents;

/// The edits that replace calls of stage functions in one function by the bodies of these. Calls in
/// these bodies remain.
pub fn stages_inlined<'p>(
    contents: &Contents<'p>,
    stages: &Stages<'_, 'p>,
    function: &str,
) -> Inlined {
    let Some(caller) = contents.file.definition(function) else {
        return Inlined::default();
    };
    let caller = &contents.file.functions[caller];
    let blocks = sites::blocks(contents, caller, stages);
    let plans = plan::plans(contents, caller, &blocks);
    writing::edits(contents.unit, &plans)
}

/// The edits that give each object of a declaration of one function a declaration of its own, where
/// stages make the storage of one.
pub fn declarations_apart<'p>(
    contents: &Contents<'p>,
    stages: &Stages<'_, 'p>,
    function: &str,
) -> Inlined {
    let caller = contents.file.definition(function);
    let caller = caller.map(|index| &contents.file.functions[index]);
    caller.map_or_else(Inlined::default, |caller| {
        apart::apart(contents, stages, caller)
    })
}

/// The edits that give the results of stages that one function passes to the library names of their
/// own.
pub fn results_apart<'p>(
    contents: &Contents<'p>,
    stages: &Stages<'_, 'p>,
    function: &str,
) -> Inlined {
    let caller = contents.file.definition(function);
    let caller = caller.map(|index| &contents.file.functions[index]);
    caller.map_or_else(Inlined::default, |caller| {
        results_apart::apart(contents, stages, caller)
    })
}

/// The edits that replace calls of functions that read or set one element by what these compute, if
/// the function has several loops.
pub fn accessors_inlined(contents: &Contents<'_>, function: &str) -> Inlined {
    let caller = contents.file.definition(function);
    let caller = caller.map(|index| &contents.file.functions[index]);
    let has_sequence =
        |caller: &&c::names::file::Function<'_>| !sequences(contents.unit, caller).0.is_empty();
    let caller = caller.filter(has_sequence);
    caller.map_or_else(Inlined::default, |caller| {
        accessors::inlined(contents, caller)
    })
}

/// The calls that stay because their functions are not understood, beside a loop or another call
/// with which they share an array.
pub fn kept_calls<'p>(
    contents: &Contents<'p>,
    stages: &Stages<'_, 'p>,
    function: &str,
) -> Vec<KeptCall> {
    let caller = contents.file.definition(function);
    let caller = caller.map(|index| &contents.file.functions[index]);
    caller.map_or_else(Vec::new, |caller| kept::kept(contents, caller, stages))
}
