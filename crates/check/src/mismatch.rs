//! Why the proof that two scops compute the same values failed.

use poly::PolyError;

/// The difference between the original and the emitted program, or the reason why it is unknown.
///
/// Statements are named as in the scop (`S3`), arrays by their name in the original.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Mismatch {
    /// The numbers of statements differ.
    #[error("{original} statements became {emitted}")]
    StatementCount {
        /// In the user's file.
        original: usize,
        /// In the printed file.
        emitted: usize,
    },
    /// The iterations of a statement differ.
    #[error("{statement} is executed for other iterations")]
    Domain {
        /// The statement.
        statement: String,
    },
    /// The times of a statement differ.
    #[error("{statement} is executed in another order")]
    Schedule {
        /// The statement.
        statement: String,
    },
    /// Reads happen before writes in only one of the two.
    #[error("the order of reads and writes inside {statement} differs")]
    InnerOrder {
        /// The statement.
        statement: String,
    },
    /// The parallel loops around a statement differ.
    #[error("{statement} is shared among threads in another way")]
    Parallel {
        /// The statement.
        statement: String,
    },
    /// The iterations that have a copy of an array differ.
    #[error("`{array}` is private to other iterations")]
    Copies {
        /// The array.
        array: String,
    },
    /// The numbers of accesses to a folded array differ.
    #[error("{original} accesses to `{array}` became {emitted}")]
    AccessCount {
        /// The array.
        array: String,
        /// In the user's file.
        original: usize,
        /// In the printed file.
        emitted: usize,
    },
    /// An access is in another statement, or a read became a write.
    #[error("access {at} to `{array}`, in {statement}, became another one")]
    Access {
        /// The array.
        array: String,
        /// Which access to it, in textual order from 0.
        at: usize,
        /// The statement in the original.
        statement: String,
    },
    /// The condition of an access differs.
    #[error("access {at} to `{array}`, in {statement}, happens under another condition")]
    Condition {
        /// The array.
        array: String,
        /// Which access to it, in textual order from 0.
        at: usize,
        /// Its statement.
        statement: String,
    },
    /// A subscript leaves the new box.
    #[error("the new subscripts of `{array}` in {statement} may leave its new bounds")]
    OutOfBounds {
        /// The array.
        array: String,
        /// The statement of the access.
        statement: String,
    },
    /// A value is written to one cell and read from another.
    #[error("a value of `{array}` that {write} stores is not where {read} looks for it")]
    WrongCell {
        /// The array.
        array: String,
        /// The statement that writes.
        write: String,
        /// The statement that reads.
        read: String,
    },
    /// A value that is still needed is overwritten.
    #[error("{by} overwrites a value of `{array}` that {read} still needs")]
    Overwritten {
        /// The array.
        array: String,
        /// The statement that overwrites.
        by: String,
        /// The statement that reads.
        read: String,
    },
    /// Two writes may happen in one cell at the same time.
    #[error("{first} and {second} store different elements of `{array}` in one cell, in no order")]
    Unordered {
        /// The array.
        array: String,
        /// One statement that writes.
        first: String,
        /// The other one.
        second: String,
    },
    /// A read may find a value from before the region: folds of such arrays are not proved.
    #[error("{read} may read a value of `{array}` from before the region")]
    LiveIn {
        /// The array.
        array: String,
        /// The statement that reads.
        read: String,
    },
    /// Code after the region reads the array: folds of such arrays are not proved.
    #[error("`{array}` is read after the region")]
    LiveOut {
        /// The array.
        array: String,
    },
    /// The value of a subscript may leave its type.
    #[error("`{value}` may overflow {ty}")]
    Overflow {
        /// The array, if known.
        array: Option<String>,
        /// The subexpression, in iterators and parameters.
        value: String,
        /// Its type.
        ty: String,
    },
    /// Beyond the reach of this proof.
    #[error("the new subscripts of `{array}` could not be judged: {why}")]
    Undecided {
        /// The array.
        array: String,
        /// The obstacle.
        why: &'static str,
    },
    /// The computation on integer sets failed.
    #[error(transparent)]
    Poly(#[from] PolyError),
}

impl Mismatch {
    /// The array of the mismatch, if there is one.
    pub fn array(&self) -> Option<&str> {
        match self {
            Mismatch::AccessCount { array, .. }
            | Mismatch::Copies { array }
            | Mismatch::Access { array, .. }
            | Mismatch::Condition { array, .. }
            | Mismatch::OutOfBounds { array, .. }
            | Mismatch::WrongCell { array, .. }
            | Mismatch::Overwritten { array, .. }
            | Mismatch::Unordered { array, .. }
            | Mismatch::LiveIn { array, .. }
            | Mismatch::LiveOut { array }
            | Mismatch::Undecided { array, .. } => Some(array),
            Mismatch::Overflow { array, .. } => array.as_deref(),
            Mismatch::StatementCount { .. }
            | Mismatch::Domain { .. }
            | Mismatch::Schedule { .. }
            | Mismatch::InnerOrder { .. }
            | Mismatch::Parallel { .. }
            | Mismatch::Poly(_) => None,
        }
    }
}
