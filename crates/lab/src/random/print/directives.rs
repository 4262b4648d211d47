//! OpenMP directives of random kernels as C.

use super::{ITERATORS, Printer};
use crate::random::features::directives::STACKS;
use crate::random::manner::Sizes;
use crate::random::tree::{Home, Loop};
use std::fmt::Write;

impl Printer<'_> {
    /// Writes the directives above a loop; returns the number of braces they open.
    pub(super) fn directives(&mut self, l: &Loop) -> usize {
        if !l.parallel && l.directive == 0 {
            return 0;
        }
        if l.parallel && l.directive == 0 && self.kernel.manner.directive_macro {
            self.line("PAR");
            return 0;
        }
        let lines = STACKS[l.directive].lines;
        let mut closing = 0;
        for (level, line) in lines.iter().enumerate() {
            if line.is_empty() {
                continue;
            }
            let clauses = match level == 0 && self.kernel.manner.default_none {
                true => format!(" default(none) shared({})", self.names().join(", ")),
                false => String::new(),
            };
            put!(self.text, "#pragma omp {line}{clauses}\n");
            let is_last = level + 1 == lines.len() && l.parallel;
            let has_braces = (l.directive + level + l.slot).is_multiple_of(3) && !is_last;
            if has_braces || line.ends_with("sections") {
                self.line("{");
                self.depth += 1;
                closing += 1;
            }
        }
        closing
    }

    /// Writes a directive on the body of a loop, on separate lines.
    pub(super) fn body_directive(&self, l: &Loop) -> String {
        match STACKS[l.directive].body {
            "" => String::new(),
            body if l.parallel => format!("\n#pragma omp {body}\n   "),
            _ => String::new(),
        }
    }

    /// All variables that a loop may use.
    fn names(&self) -> Vec<String> {
        let kernel = self.kernel;
        let mut names = vec!["in".to_string(), "out".to_string()];
        if kernel.sizes != Sizes::Macros {
            names.extend(["n".to_string(), "m".to_string()]);
        }
        names.extend((0..kernel.scalars).map(|k| format!("s{k}")));
        let arrays = kernel.arrays.iter().enumerate();
        let in_scope = |k: &usize, home: Home| home != Home::Block || self.declared.contains(k);
        let seen = arrays.filter(|(k, a)| in_scope(k, a.home));
        names.extend(seen.map(|(k, _)| self.array(k)));
        names.extend(self.open.iter().map(|slot| ITERATORS[*slot].to_string()));
        names.extend(self.pointers.iter().map(|p| p.name.clone()));
        names.extend(self.base_parameter());
        names.extend(kernel.manner.bound.as_ref().map(|_| self.bound()));
        names
    }
}
