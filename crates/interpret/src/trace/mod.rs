//! What an execution did: the terms it computed, the events that stored them, the iterations in
//! which they happened. Recorded only when a difference is to be explained.

mod events;
mod terms;

pub(crate) use events::{Event, Read, Target, Trace};
pub(crate) use terms::{Operand, Operator, Term, Terms};
