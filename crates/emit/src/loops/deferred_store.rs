//! Which values strips store last. Where a loop sets an element and then reads one a few cells
//! further, which a later iteration sets, compilers cannot execute several iterations together.
//! They can if all reads come first. The meaning stays: an element that is read between the old and
//! the new place of the store is alive, so it has another cell.

use crate::context::Context;
use crate::error::EmitError;
use crate::loops::body_of;
use crate::loops::names::Names;
use crate::loops::strips::StripNames;
use crate::subscript;
use crate::subscript::enclosing::innermost;
use crate::subscript::index::Index;
use crate::subscript::row::RowPlan;
use front::forms::additions::{Added, Addition};
use front::forms::deferred_store::DeferredStore;
use front::{Home, LoopPlace, Reference, StorePlace};
use poly::Expr;
use scop::AccessKind;
use source::Span;
use std::collections::BTreeMap;

/// Compilers execute at most this many iterations together.
const MOST_TOGETHER: i64 = 64;

/// The values of one fold that are stored last.
#[derive(Default)]
pub(crate) struct DeferredStores {
    /// The text that replaces a reference.
    texts: BTreeMap<Span, String>,
    additions: Vec<Addition>,
}

/// An element that a loop sets.
struct Store<'a> {
    reference: &'a Reference,
    loop_place: &'a LoopPlace,
    place: &'a StorePlace,
}

impl DeferredStores {
    /// Finds the values of one array for which it pays off.
    ///
    /// # Errors
    /// A subscript cannot be written in C.
    pub(crate) fn new(
        context: &Context,
        rows: &[RowPlan],
        strips: &StripNames,
        names: &mut Names<'_>,
    ) -> Result<Self, EmitError> {
        let candidate = context.fold.candidate;
        let mut found = DeferredStores::default();
        let may = candidate.home == Home::Declarator && candidate.others.is_empty();
        let ([row], Some(ty), true) = (rows, &candidate.element_type, may) else {
            return Ok(found);
        };
        for store in stores(context) {
            let own = subscript::index(context, row, store.reference)?;
            let Some(text) = strips.text(store.reference, &own) else {
                continue;
            };
            let Some(same) = store.read_again(context, row, &own)? else {
                continue;
            };
            let key = format!("{text} of {}", candidate.spelling);
            let Some(name) = names.before_strips(context, store.loop_place, "value", &key) else {
                continue;
            };
            let form = DeferredStore {
                ty: ty.clone(),
                name,
                element: format!("{}[{text}]", candidate.spelling),
            };
            found.additions.push(Addition {
                body: body_of(store.loop_place),
                added: Added::AtEnd(vec![form.statement()]),
            });
            let named = same.into_iter().map(|read| (read.whole, form.name.clone()));
            found.texts.extend(named);
            found.texts.insert(store.reference.whole, form.declarator());
        }
        Ok(found)
    }

    /// The text that replaces a reference, if it is no longer an element.
    pub(crate) fn text(&self, reference: &Reference) -> Option<&str> {
        self.texts.get(&reference.whole).map(String::as_str)
    }

    /// The stores at the end of their loops.
    pub(crate) fn all(&self) -> impl Iterator<Item = Addition> {
        self.additions.iter().cloned()
    }
}

/// The assignments among the statements of loops in strips, each the only one that sets the array
/// in its loop.
fn stores<'a>(context: &Context<'a>) -> Vec<Store<'a>> {
    let references = &context.fold.candidate.references;
    let mut found = Vec::new();
    for reference in references {
        let Some(loop_place) = innermost(reference) else {
            continue;
        };
        let mut places = loop_place.strips.iter().flat_map(|strips| &strips.stores);
        let may_declare = |place: &StorePlace| place.is_first || context.dialect.is_c99();
        let is_it = |place: &&StorePlace| place.element == reference.whole && may_declare(place);
        let Some(place) = places.find(is_it) else {
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
    /// The references after the store that read its value, if all others certainly read other
    /// elements and one of these is near in memory.
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
            let index = subscript::index(context, row, reference)?;
            let other = index.modulo.filter(|(_, b)| b == modulus);
            let distance = other.and_then(|(d, _)| (d - dividend.clone()).as_constant());
            let is_after = reference.whole.start >= self.place.whole.end;
            match distance {
                Some(0) if is_after => same.push(reference),
                Some(0) | None => return Ok(None),
                // After some turns it would be the same cell.
                Some(distance)
                    if !context.always(&format!("{modulus} > {}", distance.abs()))? =>
                {
                    return Ok(None);
                }
                Some(distance) => {
                    let cells = cells(distance, own.ring.as_ref().map(|ring| &ring.by), modulus);
                    is_near |= is_after && cells.is_some_and(|n| n.abs() < MOST_TOGETHER);
                }
            }
        }
        Ok(is_near.then_some(same))
    }
}

/// The distance of such elements in memory, if it is a small number.
fn cells(distance: i64, unit: Option<&Expr>, modulus: &Expr) -> Option<i64> {
    let Some(unit) = unit else {
        return Some(distance);
    };
    let apart = unit.clone() * distance;
    let around = |turns: i64| (apart.clone() - modulus.clone() * turns).as_constant();
    (-distance.abs()..=distance.abs()).find_map(around)
}
