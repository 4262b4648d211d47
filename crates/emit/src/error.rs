//! Why a proved mapping cannot be written as C. Knows no place of the file.

use poly::PolyError;

/// Why a proved mapping cannot be written as C.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EmitError {
    /// A size or subscript would need a division that rounds down, and C's truncates.
    #[error("its size or a subscript needs a division that C would round the other way")]
    NotInC,
    /// A product may not fit in an `int`, and C90 has nothing wider than a `long` of 32 bits.
    #[error(
        "its size or a subscript needs an integer of 64 bits, which this version of C does not have"
    )]
    NoWideType,
    /// The subscripts of a reference are not known as expressions.
    #[error("a subscript cannot be rewritten")]
    Subscript,
    /// A parameter has no value yet, or another meaning, where it would have to be written.
    #[error("`{0}` cannot be used where its size or a subscript would need it")]
    Hidden(String),
    /// A macro has no value yet where it would be asserted.
    #[error(
        "it rests on the value of `{0}`, which cannot be asserted because the macro is defined inside \
         of the function; define it in front"
    )]
    DefinedLate(String),
    /// Static storage needs a constant size; so does an array that has one already.
    #[error("its size is a constant, and the new one would not be")]
    NotConstant,
    /// The mapping needs a digit of a linearised subscript, which is not affine.
    #[error("its linear subscript would have to be taken apart")]
    Linearised,
    /// A local array in the place of a parameter would be too large.
    #[error(
        "a local array in its place may be too large for the stack, and smaller subscripts would free \
         nothing in the caller's array"
    )]
    TooLarge,
    /// A local array in the place of a parameter would need a place in lists of names.
    #[error("a local array in its place needs another name, which `default(none)` does not list")]
    Listed,
    /// Several threads may execute the function at once, and the array does not become automatic.
    #[error("threads that execute the function at the same time would share its new storage")]
    Shared {
        /// The size of the folded array; `None` if its declaration cannot be changed.
        bytes: Option<u64>,
    },
    /// The new number of bytes does not fit the way in which the old one is written.
    #[error("the size of its allocation cannot be rewritten")]
    Size,
    /// `memset(a[i], ...)` or a pointer to a row takes elements that the mapping would part.
    #[error(
        "a pointer to a row or a call such as `memset` takes elements together that the mapping would part"
    )]
    Block,
    /// A new subscript would mix signed and unsigned numbers, and no old one does.
    #[error(
        "a subscript would mix signed and unsigned numbers; one type for counters and sizes helps"
    )]
    MixedSigns,
    /// The new array would have more elements than the old one for some sizes.
    #[error("for some sizes it would be larger than it is now")]
    Grows,
    /// Two edits touch the same bytes (the same text serves two arrays).
    #[error("one piece of text would have to be changed in two ways")]
    Overlap,
    /// A range query exceeded its budget.
    #[error(transparent)]
    Poly(#[from] PolyError),
}
