//! Tiles with buffers: each step loads what it reads from other tiles, and stores what others read.
//!
//! ```c
//! for (int ii = tt + 1; ...; ii += 64) {
//!     double u_tile[17][82];
//!     for (int t = tt; t < steps && t < tt + 16; t++) {
//!         for (int i = ...)
//!             u_tile[t - tt][i - ii + tt + 17] = u[t][i];
//!         ...
//!         for (int i = ...)
//!             u[t + 1][i] = u_tile[t - tt + 1][i - ii + tt + 17];
//!     }
//! }
//! ```

use super::buffers::{LINE, Padding};
use super::copies::{Accesses, Context, MOST_BYTES, Place, bytes_of, element_type};
use super::scans::{Visit, sum_text};
use poly::{Expr, Scan};
use print::{Names, Sums};
use schedule::{STEP_PARAM, Window, outer_param, tile_param};

/// An array of which each tile has a buffer.
#[derive(Clone, Debug)]
pub struct BufferedArray {
    /// Its name.
    pub name: String,
    /// Its extents, in the spelling of parameters, where they are known.
    pub extents: Vec<Option<Expr>>,
    /// By dimension: the elements that a tile touches.
    pub windows: Vec<Window>,
    /// The loops over the elements that a step loads; `None` if there are none.
    pub loads: Option<Scan>,
    /// Those over the elements that it stores.
    pub stores: Option<Scan>,
}

/// The texts of a tile with buffers.
#[derive(Debug, Default)]
pub(super) struct TransferTexts {
    /// The declarations of the buffers.
    pub(super) declared: Vec<String>,
    /// At the start of each step.
    pub(super) loads: Vec<String>,
    /// At its end.
    pub(super) stores: Vec<String>,
    /// By array: its accesses, and the name and the dimensions of its buffer.
    arrays: Vec<(Accesses, Vec<Place>, String)>,
}

impl TransferTexts {
    pub(super) fn new(
        context: &Context<'_>,
        arrays: &[BufferedArray],
        is_aligned: bool,
        names: &mut Names,
    ) -> Result<Self, String> {
        let mut texts = TransferTexts::default();
        let mut bytes = 0_i64;
        if context.nest.exchange.is_some() {
            return Err("they exchange pointers".to_string());
        }
        for array in arrays {
            let name = &array.name;
            let mut accesses = Accesses::with_texts(context, name, &array.extents)?;
            // The counter of steps is in their bounds.
            let step = &context.nest.root.counted.counter;
            for own in accesses.counters.iter_mut().filter(|own| own.name == *step) {
                own.name = names.give(&format!("{step}_row"));
            }
            let variable = accesses.variable(context.function);
            let element = element_type(context.unit, variable)
                .ok_or_else(|| format!("the type of `{name}` is not a plain one"))?;
            let padding = match is_aligned && context.unit.dialect.is_c11() {
                true => Padding::of(&variable.declared_type),
                false => None,
            };
            let own = names.give(&format!("{name}_tile"));
            let mut places = Vec::new();
            for at in 0..array.windows.len() {
                places.push(place(context, array, at)?);
            }
            if let Some(padding) = &padding {
                for (at, place) in places.iter_mut().enumerate() {
                    place.count = padding.padded(place.count.clone(), at);
                }
            }
            bytes = bytes.saturating_add(bytes_of(name, &places)?);
            if bytes > MOST_BYTES {
                return Err("the buffers of a tile are too large for it".to_string());
            }
            let dims: Vec<String> = { places.iter() }
                .map(|place| format!("[{}]", context.sums.text(&place.count)))
                .collect();
            let alignment = match padding {
                Some(_) => format!("_Alignas({LINE}) "),
                None => String::new(),
            };
            let declared = format!("{alignment}{element} {own}{};", dims.concat());
            texts.declared.push(declared);
            let writer = Writer {
                context,
                array,
                accesses: &accesses,
                places: &places,
                own: &own,
            };
            let unreadable = || format!("the loops over elements of `{name}` have no text");
            let lines = |scan: &Option<Scan>, is_load: bool| match scan {
                Some(scan) => writer.lines(scan, is_load).ok_or_else(unreadable),
                None => Ok(Vec::new()),
            };
            texts.loads.extend(lines(&array.loads, true)?);
            texts.stores.extend(lines(&array.stores, false)?);
            texts.arrays.push((accesses, places, own));
        }
        Ok(texts)
    }

