//! Indices that need names in the body of a loop, and the words for these names.

use crate::context::Context;
use crate::subscript::types::c_type;
use front::forms::named::{INT, OfOther};
use front::{LoopPlace, Reference};
use poly::Expr;
use scop::IntType;
use source::Span;

/// A way to make a name of a word.
#[derive(Clone, Copy)]
pub(crate) enum Style {
    /// The word: `cur`
    Word,
    /// With the iterator of the loop: `cur_t`
    ByLoop,
    /// With the name of the array: `a_cur`
    ByArray,
}

impl Style {
    /// All of them, in the order in which they are tried.
    pub(crate) const ALL: [Style; 3] = [Style::Word, Style::ByLoop, Style::ByArray];
}

/// An index of one fold that needs a name.
pub(crate) struct Wanted<'r> {
    /// The loop in whose body it keeps its value.
    pub(crate) place: &'r LoopPlace,
    /// Its type: `int`
    pub(crate) ty: String,
    /// Its value: `t % 2`
    pub(crate) value: String,
    /// The value by another name.
    pub(crate) of_other: Option<OfOther>,
    /// Distance of the dividend from the iterator.
    pub(crate) step: i64,
    /// The word for it: `cur`, `prev2`
    pub(crate) word: String,
    /// The number and the text added to it.
    pub(crate) moves: Option<(i64, String)>,
    /// Number of its uses in inner loops.
    pub(crate) uses: usize,
    /// Whether the modulus is a parameter.
    pub(crate) by_parameter: bool,
}

impl Wanted<'_> {
    /// The body of its loop and its value: indices with the same key have the same name.
    pub(crate) fn key(&self) -> (Span, String) {
        (self.place.opening, self.value.clone())
    }

    /// Whether it is a reason for a name: a sum that no inner loop moves only uses a name that
    /// others need.
    pub(crate) fn is_reason(&self) -> bool {
        self.moves.is_none() || self.uses > 0
    }

    /// Its name in one style.
    pub(crate) fn name(&self, array: &str, style: Style) -> String {
        match style {
            Style::Word => self.word.clone(),
            Style::ByLoop => format!("{}_{}", self.word, self.place.iterator),
            Style::ByArray => format!("{array}_{}", self.word),
        }
    }
}

/// The type in which C computes counters, sizes and numbers together, if it is `int` or the type of
/// one of the counters.
pub(crate) fn type_of(context: &Context, reference: &Reference, parts: &[&Expr]) -> Option<String> {
    let ty = c_type(context, reference, parts)?;
    if ty == IntType::INT {
        return Some(INT.to_string());
    }
    let loops = reference.loops.iter().flatten();
    let mut counters = loops.filter(|l| parts.iter().any(|e| e.mentions(&l.iterator)));
    let is_it = |l: &&LoopPlace| c_type(context, reference, &[&Expr::var(&l.iterator)]) == Some(ty);
    counters.find(is_it)?.counter_type.clone()
}

/// The word for `t % 2` in a loop over `t`: `cur`; for `(t - 2) % 3` it is `prev2`.
pub(crate) fn word_for(dividend: &Expr, iterator: &str) -> String {
    let step = dividend.constant_part();
    let is_near = *dividend == Expr::var(iterator) + Expr::constant(step);
    let far = |word: &str| match step.unsigned_abs() {
        1 => word.to_string(),
        n => format!("{word}{n}"),
    };
    match step {
        _ if !is_near => "row".to_string(),
        0 => "cur".to_string(),
        1.. => far("next"),
        _ => far("prev"),
    }
}
