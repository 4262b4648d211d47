//! The elements of an array that a tile touches.

use super::super::overlap::{factor, range_of};
use super::{Search, Window};
use poly::{Expr, Result, Set, Space, all, names};
use scop::{ArrayId, Subscript};

impl Search<'_> {
    /// `{ [subscripts] }` of the elements that a buffer has, of those of its array.
    pub(super) fn inside(&self, elements: &Set, windows: &[Window]) -> Result<Set> {
        let c = names("c", windows.len());
        let mut tests = Vec::new();
        let mut places = Vec::new();
        for (name, window) in c.iter().zip(windows) {
            let Window::Part { first, count } = window else {
                continue;
            };
            places.push(first);
            tests.push(format!("{first} <= {name} < {first} + {count}"));
        }
        let inside = self.space(&places).points(&c, all(tests))?;
        inside.intersect(elements)
    }

    /// By dimension, the elements that a tile touches.
    pub(super) fn windows(&self, array: ArrayId) -> Result<Vec<Window>> {
        let rank = self.system.scop.array(array).shape.len();
        (0..rank)
            .map(|dimension| self.window(array, dimension))
            .collect()
    }

    fn window(&self, array: ArrayId, dimension: usize) -> Result<Window> {
        let scop = &self.system.scop;
        let Some(place) = self.place(array, dimension) else {
            return Ok(Window::Whole);
        };
        let rank = scop.array(array).shape.len();
        let c = names("c", rank);
        let distance = format!("{} - ({place})", c[dimension]);
        let from_place = self.space(&[&place]).images(&c, &[distance])?;
        let from_place = from_place.with_domain_name(&scop.array(array).name)?;
        let mut ends: Option<(i64, i64)> = None;
        for (unit, access) in self.accesses_to(array) {
            let touched = self.in_tile(unit, access)?;
            let touched = touched.apply(&self.instances.relation(access)?)?;
            let touched = touched.apply(&from_place)?;
            if touched.is_empty()? {
                continue;
            }
            let Some((least, most)) = range_of(&touched)? else {
                return Ok(Window::Whole);
            };
            let known = ends.get_or_insert((least, most));
            *known = (known.0.min(least), known.1.max(most));
        }
        let Some((least, most)) = ends else {
            return Ok(Window::Whole);
        };
        Ok(Window::Part {
            first: place + Expr::constant(least),
            count: most - least + 1,
        })
    }

    /// The names of the parameters, with those of some places in a tile.
    fn space(&self, places: &[&Expr]) -> Space {
        let own = self.system.scop.params.iter();
        let mut params: Vec<String> = own.map(|p| p.name.clone()).collect();
        for place in places {
            place.each_var(&mut |name| {
                if !params.iter().any(|known| known == name) {
                    params.push(name.to_string());
                }
            });
        }
        Space::new(&self.system.scop.ctx, params)
    }

    /// Where a dimension of an array is in a tile; `None` if subscripts move with loops that are
    /// not divided, or not all alike.
    fn place(&self, array: ArrayId, dimension: usize) -> Option<Expr> {
        let mut place: Option<Expr> = None;
        for (_, access) in self.accesses_to(array) {
            let Subscript::Affine(value) = access.subscripts.get(dimension)? else {
                return None;
            };
            if !value.is_affine() {
                return None;
            }
            let mut own = Expr::constant(0);
            for (level, at) in self.tile.places.iter().enumerate() {
                let factor = factor(self.system, access, dimension, self.outer + level);
                if factor != 0 {
                    own = own.checked_add(&(at.clone()? * factor))?;
                }
            }
            // A border: `u[t + 1][0]` is in some tiles alone.
            let is_fixed = own == Expr::constant(0);
            if !is_fixed && *place.get_or_insert_with(|| own.clone()) != own {
                return None;
            }
        }
        place
    }
}
