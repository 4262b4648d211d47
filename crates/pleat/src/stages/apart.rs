//! Loops that stay apart although one reads what the other writes, and why.

use affine::Whole;
use fuse::Sequence;
use schedule::Barrier;
use source::Span;

/// Two loops that stay apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Apart {
    /// The function.
    pub function: String,
    /// The earlier loop.
    pub first: Span,
    /// The later loop.
    pub second: Span,
    /// The array that the first one writes and the second one reads, if it is known.
    pub array: Option<String>,
    /// The reason.
    pub cause: Cause,
}

/// Why two loops stay apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A row of the second needs rows of the first without bound.
    Unbounded,
    /// This is no loop over rows that can be fused.
    NoRows(Span),
    /// The bounds of both loops differ by something else than a number.
    Bounds,
    /// This needs all of the first one, and the second one needs all of this.
    Through(Span),
    /// This is not understood, so nothing is known of the whole function.
    Unknown(String, Span),
    /// They would not save anything, or another group of loops saves more.
    Other,
}

impl Apart {
    pub(super) fn of(
        function: &str,
        whole: &Whole,
        sequence: &Sequence,
        barrier: &Barrier,
    ) -> Self {
        let place = |item: usize| sequence.items[item].nest_span();
        Apart {
            function: function.to_string(),
            first: place(barrier.first),
            second: place(barrier.second),
            array: Some(whole.system.scop.array(barrier.array).name.clone()),
            cause: match barrier.cause {
                schedule::Cause::Unbounded => Cause::Unbounded,
                schedule::Cause::NoRows(item) => Cause::NoRows(place(item)),
                schedule::Cause::Bounds => Cause::Bounds,
                schedule::Cause::Through(item) => Cause::Through(place(item)),
                schedule::Cause::Other => Cause::Other,
            },
        }
    }

    /// Places as those of another text.
    pub(super) fn map(&mut self, place: impl Fn(Span) -> Span) {
        self.first = place(self.first);
        self.second = place(self.second);
        match &mut self.cause {
            Cause::NoRows(span) | Cause::Through(span) | Cause::Unknown(_, span) => {
                *span = place(*span);
            }
            Cause::Unbounded | Cause::Bounds | Cause::Other => {}
        }
    }
}
