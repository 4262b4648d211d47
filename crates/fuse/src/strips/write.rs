//! The text of a loop over strips.

use super::facts::RowFacts;
use super::guards::Strip;
use super::own::{self, Own};
use super::parts::{Part, Rows, Test};
use super::variables::Variables;
use crate::bound::moved;
use crate::write::step;
use c::names::file::Function;
use poly::Expr;
use print::{Header, Names, Sheet, Sums, Values};
use source::{Edit, Edits, Span, Unit, has_name};

/// Strips have at least so many rows, and as many points if rows are points.
const LEAST_ROWS: i64 = 32;
const LEAST_POINTS: i64 = 1024;
/// No strip has more rows.
const MOST_ROWS: i64 = 1 << 20;
/// Of all rows that strips compute, one in so many is computed again.
const HALO: i64 = 20;

/// A loop in strips.
#[derive(Clone, Debug)]
pub struct Strips {
    /// The edits that write it.
    pub edits: Edits,
    /// The rows of a strip.
    pub height: i64,
    /// The rows before them that each strip computes, too.
    pub again: i64,
    /// The arrays from outside of which each strip has its own.
    pub arrays: Vec<String>,
}

/// The values of names, as far as they are known.
type Sizes<'s> = &'s dyn Fn(&str) -> Option<Values>;

