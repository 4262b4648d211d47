//! The progress of a team of threads, as data.

/// The progress of the threads of a team in the block at hand.
#[derive(Clone, Copy, Debug)]
pub struct Team {
    pub(super) phase: i64,
    pub(super) part: i64,
    /// Some thread may still be at work on arrays.
    pub(super) is_open: bool,
}

impl Team {
    /// A team before its first statement. Code beside the block has phase 0.
    pub fn new() -> Self {
        Team {
            phase: 1,
            part: 0,
            is_open: false,
        }
    }

    pub(super) fn wait(&mut self) {
        self.phase += 1;
        self.part = 0;
        self.is_open = false;
    }
}
