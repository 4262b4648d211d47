//! Errors of integer set computations.

use crate::matrix::MatrixError;

/// Result of a set computation.
pub type Result<T> = std::result::Result<T, PolyError>;

/// Why a set computation gave no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PolyError {
    /// The operation budget of the context is used up; the answer is unknown.
    #[error("the operation budget of the integer set computation is used up")]
    Budget,
    /// isl refused: wrong spaces, bad text, an unbounded set where a bounded one is needed.
    #[error("an operation on integer sets failed")]
    Failed(String),
    /// A number does not fit in 64 bits.
    #[error("a coefficient does not fit in 64 bits")]
    Overflow,
}

impl From<isl_rs::LibISLError> for PolyError {
    fn from(error: isl_rs::LibISLError) -> Self {
        let text = error.to_string();
        if text.starts_with("[Quota") || text.contains("exceeded") {
            PolyError::Budget
        } else {
            PolyError::Failed(text)
        }
    }
}

impl From<MatrixError> for PolyError {
    fn from(error: MatrixError) -> Self {
        PolyError::Failed(error.to_string())
    }
}

impl From<std::num::TryFromIntError> for PolyError {
    fn from(_: std::num::TryFromIntError) -> Self {
        PolyError::Overflow
    }
}
