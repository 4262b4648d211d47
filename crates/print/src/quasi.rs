//! Quasi-affine expressions as C. Knows no names but those that it is given.

use crate::plain::append;
use poly::{Atom, Expr};

/// How tightly the printed text binds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Tightness {
    /// A sum.
    Sum,
    /// A product.
    Product,
    /// A name, a number, something in parentheses.
    Primary,
}

/// C text and how tightly it binds.
pub struct CText {
    /// The text.
    pub text: String,
    /// How tightly it binds.
    pub tightness: Tightness,
}

impl CText {
    /// A piece of the user's text: one operand, or something that may be a sum.
    pub fn of_user(text: String, is_operand: bool) -> Self {
        let tightness = match is_operand {
            true => Tightness::Primary,
            false => Tightness::Sum,
        };
        CText { text, tightness }
    }

    /// The text, in parentheses if it binds less tightly than needed.
    pub fn at_least(&self, needed: Tightness) -> String {
        match self.tightness < needed {
            true => format!("({})", self.text),
            false => self.text.clone(),
        }
    }

    /// The text between brackets: without parentheses around all of it.
    pub fn alone(&self) -> &str {
        let inner = self
            .text
            .strip_prefix('(')
            .and_then(|t| t.strip_suffix(')'));
        let mut depth = 0_i32;
        let mut stays_open = |c: char| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            depth >= 0
        };
        let inner = inner.filter(|inner| inner.chars().all(&mut stays_open));
        inner.unwrap_or(&self.text)
    }
}

/// What an expression is printed with.
pub struct Words<'w, S, N> {
    /// The text of each name.
    pub spelling: &'w S,
    /// Whether an expression is never negative.
    pub never_negative: &'w N,
    /// How many loops contain those of a counter; `None` for other names.
    pub rank: &'w dyn Fn(&str) -> Option<usize>,
}

/// Prints `expr` with its names replaced by their spelling. `None` for a floor whose numerator may
/// be negative, since C's `/` truncates.
pub fn quasi_affine(
    expr: &Expr,
    words: &Words<'_, impl Fn(&str) -> String, impl Fn(&Expr) -> bool>,
) -> Option<CText> {
    let mut text = String::new();
    let mut parts = 0;
    for positive in [true, false] {
        let terms = expr.terms().filter(|(_, c)| (*c > 0) == positive);
        for (atom, c) in by_rank(terms.collect(), words.rank) {
            let atom = print_atom(atom, words)?;
            let body = match c.unsigned_abs() {
                1 => atom.at_least(Tightness::Product),
                n => format!("{n} * {}", atom.at_least(Tightness::Primary)),
            };
            append(&mut text, c < 0, &body);
            parts += 1;
        }
        let constant = expr.constant_part();
        if constant != 0 && (constant > 0) == positive {
            append(
                &mut text,
                constant < 0,
                &constant.unsigned_abs().to_string(),
            );
            parts += 1;
        }
    }
    if parts == 0 {
        text.push('0');
    }
    Some(CText {
        tightness: tightness_of(&text, parts),
        text,
    })
}

/// The terms, with those of counters in the order of their loops: `y + dy`.
fn by_rank<'e>(
    mut terms: Vec<(&'e Atom, i64)>,
    rank: &dyn Fn(&str) -> Option<usize>,
) -> Vec<(&'e Atom, i64)> {
    let rank_of = |atom: &Atom| match atom {
        Atom::Var(name) => rank(name),
        _ => None,
    };
    let slots = (0..terms.len()).filter(|k| rank_of(terms[*k].0).is_some());
    let slots: Vec<usize> = slots.collect();
    let mut counters: Vec<(&Atom, i64)> = slots.iter().map(|k| terms[*k]).collect();
    counters.sort_by_key(|(atom, _)| rank_of(atom));
    for (slot, counter) in slots.into_iter().zip(counters) {
        terms[slot] = counter;
    }
    terms
}

fn tightness_of(text: &str, parts: usize) -> Tightness {
    if parts > 1 || text.starts_with('-') {
        Tightness::Sum
    } else if source::is_operand(text) {
        Tightness::Primary
    } else {
        Tightness::Product
    }
}

