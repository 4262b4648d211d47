//! Loop headers and conditions.

use super::super::image::Range;
use super::super::style::Counters;
use super::{Nest, Writer, block};

impl Writer {
    /// A nest as text.
    pub(crate) fn loops(&mut self, nest: &Nest<'_>) -> String {
        let inner = self.header("x", "w", nest.columns, nest.is_ordered) + &block(nest.body);
        let outer = self.header("y", nest.end, nest.rows, nest.is_ordered);
        let is_canonical = outer.contains("; y < ") || outer.contains("; y >= ");
        let may_share = self.style.threads && self.each_row.is_none();
        let has_threads = may_share && !nest.is_ordered && is_canonical;
        let directive = match has_threads && self.random.one_in(2) {
            true => "#pragma omp parallel for\n",
            false => "",
        };
        match self.each_row.take() {
            Some(first) => outer + &block(&format!("{first}\n{inner}")),
            None => format!("{directive}{outer}{}", super::indented(&inner)),
        }
    }

    /// A loop over a range; sometimes from its end.
    pub(crate) fn header(
        &mut self,
        counter: &str,
        end: &str,
        range: Range,
        ordered: bool,
    ) -> String {
        let ty = match self.style.counters {
            Counters::Inside => "int ",
            Counters::Before => "",
            Counters::Unsigned => "size_t ",
        };
        let first = range.first;
        let down = self.style.down;
        let goes_down = !ordered && down > 0 && self.random.one_in(down);
        if goes_down && self.style.counters != Counters::Unsigned {
            return format!(
                "for ({ty}{counter} = {end} - {}; {counter} >= {first}; {counter}--)\n",
                range.less + 1
            );
        }
        if goes_down && range == Range::default() {
            return format!("for ({ty}{counter} = {end}; {counter}-- > 0;)\n");
        }
        let condition = self.before(counter, end, range.less);
        format!("for ({ty}{counter} = {first}; {condition}; {counter}++)\n")
    }

    /// `y < h - 1`
    pub(crate) fn before(&self, counter: &str, end: &str, less: i64) -> String {
        let adds = self.style.adds || self.style.counters == Counters::Unsigned;
        match less {
            0 => format!("{counter} < {end}"),
            _ if adds => format!("{counter} + {less} < {end}"),
            _ => format!("{counter} < {end} - {less}"),
        }
    }

    /// Whether a point is inside; none if each is.
    pub(crate) fn inside(&self, end: &str, rows: Range, columns: Range) -> Option<String> {
        let mut parts = Vec::new();
        for (counter, end, range) in [("y", end, rows), ("x", "w", columns)] {
            if range.first > 0 {
                parts.push(format!("{counter} >= {}", range.first));
            }
            if range.less > 0 {
                parts.push(self.before(counter, end, range.less));
            }
        }
        (!parts.is_empty()).then(|| parts.join(" && "))
    }
}
