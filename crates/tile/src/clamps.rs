//! Where the bounds of tiles enter a nest: in the headers of loops, or as tests around parts.

use crate::bounds::{Cut, Dimension};
use crate::nest::{Loop, Nest, Part, Test, units_of};
use poly::Expr;
use source::Span;
use std::collections::BTreeMap;

/// The places at which a nest is cut to a tile.
#[derive(Debug, Default)]
pub(crate) struct Clamps {
    /// By the start of a loop: the dimensions whose forms are its counter and a rest.
    pub(crate) loops: BTreeMap<u32, Vec<(usize, Cut)>>,
    /// By the start of a part: its place, and the dimensions with the form that is tested.
    pub(crate) guards: BTreeMap<u32, (Span, Vec<(usize, Cut)>)>,
}

impl Clamps {
    pub(crate) fn new(nest: &Nest, dimensions: &[Dimension]) -> Self {
        let mut found = Clamps::default();
        for (at, dimension) in dimensions.iter().enumerate() {
            found.in_loop(nest, &nest.root, (at, dimension));
        }
        found
    }

    fn in_loop(&mut self, nest: &Nest, loop_: &Loop, (at, dimension): (usize, &Dimension)) {
        let (units, place) = (loop_.units(), loop_.counted.span);
        if let Some(cut) = common(&units, dimension) {
            let own = &loop_.counted.counter;
            let inside = nest.units[units[0]].names_from(own);
            let is_outside = inside.iter().all(|name| cut.coefficient(name) == 0);
            if is_outside {
                self.guard(place, at, cut);
                return;
            }
            let is_last = inside[1..].iter().all(|name| cut.coefficient(name) == 0);
            if is_last && cut.coefficient(own) == 1 {
                let clamps = self.loops.entry(place.start).or_default();
                clamps.push((at, cut.without(&Expr::var(own))));
                return;
            }
        }
        self.in_parts(nest, &loop_.parts, (at, dimension));
    }

    fn in_parts(&mut self, nest: &Nest, parts: &[Part], (at, dimension): (usize, &Dimension)) {
        for part in parts {
            match part {
                Part::Loop(inner) => self.in_loop(nest, inner, (at, dimension)),
                Part::Test(test) => {
                    let units = units_of(&test.parts);
                    match common(&units, dimension).filter(|cut| is_around(nest, test, cut)) {
                        Some(cut) => self.guard(test.span, at, cut),
                        None => self.in_parts(nest, &test.parts, (at, dimension)),
                    }
                }
                Part::Unit(unit) => {
                    if let Some(cut) = &dimension.cuts[*unit] {
                        self.guard(nest.units[*unit].span, at, cut);
                    }
                }
                Part::Declaration(_) => {}
            }
        }
    }

    fn guard(&mut self, place: Span, at: usize, cut: &Cut) {
        let tests = self.guards.entry(place.start);
        let (_, tests) = tests.or_insert((place, Vec::new()));
        tests.push((at, cut.clone()));
    }
}

/// Whether a form has counters of loops around a test alone.
fn is_around(nest: &Nest, test: &Test, cut: &Cut) -> bool {
    let units = units_of(&test.parts);
    let loops = units.iter().flat_map(|unit| &nest.units[*unit].loops);
    let mut inside = loops.filter(|counted| test.span.contains(counted.span));
    inside.all(|counted| cut.coefficient(&counted.counter) == 0)
}

/// The part that all of some units have in a tile.
fn common<'d>(units: &[usize], dimension: &'d Dimension) -> Option<&'d Cut> {
    let cut = dimension.cuts[*units.first()?].as_ref()?;
    let mut others = units.iter();
    others
        .all(|unit| dimension.cuts[*unit].as_ref() == Some(cut))
        .then_some(cut)
}
