//! The text of a nest in tiles.
//!
//! ```c
//! for (int tt = 0; tt < steps; tt += 16)
//!     for (int ii = tt + 1; ii < n + steps - 2 && ii < n + tt + 14; ii += 64)
//!         for (int t = tt; t < steps && t < tt + 16; t++)
//!             for (int i = ii - t > 1 ? ii - t : 1, i_end = ..; i < i_end; i++)
//!                 b[i] = ...;
//! ```
//!
//! The loops over tiles surround the user's nest, which keeps its order. Bounds of its loops are
//! cut to the tile.

mod buffers;
mod copies;
mod cut;
mod dimensions;
mod headers;
mod hexagons;
mod scans;
mod shared;
mod steps;
mod texts;
mod transfers;

pub use buffers::{Private, PrivateArray};
pub use copies::CopiedArray;
pub use transfers::BufferedArray;

use crate::bounds::{Dimension, TileLoop, tile_loop};
use crate::clamps::Clamps;
use crate::exchange::{Exchange, starts_odd};
use crate::facts::NestFacts;
use crate::nest::Nest;
use buffers::Buffers;
use c::names::file::Function;
use copies::{Context, CopyTexts};
use dimensions::{dimensions, overhang, put_in_first_tile, shrink};
use hexagons::Rows;
use poly::Expr;
use print::{Header, Lines, Names, Sheet, Sums, Values};
use schedule::{Bands, Hexagons, Overlap, Steps};
use source::{Edit, Edits, Span, Unit};
use texts::{ends_text, first_text, least_text};
use transfers::TransferTexts;

/// Longer headers are broken.
const LONGEST_LINE: usize = 100;
/// The length of what follows the variables of a header, without names: `; i < i_end; i++)`.
const SHORT_REST: usize = 24;

/// How threads share the tiles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sharing {
    /// One thread executes all of them.
    #[default]
    None,
    /// Threads share the tiles of a dimension, between two tiles of the outer ones.
    Dimension(usize),
    /// Threads share the tiles of two dimensions whose numbers have the same sum.
    Wavefronts,
}

/// A nest in tiles.
#[derive(Clone, Debug)]
pub struct Tiles {
    /// The edits that write it.
    pub edits: Edits,
    /// The counters of the loops over tiles, outermost first.
    pub counters: Vec<String>,
    /// The arrays of which each tile has a part by itself.
    pub buffers: Vec<String>,
}

/// How a nest is written.
#[derive(Clone, Copy)]
pub struct Request<'r> {
    /// The sizes of tiles, numbers or names, outermost dimension first; `None` for loops that are
    /// not divided.
    pub sizes: &'r [Option<Expr>],
    /// How threads share the tiles.
    pub sharing: Sharing,
    /// Whether arrays of a tile start at a line of the cache, and their rows, too.
    pub is_aligned: bool,
    /// Where this is false, the nest is executed as it was; empty if it is never false.
    pub condition: &'r str,
    /// Whether the nest does nothing there.
    pub is_idle: bool,
    /// The values of a size, if they are known.
    pub values: &'r dyn Fn(&str) -> Option<Values>,
    /// Whether a sum of sizes is positive wherever a unit is executed.
    pub is_positive: &'r dyn Fn(usize, &Expr) -> bool,
}

/// The instances of units in a tile.
#[derive(Clone, Copy)]
pub enum Shape<'s> {
    /// Those whose forms are in its range. Each tile has buffers of some arrays.
    Bands(&'s Bands, &'s [BufferedArray]),
    /// Those whose forms are on the inner side of all sides of a hexagon. The first size is the
    /// distance of rows of tiles, the second one that of the tiles of a row.
    Hexagons(&'s Hexagons, &'s [BufferedArray]),
    /// Those whose places are in its range, and those of steps before that these need. Each tile
    /// has buffers, and stores what its range has.
    Trapezoids(&'s Hexagons, &'s [BufferedArray]),
    /// Those whose counters are in its range, and those beside it whose values it needs.
    Overlapped(&'s Overlap, &'s Private),
    /// The same for several steps, on copies of arrays.
    Steps(&'s Steps, &'s [CopiedArray]),
}

