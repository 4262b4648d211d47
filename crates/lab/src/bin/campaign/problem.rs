//! What may be wrong with a program.

use super::setting::Setting;

/// Something that must not happen.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Problem {
    /// Pleat does not survive it.
    #[error("panic: {0}")]
    Panic(String),
    /// The folded text contradicts the original.
    #[error("unsound: {0}")]
    Unsound(String),
    /// The text cannot be read.
    #[error("unreadable: {0}")]
    Unreadable(String),
    /// Sets cannot be computed.
    #[error("analysis failed: {0}")]
    GaveUp(String),
    /// It takes too long to compare; nothing is wrong.
    #[error("too long")]
    Budget,
    /// A program is defined where the context does not hold.
    #[error("outside of the context {0}")]
    Context(String),
    /// The scop is not what C executes.
    #[error("read wrongly: {0}")]
    Front(String),
    /// A set lacks what an execution shows.
    #[error("missed: {0}")]
    Missed(String),
    /// Elements that conflict share a cell.
    #[error("mapping: {0}")]
    Mapping(String),
    /// A value is lost on folded storage.
    #[error("simulated: {0}")]
    Simulated(String),
    /// The folded text does not compile, or does not run to its end.
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
    /// The kernel itself is at fault.
    #[error("generator: {0}")]
    Generator(String),
}

/// What is wrong with which kernel; `None` if that is not known.
pub type Wrong = (Option<usize>, Problem);

impl Problem {
    /// Without what is not needed to see it again.
    pub fn narrowed(&self, setting: &Setting) -> (Setting, bool) {
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
