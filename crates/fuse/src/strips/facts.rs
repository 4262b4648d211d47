//! What is known of the names in the sums of a loop over strips.

use super::parts::Rows;
use crate::bound;
use c::names::file::Function;
use integer::IntType;
use poly::{Atom, Expr};
use print::{Facts, Values};

/// The names in the text of a loop over strips.
pub(super) struct RowFacts<'f> {
    pub(super) function: &'f Function<'f>,
    pub(super) rows: &'f Rows,
    /// The values of a size, if they are known.
    pub(super) sizes: &'f dyn Fn(&str) -> Option<Values>,
    /// Whether the first row of a strip is of the wide type.
    pub(super) is_wide: bool,
    /// Its name, that of the first strip, and the end of all.
    pub(super) name: &'f str,
    pub(super) first: &'f Expr,
    pub(super) end: &'f Expr,
}

impl Facts for RowFacts<'_> {
    fn type_of(&self, name: &str) -> IntType {
        let own = self.rows.nest.ty;
        let is_wide = self.is_wide && own.bits < IntType::LONG.bits;
        match name == self.name {
            true if is_wide => IntType::LONG,
            true => own,
            false => {
                let at = self.rows.range.start;
                bound::type_of(self.function, name, at).unwrap_or(IntType::INT)
            }
        }
    }

    fn values(&self, sum: &Expr) -> Values {
        let factor = sum.coefficient(self.name);
        let rest = sum.clone() - Expr::var(self.name) * factor;
        match factor {
            0 => self.of_sizes(sum),
            1 => {
                let last = self.end.clone() - Expr::constant(1);
                let least = self.of_sizes(&(rest.clone() + self.first.clone())).least;
                Values::new(least, self.of_sizes(&(rest + last)).most)
            }
            _ => {
                let strips = Values::of(self.rows.nest.ty).times(Values::number(factor));
                self.of_sizes(&rest).plus(strips)
            }
        }
    }
}

impl RowFacts<'_> {
    /// The values of a sum without the first row of a strip. The user's own sums stay in their
    /// type.
    fn of_sizes(&self, sum: &Expr) -> Values {
        let of_name = |name: &str| {
            let is_start = self.rows.nest.first.mentions(name);
            let of_size = Values::of_size(self.type_of(name), is_start);
            (self.sizes)(name).map_or(of_size, |known| of_size.and(known))
        };
        let found = Values::of_sum(sum, &|atom: &Atom| Values::of_atom(atom, &of_name));
        let nest = &self.rows.nest;
        let known = [&nest.first, &nest.end].into_iter();
        known.fold(found, |found, own| {
            match sum.checked_sub(own).and_then(|more| more.as_constant()) {
                Some(more) => found.and(Values::of(nest.ty).plus(Values::number(more))),
                None => found,
            }
        })
    }
}
