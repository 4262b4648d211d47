//! Loops over the points of a set as C text.

use super::copies::DimensionCounter;
use super::hexagons::Rows;
use poly::{Atom, Expr, Scan, Test, counter_name};
use print::{Header, Sums};

/// How the points of a set are visited in the text.
pub(super) struct Visit<'v> {
    /// By coordinate: the counter of a loop over it.
    pub(super) counters: &'v [DimensionCounter],
    /// Whether counters may be negative: they are not unsigned.
    pub(super) is_signed: bool,
    /// The name that is on the left of a comparison.
    pub(super) first: &'v str,
    /// Writes sums.
    pub(super) sums: &'v Sums<'v>,
    /// The rows of hexagonal tiles.
    pub(super) rows: Option<&'v Rows>,
    /// The statement for a point.
    pub(super) statement: &'v dyn Fn(&[Expr]) -> Option<String>,
    /// One step of indentation.
    pub(super) step: &'v str,
}

impl Visit<'_> {
    /// The lines of some loops; `None` if an expression has no text.
    pub(super) fn lines(&self, scan: &Scan) -> Option<Vec<String>> {
        let named = scan.substitute(&|name| {
            let at = (0..self.counters.len()).find(|at| counter_name(*at) == name)?;
            Some(Expr::var(&self.counters[at].name))
        });
        self.of(&named)
    }

    fn of(&self, scan: &Scan) -> Option<Vec<String>> {
        match scan {
            Scan::Block(parts) => {
                let all: Option<Vec<Vec<String>>> =
                    parts.iter().map(|part| self.of(part)).collect();
                Some(all?.concat())
            }
            Scan::Loop {
                dim,
                first,
                condition,
                step,
                body,
            } => {
                let own = &self.counters[*dim];
                let first = own.of_text(self.sums, self.value(first)?);
                let header = Header::new(own.declared.as_deref(), &own.name, first)
                    .until(self.test(condition, Around::Nothing)?)
                    .by(*step);
                Some(self.inside(header.to_string(), body, false)?)
            }
            Scan::Test(test, body, None) if matches!(**body, Scan::Test(_, _, None)) => {
                let Scan::Test(inner, body, _) = &**body else {
                    return None;
                };
                let tests = [test, inner].into_iter().flat_map(all_of).cloned();
                let both = Test::All(tests.collect());
                self.of(&Scan::Test(both, body.clone(), None))
            }
            Scan::Test(test, body, other) => {
                let header = format!("if ({})", self.test(test, Around::Nothing)?);
                let mut lines = self.inside(header, body, other.is_some())?;
                if let Some(other) = other {
                    let rest = match &**other {
                        Scan::Test(..) => self.otherwise(other)?,
                        _ => self.inside("else".to_string(), other, true)?,
                    };
                    match lines.last_mut() {
                        Some(last) if last == "}" => *last = format!("}} {}", rest[0]),
                        _ => return None,
                    }
                    lines.extend(rest.into_iter().skip(1));
                }
                Some(lines)
            }
            Scan::Point(all) => Some(vec![(self.statement)(all)?]),
        }
    }

    /// `else if (..)`
    fn otherwise(&self, scan: &Scan) -> Option<Vec<String>> {
        let mut lines = self.of(scan)?;
        let first = lines.first_mut()?;
        *first = format!("else {first}");
        if !first.ends_with('{') {
            first.push_str(" {");
            lines.push("}".to_string());
        }
        Some(lines)
    }

    /// A header with what follows it.
    fn inside(&self, header: String, body: &Scan, is_block: bool) -> Option<Vec<String>> {
        let is_block = is_block
            || match body {
                Scan::Block(parts) => parts.len() > 1,
                Scan::Test(..) => true,
                Scan::Loop { .. } | Scan::Point(_) => false,
            };
        let inner = self.of(body)?;
        let mut lines = vec![match is_block {
            true => format!("{header} {{"),
            false => header,
        }];
        lines.extend(inner.iter().map(|line| format!("{}{line}", self.step)));
        if is_block {
            lines.push("}".to_string());
        }
        Some(lines)
    }

    /// The largest of some sums: `a > b ? a : b`.
    fn value(&self, expr: &Expr) -> Option<String> {
        let mut terms = expr.terms();
        let all = match (terms.next(), terms.next()) {
            (Some((Atom::Max(all), 1)), None) if expr.constant_part() == 0 => {
                self.joined(all, true)
            }
            _ => return sum_text(self.sums, expr),
        };
        let mut all = all.iter();
        let mut known = all.next()?;
        let mut largest = sum_text(self.sums, known)?;
        for next in all {
            let text = sum_text(self.sums, next)?;
            largest = match largest.contains('?') {
                true => format!("({largest}) > {text} ? ({largest}) : {text}"),
                false if known.as_constant().is_some() => {
                    format!("{} ? {text} : {largest}", self.compared(next, ">", known)?)
                }
                false => format!("{} ? {largest} : {text}", self.compared(next, "<", known)?),
            };
            known = next;
        }
        Some(largest)
    }

    /// The largest or the least of some values as fewer ones.
    fn joined(&self, all: &[Expr], is_most: bool) -> Vec<Expr> {
        match self.rows {
            Some(rows) => rows.joined(all, is_most),
            None => all.to_vec(),
        }
    }

    fn test(&self, test: &Test, around: Around) -> Option<String> {
        let joined = |all: &[Test], with: &str, inside: Around| {
            let mut texts: Vec<String> = Vec::new();
            for test in all {
                let text = self.test(test, inside)?;
                if !texts.contains(&text) {
                    texts.push(text);
                }
            }
            let text = texts.join(with);
            Some(match around == Around::Nothing || around == inside {
                true => text,
                false => format!("({text})"),
            })
        };
        match test {
            Test::All(all) => joined(all, " && ", Around::All),
            Test::Any(all) => joined(all, " || ", Around::Any),
            Test::AtMost(a, b) | Test::Less(a, b) => {
                let beyond = Expr::constant(i64::from(matches!(test, Test::AtMost(..))));
                let all = b.least_of().unwrap_or(std::slice::from_ref(b));
                let all = self.joined(all, false);
                let all: Option<Vec<String>> = all
                    .iter()
                    .map(|b| self.compared(a, "<", &b.checked_add(&beyond)?))
                    .collect();
                let all = all?;
                Some(match all.len() > 1 && around == Around::Any {
                    true => format!("({})", all.join(" && ")),
                    false => all.join(" && "),
                })
            }
            Test::Equal(a, b) => {
                let less = a.checked_sub(b)?;
                let own = Expr::var(self.first);
                let rest = match less.coefficient(self.first) {
                    1 => own.checked_sub(&less)?,
                    -1 => own.checked_add(&less)?,
                    _ => return self.compared(a, "==", b),
                };
                match self.is_signed || rest.terms().all(|(_, factor)| factor > 0) {
                    true => Some(format!("{} == {}", self.first, sum_text(self.sums, &rest)?)),
                    false => self.compared(&less, "==", &Expr::constant(0)),
                }
            }
        }
    }

    /// `a < b`. Differences of unsigned numbers may wrap around: both sides become sums.
    fn compared(&self, a: &Expr, operator: &str, b: &Expr) -> Option<String> {
        if !self.is_signed {
            let (left, right) = a.checked_sub(b)?.sides();
            return Some(format!(
                "{} {operator} {}",
                sum_text(self.sums, &left)?,
                sum_text(self.sums, &right)?
            ));
        }
        // `n > 2` for `0 < n - 2`.
        if let (Some(number), "<") = (a.as_constant(), operator) {
            let more = Expr::constant(b.constant_part());
            let (a, b) = (Expr::constant(number) - more.clone(), b.clone() - more);
            return Some(format!(
                "{} > {}",
                sum_text(self.sums, &b)?,
                sum_text(self.sums, &a)?
            ));
        }
        Some(format!(
            "{} {operator} {}",
            sum_text(self.sums, a)?,
            sum_text(self.sums, b)?
        ))
    }
}

