//! How a random program of stages is written: types, counters, storage, functions.

use super::image::Storage;
use crate::rng::Rng;

/// The type of the elements of all images.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Element {
    Unsigned,
    Char,
    Short,
    Float,
    Double,
}

/// Where and how counters of loops are declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Counters {
    /// `for (int y = 0; ..)`
    Inside,
    /// `int y;` at the start of the function
    Before,
    /// `for (size_t y = 0; ..)`, and sizes of this type
    Unsigned,
}

/// What happens if an allocation fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tests {
    Never,
    /// `if (!t1) return;` with the earlier ones freed
    Each,
    /// `if (!t1 || !t2) goto done;`
    Together,
}

/// The style of a program.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    pub(crate) element: Element,
    pub(crate) counters: Counters,
    pub(crate) tests: Tests,
    /// The storage of the parameters.
    pub(crate) parameters: Storage,
    /// The storage of most temporaries.
    pub(crate) usual: Storage,
    /// One temporary in this many has another storage.
    pub(crate) others_one_in: u64,
    /// One nest in this many stays in the kernel; 0: all do.
    pub(crate) calls: u64,
    /// One loop in this many counts down; 0: none does.
    pub(crate) down: u64,
    /// Heap arrays are allocated directly before their first use.
    pub(crate) late: bool,
    /// Bounds are written `y + 1 < h`.
    pub(crate) adds: bool,
    pub(crate) restrict: bool,
    /// The kernel is visible to other files.
    pub(crate) public: bool,
    /// Allocations are not written with the stages.
    pub(crate) outside: bool,
    /// Functions return whether they failed.
    pub(crate) codes: bool,
    /// Some loops have directives for threads.
    pub(crate) threads: bool,
}

impl Style {
    pub(crate) fn new(random: &mut Rng) -> Self {
        use Counters::{Before, Inside};
        use Element::{Char, Double, Float, Short, Unsigned};
        let usual = *random.pick(&Storage::ALL);
        let flat = usual == Storage::Flat;
        Style {
            element: *random.pick(&[
                Unsigned, Unsigned, Unsigned, Float, Float, Double, Char, Short,
            ]),
            counters: *random.pick(&[Inside, Inside, Inside, Before, Before, Counters::Unsigned]),
            tests: *random.pick(&[Tests::Never, Tests::Each, Tests::Together]),
            parameters: match flat || random.one_in(3) {
                true => Storage::Flat,
                false => Storage::Local,
            },
            usual,
            others_one_in: *random.pick(&[2, 4, 1000]),
            calls: *random.pick(&[0, 0, 2, 6]),
            down: *random.pick(&[0, 0, 0, 3]),
            late: random.one_in(4),
            adds: random.one_in(4),
            restrict: random.one_in(4),
            public: random.one_in(3),
            outside: false,
            codes: false,
            threads: false,
        }
    }

    /// The type of the sizes.
    pub(crate) fn size(&self) -> &'static str {
        match self.counters {
            Counters::Unsigned => "size_t",
            _ => "int",
        }
    }
}

impl Element {
    /// Its name in C.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Element::Unsigned => "unsigned",
            Element::Char => "unsigned char",
            Element::Short => "short",
            Element::Float => "float",
            Element::Double => "double",
        }
    }

    pub(crate) fn is_integer(self) -> bool {
        !matches!(self, Element::Float | Element::Double)
    }

    /// The type of a sum.
    pub(crate) fn of_sums(self) -> &'static str {
        match self.is_integer() {
            true => "unsigned",
            false => self.name(),
        }
    }
}
