//! Places as elements of arrays.

use super::integers::int_type;
use crate::draft::{DraftAccess, Element, Term};
use crate::state::Walker;
use crate::stop::{Result, Stop};
use crate::values::{Number, Pointer, Root, Step, Target};
use poly::Set;
use program::{Place, Type, Value};

/// Accesses that are effects on memory which the function itself may know by another name.
pub(crate) const VOLATILE: &str = "a `volatile` access through a pointer or to a member";

impl Walker<'_> {
    /// The parts of objects that a place is, by sets of iterations.
    pub(crate) fn place(&mut self, place: &Place) -> Result<Pointer> {
        match place {
            Place::Object(id) => {
                let target = Target::new(Root::Object(*id));
                Ok(vec![(self.state.domain.clone(), target)])
            }
            Place::At(value) => match self.pointer(value)? {
                Some(found) => {
                    let found = self.existing(found)?.into_iter();
                    let in_rows =
                        |(set, target)| Ok((Set::clone(&set), self.in_rows(&set, target)?));
                    found.map(in_rows).collect()
                }
                None => Err(Stop::Outside(self.at)),
            },
            Place::Volatile(_) => self.unknown(VOLATILE),
            Place::Element { array, index, .. } => {
                let array = self.place(array)?;
                let step = self.step(index)?;
                Ok(array
                    .into_iter()
                    .map(|(set, target)| (set, target.with(step.clone())))
                    .collect())
            }
            Place::Member { record, ty, member } => {
                if ty.is_union {
                    return self.unknown("a union");
                }
                let record = self.place(record)?;
                Ok(record
                    .into_iter()
                    .map(|(set, target)| (set, target.with(Step::Member(*member))))
                    .collect())
            }
        }
    }

    /// The step to an element.
    fn step(&mut self, index: &Value) -> Result<Step> {
        match self.data_subscript(index)? {
            Some(at) => Ok(Step::Any(at)),
            None => Ok(Step::Index(self.subscript(index)?)),
        }
    }

    /// The number of a subscript that depends on data, where such are looked for.
    pub(crate) fn data_subscript(&mut self, index: &Value) -> Result<Option<usize>> {
        if self.indirect.is_none() || self.integer(index)?.is_some() {
            return Ok(None);
        }
        self.kept_subscript(index).map(Some)
    }

    /// The number of a subscript among those that depend on data, where such are looked for.
    pub(crate) fn kept_subscript(&mut self, index: &Value) -> Result<usize> {
        let outer = self.indirect.take();
        let term = self.term(index);
        self.indirect = outer;
        self.keep_subscript(term?)
    }

    /// The same for one that is known.
    pub(crate) fn known_subscript(&mut self, number: &Number) -> Result<usize> {
        let number = number.lifted_to(self.dims)?;
        let term = match self.affine(&number)? {
            Some(number) => Term::integer(number),
            None => Term::apply("sum", Term::products(&number)),
        };
        self.keep_subscript(term)
    }

    /// The same for a function of others.
    pub(crate) fn derived_subscript(
        &mut self,
        operator: impl Into<String>,
        of: &[usize],
    ) -> Result<usize> {
        let kept = self.indirect.iter().flatten();
        let operands = of.iter().filter_map(|at| kept.clone().nth(*at).cloned());
        let term = Term::apply(operator, operands.collect());
        self.keep_subscript(term)
    }

    fn keep_subscript(&mut self, term: Term) -> Result<usize> {
        match &mut self.indirect {
            Some(terms) => {
                terms.push(term);
                Ok(terms.len() - 1)
            }
            None => Err(Stop::Indirect(self.at)),
        }
    }

    /// The value of a subscript.
    pub(crate) fn subscript(&mut self, index: &Value) -> Result<Number> {
        let outer = std::mem::replace(&mut self.is_subscript, true);
        let number = self.integer(index);
        self.is_subscript = outer;
        let Some(number) = number? else {
            let wanted = self.wanted(&[index]);
            return match wanted.is_empty() {
                true => Err(Stop::Indirect(self.at)),
                false => self.unnamed_objects("a subscript that depends on data", &wanted),
            };
        };
        let Some(ty) = int_type(&index.ty) else {
            return self.unknown("a subscript that is no integer");
        };
        // Addresses wrap as 64-bit numbers do.
        if ty.bits == 64 {
            return Ok(number);
        }
        match self.settled(&number, ty)? {
            Some(number) => Ok(number),
            None => self.unknown("an unsigned subscript that is not affine"),
        }
    }

    /// The targets that exist.
    fn existing(&mut self, found: Pointer) -> Result<Pointer> {
        let mut kept = Vec::new();
        for (set, target) in found {
            let are_rows_freed = match target.root {
                Root::Heap(at) => self.heaps[at].are_rows_freed,
                _ => false,
            };
            let here = set.intersect(&self.state.domain)?;
            if are_rows_freed || self.state.freed.meets(target.root, &here)? {
                return self.unknown("memory that may have been freed");
            }
            match target.root {
                Root::Null if here.is_empty()? => {}
                Root::Null => return self.unknown("a pointer that may be null"),
                _ => kept.push((set, target)),
            }
        }
        Ok(kept)
    }

    /// The accesses of a scalar at a place, each where it happens.
    pub(crate) fn elements(&mut self, place: &Place, ty: &Type) -> Result<Vec<(Set, DraftAccess)>> {
        let mut found = Vec::new();
        for (set, target) in self.place(place)? {
            let array = self.part(&target, ty)?;
            found.push((
                set,
                self.access(array, Element::At(target.indices().cloned().collect())),
            ));
        }
        Ok(found)
    }

    /// An access at the present place.
    pub(crate) fn access(&self, array: usize, element: Element) -> DraftAccess {
        DraftAccess {
            array,
            element,
            conditional: !self.chosen.is_empty() || !self.guards.is_empty(),
            is_of_others: false,
            within: None,
            at: self.at,
        }
    }

    /// Adds a read to the present statement.
    pub(crate) fn read(&mut self, access: DraftAccess) -> Term {
        self.accesses.push(access);
        Term::Read(self.accesses.len() - 1)
    }

    /// Reads a scalar of the translation, or the outside world, which always has a value.
    pub(crate) fn read_scalar(&mut self, array: usize) -> Term {
        let mut access = self.access(array, Element::At(Vec::new()));
        access.conditional = false;
        self.read(access)
    }

    /// The value of a scalar in memory.
    pub(crate) fn load(&mut self, place: &Place, ty: &Type) -> Result<Term> {
        let count = self.accesses.len();
        let mut found = match self.elements(place, ty) {
            Err(Stop::Indirect(_)) => return self.indirect_load(place, ty),
            Err(Stop::Outside(_)) => {
                self.accesses.truncate(count);
                return match self.indirect_load(place, ty) {
                    Err(stop) if stop.is_unknown() => {
                        self.accesses.truncate(count);
                        self.outside_load(place, ty)
                    }
                    // A row of a table was data.
                    found => found,
                };
            }
            found => found?,
        };
        let Some((_, mut last)) = found.pop() else {
            return self.unknown("a pointer without a target");
        };
        if found.is_empty() {
            return Ok(self.read(last));
        }
        let mut others = self.state.domain.clone();
        for (set, _) in &found {
            others = others.subtract(set)?;
        }
        last.within = Some(others);
        let mut term = self.read(last);
        for (set, mut access) in found {
            access.within = Some(set.clone());
            let then = self.read(access);
            term = Term::Choose {
                when: set,
                then: Box::new(then),
                other: Box::new(term),
            };
        }
        Ok(term)
    }
}