    /// The text of a nest, which uses the buffers.
    pub(super) fn rewritten(&self, sums: &Sums<'_>, text: &str) -> Result<String, String> {
        super::copies::rewritten(sums, &self.arrays, text)
    }

    /// The names of the arrays.
    pub(super) fn names(&self) -> Vec<String> {
        let names = self.arrays.iter().map(|(accesses, ..)| &accesses.name);
        names.cloned().collect()
    }
}

/// A dimension of a buffer.
fn place(context: &Context<'_>, array: &BufferedArray, at: usize) -> Result<Place, String> {
    match &array.windows[at] {
        Window::Whole => {
            let extent = array.extents.get(at).cloned().flatten();
            let name = &array.name;
            let count =
                extent.ok_or_else(|| format!("the number of elements of `{name}` is not known"))?;
            Ok(Place { tile: None, count })
        }
        Window::Part { first, count } => {
            let first = first.substitute(&|name| name_in(context, name));
            let counters = context.dimensions.iter().rev().map(|d| &d.counter);
            let mut counters = counters.filter(|counter| first.coefficient(counter) == 1);
            let tile = counters.next().ok_or("a tile has no first element")?;
            let before = Expr::var(tile) - first.clone();
            Ok(Place {
                tile: Some((tile.clone(), before)),
                count: Expr::constant(*count),
            })
        }
    }
}

/// The name of a parameter of the tile in the text.
fn name_in(context: &Context<'_>, name: &str) -> Option<Expr> {
    let nest = context.nest;
    if name == STEP_PARAM {
        return Some(Expr::var(&nest.root.counted.counter));
    }
    let mut dimensions = context.dimensions.iter();
    let found = dimensions.find(|own| tile_param(own.level) == name);
    let outer = || {
        let mut outer = nest.outer.iter().enumerate();
        outer
            .find(|(at, _)| outer_param(*at) == name)
            .map(|(_, counter)| &counter.name)
    };
    let text = found.map(|own| &own.counter).or_else(outer)?;
    Some(Expr::var(text))
}

struct Writer<'w> {
    context: &'w Context<'w>,
    array: &'w BufferedArray,
    accesses: &'w Accesses,
    places: &'w [Place],
    own: &'w str,
}

impl Writer<'_> {
    fn lines(&self, scan: &Scan, is_load: bool) -> Option<Vec<String>> {
        let scan = scan.substitute(&|name| name_in(self.context, name));
        let root = &self.context.nest.root.counted;
        let statement = |all: &[Expr]| {
            let (inside, outside) = (self.inside(all)?, self.outside(all)?);
            Some(match is_load {
                true => format!("{inside} = {outside};"),
                false => format!("{outside} = {inside};"),
            })
        };
        let visit = Visit {
            counters: &self.accesses.counters,
            is_signed: { self.context.nest.longest().iter() }
                .all(|own| self.context.sums.own_type(own.ty, "").0.signed),
            first: &root.counter,
            sums: self.context.sums,
            rows: self.context.rows,
            statement: &statement,
            step: self.context.step,
        };
        visit.lines(&scan)
    }

    /// `u_tile[t - tt][i - ii + tt + 17]`
    fn inside(&self, all: &[Expr]) -> Option<String> {
        let sums = self.context.sums;
        let mut text = self.own.to_string();
        for (place, own) in self.places.iter().zip(all) {
            let old = sum_text(sums, own)?;
            let new = place.of_text(sums, &old).unwrap_or(old);
            text.push_str(&format!("[{new}]"));
        }
        Some(text)
    }

    /// `u[t][i]`
    fn outside(&self, all: &[Expr]) -> Option<String> {
        let sums = self.context.sums;
        let name = &self.accesses.name;
        if let (true, [row, column]) = (self.accesses.is_flat, all) {
            let width = self.array.extents[1].as_ref()?;
            let (row, width) = (sum_text(sums, row)?, sums.text(width));
            let factor = |text: String| match text.contains(' ') {
                true => format!("({text})"),
                false => text,
            };
            let row = match row.as_str() {
                "0" => String::new(),
                _ => format!("{} * {} + ", factor(row), factor(width)),
            };
            return Some(format!("{name}[{row}{}]", sum_text(sums, column)?));
        }
        let mut text = name.clone();
        for own in all {
            text.push_str(&format!("[{}]", sum_text(sums, own)?));
        }
        Some(text)
    }
}
