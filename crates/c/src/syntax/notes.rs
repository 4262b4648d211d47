//! What there is to say about a file beside its arrays.

use source::{Severity, Span};

/// A remark on the file that is not about one array.
#[derive(Debug, Clone)]
pub struct Note {
    /// How grave it is.
    pub severity: Severity,
    /// Where, if it has a place.
    pub span: Option<Span>,
    /// One line.
    pub message: String,
}

impl Note {
    /// Something to know.
    pub fn new(span: Option<Span>, message: impl Into<String>) -> Self {
        let message = message.into();
        Note {
            severity: Severity::Note,
            span,
            message,
        }
    }

    /// Something that is probably not what the user wants.
    pub fn warning(span: Option<Span>, message: impl Into<String>) -> Self {
        let message = message.into();
        Note {
            severity: Severity::Warning,
            span,
            message,
        }
    }

    /// Something that keeps what was asked for from being done.
    pub fn error(span: Option<Span>, message: impl Into<String>) -> Self {
        let message = message.into();
        Note {
            severity: Severity::Error,
            span,
            message,
        }
    }
}
