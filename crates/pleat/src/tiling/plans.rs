//! The nests of all functions in tiles, before any proof.

use super::costs::Costs;
use super::plan::{Plan, Plans};
use super::written::Tiling;
use super::{TiledNest, Untiled, footprint, hexagons, overlap, steps};
use crate::options::{TileOptions, TileOverlap};
use crate::systems::{system, without_tiny_sizes};
use crate::verify::{Calls, pairs};
use affine::{Fixed, LargerSize, Whole};
use front::Program;
use poly::Expr;
use schedule::{Bands, NoSteps, TileRequest, TileUnit};
use scop::{ArrayId, StmtId};
use source::{Edits, Span, Unit};
use std::cell::OnceCell;
use std::collections::BTreeSet;
use tile::{Function, Nest, Points, Shape, Sharing, UnitText};

/// The functions that are to be tiled and contain nests.
pub(super) fn with_nests(front: &Program<'_>, options: &TileOptions) -> BTreeSet<String> {
    let functions = front.contents().file.functions.iter();
    let has_nests = |function: &&Function<'_>| {
        options.wants(&function.name)
            && !tile::nests(front.unit(), function, &|_| false, Points::Together)
                .0
                .is_empty()
    };
    functions
        .filter(has_nests)
        .map(|f| f.name.clone())
        .collect()
}

/// The plans of functions that have some, and the nests that stay. The text tests sizes that are
/// required.
pub(super) fn plans(
    front: &Program<'_>,
    options: &TileOptions,
    required: &[LargerSize],
    costs: &Costs,
) -> Plans {
    let (unit, contents) = (front.unit(), front.contents());
    let program = OnceCell::new();
    let points_to = OnceCell::new();
    let Plans {
        mut plans,
        mut untiled,
        mut lacking,
    } = Plans::default();
    let functions = contents.file.functions.iter();
    for function in functions.filter(|f| options.wants(&f.name)) {
        let name = &function.name;
        let (nests, unread) = tile::nests(unit, function, &|_| false, Points::Together);
        let unread = unread.iter();
        untiled
            .extend(unread.map(|loops| Untiled::new(name, loops.span, loops.reason.to_string())));
        if nests.is_empty() {
            continue;
        }
        let program = program.get_or_init(|| program::lower(contents));
        let whole = match whole(program, name, costs) {
            Ok(whole) => whole,
            Err(unknown) => {
                let reason = format!("the function contains {}", unknown.reason);
                untiled.extend(nests.iter().map(|nest| stays(name, nest, reason.clone())));
                lacking.extend(unknown.lacks.map(|size| (name.clone(), size)));
                continue;
            }
        };
        let mut usual = whole.clone();
        without_tiny_sizes(&mut usual);
        let is_executed = |at: Span| whole.places.iter().any(|place| at.contains(*place));
        let nests = |points| tile::nests(unit, function, &is_executed, points).0;
        let mut planner = Planner {
            unit,
            function,
            whole: &whole,
            usual: &usual,
            options,
            required,
            plan: Plan::default(),
            untiled: &mut untiled,
        };
        for (nest, apart) in nests(Points::Together).iter().zip(nests(Points::Apart)) {
            planner.add(nest, &apart);
        }
        let plan = planner.plan;
        let mut assumed = pairs(program, name, [&whole, &whole]);
        let calls = Calls {
            front,
            program,
            points_to: &points_to,
        };
        if let Some(broken) = calls.obstacle(name, &mut assumed, &options.apart) {
            // Whatever their shape, the proof of tiles would be of no use.
            untiled.extend(plan.stays(name, &broken.message));
        } else if !plan.nests.is_empty() {
            plans.insert(
                name.clone(),
                Plan {
                    required: required.to_vec(),
                    ..plan
                },
            );
        }
    }
    Plans {
        plans,
        untiled,
        lacking,
    }
}

