//! Loops over vectors in blocks: each loop as it is, over some elements at a time. Arrays between
//! them hold a block, and the elements beside it that are computed again.
//!
//! ```c
//! for (int i0 = 2; i0 < n; i0 += 1024) {
//!     const int i1 = i0 + 1024 < n ? i0 + 1024 : n;
//!     for (int i = i0 - 2; i < i1; i++)
//!         t[i - i0 + 2] = ...;
//!     for (int i = i0; i < i1; i++)
//!         out[i] = t[i - i0 + 2] + t[i - i0];
//! }
//! ```
//!
//! A nest that has no elements before the first block starts at its own first one there:
//! `const int i2 = i0 > 2 ? i0 - 2 : 0`. Its array counts from it.

use super::body::{Body, before_body};
use super::peel::Part;
use super::reach::Reach;
use super::{Order, Row, Writer};
use crate::bound::{difference, moved};
use crate::nests::{BLOCK, NestText};
use integer::IntType;
use poly::Expr;
use print::{Header, Names, Sheet, WIDE, c_text, counted_from, with_subscripts};
use schedule::Halo;
use source::Unit;

/// What is computed for a block.
#[derive(Clone, Debug)]
pub struct Blocks {
    /// The elements that each nest computes beside the block.
    pub halos: Vec<Halo>,
    /// The arrays that hold a block, each with the nest that writes it, by its place among them.
    pub arrays: Vec<(String, usize)>,
}

/// The text of nests as a loop over blocks. `None` if the text does not allow it.
pub(super) fn text(
    unit: &Unit,
    nests: &[NestText],
    order: &Order,
    blocks: &Blocks,
) -> Option<String> {
    let still = Order {
        ahead: &vec![0; nests.len()],
        ..*order
    };
    let writer = Writer::new(unit, nests, &still, Part::default())?;
    let last = nests.last()?;
    let is_short = difference(&last.end, &last.first).is_some_and(|length| length <= BLOCK);
    let is_shared = nests.iter().any(|n| n.is_single || n.ty != last.ty);
    let in_macros = blocks
        .arrays
        .iter()
        .any(|(name, _)| is_in_macro(unit, name));
    // Steps of short counters without a sign may wrap around.
    let may_wrap = !last.ty.signed && last.ty.bits < 64;
    if !order.is_even(nests)
        || may_wrap
        || is_short
        || is_shared
        || in_macros
        || !unit.dialect.is_c99()
    {
        return None;
    }
    let mut names = Names::of_text(unit.file.text());
    let mut text = BlockText {
        unit,
        from: names.give(&format!("{}0", last.counter)),
        to: names.give(&format!("{}1", last.counter)),
        starts: Vec::new(),
        writer,
        last,
        blocks,
    };
    text.starts = text.starts(&mut names)?;
    text.lines()
}

/// Whether a macro of the file contains a name.
pub fn is_in_macro(unit: &Unit, name: &str) -> bool {
    let mut texts = unit.macro_texts.iter().filter(|m| !m.in_header);
    texts.any(|m| m.body.iter().any(|word| word == name))
}

struct BlockText<'w> {
    unit: &'w Unit,
    writer: Writer<'w>,
    /// The nest whose elements the blocks are.
    last: &'w NestText,
    blocks: &'w Blocks,
    /// The counter of the first element of a block.
    from: String,
    /// The counter at which a block ends.
    to: String,
    /// Where each nest starts in a block.
    starts: Vec<Start>,
}

/// Where a nest starts in a block.
#[derive(Clone)]
enum Start {
    /// So many elements before the block.
    Before(i64),
    /// At this name, whose value in the first block is the first element of the nest.
    Named { name: String, value: String },
}

