//! The cell that each emitted access touches.
//!
//! A subscript `e % b` is kept as its dividend `e` and its modulus `b`: two subscripts are equal
//! exactly if the dividends differ by a multiple `m*b`. Between a value and the writes that could
//! overwrite it only few `m` are possible, although the dividends themselves may be arbitrarily
//! many times `b`.

use crate::address::Bases;
use crate::mismatch::Mismatch;
use crate::spaces::{element, is_spread, name, spread};
use crate::structure::Pair;
use poly::{Context, Expr, Map, Set, Space, all, in_box, names};
use scop::{AccessKind, Array, ArrayId, Certainty, Numbers, Scop, Subscript};
use std::cell::RefCell;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// The target of one access.
pub(crate) enum Target {
    /// Every cell (`= {0}`).
    Whole,
    /// One cell.
    Cell {
        /// `{ a3[i,j] -> [values] }`: subscripts, or dividends where there is a modulus; of an
        /// address the lowest digit. Its other digits follow.
        values: Map,
        /// One per dimension.
        moduli: Vec<Option<Expr>>,
    },
}

/// A dimension that some access addresses by a sum of products.
pub(crate) struct Addressed {
    pub(crate) bases: Bases,
    /// The coordinates of its digits, lowest first.
    pub(crate) digits: Vec<usize>,
    modulus: Expr,
}

/// The targets of all accesses to one array.
pub(crate) struct Cells {
    ctx: Context,
    /// The parameters of the original.
    pub(crate) space: Space,
    array: String,
    pub(crate) dims: usize,
    /// The number of values: one per dimension, and the higher digits of addresses.
    pub(crate) count: usize,
    /// By dimension.
    pub(crate) addressed: Vec<Option<Addressed>>,
    pub(crate) original_dims: usize,
    /// Dimensions of the original whose subscripts are the same in both programs, moduli included.
    kept_original: Vec<usize>,
    /// The same dimensions of the emitted array.
    pub(crate) kept_emitted: Vec<usize>,
    /// By access: pairs of an original and an emitted dimension with equal subscripts that have a
    /// modulus.
    pub(crate) unchanged: Vec<Vec<(usize, usize)>>,
    /// By access: the emitted subscripts that are constants.
    pub(crate) numbers: Vec<Numbers>,
    /// By access, in textual order.
    pub(crate) targets: Vec<Target>,
    /// Relations by their texts; the same few are requested for every two accesses.
    related: RefCell<HashMap<String, Map>>,
}

impl Cells {
    /// Also proves that every access stays inside the emitted array.
    pub(crate) fn new(scop: &Scop, array: &Array, pairs: &[Pair]) -> Result<Self, Mismatch> {
        let name = pairs
            .first()
            .map(|p| scop.array(p.original.array).name.clone());
        let mut cells = Cells {
            ctx: scop.ctx.clone(),
            space: scop.space(),
            array: name.unwrap_or_else(|| array.name.clone()),
            dims: array.shape.len(),
            count: array.shape.len(),
            addressed: Vec::new(),
            original_dims: pairs.first().map_or(0, |p| p.original.subscripts.len()),
            kept_original: Vec::new(),
            kept_emitted: Vec::new(),
            unchanged: pairs.iter().map(unchanged).collect(),
            numbers: pairs.iter().map(|p| p.emitted.numbers()).collect(),
            targets: Vec::new(),
            related: RefCell::default(),
        };
        let whole = pairs.iter().map(|pair| cells.is_whole(scop, array, pair));
        let whole = whole.collect::<Result<Vec<_>, _>>()?;
        let indexed = pairs.iter().zip(&whole).filter(|(_, whole)| !**whole);
        let indexed: Vec<&Pair> = indexed.map(|(pair, _)| pair).collect();
        (cells.kept_original, cells.kept_emitted) = kept(&indexed, cells.dims).into_iter().unzip();
        for dim in 0..cells.dims {
            let addressed = cells.addressed(scop, &indexed, dim)?;
            cells.count += addressed.as_ref().map_or(0, |a| a.digits.len() - 1);
            cells.addressed.push(addressed);
        }
        for (pair, whole) in pairs.iter().zip(whole) {
            let place = match whole {
                true => Target::Whole,
                false => cells.place(pair)?,
            };
            cells.inside(scop, array, pair, &place)?;
            cells.targets.push(place);
        }
        Ok(cells)
    }

    /// `{ [x] -> [y] : condition }`, made once.
    pub(crate) fn relation(
        &self,
        x: &[String],
        y: &[String],
        condition: &str,
    ) -> poly::Result<Map> {
        let mut known = self.related.borrow_mut();
        match known.entry(format!("{x:?} -> {y:?} : {condition}")) {
            Entry::Occupied(map) => Ok(map.get().clone()),
            Entry::Vacant(slot) => {
                let map = self.space.pairs(x, y, condition)?;
                Ok(slot.insert(map).clone())
            }
        }
    }

