//! Copies of arrays that tiles of several steps have: what is copied into a tile before its steps,
//! and from it after them.
//!
//! ```c
//! double *const a_next = malloc((size_t)(n - 1) * sizeof *a_next);
//! ...
//!     double a_tile[96];
//!     for (int i = ..)
//!         a_tile[i - ii + 16] = a[i];
//!     ...
//!     for (int i = ..)
//!         a_next[i] = a_tile[i - ii + 16];
//! ```

mod accesses;
mod declared;
mod loops;

pub(super) use accesses::{Accesses, DimensionCounter};
pub(super) use declared::element_type;
pub(super) use loops::CopyNest;

use super::hexagons::Rows;
use super::texts::sum_of;
use crate::bounds::{Dimension, Side, TileLoop, lower_bound};
use crate::nest::{Nest, Part};
use accesses::Found;
use c::names::file::Function;
use declared::{include, knows_malloc};
use loops::{CopyLoop, nests};
use poly::Expr;
use print::{Names, Sums, c_text, counted_from};
use schedule::{BufferPart, Halo, StepCopy, Steps};
use source::{Edit, Unit};

/// The copies of a tile are automatic up to so many bytes.
pub(super) const MOST_BYTES: i64 = 1 << 18;

/// An array of which each tile has a copy.
#[derive(Clone, Debug)]
pub struct CopiedArray {
    /// Its name.
    pub name: String,
    /// Its extents, in the spelling of parameters, where they are known.
    pub extents: Vec<Option<Expr>>,
    /// The part that a tile touches.
    pub copy: StepCopy,
}

/// The texts around the loops over tiles, and around the steps of a tile.
#[derive(Debug, Default)]
pub(super) struct CopyTexts {
    /// The declarations of the arrays that tiles write, before all tiles.
    pub(super) allocations: Vec<String>,
    /// The names of these arrays.
    pub(super) allocated: Vec<String>,
    /// What makes `malloc` known, if it is not.
    pub(super) include: Option<Edit>,
    /// The declarations of copies in a tile.
    pub(super) declared: Vec<String>,
    /// The loops that fill them, and those that store elements.
    pub(super) loads: Vec<CopyNest>,
    pub(super) stores: Vec<CopyNest>,
    /// The loops after all tiles of some steps.
    pub(super) after: Vec<CopyNest>,
    /// By array: its accesses and the names of its copy.
    arrays: Vec<(Accesses, Vec<Place>, String)>,
}

/// The elements of a dimension in a copy.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// The counter of the loop over tiles, if that divides the dimension; and the elements before
    /// its position.
    pub(super) tile: Option<(String, Expr)>,
    /// All of them.
    pub(super) count: Expr,
}

/// What the texts depend on.
pub(super) struct Context<'c> {
    pub(super) unit: &'c Unit,
    pub(super) function: &'c Function<'c>,
    pub(super) nest: &'c Nest,
    /// The first one is that of steps.
    pub(super) dimensions: &'c [Dimension],
    pub(super) loops: &'c [TileLoop],
    /// Writes sums.
    pub(super) sums: &'c Sums<'c>,
    /// The rows of hexagonal tiles.
    pub(super) rows: Option<&'c Rows>,
    /// One step of indentation.
    pub(super) step: &'c str,
    /// All names of the file.
    pub(super) taken: &'c Names,
}

