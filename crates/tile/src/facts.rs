//! What is known of the names in the sums of tiles: their types, and the values that sums have.
//!
//! Counters are between their bounds, those of tiles too. The user's own sums stay in their types.

use crate::bounds::{Dimension, Side, TileLoop, bounds_in};
use crate::clamps::Clamps;
use crate::nest::{Nest, UnitText};
use c::names::file::Function;
use fuse::CountedLoop;
use integer::IntType;
use poly::{Atom, Expr};
use print::Values;

/// The names in the text of a nest in tiles.
pub(crate) struct NestFacts<'f> {
    pub(crate) function: &'f Function<'f>,
    pub(crate) nest: &'f Nest,
    pub(crate) dimensions: Vec<Dimension>,
    pub(crate) loops: Vec<TileLoop>,
    pub(crate) clamps: Clamps,
    /// Whether tiles have counters of the wide type.
    pub(crate) is_wide: bool,
    /// The values of a size, if they are known.
    pub(crate) sizes: &'f dyn Fn(&str) -> Option<Values>,
    /// Names whose values are known.
    pub(crate) names: Vec<(String, Values)>,
}

impl print::Facts for NestFacts<'_> {
    fn type_of(&self, name: &str) -> IntType {
        let mut dimensions = self.dimensions.iter();
        if let Some(own) = dimensions.find(|own| own.counter == name) {
            let ty = self.nest.longest()[own.level].ty;
            return match self.is_wide && ty.bits < IntType::LONG.bits {
                true => IntType::LONG,
                false => ty,
            };
        }
        if self.names.iter().any(|(own, _)| own == name) && self.is_wide {
            return IntType::LONG;
        }
        match self.loop_of(name) {
            Some(counted) => counted.ty,
            None => {
                let declared = fuse::type_of(self.function, name, self.nest.range().start);
                declared.unwrap_or(IntType::INT)
            }
        }
    }

    fn values(&self, sum: &Expr) -> Values {
        let by_names = self.by_names(sum);
        let side = |side| self.extreme(sum, side);
        match (side(Side::Least), side(Side::Most)) {
            (Some(least), Some(most)) => by_names.and(Values::new(least, most)),
            _ => by_names,
        }
    }
}

