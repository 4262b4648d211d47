//! Expressions and constants of GNU C with the value of a plain expression.

use crate::random::feature_set::{Feature, Features};
use crate::random::kernel::Kernel;
use crate::random::tree::Value;
use crate::random::visit::{self, Visitor};
use crate::rng::Rng;

/// Texts of an unsigned value `%`; the last one is for `__LINE__` alone.
pub(in crate::random) const WRAPS: [&str; 12] = [
    "(% ?: 0u)",
    "({ unsigned v_ = %; v_; })",
    "__builtin_choose_expr(1, %, 0u)",
    "_Generic(%, unsigned: %, default: 0u)",
    "(__builtin_constant_p(%) ? % : %)",
    "(__extension__ %)",
    "((__typeof__(%))%)",
    "(unsigned)__builtin_expect(%, 1)",
    "({ __label__ end_; unsigned v_ = %; goto end_; end_: v_; })",
    "({ __typeof__(%) v_ = %; v_ ?: 0u; })",
    "(&(unsigned){ % })[0]",
    "(% + (unsigned)(__LINE__ - @LINE@))",
];

/// Texts of a positive number `%`.
pub(in crate::random) const NUMBERS: [&str; 9] = [
    "% ?: 1",
    "% ?: %",
    "0 ?: %",
    "__builtin_choose_expr(1, %, 1)",
    "(int)sizeof(char[%])",
    "_Generic(0, int: %, default: 1)",
    "__builtin_types_compatible_p(int, int) * %",
    "__extension__ %",
    "__builtin_constant_p(%) ? % : 1",
];

/// Changes the text of some values.
pub(super) fn wrap(kernel: &mut Kernel, features: Features, random: &mut Rng) {
    let last = WRAPS.len() - 1;
    let ways = match features.has(Feature::Expressions) {
        true => (0..last).collect(),
        false => Vec::new(),
    };
    let ways = match features.has(Feature::Lines) {
        true => [ways, vec![last; 3]].concat(),
        false => ways,
    };
    let one_in = if features.has(Feature::Lines) { 2 } else { 5 };
    visit::block(
        &mut kernel.body,
        &mut Wrapper {
            ways,
            one_in,
            random,
        },
    );
}

struct Wrapper<'r> {
    ways: Vec<usize>,
    /// One in this many values is changed.
    one_in: u64,
    random: &'r mut Rng,
}

impl Visitor for Wrapper<'_> {
    fn value(&mut self, value: &mut Value) {
        let is_plain = matches!(value, Value::Input(_) | Value::Read(_) | Value::Scalar(_));
        if is_plain && self.random.one_in(self.one_in) {
            let way = *self.random.pick(&self.ways);
            let inner = std::mem::replace(value, Value::Number(0));
            *value = Value::Wrapped(way, Box::new(inner));
        }
    }
}
