//! Why an array has storage of its own.

/// Why an array cannot be in the storage of another one, or give its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// It is an argument, or belongs to other functions too.
    #[error("its storage belongs to other code too")]
    NotLocal,
    /// Its elements are not numbers.
    #[error("its elements are no numbers")]
    Element,
    /// Qualifiers, attributes, a type that contains the size.
    #[error("its declaration has a form that is not rewritten")]
    Declaration,
    /// Nothing reads or writes it.
    #[error("it is not used")]
    Unused,
    /// A directive may give threads copies of it.
    #[error("a pragma names it")]
    Pragma,
    /// Another configuration may read it.
    #[error("a line that `#if` or a macro may leave out names it")]
    Configuration,
    /// The address of the array, or its size in bytes, is used.
    #[error("its address or its size in bytes is used")]
    Address,
    /// The declaration or allocation is in a macro or a header.
    #[error("a macro writes its declaration")]
    Macro,
    /// A pointer that is no heap array.
    #[error("its pointer is not set once to new storage")]
    Pointer,
    /// An argument of a function that is not in the file.
    #[error("it is passed to code that is not seen, which may keep its address")]
    Unseen,
    /// A static array whose address outlives the call.
    #[error("its address has a use that is not followed: it may be read between two calls")]
    Kept,
    /// A static array of a function that calls itself.
    #[error("its function may be entered again before it returns")]
    Nested,
    /// A static array of a function that threads may execute.
    #[error(
        "threads may execute its function at the same time, unless `--assume single-thread` states \
         otherwise"
    )]
    Concurrent,
    /// `free` is not a statement of its own, or the pointer is returned.
    #[error("its storage is not freed by a statement of this function")]
    Release,
}