    /// Whether a dimension of the original element must be compared in addition to the cell.
    pub(crate) fn is_compared(&self, original_dim: usize) -> bool {
        !self.kept_original.contains(&original_dim)
    }

    /// Whether the write covers all elements and all cells.
    fn is_whole(&self, scop: &Scop, array: &Array, pair: &Pair) -> Result<bool, Mismatch> {
        let original = pair.original;
        Ok(is_whole(pair)
            && covers(&original.relation, scop, original.array)?
            && self.covers_cells(scop, array, pair)?)
    }

    /// The digits of a dimension, if some access to it is a sum of products.
    fn addressed(
        &self,
        scop: &Scop,
        pairs: &[&Pair],
        dim: usize,
    ) -> Result<Option<Addressed>, Mismatch> {
        let subscripts = pairs.iter().map(|p| p.emitted.subscripts.get(dim));
        let subscripts: Vec<&Subscript> = subscripts.flatten().collect();
        let modulus = subscripts.iter().find_map(|subscript| match subscript {
            Subscript::Address { modulus, .. } => Some(modulus),
            _ => None,
        });
        let Some(modulus) = modulus else {
            return Ok(None);
        };
        let has_it = |subscript: &&Subscript| match subscript {
            Subscript::Address { modulus: own, .. } | Subscript::Modulo { modulus: own, .. } => {
                own == modulus
            }
            Subscript::Affine(e) => e.as_constant() == Some(0),
            Subscript::Any => false,
        };
        let holds = |condition: &str| scop.holds(&scop.context, condition);
        let bases = match subscripts.iter().all(has_it) {
            true => Bases::of(modulus, &subscripts, &holds)?,
            false => None,
        };
        let bases = bases.ok_or_else(|| self.undecided("an address has no digits"))?;
        let higher = self.count..self.count + bases.count() - 1;
        Ok(Some(Addressed {
            digits: std::iter::once(dim).chain(higher).collect(),
            modulus: modulus.clone(),
            bases,
        }))
    }

    fn place(&self, pair: &Pair) -> Result<Target, Mismatch> {
        let original = pair.original;
        if pair.emitted.subscripts.len() != self.dims {
            return Err(self.undecided("another number of subscripts than dimensions"));
        }
        let mut elements = self.elements(pair)?.into_iter();
        let mut values = Vec::new();
        let mut moduli = Vec::new();
        for subscript in &pair.emitted.subscripts {
            let (value, modulus) = match subscript {
                Subscript::Affine(e) => (e.to_string(), None),
                Subscript::Modulo { dividend, modulus } => {
                    (dividend.to_string(), Some(modulus.clone()))
                }
                Subscript::Address { modulus, .. } => (String::new(), Some(modulus.clone())),
                Subscript::Any => match elements.next() {
                    Some(element) => (element, None),
                    None => return Err(self.undecided("a subscript is not affine")),
                },
            };
            values.push(value);
            moduli.push(modulus);
        }
        values.resize(self.count, "0".to_string());
        for (dim, addressed) in self.addressed.iter().enumerate() {
            let Some(Addressed { bases, digits, .. }) = addressed else {
                continue;
            };
            let own = bases.digits(&pair.emitted.subscripts[dim]);
            let own = own.ok_or_else(|| self.undecided("an address has no digits"))?;
            for (at, digit) in digits.iter().zip(own) {
                values[*at] = digit.to_string();
            }
        }
        if elements.next().is_some() {
            return Err(self.undecided("a write to many elements writes fewer of them"));
        }
        let name = name(original);
        let mut from = pair.iterators.to_vec();
        let mut domain = original.relation.domain()?.named(&name)?;
        if is_spread(original)? {
            from.extend((0..original.subscripts.len()).map(element));
            domain = spread(&original.relation, &name)?.0.domain()?;
            self.covers_run(pair, &domain, &from)?;
        }
        let values = self.space.images(&from, &values)?.with_domain_name(&name)?;
        let values = values.intersect_domain(&domain)?;
        Ok(Target::Cell { values, moduli })
    }

    /// The element coordinates that the subscripts of a spread write leave open; empty for other
    /// accesses.
    fn elements(&self, pair: &Pair) -> Result<Vec<String>, Mismatch> {
        if !is_spread(pair.original)? {
            return Ok(Vec::new());
        }
        let subscripts = pair.original.subscripts.iter().enumerate();
        let open = subscripts.filter(|(_, s)| matches!(s, Subscript::Any));
        Ok(open.map(|(d, _)| element(d)).collect())
    }