impl CopyTexts {
    /// The texts for some arrays.
    pub(super) fn new(
        context: &Context<'_>,
        steps: &Steps,
        arrays: &[CopiedArray],
        names: &mut Names,
    ) -> Result<Self, String> {
        let mut texts = CopyTexts::default();
        let mut all: [Vec<(Vec<CopyLoop>, String)>; 3] = Default::default();
        let mut bytes = 0_i64;
        for array in arrays {
            let name = &array.name;
            let accesses = Accesses::of(context, &array.name, &array.extents)?;
            let writer = ArrayWriter {
                context,
                array,
                slopes: &steps.slopes,
                accesses: &accesses,
                element: element_type(context.unit, accesses.variable(context.function))
                    .ok_or_else(|| format!("the type of `{name}` is not a plain one"))?,
            };
            let places = writer.places()?;
            bytes = bytes.saturating_add(bytes_of(name, &places)?);
            if bytes > MOST_BYTES {
                let parts = "the parts of arrays that a tile needs are too large for it";
                return Err(parts.to_string());
            }
            let own = names.give(&format!("{name}_tile"));
            let dims: Vec<String> = { places.iter() }
                .map(|place| format!("[{}]", context.sums.text(&place.count)))
                .collect();
            texts
                .declared
                .push(format!("{} {own}{};", writer.element, dims.concat()));
            let element = writer.element_of(&own, &places);
            if writer.is_loaded() {
                let load = format!("{element} = {};", writer.element_text(name));
                all[0].push((writer.loops(Region::Loaded)?, load));
            }
            if array.copy.is_stored {
                let target = match writer.is_loaded() {
                    true => names.give(&format!("{name}_next")),
                    false => name.clone(),
                };
                let store = format!("{} = {element};", writer.element_text(&target));
                all[1].push((writer.loops(Region::Stored)?, store));
                if target != *name {
                    let (new, old) = (writer.element_text(name), writer.element_text(&target));
                    all[2].push((writer.loops(Region::Written)?, format!("{new} = {old};")));
                    texts.allocations.push(writer.allocation(&target)?);
                    texts.allocated.push(target);
                }
            }
            texts.arrays.push((accesses, places, own));
        }
        let [loads, stores, after] = all.map(|loops| nests(loops, context.step));
        (texts.loads, texts.stores, texts.after) = (loads, stores, after);
        if texts.allocated.is_empty() {
            return Err("no step needs values of another one".to_string());
        }
        if !knows_malloc(context.unit) {
            let include = include(context.unit, context.function);
            texts.include = Some(include.ok_or("the file does not include `<stdlib.h>`")?);
        }
        Ok(texts)
    }

    /// The text of a nest, which uses the copies.
    pub(super) fn rewritten(&self, sums: &Sums<'_>, text: &str) -> Result<String, String> {
        rewritten(sums, &self.arrays, text)
    }
}

/// The text of a nest, in which arrays are their copies.
pub(super) fn rewritten(
    sums: &Sums<'_>,
    arrays: &[(Accesses, Vec<Place>, String)],
    text: &str,
) -> Result<String, String> {
    let mut text = text.to_string();
    for (accesses, places, own) in arrays {
        let name = accesses.name.as_str();
        let change = |_: &str, at: usize, old: &str| match accesses.is_flat {
            true => accesses.place_of(old).map(|subscripts| {
                let all = subscripts.iter().zip(places);
                let all: Vec<String> = all.map(|(s, place)| place.of(sums, s)).collect();
                all.join("][")
            }),
            false => places[at].of_text(sums, old),
        };
        let new = print::with_subscripts(&text, &|word| word == name, &change);
        let new = new.ok_or_else(|| format!("`{name}` is used without subscripts"))?;
        text = print::renamed(&new, name, own);
    }
    Ok(text)
}

impl Place {
    /// A subscript of the array in the copy.
    fn of(&self, sums: &Sums<'_>, subscript: &Expr) -> String {
        match &self.tile {
            Some((tile, before)) => {
                let text = sums.text(subscript);
                self.of_text(sums, &text).unwrap_or_else(|| {
                    sums.text(&(subscript.clone() - Expr::var(tile) + before.clone()))
                })
            }
            None => sums.text(subscript),
        }
    }

    /// The same as text; `None` if it stays.
    pub(super) fn of_text(&self, sums: &Sums<'_>, old: &str) -> Option<String> {
        let (tile, before) = self.tile.as_ref()?;
        let sum = sum_of(old);
        let is_apart = |sum: &Expr| sum.terms().count() > 0 && !sum.mentions(tile);
        let is_apart = sum.as_ref().is_none_or(is_apart);
        Some(match before.as_constant().filter(|_| is_apart) {
            Some(before) => counted_from(old, tile, before),
            None => match sum {
                Some(sum) => sums.text(&(sum - Expr::var(tile) + before.clone())),
                None => format!("{} + {}", counted_from(old, tile, 0), sums.text(before)),
            },
        })
    }
}

/// The bytes of a copy.
pub(super) fn bytes_of(name: &str, places: &[Place]) -> Result<i64, String> {
    let mut bytes = 8_i64;
    for place in places {
        let Some(count) = place.count.as_constant() else {
            let count = c_text(&place.count);
            return Err(format!(
                "a tile would have `{count}` elements of `{name}` in one of its dimensions, which \
                 is no number"
            ));
        };
        bytes = bytes.saturating_mul(count);
    }
    Ok(bytes)
}

/// Which elements a loop copies.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Region {
    /// Those that a tile may read.
    Loaded,
    /// Those in the range of a tile that are written.
    Stored,
    /// All that are written.
    Written,
}

