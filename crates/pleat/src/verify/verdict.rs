//! What is known of two versions of a function. Knows nothing of how it was found.

use super::overlap::Pair;
use affine::Fixed;
use source::{SourceFile, Span};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// What is known of two versions of a file.
#[derive(Clone, Debug)]
pub struct Verification {
    /// The first version.
    pub before: SourceFile,
    /// The second version.
    pub after: SourceFile,
    /// One verdict per function, in the order of the first file, then those that only the second
    /// has.
    pub functions: Vec<FunctionVerdict>,
}

/// What is known of two versions of a function.
#[derive(Clone, Debug)]
pub struct FunctionVerdict {
    /// Its name.
    pub name: String,
    /// Where the first version names it.
    pub before: Option<Span>,
    /// Where the second version names it.
    pub after: Option<Span>,
    /// The verdict.
    pub verdict: Verdict,
}

impl FunctionVerdict {
    /// Adds an assumption of a proof.
    pub(super) fn assume(&mut self, sentence: &str) {
        if let Verdict::Proved(context) = &mut self.verdict {
            context.assumptions.push(sentence.to_string());
        }
    }

    /// Moves its places.
    pub(super) fn map_spans(&mut self, moved: impl Fn(Side, Span) -> Span) {
        self.before = self.before.map(|span| moved(Side::Before, span));
        self.after = self.after.map(|span| moved(Side::After, span));
        let places = match &mut self.verdict {
            Verdict::Unknown(Reason { places, .. }) | Verdict::Refuted(Witness { places, .. }) => {
                places
            }
            Verdict::Unchanged | Verdict::Proved(_) => return,
        };
        for place in places {
            place.span = moved(place.side, place.span);
        }
    }
}

/// A verdict.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// The same text.
    Unchanged,
    /// The same values, for all parameter values of the context.
    Proved(Context),
    /// Other values.
    Refuted(Witness),
    /// Neither was shown.
    Unknown(Reason),
}

/// What a proof holds for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Context {
    /// Conditions on the parameters: `n >= 3`.
    pub conditions: Vec<String>,
    /// Whether the version before is undefined wherever a condition does not hold.
    pub is_defined_only_there: bool,
    /// Further assumptions, one sentence each.
    pub assumptions: Vec<String>,
    /// What it takes for different memory although neither the language nor the calls say so.
    pub(crate) apart: BTreeSet<Pair>,
    /// Whether the output tests that at run time.
    pub(crate) is_tested: bool,
    /// Those of the assumptions that fix macros at their present values.
    pub present_values: Vec<PresentValue>,
}

/// A macro that a proof took at its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PresentValue {
    /// The macro.
    pub name: String,
    /// Its value.
    pub value: i64,
    /// The macros that the proof took at their value.
    pub fixed: Fixed,
}

impl PresentValue {
    /// Whether both say the same of the macro.
    pub(crate) fn is_same(&self, other: &PresentValue) -> bool {
        (&self.name, self.value) == (&other.name, other.value)
    }
}

impl fmt::Display for PresentValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is {}", self.name, self.value)
    }
}

impl Context {
    /// Adds those of another part of the function, each once.
    pub(super) fn add(&mut self, other: Context) {
        let is_weak = |c: &Context| c.conditions.is_empty() || c.is_defined_only_there;
        self.is_defined_only_there = is_weak(self) && is_weak(&other);
        self.apart.extend(other.apart);
        self.is_tested |= other.is_tested;
        add_new(&mut self.conditions, other.conditions);
        add_new(&mut self.assumptions, other.assumptions);
        add_new(&mut self.present_values, other.present_values);
    }
}

fn add_new<T: PartialEq>(all: &mut Vec<T>, more: Vec<T>) {
    for one in more {
        if !all.contains(&one) {
            all.push(one);
        }
    }
}

/// An execution that shows the difference.
#[derive(Clone, Debug, Default)]
pub struct Witness {
    /// What differs, in one sentence.
    pub message: String,
    /// Values of parameters.
    pub params: BTreeMap<String, i64>,
    /// The places that it speaks of.
    pub places: Vec<Place>,
}

/// Why nothing was shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reason {
    /// In one sentence.
    pub message: String,
    /// The places that it speaks of.
    pub places: Vec<Place>,
    /// Why simpler methods failed, one sentence each.
    pub notes: Vec<String>,
    /// Whether the message says itself that no proof was found.
    pub(crate) is_undecided: bool,
    /// Whether the relation between the iterations of both versions was not found: it is the same
    /// after a change within iterations.
    pub(crate) lacks_relation: bool,
    /// Whether the new version is undefined where the original is defined.
    pub(crate) is_narrower: bool,
    /// Whether the place is one that is not understood.
    pub(crate) is_not_followed: bool,
    /// Whether the new version may do something undefined that the original need not do.
    pub(crate) is_hazard: bool,
}

impl Reason {
    pub(super) fn new(message: impl Into<String>) -> Self {
        Reason {
            message: message.into(),
            ..Reason::default()
        }
    }

    /// Adds a place, if there is one.
    pub(super) fn at(mut self, side: Side, span: Option<Span>, label: impl Into<String>) -> Self {
        let label = label.into();
        self.places
            .extend(span.map(|span| Place { side, span, label }));
        self
    }
}

/// One of the two versions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The first.
    Before,
    /// The second.
    After,
}

/// A place in one of the two files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file.
    pub side: Side,
    /// The place.
    pub span: Span,
    /// What is there; may be empty.
    pub label: String,
}

impl Verdict {
    /// Whether both versions are known to compute the same.
    pub fn is_proved(&self) -> bool {
        matches!(self, Verdict::Unchanged | Verdict::Proved(_))
    }

    /// Its name in reports.
    pub fn name(&self) -> &'static str {
        match self {
            Verdict::Unchanged | Verdict::Proved(_) => "proved",
            Verdict::Refuted(_) => "refuted",
            Verdict::Unknown(_) => "unknown",
        }
    }
}

impl Verification {
    /// Whether every function is proved.
    pub fn is_proved(&self) -> bool {
        self.functions.iter().all(|f| f.verdict.is_proved())
    }

    /// Whether a function is refuted.
    pub fn is_refuted(&self) -> bool {
        let mut all = self.functions.iter();
        all.any(|f| matches!(f.verdict, Verdict::Refuted(_)))
    }
}
