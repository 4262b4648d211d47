//! Comparing times under an order of [`scop::Order`]. Knows times and dependences, nothing of
//! values.
//!
//! An order tells which pairs of times are *certainly* ordered. Conflicts need the complement: for
//! two families of instances the pairs that are not certainly ordered the other way round.
//!
//! Assumes: a weaker order keeps the dependences of the array (`legal` checks it), and no more is
//! taken to be ordered than is shown: a chain of dependences that is not found orders nothing, and
//! neither does an access that may not happen.

mod closure;
mod comparison;
mod dependences;
mod times;

pub(crate) use closure::Closure;
pub(crate) use comparison::{Comparison, Tie, precedes};
pub(crate) use dependences::Dependences;
pub(crate) use times::{Marks, Times};

use poly::{Map, Result, Rows, Set};

/// Compares times under one order.
pub(crate) struct Comparer {
    context: Set,
    /// Instances with different values in the first `private` coordinates touch different copies.
    private: usize,
    rule: Rule,
}

/// How instances are ordered.
enum Rule {
    /// By the first coordinate of time in which they differ, whatever its marks.
    Time,
    /// By the same coordinate and its marks.
    Marks,
    /// By dependences.
    Dependences(Box<Closure>),
}

impl Comparer {
    /// In the order of time.
    pub(crate) fn sequential(context: &Set, private: usize) -> Self {
        Comparer::by(Rule::Time, context, private)
    }

    /// By the marks, if there are any.
    pub(crate) fn marked(context: &Set, private: usize) -> Self {
        Comparer::by(Rule::Marks, context, private)
    }

    /// By dependences.
    pub(crate) fn dependent(context: &Set, private: usize, closure: Closure) -> Self {
        Comparer::by(Rule::Dependences(Box::new(closure)), context, private)
    }

    fn by(rule: Rule, context: &Set, private: usize) -> Self {
        Comparer {
            context: context.clone(),
            private,
            rule,
        }
    }

    /// The known constraints on the parameters.
    pub(crate) fn context(&self) -> &Set {
        &self.context
    }

    /// `{ v[..] -> w[..] : w is not certainly before v }`; in a total order: `v` is before `w`.
    /// `None` if there is no such pair.
    pub(crate) fn ordered(&mut self, v: &Times, w: &Times, tie: Tie) -> Result<Option<Map>> {
        let comparison = self.comparison(0, v, w, tie)?;
        comparison.pairs(&self.context, v, w)
    }

    /// When `w` is not certainly before `v`, among those whose first `shared` coordinates are
    /// equal; the order of dependences may include others too.
    pub(crate) fn comparison(
        &mut self,
        shared: usize,
        v: &Times,
        w: &Times,
        tie: Tie,
    ) -> Result<Comparison> {
        let marks = match &self.rule {
            Rule::Time => Marks::default(),
            _ => v.marks().common(w.marks()),
        };
        if let (Rule::Dependences(closure), Some(from), Some(to)) =
            (&mut self.rule, v.marks().statement, w.marks().statement)
        {
            let before = closure.not_after(from, to, tie, self.private)?;
            return Rows::of(&before, &self.context).map(Comparison::Pairs);
        }
        let equal = shared.max(self.private);
        Ok(Comparison::by_coordinates(v, w, &marks, equal, tie))
    }
}
