//! Which sums of a fused loop certainly stay in the type of its counter: those between two values
//! that the user's loops compute, and those of numbers and macros, which are small.

use super::frame::Frame;
use crate::bound::{difference, moved};
use crate::nests::NestText;
use integer::IntType;
use poly::Expr;

/// The bounds of the user's loops.
#[derive(Clone, Copy)]
pub(super) struct Reach<'r>(pub(super) &'r [NestText]);

impl Reach<'_> {
    /// Whether a value is small whatever the sizes are: sizes of 64 bits are.
    fn is_small(self, value: &Expr) -> bool {
        let is_any = |nest: &NestText, name: &str| {
            nest.ty.bits < IntType::LONG.bits || nest.first.mentions(name)
        };
        let mut variables = self.0.iter().flat_map(|nest| {
            let own = nest.variables.iter();
            own.filter(move |name| is_any(nest, name))
        });
        !variables.any(|name| value.mentions(name))
    }

    fn differs(self, value: &Expr, is_meant: impl Fn(i64) -> bool) -> bool {
        let mut bounds = self.0.iter().flat_map(|nest| [&nest.first, &nest.end]);
        bounds.any(|bound| difference(value, bound).is_some_and(&is_meant))
    }

    /// Whether a value is not above the type.
    pub(super) fn is_below(self, value: &Expr) -> bool {
        self.is_small(value) || self.differs(value, |more| more <= 0)
    }

    /// Whether a value is not below the type.
    pub(super) fn is_above(self, value: &Expr) -> bool {
        self.is_small(value) || self.differs(value, |more| more >= 0)
    }

    /// The first value of the counter of a loop, and the one at which it ends.
    fn bounds(self, frame: &Frame) -> (Expr, Expr) {
        let (main, last) = (&self.0[frame.main], &self.0[frame.last]);
        let end = moved(&last.end, -frame.places[frame.last].offset);
        (moved(&main.first, frame.lead), end)
    }

    /// Whether the counter of a loop stays in its type.
    pub(super) fn holds(self, frame: &Frame) -> bool {
        let (first, end) = self.bounds(frame);
        frame.places[frame.last].scale != 1 || self.is_above(&first) && self.is_below(&end)
    }

    /// Whether the rows of a nest stay in the type of the counter in all iterations of a loop, also
    /// in those in which the nest has no rows.
    pub(super) fn holds_row(self, frame: &Frame, nest: usize) -> bool {
        let (first, end) = self.bounds(frame);
        let place = &frame.places[nest];
        frame.places[frame.last].scale != 1
            || place.scale != 1
            || self.is_above(&moved(&first, place.offset))
                && self.is_below(&moved(&end, place.offset - 1))
    }
}