    /// Whether the emitted write covers every cell of the emitted array.
    fn covers_cells(&self, scop: &Scop, array: &Array, pair: &Pair) -> Result<bool, Mismatch> {
        if array.shape.contains(&None) {
            return Ok(false);
        }
        let v = names("v", self.dims);
        let cells = self.space.points(&v, in_box(&v, &array.shape))?;
        let executed = pair.original.relation.intersect_params(&scop.context)?;
        let all = Map::product(&executed.domain()?, &cells)?;
        let written = pair.emitted.relation.copied_into(&self.ctx)?;
        Ok(all.is_subset(&written.without_range_name()?)?)
    }

    /// Proves that the emitted write reaches the cell of each element that the original writes.
    ///
    /// `domain`: `{ a3[i,x] }` with the names `from`.
    fn covers_run(&self, pair: &Pair, domain: &Set, from: &[String]) -> Result<(), Mismatch> {
        let name = name(pair.original);
        let element = self.space.images(from, &self.elements(pair)?)?;
        let element = element.with_domain_name(&name)?.intersect_domain(domain)?;
        let instances = self.space.images(from, pair.iterators)?;
        let wanted = element.apply_domain(&instances.with_names(&name, &name)?)?;
        let written = pair.emitted.relation.copied_into(&self.ctx)?;
        let subscripts = pair.emitted.subscripts.iter().enumerate();
        let kept = subscripts.filter(|(_, s)| matches!(s, Subscript::Any));
        let v = names("v", self.dims);
        let kept: Vec<String> = kept.map(|(d, _)| v[d].clone()).collect();
        let written = written.with_domain_name(&name)?.without_range_name()?;
        let written = written.apply_range(&self.relation(&v, &kept, "true")?)?;
        match wanted.is_subset(&written)? {
            true => Ok(()),
            false => Err(self.undecided("a write to many elements writes fewer of them")),
        }
    }

    /// Proves `0 <= value < extent`, or `0 <= value` and `1 <= modulus <= extent`; a remainder is
    /// at most its dividend. Where the extent is unknown, the subscript must be at most that of the
    /// original.
    fn inside(
        &self,
        scop: &Scop,
        array: &Array,
        pair: &Pair,
        place: &Target,
    ) -> Result<(), Mismatch> {
        let Target::Cell { values, moduli } = place else {
            return Ok(());
        };
        let mut bounds = Vec::new();
        for (d, (extent, modulus)) in array.shape.iter().zip(moduli).enumerate() {
            if let Some(addressed) = &self.addressed[d] {
                if let Some(bound) = self.inside_address(scop, array, pair, (d, addressed))? {
                    bounds.push(bound);
                }
                continue;
            }
            let Some(extent) = extent else {
                if !self.shrinks(scop, pair, (d, modulus.as_ref()), values)? {
                    return Err(self.undecided("its new extent is not known"));
                }
                continue;
            };
            bounds.push(match modulus {
                None => format!("0 <= v{d}' < {extent}"),
                Some(b) => {
                    format!("0 <= v{d}' and 1 <= {b} and ({b} <= {extent} or v{d}' < {extent})")
                }
            });
        }
        let inside = self.space.points(&names("v", self.count), all(bounds))?;
        let touched = values.intersect_params(&scop.context)?.range()?;
        if touched.is_subset(&inside)? {
            return Ok(());
        }
        // An access that may never happen is no contradiction.
        if pair.original.certainty == Certainty::May {
            return Err(self.undecided("a new subscript cannot be shown to stay inside"));
        }
        Err(Mismatch::OutOfBounds {
            array: self.array.clone(),
            statement: scop.statement(pair.original.statement).name.clone(),
        })
    }

    /// Proves that an address is never negative, and that its modulus is the extent. Returns what
    /// remains to be shown of the parameters.
    fn inside_address(
        &self,
        scop: &Scop,
        array: &Array,
        pair: &Pair,
        (dim, addressed): (usize, &Addressed),
    ) -> Result<Option<String>, Mismatch> {
        let factors: Vec<&Expr> = match &pair.emitted.subscripts[dim] {
            Subscript::Address { products, .. } => products.iter().flatten().collect(),
            Subscript::Modulo { dividend, .. } => vec![dividend],
            Subscript::Affine(_) | Subscript::Any => Vec::new(),
        };
        let positive = all(factors.iter().map(|f| format!("{f} >= 0")));
        let domain = pair.original.relation.domain()?.reset_tuple_id()?;
        let domain = domain.intersect_params(&scop.context)?;
        if !domain.is_subset(&self.space.points(pair.iterators, positive)?)? {
            return Err(self.undecided("an address may be negative"));
        }
        let modulus = &addressed.modulus;
        if let Some(extent) = &array.shape[dim] {
            return Ok(Some(format!("1 <= {modulus} <= {extent}")));
        }
        match addressed.bases.is_size() && array.products.get(dim) == Some(&Some(modulus.clone())) {
            true => Ok(None),
            false => Err(self.undecided("its new extent is not known")),
        }
    }

