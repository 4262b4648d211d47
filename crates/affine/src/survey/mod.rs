//! What the text of functions says without any values: which objects can be followed, which a loop
//! changes, which functions use an object.

mod changes;
mod conjuncts;
mod lists;
mod member_objects;
mod mentions;
mod opaque;
mod padded;
mod reach;
mod searches;
mod sizes;
mod stored;
mod tables;
mod tracked;

pub(crate) use changes::{
    assigned, assigned_by_calls, assigns_first, copies, counter, ends_program, has, has_exit, last,
    single_assignment, takes_address,
};
pub(crate) use conjuncts::{conjuncts, not};
pub(crate) use member_objects::with_members_apart;
pub(crate) use mentions::{Mentions, innermost};
pub(crate) use opaque::{Opaque, Stores, entered, may_be_opaque};
pub(crate) use padded::padded;
pub(crate) use reach::Reach;
pub(crate) use searches::{breaks_inside, initialised, is_harmless, is_search, with_ends};
pub(crate) use sizes::{Aim, sized};
pub(crate) use stored::{Stored, pointer_of};
pub(crate) use tracked::loaded_objects;
pub(crate) use tracked::{
    Tracked, data_objects, followed_record, is_followed, literal, uses_lasting,
};