/// The tests that hold where a test does.
fn all_of(test: &Test) -> &[Test] {
    match test {
        Test::All(all) => all,
        other => std::slice::from_ref(other),
    }
}

/// What is around a test.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Around {
    Nothing,
    All,
    Any,
}

/// A sum as C text: `t % 2` where it is a remainder. `None` for a largest or a least value in it.
pub(super) fn sum_text(sums: &Sums<'_>, expr: &Expr) -> Option<String> {
    let is_choice = |atom: &Atom| matches!(atom, Atom::Max(_) | Atom::Min(_));
    if expr.any_atom(is_choice) {
        return None;
    }
    let mut named = expr.clone();
    for (atom, factor) in expr.terms() {
        if let Atom::Floor(inner, by) = atom
            && factor == -by
        {
            let rest = named.checked_sub(&(Expr::atom(atom.clone()) * factor))?;
            let others = rest.checked_sub(inner)?;
            let text = sums.text(inner);
            let is_name = inner.terms().count() == 1 && inner.constant_part() == 0;
            let text = match is_name && !text.contains(' ') {
                true => format!("{text} % {by}"),
                false => format!("({text}) % {by}"),
            };
            named = others.checked_add(&Expr::var(&text))?;
        }
    }
    Some(sums.text(&named))
}
