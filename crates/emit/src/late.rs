//! Values that strips store last. Where a loop sets an element and then reads one that lies a few cells further, which
//! a later iteration sets, a compiler cannot take several iterations together. It can if all reads come first:
//!
//! ```c
//! const double value = ...;
//! out[x] = value + t[at2 + x];
//! t[at + x] = value;
//! ```
//!
//! This changes nothing: what is read in between is alive, so it lies in another cell. `front` reads it as before.

use crate::bodies::{Added, Addition};
use crate::naming::Names;
use crate::plan::{Context, EmitError, RowPlan};
use crate::reference::{Index, index};
use crate::strips::Strips;
use front::{Home, LoopPlace, Reference, StorePlace};
use poly::Expr;
use scop::AccessKind;
use source::Span;
use std::collections::BTreeMap;

/// Compilers take no more iterations together.
const MOST_TOGETHER: i64 = 64;

/// The values of one fold.
#[derive(Default)]
pub(crate) struct LateStores {
    /// What stands in place of a reference.
    texts: BTreeMap<Span, String>,
    additions: Vec<Addition>,
}

/// An element that a loop sets.
struct Store<'a> {
    reference: &'a Reference,
    loop_place: &'a LoopPlace,
    place: &'a StorePlace,
}

impl LateStores {
    /// Finds the values of one array for which it is worth it.
    pub(crate) fn new(
        context: &Context,
        rows: &[RowPlan],
        strips: &Strips,
        names: &mut Names<'_>,
    ) -> Result<Self, EmitError> {
        let candidate = context.fold.candidate;
        let mut found = LateStores::default();
        let may = candidate.home == Home::Declarator && candidate.others.is_empty();
        let ([row], Some(ty), true) = (rows, &candidate.element_type, may) else {
            return Ok(found);
        };
        for store in stores(context) {
            let own = index(context, row, store.reference)?;
            let Some(text) = strips.text(store.reference, &own) else {
                continue;
            };
            let Some(same) = store.read_again(context, row, &own)? else {
                continue;
            };
            let key = format!("{text} of {}", candidate.spelling);
            let Some(name) = names.in_front(context, store.loop_place, "value", &key) else {
                continue;
            };
            let line = format!("{}[{text}] = {name};", candidate.spelling);
            found.additions.push(Addition {
                place: store.loop_place.clone(),
                what: Added::Shifts(vec![line]),
            });
            let named = same.into_iter().map(|read| (read.whole, name.clone()));
            found.texts.extend(named);
            let declared = format!("const {ty} {name}");
            found.texts.insert(store.reference.whole, declared);
        }
        Ok(found)
    }

    /// What stands in place of a reference, if it is no element now.
    pub(crate) fn text(&self, reference: &Reference) -> Option<&str> {
        self.texts.get(&reference.whole).map(String::as_str)
    }

    /// What they add to their loops.
    pub(crate) fn all(&self) -> impl Iterator<Item = Addition> {
        self.additions.iter().cloned()
    }
}

/// The assignments that loops in strips consist of, each the only one that sets the array there.
fn stores<'a>(context: &Context<'a>) -> Vec<Store<'a>> {
    let references = &context.fold.candidate.references;
    let mut found = Vec::new();
    for reference in references {
        let Some(Some(loop_place)) = reference.loops.last() else {
            continue;
        };
        let mut places = loop_place.strips.iter().flat_map(|strips| &strips.stores);
        let Some(place) = places.find(|place| place.element == reference.whole) else {
            continue;
        };
        let is_other = |r: &&Reference| in_loop(r, loop_place) && r.whole != reference.whole;
        let mut others = references.iter().filter(is_other);
        let is_read = |r: &Reference| {
            let mut accesses = r.accesses.iter().map(|a| context.fold.scop().access(*a));
            accesses.all(|a| a.kind == AccessKind::Read) && r.block.is_none()
        };
        if others.all(is_read) {
            found.push(Store {
                reference,
                loop_place,
                place,
            });
        }
    }
    found
}

fn in_loop(reference: &Reference, place: &LoopPlace) -> bool {
    let mut around = reference.loops.iter().flatten();
    around.any(|l| l.opening == place.opening)
}

impl<'a> Store<'a> {
    /// The references behind the store that read what it stored, if the others read elements of which one lies close
    /// by, and all are certain to be others.
    fn read_again(
        &self,
        context: &Context<'a>,
        row: &RowPlan,
        own: &Index,
    ) -> Result<Option<Vec<&'a Reference>>, EmitError> {
        let Some((dividend, modulus)) = &own.modulo else {
            return Ok(None);
        };
        let mut same = Vec::new();
        let mut is_near = false;
        let references = context.fold.candidate.references.iter();
        let is_other =
            |r: &&Reference| in_loop(r, self.loop_place) && r.whole != self.reference.whole;
        for reference in references.filter(is_other) {
            let index = index(context, row, reference)?;
            let other = index.modulo.filter(|(_, b)| b == modulus);
            let distance = other.and_then(|(d, _)| (d - dividend.clone()).as_constant());
            let is_behind = reference.whole.start >= self.place.whole.end;
            match distance {
                Some(0) if is_behind => same.push(reference),
                Some(0) | None => return Ok(None),
                // Some turns further it would be the same cell.
                Some(distance)
                    if !context.always(&format!("{modulus} > {}", distance.abs()))? =>
                {
                    return Ok(None);
                }
                Some(distance) => {
                    let cells = cells(distance, own.walk.as_ref().map(|walk| &walk.by), modulus);
                    is_near |= is_behind && cells.is_some_and(|n| n.abs() < MOST_TOGETHER);
                }
            }
        }
        Ok(is_near.then_some(same))
    }
}

/// How far such elements lie apart in memory, if that is a small number.
fn cells(distance: i64, unit: Option<&Expr>, modulus: &Expr) -> Option<i64> {
    let Some(unit) = unit else {
        return Some(distance);
    };
    let apart = unit.clone() * distance;
    let around = |turns: i64| (apart.clone() - modulus.clone() * turns).as_constant();
    (-distance.abs()..=distance.abs()).find_map(around)
}