impl<'s> Shape<'s> {
    /// The same with buffers of some arrays, if they have such.
    #[must_use]
    pub fn with_buffers<'a>(self, arrays: &'a [BufferedArray]) -> Shape<'a>
    where
        's: 'a,
    {
        match self {
            Shape::Bands(bands, _) => Shape::Bands(bands, arrays),
            Shape::Hexagons(hexagons, _) => Shape::Hexagons(hexagons, arrays),
            Shape::Trapezoids(hexagons, _) => Shape::Trapezoids(hexagons, arrays),
            Shape::Overlapped(..) | Shape::Steps(..) => self,
        }
    }
}

/// Writes a nest in tiles, with counters of a wide type if sums may not stay in the type of the
/// user's counters.
///
/// # Errors
///
/// If the text does not allow it: the reason, as a sentence.
pub fn write(
    unit: &Unit,
    function: &Function<'_>,
    nest: &Nest,
    shape: Shape<'_>,
    request: &Request<'_>,
) -> Result<Tiles, String> {
    if !unit.dialect.is_c99() {
        return Err("C90 has no declarations in `for`".to_string());
    }
    let of_width = |is_wide| write_as(unit, function, (nest, shape), request, is_wide);
    let (tiles, leaves) = of_width(false)?;
    if leaves.is_none() {
        return Ok(tiles);
    }
    let (tiles, leaves) = of_width(true)?;
    match leaves {
        None => Ok(tiles),
        Some(sum) => Err(format!("`{sum}` may leave its type")),
    }
}