fn print_atom(
    atom: &Atom,
    words: &Words<'_, impl Fn(&str) -> String, impl Fn(&Expr) -> bool>,
) -> Option<CText> {
    match atom {
        Atom::Var(name) => Some(CText {
            text: (words.spelling)(name),
            tightness: Tightness::Primary,
        }),
        Atom::Floor(inner, den) => {
            if !(words.never_negative)(inner) {
                return None;
            }
            let inner = quasi_affine(inner, words)?;
            Some(CText {
                text: format!("{} / {den}", inner.at_least(Tightness::Primary)),
                tightness: Tightness::Product,
            })
        }
        Atom::Max(list) => select(list, ">", words),
        Atom::Min(list) => select(list, "<", words),
        // Sizes of arrays are products already; no proof says that these fit in an `int`.
        Atom::Product(_) => None,
    }
}

/// `(a > b ? a : b)`, nested for more than two; numbers last.
fn select(
    list: &[Expr],
    comparison: &str,
    words: &Words<'_, impl Fn(&str) -> String, impl Fn(&Expr) -> bool>,
) -> Option<CText> {
    let print = |e: &Expr| quasi_affine(e, words).map(|t| t.text);
    let chosen = |condition: &str, best: &str, next: &str| CText {
        text: format!("({condition} ? {best} : {next})"),
        tightness: Tightness::Primary,
    };
    let (numbers, others): (Vec<&Expr>, Vec<&Expr>) =
        list.iter().partition(|e| e.as_constant().is_some());
    if let ([Some((inner, least))], [number], "<") = (
        { others.iter() }
            .map(|e| at_least(e))
            .collect::<Vec<_>>()
            .as_slice(),
        numbers.as_slice(),
        comparison,
    ) && let Some(most) = number.as_constant().filter(|most| least < most)
        && let Some((sum, limit)) = compared(inner, most, false)
    {
        let condition = format!("{} < {limit}", print(&sum)?);
        let below = match most - least {
            1 => least.to_string(),
            _ => print(others[0])?,
        };
        return Some(chosen(&condition, &below, &most.to_string()));
    }
    if let ([expr], [number]) = (others.as_slice(), numbers.as_slice())
        && let Some((sum, limit)) = compared(expr, number.as_constant()?, comparison == ">")
    {
        let condition = format!("{} {comparison} {limit}", print(&sum)?);
        return Some(chosen(&condition, &print(expr)?, &print(number)?));
    }
    if let ([first, second], []) = (others.as_slice(), numbers.as_slice())
        && let Some(condition) = compared_pair(first, second, comparison == ">")
    {
        let (sum, comparison, limit) = condition;
        let condition = format!("{} {comparison} {limit}", print(&sum)?);
        return Some(chosen(&condition, &print(first)?, &print(second)?));
    }
    let mut texts = others.into_iter().chain(numbers).map(print);
    let first = texts.next()??;
    let text = texts.try_fold(first, |best, next| {
        let next = next?;
        Some(chosen(&format!("{best} {comparison} {next}"), &best, &next).text)
    })?;
    Some(CText {
        text,
        tightness: Tightness::Primary,
    })
}

/// `N` and 1 for `max(N, 1)`.
fn at_least(expr: &Expr) -> Option<(Expr, i64)> {
    let mut terms = expr.terms();
    let (Some((Atom::Max(list), 1)), None, 0) = (terms.next(), terms.next(), expr.constant_part())
    else {
        return None;
    };
    match list.as_slice() {
        [number, other] | [other, number] if number.as_constant().is_some() => {
            Some((other.clone(), number.as_constant()?))
        }
        _ => None,
    }
}

/// `N < 3` for `3*N - 2 < 2*N + 1`: the common part of both sides is removed, if positive terms
/// remain on one side only.
fn compared_pair(first: &Expr, second: &Expr, is_more: bool) -> Option<(Expr, &'static str, i64)> {
    let difference = first.clone() - second.clone();
    let is_negative = difference.terms().all(|(_, c)| c < 0);
    let (difference, is_more) = match is_negative {
        true => (-difference, !is_more),
        false => (difference, is_more),
    };
    let (sum, limit) = compared(&difference, 0, is_more)?;
    Some((sum, if is_more { ">" } else { "<" }, limit))
}

