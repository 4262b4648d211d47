//! The constructs of C that random kernels may contain, and sets of them.

use super::manner::Sizes;
use crate::rng::Rng;

/// One construct that random kernels may contain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// `#pragma omp parallel for` where there is no race.
    Parallel,
    /// Two or more OpenMP directives, stacked or nested, with and without braces.
    Directives,
    /// Directives with `default(none)`, and arrays that are parameters.
    DefaultNone,
    /// Directives in a macro that is empty without OpenMP.
    DirectiveMacros,
    /// Static arrays that threads of the same file share.
    Threads,
    /// Static arrays that threads of another file share.
    OtherThreads,
    /// Static arrays, and a weak function that enters the kernel again.
    Weak,
    /// Static arrays, and a function with a name similar to a library function that enters the
    /// kernel again.
    LibraryNames,
    /// Static arrays, and a stream that enters the kernel again.
    Streams,
    /// Static arrays, and a function pointer, comparison or signal that enters the kernel again.
    Callbacks,
    /// Iterators of any integer type that start near its limits.
    Counters,
    /// Sizes of heap arrays that are products of `int`s near `INT_MAX`.
    Products,
    /// The storage of arrays is measured.
    Memory,
    /// Numbers are constant expressions of GNU C.
    Constants,
    /// Values are expressions of GNU C.
    Expressions,
    /// The program asks for types and attributes of arrays.
    Questions,
    /// The program asserts the size of arrays.
    Assertions,
    /// Loops whose body changes their bound.
    Bounds,
    /// `break`, `continue`, `return` and `goto` out of loops.
    Exits,
    /// Parts that are executed again by `longjmp` or `setcontext`.
    Twice,
    /// `__LINE__` as data.
    Lines,
    /// The program is valid in strict C90.
    C90,
    /// Compilers print no new warnings.
    Warnings,
}

use Feature::*;

/// Static arrays that several executions use at the same time.
pub(super) const STATICS: [Feature; 6] = [
    Threads,
    OtherThreads,
    Weak,
    LibraryNames,
    Streams,
    Callbacks,
];
/// OpenMP directives in the kernel itself.
pub(super) const OPENMP: [Feature; 3] = [Directives, DefaultNone, DirectiveMacros];

impl Feature {
    /// All features.
    pub const ALL: [Feature; 23] = [
        Parallel,
        Directives,
        DefaultNone,
        DirectiveMacros,
        Threads,
        OtherThreads,
        Weak,
        LibraryNames,
        Streams,
        Callbacks,
        Counters,
        Products,
        Memory,
        Constants,
        Expressions,
        Questions,
        Assertions,
        Bounds,
        Exits,
        Twice,
        Lines,
        C90,
        Warnings,
    ];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Parallel => "parallel",
            Directives => "directives",
            DefaultNone => "default-none",
            DirectiveMacros => "directive-macros",
            Threads => "threads",
            OtherThreads => "other-threads",
            Weak => "weak",
            LibraryNames => "library-names",
            Streams => "streams",
            Callbacks => "callbacks",
            Counters => "counters",
            Products => "products",
            Memory => "memory",
            Constants => "constants",
            Expressions => "expressions",
            Questions => "questions",
            Assertions => "assertions",
            Bounds => "bounds",
            Exits => "exits",
            Twice => "twice",
            Lines => "lines",
            C90 => "c90",
            Warnings => "warnings",
        }
    }
}

/// A set of features.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Features(u32);

impl From<Feature> for Features {
    fn from(feature: Feature) -> Self {
        Features(1 << feature as u32)
    }
}

impl FromIterator<Feature> for Features {
    fn from_iter<T: IntoIterator<Item = Feature>>(features: T) -> Self {
        let add = |set: Features, f: Feature| set.union(f.into());
        features.into_iter().fold(Features::default(), add)
    }
}

impl Features {
    /// The features of a name: one, a group (`openmp`, `statics`, `gnu`), or `all`.
    pub fn named(name: &str) -> Option<Self> {
        let group = |features: &[Feature]| Some(features.iter().copied().collect());
        match name {
            "openmp" => group(&OPENMP),
            "statics" => group(&STATICS),
            "gnu" => group(&[Constants, Expressions, Questions, Assertions]),
            "all" => group(&Feature::ALL[1..]),
            _ => {
                let named = Feature::ALL.into_iter().find(|f| f.name() == name);
                named.map(Features::from)
            }
        }
    }