/// A nest in tiles, and the first sum in it that may leave its type.
fn write_as(
    unit: &Unit,
    function: &Function<'_>,
    (nest, shape): (&Nest, Shape<'_>),
    request: &Request<'_>,
    is_wide: bool,
) -> Result<(Tiles, Option<String>), String> {
    let mut names = Names::of_text(unit.file.text());
    let mut dimensions = dimensions(nest, shape, request.sizes, &mut names);
    let rows = Rows::new(nest, shape, &dimensions, &mut names, is_wide);
    let loops = tile_loops(nest, shape, (&mut dimensions, rows.as_ref()), request)?;
    if let Shape::Steps(steps, _) = shape {
        shrink(nest, steps, &mut dimensions);
    }
    let facts = NestFacts {
        function,
        nest,
        dimensions: dimensions.clone(),
        loops: loops.clone(),
        clamps: Clamps::new(nest, &dimensions),
        is_wide,
        sizes: request.values,
        names: rows.as_ref().map(Rows::names).unwrap_or_default(),
    };
    let sums = Sums::new(&facts, is_wide);
    for own in &mut dimensions {
        let ty = nest.longest()[own.level].ty;
        own.type_name = sums.own_type(ty, &own.type_name).1.to_string();
    }
    let buffers = match shape {
        Shape::Bands(..) | Shape::Hexagons(..) | Shape::Trapezoids(..) => Buffers::default(),
        Shape::Overlapped(_, private) => {
            Buffers::new(unit, function, nest, (&dimensions, private), request, &sums)?
        }
        Shape::Steps(..) => Buffers::of_steps(function, nest, request)?,
    };
    let step = Sheet::at(&unit.file, nest.span()).step;
    let taken = names.clone();
    let context = Context {
        unit,
        function,
        nest,
        dimensions: &dimensions,
        loops: &loops,
        sums: &sums,
        rows: rows.as_ref(),
        step: &step,
        taken: &taken,
    };
    let (copies, transfers) = copied_texts(&context, shape, request.is_aligned, &mut names)?;
    let failed = names.give("failed");
    let steps = step_names(nest, &mut names);
    let writer = Writer {
        unit,
        function,
        nest,
        clamps: Clamps::new(nest, &dimensions),
        dimensions,
        loops,
        step,
        taken,
        buffers,
        copies,
        transfers,
        rows,
        has_overhang: matches!(shape, Shape::Trapezoids(..)),
        failed,
        steps,
        usual: request.condition,
        is_idle: request.is_idle,
        sums: &sums,
    };
    let tiles = writer.tiles(request.sharing, &mut names)?;
    Ok((tiles, sums.leaves()))
}

/// The names of the first two steps of a nest that exchanges pointers; empty without an exchange.
fn step_names(nest: &Nest, names: &mut Names) -> [String; 2] {
    let first_two = match starts_odd(&nest.root.counted) {
        true => ["odd", "even"],
        false => ["even", "odd"],
    };
    first_two.map(|name| match nest.exchange {
        Some(_) => names.give(name),
        None => String::new(),
    })
}

/// What is copied into tiles of several steps, or what each step of a tile loads and stores.
fn copied_texts(
    context: &Context<'_>,
    shape: Shape<'_>,
    is_aligned: bool,
    names: &mut Names,
) -> Result<(Option<CopyTexts>, Option<TransferTexts>), String> {
    Ok(match shape {
        Shape::Steps(steps, arrays) => (Some(CopyTexts::new(context, steps, arrays, names)?), None),
        Shape::Bands(_, arrays) | Shape::Hexagons(_, arrays) | Shape::Trapezoids(_, arrays)
            if !arrays.is_empty() =>
        {
            let texts = TransferTexts::new(context, arrays, is_aligned, names)?;
            (None, Some(texts))
        }
        Shape::Bands(..) | Shape::Hexagons(..) | Shape::Trapezoids(..) | Shape::Overlapped(..) => {
            (None, None)
        }
    })
}

/// The values of the counter of a loop over tiles.
#[derive(Clone, Debug)]
pub struct TileRange {
    /// The loop of the nest that is divided.
    pub level: usize,
    /// The least of these is the first value.
    pub first: Vec<Expr>,
    /// All values are less than all of one of these.
    pub ends: Vec<Vec<Expr>>,
}

/// The loops over tiles, outermost first, in the names of [`schedule::tile_param`].
pub fn tile_ranges(
    unit: &Unit,
    nest: &Nest,
    shape: Shape<'_>,
    request: &Request<'_>,
) -> Option<Vec<TileRange>> {
    let mut names = Names::of_text(unit.file.text());
    let mut dimensions = dimensions(nest, shape, request.sizes, &mut names);
    let rows = Rows::new(nest, shape, &dimensions, &mut names, false);
    let loops = tile_loops(nest, shape, (&mut dimensions, rows.as_ref()), request).ok()?;
    let param = |name: &str| {
        let mut all = dimensions.iter();
        let found = all.find(|own| own.counter == name)?;
        Some(Expr::var(&schedule::tile_param(found.level)))
    };
    let named =
        |all: &Vec<Expr>| -> Vec<Expr> { all.iter().map(|one| one.substitute(&param)).collect() };
    let range = |(own, found): (&Dimension, &TileLoop)| TileRange {
        level: own.level,
        first: named(&found.first),
        ends: found.ends.iter().map(named).collect(),
    };
    Some(dimensions.iter().zip(&loops).map(range).collect())
}

/// The loops over tiles of all dimensions.
fn tile_loops(
    nest: &Nest,
    shape: Shape<'_>,
    (dimensions, rows): (&mut [Dimension], Option<&Rows>),
    request: &Request<'_>,
) -> Result<Vec<TileLoop>, String> {
    let mut loops = Vec::new();
    // The first step of a row may be before the first one of the loop.
    let is_signed = nest.longest().iter().all(|counted| counted.ty.signed);
    for at in 0..dimensions.len() {
        let outer = match request.sharing {
            Sharing::Wavefronts if at < 2 => 0,
            _ => at,
        };
        let (before, own) = dimensions.split_at_mut(at);
        let (outer, own) = (&before[..outer], &mut own[0]);
        let known = known(outer, &loops);
        // All rows of hexagons have tiles at the same places.
        let is_free = !matches!(shape, Shape::Hexagons(..) | Shape::Trapezoids(..));
        let is_side = |outer: usize| is_free || outer == 0 && at > 1 && is_signed;
        let sides = outer.iter().enumerate();
        let sides = sides.filter(|(outer, _)| is_side(*outer));
        let sides: Vec<Dimension> = sides.map(|(_, outer)| outer.clone()).collect();
        let bounds = |own: &Dimension| {
            let found = tile_loop(&nest.units, &sides, &known, own, request.is_positive);
            found.ok_or("the bounds of a loop are not sums of counters and sizes")
        };
        let mut found = bounds(own)?;
        if let Shape::Overlapped(overlap, _) = shape
            && put_in_first_tile(own, &overlap.is_seen, &found)?
        {
            found = bounds(own)?;
        }
        if let Some(rows) = rows {
            rows.arrange(own, &mut found, loops.first())?;
        }
        if let (Shape::Trapezoids(hexagons, _), Some(steps)) = (shape, before.first()) {
            overhang(nest, hexagons, (steps, own));
        }
        loops.push(found);
    }
    Ok(loops)
}

/// The loops over tiles by their counters.
fn known<'d>(dimensions: &'d [Dimension], loops: &'d [TileLoop]) -> Vec<(&'d str, &'d TileLoop)> {
    let counters = dimensions.iter().map(|d| d.counter.as_str());
    counters.zip(loops).collect()
}

