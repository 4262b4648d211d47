//! How a kernel is written in C, beyond its tree.

use super::tree::Affine;

/// How a kernel writes its sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sizes {
    /// `N` and `M`
    Macros,
    /// The parameters `n` and `m`.
    Variables,
    /// The parameters `n` and `m`, always equal to `N` and `M`, which declare the arrays.
    Passed,
}

/// How a kernel is written, beyond its tree.
#[derive(Clone, Debug, Default)]
pub(super) struct Manner {
    pub(super) lanes: Option<Lanes>,
    pub(super) hook: Option<Hook>,
    pub(super) counter: Option<Counter>,
    pub(super) bound: Option<Bound>,
    /// Numbers are constant expressions, chosen by this seed.
    pub(super) constants: Option<u64>,
    /// Questions about arrays, chosen by this seed.
    pub(super) questions: Option<u64>,
    pub(super) assertions: bool,
    /// Scalars keep their values across `longjmp`.
    pub(super) volatile_scalars: bool,
    pub(super) default_none: bool,
    pub(super) directive_macro: bool,
    /// Loops with one statement are on one line.
    pub(super) is_compact: bool,
    /// All conversions are explicit.
    pub(super) has_casts: bool,
}

impl Manner {
    /// Variants with one property less.
    pub(super) fn simpler(&self) -> Vec<Manner> {
        let mut all = Vec::new();
        let mut add = |is_there: bool, change: &dyn Fn(&mut Manner)| {
            let mut manner = self.clone();
            change(&mut manner);
            all.extend(is_there.then_some(manner));
        };
        add(self.counter.is_some(), &|m| m.counter = None);
        add(self.constants.is_some(), &|m| m.constants = None);
        add(self.questions.is_some(), &|m| m.questions = None);
        add(self.assertions, &|m| m.assertions = false);
        add(self.hook.is_some(), &|m| m.hook = None);
        add(self.default_none, &|m| m.default_none = false);
        add(self.directive_macro, &|m| m.directive_macro = false);
        add(self.is_compact, &|m| m.is_compact = false);
        add(self.has_casts, &|m| m.has_casts = false);
        add(self.volatile_scalars, &|m| m.volatile_scalars = false);
        add(self.lanes.is_some(), &|m| (m.lanes, m.hook) = (None, None));
        all
    }

    /// The caller of a kernel, unless it calls the kernel once.
    pub(super) fn caller(&self) -> Option<Caller> {
        self.lanes.as_ref().map(|lanes| lanes.caller)
    }
}

/// How the object is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// By its name.
    Directly,
    /// Through a pointer at file scope.
    Pointer,
    /// By a function of the file.
    Function,
    /// By a function of another file.
    OtherFile,
}

/// The object that bounds loops.
#[derive(Clone, Debug)]
pub(super) struct Bound {
    /// Its value when the kernel is entered, as a function of the sizes.
    pub(super) start: Affine,
    pub(super) way: Way,
}

/// How lanes are separated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// `t[lane][x]`
    Leading,
    /// `t[lane * n + x]`
    Offset,
}

/// The execution of several lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Caller {
    /// Threads that a function of the same file starts.
    Threads,
    /// Threads of another file.
    OtherThreads,
    /// An OpenMP team in another file.
    OtherTeam,
    /// A call in the middle of the first lane, which executes the second.
    Reentry,
}

/// The lanes of a kernel.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lanes {
    pub(super) form: Form,
    pub(super) caller: Caller,
    /// The number of hooks passed before the kernel is entered again.
    pub(super) delay: u64,
}

/// The call in the middle of a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hook {
    /// A weak function of the file, replaced by another file.
    Weak,
    /// An inline function of the file, also defined by another file.
    Inline,
    /// Any other call, as text.
    Call(&'static str),
}

/// The text of the first value of iterators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Base {
    Literal,
    Macro,
    Parameter,
}

/// A type of iterators, with a base that leaves room for a few hundred on both sides unless the
/// base is exact.
#[derive(Debug)]
pub(super) struct Kind {
    pub(super) name: &'static str,
    pub(super) base: &'static str,
    /// A cast that makes differences of iterators signed, for unsigned types.
    pub(super) cast: &'static str,
    /// Whether the type has no values below the base.
    pub(super) is_exact: bool,
}

/// The type and base of a kernel's iterators.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counter {
    pub(super) kind: &'static Kind,
    pub(super) base: Base,
}
