//! Tiles with buffers: each one works on its part of the arrays that it writes, loads what it reads
//! from other tiles, and stores what others read.

use super::plans::Planner;
use super::steps::{spelled_extents, spelling};
use super::usual::Usual;
use super::written::Tiling;
use crate::budget::TRANSFERS;
use poly::{Expr, Scan, Set, Space, Visits, all};
use schedule::{
    Bands, Hexagons, NoTransfer, STEP_PARAM, TileInstances, TileUnit, Transfer, outer_param,
    tile_param,
};
use scop::{ArrayId, Scop};
use std::collections::BTreeMap;
use tile::{BufferedArray, Nest, Shape, TileRange};

/// The arrays of which tiles of a shape have buffers.
///
/// # Errors
///
/// If there are none: why, as a sentence.
pub(super) fn buffers(
    planner: &Planner<'_>,
    tiling: &Tiling<'_>,
) -> Result<Vec<BufferedArray>, String> {
    let Tiling {
        nest,
        units,
        sizes,
        shape,
        ..
    } = *tiling;
    let scop = &planner.whole.system.scop;
    let (bands, hexagons) = match shape {
        Shape::Bands(bands, _) => (bands, None),
        Shape::Hexagons(hexagons, _) | Shape::Trapezoids(hexagons, _) => {
            (&hexagons.bands, Some(hexagons))
        }
        Shape::Overlapped(..) | Shape::Steps(..) => return Err("tiles overlap".to_string()),
    };
    let tile = OneTile {
        scop,
        nest,
        units,
        sizes,
        bands,
        hexagons,
        is_trapezoid: matches!(shape, Shape::Trapezoids(..)),
        is_alone: !planner.options.is_threaded,
    };
    if sizes
        .iter()
        .flatten()
        .any(|size| size.as_constant().is_none())
    {
        return Err("sizes of tiles must be numbers".to_string());
    }
    let name = |id: ArrayId| &scop.array(id).name;
    let no_loops =
        || "the elements that a step loads or stores are no loops, or too many".to_string();
    let found = scop.ctx.attempt(TRANSFERS, || {
        let Some(instances) = tile.instances()? else {
            return Ok(Err(no_loops()));
        };
        let outer = nest.outer.len();
        let found = schedule::transfers(&planner.whole.system, units, outer, &instances)?;
        let ranges = tile_ranges(planner, tiling);
        let context = tile.context(&ranges)?;
        Ok(match found {
            Ok(found) => {
                let all = found.iter();
                let all = all.map(|transfer| buffered(scop, transfer, &context).ok().flatten());
                all.collect::<Option<Vec<BufferedArray>>>()
                    .ok_or_else(no_loops)
            }
            Err(NoTransfer::Unknown) => Err(no_loops()),
            Err(NoTransfer::Uncertain(id)) => Err(format!(
                "data decides whether an element of `{}` is read or written, or which one",
                name(id)
            )),
            Err(NoTransfer::Nothing) => Err("no array is written".to_string()),
        })
    });
    let many = || "its dependences are too many".to_string();
    found.ok().flatten().ok_or_else(many)?
}

/// The values of the counters of loops over tiles.
fn tile_ranges(planner: &Planner<'_>, tiling: &Tiling<'_>) -> Vec<TileRange> {
    let scop = &planner.whole.system.scop;
    let units = tiling.units;
    let Ok(usual) = Usual::new(scop, units, BTreeMap::new(), planner.required) else {
        return Vec::new();
    };
    let request = tile::Request {
        sizes: tiling.sizes,
        sharing: tiling.sharing,
        is_aligned: false,
        condition: "",
        is_idle: false,
        values: &|name| usual.values(name),
        is_positive: &|unit, expr| usual.is_positive(&units[unit], expr),
    };
    tile::tile_ranges(planner.unit, tiling.nest, tiling.shape, &request).unwrap_or_default()
}

/// An array with its loops, in the spelling of parameters; `None` if these are not known.
fn buffered(
    scop: &Scop,
    transfer: &Transfer,
    context: &Set,
) -> poly::Result<Option<BufferedArray>> {
    let loops = |elements: &Visits| -> poly::Result<Option<Option<Scan>>> {
        if elements.needed.is_empty()? {
            return Ok(Some(None));
        }
        let scan = elements.scan(context)?;
        Ok(scan.map(|scan| Some(scan.substitute(&|name| spelling(scop, name)))))
    };
    let loads = loops(&transfer.loads)?;
    let stores = loops(&transfer.stores)?;
    let (Some(loads), Some(stores)) = (loads, stores) else {
        return Ok(None);
    };
    Ok(Some(BufferedArray {
        name: scop.array(transfer.array).name.clone(),
        extents: spelled_extents(scop, transfer.array),
        windows: transfer.windows.clone(),
        loads,
        stores,
    }))
}