struct Writer<'w> {
    unit: &'w Unit,
    function: &'w Function<'w>,
    nest: &'w Nest,
    clamps: Clamps,
    dimensions: Vec<Dimension>,
    /// The loops over tiles.
    loops: Vec<TileLoop>,
    /// One step of indentation.
    step: String,
    /// All names of the file.
    taken: Names,
    /// What each tile has by itself.
    buffers: Buffers,
    /// What is copied into tiles of several steps.
    copies: Option<CopyTexts>,
    /// What each step of a tile loads and stores.
    transfers: Option<TransferTexts>,
    /// The rows of hexagonal tiles.
    rows: Option<Rows>,
    /// Whether tiles have instances beside their range.
    has_overhang: bool,
    /// The variable for failed allocations.
    failed: String,
    /// The names of exchanged pointers, as they are in the first step.
    steps: [String; 2],
    /// Where tiles are right.
    usual: &'w str,
    /// Whether the nest does nothing elsewhere.
    is_idle: bool,
    /// Writes sums.
    sums: &'w Sums<'w>,
}

impl Writer<'_> {
    /// The name of a variable for the end of a loop.
    fn end_name(&self, counter: &str) -> String {
        self.taken.free(&format!("{counter}_end"))
    }

    /// How lines are written at a place of the file.
    fn sheet(&self, place: Span) -> Sheet {
        Sheet::at(&self.unit.file, place).with_step(&self.step)
    }

    /// The edits of the nest.
    fn tiles(self, sharing: Sharing, names: &mut Names) -> Result<Tiles, String> {
        let edit = Edit {
            span: self.nest.span(),
            text: self.text(sharing, names)?,
        };
        let own = self.transfers.as_ref().map(TransferTexts::names);
        let buffers = own.unwrap_or_else(|| self.buffers.names());
        let mut edits = self.buffers.own.edits;
        let overlap = |_| "an array is declared inside of it".to_string();
        edits.insert(edit).map_err(overlap)?;
        if let Some(include) = self.copies.and_then(|copies| copies.include) {
            edits.insert(include).map_err(overlap)?;
        }
        let counters = self.dimensions.into_iter().map(|own| own.counter);
        Ok(Tiles {
            edits,
            counters: counters.collect(),
            buffers,
        })
    }

    /// The whole nest, without the indentation of its first line.
    fn text(&self, sharing: Sharing, names: &mut Names) -> Result<String, String> {
        let mut lines = Lines::new(&self.sheet(self.nest.span()));
        let root = self.nest_text()?;
        let tests = self.conditions(&self.nest.root);
        let root = match tests.is_empty() {
            true => root,
            false => self.tested(&tests.join(" && "), self.nest.span(), &root),
        };
        let body = self.buffers.rewritten(&root)?;
        let is_in_block = self.nest.is_in_block || !self.usual.is_empty();
        if !self.usual.is_empty() {
            lines.push(&format!("if ({}) {{", self.usual));
            lines.enter();
        }
        let body = (body.as_str(), is_in_block);
        match &self.copies {
            Some(copies) => self.in_steps(copies, body, sharing, (&mut lines, names))?,
            None => self.in_tiles(body, sharing, (&mut lines, names))?,
        }
        match (self.usual.is_empty(), self.is_idle) {
            (true, _) => {}
            (false, true) => lines.leave(),
            (false, false) => self.otherwise(&mut lines),
        }
        Ok(lines.text())
    }

    /// The loops over tiles around a nest that may be in a block.
    fn in_tiles(
        &self,
        (body, is_in_block): (&str, bool),
        sharing: Sharing,
        (lines, names): (&mut Lines, &mut Names),
    ) -> Result<(), String> {
        let own = &self.buffers.own;
        let may_fail = !own.failures.is_empty();
        let exchange = self.nest.exchange.as_ref();
        if (may_fail || exchange.is_some()) && !is_in_block {
            return Err("it is no statement of a block".to_string());
        }
        let sheet = lines.sheet.clone();
        if let Some(exchange) = exchange {
            lines.push(&exchange.before(&self.steps));
        }
        if may_fail {
            lines.push(&format!("int {} = 0;", self.failed));
        }
        match sharing {
            Sharing::None => self.sequential(0, body, lines),
            Sharing::Dimension(at) => self.shared(0..at, body, lines, names),
            Sharing::Wavefronts => self.wavefronts(body, lines, names),
        }
        lines.sheet = sheet;
        if may_fail {
            for line in own.exits(&self.failed, &self.step) {
                lines.push(&line);
            }
        }
        if let Some(exchange) = exchange {
            self.exchange_after(exchange, lines);
        }
        Ok(())
    }

    /// Ends a block, and adds the user's nest as the alternative.
    fn otherwise(&self, lines: &mut Lines) {
        lines.leave_for("} else {");
        lines.enter();
        let span = self.nest.span();
        lines.push(&lines.sheet.copied(&self.unit.file, span));
        lines.leave();
    }

    /// Exchanges the pointers after an odd number of steps.
    fn exchange_after(&self, exchange: &Exchange, lines: &mut Lines) {
        let Some(condition) = exchange.after(self.sums, &self.nest.root.counted) else {
            return;
        };
        let opening = match condition.is_empty() {
            true => "{".to_string(),
            false => format!("if ({condition}) {{"),
        };
        lines.push(&opening);
        lines.enter();
        lines.push(&lines.sheet.copied(&self.unit.file, exchange.span));
        lines.leave();
    }

    /// The loops over tiles from one dimension on, and the nest in them.
    fn sequential(&self, from: usize, body: &str, lines: &mut Lines) {
        for at in from..self.dimensions.len() {
            let end = ends_text(
                self.sums,
                &self.dimensions[at].counter,
                &self.loops[at].ends,
            );
            self.tile_header(at, end, lines);
        }
        self.body(body, lines);
    }

    /// The header of a loop over tiles; what follows is inside of it.
    fn tile_header(&self, at: usize, condition: String, lines: &mut Lines) {
        let own = &self.dimensions[at];
        let ty = self.nest.longest()[own.level].ty;
        self.sums.compute(&own.end(), self.sums.own_type(ty, "").0);
        let first = first_text(self.sums, &self.loops[at]);
        let header = Header::new(Some(self.type_of(at)), &own.counter, first)
            .until(condition)
            .by_size(self.sums.text(&own.size));
        lines.push(&header.to_string());
        lines.enter();
    }

    /// The type of the counter of a loop over tiles.
    fn type_of(&self, at: usize) -> &str {
        &self.dimensions[at].type_name
    }

    /// The user's nest, cut to a tile, with what the tile has by itself.
    fn body(&self, text: &str, lines: &mut Lines) {
        if let Some(copies) = &self.copies {
            return self.copied(copies, text, lines);
        }
        if let Some(transfers) = &self.transfers {
            lines.open();
            for line in &transfers.declared {
                lines.push(line);
            }
            lines.push_moved(text);
            lines.leave();
            return;
        }
        let own = &self.buffers.own;
        if !self.buffers.is_empty() {
            lines.open();
            let tests = own.tests(&self.failed, &self.step);
            for line in own.declared.iter().cloned().chain(tests) {
                lines.push(&line);
            }
        }
        lines.push_moved(text);
        if !self.buffers.is_empty() {
            for name in &own.allocated {
                lines.push(&format!("free({name});"));
            }
            lines.leave();
        }
    }
}
