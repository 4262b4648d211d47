//! The parts of a fused loop: nests with the same guard share one `if`.

use super::{Declared, Writer};
use print::indented;
use source::{Span, layout};

/// The comments before a nest.
#[derive(Default)]
struct Gap {
    /// Whether a blank line separates it from the nest before.
    has_blank: bool,
    /// Comments on the last line of the nest before.
    trailing: String,
    /// Comments on lines of their own.
    comment: String,
}

impl Writer<'_> {
    /// The rows of nests with the same guard.
    pub(super) fn run(
        &self,
        run: &[usize],
        inner: &str,
        (declared, lines): (&mut Declared, &mut Vec<String>),
    ) {
        let deeper = format!("{inner}{}", self.sheet.step);
        let Some(guard) = &self.guards[run[0]] else {
            return self.parts(run, true, inner, (declared, lines));
        };
        let mut declared = declared.clone();
        self.separate(run[0], inner, lines);
        let condition = self.condition(guard, run[0]);
        match self.needs_braces(run) {
            false => {
                lines.push(format!("{inner}if ({condition})"));
                self.parts(run, false, &deeper, (&mut declared, lines));
            }
            true => {
                lines.push(format!("{inner}if ({condition}) {{"));
                self.parts(run, false, &deeper, (&mut declared, lines));
                lines.push(format!("{inner}}}"));
            }
        }
    }

    /// The loop over the rows of some nests in one iteration of the fused loop.
    pub(super) fn inner_loop(&self, nests: &[usize], indent: &str, lines: &mut Vec<String>) {
        let number = self.rows[nests[0]].level;
        let level = &self.levels[number];
        self.write_gap(nests[0], indent, lines);
        let mut indent = indent.to_string();
        let first = level.first_positive();
        if !self.is_signed() && self.starts_before(first) {
            lines.push(format!("{indent}if ({} >= {first})", self.counter(0)));
            indent.push_str(&self.sheet.step);
        }
        let ty = self.nests[self.main].sum_type_name();
        let declared = Some(ty.as_str()).filter(|_| self.declares_inside());
        let header = level.header(declared, self.counter(0));
        lines.push(format!("{indent}{header} {{"));
        let from = lines.len();
        let deeper = format!("{indent}{}", self.sheet.step);
        self.level(number, nests, &deeper, lines);
        let is_long = nests.len() > 1 || lines.len() != from + 1 || {
            let body = &self.bodies[nests[0]];
            self.guards[nests[0]].is_some() || !body.is_plain_statement()
        };
        match (is_long, lines.get_mut(from - 1)) {
            (false, Some(header)) => header.truncate(header.len() - 2),
            _ => lines.push(format!("{indent}}}")),
        }
    }

    /// Declares the counters of the loops over rows where the dialect demands it.
    pub(super) fn inner_counters(&self, indent: &str, lines: &mut Vec<String>) {
        if let (false, Some(level)) = (self.declares_inside(), self.levels.get(1)) {
            let ty = self.nests[self.main].sum_type_name();
            lines.push(format!("{indent}{ty} {};", level.counter));
        }
    }

    fn declares_inside(&self) -> bool {
        self.dialect.is_c99()
    }

    fn needs_braces(&self, run: &[usize]) -> bool {
        let [nest] = run else {
            return true;
        };
        let is_named = !self.names_first(*nest) && !self.rows[*nest].is_own();
        let body = &self.bodies[*nest];
        let declares = is_named || self.rows[*nest].is_hidden || !body.declared.is_empty();
        declares || !body.is_plain_statement()
    }

    /// Nests one after the other in one block; what separates the first from the nest before is
    /// written if `from_first`.
    fn parts(
        &self,
        run: &[usize],
        from_first: bool,
        indent: &str,
        (declared, lines): (&mut Declared, &mut Vec<String>),
    ) {
        let deeper = format!("{indent}{}", self.sheet.step);
        let is_hidden = |nest: &usize| self.rows[*nest].is_hidden;
        let same = |a: &usize, b: &usize| {
            self.rows[*a].is_hidden == self.rows[*b].is_hidden && self.is_same_row(*a, *b)
        };
        let is_whole =
            !from_first && run.iter().all(is_hidden) && run.windows(2).all(|p| same(&p[0], &p[1]));
        if is_whole {
            self.declare_here(run[0], indent, (declared, lines));
            lines.push(format!("{indent}{}", self.own_counter(run[0])));
            return self.block(run, false, indent, (declared, lines));
        }
        for (k, part) in run.chunk_by(same).enumerate() {
            if !is_hidden(&part[0]) {
                self.block(part, k > 0 || from_first, indent, (declared, lines));
                continue;
            }
            if k > 0 || from_first {
                self.separate(part[0], indent, lines);
            }
            self.declare_here(part[0], indent, (declared, lines));
            lines.push(format!("{indent}{{"));
            lines.push(format!("{deeper}{}", self.own_counter(part[0])));
            self.block(part, false, &deeper, (declared, lines));
            lines.push(format!("{indent}}}"));
        }
    }

    /// The name of a row that has none where the fused loop begins.
    fn declare_here(
        &self,
        nest: usize,
        indent: &str,
        (declared, lines): (&mut Declared, &mut Vec<String>),
    ) {
        if !self.names_first(nest) {
            let name = self.declaration(nest, declared);
            lines.extend(name.map(|text| format!("{indent}{text}")));
        }
    }

    /// `const int y = y1;` in a block of its own.
    fn own_counter(&self, nest: usize) -> String {
        let ty = self.nests[self.main].sum_type_name();
        let (counter, row) = (&self.nests[nest].counter, &self.rows[nest].name);
        format!("const {ty} {counter} = {row};")
    }

    fn block(
        &self,
        run: &[usize],
        from_first: bool,
        indent: &str,
        (declared, lines): (&mut Declared, &mut Vec<String>),
    ) {
        for (k, nest) in run.iter().enumerate() {
            if k > 0 || from_first {
                self.separate(*nest, indent, lines);
            }
            if !self.names_first(*nest) && !self.rows[*nest].is_hidden {
                let name = self.declaration(*nest, declared);
                lines.extend(name.map(|text| format!("{indent}{text}")));
            }
            self.part(*nest, run, indent, lines);
        }
    }

    fn part(&self, nest: usize, run: &[usize], indent: &str, lines: &mut Vec<String>) {
        let body = &self.bodies[nest];
        let deeper = format!("{indent}{}", self.sheet.step);
        if !self.needs_scope(nest, run) {
            lines.push(format!("{indent}{}", body.at(indent)));
            return;
        }
        lines.push(format!("{indent}{{"));
        lines.push(format!("{deeper}{}", body.at(&deeper)));
        lines.push(format!("{indent}}}"));
    }

    /// Whether a nest's body needs a block of its own: its names mean something else in other
    /// nests.
    fn needs_scope(&self, nest: usize, run: &[usize]) -> bool {
        let body = &self.bodies[nest];
        let others = || (0..self.nests.len()).filter(|other| self.is_in_scope_of(nest, *other));
        let meets = |name: &String| {
            others().any(|other| {
                let has_own = self.guards[other] != self.guards[nest]
                    && self.bodies[other].declared.contains(name);
                self.bodies[other].mentions(name) && !has_own
            })
        };
        let is_late = !self.dialect.is_c99() && run[0] != nest;
        let declares = !body.declared.is_empty();
        declares && is_late || body.declared.iter().any(meets)
    }

    /// Whether the names that a nest's body declares are known in another nest, if the body has no
    /// block of its own.
    fn is_in_scope_of(&self, nest: usize, other: usize) -> bool {
        let level = |nest: usize| self.rows[nest].level;
        let between = nest.min(other)..nest.max(other) + 1;
        other != nest
            && match &self.guards[nest] {
                Some(guard) => between
                    .into_iter()
                    .all(|n| self.guards[n].as_ref() == Some(guard)),
                None => level(nest) == 0 || level(nest) == level(other),
            }
    }

    /// Writes what stands between a nest and the one before it.
    pub(super) fn separate(&self, nest: usize, indent: &str, lines: &mut Vec<String>) {
        let level = self.rows[nest].level;
        let is_in_header = level > 0 && self.levels[level].nests.start == nest;
        if !is_in_header {
            self.write_gap(nest, indent, lines);
        }
    }

    fn write_gap(&self, nest: usize, indent: &str, lines: &mut Vec<String>) {
        let gap = self.gap(nest, indent);
        if let Some(last) = lines.last_mut().filter(|_| !gap.trailing.is_empty()) {
            last.push_str(&format!(" {}", gap.trailing));
        }
        if gap.has_blank {
            lines.push(String::new());
        }
        match gap.comment.as_str() {
            "" => {}
            // Lines of `#if 0`.
            comment if comment.starts_with('#') => lines.push(comment.to_string()),
            comment => lines.push(format!("{indent}{comment}")),
        }
    }

    fn gap(&self, nest: usize, indent: &str) -> Gap {
        let last = nest.checked_sub(1);
        if self.part.is_repeated || last.is_none() && !self.part.is_turned {
            return Gap::default();
        }
        let own = &self.nests[nest];
        let text = self.file.slice(Span::new(own.after, own.span.start));
        let comment = indented(text.trim(), &self.sheet.indent, indent);
        let Some(last) = last else {
            return Gap {
                comment,
                ..Gap::default()
            };
        };
        let end = Span::at(self.nests[last].span.end);
        let behind = Span::new(end.end, layout::after_comment(self.file, end).end);
        let (_, lines) = text.split_once('\n').unwrap_or(("", ""));
        let has_blank = lines.split('\n').rev().skip(1).any(|l| l.trim().is_empty());
        Gap {
            has_blank,
            trailing: self.file.slice(behind).trim().to_string(),
            comment,
        }
    }
}
