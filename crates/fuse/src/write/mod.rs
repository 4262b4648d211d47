//! The text of a fused loop.
//!
//! ```c
//! for (int y = -2; y < h - 2; y++) {
//!     const int y2 = y + 2;
//!     for (int x = 0; x < w; x++)
//!         t[y2][x] = ...;
//!     if (y >= 2)
//!         for (int x = 0; x < w; x++)
//!             out[y][x] = t[y - 2][x] + t[y + 2][x];
//! }
//! ```
//!
//! The last nest keeps its counter, the others run ahead. A counter that cannot be negative is that
//! of the nest that runs furthest ahead, and the others follow.

mod blocks;
mod body;
mod guard;
mod hidden;
mod parts;
mod peel;

use crate::bound::moved;
use crate::nests::NestText;
pub use blocks::{BLOCK, Blocks};
use body::Body;
use guard::Guard;
use peel::Part;
use poly::Expr;
use source::{Dialect, Edit, SourceFile, Unit, layout};
use std::collections::BTreeSet;

/// The form of a fused loop.
#[derive(Clone, Debug)]
pub enum Form {
    /// Rows in which only some nests run are rows of the loop, in which tests leave out the others.
    Guarded,
    /// They are loops of their own before and after the fused one, which contains no tests.
    Peeled,
    /// A loop over blocks, in which the nests follow each other.
    Blocks(Blocks),
}

/// The edit that writes nests as one loop, in which each runs some rows ahead of the last one.
/// `None` if their texts do not allow it.
pub(crate) fn fused(unit: &Unit, nests: &[NestText], ahead: &[i64], form: &Form) -> Option<Edit> {
    let peeled = || peel::text(unit, nests, ahead);
    let text = match form {
        Form::Blocks(blocks) => blocks::text(unit, nests, blocks)?,
        Form::Peeled if let Some(text) = peeled() => text,
        _ => Writer::new(unit, nests, ahead, &Part::whole(nests, ahead)?)?.text(),
    };
    let (first, last) = (nests.first()?, nests.last()?);
    Some(Edit {
        span: first.span.to(last.span),
        text,
    })
}

struct Writer<'w> {
    file: &'w SourceFile,
    dialect: Dialect,
    nests: &'w [NestText],
    /// The nest that gives the fused loop its counter.
    main: usize,
    /// The first value of the fused loop's counter, and its end.
    first: Expr,
    end: Expr,
    /// A later first value, or an earlier end, where that depends on the size.
    from: Option<Expr>,
    until: Option<Expr>,
    /// Whether comments between the nests are left out.
    is_repeated: bool,
    rows: Vec<Row>,
    bodies: Vec<Body>,
    guards: Vec<Option<Guard>>,
    indent: String,
    step: String,
    newline: &'static str,
}

/// The counter of a nest in the fused loop.
struct Row {
    /// Less that of the fused loop.
    offset: i64,
    name: String,
    /// Whether a macro in the nest's body mentions the nest's own counter.
    is_hidden: bool,
}

impl<'w> Writer<'w> {
    fn new(unit: &'w Unit, nests: &'w [NestText], ahead: &[i64], part: &Part) -> Option<Self> {
        let file = &unit.file;
        let hidden: Vec<bool> = nests.iter().map(|n| hidden::mentions(unit, n)).collect();
        let main = main_nest(nests, ahead, &hidden)?;
        let offsets: Vec<i64> = ahead.iter().map(|a| a - ahead[main]).collect();
        let whole = nests.first()?.span.to(nests.last()?.span);
        let taken: BTreeSet<&str> = source::names(file.text()).collect();
        let counter = &nests[main].counter;
        let row = |(nest, offset): (usize, &i64)| Row {
            offset: *offset,
            name: row_name(counter, *offset, &offsets, &taken),
            is_hidden: hidden[nest] && (*offset != 0 || nests[nest].counter != *counter),
        };
        let mut writer = Writer {
            file,
            dialect: unit.dialect,
            nests,
            main,
            first: moved(&part.first, ahead[main]),
            end: moved(&part.end, ahead[main]),
            from: part.from.as_ref().map(|from| moved(from, ahead[main])),
            until: part.until.as_ref().map(|until| moved(until, ahead[main])),
            is_repeated: part.is_repeated,
            rows: offsets.iter().enumerate().map(row).collect(),
            bodies: Vec::new(),
            guards: Vec::new(),
            indent: layout::indent_of(file, whole),
            step: step(file, nests),
            newline: body::newline(file),
        };
        for nest in 0..nests.len() {
            writer.guards.push(writer.guard(nest)?);
        }
        writer.hide_with_neighbours();
        for (nest, row) in nests.iter().zip(&writer.rows) {
            let body = Body::read(unit, nest, row, &writer.step)?;
            writer.bodies.push(body);
        }
        Some(writer)
    }

