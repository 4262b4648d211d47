//! Loops that copy parts of arrays.

use print::Header;

/// Loops that copy elements.
#[derive(Debug)]
pub(in crate::write) struct CopyNest {
    pub(in crate::write) lines: Vec<String>,
    /// The counters of inner loops that the nest does not declare.
    pub(in crate::write) shared: Vec<String>,
}

/// A loop over a dimension of an array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CopyLoop {
    pub(super) counter: String,
    /// Its type, if the loop declares it.
    pub(super) declared: Option<String>,
    pub(super) first: String,
    pub(super) end: String,
    /// A variable for its end.
    pub(super) end_name: String,
}

/// Loop nests around statements; those with the same loops are one nest.
pub(super) fn nests(all: Vec<(Vec<CopyLoop>, String)>, step: &str) -> Vec<CopyNest> {
    let mut groups: Vec<(Vec<CopyLoop>, Vec<String>)> = Vec::new();
    for (loops, statement) in all {
        match groups.iter_mut().find(|(known, _)| *known == loops) {
            Some((_, statements)) => statements.push(statement),
            None => groups.push((loops, vec![statement])),
        }
    }
    let nest = |(loops, statements): (Vec<CopyLoop>, Vec<String>)| {
        let depth = loops.len();
        let is_block = statements.len() > 1;
        let mut lines: Vec<String> = loops
            .iter()
            .enumerate()
            .map(|(at, own)| format!("{}{}", step.repeat(at), own.header()))
            .collect();
        if is_block && let Some(last) = lines.last_mut() {
            last.push_str(" {");
        }
        let inside = step.repeat(depth);
        lines.extend(statements.iter().map(|s| format!("{inside}{s}")));
        if is_block {
            lines.push(format!("{}}}", step.repeat(depth - 1)));
        }
        let inner = loops[1..].iter().filter(|own| own.declared.is_none());
        let shared = inner.map(|own| own.counter.clone()).collect();
        CopyNest { lines, shared }
    };
    groups.into_iter().map(nest).collect()
}

impl CopyLoop {
    fn header(&self) -> Header<'_> {
        let header = Header::new(self.declared.as_deref(), &self.counter, &self.first);
        let is_long = self.end.contains('?');
        match (&self.declared, is_long) {
            (_, false) => header.below(&self.end),
            (Some(_), true) => header.below_named(&self.end_name, &self.end),
            (None, true) => header.below(format!("({})", self.end)),
        }
    }
}
