//! Kinds of problems that a program can show.

use super::setting::Setting;

/// A violation.
#[derive(Clone, Debug, thiserror::Error)]
pub(crate) enum Problem {
    /// Pleat panics.
    #[error("panic: {0}")]
    Panic(String),
    /// The folded text contradicts the original.
    #[error("unsound: {0}")]
    Unsound(String),
    /// The text cannot be read.
    #[error("unreadable: {0}")]
    Unreadable(String),
    /// The analysis of sets fails.
    #[error("analysis failed: {0}")]
    GaveUp(String),
    /// The comparison takes too long; no violation.
    #[error("too long")]
    Budget,
    /// The context excludes sizes at which the program is defined.
    #[error("outside of the context {0}")]
    Context(String),
    /// The scop differs from the execution in C.
    #[error("read wrongly: {0}")]
    Front(String),
    /// A set misses a fact that an execution shows.
    #[error("missed: {0}")]
    Missed(String),
    /// Conflicting elements share a cell.
    #[error("mapping: {0}")]
    Mapping(String),
    /// A value is lost on folded storage.
    #[error("simulated: {0}")]
    Simulated(String),
    /// The folded program does not compile, or fails.
    #[error("does not compile or run: {0}")]
    Compile(String),
    /// The folded program prints something else.
    #[error("output: {0}")]
    Output(String),
    /// The arrays take more bytes after the fold.
    #[error("memory: {0}")]
    Memory(String),
    /// Compilers warn of something new.
    #[error("warning: {0}")]
    Warning(String),
    /// The kernel itself is wrong.
    #[error("generator: {0}")]
    Generator(String),
}

/// A problem, and the kernel that has it if it is known.
pub(crate) type Wrong = (Option<usize>, Problem);

impl Problem {
    /// The smallest setting that shows the problem again, and whether programs must be executed.
    pub(crate) fn narrowed(&self, setting: &Setting) -> (Setting, bool) {
        let runs = matches!(
            self,
            Problem::Compile(_) | Problem::Output(_) | Problem::Memory(_) | Problem::Generator(_)
        );
        let is_late = runs
            || matches!(
                self,
                Problem::Panic(_) | Problem::Unsound(_) | Problem::Warning(_)
            );
        let setting = Setting {
            whole: is_late,
            ..setting.clone()
        };
        (setting, runs)
    }
}
