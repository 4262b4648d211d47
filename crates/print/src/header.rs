//! Headers of loops.

use std::fmt::{Display, Formatter, Result};

/// The header of a loop over a counter. Without further calls, it has no condition and counts by
/// one.
#[derive(Clone, Debug)]
pub struct Header<'h> {
    counter: &'h str,
    start: String,
    /// What separates the start from the condition, after the `;`.
    gap: String,
    condition: String,
    count: String,
}

impl<'h> Header<'h> {
    /// A loop from a first value on; it declares its counter if that has a type.
    pub fn new(declared: Option<&str>, counter: &'h str, first: impl Display) -> Self {
        let ty = declared.map_or(String::new(), |ty| format!("{ty} "));
        Header {
            start: format!("{ty}{counter} = {first}"),
            ..Header::resumed(counter)
        }
    }

    /// A loop from the present value of its counter on: `for (; x < end; x++)`.
    pub fn resumed(counter: &'h str) -> Self {
        Header {
            counter,
            start: String::new(),
            gap: " ".to_string(),
            condition: String::new(),
            count: format!("{counter}++"),
        }
    }

    /// The loop runs while its counter is below an end.
    #[must_use]
    pub fn below(self, end: impl Display) -> Self {
        let condition = format!("{} < {end}", self.counter);
        self.until(condition)
    }

    /// The same with the end in a variable beside the counter, of the counter's type.
    #[must_use]
    pub fn below_named(mut self, name: &str, end: impl Display) -> Self {
        self.start.push_str(&format!(", {name} = {end}"));
        self.below(name)
    }

    /// The loop runs while a condition holds.
    #[must_use]
    pub fn until(mut self, condition: String) -> Self {
        self.condition = condition;
        self
    }

    /// The condition is on a line of its own: what separates it from the start.
    #[must_use]
    pub fn broken(mut self, gap: String) -> Self {
        self.gap = gap;
        self
    }

    /// The counter grows by a number.
    #[must_use]
    pub fn by(self, step: i64) -> Self {
        match step {
            1 => self,
            _ => self.by_size(step),
        }
    }

    /// The counter grows by a size, which may be a name.
    #[must_use]
    pub fn by_size(self, size: impl Display) -> Self {
        let count = format!("{} += {size}", self.counter);
        self.counted(count)
    }

    /// The counter changes in the user's way.
    #[must_use]
    pub fn counted(mut self, count: String) -> Self {
        self.count = count;
        self
    }
}

impl Display for Header<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let Header {
            start,
            gap,
            condition,
            count,
            ..
        } = self;
        write!(f, "for ({start};{gap}{condition}; {count})")
    }
}

#[cfg(test)]
mod tests {
    use super::Header;

    #[test]
    fn counters_with_and_without_a_type() {
        let rows = Header::new(Some("int"), "y", 0).below("h");
        assert_eq!(rows.to_string(), "for (int y = 0; y < h; y++)");
        let strips = Header::new(None, "y", 1).until("y < h && y < n".to_string());
        assert_eq!(
            strips.by(32).to_string(),
            "for (y = 1; y < h && y < n; y += 32)"
        );
        let rest = Header::resumed("x").below("end").by(1);
        assert_eq!(rest.to_string(), "for (; x < end; x++)");
    }

    #[test]
    fn ends_with_names_and_conditions_on_lines_of_their_own() {
        let columns = Header::new(Some("int"), "x", 0).below_named("end", "n > 8 ? 8 : n");
        assert_eq!(
            columns.broken("\n    ".to_string()).to_string(),
            "for (int x = 0, end = n > 8 ? 8 : n;\n    x < end; x++)"
        );
    }
}