/// The system of a function, with its macros at their values if it has none otherwise.
fn whole(program: &program::Program, name: &str, costs: &Costs) -> Result<Whole, affine::Unknown> {
    let by = |fixed| system(program, name, fixed, &costs.half_of(name));
    let found = by(&Fixed::None);
    let is_exact =
        |found: &Result<Whole, _>| found.as_ref().is_ok_and(|whole| whole.opaque.is_empty());
    if is_exact(&found) || program.macros.is_empty() {
        return found;
    }
    let fixed = by(&Fixed::ALL);
    match is_exact(&fixed) || found.is_err() && fixed.is_ok() {
        true => fixed,
        false => found,
    }
}

pub(super) fn stays(function: &str, nest: &Nest, reason: String) -> Untiled {
    Untiled::new(function, nest.span(), reason)
}

impl Untiled {
    fn new(function: &str, at: Span, reason: String) -> Self {
        Untiled {
            function: function.to_string(),
            at,
            reason,
            order: None,
            is_useless: false,
        }
    }
}

pub(super) struct Planner<'p> {
    pub(super) unit: &'p Unit,
    pub(super) function: &'p Function<'p>,
    pub(super) whole: &'p Whole,
    /// The same without tiny sizes, at which borders meet.
    pub(super) usual: &'p Whole,
    pub(super) options: &'p TileOptions,
    /// Sizes for which alone the function is understood.
    pub(super) required: &'p [LargerSize],
    plan: Plan,
    untiled: &'p mut Vec<Untiled>,
}

