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
mod frame;
mod guard;
mod hidden;
mod level;
mod parts;
mod peel;
mod reach;
mod turns;

use crate::bound::moved;
use crate::nests::NestText;
pub use blocks::{Blocks, is_in_macro};
use body::Body;
use frame::{Frame, Place};
use guard::Guard;
use level::Level;
use peel::Part;
use poly::Expr;
use print::{Header, Names, Sheet, c_text};
use reach::Reach;
use source::{Dialect, Edit, SourceFile, Span, Unit, layout};
use std::collections::BTreeSet;

/// When nests execute their rows: see [`schedule::Group`].
pub(crate) struct Order<'o> {
    pub(crate) rates: &'o [i64],
    pub(crate) ahead: &'o [i64],
}

impl Order<'_> {
    /// Whether each nest runs one row at a time.
    fn is_even(&self, nests: &[NestText]) -> bool {
        self.rates.iter().all(|rate| *rate == 1) && nests.iter().all(|nest| nest.rows.step == 1)
    }
}

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

/// The edit that writes nests as one loop. `None` if their texts do not allow it.
pub(crate) fn fused(unit: &Unit, nests: &[NestText], order: &Order, form: &Form) -> Option<Edit> {
    let peeled = || peel::text(unit, nests, order);
    let turned = || turns::turned(unit, nests, order);
    let mut span = whole(nests)?;
    let text = match form {
        Form::Blocks(blocks) => blocks::text(unit, nests, order, blocks)?,
        _ if let Some(turned) = turned() => {
            span = turned.span;
            turned.text
        }
        Form::Peeled if let Some(text) = peeled() => text,
        _ => Writer::new(unit, nests, order, Part::default())?.text(),
    };
    Some(Edit { span, text })
}

/// The text from the first to the last of some nests, in whatever order they are.
fn whole(nests: &[NestText]) -> Option<Span> {
    let spans = nests.iter().map(|nest| nest.span);
    spans.reduce(|all, own| Span::new(all.start.min(own.start), all.end.max(own.end)))
}

/// The names of shifted rows that a block declares.
type Declared = BTreeSet<String>;

struct Writer<'w> {
    file: &'w SourceFile,
    dialect: Dialect,
    nests: &'w [NestText],
    places: Vec<Place>,
    part: Part,
    /// The nest that gives the fused loop its counter.
    main: usize,
    /// The first value of the fused loop's counter, less that of the nest.
    lead: i64,
    /// The nest whose rows end last.
    last: usize,
    /// The fused loop, and the loops over rows inside of it.
    levels: Vec<Level>,
    rows: Vec<Row>,
    bodies: Vec<Body>,
    guards: Vec<Option<Guard>>,
    sheet: Sheet,
}

/// The counter of a nest in a loop: `scale` times that of the loop, plus `offset`.
struct Row {
    /// The loop, by its index.
    level: usize,
    scale: i64,
    offset: i64,
    name: String,
    /// Whether it stays in its type in all iterations of the loop.
    stays: bool,
    /// Whether a macro in the nest's body mentions the nest's own counter.
    is_hidden: bool,
}

impl Row {
    /// Whether it is the counter of the loop.
    fn is_own(&self) -> bool {
        (self.scale, self.offset) == (1, 0)
    }

    /// The counter in terms of that of the loop.
    fn text(&self, counter: &str) -> String {
        scaled(counter, self.scale, self.offset)
    }
}

/// `2 * y + 1`
fn scaled(counter: &str, scale: i64, offset: i64) -> String {
    let counter = match scale {
        1 => counter.to_string(),
        _ => format!("{scale} * {counter}"),
    };
    match offset {
        0 => counter,
        ahead if ahead > 0 => format!("{counter} + {ahead}"),
        behind => format!("{counter} - {}", -behind),
    }
}

