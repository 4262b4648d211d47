//! What is chosen for a whole program: where arrays are, how they are allocated, how it fails, what
//! is around its stages.

use super::super::image::Storage;
use super::super::style::{Counters, Style, Tests};
use crate::rng::Rng;
use std::collections::BTreeSet;

/// How an array is allocated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Allocation {
    Malloc,
    Calloc,
    Aligned,
    /// `xmalloc`, which ends the program
    Wrapper,
    /// Parts of an array of bytes
    Pool,
    /// Parts of one allocation
    Block,
    /// `t = new_plane(h, w)`
    Returned,
    /// `make_plane(&t, h, w)`
    Out,
}

/// What is done about allocations that fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tested {
    Never,
    Each,
    Chain,
    Null,
    Asserted,
    Exit,
}

/// How a kernel fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fail {
    Return,
    Goto,
    Exit,
}

/// The loop around the stages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Around {
    Nothing,
    Frames,
    Until,
}

/// What the kernel is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Function,
    /// A function that gets a structure
    Context,
    /// A function whose sizes are objects of the file
    Globals,
    Main,
}

/// Where sizes come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sizes {
    Numbers,
    Atoi,
    Strlen,
    Opaque,
    Member,
}

/// All choices.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    pub(super) allocation: Allocation,
    pub(super) tested: Tested,
    pub(super) fail: Fail,
    pub(super) around: Around,
    pub(super) shape: Shape,
    pub(super) sizes: Sizes,
    /// Arrays are allocated before their first use.
    pub(super) is_late: bool,
    /// Arrays belong to the body of the loop around the stages.
    pub(super) is_inside: bool,
    /// Flat arrays are elements of an array of pointers.
    pub(super) is_table: bool,
    /// The second file calls the kernel too.
    pub(super) is_called: bool,
}

impl Plan {
    /// Random choices, and the style that goes with them.
    pub(super) fn new(random: &mut Rng) -> (Self, Style) {
        use {Allocation as A, Around as R, Fail as F, Shape as H, Sizes as Z, Tested as T};
        let mut style = Style::new(random);
        let plain = [A::Malloc, A::Malloc, A::Calloc];
        let others = [
            A::Aligned,
            A::Wrapper,
            A::Pool,
            A::Block,
            A::Returned,
            A::Out,
        ];
        let allocation = match random.one_in(2) {
            true => *random.pick(&plain),
            false => *random.pick(&others),
        };
        let around = *random.pick(&[R::Nothing, R::Nothing, R::Nothing, R::Frames, R::Until]);
        let has_tests = !matches!(allocation, A::Wrapper | A::Pool);
        let plan = Plan {
            allocation,
            tested: match has_tests {
                true => *random.pick(&[
                    T::Never,
                    T::Each,
                    T::Chain,
                    T::Null,
                    T::Null,
                    T::Asserted,
                    T::Exit,
                ]),
                false => T::Never,
            },
            fail: *random.pick(&[F::Return, F::Return, F::Goto, F::Goto, F::Exit]),
            around,
            shape: *random.pick(&[
                H::Function,
                H::Function,
                H::Function,
                H::Context,
                H::Globals,
                H::Main,
            ]),
            sizes: *random.pick(&[
                Z::Numbers,
                Z::Numbers,
                Z::Atoi,
                Z::Strlen,
                Z::Opaque,
                Z::Member,
            ]),
            is_late: around == R::Nothing && allocation != A::Block && random.one_in(4),
            is_inside: around != R::Nothing && random.one_in(3),
            is_table: random.one_in(8),
            is_called: random.one_in(8),
        };
        plan.set(&mut style, random);
        (plan, style)
    }

    /// Makes a style go with the plan.
    fn set(&self, style: &mut Style, random: &mut Rng) {
        use Storage::{Flat, Heap, Local, Member, Pointed, Rows, Static, Value};
        style.outside = true;
        style.tests = Tests::Never;
        style.late = false;
        style.usual = *random.pick(&[
            Local, Static, Heap, Heap, Flat, Flat, Flat, Flat, Member, Member, Value, Value,
            Pointed, Rows, Rows,
        ]);
        // A helper gives pointers to elements.
        if style.usual == Heap && self.allocation == Allocation::Out {
            style.usual = Flat;
        }
        style.others_one_in = *random.pick(&[4, 1000, 1000, 1000]);
        let has_pointers = matches!(self.shape, Shape::Context | Shape::Globals);
        style.public |= self.is_called;
        style.parameters = match has_pointers || random.one_in(2) {
            true => Flat,
            false => Local,
        };
        style.codes = random.one_in(6);
        style.threads = style.counters != Counters::Before && random.one_in(8);
    }

    /// The kinds of surroundings that it stands for.
    pub(super) fn kinds(&self, style: &Style) -> BTreeSet<&'static str> {
        let storage = match style.usual {
            Storage::Value => "structures",
            Storage::Pointed => "pointed",
            Storage::Rows => "rows",
            Storage::Member => "members",
            _ => "plain arrays",
        };
        let shape = match self.shape {
            Shape::Function => None,
            Shape::Context => Some("contexts"),
            Shape::Globals => Some("global sizes"),
            Shape::Main => Some("whole in main"),
        };
        let around = match self.around {
            Around::Nothing => None,
            Around::Frames => Some("frames"),
            Around::Until => Some("until"),
        };
        let sizes = match self.sizes {
            Sizes::Numbers => None,
            Sizes::Atoi => Some("sizes: atoi"),
            Sizes::Strlen => Some("sizes: strlen"),
            Sizes::Opaque => Some("sizes: opaque"),
            Sizes::Member => Some("sizes: member"),
        };
        let flags = [
            (self.is_late, "late"),
            (self.is_inside, "inside"),
            (style.codes, "codes"),
            (style.threads, "threads"),
        ];
        let flags = flags.iter().filter(|(is_set, _)| *is_set);
        [Some(storage), shape, around, sizes]
            .into_iter()
            .flatten()
            .chain(flags.map(|(_, kind)| *kind))
            .collect()
    }
}

impl Allocation {
    pub(super) fn kind(self) -> Option<&'static str> {
        match self {
            Allocation::Malloc => None,
            Allocation::Calloc => Some("calloc"),
            Allocation::Aligned => Some("aligned"),
            Allocation::Wrapper => Some("wrapper"),
            Allocation::Pool => Some("pool"),
            Allocation::Block => Some("one block"),
            Allocation::Returned => Some("returned"),
            Allocation::Out => Some("out-parameter"),
        }
    }
}

impl Fail {
    pub(super) fn kind(self) -> &'static str {
        match self {
            Fail::Return => "returns",
            Fail::Goto => "goto fail",
            Fail::Exit => "exit",
        }
    }
}
