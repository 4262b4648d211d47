//! What a pragma is about, and the pragmas that are in force at a place.

use crate::syntax::openmp;
use source::Unit;
use std::ops::Range;

/// What a pragma is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Concern {
    /// Nothing that a program can see: warnings, marks for tools, what an optimiser tries.
    Nothing,
    /// The loop or statement below it.
    Statement,
    /// The objects and functions that it names, or the function that is declared below it.
    Names,
    /// The layout of types that are declared after it.
    Layout,
    /// The way in which code after it is compiled.
    Translation,
    /// A meaning that is not known: compilers ignore it in functions.
    Unknown,
}

impl Concern {
    /// What a pragma is about, by its text without the word `pragma`.
    pub fn of(text: &str) -> Self {
        if openmp::is_ivdep(text) {
            return Concern::Statement;
        }
        let mut words = source::names(text);
        let first = words.next().unwrap_or("");
        let second = words.next().unwrap_or("");
        match (first, second) {
            ("omp", _) if openmp::is_of_function(text) => Concern::Names,
            ("omp", "threadprivate") | ("weak" | "redefine_extname", _) => Concern::Names,
            ("omp", "assumes" | "begin" | "declare" | "end" | "requires") => Concern::Translation,
            ("omp" | "acc", _) => Concern::Statement,
            ("pack" | "ms_struct" | "scalar_storage_order" | "options", _) => Concern::Layout,
            ("GCC", "diagnostic" | "error" | "novector" | "poison" | "unroll" | "visibility")
            | ("GCC", "dependency" | "ident" | "system_header" | "warning")
            | ("clang", "diagnostic" | "loop" | "system_header") => Concern::Nothing,
            ("endregion" | "endscop" | "mark" | "message" | "novector" | "nounroll", _)
            | ("once" | "pleat" | "region" | "scop" | "unroll" | "warning", _) => Concern::Nothing,
            ("GCC" | "STDC" | "clang" | "fenv_access" | "float_control", _)
            | ("fp_contract" | "optimize" | "simd" | "vector", _) => Concern::Translation,
            _ => Concern::Unknown,
        }
    }
}

/// The pragmas with one of these concerns that are in force for the external declaration at a range
/// of the unit's text, in order.
pub fn in_force<'u>(
    unit: &'u Unit,
    declaration: Range<usize>,
    concerns: &[Concern],
) -> Vec<&'u str> {
    let mut state = State::default();
    let before = |at: u32| at as usize <= declaration.start;
    for pragma in unit.pragmas.iter().take_while(|p| before(p.at)) {
        if concerns.contains(&Concern::of(&pragma.text)) && !is_in_function(unit, pragma.at) {
            state.step(Setting::new(&pragma.text));
        }
    }
    state.now.iter().map(|own| own.text).collect()
}

/// The pragmas with one concern inside of an external declaration.
pub fn inside(
    unit: &Unit,
    declaration: Range<usize>,
    concern: Concern,
) -> impl Iterator<Item = &source::Pragma> {
    let is_inside = move |at: usize| declaration.start < at && at < declaration.end;
    let all = unit.pragmas.iter();
    all.filter(move |p| is_inside(p.at as usize) && Concern::of(&p.text) == concern)
}

/// Whether a pragma is in a function: it ends with its block.
fn is_in_function(unit: &Unit, at: u32) -> bool {
    let around = unit.declaration_at(at as usize);
    around.is_some_and(|d| d.is_function && d.at.start < at)
}

/// The pragmas that are in force, and those that will be again.
#[derive(Default)]
struct State<'u> {
    now: Vec<Setting<'u>>,
    saved: Vec<Vec<Setting<'u>>>,
}

/// A pragma that sets something, with its names.
#[derive(Clone)]
struct Setting<'u> {
    text: &'u str,
    names: Vec<&'u str>,
}

impl<'u> State<'u> {
    fn step(&mut self, own: Setting<'u>) {
        let (text, key) = (own.text, own.key());
        let has = |stem: &str| own.names.iter().any(|word| word.starts_with(stem));
        if has("pop") || key == ("omp", "end") {
            self.now = self.saved.pop().unwrap_or_default();
            return;
        }
        if has("push") || key == ("omp", "begin") {
            self.saved.push(self.now.clone());
        }
        match key {
            _ if text.starts_with("GCC push_options") || text == "pack(push)" => return,
            _ if text.starts_with("GCC reset_options") => {
                self.now.retain(|own| !own.text.starts_with("GCC"));
                return;
            }
            // Options add up.
            ("GCC", _) => {}
            _ => self.now.retain(|own| own.key() != key),
        }
        if !own.is_default() {
            self.now.push(own);
        }
    }
}

impl<'u> Setting<'u> {
    fn new(text: &'u str) -> Self {
        Setting {
            text,
            names: source::names(text).collect(),
        }
    }

    /// Whether it takes back all others that set the same.
    fn is_default(&self) -> bool {
        matches!(self.names.last(), Some(&("DEFAULT" | "default" | "reset")))
            || self.text.replace(' ', "") == "pack()"
            || self.text == "clang optimize on"
    }

    /// The words that say what it sets.
    fn key(&self) -> (&'u str, &'u str) {
        let name = |at: usize| self.names.get(at).copied().unwrap_or("");
        match name(0) {
            first @ ("STDC" | "clang" | "GCC" | "omp") => (first, name(1)),
            first => (first, ""),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::{Concern, in_force};
    use source::{Flags, SourceFile};

    fn check(text: &str, concern: Concern, wanted: &[&str]) {
        let text = format!("{text}\nint last;\n");
        let file = SourceFile::new("a.c", text.clone().into_bytes());
        let unit = source::preprocess(file, &Flags::default()).unwrap();
        let last = unit.declarations.last().unwrap();
        let range = last.at.start as usize..last.at.end as usize;
        assert_eq!(in_force(&unit, range, &[concern]), wanted, "{text}");
    }

    #[test]
    fn options_are_in_force_until_they_are_taken_back() {
        let code = Concern::Translation;
        check(
            "#pragma GCC optimize(\"O1\")",
            code,
            &["GCC optimize(\"O1\")"],
        );
        check(
            "#pragma GCC push_options\n#pragma GCC optimize(\"O1\")\nint a;\n#pragma GCC pop_options",
            code,
            &[],
        );
        check(
            "#pragma GCC optimize(\"O1\")\n#pragma GCC reset_options",
            code,
            &[],
        );
        check(
            "#pragma STDC FP_CONTRACT ON\n#pragma STDC FP_CONTRACT OFF",
            code,
            &["STDC FP_CONTRACT OFF"],
        );
        check(
            "#pragma STDC FP_CONTRACT ON\n#pragma STDC FP_CONTRACT DEFAULT",
            code,
            &[],
        );
        check("void f(void) {\n#pragma STDC FP_CONTRACT OFF\n}", code, &[]);
        check(
            "#pragma GCC diagnostic push\n#pragma scop\n#pragma unroll",
            code,
            &[],
        );
    }

    #[test]
    fn layouts_are_in_force_until_they_are_taken_back() {
        let layout = Concern::Layout;
        check("#pragma pack(1)", layout, &["pack(1)"]);
        check("#pragma pack(1)\n#pragma pack()", layout, &[]);
        check(
            "#pragma pack(push, 1)\nint a;\n#pragma pack(pop)",
            layout,
            &[],
        );
        check("#pragma pack(push)\n#pragma pack(2)", layout, &["pack(2)"]);
    }
}