impl<'w> Writer<'w> {
    fn new(unit: &'w Unit, nests: &'w [NestText], order: &Order, mut part: Part) -> Option<Self> {
        let file = &unit.file;
        let hidden: Vec<bool> = nests.iter().map(|n| hidden::mentions(unit, n)).collect();
        let frame = frame(file, nests, order, &hidden)?;
        let is_signed = nests.last()?.ty.signed;
        let stays = (0..nests.len()).map(|nest| Reach(nests).holds_row(&frame, nest));
        let stays: Vec<bool> = stays.collect();
        let counter = &nests[frame.main].counter;
        let names = Names::of_text(file.text());
        let levels = level::levels(&frame.places, counter, is_signed, &names);
        let mut rows = rows(nests, (&frame.places, &stays), &levels, (&hidden, &names))?;
        for (row, nest) in rows.iter_mut().zip(nests) {
            row.is_hidden |= row.name != nest.counter && hidden::declares(file, nest, &row.name);
        }
        part.shift(order.ahead[frame.main] - frame.places[frame.main].offset);
        let mut writer = Writer {
            file,
            dialect: unit.dialect,
            nests,
            main: frame.main,
            lead: frame.lead,
            last: frame.last,
            places: frame.places,
            part,
            levels,
            rows,
            bodies: Vec::new(),
            guards: Vec::new(),
            sheet: Sheet::at(file, whole(nests)?).with_step(&step(file, nests)),
        };
        writer.guards = (0..nests.len()).map(|nest| writer.guard(nest)).collect();
        writer.hide_with_neighbours();
        for (nest, row) in nests.iter().zip(&writer.rows) {
            let body = Body::read(unit, nest, row, &writer.sheet.step)?;
            writer.bodies.push(body);
        }
        Some(writer)
    }

    /// Nests at the row of one that has to keep its counter's name keep it too.
    fn hide_with_neighbours(&mut self) {
        let all: Vec<usize> = (0..self.nests.len()).collect();
        let is_same = |a: &usize, b: &usize| {
            self.guards[*a] == self.guards[*b]
                && self.is_same_row(*a, *b)
                && self.nests[*a].counter == self.nests[*b].counter
        };
        let runs = all.chunk_by(is_same);
        let hidden = runs.filter(|run| run.iter().any(|nest| self.rows[*nest].is_hidden));
        for nest in hidden.flatten().copied().collect::<Vec<_>>() {
            self.rows[nest].is_hidden = true;
        }
    }

    /// Whether two nests have the same counters in the same loop.
    fn is_same_row(&self, a: usize, b: usize) -> bool {
        let of = |nest: usize| {
            let row = &self.rows[nest];
            (row.level, row.scale, row.offset)
        };
        of(a) == of(b)
    }

    fn text(&self) -> String {
        if let Some(text) = self.plain_text() {
            return text;
        }
        let mut lines = vec![format!("{} {{", self.header())];
        let indent = self.sheet.deeper().indent;
        self.inner_counters(&indent, &mut lines);
        let all: Vec<usize> = (0..self.nests.len()).collect();
        self.level(0, &all, &indent, &mut lines);
        lines.push(format!("{}}}", self.sheet.indent));
        lines.join(self.sheet.newline)
    }

    /// The loop over some rows of a single nest, in its own form.
    fn plain_text(&self) -> Option<String> {
        let ([body], [None]) = (self.bodies.as_slice(), self.guards.as_slice()) else {
            return None;
        };
        let is_plain = self.part.is_repeated && !body.is_block && !self.rows[0].is_hidden;
        let body = || body.at(&self.sheet.deeper().indent);
        is_plain.then(|| self.sheet.under(self.header(), &body()))
    }

    /// The rows of nests in a loop, and the loops inside of it.
    fn level(&self, level: usize, nests: &[usize], indent: &str, lines: &mut Vec<String>) {
        self.row_names(level, nests, indent, lines);
        let mut declared = Declared::new();
        let of = |nest: usize| self.rows[nest].level;
        for part in nests.chunk_by(|a, b| of(*a) == of(*b)) {
            if of(part[0]) != level {
                self.inner_loop(part, indent, lines);
                continue;
            }
            for run in part.chunk_by(|a, b| self.guards[*a] == self.guards[*b]) {
                self.run(run, indent, (&mut declared, lines));
            }
        }
    }

