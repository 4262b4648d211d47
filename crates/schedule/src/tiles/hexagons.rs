//! Hexagonal tiles of a nest in time steps: rows of tiles that do not wait for each other, each row
//! in the gaps of the row before (Grosser, Cohen, Holewinski, Sadayappan, Verdoolaege 2014; with
//! rows of the least width, diamonds: Bandishti, Pananilath, Bondhugula 2012).
//!
//! Two forms bound a tile: `i + s*t` on the sides that move to the left from step to step, and
//! `i - s*t` on those that move to the right. Along no dependence does the first one decrease, the
//! second one increase, or the step decrease. So a tile needs values of its own row from itself
//! alone, and values of rows before.

use super::bands::{Form, Found, MOST_SKEW, Search, Unknowns, searched};
use super::{Bands, Request, TileUnit};
use poly::{Expr, Ilp, Linear, Result};
use scop::System;

/// Larger slopes are not looked for.
const FAR: i64 = 64;

/// The forms of hexagonal tiles.
#[derive(Clone, Debug)]
pub struct Hexagons {
    /// The step, the form `i + s*t`, and those of further dimensions.
    pub bands: Bands,
    /// How much narrower a tile becomes on each side from one step to the next: `s`.
    pub slope: i64,
    /// By unit.
    pub units: Vec<HexagonUnit>,
}

/// Where a unit is in a row of hexagonal tiles.
#[derive(Clone, Debug)]
pub struct HexagonUnit {
    /// `i` in the form `i + s*t`: in counters and the spelling of parameters.
    pub place: Expr,
    /// The other form is `i - late - s*t`; at most the slope.
    pub late: i64,
}

/// Why a nest has no hexagonal tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoHexagons {
    /// Its outermost loop is none over steps, all of which have the same statements.
    NoSteps,
    /// Iterations of a step depend on each other in their order, or on values of steps before that
    /// are too far away on one side.
    Ordered,
    /// A value moves too far in one step.
    Far,
    /// Rectangles are as good: no value moves.
    Upright,
}

/// The forms of hexagonal tiles of the outer two loops of a nest, and those of the loops inside;
/// `None` if a counter starts at a value that is not affine.
///
/// # Errors
///
/// If the operation budget is used up.
pub fn hexagons(
    system: &System,
    units: &[TileUnit],
    request: &Request,
) -> Result<Option<std::result::Result<Hexagons, NoHexagons>>> {
    searched(system, units, request, |search, found| {
        search.hexagons(found)
    })
}

impl Hexagons {
    /// The largest [`HexagonUnit::late`].
    pub fn latest(&self) -> i64 {
        self.units.iter().map(|unit| unit.late).max().unwrap_or(0)
    }

    /// The form `s*t - i + late`, by unit. `outer` loops are around the nest.
    pub fn opposite(&self, outer: usize, units: &[TileUnit]) -> Bands {
        let form = |(unit, own): (&TileUnit, &HexagonUnit)| {
            let step = unit.counters.get(outer).map(|step| Expr::var(&step.name));
            let form = Expr::constant(own.late) - own.place.clone();
            vec![step.map_or(form.clone(), |step| form + step * self.slope)]
        };
        Bands {
            forms: units.iter().zip(&self.units).map(form).collect(),
            is_parallel: vec![false],
            stop: None,
        }
    }
}

impl Search<'_> {
    fn hexagons(&self, found: Found) -> std::result::Result<Hexagons, NoHexagons> {
        let [steps, forms, ..] = found.forms.as_slice() else {
            return Err(NoHexagons::Ordered);
        };
        let at = self.request.outer;
        let are_steps = steps.iter().all(|form| form.is_counter(at));
        let skew = |form: &Form| form.counters.get(at).map(|(_, factor)| *factor);
        let first = forms.first().and_then(skew).ok_or(NoHexagons::NoSteps)?;
        if !are_steps || forms.iter().any(|form| skew(form) != Some(first)) {
            return Err(NoHexagons::NoSteps);
        }
        let found_slope = self.opposite(forms, (first, MOST_SKEW));
        let (slope, late) = match found_slope {
            Some(found) => found,
            None if self.opposite(forms, (first, FAR)).is_some() => return Err(NoHexagons::Far),
            None => return Err(NoHexagons::Ordered),
        };
        if slope == 0 {
            return Err(NoHexagons::Upright);
        }
        let units = forms.iter().zip(late).map(|(form, late)| {
            let mut place = form.clone();
            place.counters[at].1 = 0;
            HexagonUnit {
                place: place.in_text(self.scop),
                late,
            }
        });
        let units = units.collect();
        Ok(Hexagons {
            slope,
            units,
            bands: found.bands(self),
        })
    }

    /// The slope, from a least one to a largest one, for which the forms with opposite sides are
    /// valid, and by how much they are less, by unit.
    fn opposite(&self, forms: &[Form], (least, most): (i64, i64)) -> Option<(i64, Vec<i64>)> {
        let mut ilp = Ilp::new();
        let slope = Linear::variable(ilp.variable(least, most));
        let mut all = Vec::new();
        let mut unknowns = Vec::new();
        for form in forms {
            let late = Linear::variable(ilp.variable(0, most));
            let less = slope.clone().plus(&late, -1);
            ilp.at_least_zero(less.terms, less.constant);
            let negated = |(_, factor): &(String, i64)| Linear::constant(-factor);
            let mut counters: Vec<Linear> = form.counters.iter().map(negated).collect();
            counters[self.request.outer] = slope.clone();
            unknowns.push(Unknowns {
                counters,
                params: form.params.iter().map(negated).collect(),
                constant: Linear::constant(-form.constant).plus(&late, 1),
            });
            all.push(late);
        }
        for constraints in self.dependences {
            self.demand(&mut ilp, constraints, &unknowns, None);
        }
        ilp.minimise(slope.terms.clone());
        ilp.minimise(all.iter().flat_map(|late| late.terms.clone()).collect());
        let solution = ilp.solve()?;
        let late = all.iter().map(|late| late.value(&solution));
        Some((slope.value(&solution), late.collect()))
    }
}

impl Form {
    /// Whether it is a counter alone.
    fn is_counter(&self, at: usize) -> bool {
        let mut counters = self.counters.iter().enumerate();
        let params = self.params.iter().all(|(_, factor)| *factor == 0);
        let is_own = counters.all(|(own, (_, factor))| *factor == i64::from(own == at));
        is_own && params && self.constant == 0
    }
}
