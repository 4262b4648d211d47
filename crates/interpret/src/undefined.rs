//! Ways in which an execution leaves the meaning of C, or the abilities of the interpreter.

use crate::arithmetic::Fault;
use std::fmt;

/// Why an execution has no meaning in C.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Undefined {
    /// A value that nothing has written decides what happens.
    Unwritten,
    /// An access outside of its object.
    Outside {
        /// The object, as its declaration or the path from a parameter names it.
        object: String,
        /// The first byte of the access, from the start of the object.
        offset: i64,
        /// The number of bytes that it accesses.
        size: u64,
        /// The size of the object in bytes.
        bytes: u64,
        /// Whether it is a store.
        is_write: bool,
    },
    /// An access to an object that does not exist any more.
    Ended {
        /// The object.
        object: String,
    },
    /// A null pointer or a number is used as an address.
    NoObject,
    /// `free` or `realloc` of something that is not the start of a block.
    BadFree,
    /// A signed operation leaves its type.
    Overflow,
    /// Division or remainder by zero.
    DivisionByZero,
    /// The distance of a shift is negative or not below the width.
    Shift,
    /// A floating value that an integer type cannot hold.
    Conversion,
    /// `memcpy` of memory onto itself.
    Overlap,
    /// Two iterations of a `simd` loop access the same element, one of them writing.
    Lanes {
        /// The object.
        object: String,
    },
    /// An array with a length that is not positive.
    Length,
    /// An assertion fails.
    Assertion,
    /// The program aborts itself.
    Abort,
}

impl From<Fault> for Undefined {
    fn from(fault: Fault) -> Undefined {
        match fault {
            Fault::Overflow => Undefined::Overflow,
            Fault::DivisionByZero => Undefined::DivisionByZero,
            Fault::Shift => Undefined::Shift,
            Fault::Conversion => Undefined::Conversion,
        }
    }
}

impl fmt::Display for Undefined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Undefined::Unwritten => f.write_str("a value that nothing has written is used"),
            Undefined::Outside {
                object,
                offset,
                size,
                bytes,
                is_write,
            } => {
                let verb = if *is_write { "write" } else { "read" };
                let (unit, at, count) = elements(*offset, *size, *bytes);
                write!(f, "{verb} of {unit} {at} of `{object}`, which has {count}")
            }
            Undefined::Ended { object } => write!(f, "`{object}` is used after its lifetime"),
            Undefined::NoObject => f.write_str("a pointer to no object is used"),
            Undefined::BadFree => f.write_str("memory is freed that is no allocated block"),
            Undefined::Overflow => f.write_str("signed overflow"),
            Undefined::DivisionByZero => f.write_str("division by zero"),
            Undefined::Shift => f.write_str("shift by a negative or too large distance"),
            Undefined::Conversion => f.write_str("a floating value does not fit an integer type"),
            Undefined::Overlap => f.write_str("memory is copied onto itself"),
            Undefined::Lanes { object } => {
                write!(
                    f,
                    "two iterations of a `simd` loop share an element of `{object}`"
                )
            }
            Undefined::Length => f.write_str("an array has no positive length"),
            Undefined::Assertion => f.write_str("an assertion fails"),
            Undefined::Abort => f.write_str("the program aborts"),
        }
    }
}

/// A place in an object as a number of elements, if accesses are at multiples of their size.
pub(crate) fn elements(offset: i64, size: u64, bytes: u64) -> (&'static str, i64, u64) {
    let step = size.clamp(1, 1 << 32) as i64;
    match offset % step == 0 && bytes.is_multiple_of(step as u64) {
        true => ("element", offset / step, bytes / step as u64),
        false => ("byte", offset, bytes),
    }
}

/// Why an execution ends before the function returns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Halt {
    /// It has no meaning.
    Undefined(Undefined),
    /// The interpreter does not know a construct or function.
    Unsupported(String),
    /// It takes more of this than allowed.
    Budget(&'static str),
    /// A loop does not end.
    Endless,
    /// The program ends itself with this status.
    Exit(i32),
}

impl fmt::Display for Halt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Halt::Undefined(undefined) => undefined.fmt(f),
            Halt::Unsupported(what) => f.write_str(what),
            Halt::Budget(what) => write!(f, "too many {what}"),
            Halt::Endless => f.write_str("a loop that does not end"),
            Halt::Exit(status) => write!(f, "the program exits with status {status}"),
        }
    }
}

impl From<Undefined> for Box<Halt> {
    fn from(undefined: Undefined) -> Box<Halt> {
        Box::new(Halt::Undefined(undefined))
    }
}

impl From<Fault> for Box<Halt> {
    fn from(fault: Fault) -> Box<Halt> {
        Undefined::from(fault).into()
    }
}

/// The result of a step of execution.
pub(crate) type Done<T> = Result<T, Box<Halt>>;

/// The end of an execution by something that the interpreter does not do.
pub(crate) fn unsupported<T>(what: impl Into<String>) -> Done<T> {
    Err(Box::new(Halt::Unsupported(what.into())))
}