    fn counter(&self, level: usize) -> &str {
        &self.levels[level].counter
    }

    /// The text before the body: the user's, if the bounds are still the same.
    fn header(&self) -> String {
        let main = &self.nests[self.main];
        // A counter that one of the nests has from outside is declared there.
        let is_outside = |n: &NestText| n.declared.is_none() && n.counter == main.counter;
        let declared = main.declared.as_ref();
        let declared = declared.filter(|_| !self.nests.iter().any(is_outside));
        let is_main = self.lead == 0 && self.places[self.main].offset == 0;
        let same_bounds = is_main && self.last == self.main && self.part.has_bounds_of(self.main);
        if same_bounds && declared == main.declared.as_ref() {
            return body::header(self.file, main).0;
        }
        let first = self.start(&moved(&main.first, self.lead));
        Header::new(declared.map(String::as_str), self.counter(0), first)
            .until(self.ends())
            .by(main.rows.step)
            .to_string()
    }

    /// Whether the counter may begin below a number.
    fn starts_before(&self, number: i64) -> bool {
        let first = moved(&self.nests[self.main].first, self.lead);
        first.as_constant().is_none_or(|first| first < number)
    }

    /// The first value of the counter.
    fn start(&self, first: &Expr) -> String {
        let first = c_text(first);
        match &self.part.from {
            Some(from) => format!("{first} > {from} ? {first} : {from}", from = c_text(from)),
            None => first,
        }
    }

    /// The condition of the loop.
    fn ends(&self) -> String {
        match &self.part.until {
            Some(until) => format!("{} && {}", self.end(), self.below(0, until)),
            None => self.end(),
        }
    }

    /// The condition under which a nest has more rows.
    fn end(&self) -> String {
        let (nest, place) = (&self.nests[self.last], &self.places[self.last]);
        match place.scale {
            1 => self.below(0, &moved(&nest.end, -place.offset)),
            scale if place.offset < 0 && !self.is_signed() => {
                let end = moved(&nest.end, -place.offset);
                format!("{} < {}", scaled(self.counter(0), scale, 0), c_text(&end))
            }
            scale => {
                let row = scaled(self.counter(0), scale, place.offset);
                format!("{row} < {}", c_text(&nest.end))
            }
        }
    }

    /// The names of shifted rows at the start of the loop. Those that may leave their type beyond
    /// the bounds of nests, as rows before the first one of a counter without a sign, get their
    /// names where they exist.
    fn row_names(&self, level: usize, nests: &[usize], indent: &str, lines: &mut Vec<String>) {
        let mut declared = Declared::new();
        let is_here = |nest: &&usize| self.rows[**nest].level == level;
        for nest in nests
            .iter()
            .filter(is_here)
            .filter(|nest| self.names_first(**nest))
        {
            if let Some(text) = self.declaration(*nest, &mut declared) {
                lines.push(format!("{indent}{text}"));
            }
        }
    }

    /// Whether the row of a nest has its name where the loop begins, also if it does not exist.
    fn names_first(&self, nest: usize) -> bool {
        self.is_signed() && self.rows[nest].stays
    }

    fn is_signed(&self) -> bool {
        self.nests[self.main].ty.signed
    }

    /// `const int y2 = y + 2;`, if a nest needs it and it is not declared yet.
    fn declaration(&self, nest: usize, declared: &mut Declared) -> Option<String> {
        let row = &self.rows[nest];
        let is_used = row.is_hidden || self.bodies[nest].mentions(&row.name);
        let is_counter = row.name == self.counter(row.level);
        if is_counter || !is_used || !declared.insert(row.name.clone()) {
            return None;
        }
        let ty = self.nests[self.main].sum_type_name();
        let value = row.text(self.counter(row.level));
        Some(format!("const {ty} {} = {value};", row.name))
    }