/// Some of the instances of a tile.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// Those whose forms are in its range.
    Range,
    /// Those of its steps, of all tiles.
    Steps,
    /// Those in its range, and those that these need.
    Overhang,
    /// Those inside of all sides of a hexagon.
    Hexagon,
    /// Those in the steps in which a hexagon becomes wider.
    Wider,
}

/// One of the tiles of some forms.
struct OneTile<'b> {
    scop: &'b Scop,
    nest: &'b Nest,
    units: &'b [TileUnit],
    sizes: &'b [Option<Expr>],
    bands: &'b Bands,
    hexagons: Option<&'b Hexagons>,
    is_trapezoid: bool,
    /// Whether no other tile is executed at the same time.
    is_alone: bool,
}

impl OneTile<'_> {
    /// The dimensions that have tiles, with their sizes.
    fn divided(&self) -> impl Iterator<Item = (usize, i64)> {
        let sizes = self
            .sizes
            .iter()
            .enumerate()
            .take(self.bands.is_parallel.len());
        sizes.filter_map(|(at, size)| Some((at, size.as_ref()?.as_constant()?)))
    }

    /// The space of sets of one tile, by its parameters.
    fn space(&self) -> Space {
        let own = self.scop.params.iter().map(|p| p.name.clone());
        let tiles = self.divided().map(|(at, _)| tile_param(at));
        let outer = (0..self.nest.outer.len()).map(outer_param);
        let all = own.chain(tiles).chain(outer);
        Space::new(&self.scop.ctx, all.chain([STEP_PARAM.to_string()]))
    }

    /// A sum of the text in the names of sets; `None` if it is none.
    fn in_sets(&self, sum: &Expr, counters: &[(String, String)]) -> Option<Expr> {
        let mut is_known = sum.is_affine();
        let found = sum.substitute(&|name| {
            let mut own = counters.iter();
            let found = own.find(|(counter, _)| counter == name).map(|(_, set)| set);
            let mut params = self.scop.params.iter();
            let found = found.or_else(|| params.find(|p| p.spelling == name).map(|p| &p.name));
            Some(Expr::var(&format!("({})", found?)))
        });
        found.each_var(&mut |name| is_known &= name.starts_with('('));
        is_known.then_some(found)
    }

    /// One tile; `None` if a form is no sum of parameters and counters.
    fn instances(&self) -> poly::Result<Option<TileInstances>> {
        let parts = match (self.hexagons, self.is_trapezoid) {
            (None, _) => [Part::Range; 4],
            (Some(_), true) => [Part::Overhang, Part::Range, Part::Steps, Part::Overhang],
            (Some(_), false) => [Part::Hexagon, Part::Hexagon, Part::Hexagon, Part::Wider],
        };
        let [of_units, stored, inside, near] = parts.map(|part| self.of_units(part));
        let (Some(of_units), Some(stored), Some(inside), Some(near)) =
            (of_units?, stored?, inside?, near?)
        else {
            return Ok(None);
        };
        Ok(Some(TileInstances {
            of_units,
            stored,
            inside,
            near,
            places: self.places(),
            is_alone: self.is_alone,
        }))
    }

    /// By unit, the instances in a part of the tile.
    fn of_units(&self, part: Part) -> poly::Result<Option<Vec<Set>>> {
        let mut of_units = Vec::new();
        for (at, unit) in self.units.iter().enumerate() {
            let names: Vec<String> = (0..unit.counters.len()).map(|d| format!("c{d}")).collect();
            let counters = unit.counters.iter().map(|c| c.name.clone());
            let counters: Vec<(String, String)> = counters.zip(names.clone()).collect();
            let outer = names.iter().take(self.nest.outer.len()).enumerate();
            let mut tests: Vec<String> = outer
                .map(|(level, name)| format!("{name} = {}", outer_param(level)))
                .collect();
            for (dimension, size) in self.divided() {
                let form = match (self.hexagons, dimension) {
                    (Some(hexagons), 1) => &hexagons.units[at].place,
                    _ => &self.bands.forms[at][dimension],
                };
                let Some(form) = self.in_sets(form, &counters) else {
                    return Ok(None);
                };
                let tile = tile_param(dimension);
                let step = &names[self.nest.outer.len()];
                let late = self.hexagons.map_or(0, |hexagons| hexagons.units[at].late);
                tests.push(match (dimension, part) {
                    (0, Part::Hexagon) => format!("{tile} - {size} <= {form} < {tile} + {size}"),
                    (0, Part::Wider) => format!("{tile} - {size} <= {form} < {tile}"),
                    (1, Part::Hexagon) => self.sides(late, (step, &form), 2),
                    (1, Part::Wider) => self.sides(late, (step, &form), 1),
                    (1, Part::Overhang) => self.overhang(late, (step, &form)),
                    (1.., Part::Steps) => "true".to_string(),
                    _ => format!("{tile} <= {form} < {tile} + {size}"),
                });
            }
            of_units.push(self.space().points(&names, all(tests))?);
        }
        Ok(Some(of_units))
    }

    /// The size of a dimension.
    fn size(&self, at: usize) -> i64 {
        let mut divided = self.divided();
        divided.find(|(own, _)| *own == at).map_or(0, |own| own.1)
    }

    /// The slope of sides, and how late units are at most.
    fn slope(&self) -> (i64, i64) {
        let hexagons = self.hexagons;
        hexagons.map_or((0, 0), |own| (own.slope, own.latest()))
    }

    /// Where a place of a step is in the range of a tile, or may be needed there.
    fn overhang(&self, late: i64, (step, place): (&str, &Expr)) -> String {
        let (tile, rows) = (tile_param(1), tile_param(0));
        let (slope, latest) = self.slope();
        let left = format!("{slope}*({rows} + {} - {step})", self.size(0) - 1);
        format!(
            "{tile} <= {place} + {left} + {} and {place} - {left} < {tile} + {}",
            latest - late,
            self.size(1)
        )
    }

    /// Where a place of a step is inside of the sides of a hexagon, up to its widest step, and in
    /// those after it.
    fn sides(&self, late: i64, (step, place): (&str, &Expr), count: usize) -> String {
        let (tile, rows) = (tile_param(1), tile_param(0));
        let (height, distance) = (self.size(0), self.size(1) / 2);
        let (slope, latest) = self.slope();
        let width = distance + slope * height - latest;
        let sides = [
            (format!("({rows} - 1 - {step})"), 0, late),
            (format!("({step} - {rows} + 1)"), latest - late, latest),
        ];
        let sides = sides.iter().map(|(narrow, left, right)| {
            format!(
                "{tile} - {distance} + {slope}*{narrow} - {left} <= {place} and \
                 {place} < {tile} - {distance} + {width} + {right} - {slope}*{narrow}"
            )
        });
        sides.take(count).collect::<Vec<_>>().join(" and ")
    }

    /// By loop: the place that moves with the tile as its counter does.
    fn places(&self) -> Vec<Option<Expr>> {
        let depth = self.nest.outer.len();
        let mut places: Vec<Option<Expr>> = Vec::new();
        let full = self.units.iter().position(|unit| unit.is_full);
        let Some(full) = full else {
            return places;
        };
        let counters = &self.units[full].counters[depth..];
        let divided: Vec<usize> = self.divided().map(|(at, _)| at).collect();
        for level in 0..counters.len() {
            let place = || {
                let form = self.bands.forms[full]
                    .get(level)
                    .filter(|_| divided.contains(&level))?;
                if self.hexagons.is_some() && level == 1 {
                    return Some(Expr::var(&tile_param(1)));
                }
                let mut place = Expr::var(&tile_param(level));
                for (counter, known) in counters.iter().zip(&places) {
                    match form.coefficient(&counter.name) {
                        0 => {}
                        factor => place = place - known.clone()? * factor,
                    }
                }
                Some(place)
            };
            places.push(place());
        }
        places
    }

    /// Where the loads and the stores of a step are executed.
    fn context(&self, ranges: &[TileRange]) -> poly::Result<Set> {
        let mut tests: Vec<String> = Vec::new();
        let outer = self.nest.outer.iter().enumerate();
        let outer: Vec<(String, String)> = outer
            .map(|(level, counter)| (counter.name.clone(), outer_param(level)))
            .collect();
        let (first, end) = self.nest.steps();
        if let Some(first) = self.in_sets(first, &outer) {
            tests.push(format!("{first} <= {STEP_PARAM}"));
        }
        if let Some(end) = self.in_sets(end, &outer) {
            tests.push(format!("{STEP_PARAM} < {end}"));
        }
        if let Some((0, size)) = self.divided().next() {
            let tile = tile_param(0);
            let before = if self.hexagons.is_some() && !self.is_trapezoid {
                size
            } else {
                0
            };
            tests.push(format!(
                "{tile} - {before} <= {STEP_PARAM} < {tile} + {size}"
            ));
        }
        let tiles = self
            .divided()
            .map(|(at, _)| (tile_param(at), tile_param(at)));
        let known: Vec<(String, String)> = outer.into_iter().chain(tiles).collect();
        for range in ranges {
            let tile = tile_param(range.level);
            let first = range.first.iter().map(|first| {
                let first = self.in_sets(first, &known)?;
                Some(format!("{first} <= {tile}"))
            });
            let end = |end: &Expr| Some(format!("{tile} < {}", self.in_sets(end, &known)?));
            let ends = range.ends.iter().map(|all| {
                let all: Option<Vec<String>> = all.iter().map(end).collect();
                Some(format!("({})", all?.join(" and ")))
            });
            let first: Option<Vec<String>> = first.collect();
            let ends: Option<Vec<String>> = ends.collect();
            for any in first.into_iter().chain(ends) {
                tests.push(format!("({})", any.join(" or ")));
            }
        }
        let values = self.space().values(all(tests))?;
        values.intersect(&self.scop.context)
    }
}