impl BlockText<'_> {
    fn lines(&self) -> Option<String> {
        let writer = &self.writer;
        let sheet = writer.sheet.deeper();
        let inner = &sheet.indent;
        let (own, from, to) = (self.last.type_name(), &self.from, &self.to);
        let (first, end) = (c_text(&self.last.first), c_text(&self.last.end));
        let more = format!("{from} + {BLOCK} < {end}");
        let next = self.own(format!("{from} + {BLOCK}"));
        let ty = match self.is_wide() {
            true => WIDE,
            false => &own,
        };
        let header = Header::new(Some(ty), from, first).below(&end).by(BLOCK);
        let mut lines = vec![
            format!("{header} {{"),
            format!("{inner}const {own} {to} = {more} ? {next} : {end};"),
        ];
        for start in &self.starts {
            if let Start::Named { name, value } = start {
                let line = format!("{inner}const {own} {name} = {value};");
                if !lines.contains(&line) {
                    lines.push(line);
                }
            }
        }
        for nest in 0..writer.nests.len() {
            writer.separate(nest, inner, &mut lines);
            lines.push(format!("{inner}{}", self.nest(nest, &sheet)?));
        }
        lines.push(format!("{}}}", writer.sheet.indent));
        Some(lines.join(writer.sheet.newline))
    }

    /// Whether the start of the block after the last one may leave the type of the counter.
    fn is_wide(&self) -> bool {
        let next = moved(&self.last.end, BLOCK);
        self.last.ty.bits < IntType::LONG.bits && !Reach(self.writer.nests).is_below(&next)
    }

    /// A sum with the start of a block as a value of the counter.
    fn own(&self, sum: String) -> String {
        match (self.is_wide(), sum.contains(' ')) {
            (true, true) => format!("({})({sum})", self.last.type_name()),
            (true, false) => format!("({}){sum}", self.last.type_name()),
            (false, _) => sum,
        }
    }

    /// The part of a nest for a block.
    fn nest(&self, at: usize, sheet: &Sheet) -> Option<String> {
        let writer = &self.writer;
        let nest = &writer.nests[at];
        let halo = self.blocks.halos.get(at)?;
        let start = match &self.starts[at] {
            Start::Before(before) => self.before(*before),
            Start::Named { name, .. } => name.clone(),
        };
        let end = self.end(nest, halo.after)?;
        let header = nest.header(start).until(end);
        let text = before_body(writer.file, nest);
        let is_plain = text.trim_end().ends_with(')');
        // The counter keeps its name.
        let row = Row {
            level: 0,
            scale: 1,
            offset: 0,
            name: nest.counter.clone(),
            stays: true,
            is_hidden: true,
        };
        let body = Body::read(self.unit, nest, &row, &sheet.step)?;
        let text = self.with_blocks(&body.at(&sheet.deeper().indent))?;
        is_plain.then(|| match body.is_block {
            true => sheet.block(header, &text),
            false => sheet.under(header, &text),
        })
    }

    /// So many elements before the block.
    fn before(&self, elements: i64) -> String {
        self.own(c_text(&moved(&Expr::var(&self.from), -elements)))
    }

    /// Where the nests start in a block; `None` if the type does not hold the sums for that.
    fn starts(&self, names: &mut Names) -> Option<Vec<Start>> {
        let mut starts: Vec<Start> = Vec::new();
        for (nest, halo) in self.writer.nests.iter().zip(&self.blocks.halos) {
            let least = moved(&self.last.rows.first, -halo.before);
            if difference(&least, &nest.rows.first)? >= 0 {
                starts.push(Start::Before(halo.before));
                continue;
            }
            let first = moved(&nest.first, halo.before);
            if !Reach(self.writer.nests).is_below(&first) {
                return None;
            }
            let is_later = format!("{} > {}", self.from, c_text(&first));
            let (later, first) = (self.before(halo.before), c_text(&nest.first));
            let value = format!("{is_later} ? {later} : {first}");
            let is_same =
                |start: &&Start| matches!(start, Start::Named { value: v, .. } if *v == value);
            let known = starts.iter().find(is_same).cloned();
            let new = || Start::Named {
                name: names.give(&format!("{}{}", self.last.counter, starts.len() + 2)),
                value: value.clone(),
            };
            starts.push(known.unwrap_or_else(new));
        }
        Some(starts)
    }

    /// The condition that an element of a nest is one for a block.
    fn end(&self, nest: &NestText, after: i64) -> Option<String> {
        let is_below = Reach(self.writer.nests).is_below(&moved(&self.last.end, after));
        let (row, to) = match is_below {
            true => (
                nest.counter.clone(),
                c_text(&moved(&Expr::var(&self.to), after)),
            ),
            // No sum is above the type.
            false => (format!("{} - {after}", nest.counter), self.to.clone()),
        };
        let (counter, most) = (&nest.counter, moved(&self.last.rows.end, after));
        match difference(&nest.rows.end, &most)? {
            0.. => Some(format!("{row} < {to}")),
            _ => Some(format!("{row} < {to} && {counter} < {}", c_text(&nest.end))),
        }
    }

    /// A piece of C in which the arrays hold a block.
    fn with_blocks(&self, text: &str) -> Option<String> {
        let array = |name: &str| self.blocks.arrays.iter().find(|(array, _)| array == name);
        with_subscripts(
            text,
            &|name| array(name).is_some(),
            &|name, _, subscript| {
                Some(match self.starts.get(array(name)?.1)? {
                    Start::Before(before) => counted_from(subscript, &self.from, *before),
                    Start::Named { name, .. } => counted_from(subscript, name, 0),
                })
            },
        )
    }
}