    /// Whether a subscript in a dimension without bounds is at most that of the original in the
    /// same dimension. If a flat array was read as rows and columns in the original, the subscript
    /// must be at most one of the two.
    fn shrinks(
        &self,
        scop: &Scop,
        pair: &Pair,
        (dim, modulus): (usize, Option<&Expr>),
        values: &Map,
    ) -> poly::Result<bool> {
        let name = name(pair.original);
        let element = pair.original.relation.with_domain_name(&name)?;
        let moved = values.reverse()?.apply_range(&element)?;
        let moved = moved.intersect_params(&scop.context)?;
        let array = scop.array(pair.original.array);
        let larger: &[[usize; 2]] = match (self.dims, array.shape.len()) {
            (new, old) if new == old => &[[dim, dim]],
            (1, 2) => &[[0, 1], [1, 0]],
            _ => return Ok(false),
        };
        for [above, other] in larger {
            let positive = modulus.map_or_else(String::new, |b| format!(" and {b} >= 1"));
            let [v, x] = [("v", self.count), ("x", array.shape.len())].map(|(l, n)| names(l, n));
            let within = format!("0 <= v{dim}' <= x{above}' and 0 <= x{other}'{positive}");
            let within = self.space.pairs(&v, &x, within)?;
            let within = within.with_range_name(&array.name)?;
            if moved.subtract(&within)?.is_empty()? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    pub(crate) fn undecided(&self, why: &'static str) -> Mismatch {
        Mismatch::Undecided {
            array: self.array.clone(),
            why,
        }
    }
}

/// Whether every instance of `write` touches all elements that any access touches.
fn covers(write: &Map, scop: &Scop, array: ArrayId) -> poly::Result<bool> {
    let write = write.intersect_params(&scop.context)?;
    for access in scop.accesses_to(array) {
        let touched = access.relation.intersect_params(&scop.context)?.range()?;
        if !Map::product(&write.domain()?, &touched)?.is_subset(&write)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether the access is a must-write of the whole array in both programs.
fn is_whole(pair: &Pair) -> bool {
    let all_any = |list: &[Subscript]| list.iter().all(|s| matches!(s, Subscript::Any));
    pair.original.kind == AccessKind::Write
        && pair.original.certainty == Certainty::Must
        && !pair.original.subscripts.is_empty()
        && all_any(&pair.original.subscripts)
        && all_any(&pair.emitted.subscripts)
}

/// Pairs of an original and an emitted dimension that all accesses address by equal subscripts,
/// where one has a modulus.
fn kept(indexed: &[&Pair], emitted_dims: usize) -> Vec<(usize, usize)> {
    let original_dims = indexed
        .iter()
        .map(|p| p.original.subscripts.len())
        .min()
        .unwrap_or(0);
    let has_modulus = |d: usize| {
        let is_modulo =
            |p: &&Pair| matches!(p.emitted.subscripts.get(d), Some(Subscript::Modulo { .. }));
        indexed.iter().any(is_modulo)
    };
    let agree = |o: usize, e: usize| indexed.iter().all(|p| is_unchanged(p, o, e));
    let emitted = (0..emitted_dims).filter(|e| has_modulus(*e));
    emitted
        .filter_map(|e| (0..original_dims).find(|o| agree(*o, e)).map(|o| (o, e)))
        .collect()
}

/// Whether the emitted subscript equals the original one.
fn is_unchanged(pair: &Pair, original_dim: usize, emitted_dim: usize) -> bool {
    let old = &pair.original.subscripts[original_dim];
    *old != Subscript::Any && pair.emitted.subscripts.get(emitted_dim) == Some(old)
}

/// Pairs of dimensions, original and emitted, in which an access has equal subscripts with a
/// modulus.
fn unchanged(pair: &Pair) -> Vec<(usize, usize)> {
    let dims = 0..pair.original.subscripts.len();
    let has_modulus = |e: &usize| matches!(pair.emitted.subscripts[*e], Subscript::Modulo { .. });
    let emitted = (0..pair.emitted.subscripts.len()).filter(has_modulus);
    emitted
        .flat_map(|e| dims.clone().map(move |o| (o, e)))
        .filter(|(o, e)| is_unchanged(pair, *o, *e))
        .collect()
}