impl NestFacts<'_> {
    fn all_loops(&self) -> impl Iterator<Item = &CountedLoop> {
        self.nest.units.iter().flat_map(|unit| &unit.loops)
    }

    fn loop_of(&self, name: &str) -> Option<&CountedLoop> {
        self.all_loops().find(|counted| counted.counter == name)
    }

    /// The values of a sum by those of its names, and by the user's own sums.
    fn by_names(&self, sum: &Expr) -> Values {
        let of_atom = |atom: &Atom| Values::of_atom(atom, &|name| self.of_name(name));
        let found = Values::of_sum(sum, &of_atom);
        let known = self.all_loops().flat_map(|own| [&own.first, &own.end]);
        // The end of `y + 3 < h` is no sum that the user's text computes without a sign.
        let is_written = |known: &&Expr| known.constant_part() >= 0 || self.own_type(known).signed;
        known.filter(is_written).fold(found, |found, known| {
            match sum.checked_sub(known).and_then(|more| more.as_constant()) {
                Some(more) => found.and(self.of_own(known).plus(Values::number(more))),
                None => found,
            }
        })
    }

    /// The values of a sum that the user's text computes.
    fn of_own(&self, sum: &Expr) -> Values {
        Values::of(self.own_type(sum))
    }

    /// The type of a sum that the user's text computes.
    fn own_type(&self, sum: &Expr) -> IntType {
        let mut ty = IntType::INT;
        sum.each_var(&mut |name| ty = ty.common(print::Facts::type_of(self, name)));
        ty
    }

    fn of_name(&self, name: &str) -> Values {
        if let Some((_, values)) = self.names.iter().find(|(own, _)| own == name) {
            return *values;
        }
        // `t % 4`
        let divisor = name.rsplit_once(" % ");
        if let Some(by) = divisor.and_then(|(_, by)| by.parse::<i128>().ok()) {
            return Values::new(1 - by, by - 1);
        }
        let ty = print::Facts::type_of(self, name);
        let of_size = Values::of_size(ty, self.is_start(name));
        (self.sizes)(name).map_or(of_size, |known| of_size.and(known))
    }

    /// Whether loops start at a variable, or at a value of this counter that such one decides.
    fn is_start(&self, name: &str) -> bool {
        let from = |counted: &CountedLoop, name: &str| {
            counted.values.first.mentions(name) || counted.first.mentions(name)
        };
        let mut dimensions = self.dimensions.iter();
        let own = match dimensions.find(|own| own.counter == name) {
            Some(own) => self.nest.longest().get(own.level),
            None => self.loop_of(name),
        };
        let by_variable = |counted: &CountedLoop| {
            let mut is_found = false;
            let mut note = |name: &str| is_found |= self.loop_of(name).is_none();
            counted.first.each_var(&mut note);
            is_found
        };
        self.all_loops().any(|counted| from(counted, name)) || own.is_some_and(by_variable)
    }

    /// The least or the largest value of a sum by the bounds of its counters.
    fn extreme(&self, sum: &Expr, side: Side) -> Option<i128> {
        let is_counter = |counted: &CountedLoop| sum.mentions(&counted.counter);
        let units: Vec<(usize, &UnitText)> = self.nest.units.iter().enumerate().collect();
        let has_all = |unit: &UnitText| {
            let mut all = self.all_loops().filter(|counted| is_counter(counted));
            all.all(|counted| unit.loops.iter().any(|own| own.counter == counted.counter))
        };
        let mut found: Option<i128> = None;
        for (at, unit) in units.into_iter().filter(|(_, unit)| has_all(unit)) {
            let cut = self.cut(unit);
            let bounds = bounds_in((at, unit), &cut, sum, side)?;
            let tiles = bounds
                .iter()
                .map(|bound| self.in_tiles(bound, self.loops.len(), side));
            let best = nearest(tiles, side)?;
            found = Some(match found {
                Some(known) => farther(known, best, side),
                None => best,
            });
        }
        found
    }

    /// The dimensions that cut loops around a unit.
    fn cut(&self, unit: &UnitText) -> Vec<Dimension> {
        let cuts = |at: usize| {
            unit.loops.iter().any(|counted| {
                let clamps = self.clamps.loops.get(&counted.span.start);
                clamps.is_some_and(|all| all.iter().any(|(own, _)| *own == at))
            })
        };
        let dimensions = self.dimensions.iter().enumerate();
        let all = dimensions.filter(|(at, _)| cuts(*at));
        all.map(|(_, own)| own.clone()).collect()
    }

    /// The least or the largest value of a sum by the bounds of the counters of some loops over
    /// tiles, outermost first.
    fn in_tiles(&self, sum: &Expr, count: usize, side: Side) -> i128 {
        let of_names = || {
            let values = self.by_names(sum);
            match side {
                Side::Least => values.least,
                Side::Most => values.most,
            }
        };
        let Some(at) = count.checked_sub(1) else {
            return of_names();
        };
        let (counter, found) = (&self.dimensions[at].counter, &self.loops[at]);
        let factor = sum.coefficient(counter);
        let rest = sum.checked_sub(&(Expr::var(counter) * factor));
        let Some(rest) = rest.filter(|rest| factor != 0 && !rest.mentions(counter)) else {
            return self.in_tiles(sum, at, side);
        };
        let with = |value: &Expr| match rest.checked_add(&(value.clone() * factor)) {
            Some(sum) => self.in_tiles(&sum, at, side),
            None => of_names(),
        };
        let is_first = (side == Side::Least) == (factor > 0);
        let values: Vec<i128> = match is_first {
            true => found.first.iter().map(with).collect(),
            false => {
                let last = |end: &Expr| with(&(end.clone() - Expr::constant(1)));
                let all = found.ends.iter();
                let all = all.map(|ends| nearest(ends.iter().map(last), side));
                all.collect::<Option<_>>().unwrap_or_default()
            }
        };
        let farthest = values
            .into_iter()
            .reduce(|one, other| farther(one, other, side));
        farthest.unwrap_or_else(of_names)
    }
}

/// The best one of some bounds.
fn nearest(bounds: impl Iterator<Item = i128>, side: Side) -> Option<i128> {
    match side {
        Side::Least => bounds.max(),
        Side::Most => bounds.min(),
    }
}

/// The bound of two values.
fn farther(one: i128, other: i128, side: Side) -> i128 {
    match side {
        Side::Least => one.min(other),
        Side::Most => one.max(other),
    }
}