    /// `y < end`, where nothing becomes negative if the type does not allow that.
    fn below(&self, level: usize, end: &Expr) -> String {
        let counter = self.counter(level);
        match end.constant_part() {
            less if less < 0 && !self.is_signed() => {
                format!("{counter} + {} < {}", -less, c_text(&moved(end, -less)))
            }
            _ => format!("{counter} < {}", c_text(end)),
        }
    }
}

/// The fused loop with the counter of one of the nests that have one row in each iteration: the
/// last one whose counter no other nest hides, or one in whose body a macro mentions the counter;
/// the one furthest ahead if counters have no sign, or would be less than those of the nests.
/// `None` if counters may leave their type.
fn frame(file: &SourceFile, nests: &[NestText], order: &Order, hidden: &[bool]) -> Option<Frame> {
    let mut frames: Vec<Frame> = (0..nests.len())
        .filter(|nest| order.rates[*nest] == 1)
        .filter_map(|nest| Frame::new(nests, order, nest))
        .collect();
    if nests.last()?.ty.signed {
        let reach = Reach(nests);
        let stays = |frame: &Frame| reach.holds(frame);
        if let Some(at) = frames.iter().rposition(|frame| hidden[frame.main]) {
            return Some(frames.swap_remove(at)).filter(stays);
        }
        let is_seen = |frame: &Frame| {
            let counter = &nests[frame.main].counter;
            !nests
                .iter()
                .any(|nest| hidden::declares(file, nest, counter))
        };
        let seen = frames
            .iter()
            .rposition(|frame| stays(frame) && is_seen(frame));
        if let Some(at) = seen.or_else(|| frames.iter().rposition(stays)) {
            return Some(frames.swap_remove(at));
        }
    }
    let furthest = frames.iter().map(|frame| frame.lead).max()?;
    let mut frame = frames.into_iter().find(|frame| frame.lead == furthest)?;
    frame.without_lead();
    Some(frame)
        .filter(|frame| !nests.iter().all(|nest| nest.ty.signed) || Reach(nests).holds(frame))
}

/// The counters of nests in their loops.
fn rows(
    nests: &[NestText],
    (places, stays): (&[Place], &[bool]),
    levels: &[Level],
    (hidden, names): (&[bool], &Names),
) -> Option<Vec<Row>> {
    let level_of = |nest: usize| levels.iter().rposition(|l| l.nests.contains(&nest));
    let relative = |nest: usize| match level_of(nest)? {
        0 => Some((0, places[nest].scale, places[nest].offset)),
        level => Some((level, 1, places[nest].offset - levels[level].offset)),
    };
    let all: Option<Vec<(usize, i64, i64)>> = (0..nests.len()).map(relative).collect();
    let all = all?;
    let row = |(nest, place): (usize, &(usize, i64, i64))| {
        let (level, scale, offset) = *place;
        let mut siblings = { all.iter() }.filter(|other| other.0 == level);
        let is_twice = siblings.any(|other| (other.1, other.2) == (scale, -offset));
        let counter = &levels[level].counter;
        let name = match scale {
            1 => row_name(counter, offset, is_twice, names),
            _ => row_name(&format!("{counter}{scale}"), offset, true, names),
        };
        Row {
            level,
            scale,
            offset,
            stays: stays[nest],
            is_hidden: hidden[nest] && name != nests[nest].counter,
            name,
        }
    };
    Some(all.iter().enumerate().map(row).collect())
}

/// `y2` for `y + 2` or `y - 2`, another name for the second one of both.
fn row_name(counter: &str, offset: i64, is_twice: bool, names: &Names) -> String {
    if offset == 0 {
        return counter.to_string();
    }
    let mut name = format!("{counter}{}", offset.abs());
    if offset < 0 && is_twice {
        name.push('_');
    }
    names.free(&name)
}

/// One step of indentation.
pub(crate) fn step(file: &SourceFile, nests: &[NestText]) -> String {
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