impl Planner<'_> {
    /// Adds a nest, or the same nest with all statements apart, or those inside of it.
    fn add(&mut self, nest: &Nest, apart: &Nest) {
        let has_more = apart.units.len() > nest.units.len();
        if self.options.has_buffers && has_more {
            // Borders apart from each other are near the points beside them.
            let known = (self.plan.clone(), self.untiled.len());
            let is_tiled = self.try_add(apart).is_ok();
            if is_tiled && self.plan.nests.last().is_some_and(|own| own.has_transfers) {
                return;
            }
            self.plan = known.0;
            self.untiled.truncate(known.1);
        }
        let why = match self.try_add(nest) {
            Ok(()) => return,
            Err(why) => why,
        };
        if has_more && !why.is_useless && self.try_add(apart).is_ok() {
            return;
        }
        let known = self.plan.nests.len();
        let before = self.untiled.len();
        for (inner, apart) in nest.inner().iter().zip(apart.inner()) {
            if inner.depth() > 1 {
                self.add(inner, &apart);
            }
        }
        if self.plan.nests.len() == known {
            self.untiled.truncate(before);
            self.untiled.push(why);
            return;
        }
        let line = self.unit.file.line_col(why.at.start).line;
        for inner in &mut self.plan.nests[known..] {
            let around = || format!("the loop at line {line} is not divided: {}", why.reason);
            inner.around.get_or_insert_with(around);
        }
    }

    fn try_add(&mut self, nest: &Nest) -> Result<(), Untiled> {
        let fail = |reason: String| stays(&self.function.name, nest, reason);
        let (units, called) = self.units(nest);
        let outer = nest.outer.len();
        let reuses = schedule::has_reuse(&self.usual.system, &units, outer);
        if reuses.is_ok_and(|reuses| !reuses) {
            return Err(Untiled {
                is_useless: true,
                ..fail("no element is touched twice".to_string())
            });
        }
        if let Some(called) = called {
            return Err(fail(called));
        }
        let sizes = footprint::sizes(&self.options.sizes, self.usual, nest, &units);
        let sizes = sizes.map_err(|(reason, is_useless)| Untiled {
            is_useless,
            ..fail(reason)
        })?;
        let no_steps = match steps::tiles(self, nest, &units, &sizes) {
            Ok(found) => return self.keep(nest, found),
            Err(why) => why.filter(|_| self.options.overlap == TileOverlap::Steps),
        };
        let no_shape = match hexagons::tiles(self, nest, &units, &sizes) {
            Ok(found) => return self.keep(nest, found),
            Err(why) => why,
        };
        let banded = self.in_bands(nest, &units, &sizes);
        let (edits, tiled) = match banded {
            Ok(found) if found.1.has_transfers => found,
            Ok((edits, tiled)) if !self.prefers_overlap(nest, &tiled, &sizes) => {
                match overlap::tiles(self, nest, &units, &sizes) {
                    // Each tile has its part of an array, and computes nothing again.
                    Some(found) if found.1.again == 0 && !found.1.buffers.is_empty() => found,
                    _ => (edits, tiled),
                }
            }
            other => match (overlap::tiles(self, nest, &units, &sizes), other) {
                (Some(found), _) => found,
                (None, other) => other?,
            },
        };
        let tiled = TiledNest {
            no_shape,
            no_steps,
            ..tiled
        };
        self.keep(nest, (edits, tiled))
    }

    /// Adds a nest in tiles to the plan.
    fn keep(&mut self, nest: &Nest, (edits, tiled): (Edits, TiledNest)) -> Result<(), Untiled> {
        let overlap = |_| {
            let reason = "it is in another nest".to_string();
            stays(&self.function.name, nest, reason)
        };
        self.plan.edits.merge(edits).map_err(overlap)?;
        self.plan.nests.push(tiled);
        Ok(())
    }

    /// Whether tiles that overlap are better: others follow a loop as a whole, and move far from
    /// where they start; or threads cannot share them.
    fn prefers_overlap(&self, nest: &Nest, tiled: &TiledNest, sizes: &[Option<Expr>]) -> bool {
        let loops = nest.longest_counters().into_iter().zip(sizes);
        let mut whole = loops.filter(|(_, size)| size.is_none());
        let moves = whole.any(|(counter, _)| tiled.forms.iter().any(|form| form.mentions(counter)));
        moves || self.options.is_threaded && tiled.sharing == Sharing::None
    }

    /// A nest in tiles of which none needs another one again.
    fn in_bands(
        &self,
        nest: &Nest,
        units: &[TileUnit],
        sizes: &[Option<Expr>],
    ) -> Result<(Edits, TiledNest), Untiled> {
        let fail = |reason: String| stays(&self.function.name, nest, reason);
        let request = TileRequest {
            outer: nest.outer.len(),
            dims: sizes.len(),
            may_skew: self.options.may_skew,
            is_near: self.options.has_buffers,
        };
        let bands = schedule::bands(&self.usual.system, units, &request);
        let bands = bands.map_err(|_| fail("its dependences are too many".to_string()))?;
        let bands = bands.ok_or_else(|| fail("a counter starts at no sum of sizes".to_string()))?;
        if bands.is_parallel.len() < sizes.len().min(2) {
            return Err(self.stopped(nest, &bands));
        }
        let sharing = self.sharing(&bands, sizes);
        let deepest = nest.units.iter().enumerate();
        let deepest = deepest.max_by_key(|(_, unit)| unit.counters.len());
        let forms = deepest.map_or(Vec::new(), |(at, _)| divided(&bands.forms[at], sizes));
        let (edits, tiled) = self.with_buffers(&Tiling {
            nest,
            units,
            sizes,
            sharing,
            shape: Shape::Bands(&bands, &[]),
        })?;
        Ok((edits, TiledNest { forms, ..tiled }))
    }

    /// How threads share tiles that are independent of each other in a dimension.
    pub(super) fn shared(&self, at: usize) -> Sharing {
        match self.options.is_threaded {
            true => Sharing::Dimension(at),
            false => Sharing::None,
        }
    }

    /// Why a nest has no tiles of several steps, as a sentence.
    pub(super) fn no_steps(&self, why: NoSteps) -> String {
        let name = |id: ArrayId| &self.whole.system.scop.array(id).name;
        match why {
            NoSteps::Beside(statement) => {
                let place = self.whole.places.get(statement.0 as usize);
                let line = place.map_or(0, |at| self.unit.file.line_col(at.start).line);
                format!("line {line} is not in all loops that are divided")
            }
            NoSteps::Scalar(id) => {
                format!(
                    "`{}` keeps a value from one iteration to another one",
                    name(id)
                )
            }
            NoSteps::Undivided(id) => {
                format!("no dimension of `{}` is divided as the loops are", name(id))
            }
            NoSteps::Far => "a value moves too far in one step".to_string(),
            NoSteps::Unknown => "a counter starts at no sum of sizes".to_string(),
        }
    }

    /// A nest whose tiles a dependence forbids.
    fn stopped(&self, nest: &Nest, bands: &Bands) -> Untiled {
        let place = |id: StmtId| self.whole.places.get(id.0 as usize).copied();
        let order = bands.stop.and_then(|(a, b)| Some((place(a)?, place(b)?)));
        let line = |at: Span| self.unit.file.line_col(at.start).line;
        let reason = match order.map(|(a, b)| (line(a), line(b))) {
            Some((a, b)) if a == b => format!("no tiles keep the order of iterations of line {a}"),
            Some((a, b)) => format!("no tiles keep the order of lines {a} and {b}"),
            None => "no tiles keep their order".to_string(),
        };
        Untiled {
            order,
            ..stays(&self.function.name, nest, reason)
        }
    }

    /// How threads share the dimensions that have tiles.
    fn sharing(&self, bands: &Bands, sizes: &[Option<Expr>]) -> Sharing {
        let divided = bands.is_parallel.iter().zip(sizes);
        let divided = divided.filter(|(_, size)| size.is_some());
        let are_parallel: Vec<bool> = divided.map(|(is, _)| *is).collect();
        let parallel = are_parallel.iter().position(|is| *is);
        match (self.options.is_threaded, parallel) {
            (false, _) => Sharing::None,
            (true, Some(at)) => Sharing::Dimension(at),
            (true, None) if are_parallel.len() > 1 => Sharing::Wavefronts,
            (true, None) => Sharing::None,
        }
    }

    /// The units of a nest with the statements of the system; and why the nest stays, if some
    /// statements are elsewhere.
    fn units(&self, nest: &Nest) -> (Vec<TileUnit>, Option<String>) {
        let scop = &self.whole.system.scop;
        let depth = nest.outer.len();
        let mut units = empty_units(nest);
        let mut position = None;
        for statement in &scop.statements {
            let place = self.place(statement.id);
            if place.is_some_and(|place| nest.span().contains(place)) {
                position = position.or(self.position(statement.id, depth));
            }
        }
        let mut why = None;
        for statement in &scop.statements {
            let place = self.place(statement.id);
            let is_here = position.is_some() && self.position(statement.id, depth) == position;
            match place.and_then(|place| unit_at(nest, place)) {
                Some(unit) => units[unit].statements.push(statement.id),
                None if is_here && place.is_some_and(|at| nest.span().contains(at)) => {
                    why = Some("data decides about a bound or a test".to_string());
                }
                None if is_here => why = Some("they call a function of the file".to_string()),
                None => {}
            }
        }
        (units, why)
    }

    fn place(&self, id: StmtId) -> Option<Span> {
        self.whole.places.get(id.0 as usize).copied()
    }

    /// The positions in the text of a statement, down to a loop inside of some others.
    fn position(&self, id: StmtId, depth: usize) -> Option<Vec<i64>> {
        let schedule = &self.whole.system.scop.statement(id).schedule;
        let fixed = |level: usize| schedule.fixed_output(2 * level).ok().flatten();
        (0..=depth).map(fixed).collect()
    }
}

/// The units of a nest, before they have statements.
fn empty_units(nest: &Nest) -> Vec<TileUnit> {
    let unit = |unit: &UnitText| TileUnit {
        statements: Vec::new(),
        counters: unit.counters.clone(),
        loops: nest.loops_around(unit),
        common: nest.common(unit),
        is_full: unit.counters.len() == nest.outer.len() + nest.depth(),
    };
    nest.units.iter().map(unit).collect()
}

/// The forms of the dimensions that have tiles.
fn divided(forms: &[Expr], sizes: &[Option<Expr>]) -> Vec<Expr> {
    let all = forms.iter().zip(sizes);
    let divided = all.filter(|(_, size)| size.is_some());
    divided.map(|(form, _)| form.clone()).collect()
}

/// The unit of a nest at a place.
fn unit_at(nest: &Nest, place: Span) -> Option<usize> {
    nest.units.iter().position(|unit| unit.span.contains(place))
}
