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

mod body;
mod guard;
mod hidden;
mod parts;

use crate::bound::{difference, moved};
use crate::nests::NestText;
use body::Body;
use guard::Guard;
use poly::Expr;
use source::{Dialect, Edit, SourceFile, Unit, layout};
use std::collections::BTreeSet;

/// The edit that writes nests as one loop, in which each runs some rows ahead of the last one.
/// `None` if their texts do not allow it.
pub(crate) fn fused(unit: &Unit, nests: &[NestText], ahead: &[i64]) -> Option<Edit> {
    let writer = Writer::new(unit, nests, ahead)?;
    let (first, last) = (nests.first()?, nests.last()?);
    Some(Edit {
        span: first.span.to(last.span),
        text: writer.text()?,
    })
}

/// The shifted rows that have a name in a block, by their offset.
type Declared = BTreeSet<i64>;

struct Writer<'w> {
    file: &'w SourceFile,
    dialect: Dialect,
    nests: &'w [NestText],
    /// The nest that gives the fused loop its counter.
    main: usize,
    /// The first value of the fused loop's counter, and its end.
    first: Expr,
    end: Expr,
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
    fn new(unit: &'w Unit, nests: &'w [NestText], ahead: &[i64]) -> Option<Self> {
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
            first: least(nests, &offsets, |n| &n.first, false)?,
            end: least(nests, &offsets, |n| &n.end, true)?,
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

    fn text(&self) -> Option<String> {
        let mut lines = vec![self.header()];
        self.row_names(&mut lines);
        let all: Vec<usize> = (0..self.nests.len()).collect();
        let mut declared = Declared::new();
        for run in all.chunk_by(|a, b| self.guards[*a] == self.guards[*b]) {
            self.run(run, &mut declared, &mut lines);
        }
        lines.push(format!("{}}}", self.indent));
        Some(lines.join(self.newline))
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
        let same_bounds = main.first == self.first && main.end == self.end;
        if same_bounds && declared == main.declared.as_ref() {
            return format!("{} {{", body::header(self.file, main));
        }
        let counter = self.counter();
        let ty = declared.map(|ty| format!("{ty} "));
        format!(
            "for ({}{counter} = {}; {}; {counter}++) {{",
            ty.unwrap_or_default(),
            self.first,
            self.below(&self.end)
        )
    }

    /// The names of shifted rows at the start of the loop. A counter without a sign has rows before
    /// the first one, which get their names where they exist.
    fn row_names(&self, lines: &mut Vec<String>) {
        if !self.is_signed() {
            return;
        }
        let mut declared = Declared::new();
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
    fn declaration(&self, nest: usize, declared: &mut Declared) -> Option<String> {
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

/// The least or greatest of some bounds in terms of the fused loop's counter.
fn least(
    nests: &[NestText],
    offsets: &[i64],
    bound: impl Fn(&NestText) -> &Expr,
    greatest: bool,
) -> Option<Expr> {
    let mut bounds = nests.iter().zip(offsets).map(|(n, o)| moved(bound(n), -o));
    let mut best = bounds.next()?;
    for other in bounds {
        let more = difference(&other, &best)?;
        if (greatest && more > 0) || (!greatest && more < 0) {
            best = other;
        }
    }
    Some(best)
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
