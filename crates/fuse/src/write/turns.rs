//! Nests of which the first ones run a row behind the others, in the other order: their row comes
//! last in the iteration before.
//!
//! ```c
//! for (int t = 1; t < n + 1; t++) {        for (int t = 1; t < n; t++) {
//!     if (t >= 2)                              r[t] = y[t] - l[t - 1];
//!         l[t - 1] = ...;                      l[t] = ...;
//!     if (t < n)                           }
//!         r[t] = y[t] - l[t - 1];
//! }
//! ```

use super::frame::Frame;
use super::{Order, Part, Writer, whole};
use crate::nests::NestText;
use source::{Span, Unit, layout};

/// A fused loop in the place of its nests.
pub(super) struct Turned {
    /// The text from the comment before the first nest to the end of the last one.
    pub(super) span: Span,
    pub(super) text: String,
}

/// A fused loop in which all nests run in each iteration if the first ones get the last turn of the
/// iteration before. `None` if there is none, or nothing is gained.
pub(super) fn turned(unit: &Unit, nests: &[NestText], order: &Order) -> Option<Turned> {
    let file = &unit.file;
    let all = whole(nests)?;
    // A comment on the last line of a nest goes with the next one.
    let has_comment = |nest: &NestText| {
        let end = nest.span.end;
        layout::after_comment(file, Span::at(end)).end > end
    };
    if has_comment(nests.last()?) || !order.is_even(nests) || is_full(nests, order) {
        return None;
    }
    let mut turns = (1..nests.len()).filter(|first| !has_comment(&nests[first - 1]));
    turns.find_map(|first| {
        let mut turned = nests.to_vec();
        turned.rotate_left(first);
        let (behind, others) = order.ahead.split_at(first);
        let later = behind.iter().map(|ahead| ahead + 1);
        let ahead: Vec<i64> = others.iter().copied().chain(later).collect();
        let order = Order {
            rates: order.rates,
            ahead: &ahead,
        };
        is_full(&turned, &order).then_some(())?;
        let part = Part::turned();
        let before = file.slice(Span::new(nests[0].after, all.start));
        let comment = u32::try_from(before.trim_start().len()).ok()?;
        Some(Turned {
            span: Span::new(all.start - comment, all.end),
            text: Writer::new(unit, &turned, &order, part)?.text(),
        })
    })
}

/// Whether all nests run in each iteration of the fused loop.
fn is_full(nests: &[NestText], order: &Order) -> bool {
    let frame = Frame::new(nests, order, 0);
    frame.is_some_and(|frame| frame.places.iter().all(|p| !p.is_early && !p.is_late))
}
