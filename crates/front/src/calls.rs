//! What calls may do: library functions that are known, and functions of the file that were read.

use crate::file::Function;
use crate::symbols::Origin;
use crate::types::Storage;
use std::collections::{BTreeMap, BTreeSet};

/// Library functions that touch no memory but what they are handed, always return, and call nothing
/// of the user's.
/// Sorted, for binary search. `f` and `l` variants of mathematical functions are covered by suffix.
const HARMLESS: [&str; 117] = [
    "__builtin_expect",
    "__builtin_fabs",
    "__builtin_fabsf",
    "__builtin_fmax",
    "__builtin_fmin",
    "__builtin_huge_val",
    "__builtin_inf",
    "__builtin_nan",
    "__builtin_sqrt",
    "abs",
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "atof",
    "atoi",
    "atol",
    "cabs",
    "calloc",
    "carg",
    "cbrt",
    "ceil",
    "cexp",
    "cimag",
    "clock",
    "clock_gettime",
    "conj",
    "copysign",
    "cos",
    "cosh",
    "cpow",
    "creal",
    "csqrt",
    "difftime",
    "erf",
    "erfc",
    "exp",
    "exp2",
    "expm1",
    "fabs",
    "fclose",
    "fdim",
    "fflush",
    "floor",
    "fma",
    "fmax",
    "fmin",
    "fmod",
    "fopen",
    "fprintf",
    "fputc",
    "fputs",
    "free",
    "frexp",
    "fscanf",
    "fwrite",
    "getenv",
    "hypot",
    "ilogb",
    "isfinite",
    "isinf",
    "isnan",
    "labs",
    "ldexp",
    "lgamma",
    "llabs",
    "llround",
    "log",
    "log10",
    "log1p",
    "log2",
    "logb",
    "lrint",
    "lround",
    "malloc",
    "memcmp",
    "memcpy",
    "memmove",
    "memset",
    "modf",
    "nan",
    "nearbyint",
    "nextafter",
    "omp_get_max_threads",
    "omp_get_num_procs",
    "omp_get_num_threads",
    "omp_get_thread_num",
    "omp_get_wtick",
    "omp_get_wtime",
    "omp_in_parallel",
    "omp_set_num_threads",
    "pow",
    "printf",
    "putchar",
    "puts",
    "rand",
    "remainder",
    "rint",
    "round",
    "scalbn",
    "scanf",
    "sin",
    "sinh",
    "snprintf",
    "sprintf",
    "sqrt",
    "srand",
    "sscanf",
    "strcmp",
    "strlen",
    "tan",
    "tanh",
    "tgamma",
    "trunc",
];

/// Library functions that end the program.
const ENDS: [&str; 5] = ["_Exit", "_exit", "abort", "exit", "quick_exit"];

/// Whether the library's function of this name cannot end the program, change a global of the user's
/// or enter one of the user's functions.
fn is_harmless_library(name: &str) -> bool {
    let known = |n: &str| HARMLESS.binary_search(&n).is_ok();
    let stem = name.strip_suffix('f').or_else(|| name.strip_suffix('l'));
    known(name) || stem.is_some_and(known)
}

/// What calls in a file may do.
#[derive(Debug, Default)]
pub struct Calls {
    /// For each function of the file the names it calls; `None` stands for a function pointer.
    callees: BTreeMap<String, BTreeSet<Option<String>>>,
    /// Functions of the file that are as harmless as library functions.
    harmless: BTreeSet<String>,
}

impl Calls {
    /// What the calls of these functions may do.
    pub fn of(functions: &[Function<'_>]) -> Self {
        let names = |f: &Function<'_>| f.symbols.calls.iter().map(|c| c.name.clone()).collect();
        let callees = functions
            .iter()
            .map(|f| (f.name.clone(), names(f)))
            .collect();
        let mut calls = Calls {
            callees,
            harmless: BTreeSet::new(),
        };
        while let Some(more) = functions.iter().find(|f| calls.makes_harmless(f)) {
            calls.harmless.insert(more.name.clone());
        }
        calls
    }

    /// A function of the file that could not be read: it may do anything.
    pub fn add_unread(&mut self, name: &str) {
        let anything = BTreeSet::from([None]);
        self.callees.entry(name.to_string()).or_insert(anything);
    }

    /// Whether a function is harmless now that the known ones are: it returns, and writes locals only.
    fn makes_harmless(&self, function: &Function<'_>) -> bool {
        let symbols = &function.symbols;
        let keeps_globals = symbols.variables.iter().all(|v| {
            let outlives = matches!(v.origin, Origin::Global(_)) || v.storage != Storage::Automatic;
            !outlives || (v.writes.is_empty() && !v.address_taken)
        });
        !self.harmless.contains(&function.name)
            && keeps_globals
            && symbols.loops.is_empty()
            && symbols.jumps.is_empty()
            && symbols.stores.is_empty()
            && symbols
                .calls
                .iter()
                .all(|c| self.is_harmless(c.name.as_deref()))
    }

    /// Whether a call cannot end the program, change a global of the user's or enter a function that
    /// may.
    pub fn is_harmless(&self, callee: Option<&str>) -> bool {
        let Some(name) = callee else {
            return false;
        };
        match self.callees.contains_key(name) {
            true => self.harmless.contains(name),
            false => is_harmless_library(name),
        }
    }

    /// The functions of the file that some calls may enter, directly or through others. What is not
    /// known may enter all that other files can name.
    pub fn entered(
        &self,
        mut open: Vec<Option<String>>,
        is_static: &BTreeMap<&str, bool>,
    ) -> BTreeSet<String> {
        let mut entered: BTreeSet<String> = BTreeSet::new();
        let mut seen: BTreeSet<Option<String>> = BTreeSet::new();
        while let Some(next) = open.pop() {
            if !seen.insert(next.clone()) {
                continue;
            }
            let name = next.as_deref();
            if let Some(callees) = name.and_then(|name| self.callees.get(name)) {
                entered.extend(next);
                open.extend(callees.iter().cloned());
            } else if !name.is_some_and(|n| is_harmless_library(n) || ENDS.contains(&n)) {
                let named = is_static
                    .iter()
                    .filter(|(_, is_own)| name.is_none() || !**is_own);
                open.extend(named.map(|(name, _)| Some(name.to_string())));
            }
        }
        entered
    }

    /// Whether a call may enter `function`, directly or through others.
    pub fn may_enter(&self, callee: Option<&str>, function: &str) -> bool {
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        let mut open = vec![callee];
        while let Some(next) = open.pop() {
            let Some(name) = next.filter(|name| *name != function) else {
                return true;
            };
            if !seen.insert(name) {
                continue;
            }
            match self.callees.get(name) {
                Some(callees) => open.extend(callees.iter().map(|c| c.as_deref())),
                // What handlers call does not come back here.
                None if is_harmless_library(name) || ENDS.contains(&name) => {}
                None => return true,
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_sorted_and_variants_are_found() {
        assert!(HARMLESS.is_sorted());
        assert!(
            ["sqrtf", "printf", "fabsl"]
                .into_iter()
                .all(is_harmless_library)
        );
        assert!(!["exit", "foo", ""].into_iter().any(is_harmless_library));
    }
}
