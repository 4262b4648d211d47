//! The user's nest, cut to a tile.

use super::headers::header;
use super::{LONGEST_LINE, SHORT_REST, Writer, known};
use crate::bounds::{Cut, lower_bound};
use crate::nest::{Loop, Part};
use poly::Expr;
use source::{Span, layout};

impl Writer<'_> {
    /// The whole nest. With buffers, each step loads and stores elements.
    pub(super) fn nest_text(&self) -> Result<String, String> {
        let root = &self.nest.root;
        let declared = self.rows.as_ref().map(|rows| &rows.declared);
        if self.transfers.is_none() && declared.is_none() || self.nest.exchange.is_some() {
            return Ok(self.loop_text(root));
        }
        let body = root.counted.body;
        let sheet = self.sheet(self.nest.span());
        let inner = sheet.deeper();
        let old = self.parts_text(body.start, &root.parts, body.end);
        let old = match old
            .strip_prefix('{')
            .and_then(|text| text.strip_suffix('}'))
        {
            Some(text) => inner.apart(text.trim()),
            None => {
                let own = layout::indent_of(&self.unit.file, body);
                inner.moved(&old, &own)
            }
        };
        let (loads, old, stores) = match &self.transfers {
            Some(own) => (
                own.loads.as_slice(),
                own.rewritten(self.sums, &old)?,
                own.stores.as_slice(),
            ),
            None => (&[][..], old, &[][..]),
        };
        let header = self.header_text(root);
        let rest = self.slice(root.condition.end, body.start);
        let parts = declared
            .into_iter()
            .chain(loads)
            .chain([&old])
            .chain(stores);
        let parts: Vec<&str> = parts.map(String::as_str).collect();
        let header = format!("{header}{}", rest.trim_end());
        Ok(sheet.block(header, &parts.join(&inner.line())))
    }

    /// A loop up to the end of its condition.
    fn header_text(&self, loop_: &Loop) -> String {
        let clamps = self.clamps.loops.get(&loop_.counted.span.start);
        let header = header(self, loop_, clamps.map_or(&[], Vec::as_slice));
        let mut text = self.slice(loop_.counted.span.start, loop_.first.start);
        text.push_str(&header.first);
        text.push_str(&self.slice(loop_.first.end, loop_.condition.start));
        text.push_str(&header.condition);
        text
    }

    fn loop_text(&self, loop_: &Loop) -> String {
        let whole = loop_.counted.span;
        let mut text = self.header_text(loop_);
        let start = loop_.condition.end;
        match &self.nest.exchange {
            Some(exchange) if whole == self.nest.span() => {
                let line = self.sheet(whole).deeper().line();
                text.push_str(&self.slice(start, exchange.body));
                let declared = exchange.of_step(self.sums, &loop_.counted, &self.steps);
                let rows = self.rows.iter().map(|rows| &rows.declared);
                for declared in rows.chain([&declared]) {
                    text.push_str(&format!("{line}{declared}"));
                }
                let rest = self.parts_text(exchange.body, &loop_.parts, exchange.span.start);
                text.push_str(rest.trim_end());
                text.push_str(&self.slice(exchange.span.end, whole.end));
            }
            _ => text.push_str(&self.parts_text(start, &loop_.parts, whole.end)),
        }
        text
    }

    /// The text from one place to another one with some parts in it. Parts that follow each other
    /// and belong to the same tiles have one test.
    fn parts_text(&self, from: u32, parts: &[Part], to: u32) -> String {
        let mut text = String::new();
        let mut end = from;
        let follows = |a: &Part, b: &Part| {
            let between = self.slice(self.span_of(a).end, self.span_of(b).start);
            between.trim().is_empty() && self.guard(a).is_some() && self.guard(a) == self.guard(b)
        };
        for group in parts.chunk_by(follows) {
            let start = self.span_of(&group[0]).start;
            text.push_str(&self.slice(end, start));
            let mut own = String::new();
            end = start;
            for part in group {
                own.push_str(&self.slice(end, self.span_of(part).start));
                own.push_str(&self.part_text(part));
                end = self.span_of(part).end;
            }
            text.push_str(&match self.guard(&group[0]) {
                Some(condition) => self.tested(&condition, Span::new(start, end), &own),
                None => own,
            });
        }
        text.push_str(&self.slice(end, to));
        text
    }

    /// The condition of a loop some rows of which begin after the largest value of its counter, or
    /// end before the least one: it runs in the others.
    fn rows_in_type(&self, loop_: &Loop) -> Vec<String> {
        let counted = &loop_.counted;
        if self.sums.own_type(counted.ty, "").0 == counted.ty {
            return Vec::new();
        }
        let (least, most) = counted.ty.range();
        let clamps = self.clamps.loops.get(&counted.span.start);
        let mut tests = Vec::new();
        for (at, rest) in clamps.into_iter().flatten() {
            let own = &self.dimensions[*at];
            let first = Expr::var(&own.counter) - rest.least.clone();
            let end = own.end() - rest.most.clone();
            let name = &own.counter;
            if self.sums.values(&first).most > most {
                let (first, end) = (self.sums.text(&first), self.sums.text(&counted.end));
                tests.push(format!("{first} < {end}"));
            }
            if self.sums.values(&end).least < least {
                let (end, first) = (
                    self.sums.text_from(name, &end),
                    self.sums.text(&counted.first),
                );
                tests.push(format!("{end} > {first}"));
            }
        }
        tests
    }

    /// The text of a part, without a test.
    fn part_text(&self, part: &Part) -> String {
        let span = self.span_of(part);
        match part {
            Part::Loop(inner) => self.loop_text(inner),
            Part::Test(test) => self.parts_text(span.start, &test.parts, span.end),
            Part::Unit(_) | Part::Declaration(_) => self.slice(span.start, span.end),
        }
    }

    fn span_of(&self, part: &Part) -> Span {
        match part {
            Part::Loop(inner) => inner.counted.span,
            Part::Unit(at) => self.nest.units[*at].span,
            Part::Declaration(span) => *span,
            Part::Test(test) => test.span,
        }
    }

    /// The condition of a part that belongs to some tiles only.
    pub(super) fn guard(&self, part: &Part) -> Option<String> {
        let tests = match part {
            Part::Declaration(_) => Vec::new(),
            Part::Loop(inner) => self.conditions(inner),
            Part::Unit(_) | Part::Test(_) => self.tests(self.span_of(part)),
        };
        (!tests.is_empty()).then(|| tests.join(" && "))
    }

    /// The conditions of a loop.
    pub(super) fn conditions(&self, loop_: &Loop) -> Vec<String> {
        let mut tests = self.tests(loop_.counted.span);
        tests.extend(self.rows_in_type(loop_));
        tests
    }

    /// The conditions of what belongs to some tiles only.
    fn tests(&self, place: Span) -> Vec<String> {
        let tests = self.clamps.guards.get(&place.start);
        let tests = tests.filter(|(own, _)| *own == place);
        let tests = tests.into_iter().flat_map(|(_, tests)| tests);
        tests.map(|(at, cut)| self.test(*at, cut)).collect()
    }

    /// The text of a place in a test.
    pub(super) fn tested(&self, condition: &str, place: Span, text: &str) -> String {
        let sheet = self.sheet(place);
        let text = sheet.deeper().moved(text, &sheet.indent);
        sheet.block(format!("if ({condition})"), &text)
    }

    /// Whether a value is at least another one in all tiles.
    pub(super) fn is_at_least(&self, value: &Expr, least: &Expr) -> bool {
        let by = value.checked_sub(least);
        let by = by.and_then(|by| lower_bound(&by, &known(&self.dimensions, &self.loops)));
        by.is_some_and(|by| by >= 0)
    }

    /// Whether an instance is in the present tile.
    fn test(&self, at: usize, cut: &Cut) -> String {
        let own = &self.dimensions[at];
        if let ([first], Some(form)) = (self.loops[at].first.as_slice(), cut.form())
            && first == form
        {
            return format!("{} == {}", own.counter, self.sums.text(form));
        }
        let counter = Expr::var(&own.counter);
        let (mut least, mut most) = ((counter, cut.least.clone()), (cut.most.clone(), own.end()));
        if self.rows.is_some() || self.has_overhang {
            least = (least.0 - least.1).sides();
            most = (most.0 - most.1).sides();
        }
        format!(
            "{} <= {} && {} < {}",
            self.sums.text_from(&own.counter, &least.0),
            self.sums.text(&least.1),
            self.sums.text(&most.0),
            self.sums.text_from(&own.counter, &most.1)
        )
    }

    /// Whether ends of tiles are never below 0: tiles of several steps end at their range, or
    /// beyond it, and hexagons are nowhere narrower than in their first row.
    pub(super) fn never_wraps(&self) -> bool {
        self.copies.is_some() || self.rows.is_some() || self.has_overhang
    }

    /// A blank between two variables of a header, or a new line if the header becomes too long.
    pub(super) fn gap(&self, loop_: &Loop, first: &str, value: &str) -> String {
        let start = loop_.counted.span;
        let prefix = self.slice(start.start, loop_.first.start);
        let counter = &loop_.counted.counter;
        let declared = prefix.rfind(counter.as_str()).unwrap_or(0);
        let sheet = self.sheet(start);
        let depth = self.dimensions.len() * self.step.len();
        let length = sheet.indent.len() + depth + prefix.len() + first.len() + value.len();
        match length + 3 * counter.len() + SHORT_REST > LONGEST_LINE {
            true => format!("{}{}", sheet.line(), " ".repeat(declared)),
            false => " ".to_string(),
        }
    }

    /// Whether the bounds of a loop may be less than 0 in the text.
    pub(super) fn is_signed(&self, loop_: &Loop) -> bool {
        self.sums.own_type(loop_.counted.ty, "").0.signed
    }

    /// A value of the counter of a loop.
    pub(super) fn counter_text(&self, loop_: &Loop, sum: &Expr, from: Option<&str>) -> String {
        let counted = &loop_.counted;
        self.sums
            .converted(sum, from, counted.ty, &counted.type_name)
    }

    pub(super) fn slice(&self, from: u32, to: u32) -> String {
        self.unit.file.slice(Span::new(from, to)).into_owned()
    }
}
