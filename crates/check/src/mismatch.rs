//! Why two scops could not be shown to compute the same values.

use poly::PolyError;

/// What differs between the original and the emitted program, or why that is not known.
///
/// Statements are named as in the scop (`S3`), arrays by their name in the original.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Mismatch {
    /// Another number of statements.
    #[error("{original} statements became {emitted}")]
    StatementCount {
        /// In the user's file.
        original: usize,
        /// In the printed file.
        emitted: usize,
    },
    /// A statement is executed for other iterations.
    #[error("{statement} is executed for other iterations")]
    Domain {
        /// The statement.
        statement: String,
    },
    /// A statement is executed at another time.
    #[error("{statement} is executed in another order")]
    Schedule {
        /// The statement.
        statement: String,
    },
    /// Reads come before writes in only one of the two.
    #[error("the order of reads and writes inside {statement} differs")]
    InnerOrder {
        /// The statement.
        statement: String,
    },
    /// Other loops around a statement are parallel.
    #[error("{statement} is shared among threads in another way")]
    Parallel {
        /// The statement.
        statement: String,
    },
    /// Other iterations have copies of an array of their own.
    #[error("`{array}` is private to other iterations")]
    Copies {
        /// The array.
        array: String,
    },
    /// Another number of accesses to a folded array.
    #[error("{original} accesses to `{array}` became {emitted}")]
    AccessCount {
        /// The array.
        array: String,
        /// In the user's file.
        original: usize,
        /// In the printed file.
        emitted: usize,
    },
    /// An access moved to another statement, or a read became a write.
    #[error("access {at} to `{array}`, in {statement}, became another one")]
    Access {
        /// The array.
        array: String,
        /// Which access to it, in textual order from 0.
        at: usize,
        /// The original's statement.
        statement: String,
    },
    /// An access happens under another condition.
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
    /// A living value is overwritten.
    #[error("{by} overwrites a value of `{array}` that {read} still needs")]
    Overwritten {
        /// The array.
        array: String,
        /// The statement that overwrites.
        by: String,
        /// The statement that reads.
        read: String,
    },
    /// Two writes may happen at once in one cell.
    #[error("{first} and {second} store different elements of `{array}` in one cell, in no order")]
    Unordered {
        /// The array.
        array: String,
        /// One statement that writes.
        first: String,
        /// The other one.
        second: String,
    },
    /// A read may find a value from before the region: folds of such arrays are not checked.
    #[error("{read} may read a value of `{array}` from before the region")]
    LiveIn {
        /// The array.
        array: String,
        /// The statement that reads.
        read: String,
    },
    /// Code after the region reads the array: folds of such arrays are not checked.
    #[error("`{array}` is read after the region")]
    LiveOut {
        /// The array.
        array: String,
    },
    /// What a subscript computes may leave its type.
    #[error("`{value}` may overflow {ty}")]
    Overflow {
        /// The array, if it is known which.
        array: Option<String>,
        /// The subexpression, in iterators and parameters.
        value: String,
        /// Its type.
        ty: String,
    },
    /// Out of reach of this checker.
    #[error("the new subscripts of `{array}` could not be judged: {why}")]
    Undecided {
        /// The array.
        array: String,
        /// What stood in the way.
        why: &'static str,
    },
    /// The integer set computation gave no answer.
    #[error(transparent)]
    Poly(#[from] PolyError),
}

impl Mismatch {
    /// The array that it is about, if it is about one.
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
