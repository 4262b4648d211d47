//! Stages as one loop: the text of loop nests, and of the functions that contain them, as one fused
//! loop.
//!
//! ```text
//! function --inline--> calls of stages as their bodies
//!          --prepare--> borders, loops that count down, tests around loops in one form
//!          --nests--> loops that follow each other, with their bounds
//!          --(schedule)--> which are fused, and how far each runs ahead
//!          --write, moves--> the text of the fused loop, and what stood between
//!          --strips--> the fused loop as strips of rows that threads share
//! ```
//!
//! Nothing here is trusted: the caller proves the new text against the original.

mod bound;
mod fixed;
mod inline;
mod inner;
mod linkage;
mod memory;
mod moves;
mod nests;
mod pieces;
mod prepare;
mod strips;
mod structures;
mod typedefs;
mod types;
mod unused;
mod write;

pub use bound::{type_of, value as value_of};
pub use inline::{
    Inlined, InlinedCall, KeptCall, Obstacle, Stages, abandoned, accessors_inlined,
    declarations_apart, kept_calls, removable, results_apart, stages_inlined,
};
pub use linkage::{
    LinkedArrays, is_program, linked_arrays, linked_functions, not_static, not_static_function,
    uses,
};
pub use moves::group;
pub use nests::{
    BLOCK, CountedLoop, Item, NestText, Parted, Sequence, constants, counted_loop, first_value,
    sequences,
};
pub use pieces::{Cut, Loops, Side};
pub use prepare::{
    Prepared, Zeroed, cuts_at, distributed, has_zeros, interchanged, mirrored, prepared,
    running_as_sums, without_continue,
};
pub use strips::{
    Own, Part, Rows, Strips, Variables, is_marked, marked, moved, restored, rows, strips,
};
pub use structures::{
    columns_as_arrays, commas_apart, constructors_inlined, copies_removed, lists_apart,
    macros_written_out, members_as_objects, pointers_as_locals, sizes_of_turns, structures_apart,
    structures_as_locals, structures_set_apart, tables_as_arrays, tests_at_once,
    unnamed_members_removed, wholes_as_rows, written_plainly,
};
pub use typedefs::{Spelled, shapes_spelled};
pub use unused::{named_numbers, unused_numbers};
pub use write::{Blocks, Form, is_in_macro};