/// `N` and 4 for `3*N - 12 > 1`: the same without a constant and without a common factor.
fn compared(expr: &Expr, number: i64, is_more: bool) -> Option<(Expr, i64)> {
    let sum = expr.clone() - Expr::constant(expr.constant_part());
    let factor = sum.content();
    let limit = number.checked_sub(expr.constant_part())?;
    let limit = match is_more {
        true => limit.div_euclid(factor),
        false => -(-limit).div_euclid(factor),
    };
    let is_positive = sum.terms().all(|(_, c)| c > 0);
    is_positive.then_some((sum.exact_quotient(factor)?, limit))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn print_with(expr: &Expr, is_never_negative: bool) -> Option<CText> {
        let words = Words {
            spelling: &|n: &str| n.to_string(),
            never_negative: &|_: &Expr| is_never_negative,
            rank: &|_| None,
        };
        quasi_affine(expr, &words)
    }

    fn check(expr: Expr, expected: &str) {
        let printed = print_with(&expr, true).unwrap();
        assert_eq!(printed.at_least(Tightness::Primary), expected);
    }

    #[test]
    fn alone_without_parentheses_around_all_of_it() {
        let alone = |expr: Expr| {
            let printed = print_with(&expr, true).unwrap();
            printed.alone().to_string()
        };
        let max = || Expr::max_of(vec![Expr::var("N"), Expr::constant(1)]).unwrap();
        assert_eq!(alone(max()), "N > 1 ? N : 1");
        let both = max() + Expr::max_of(vec![Expr::var("M"), Expr::constant(2)]).unwrap();
        assert_eq!(alone(both), "(N > 1 ? N : 1) + (M > 2 ? M : 2)");
    }

    #[test]
    fn comparisons_are_short() {
        let n = || Expr::var("N");
        let choice = |list: Vec<Expr>| Expr::max_of(list).unwrap();
        let three = n() * 3 - Expr::constant(12);
        check(
            choice(vec![three.clone(), Expr::constant(1)]),
            "(N > 4 ? 3 * N - 12 : 1)",
        );
        check(
            choice(vec![three, Expr::constant(0)]),
            "(N > 4 ? 3 * N - 12 : 0)",
        );
        check(choice(vec![-n(), Expr::constant(1)]), "(-N > 1 ? -N : 1)");
        let least = |c: i64| Expr::min_of(vec![n() * 2 + Expr::constant(3), Expr::constant(c)]);
        check(least(8).unwrap(), "(N < 3 ? 2 * N + 3 : 8)");
        check(least(9).unwrap(), "(N < 3 ? 2 * N + 3 : 9)");
        let least = |exprs: [Expr; 2]| Expr::min_of(exprs.to_vec()).unwrap();
        let pair = [n() * 3 - Expr::constant(2), n() * 2 + Expr::constant(1)];
        check(least(pair), "(N > 3 ? 2 * N + 1 : 3 * N - 2)");
        let positive = || choice(vec![n(), Expr::constant(1)]);
        check(least([positive(), Expr::constant(2)]), "(N < 2 ? 1 : 2)");
        check(
            least([positive(), Expr::constant(3)]),
            "(N < 3 ? (N > 1 ? N : 1) : 3)",
        );
    }

    #[test]
    fn reads_like_c() {
        let n = || Expr::var("N");
        check(n(), "N");
        check(n() * 2 - Expr::constant(1), "(2 * N - 1)");
        check(Expr::constant(-1), "(-1)");
        check(n() * 3, "(3 * N)");
        check((n() + Expr::constant(1)).floor_div(2), "((N + 1) / 2)");
        let max = Expr::max_of(vec![n(), Expr::var("M")]).unwrap();
        check(max.clone() + Expr::constant(1), "((M > N ? M : N) + 1)");
    }

    #[test]
    fn counters_are_in_the_order_of_their_loops() {
        let sum = Expr::var("dy") + Expr::var("y") + Expr::var("w");
        let text = |rank: &dyn Fn(&str) -> Option<usize>| {
            let words = Words {
                spelling: &|n: &str| n.to_string(),
                never_negative: &|_: &Expr| true,
                rank,
            };
            quasi_affine(&sum, &words).unwrap().text
        };
        assert_eq!(text(&|_| None), "dy + w + y");
        let depth = |name: &str| ["y", "dy"].iter().position(|counter| *counter == name);
        assert_eq!(text(&depth), "y + w + dy");
    }

    #[test]
    fn a_floor_that_may_be_negative_is_not_c() {
        let e = Expr::var("N").floor_div(2);
        assert!(print_with(&e, false).is_none());
    }
}