struct ArrayWriter<'w> {
    context: &'w Context<'w>,
    array: &'w CopiedArray,
    slopes: &'w [Halo],
    accesses: &'w Accesses,
    /// The type of an element.
    element: String,
}

impl ArrayWriter<'_> {
    /// Whether a tile loads elements: it reads old values, or leaves some as they are.
    fn is_loaded(&self) -> bool {
        let is_partial = || {
            let writes = self.accesses.found.iter().filter(|f| f.is_write);
            let mut bounds: Vec<_> = writes.map(|f| (&f.least, &f.end)).collect();
            bounds.dedup();
            bounds.len() > 1 || has_tests(&self.context.nest.root.parts)
        };
        let copy = &self.array.copy;
        copy.is_loaded || copy.is_stored && (!copy.is_certain || is_partial())
    }

    fn part(&self, dimension: usize) -> Option<&BufferPart> {
        let mut parts = self.array.copy.parts.iter();
        parts.find(|part| part.dimension == dimension)
    }

    /// The dimension of tiles of a part.
    fn tile(&self, part: &BufferPart) -> &Dimension {
        &self.context.dimensions[part.divided + 1]
    }

    /// The elements of a tile before and after its range, before its first step.
    fn around(&self, part: &BufferPart) -> (Expr, Expr) {
        let slope = self.slopes[part.divided];
        let steps = self.context.dimensions[0].size.clone() - Expr::constant(1);
        let all = |slope: i64, last: i64| steps.clone() * slope + Expr::constant(last);
        (all(slope.before, part.before), all(slope.after, part.after))
    }

    fn places(&self) -> Result<Vec<Place>, String> {
        let place = |dimension: usize| match self.part(dimension) {
            Some(part) => {
                let (before, after) = self.around(part);
                let tile = self.tile(part);
                Ok(Place {
                    count: tile.size.clone() + before.clone() + after,
                    tile: Some((tile.counter.clone(), before)),
                })
            }
            None => {
                let extent = self.array.extents.get(dimension).cloned().flatten();
                let count = match extent {
                    Some(extent) => extent,
                    None => self.hull(dimension, Region::Loaded)?.1,
                };
                Ok(Place { tile: None, count })
            }
        };
        (0..self.array.extents.len()).map(place).collect()
    }

    /// The least subscript in a dimension, and the first one beyond all.
    fn hull(&self, dimension: usize, region: Region) -> Result<(Expr, Expr), String> {
        let is_meant = |found: &&Found| match region {
            Region::Loaded => !found.is_write || !self.array.copy.is_loaded,
            Region::Stored | Region::Written => found.is_write,
        };
        let mut hull: Option<(Expr, Expr)> = None;
        for found in self.accesses.found.iter().filter(is_meant) {
            let (least, end) = (&found.least[dimension], &found.end[dimension]);
            let (first, last) = hull.take().unwrap_or((least.clone(), end.clone()));
            let both = lesser(&first, least).zip(greater(&last, end));
            let differ = || {
                let name = &self.array.name;
                format!("the bounds of loops over `{name}` differ by more than a number")
            };
            hull = Some(both.ok_or_else(differ)?);
        }
        hull.ok_or_else(|| "an array is not written".to_string())
    }

    /// The loops over the elements of a region.
    fn loops(&self, region: Region) -> Result<Vec<CopyLoop>, String> {
        let sums = self.context.sums;
        let one = |dimension: usize| {
            let (least, end) = self.hull(dimension, region)?;
            let counter = &self.accesses.counters[dimension];
            let part = self.part(dimension).filter(|_| region != Region::Written);
            let Some(part) = part else {
                return Ok(CopyLoop {
                    end_name: self.context.taken.free(&format!("{}_end", counter.name)),
                    counter: counter.name.clone(),
                    declared: counter.declared.clone(),
                    first: counter.text(sums, &least, None),
                    end: sums.text(&end),
                });
            };
            let tile = self.tile(part);
            let written = self.array.copy.written[part.divided];
            let (before, after) = match region {
                Region::Loaded => self.around(part),
                _ => (Expr::constant(-written), Expr::constant(written)),
            };
            let position = Expr::var(&tile.counter);
            let first = position - before;
            let last = tile.end() + after;
            let is_past = self.is_at_least(part, &first, &least);
            let from = |expr: &Expr| counter.text(sums, expr, Some(&tile.counter));
            Ok(CopyLoop {
                end_name: self.context.taken.free(&format!("{}_end", counter.name)),
                counter: counter.name.clone(),
                declared: counter.declared.clone(),
                first: match is_past {
                    true => from(&first),
                    false => {
                        let beyond = least.clone() + Expr::var(&tile.counter) - first.clone();
                        let test = format!("{} > {}", tile.counter, sums.text(&beyond));
                        let least = counter.text(sums, &least, None);
                        format!("{test} ? {} : {least}", from(&first))
                    }
                },
                end: {
                    let (last, end) = (sums.text_from(&tile.counter, &last), sums.text(&end));
                    format!("{last} < {end} ? {last} : {end}")
                },
            })
        };
        (0..self.array.extents.len()).map(one).collect()
    }

    /// Whether a value is at least another one in all tiles.
    fn is_at_least(&self, part: &BufferPart, value: &Expr, least: &Expr) -> bool {
        let at = part.divided + 1;
        let by = value.checked_sub(least);
        let known = [(
            self.context.dimensions[at].counter.as_str(),
            &self.context.loops[at],
        )];
        by.and_then(|by| lower_bound(&by, &known))
            .is_some_and(|by| by >= 0)
    }

    /// `a[i][j]`
    fn element_text(&self, name: &str) -> String {
        let counters = &self.accesses.counters;
        match (self.accesses.is_flat, counters.as_slice()) {
            (true, [rows, columns]) => {
                let width = self.array.extents[1]
                    .as_ref()
                    .map(|width| self.context.sums.text(width))
                    .unwrap_or_default();
                let width = match width.contains(' ') {
                    true => format!("({width})"),
                    false => width,
                };
                format!("{name}[{} * {width} + {}]", rows.name, columns.name)
            }
            _ => {
                let all = counters.iter().map(|counter| format!("[{}]", counter.name));
                format!("{name}{}", all.collect::<String>())
            }
        }
    }

    /// `a_tile[i - ii + 16]`
    fn element_of(&self, own: &str, places: &[Place]) -> String {
        let counters = self.accesses.counters.iter().zip(places);
        let all = counters.map(|(counter, place)| {
            let text = place.of_text(self.context.sums, &counter.name);
            format!("[{}]", text.unwrap_or_else(|| counter.name.clone()))
        });
        format!("{own}{}", all.collect::<String>())
    }

    /// The declaration of the array that tiles write.
    fn allocation(&self, name: &str) -> Result<String, String> {
        let element = &self.element;
        let rows = match &self.array.extents[0] {
            Some(rows) => rows.clone(),
            None => self.hull(0, Region::Written)?.1,
        };
        let count = |count: &Expr| match count.as_constant() {
            Some(number) => number.to_string(),
            None => match self.context.sums.text(count) {
                text if text.contains(' ') => format!("(size_t)({text})"),
                text => format!("(size_t){text}"),
            },
        };
        let inner = self.array.extents[1..].iter();
        let inner: Option<Vec<&Expr>> = inner.map(Option::as_ref).collect();
        let inner = inner.ok_or_else(|| "an extent is not known".to_string())?;
        let dims: Vec<String> = { inner.iter() }
            .map(|e| format!("[{}]", self.context.sums.text(e)))
            .collect();
        Ok(match (self.accesses.is_flat, dims.is_empty()) {
            (true, _) => {
                let counts: Vec<String> = inner.iter().map(|e| count(e)).collect();
                format!(
                    "{element} *const {name} = malloc({} * {} * sizeof *{name});",
                    count(&rows),
                    counts.join(" * ")
                )
            }
            (false, true) => {
                let rows = count(&rows);
                format!("{element} *const {name} = malloc({rows} * sizeof *{name});")
            }
            (false, false) => format!(
                "{element} (*const {name}){} = malloc({} * sizeof *{name});",
                dims.concat(),
                count(&rows)
            ),
        })
    }
}

/// The greater of two sums, if they differ by a number.
fn greater(a: &Expr, b: &Expr) -> Option<Expr> {
    let is_first = lesser(a, b)? == *b;
    Some(if is_first { a.clone() } else { b.clone() })
}

/// The lesser of two sums, if they differ by a number.
fn lesser(a: &Expr, b: &Expr) -> Option<Expr> {
    let by = a.checked_sub(b)?.as_constant()?;
    Some(if by <= 0 { a.clone() } else { b.clone() })
}

/// Whether loops are in a test.
fn has_tests(parts: &[Part]) -> bool {
    parts.iter().any(|part| match part {
        Part::Loop(inner) => has_tests(&inner.parts),
        Part::Test(_) => true,
        Part::Unit(_) | Part::Declaration(_) => false,
    })
}
