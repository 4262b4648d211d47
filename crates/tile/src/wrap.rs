//! Ends of loops that wrap around for tiny sizes: the user's `i + 1 < n` is never true for `n = 0`,
//! but the end `n - 1` of unsigned `n`, which tiles compare with, is large there.

use crate::nest::Nest;
use c::names::file::Function;
use c::names::types::Type;
use fuse::CountedLoop;
use integer::IntType;
use poly::{Atom, Expr};

/// An end that wraps around.
#[derive(Clone, Debug)]
pub struct WrappingEnd {
    /// The name of the size.
    pub name: String,
    /// It wraps around for sizes up to this one.
    pub most: i64,
    /// How often each loop around it runs, in the spelling of parameters and in counters.
    pub around: Vec<Expr>,
}

/// The ends of loops of a nest that wrap around.
pub fn wrapping_ends(function: &Function<'_>, nest: &Nest) -> Vec<WrappingEnd> {
    let mut ends = Vec::new();
    for unit in &nest.units {
        for (at, counted) in unit.loops.iter().enumerate() {
            let Some((name, most)) = wrapping(&counted.end) else {
                continue;
            };
            if is_unsigned(function, name, nest.range().start) {
                let count = |outer: &CountedLoop| {
                    let values = &outer.values;
                    values.end.checked_sub(&values.first)
                };
                ends.push(WrappingEnd {
                    name: name.to_string(),
                    most,
                    around: unit.loops[..at].iter().filter_map(count).collect(),
                });
            }
        }
    }
    ends
}

/// The name in a multiple of it less a number, and the largest value of the name for which the
/// difference is negative.
fn wrapping(end: &Expr) -> Option<(&str, i64)> {
    let mut terms = end.terms();
    let (Some((Atom::Var(name), factor)), None) = (terms.next(), terms.next()) else {
        return None;
    };
    let less = -end.constant_part();
    (factor > 0 && less > 0).then(|| (name.as_str(), (less - 1) / factor))
}

/// Whether arithmetic with a variable wraps around.
fn is_unsigned(function: &Function<'_>, name: &str, at: usize) -> bool {
    let symbols = &function.symbols;
    let variable = symbols.visible(name, at).map(|id| symbols.variable(id));
    variable.is_some_and(|variable| match variable.declared_type {
        Type::Integer(ty) => !ty.signed && ty.bits >= IntType::INT.bits,
        _ => false,
    })
}