    /// Nests at the row of one that has to keep its counter's name keep it too.
    fn hide_with_neighbours(&mut self) {
        let all: Vec<usize> = (0..self.nests.len()).collect();
        let is_same = |a: &usize, b: &usize| {
            self.guards[*a] == self.guards[*b]
                && self.rows[*a].offset == self.rows[*b].offset
                && self.nests[*a].counter == self.nests[*b].counter
        };
        let runs = all.chunk_by(is_same);
        let hidden = runs.filter(|run| run.iter().any(|nest| self.rows[*nest].is_hidden));
        for nest in hidden.flatten().copied().collect::<Vec<_>>() {
            self.rows[nest].is_hidden = true;
        }
    }

    fn text(&self) -> String {
        if let Some(text) = self.plain_text() {
            return text;
        }
        let mut lines = vec![format!("{} {{", self.header())];
        self.row_names(&mut lines);
        let all: Vec<usize> = (0..self.nests.len()).collect();
        for run in all.chunk_by(|a, b| self.guards[*a] == self.guards[*b]) {
            self.run(run, &mut lines);
        }
        lines.push(format!("{}}}", self.indent));
        lines.join(self.newline)
    }

    /// The loop over some rows of a single nest, in its own form.
    fn plain_text(&self) -> Option<String> {
        let ([body], [None]) = (self.bodies.as_slice(), self.guards.as_slice()) else {
            return None;
        };
        let is_plain = self.is_repeated && !body.is_block && !self.rows[0].is_hidden;
        let deeper = format!("{}{}", self.indent, self.step);
        is_plain.then(|| {
            let (header, body) = (self.header(), body.at(&deeper));
            format!("{header}{}{deeper}{body}", self.newline)
        })
    }

    fn counter(&self) -> &str {
        &self.nests[self.main].counter
    }

    /// The text before the body: the user's, if the bounds are still the same.
    fn header(&self) -> String {
        let main = &self.nests[self.main];
        // A counter that one of the nests has from outside is declared there.
        let is_outside = |n: &NestText| n.declared.is_none() && n.counter == main.counter;
        let declared = main.declared.as_ref();
        let declared = declared.filter(|_| !self.nests.iter().any(is_outside));
        let is_simple = self.from.is_none() && self.until.is_none();
        let same_bounds = is_simple && main.first == self.first && main.end == self.end;
        if same_bounds && declared == main.declared.as_ref() {
            return body::header(self.file, main);
        }
        let counter = self.counter();
        let ty = declared.map(|ty| format!("{ty} "));
        format!(
            "for ({}{counter} = {}; {}; {counter}++)",
            ty.unwrap_or_default(),
            self.start(),
            self.ends()
        )
    }

    /// The first value of the counter.
    fn start(&self) -> String {
        let first = &self.first;
        match &self.from {
            Some(from) => format!("{first} > {from} ? {first} : {from}"),
            None => first.to_string(),
        }
    }

