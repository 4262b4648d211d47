//! Facts about sizes without which a dimension cannot be split: the reason why its array stays.

use super::digits::{Attempt, Divided};
use super::positive::Strides;
use super::strides;
use super::uses::Use;
use super::{Care, Length};
use crate::values::evaluator::Evaluator;
use crate::values::formula::Formula;
use crate::walk::draft::MissingFacts;
use poly::{Expr, Set};

/// The maximal number of missing facts that are named.
const MOST_FACTS: usize = 4;

/// An expression that must not be negative, and the reason.
struct Fact {
    expr: Expr,
    cause: Cause,
}

enum Cause {
    /// A stride may be zero or negative.
    Size(Expr),
    /// A row may be shorter than a loop over it.
    Row { length: Expr, used: Expr },
    /// An index may be negative.
    Index(Expr),
}

/// The facts that a dimension with these uses and this extent lacks, if they can be named.
pub(super) fn find(
    eval: &Evaluator<'_>,
    length: &Length,
    uses: &[Use<'_>],
) -> Option<MissingFacts> {
    let ways = strides::ways(eval, length.extent(), uses).into_iter();
    let all = ways.filter_map(|strides| {
        let mut search = Search {
            attempt: Attempt {
                eval,
                strides,
                facts: Vec::new(),
            },
            length,
            uses,
            found: Vec::new(),
        };
        search.run().then_some(search.found)
    });
    let fewest = all.min_by_key(Vec::len)?;
    let facts = fewest.iter().map(|fact| eval.nonnegative_in_c(&fact.expr));
    Some(MissingFacts {
        cause: fewest.first()?.cause.text(eval)?,
        facts: facts.collect::<Option<Vec<_>>>()?.join(" && "),
    })
}

/// Adds facts to an attempt until it succeeds.
struct Search<'a, 'w, 's> {
    attempt: Attempt<'w, 's>,
    length: &'a Length,
    uses: &'a [Use<'a>],
    found: Vec<Fact>,
}

impl Search<'_, '_, '_> {
    /// Whether the attempt succeeds with the facts found, and these are possible.
    fn run(&mut self) -> bool {
        while self.found.len() <= MOST_FACTS {
            if super::make(&self.attempt, self.length, self.uses, Care::Plain).is_some() {
                let is_idle = |u: &Use<'_>| self.attempt.never(Some(u), &[]);
                return !self.found.is_empty() && !self.uses.iter().all(is_idle);
            }
            let Some(fact) = self.next() else {
                return false;
            };
            self.attempt.facts.push(fact.expr.clone());
            self.found.push(fact);
        }
        false
    }

    fn next(&self) -> Option<Fact> {
        let attempt = &self.attempt;
        let divided = self.uses.iter().map(|u| attempt.divide(u.polynomial));
        let divided = divided.collect::<Option<Vec<_>>>()?;
        let length = self.length.divided(attempt)?;
        let all = Strides::new(attempt, (self.uses, &divided), &length);
        if let Some(at) = all.first_unshown() {
            let size = attempt.strides[at].expr.clone();
            return Some(Fact {
                expr: size.clone() - Expr::constant(1),
                cause: Cause::Size(size),
            });
        }
        let mut failed = self.uses.iter().zip(&divided);
        let failed = failed.find(|(u, divided)| attempt.apart(u, divided).is_none());
        let (of, divided) = failed?;
        let upper = self.bound(of, divided, Search::row);
        upper.or_else(|| self.bound(of, divided, Search::index))
    }

    /// The first fact about a digit of a subscript that is not known.
    fn bound(
        &self,
        of: &Use<'_>,
        divided: &Divided,
        fact: impl Fn(&Self, &Use<'_>, (usize, &Expr)) -> Option<Fact>,
    ) -> Option<Fact> {
        let rests = divided.rests.iter().enumerate().rev();
        let mut facts = rests.filter_map(|digit| fact(self, of, digit));
        facts.find(|fact| {
            let negative = Formula::less(&fact.expr, &Expr::constant(0));
            !self.attempt.never(None, &[negative])
        })
    }

    /// The digit is smaller than its stride.
    fn row(&self, of: &Use<'_>, (at, rest): (usize, &Expr)) -> Option<Fact> {
        let length = &self.attempt.strides[at].expr;
        let most = self.attempt.extreme(of, rest, Set::dim_max)?;
        let used = most + Expr::constant(1);
        Some(Fact {
            expr: length.clone() - used.clone(),
            cause: Cause::Row {
                length: length.clone(),
                used,
            },
        })
    }

    /// The digit is not negative.
    fn index(&self, of: &Use<'_>, (_, rest): (usize, &Expr)) -> Option<Fact> {
        let least = self.attempt.extreme(of, rest, Set::dim_min)?;
        Some(Fact {
            expr: least.clone(),
            cause: Cause::Index(least),
        })
    }
}

impl Cause {
    fn text(&self, eval: &Evaluator<'_>) -> Option<String> {
        let spell = |expr: &Expr| eval.in_c(expr).map(|e| e.to_string());
        Some(match self {
            Cause::Size(size) => format!("the size `{}` may be negative", spell(size)?),
            Cause::Row { length, used } => format!(
                "a row of `{}` elements may be shorter than the `{}` that are used",
                spell(length)?,
                spell(used)?
            ),
            Cause::Index(least) => format!("an index may be `{}`", spell(least)?),
        })
    }
}
