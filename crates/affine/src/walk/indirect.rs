//! Subscripts that depend on data. A read is a function of the whole array and the subscript; a
//! write stores `choose(e == subscript, new, old)` in every element `e`.
//!
//! Whether such a subscript lies in its array cannot be said of sets. So the subscripts are a value
//! that may not exist ([`scop::SUBSCRIPTS`]): a program that replaces another one uses no others.

use super::objects::NO_ARRAY;
use crate::draft::{Element, Fill, Term};
use crate::eval::type_name;
use crate::state::Walker;
use crate::stop::Result;
use crate::values::{Number, Step, Target};
use poly::PwAff;
use program::{Place, Type, Value};

/// A scalar behind a subscript that depends on data.
struct Indirect {
    target: Target,
    array: usize,
    /// The subscripts that depend on data.
    terms: Vec<Term>,
}

impl Walker<'_> {
    /// The value of a scalar behind a subscript that depends on data.
    pub(crate) fn indirect_load(&mut self, place: &Place, ty: &Type) -> Result<Term> {
        let found = self.resolve(place, ty)?;
        // A subscript of data stays in its row.
        let row = row(&found.target).cloned().collect();
        let access = self.access(found.array, Element::At(row));
        self.accesses.push(access);
        let contents = Term::ReadAll(self.accesses.len() - 1);
        let subscripts = self.subscripts(&found)?;
        Ok(Term::apply("element", vec![contents, subscripts]))
    }

    /// Stores a value behind a subscript that depends on data.
    pub(crate) fn indirect_store(&mut self, place: &Place, value: &Value) -> Result<()> {
        self.accesses.clear();
        let term = self.term(value)?;
        let new = self.keep(term)?;
        self.accesses.clear();
        let found = self.resolve(place, &value.ty)?;
        let subscripts = self.subscripts(&found)?;
        let subscripts = self.keep(subscripts)?;
        self.scatter(&found, subscripts, new, &value.ty)
    }

    /// Stores a term in a fresh scalar.
    fn keep(&mut self, term: Term) -> Result<usize> {
        let array = self.auxiliary();
        let mut write = self.access(array, Element::At(Vec::new()));
        write.conditional = false;
        self.emit(term, write)?;
        Ok(array)
    }

    fn scatter(&mut self, found: &Indirect, kept: usize, new: usize, ty: &Type) -> Result<()> {
        if found.array == NO_ARRAY {
            return Ok(());
        }
        let shape = self.arrays.get(found.array).shape.clone();
        let mut extents = Vec::new();
        for (step, extent) in positions(&found.target).zip(&shape) {
            if let Step::Any(_) = step {
                let affine = match extent {
                    Some(extent) => self.affine(extent)?,
                    None => None,
                };
                match affine {
                    Some(affine) => extents.push(Some(affine)),
                    None => return self.scatter_somewhere(found, kept, new),
                }
            }
        }
        let first = self.dims;
        self.for_each(&extents, |walker| {
            walker.accesses.clear();
            let iterators = walker.iterators(first)?;
            let mut conditions = Vec::new();
            let mut indices = Vec::new();
            for (at, step) in positions(&found.target).enumerate() {
                match step {
                    Step::Index(n) => indices.push(n.clone()),
                    Step::Any(_) => {
                        let iterator = iterators[conditions.len()].clone();
                        conditions.push(walker.is_at(&iterator, (kept, at))?);
                        indices.push(iterator);
                    }
                    Step::Member(_) => {}
                }
            }
            let write = walker.access(found.array, Element::At(indices));
            let new = walker.read_scalar(new);
            // What is kept need not have been written.
            let mut kept = write.clone();
            kept.conditional = true;
            let old = walker.read(kept);
            let name = format!("choose {}", type_name(ty));
            let term = conditions.into_iter().fold(new, |then, condition| {
                Term::apply(name.clone(), vec![condition, then, old.clone()])
            });
            walker.store_guarded(term, write, ty)
        })
    }

    /// The same in an array whose lengths are not known: all that it contains is a function of what
    /// it contained.
    fn scatter_somewhere(&mut self, found: &Indirect, kept: usize, new: usize) -> Result<()> {
        self.accesses.clear();
        let access = self.access(found.array, Element::At(Vec::new()));
        self.accesses.push(access);
        let old = Term::ReadAll(self.accesses.len() - 1);
        let operands = vec![old, self.read_scalar(kept), self.read_scalar(new)];
        let all = self.keep(Term::apply("contents with another element", operands))?;
        self.accesses.clear();
        let contents = Term::apply("element of contents", vec![self.read_scalar(all)]);
        self.fill_by(found.array, contents, Fill::Indexed)
    }

    /// Whether an iterator is one of the subscripts that were kept, by its number among them.
    fn is_at(&mut self, iterator: &Number, (kept, at): (usize, usize)) -> Result<Term> {
        let subscripts = self.read_scalar(kept);
        let Some(iterator) = self.affine(iterator)? else {
            return self.unknown("a subscript that depends on data");
        };
        Ok(Term::apply(
            format!("is subscript {at}"),
            vec![Term::integer(iterator), subscripts],
        ))
    }

    fn resolve(&mut self, place: &Place, ty: &Type) -> Result<Indirect> {
        let outer = self.indirect.replace(Vec::new());
        let found = self.place(place);
        let terms = std::mem::replace(&mut self.indirect, outer).unwrap_or_default();
        let found = found?;
        let [(_, target)] = found.as_slice() else {
            return self.unknown("a subscript that depends on data, in one of several objects");
        };
        Ok(Indirect {
            target: target.clone(),
            array: self.part(target, ty)?,
            terms,
        })
    }

    /// Whether a place is an element whose subscripts, or whose row of a table, depend on data.
    pub(super) fn is_indirect(&mut self, place: &Place, ty: &Type) -> Result<bool> {
        let count = self.accesses.len();
        let found = self.resolve(place, ty);
        self.accesses.truncate(count);
        match found {
            Ok(_) => Ok(true),
            Err(stop) if stop.is_unknown() => Ok(false),
            Err(stop) => Err(stop),
        }
    }

    /// All subscripts as one term, which has a value if they lead to an element.
    fn subscripts(&mut self, found: &Indirect) -> Result<Term> {
        let mut all = Vec::new();
        for step in positions(&found.target) {
            match step {
                Step::Index(n) => match self.affine(n)? {
                    Some(n) => all.push(Term::integer(n)),
                    None => return self.unknown("a subscript that depends on data"),
                },
                Step::Any(at) => all.push(found.terms[*at].clone()),
                Step::Member(_) => {}
            }
        }
        let operator = format!("{} in {}", scop::SUBSCRIPTS, self.kind(found)?);
        Ok(Term::apply(operator, all))
    }

    /// The type and shape of an array as a text, without the number of rows if the row is known.
    fn kind(&mut self, found: &Indirect) -> Result<String> {
        if self.dry > 0 {
            return Ok(String::new());
        }
        let known = row(&found.target).count();
        let found = self.arrays.get(found.array).clone();
        let mut text = type_name(&found.ty);
        for (dim, extent) in found.shape.iter().enumerate() {
            let extent: Option<PwAff> = match extent.as_ref().filter(|_| dim >= known) {
                Some(extent) => self.affine(extent)?,
                None => None,
            };
            let expr = extent.map(|e| e.as_expr()).transpose()?.flatten();
            match expr {
                Some(expr) => text.push_str(&format!("[{expr}]")),
                None => text.push_str("[]"),
            }
        }
        Ok(text)
    }
}

/// The subscripts before the first one that is data.
fn row(target: &Target) -> impl Iterator<Item = &Number> {
    positions(target).map_while(|step| match step {
        Step::Index(n) => Some(n),
        _ => None,
    })
}

/// The steps that select elements.
fn positions(target: &Target) -> impl Iterator<Item = &Step> {
    let steps = target.path.iter();
    steps.filter(|step| !matches!(step, Step::Member(_)))
}
