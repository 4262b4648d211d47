//! Allocated memory and functions on bytes.

use super::reached::Touched;
use crate::draft::{ArrayKey, DraftArray, Element, Origin, Term};
use crate::eval::{is_like, type_name};
use crate::state::Walker;
use crate::stop::Result;
use crate::survey::Mentions;
use crate::values::{Cell, Known, Number, Root, Site, Step, Target};
use integer::IntType;
use poly::{PwAff, Set};
use program::visit::root_object;
use program::{Lifetime, ObjectId, Type, Value};

/// Consecutive scalars: rows of a length, or one row.
struct Run {
    target: Target,
    ty: Type,
    /// Extents of the iterators, for as many subscripts at the end.
    extents: Vec<Number>,
}

impl Walker<'_> {
    /// Names allocated memory after the first pointer of the function that it is kept in, or of
    /// one that it calls.
    pub(crate) fn name_heap(&mut self, object: ObjectId, known: &Known) {
        let name = match Cell::heap_of(object) {
            Some(at) => self.heaps[at].name.clone().map(|(name, _)| name),
            None => Some(self.object(object).name.clone()),
        };
        let (Known::Pointer(pointer), Some(name)) = (known, name) else {
            return;
        };
        // Arguments are passed before the function is entered.
        let is_passed = Cell::heap_of(object).is_none()
            && self.object(object).lifetime == Lifetime::Parameter
            && !self.function.parameters.contains(&object);
        // What a function returns is kept by its caller.
        let kept = self.activations.last().and_then(|a| a.record.as_ref());
        let is_returned = kept.is_some_and(|place| root_object(place) == Some(object));
        let depth = self.activations.len() + usize::from(is_passed) - usize::from(is_returned);
        if let ([(_, target)], false) = (pointer.as_slice(), name.is_empty())
            && let Root::Heap(at) = target.root
            && { self.heaps[at].name.as_ref() }.is_none_or(|known| known.1 > depth)
        {
            self.heaps[at].name = Some((name, depth));
            self.heaps[at].holder = Cell::heap_of(object);
        }
    }

    /// Gives memory the type of its elements.
    pub(crate) fn set_type(&mut self, root: Root, element: &Type) -> Result<()> {
        let Root::Heap(at) = root else { return Ok(()) };
        let lengths = self.lengths(element)?;
        if let Some(known) = &self.heaps[at].element {
            if !is_like(known, element) {
                return self.unknown("memory that is used as another type");
            }
            let own = self.extents.get(&root).cloned().unwrap_or_default();
            return self.same_lengths(own.get(1..).unwrap_or_default(), &lengths);
        }
        let size = self.size_of(element)?;
        let is_byte = size
            .as_ref()
            .map(Number::as_constant)
            .transpose()?
            .flatten()
            == Some(1);
        if self.heaps[at].is_padded && is_byte {
            return self.unknown("an allocation that has bytes even if its size is zero");
        }
        let extent = match (&self.heaps[at].bytes.clone(), size) {
            (Some(bytes), Some(size)) => self.elements_in(bytes, &size)?,
            _ => None,
        };
        let Some(extent) = extent else {
            self.at = self.heaps[at].at;
            let unknown = &self.heaps[at].unknown;
            let reason = match self.and_unknown(unknown) {
                names if names.is_empty() => {
                    "an allocation whose size is not understood".to_string()
                }
                names => format!("an allocation whose size depends on data{names}"),
            };
            return self.unnamed_objects(reason, unknown);
        };
        let mut extents = vec![Some(extent.clone())];
        extents.extend(lengths);
        self.extents.insert(root, extents);
        self.heaps[at].element = Some(element.clone());
        self.heaps[at].extent = Some(extent);
        self.follow_allocated(at)?;
        let is_in_loop = self.dims == 1 && self.heaps[at].dims == 1 && self.guards.is_empty();
        if !is_in_loop || self.tiles.open > 0 {
            return self.fresh(at);
        }
        // A function that is entered may return it as a row before anything uses it.
        let is_inner = self.activations.len() > 1;
        let is_used = self.found.filled.contains(&Site::Call(self.heaps[at].at));
        match is_inner && !is_used {
            true => self.heaps[at].is_unused = true,
            false => self.pending = Some(at),
        }
        Ok(())
    }

    /// The contents of memory at its start.
    pub(super) fn fresh(&mut self, at: usize) -> Result<()> {
        if self.is_table(Root::Heap(at)) {
            return Ok(());
        }
        let is_filled = self.found.filled.contains(&Site::Call(self.heaps[at].at));
        let is_first = self.dims == 0 && self.activations.len() == 1 && !is_filled;
        if is_first && !self.heaps[at].is_zero {
            return Ok(());
        }
        if self.heaps[at].is_zero {
            return self.fill_with_zero(Root::Heap(at));
        }
        for (array, _) in self.parts_of(Root::Heap(at))? {
            self.fill(array, &Term::constant("indeterminate"))?;
        }
        Ok(())
    }

    /// Memory is zero from here on.
    pub(super) fn fill_with_zero(&mut self, root: Root) -> Result<()> {
        for (array, ty) in self.parts_of(root)? {
            let zero = self.zero(&ty)?;
            self.fill(array, &zero)?;
        }
        Ok(())
    }

    /// The arrays that memory consists of.
    fn parts_of(&mut self, root: Root) -> Result<Vec<(usize, Type)>> {
        let mut found = Vec::new();
        for (target, ty) in self.leaves_of(root, &Mentions::default())? {
            if !self.is_followed_member(&target) {
                found.push((self.part(&target, &ty)?, ty));
            }
        }
        Ok(found)
    }

    pub(super) fn zero(&mut self, ty: &Type) -> Result<Term> {
        match ty {
            Type::Integer(_) => Ok(Term::integer(PwAff::number(self.ctx, self.dims, 0)?)),
            Type::Floating(_) => Ok(crate::eval::real_term(0.0, ty)),
            Type::Complex(_) => Ok(crate::eval::complex_zero(ty)),
            Type::Pointer(_) => Ok(Term::constant("null")),
            _ => self.unknown("zero bytes as a value that is no number"),
        }
    }

    /// The size of a type in bytes; `None` if it is not known.
    pub(super) fn size_of(&mut self, ty: &Type) -> Result<Option<Number>> {
        Ok(match ty {
            Type::Integer(ty) => Some(self.number(i64::from(ty.bits.div_ceil(8)))?),
            Type::Floating(bytes) => Some(self.number(i64::from(*bytes))?),
            Type::Complex(part) => Some(self.number(2 * i64::from(*part))?),
            Type::Pointer(_) => Some(self.number(8)?),
            Type::Record(record) => match i64::try_from(record.bytes) {
                Ok(bytes) => Some(self.number(bytes)?),
                Err(_) => None,
            },
            Type::Array { element, length } => {
                let (Some(length), Some(size)) = (length, self.size_of(element)?) else {
                    return Ok(None);
                };
                match self.size(length)? {
                    Some(length) => length.mul(&size)?,
                    None => None,
                }
            }
            _ => None,
        })
    }

    /// Executes `free`.
    pub(crate) fn free(&mut self, pointer: &Value) -> Result<()> {
        let value = pointer;
        let Some(pointer) = self.pointer(pointer)? else {
            return self.free_unknown(value);
        };
        if let [(_, target)] = pointer.as_slice()
            && self.free_row(target)?
        {
            return Ok(());
        }
        let is_certain = self.guards.is_empty();
        for (set, target) in &pointer {
            let here = self.state.domain.intersect(set)?;
            match target.root {
                Root::Null => {}
                Root::Heap(_) if !self.is_start(target, set)? => {
                    return self.unknown("memory that is freed by an address inside of it");
                }
                Root::Heap(_) if self.state.freed.add(target.root, &here, is_certain)? => {}
                Root::Heap(_) => return self.unknown("memory that is freed twice"),
                Root::Pointee(_) | Root::Member(_) | Root::Rows(..) if pointer.len() == 1 => {
                    self.free_of_others(target.root, value)?;
                }
                _ => return self.unknown("memory of the caller that is freed"),
            }
        }
        Ok(())
    }

    /// Memory of others is freed: its contents are something else from there on, and nothing is
    /// known of the members of a structure.
    fn free_of_others(&mut self, root: Root, value: &Value) -> Result<()> {
        self.called_unknown |= self.dry == 0;
        self.accesses.clear();
        self.free_unknown(value)?;
        let world = self.world();
        let mut touched = Touched::default();
        for array in self.touch_root((root, None), "freed", &mut touched)? {
            let contents = format!("contents of {} after free", self.object_name(root));
            self.fill_unseen((array, false), contents, world)?;
        }
        self.forget_target(root);
        Ok(())
    }

    /// Memory that is not followed is freed: nobody uses it afterwards.
    fn free_unknown(&mut self, pointer: &Value) -> Result<()> {
        let world = self.world();
        let operands = vec![self.read_scalar(world), self.term(pointer)?];
        let write = self.access(world, Element::At(Vec::new()));
        self.store_guarded(Term::apply("free", operands), write, &Type::Void)
    }

    /// Whether a pointer leads to the start of its object on a set.
    fn is_start(&mut self, target: &Target, set: &Set) -> Result<bool> {
        let here = self.state.domain.intersect(set)?;
        let zero = self.number(0)?;
        for step in &target.path {
            let is_first = match step {
                Step::Index(at) => at.equals(&zero, &here)?,
                Step::Member(member) => *member == 0,
                Step::Any(_) => false,
            };
            if !is_first {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Executes `memset`.
    pub(crate) fn set_memory(&mut self, to: &Value, value: &Value, bytes: &Value) -> Result<()> {
        let number = self.exact_integer(value)?;
        let number = number.map(|n| n.as_constant()).transpose()?.flatten();
        for (set, target) in self.targets(to)? {
            let here = self.state.domain.intersect(&set)?;
            self.within(here, |walker| {
                let run = walker.run(&target, bytes, None)?;
                let array = walker.part(&run.target, &run.ty)?;
                walker.each_of(&run.extents, |walker, first| {
                    walker.accesses.clear();
                    let term = walker.filled((value, number), &run.ty)?;
                    let element = walker.moved_by_iterators(&run, first)?;
                    let write = walker.access(array, element);
                    walker.store_guarded(term, write, &run.ty)
                })
            })?;
        }
        Ok(())
    }

    /// A value all bytes of which are the lowest one of an integer, which may be known.
    fn filled(&mut self, (byte, number): (&Value, Option<i64>), ty: &Type) -> Result<Term> {
        let known = match (number, ty) {
            (Some(0), ty) => return self.zero(ty),
            (Some(byte), Type::Integer(ty)) => repeated(byte, *ty),
            _ => None,
        };
        if let Some(value) = known {
            return Ok(Term::integer(PwAff::number(self.ctx, self.dims, value)?));
        }
        match ty {
            Type::Integer(_) | Type::Floating(_) => {
                let byte = self.term(byte)?;
                let operator = format!("each byte of {}", type_name(ty));
                Ok(Term::apply(operator, vec![byte]))
            }
            _ => self.unknown("`memset` with a value that is not zero"),
        }
    }

    /// Executes `memcpy`, or `memmove`, which may copy memory onto itself.
    pub(crate) fn copy_memory(
        &mut self,
        (to, from): (&Value, &Value),
        bytes: &Value,
        may_overlap: bool,
    ) -> Result<()> {
        for (set_to, target_to) in self.targets(to)? {
            for (set_from, target_from) in self.targets(from)? {
                let both = set_to.intersect(&set_from)?;
                let here = self.state.domain.intersect(&both)?;
                self.within(here, |walker| {
                    if walker.state.is_dead {
                        return Ok(());
                    }
                    walker.copy((&target_to, &target_from), bytes, may_overlap)
                })?;
            }
        }
        Ok(())
    }

    fn copy(
        &mut self,
        (to, from): (&Target, &Target),
        bytes: &Value,
        may_overlap: bool,
    ) -> Result<()> {
        let mut to = self.run(to, bytes, None)?;
        let mut from = self.run(from, bytes, None)?;
        if to.extents.len() != from.extents.len() || !self.same_extents(&to, &from)? {
            to = self.run(&to.target, bytes, Some(1))?;
            from = self.run(&from.target, bytes, Some(1))?;
        }
        if !is_like(&to.ty, &from.ty) {
            return self.unknown("a copy of memory as another type");
        }
        let target = self.part(&to.target, &to.ty)?;
        let source = self.part(&from.target, &from.ty)?;
        if target != source {
            return self.copy_run((target, &to), (source, &from));
        }
        if !may_overlap {
            self.note_overlap(&to, &from)?;
        }
        let between = self.between(&from)?;
        let zeros = vec![Step::Index(self.number(0)?); from.extents.len()];
        let plain = Run {
            target: Target {
                root: Root::Null,
                path: zeros,
            },
            ty: from.ty.clone(),
            extents: from.extents.clone(),
        };
        self.copy_run((between, &plain), (source, &from))?;
        self.copy_run((target, &to), (between, &plain))
    }

    /// Notes where two runs of one array have elements in common.
    fn note_overlap(&mut self, to: &Run, from: &Run) -> Result<()> {
        let mut shared = self.state.domain.clone();
        let zero = PwAff::number(self.ctx, self.dims, 0)?;
        let mut extents = Vec::new();
        for extent in &to.extents {
            let Some(extent) = self.affine(extent)? else {
                return self.unknown("a number of bytes that is not affine");
            };
            shared = shared.intersect(&zero.lt_set(&extent)?)?;
            extents.push(extent);
        }
        let pairs: Vec<(Number, Number)> = {
            let targets = to.target.indices().zip(from.target.indices());
            targets.map(|(a, b)| (a.clone(), b.clone())).collect()
        };
        let first = pairs.len().saturating_sub(extents.len());
        for (at, (a, b)) in pairs.iter().enumerate() {
            let Some(distance) = self.affine(&a.sub(b)?)? else {
                return self.unknown("a copy of memory that may overlap");
            };
            let near = match at.checked_sub(first).and_then(|at| extents.get(at)) {
                Some(extent) => {
                    let below = distance.lt_set(extent)?;
                    below.intersect(&extent.neg()?.lt_set(&distance)?)?
                }
                None => distance.eq_set(&zero)?,
            };
            shared = shared.intersect(&near)?;
        }
        if shared.is_empty()? {
            return Ok(());
        }
        let array = self.auxiliary();
        self.within(shared.coalesce()?, |walker| {
            walker.accesses.clear();
            let write = walker.access(array, Element::At(Vec::new()));
            let term = Term::constant(scop::OVERLAP);
            walker.emit(term, write)
        })
    }

    fn same_extents(&self, a: &Run, b: &Run) -> Result<bool> {
        for (x, y) in a.extents.iter().zip(&b.extents) {
            if !x.equals(y, &self.state.domain)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// A fresh array that can hold a run.
    fn between(&mut self, run: &Run) -> Result<usize> {
        let at = self.arrays.len();
        let (key, ty) = (ArrayKey::Auxiliary(at), run.ty.clone());
        Ok(self.arrays.add(DraftArray {
            shape: vec![None; run.extents.len()],
            ..DraftArray::scalar(key, "moved", ty, Origin::Local)
        }))
    }

    fn copy_run(&mut self, to: (usize, &Run), from: (usize, &Run)) -> Result<()> {
        self.each_of(&to.1.extents, |walker, first| {
            walker.accesses.clear();
            let source = walker.moved_by_iterators(from.1, first)?;
            let target = walker.moved_by_iterators(to.1, first)?;
            let read = walker.access(from.0, source);
            let term = walker.read(read);
            let write = walker.access(to.0, target);
            walker.store_guarded(term, write, &to.1.ty)
        })
    }

    fn each_of(
        &mut self,
        extents: &[Number],
        f: impl FnOnce(&mut Self, usize) -> Result<()>,
    ) -> Result<()> {
        let mut affine = Vec::new();
        for extent in extents {
            match self.affine(extent)? {
                Some(extent) => affine.push(Some(extent)),
                None => return self.unknown("a number of bytes that is not affine"),
            }
        }
        let first = self.dims;
        self.for_each(&affine, |walker| f(walker, first))
    }

    /// The element of a run that the iterators from `first` on select.
    fn moved_by_iterators(&self, run: &Run, first: usize) -> Result<Element> {
        let mut indices: Vec<Number> = run.target.indices().cloned().collect();
        let Some(start) = indices.len().checked_sub(run.extents.len()) else {
            return self.unknown("a run of elements across the rows of an array");
        };
        let iterators = self.iterators(first)?;
        for (index, iterator) in indices[start..].iter_mut().zip(iterators) {
            *index = index.add(&iterator)?;
        }
        Ok(Element::At(indices))
    }

    fn targets(&mut self, pointer: &Value) -> Result<Vec<(Set, Target)>> {
        let place = program::Place::At(Box::new(pointer.clone()));
        self.place(&place)
    }

    /// The scalars in a number of bytes from a target on; at most `dims` iterators.
    fn run(&mut self, target: &Target, bytes: &Value, dims: Option<usize>) -> Result<Run> {
        let (target, ty) = self.first_scalar(target)?;
        let (_, shape) = self.walked(&target)?;
        let (Some(bytes), Some(size)) = (self.size(bytes)?, self.size_of(&ty)?) else {
            return self.unknown("a number of bytes that depends on data");
        };
        let Some(mut count) = self.elements_in(&bytes, &size)? else {
            return self.unknown("a number of bytes that is no number of elements");
        };
        let indices: Vec<Number> = target.indices().cloned().collect();
        let mut extents = Vec::new();
        let most = dims.unwrap_or(shape.len()).min(shape.len());
        for at in (0..shape.len()).rev().take(most.saturating_sub(1)) {
            let (Some(extent), Some(0)) = (&shape[at], indices[at].as_constant()?) else {
                break;
            };
            let Some(rows) = self.elements_in(&count, extent)? else {
                break;
            };
            extents.push(extent.lifted_to(self.dims)?);
            count = rows;
        }
        if extents.is_empty() || count.as_constant()? != Some(1) {
            extents.push(count);
        }
        extents.reverse();
        Ok(Run {
            target,
            ty,
            extents,
        })
    }
}

/// An integer all bytes of which are the lowest one of another; `None` if it is too large.
fn repeated(byte: i64, ty: IntType) -> Option<i64> {
    if ty.bits < 8 {
        return None;
    }
    let byte = u64::from(byte as u8);
    let all = (0..ty.bits / 8).fold(0, |all, _| all << 8 | byte);
    let unused = 64 - u32::from(ty.bits);
    match ty.signed {
        true => Some((all << unused) as i64 >> unused),
        false => i64::try_from(all).ok(),
    }
}
