//! Tiles that threads share.

use super::{Writer, ends_text, least_text};
use c::names::symbols::Variable;
use poly::Expr;
use print::{Header, Lines, Names, Sums};
use std::ops::Range;

impl Writer<'_> {
    /// The loops over tiles from one dimension on; threads share the tiles of the first dimension
    /// after these.
    pub(super) fn shared(
        &self,
        before: Range<usize>,
        body: &str,
        lines: &mut Lines,
        names: &mut Names,
    ) {
        let at = before.end;
        for outer in before {
            let end = ends_text(
                self.sums,
                &self.dimensions[outer].counter,
                &self.loops[outer].ends,
            );
            self.tile_header(outer, end, lines);
        }
        let counter = &self.dimensions[at].counter;
        let pragma = format!("#pragma omp parallel for{}", self.private());
        if let [ends] = self.loops[at].ends.as_slice()
            && let [end] = ends.as_slice()
        {
            lines.push(&pragma);
            self.tile_header(at, format!("{counter} < {}", self.sums.text(end)), lines);
            self.sequential(at + 1, body, lines);
            return;
        }
        let end = names.give(&format!("{counter}_end"));
        let is_block = at > 0 || !self.nest.is_in_block;
        if is_block {
            lines.open();
        }
        lines.push(&format!(
            "const {} {end} = {};",
            self.type_of(at),
            most_text(self.sums, &self.loops[at].ends)
        ));
        let sheet = lines.sheet.clone();
        lines.push(&pragma);
        self.tile_header(at, format!("{counter} < {end}"), lines);
        self.sequential(at + 1, body, lines);
        lines.sheet = sheet;
        if is_block {
            lines.leave();
        }
    }

    /// Threads share the tiles of the outer two dimensions whose numbers have the same sum.
    pub(super) fn wavefronts(&self, body: &str, lines: &mut Lines, names: &mut Names) {
        let (first, second) = (&self.dimensions[0], &self.dimensions[1]);
        let counts = [0, 1].map(|at| names.give(&format!("{}_count", self.dimensions[at].counter)));
        let (wave, tile) = (names.give("wave"), names.give("tile"));
        let ty = self.type_of(0);
        if !self.nest.is_in_block {
            lines.open();
        }
        for (at, count) in counts.iter().enumerate() {
            lines.push(&format!("const {ty} {count} = {};", self.tile_count(at)));
        }
        let [rows, columns] = &counts;
        let waves = Header::new(Some(ty), &wave, 0).below(format!("{rows} + {columns} - 1"));
        lines.push(&format!("{waves} {{"));
        lines.enter();
        lines.push(&format!("#pragma omp parallel for{}", self.private()));
        let gap = format!("{}     ", lines.sheet.line());
        let lowest = format!("{wave} < {columns} ? 0 : {wave} - {columns} + 1");
        let tiles = Header::new(Some(ty), &tile, lowest)
            .below(format!("({wave} < {rows} ? {wave} + 1 : {rows})"))
            .broken(gap);
        lines.push(&format!("{tiles} {{"));
        lines.enter();
        let place = |at: usize, number: &str| self.tile_start(at, number);
        lines.push(&format!(
            "const {ty} {} = {}, {} = {};",
            first.counter,
            place(0, &tile),
            second.counter,
            place(1, &format!("({wave} - {tile})"))
        ));
        let sheet = lines.sheet.clone();
        self.sequential(2, body, lines);
        lines.sheet = sheet;
        lines.leave();
        lines.leave();
        if !self.nest.is_in_block {
            lines.leave();
        }
    }

    /// `1 + tile * 32`
    fn tile_start(&self, at: usize, number: &str) -> String {
        let size = self.sums.text(&self.dimensions[at].size);
        let first = &self.loops[at].first;
        match first.as_slice() {
            [only] if only.as_constant() == Some(0) => format!("{number} * {size}"),
            _ => format!("{} + {number} * {size}", least_text(self.sums, first)),
        }
    }

    /// The number of tiles of a dimension.
    fn tile_count(&self, at: usize) -> String {
        let (size, found) = (&self.dimensions[at].size, &self.loops[at]);
        let size_text = self.sums.text(size);
        let [first] = found.first.as_slice() else {
            let (end, first) = (
                most_text(self.sums, &found.ends),
                least_text(self.sums, &found.first),
            );
            return format!("(({end}) - {first} + {size_text} - 1) / {size_text}");
        };
        let more = size.clone() - Expr::constant(1) - first.clone();
        let rounded = |ends: &Vec<Expr>| ends.iter().map(|e| e.clone() + more.clone()).collect();
        let sums: Vec<Vec<Expr>> = found.ends.iter().map(rounded).collect();
        match sums.as_slice() {
            [ends] if ends.len() == 1 => {
                format!("({}) / {size_text}", self.sums.text(&ends[0]))
            }
            _ => format!("{} / {size_text}", most_text(self.sums, &sums)),
        }
    }

    /// The clauses for counters that the nest does not declare, for other variables of which each
    /// thread has its own, and for failed allocations.
    pub(super) fn private(&self) -> String {
        let is_inside = |v: &&Variable<'_>| {
            let mut loops = self.nest.units.iter().flat_map(|unit| &unit.loops);
            loops.any(|counted| !counted.is_declared && counted.counter == v.name)
        };
        let variables = self.function.symbols.variables.iter();
        let counters = variables.filter(is_inside).map(|v| &v.name);
        let mut names: Vec<&str> = { counters.chain(&self.buffers.threads) }
            .map(String::as_str)
            .collect();
        names.sort_unstable();
        names.dedup();
        let mut clauses = match names.is_empty() {
            true => String::new(),
            false => format!(" private({})", names.join(", ")),
        };
        if !self.buffers.own.failures.is_empty() {
            clauses.push_str(&format!(" reduction(|: {})", self.failed));
        }
        clauses
    }
}

/// The largest of the least ends.
fn most_text(sums: &Sums<'_>, ends: &[Vec<Expr>]) -> String {
    let mut each = ends.iter().map(|all| least_text(sums, all));
    let first = each.next().unwrap_or_default();
    each.fold(first, |most, next| {
        format!("({most} > {next} ? {most} : {next})")
    })
}