/// The edits that write a loop over rows as strips that threads share. Each part of its body
/// computes so many rows before a strip's first one; `None` for those that others see. `private`
/// are the arrays of which each strip has its own; `sizes` gives the values of names, if known.
///
/// # Errors
///
/// If the text does not allow that: the reason, as a sentence.
pub fn strips(
    unit: &Unit,
    function: &Function<'_>,
    rows: &Rows,
    leads: &[Option<i64>],
    (private, sizes): (&[String], Sizes<'_>),
) -> Result<Strips, String> {
    if !unit.dialect.is_c99() {
        return Err("C90 has no declarations in `for`".to_string());
    }
    let of_width = |is_wide| strips_as(unit, function, (rows, leads), private, (sizes, is_wide));
    let (strips, leaves) = of_width(false)?;
    if leaves.is_none() {
        return Ok(strips);
    }
    let (strips, leaves) = of_width(true)?;
    match leaves {
        None => Ok(strips),
        Some(sum) => Err(format!("`{sum}` may leave its type")),
    }
}

/// A loop over rows as strips, and the first sum in it that may leave its type.
fn strips_as(
    unit: &Unit,
    function: &Function<'_>,
    (rows, leads): (&Rows, &[Option<i64>]),
    private: &[String],
    (sizes, is_wide): (Sizes<'_>, bool),
) -> Result<(Strips, Option<String>), String> {
    let variables = Variables::new(function, &rows.range, private)?;
    let own = own::moved(unit, function, (rows.span, &rows.range), &variables.moved)?;
    let names = Names::of_text(unit.file.text());
    let name = names.free(&format!("{}0", rows.nest.counter));
    let nothing = || "nothing that it computes is seen outside of it".to_string();
    let strip = Strip::new(rows, leads, &name, is_wide).ok_or_else(nothing)?;
    let facts = RowFacts {
        function,
        rows,
        sizes,
        is_wide,
        name: &name,
        first: &strip.first,
        end: &strip.end,
    };
    let sums = Sums::new(&facts, is_wide);
    let writer = Writer {
        unit,
        rows,
        end: names.free("end"),
        failed: names.free("failed"),
        strip: &strip,
        sums: &sums,
        own: &own,
        threads: &variables.threads,
        sheet: Sheet::at(&unit.file, rows.span)
            .with_step(&step(&unit.file, std::slice::from_ref(&rows.nest))),
    };
    let text = writer.text()?;
    let mut edits = own.edits.clone();
    let loop_ = Edit {
        span: rows.span,
        text,
    };
    edits
        .insert(loop_)
        .map_err(|_| "an array is declared inside of it".to_string())?;
    let strips = Strips {
        edits,
        height: match writer.is_in_rows() {
            true => 1,
            false => writer.height(),
        },
        again: strip.lead,
        arrays: variables.moved_names(function),
    };
    Ok((strips, sums.leaves()))
}

struct Writer<'w> {
    unit: &'w Unit,
    rows: &'w Rows,
    strip: &'w Strip<'w>,
    sums: &'w Sums<'w>,
    end: String,
    failed: String,
    own: &'w Own,
    threads: &'w [String],
    sheet: Sheet,
}

impl Writer<'_> {
    fn text(&self) -> Result<String, String> {
        let is_alone = {
            let before = &self.unit.file.text()[..self.rows.span.start as usize];
            before.ends_with(&self.sheet.indent)
                && before[..before.len() - self.sheet.indent.len()].ends_with('\n')
        };
        if !is_alone {
            return Err("something else is on its line".to_string());
        }
        let mut lines = Vec::new();
        let fails = !self.own.failures.is_empty();
        if fails {
            lines.push(format!("int {} = 0;", self.failed));
        }
        lines.push(format!("#pragma omp parallel for{}", self.clauses()));
        match self.is_in_rows() {
            true => self.rows_alone(&mut lines)?,
            false => self.strips(&mut lines)?,
        }
        if fails {
            lines.extend(self.own.exits(&self.failed, &self.sheet.step));
        }
        Ok(lines.join(&self.sheet.line()))
    }

    /// Whether each row is a strip.
    fn is_in_rows(&self) -> bool {
        self.strip.lead == 0 && self.own.allocated.is_empty()
    }

    fn clauses(&self) -> String {
        let mut clauses = String::new();
        if !self.threads.is_empty() {
            clauses.push_str(&format!(" private({})", self.threads.join(", ")));
        }
        if !self.own.failures.is_empty() {
            clauses.push_str(&format!(" reduction(|: {})", self.failed));
        }
        clauses
    }

    /// A strip is a row.
    fn rows_alone(&self, lines: &mut Vec<String>) -> Result<(), String> {
        lines.push(format!("{}{{", self.header()));
        for declared in &self.own.declared {
            lines.push(format!("{}{declared}", self.sheet.step));
        }
        lines.push(self.inside(&Edits::default(), &self.sheet)?);
        lines.push("}".to_string());
        Ok(())
    }

    /// The header of the loop, up to its body. OpenMP wants the counter alone on its side of the
    /// condition (OpenMP 5.2, section 4.4.1).
    fn header(&self) -> String {
        let nest = &self.rows.nest;
        let own = Span::new(self.rows.span.start, nest.body.start);
        let own = self.unit.file.slice(own);
        let condition = own.split(';').nth(1).unwrap_or_default();
        let rest = condition.trim().strip_prefix(nest.counter.as_str());
        if rest.is_some_and(|rest| rest.trim_start().starts_with(['<', '!'])) {
            return own.to_string();
        }
        let end = self.until(&nest.counter, &nest.end);
        format!("{} ", nest.header(self.row(&nest.first)).until(end))
    }

    fn strips(&self, lines: &mut Vec<String>) -> Result<(), String> {
        let (own, step, sums) = (self.rows.nest.type_name(), &self.sheet.step, self.sums);
        let name = self.strip.name;
        let height = self.height();
        let (counted, ty) = sums.own_type(self.rows.nest.ty, &own);
        let next = moved(&Expr::var(name), height);
        sums.compute(&next, counted);
        // OpenMP counts the strips.
        let rows = moved(&(self.strip.end.clone() - self.strip.first.clone()), height);
        sums.compute(&rows, counted);
        let lead = self.strip.lead;
        let header = Header::new(Some(ty), name, sums.text(&self.strip.first))
            .until(self.until(name, &self.strip.end))
            .by_size(height);
        lines.push(format!("{header} {{"));
        lines.push(format!(
            "{step}const {own} {} = {} < {} ? {} : {};",
            self.end,
            sums.text(&next),
            sums.text(&self.strip.end),
            self.row(&next),
            self.row(&self.strip.end),
        ));
        for declared in &self.own.declared {
            lines.push(format!("{step}{declared}"));
        }
        lines.extend(
            self.own
                .tests(&self.failed, step)
                .iter()
                .map(|line| format!("{step}{line}")),
        );
        let start = &self.rows.nest.first;
        let from = self.row(&moved(&Expr::var(name), -lead));
        let first = match lead > 0 && self.strip.begins_before() {
            true => format!(
                "{name} < {} ? {} : {from}",
                sums.text(&moved(start, lead)),
                self.row(start)
            ),
            false => from,
        };
        let header = self.rows.nest.header(first).below(&self.end);
        lines.push(format!("{step}{header} {{"));
        lines.push(self.inside(&self.guards()?, &self.sheet.deeper())?);
        lines.push(format!("{step}}}"));
        for name in &self.own.allocated {
            lines.push(format!("{step}free({name});"));
        }
        lines.push("}".to_string());
        Ok(())
    }

    /// A sum as a value of the counter.
    fn row(&self, sum: &Expr) -> String {
        let nest = &self.rows.nest;
        self.sums.converted(sum, None, nest.ty, &nest.type_name())
    }

    /// `y0 < h - 1`, or `y0 < (h > 1 ? h - 1 : 0)` where the type has no negative values.
    fn until(&self, counter: &str, end: &Expr) -> String {
        let all = self.sums.text(end);
        match end.constant_part() {
            less if less < 0 && !self.strip.is_signed() => {
                let terms = self.sums.text(&moved(end, -less));
                format!("{counter} < ({terms} > {} ? {all} : 0)", -less)
            }
            _ => format!("{counter} < {all}"),
        }
    }

    /// The number of rows of a strip: a power of two at which few rows are computed again.
    fn height(&self) -> i64 {
        let again: i64 = self.strip.leads.iter().flatten().sum();
        let all = i64::try_from(self.strip.leads.len()).unwrap_or(1).max(1);
        let least = match self.rows.has_loops {
            true => LEAST_ROWS,
            false => LEAST_POINTS,
        };
        let mut height = least;
        while height < MOST_ROWS && height.saturating_mul(all) < again.saturating_mul(HALO) {
            height *= 2;
        }
        height
    }

    /// The body between its braces, in another loop.
    fn inside(&self, edits: &Edits, sheet: &Sheet) -> Result<String, String> {
        let file = &self.unit.file;
        let body = self.rows.nest.body;
        let text = edits.apply(&file.bytes[..body.end as usize]);
        let text = String::from_utf8_lossy(&text[body.start as usize..]);
        let text = text.strip_prefix('{').and_then(|t| t.strip_suffix('}'));
        let text = text.ok_or_else(|| "its body has no braces".to_string())?;
        let text = sheet.moved(text.trim(), &self.sheet.indent);
        let text = sheet.deeper().apart(&text);
        let inner = { sheet.indent.strip_prefix(&self.sheet.indent) }.unwrap_or_default();
        Ok(format!("{inner}{}{text}", self.sheet.step))
    }

    /// The edits of the tests in the body.
    fn guards(&self) -> Result<Edits, String> {
        let mut edits = Edits::default();
        for run in self.runs() {
            self.guard(&run, &mut edits)
                .ok_or_else(|| "its parts overlap".to_string())?;
        }
        Ok(edits)
    }

    /// The parts of the body that get a common test.
    fn runs(&self) -> Vec<Run> {
        let parts = &self.rows.parts;
        let all: Vec<usize> = (0..parts.len()).collect();
        let alike = |a: &usize, b: &usize| parts[*a].test_span() == parts[*b].test_span();
        let mut runs: Vec<Run> = Vec::new();
        for group in all.chunk_by(alike) {
            let found = self.conditions(group);
            for run in found {
                match runs.last_mut() {
                    Some(last) if last.joins(&run) => last.extend(run),
                    _ => runs.push(run),
                }
            }
        }
        runs
    }

    /// The conditions of parts under one test, or under none.
    fn conditions(&self, group: &[usize]) -> Vec<Run> {
        let parts = &self.rows.parts;
        let conditions = |part: &usize| self.strip.conditions(*part);
        let is_same = |a: &usize, b: &usize| conditions(a) == conditions(b);
        let run = |part: &[usize], outer: Option<&Test>| {
            let (kept, new) = conditions(&part[0]);
            let (first, last) = (&parts[part[0]], &parts[part[part.len() - 1]]);
            let place = match outer {
                Some(test) => Place::Tested(test.whole, test.inner),
                None => Place::Plain(first.span.to(last.span), part.len() == 1),
            };
            let kept = kept.into_iter().filter(|_| outer.is_some());
            Run {
                condition: new.into_iter().chain(kept).collect(),
                places: vec![place],
                is_inner: outer.is_none() && first.test.is_some(),
            }
        };
        let test = parts[group[0]].test.as_ref();
        match group.chunk_by(is_same).count() {
            1 => vec![run(group, test)],
            _ => group
                .chunk_by(is_same)
                .map(|part| run(part, None))
                .collect(),
        }
    }

    /// Writes the test of some parts.
    fn guard(&self, run: &Run, edits: &mut Edits) -> Option<()> {
        let file = &self.unit.file;
        let (first, last) = (run.places.first()?, run.places.last()?);
        let span = first.span().to(last.span());
        let sheet = Sheet::at(file, span).with_step(&self.sheet.step);
        let deeper = match run.condition.is_empty() {
            true => sheet.clone(),
            false => sheet.deeper(),
        };
        let mut text = String::new();
        let mut end = span.start;
        for place in &run.places {
            let between = file.slice(Span::new(end, place.span().start));
            match between.rsplit_once('\n') {
                Some((comments, _)) => {
                    text.push_str(&deeper.moved(comments, &sheet.indent));
                    text.push_str(&format!("\n{}", deeper.indent));
                }
                None => text.push_str(&between),
            }
            let inner = place.inner();
            text.push_str(&deeper.copied(file, inner));
            end = place.span().end;
        }
        let is_plain = matches!(run.places[..], [Place::Plain(_, true)])
            || matches!(run.places[..], [Place::Tested(whole, inner)] if !self.has_braces(whole, inner));
        let is_plain = is_plain && !text.starts_with('{') && !has_name(&text, "else");
        let header = format!("if ({})", run.condition.join(" && "));
        let text = match (run.condition.is_empty(), is_plain) {
            (true, _) => text,
            (false, true) => sheet.under(header, &text),
            (false, false) => sheet.block(header, &text),
        };
        edits.insert(Edit { span, text }).ok()
    }

    fn has_braces(&self, whole: Span, inner: Span) -> bool {
        let text = self.unit.file.slice(Span::new(inner.end, whole.end));
        text.contains('}')
    }
}

/// Parts of a body with one test.
struct Run {
    condition: Vec<String>,
    places: Vec<Place>,
    /// Whether it stays under another test.
    is_inner: bool,
}

/// Where parts are.
#[derive(Clone, Copy)]
enum Place {
    /// In no test of their own; whether it is one statement.
    Plain(Span, bool),
    /// Under a test: the whole statement, and what is under it.
    Tested(Span, Span),
}

impl Run {
    /// Whether another run that follows gets the same test.
    fn joins(&self, next: &Run) -> bool {
        !self.is_inner && !next.is_inner && self.condition == next.condition
    }

    fn extend(&mut self, next: Run) {
        self.places.extend(next.places);
    }
}

impl Place {
    fn span(self) -> Span {
        match self {
            Place::Plain(span, _) | Place::Tested(span, _) => span,
        }
    }

    fn inner(self) -> Span {
        match self {
            Place::Plain(span, _) | Place::Tested(_, span) => span,
        }
    }
}

impl Part {
    fn test_span(&self) -> Option<Span> {
        self.test.as_ref().map(|test| test.span)
    }
}
