//! Remarks about a file that concern no single array.

use source::{Severity, Span};

/// A remark about the file that concerns no single array.
#[derive(Debug, Clone)]
pub struct Note {
    /// Its severity.
    pub severity: Severity,
    /// Its place, if it has one.
    pub span: Option<Span>,
    /// The message, on one line.
    pub message: String,
}

impl Note {
    /// A note.
    pub fn new(span: Option<Span>, message: impl Into<String>) -> Self {
        let message = message.into();
        Note {
            severity: Severity::Note,
            span,
            message,
        }
    }

    /// A warning: probably not what the user wants.
    pub fn warning(span: Option<Span>, message: impl Into<String>) -> Self {
        let message = message.into();
        Note {
            severity: Severity::Warning,
            span,
            message,
        }
    }

    /// An error: the request cannot be carried out.
    pub fn error(span: Option<Span>, message: impl Into<String>) -> Self {
        let message = message.into();
        Note {
            severity: Severity::Error,
            span,
            message,
        }
    }
}
