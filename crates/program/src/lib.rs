//! C functions as programs over memory: types are explicit, expressions have no effects, and the
//! order of all effects is the order of statements.
//!
//! Two readers share this form: `interpret` executes it at given sizes, and `affine` turns it into
//! a system of recurrence equations. It knows the trees of `c`; it must not know sets.
//!
//! Rules of the form:
//! * [`Value`]s have no effects. An assignment, `++`, or a call inside a C expression becomes a
//!   statement before the one that uses it, in the order of evaluation of C (where C leaves the
//!   order open, from left to right; the right side of an assignment first). Parts that `&&`, `||`
//!   and `?:` may skip become statements under an [`StatementKind::If`] when they have effects.
//! * Every conversion of C is a [`ValueKind::Convert`]: the operands of [`ValueKind::Binary`] have
//!   one type, which is the type of the result, except for shifts and comparisons.
//! * A complex number is made from its parts ([`ValueKind::Complex`]): conversions to and from
//!   complex types say which parts. A real operand of `+`, `-`, `*` and of `complex / real` stays
//!   real, in the type of the parts (C11 G.5): zeros and infinities depend on it.
//! * A subscript of an array is [`Place::Element`]; a subscript of a pointer is [`Place::At`] of
//!   [`ValueKind::Offset`]. An array that decays is [`ValueKind::Address`] of its first element.
//! * Object-like integer macros that keep their names in the unit are [`ValueKind::Macro`].
//! * `goto` to a label of a block around it is a flag, and a loop if it jumps back.
//! * `assert` is a branch to a call of `__assert_fail` without its arguments, which are places in
//!   the text.
//! * Code that has no such form is [`StatementKind::Unsupported`] or [`ValueKind::Unsupported`].

mod alike;
pub mod callbacks;
mod declarations;
mod display;
mod expressions;
mod file;
mod initialisers;
mod ir;
mod literal;
mod lowerer;
mod macros;
pub mod points_to;
mod statements;
mod types;
pub mod visit;

pub use alike::same_place;
pub use file::lower;
pub use macros::{constant_value, recompute, with_causes};

pub use ir::{
    Arm, BinaryOp, Callee, Function, Lifetime, Loop, Macro, MacroId, Member, Object, ObjectId,
    Place, Program, Record, Statement, StatementKind, Type, UnaryOp, Unsupported, Value, ValueKind,
};
