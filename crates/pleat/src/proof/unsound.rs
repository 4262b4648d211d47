//! Why a folded text is not accepted.

/// Why the folded text is not accepted: always a fault in Pleat, never in the user's file.
#[derive(Debug, thiserror::Error)]
pub enum Unsound {
    /// The preprocessor rejects it.
    #[error("the folded text cannot be preprocessed: {0}")]
    Preprocess(#[from] source::PreprocessError),
    /// Edits of macros changed more than the accesses that they are for.
    #[error("edits of macros change more than the accesses that they are for")]
    Macros,
    /// It has other regions than the original.
    #[error("the folded text has other regions than the original in `{function}`")]
    Regions {
        /// The function.
        function: String,
        /// Which of its regions.
        ordinal: usize,
    },
    /// A folded array is not found again.
    #[error("`{array}` is not found again in the folded text")]
    Lost {
        /// The array.
        array: String,
        /// The function.
        function: String,
        /// Which of its regions.
        ordinal: usize,
    },
    /// It can be read only for the present value of a macro, the original for all values.
    #[error("the folded text is only followed for the present value of `{name}`")]
    Macro {
        /// The macro.
        name: String,
        /// The function.
        function: String,
        /// Which of its regions.
        ordinal: usize,
    },
    /// A call does not match its function any more.
    #[error("a call in the folded text does not fit `{function}`")]
    Call {
        /// The function.
        function: String,
        /// Which of its regions.
        ordinal: usize,
    },
    /// A read does not find the value that the original read.
    #[error("the folded text is not equivalent in `{function}`: {mismatch}")]
    Mismatch {
        /// The function.
        function: String,
        /// Which of its regions.
        ordinal: usize,
        /// What differs.
        mismatch: check::Mismatch,
    },
}

impl Unsound {
    /// The ordinal of the region, if the proof is inconclusive: then its arrays are kept. A
    /// contradiction is a fault in Pleat.
    pub(crate) fn unproved(&self) -> Option<usize> {
        match self {
            Unsound::Regions { ordinal, .. }
            | Unsound::Macro { ordinal, .. }
            | Unsound::Call { ordinal, .. }
            | Unsound::Lost { ordinal, .. } => Some(*ordinal),
            Unsound::Mismatch {
                ordinal, mismatch, ..
            } if !contradicts(mismatch) => Some(*ordinal),
            Unsound::Mismatch { .. } | Unsound::Preprocess(_) | Unsound::Macros => None,
        }
    }

    /// The function and the region in which a read would find another value.
    pub(crate) fn contradicted(&self) -> Option<(&str, usize)> {
        match self {
            Unsound::Mismatch {
                function, ordinal, ..
            } => Some((function, *ordinal)),
            _ => None,
        }
    }

    /// Whether only new arithmetic may leave its type, which other text can avoid.
    pub(crate) fn overflows(&self) -> bool {
        let mismatch = match self {
            Unsound::Mismatch { mismatch, .. } => Some(mismatch),
            _ => None,
        };
        matches!(mismatch, Some(check::Mismatch::Overflow { .. }))
    }

    /// The array that is to blame, by its name in C or in the scop, if it is known.
    pub(crate) fn array(&self) -> Option<&str> {
        match self {
            Unsound::Lost { array, .. } => Some(array),
            Unsound::Mismatch { mismatch, .. } => mismatch.array(),
            _ => None,
        }
    }
}

/// Whether a read would find another value, or a subscript leaves its array. All other mismatches
/// mean that the two texts were read differently.
fn contradicts(mismatch: &check::Mismatch) -> bool {
    use check::Mismatch::{LiveIn, LiveOut, OutOfBounds, Overwritten, Unordered, WrongCell};
    matches!(
        mismatch,
        OutOfBounds { .. }
            | WrongCell { .. }
            | Overwritten { .. }
            | Unordered { .. }
            | LiveIn { .. }
            | LiveOut { .. }
    )
}