    /// The union of two sets.
    pub fn union(self, other: Features) -> Self {
        Features(self.0 | other.0)
    }

    /// Whether a feature is in the set.
    pub fn has(self, feature: Feature) -> bool {
        self.0 & (1 << feature as u32) != 0
    }

    /// Whether any of some features is in the set.
    pub fn has_any(self, features: &[Feature]) -> bool {
        features.iter().any(|f| self.has(*f))
    }

    /// The features in declaration order.
    pub fn iter(self) -> impl Iterator<Item = Feature> {
        Feature::ALL.into_iter().filter(move |f| self.has(*f))
    }

    /// Removes some features.
    fn without(self, features: &[Feature]) -> Self {
        self.iter().filter(|f| !features.contains(f)).collect()
    }

    /// Whether kernels differ from those with plain parallel loops.
    pub fn is_plain(self) -> bool {
        self.without(&[Parallel]) == Features::default()
    }

    /// Whether a kernel has parallel loops.
    pub(super) fn has_parallel_loops(self) -> bool {
        self.has(Parallel) || self.has_any(&OPENMP)
    }

    /// Whether a kernel has directives other than `parallel for`.
    pub(super) fn has_directives(self) -> bool {
        self.has_any(&OPENMP)
    }

    /// Whether the effect of a feature appears where rows of an array follow each other.
    pub(super) fn likes_planes(self) -> bool {
        self.has_any(&[Bounds, Exits, Counters, C90, Memory, Lines, Warnings])
    }

    /// Whether most kernels need only such rows.
    pub(super) fn likes_rows(self) -> bool {
        self.has_any(&[Bounds, Exits, C90, Lines, Warnings])
    }

    /// How a kernel must write its sizes.
    pub(super) fn sizes(self) -> Option<Sizes> {
        if self.has_any(&STATICS) || self.has(C90) {
            return Some(Sizes::Macros);
        }
        self.has(Memory).then_some(Sizes::Variables)
    }

    /// The features of a file: those that need their own language or tool exclude others.
    pub fn of_file(self, number: u64) -> Self {
        let alone = [Lines, C90, Memory, Threads];
        let mut turns: Vec<Feature> = alone.into_iter().filter(|f| self.has(*f)).collect();
        let rest = self.without(&alone);
        // Two files of the rest, then one for each of these.
        let chosen = (number % (turns.len() as u64 + 2)) as usize;
        let has_rest = rest != Features::default();
        match chosen.checked_sub(2) {
            None if has_rest || turns.is_empty() => rest,
            own => {
                let own = turns.swap_remove(own.unwrap_or(chosen) % turns.len());
                rest.beside(own).union(own.into())
            }
        }
    }

    /// The features of a file that has a given one.
    fn beside(self, own: Feature) -> Self {
        match own {
            C90 => [Warnings, Exits, Bounds]
                .into_iter()
                .filter(|f| self.has(*f))
                .collect(),
            Threads => self.without(&OPENMP),
            Memory => self.without(&[&STATICS[..], &[Products, Warnings]].concat()),
            _ => self.without(&[Warnings]),
        }
    }

    /// The features of one kernel of a file.
    pub(super) fn of_kernel(self, random: &mut Rng) -> Self {
        let count = self.iter().count();
        let of_the_file = [Parallel, Lines, C90, Memory, Warnings];
        let taken = self
            .iter()
            .filter(|f| of_the_file.contains(f) || count == 1);
        let mut taken: Features = taken.collect();
        for feature in self.iter() {
            if random.one_in(3) {
                taken = taken.union(feature.into());
            }
        }
        taken.compatible(random)
    }

    /// Removes features that exclude others.
    fn compatible(mut self, random: &mut Rng) -> Self {
        let statics: Vec<Feature> = self.iter().filter(|f| STATICS.contains(f)).collect();
        if statics.len() > 1 {
            let kept = *random.pick(&statics);
            self = self.without(&STATICS).union(kept.into());
        }
        if self.has_any(&STATICS) {
            let others = [Parallel, Products, Twice, Bounds];
            self = self.without(&[&OPENMP[..], &others].concat());
        }
        if self.has(Products) {
            return self.without(&[Parallel, Exits, Bounds, Twice, Counters]);
        }
        if self.has_any(&[Exits, Twice]) && self.has_parallel_loops() {
            let gone = match random.one_in(2) {
                true => vec![Exits, Twice],
                false => [&OPENMP[..], &[Parallel]].concat(),
            };
            self = self.without(&gone);
        }
        self
    }
}
