//! The headers of the user's loops, cut to a tile.

use super::{Writer, text_from, text_of};
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
        return (text_of(&value), value);
    }
    // `tt > 16` rather than `tt - 16 > 0`.
    let is_row = writer.rows.is_some() && rest.as_constant().is_some();
    let test = match loop_.counted.ty.signed && !is_row {
        true => format!("{} > {}", text_of(&value), text_of(&lower)),
        false => format!("{} > {}", text_of(&tile), text_of(&from)),
    };
    (format!("{test} ? {} : {text}", text_of(&value)), lower)
}

/// `i < ii + 64 - t`
fn upper_test(writer: &Writer<'_>, loop_: &Loop, (at, rest): &(usize, Cut)) -> String {
    let (counter, end) = (
        Expr::var(&loop_.counted.counter),
        writer.dimensions[*at].end(),
    );
    let (left, right) = match loop_.counted.ty.signed || writer.never_wraps() {
        true => (counter, end - rest.most.clone()),
        false => (counter + rest.most.clone(), end),
    };
    let name = &writer.dimensions[*at].counter;
    format!("{} < {}", text_of(&left), text_from(name, &right))
}

/// The least of the end of a loop and those of tiles.
fn least_end(writer: &Writer<'_>, loop_: &Loop, clamps: &[(usize, Cut)]) -> String {
    let end = &loop_.counted.end;
    clamps.iter().fold(text_of(end), |least, (at, rest)| {
        let rest = &rest.most;
        let beyond = writer.dimensions[*at].end();
        let name = &writer.dimensions[*at].counter;
        let value = text_from(name, &(beyond.clone() - rest.clone()));
        let is_beyond = rest.as_constant().is_some_and(|rest| rest <= 0);
        match loop_.counted.ty.signed || is_beyond || writer.never_wraps() {
            true => format!("{value} < {least} ? {value} : {least}"),
            false => {
                let (beyond, rest) = (text_from(name, &beyond), text_of(rest));
                let own = format!("({beyond} > {rest} ? {value} : 0)");
                format!("{own} < {least} ? {own} : {least}")
            }
        }
    })
}
