//! The headers of the user's loops, cut to a tile.

use super::Writer;
use crate::bounds::Cut;
use crate::nest::Loop;
use poly::Expr;

/// The parts of a header that change.
pub(super) struct Header {
    /// The first value of the counter, and perhaps a variable for its end.
    pub(super) first: String,
    /// The condition.
    pub(super) condition: String,
}

/// The header of a loop, cut to the tiles of some dimensions whose forms are its counter and a
/// rest.
pub(super) fn header(writer: &Writer<'_>, loop_: &Loop, clamps: &[(usize, Cut)]) -> Header {
    let slice = |span: source::Span| writer.slice(span.start, span.end);
    let mut header = Header {
        first: slice(loop_.first),
        condition: slice(loop_.condition),
    };
    let mut lower = loop_.counted.first.clone();
    for (at, rest) in clamps {
        (header.first, lower) = first(writer, loop_, (*at, &rest.least), (header.first, lower));
    }
    if clamps.is_empty() {
        return header;
    }
    match (loop_.is_innermost(), loop_.counted.is_declared) {
        (false, _) => {
            for clamp in clamps {
                let bound = upper_test(writer, loop_, clamp);
                header.condition = format!("{} && {bound}", header.condition);
            }
        }
        (true, true) => {
            let counter = &loop_.counted.counter;
            let end = writer.end_name(counter);
            let value = least_end(writer, loop_, clamps);
            let gap = writer.gap(loop_, &header.first, &value);
            header.first = format!("{},{gap}{end} = {value}", header.first);
            header.condition = format!("{counter} < {end}");
        }
        (true, false) => {
            let counter = &loop_.counted.counter;
            header.condition = format!("{counter} < ({})", least_end(writer, loop_, clamps));
        }
    }
    header
}

/// The first value with one more bound.
fn first(
    writer: &Writer<'_>,
    loop_: &Loop,
    (at, rest): (usize, &Expr),
    (text, lower): (String, Expr),
) -> (String, Expr) {
    let tile = Expr::var(&writer.dimensions[at].counter);
    let value = tile.clone() - rest.clone();
    let from = lower.clone() + rest.clone();
    let mut firsts = writer.loops[at].first.iter();
    if firsts.all(|first| writer.is_at_least(first, &from)) {
        return (writer.counter_text(loop_, &value, None), value);
    }
    // `tt > 16` rather than `tt - 16 > 0`.
    let is_row = writer.rows.is_some() && rest.as_constant().is_some();
    let sums = writer.sums;
    let test = match writer.is_signed(loop_) && !is_row {
        true => format!("{} > {}", sums.text(&value), sums.text(&lower)),
        false => format!("{} > {}", sums.text(&tile), sums.text(&from)),
    };
    let value = writer.counter_text(loop_, &value, None);
    (format!("{test} ? {value} : {text}"), lower)
}

/// `i < ii + 64 - t`
fn upper_test(writer: &Writer<'_>, loop_: &Loop, (at, rest): &(usize, Cut)) -> String {
    let (counter, end) = (
        Expr::var(&loop_.counted.counter),
        writer.dimensions[*at].end(),
    );
    let (left, right) = match writer.is_signed(loop_) || writer.never_wraps() {
        true => (counter, end - rest.most.clone()),
        false => (counter + rest.most.clone(), end),
    };
    let name = &writer.dimensions[*at].counter;
    let sums = writer.sums;
    format!("{} < {}", sums.text(&left), sums.text_from(name, &right))
}

/// The least of the end of a loop and those of tiles.
fn least_end(writer: &Writer<'_>, loop_: &Loop, clamps: &[(usize, Cut)]) -> String {
    let end = &loop_.counted.end;
    let sums = writer.sums;
    let own = (sums.text(end), writer.counter_text(loop_, end, None));
    let (_, least) = clamps.iter().fold(own, |(compared, least), (at, rest)| {
        let rest = &rest.most;
        let beyond = writer.dimensions[*at].end();
        let name = &writer.dimensions[*at].counter;
        let sum = beyond.clone() - rest.clone();
        let value = sums.text_from(name, &sum);
        let own = writer.counter_text(loop_, &sum, Some(name));
        let is_beyond = rest.as_constant().is_some_and(|rest| rest <= 0);
        let least = match writer.is_signed(loop_) || is_beyond || writer.never_wraps() {
            true => format!("{value} < {compared} ? {own} : {least}"),
            false => {
                let (beyond, rest) = (sums.text_from(name, &beyond), sums.text(rest));
                let own = format!("({beyond} > {rest} ? {own} : 0)");
                let ty = &loop_.counted.type_name;
                // Wavefronts count all tiles in the type of the first dimension.
                let mut counted = [0, *at]
                    .map(|at| &writer.dimensions[at].type_name)
                    .into_iter();
                let own = match counted.all(|counted| counted == ty) {
                    true => own,
                    false => format!("({ty}){own}"),
                };
                format!("{own} < {compared} ? {own} : {least}")
            }
        };
        (least.clone(), least)
    });
    least
}