    /// The condition of the loop.
    fn ends(&self) -> String {
        let ends = [&self.end].into_iter().chain(&self.until);
        let ends: Vec<String> = ends.map(|end| self.below(end)).collect();
        ends.join(" && ")
    }

    /// The names of shifted rows at the start of the loop. A counter without a sign has rows before
    /// the first one, which get their names where they exist.
    fn row_names(&self, lines: &mut Vec<String>) {
        if !self.is_signed() {
            return;
        }
        let mut declared = BTreeSet::new();
        for nest in 0..self.nests.len() {
            if let Some(text) = self.declaration(nest, &mut declared) {
                lines.push(format!("{}{}{text}", self.indent, self.step));
            }
        }
    }

    fn is_signed(&self) -> bool {
        self.nests[self.main].ty.signed
    }

    /// `const int y2 = y + 2;`, if a nest needs it and it is not declared yet.
    fn declaration(&self, nest: usize, declared: &mut BTreeSet<i64>) -> Option<String> {
        let row = &self.rows[nest];
        let is_used = row.is_hidden || self.bodies[nest].mentions(&row.name);
        if row.offset == 0 || !is_used || !declared.insert(row.offset) {
            return None;
        }
        let (ty, value) = (type_name(&self.nests[self.main]), self.row(row.offset));
        Some(format!("const {ty} {} = {value};", row.name))
    }

    /// `y < end`, where nothing becomes negative if the type does not allow that.
    fn below(&self, end: &Expr) -> String {
        let counter = self.counter();
        match end.constant_part() {
            less if less < 0 && !self.is_signed() => {
                format!("{counter} + {} < {}", -less, moved(end, -less))
            }
            _ => format!("{counter} < {end}"),
        }
    }

    /// The counter of a nest in terms of that of the fused loop.
    fn row(&self, offset: i64) -> String {
        let counter = self.counter();
        match offset {
            0 => counter.to_string(),
            ahead if ahead > 0 => format!("{counter} + {ahead}"),
            behind => format!("{counter} - {}", -behind),
        }
    }
}

/// The nest that gives the fused loop its counter: the last one, or one in whose body a macro
/// mentions the counter; the one furthest ahead if counters have no sign.
fn main_nest(nests: &[NestText], ahead: &[i64], hidden: &[bool]) -> Option<usize> {
    if !nests.last()?.ty.signed {
        let most = ahead.iter().max()?;
        return ahead.iter().position(|a| a == most);
    }
    let last = nests.len() - 1;
    Some(hidden.iter().rposition(|h| *h).unwrap_or(last))
}

/// `y2` for `y + 2` or `y - 2`, another name for the second one of both.
fn row_name(counter: &str, offset: i64, all: &[i64], taken: &BTreeSet<&str>) -> String {
    if offset == 0 {
        return counter.to_string();
    }
    let mut name = format!("{counter}{}", offset.abs());
    if offset < 0 && all.contains(&-offset) {
        name.push('_');
    }
    while taken.contains(name.as_str()) {
        name.push('_');
    }
    name
}

/// One step of indentation.
fn step(file: &SourceFile, nests: &[NestText]) -> String {
    let deeper = nests.iter().find_map(|nest| {
        let own = layout::indent_of(file, nest.span);
        let text = file.slice(nest.span);
        let line = text.split('\n').nth(1)?;
        let blanks = line.len() - line.trim_start().len();
        let inner = line[..blanks].strip_prefix(own.as_str())?;
        (!inner.is_empty()).then(|| inner.to_string())
    });
    deeper.unwrap_or_else(|| "    ".to_string())
}

/// The type of a nest's counter.
fn type_name(nest: &NestText) -> String {
    match (&nest.declared, nest.ty.bits, nest.ty.signed) {
        (Some(ty), ..) => ty.clone(),
        (None, 64, true) => "long".to_string(),
        (None, 64, false) => "unsigned long".to_string(),
        (None, _, true) => "int".to_string(),
        (None, _, false) => "unsigned".to_string(),
    }
}
