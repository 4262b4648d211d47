//! Members of structures as cells: of local structures, of parameters, and of the structures that
//! parameters point to.
//!
//! Assumes: a structure that a parameter points to changes only by stores through a parameter of
//! that type. Such a store, and every other use that is not understood, makes the structure memory
//! again ([`Stop::Holds`], [`Stop::HoldsTarget`]).

use super::opaque::{holds_pointers, member_names};
use super::reached::Touched;
use crate::POINTERS_KEPT;
use crate::draft::{Element, Term};
use crate::eval::SAMPLE;
use crate::state::{Heap, Walker};
use crate::stop::{Result, Stop};
use crate::survey::{Aim, Mentions, followed_record, is_followed};
use crate::values::{Cell, Known, Number, Pointer, Root, Step, Target, member_name};
use poly::{PwAff, Set};
use program::{Member, Object, ObjectId, Place, Record, Type, Value, ValueKind, points_to};
use scop::ParamKind;
use std::rc::Rc;
use std::sync::Arc;

/// A structure whose members are cells.
#[derive(Clone, Debug)]
pub(super) struct Holder {
    object: ObjectId,
    record: Arc<Record>,
    /// A parameter points to it: it keeps its contents.
    is_target: bool,
}

impl Holder {
    /// The cell of a member.
    fn cell(&self, member: usize) -> Cell {
        let first = u32::from(self.is_target);
        Cell {
            object: self.object,
            element: first + u32::try_from(member).unwrap_or(u32::MAX - 1),
        }
    }

    /// The cells of all members that are followed.
    fn cells(&self) -> impl Iterator<Item = Cell> {
        let members = self.record.members.iter().enumerate();
        let followed = members.filter(|(_, member)| is_followed(&member.ty));
        followed.map(|(at, _)| self.cell(at))
    }

    /// The structure becomes memory.
    fn release(&self) -> Stop {
        match self.is_target {
            true => Stop::HoldsTarget(self.object),
            false => Stop::Holds(self.object),
        }
    }
}

impl Walker<'_> {
    /// The structure that an object is, if its members are cells.
    fn own_holder(&self, object: ObjectId) -> Option<Holder> {
        let record = match Cell::heap_of(object) {
            Some(at) => self.heaps.get(at)?.record.as_ref()?,
            None => self.tracked.record(object)?,
        };
        (!self.is_held(object)).then(|| Holder {
            object,
            record: Arc::clone(record),
            is_target: false,
        })
    }

    /// The member that a cell of a structure of the function is.
    pub(super) fn own_member(&self, cell: Cell) -> Option<&Member> {
        let record = self.tracked.record(cell.object)?;
        let is_cell = !self.is_held(cell.object);
        let member = record.members.get(usize::try_from(cell.element).ok()?);
        member.filter(|_| is_cell)
    }

    /// The structure that memory of the function is, if its members are cells.
    fn holder_of(&self, root: Root) -> Option<Holder> {
        match root {
            Root::Object(object) => self.own_holder(object),
            Root::Heap(at) => self.own_holder(Cell::heap_object(at)),
            _ => None,
        }
    }

    /// The structure that a parameter points to, if its members are cells.
    fn target_holder(&self, object: ObjectId) -> Option<Holder> {
        let record = self.tracked.target(object)?;
        (!self.found.held_targets.contains(&object)).then(|| Holder {
            object,
            record: Arc::clone(record),
            is_target: true,
        })
    }

    /// The structures that parameters, and pointers that others returned, lead to.
    fn target_holders(&self) -> Vec<Holder> {
        let pointers = self
            .function
            .parameters
            .iter()
            .chain(self.unknowns.foreign.keys());
        pointers.filter_map(|id| self.target_holder(*id)).collect()
    }

    /// Before code that is not seen: pointers in structures that parameters point to, and in tables
    /// of the caller, stay what they are, see [`Walker::assume_kept`]. Where integers in the
    /// structures would not be parameters afterwards, the structures become memory.
    pub(super) fn keep_pointers(&mut self) -> Result<()> {
        let holders = self.target_holders();
        if let Some(holder) = holders.first()
            && !self.may_name()
        {
            return Err(holder.release());
        }
        self.calls_unseen += 1;
        Ok(())
    }

    /// A pointer in memory is read that another one leads to: if code that is not seen came since
    /// that was set, it is assumed to be the same as before.
    pub(crate) fn assume_kept(&mut self, leading: ObjectId) {
        let since = self.unknowns.foreign.get(&leading).copied();
        if self.calls_unseen > since.unwrap_or(0) {
            self.assumptions.insert(POINTERS_KEPT.to_string());
        }
    }

    /// After code that is not seen: integers in the structures that parameters point to are other
    /// parameters.
    pub(super) fn renew_targets(&mut self) -> Result<()> {
        for holder in self.target_holders() {
            self.renew(&holder)?;
        }
        Ok(())
    }

    /// The members of a structure that a pointer of others leads to are unknown from here on.
    pub(super) fn follow_foreign(&mut self, pointer: ObjectId) -> Result<()> {
        let Some(holder) = self.target_holder(pointer) else {
            return Ok(());
        };
        for (index, member) in holder.record.members.iter().enumerate() {
            if let Type::Pointer(_) = member.ty {
                self.set_start(holder.cell(index))?;
            }
        }
        self.renew(&holder)
    }

    /// Nothing is known of the members of a structure that a pointer leads to.
    pub(super) fn forget_target(&mut self, root: Root) {
        if let Root::Pointee(pointer) = root
            && let Some(holder) = self.target_holder(pointer)
        {
            for cell in holder.cells() {
                self.state.env.remove(&cell);
            }
        }
    }

    fn renew(&mut self, holder: &Holder) -> Result<()> {
        for (index, member) in holder.record.members.iter().enumerate() {
            let Type::Integer(ty) = member.ty else {
                continue;
            };
            if !self.tracked.mentions(&holder.record, index) {
                continue;
            }
            let spelling = format!("{}->{}", self.object(holder.object).name, member.name);
            self.accesses.clear();
            let world = self.world();
            let operands = vec![self.read_scalar(world)];
            let of = self.object_name(Root::Pointee(holder.object));
            let term = Term::apply(format!("member {index} of {of}"), operands);
            let value = self.named_value(&spelling, (term, ty))?;
            if !ty.signed {
                self.demand(&value.nonneg_set()?)?;
            }
            let known = Known::Integer(Number::total(value));
            self.state.env.insert(holder.cell(index), Rc::new(known));
        }
        Ok(())
    }

    /// A pointer in a structure leads to memory of its own.
    fn set_start(&mut self, cell: Cell) -> Result<()> {
        let start = Step::Index(self.number(0)?);
        let target = Target::new(Root::Member(cell)).with(start);
        let known = Known::Pointer(vec![(self.state.domain.clone(), target)]);
        self.state.env.insert(cell, Rc::new(known));
        Ok(())
    }

    /// The structure that a target is, to which a pointer leads at some places.
    fn holder(&self, (places, target): &(Set, Target)) -> Result<Option<Holder>> {
        Ok(match (target.root, target.path.as_slice()) {
            (Root::Object(object), []) => self.own_holder(object),
            (Root::Pointee(object), [Step::Index(first)]) if first.as_constant()? == Some(0) => {
                self.target_holder(object)
            }
            (Root::Heap(at), [Step::Index(first)]) if first.as_constant()? == Some(0) => {
                let here = self.state.domain.intersect(places)?;
                if self.heaps[at].record.is_some() && self.state.freed.meets(target.root, &here)? {
                    return self.unknown("memory that may have been freed");
                }
                self.own_holder(Cell::heap_object(at))
            }
            _ => None,
        })
    }

    /// The structure that a place is.
    fn holder_at(&mut self, place: &Place) -> Result<Option<Holder>> {
        let has_allocated = self.heaps.iter().any(|heap| heap.record.is_some());
        if self.tracked.has_no_records() && !has_allocated {
            return Ok(None);
        }
        match place {
            Place::Object(object) => Ok(self.own_holder(*object)),
            Place::At(pointer) => {
                let found = self.pointer(pointer)?.unwrap_or_default();
                if let [target] = found.as_slice() {
                    return self.holder(target);
                }
                for target in &found {
                    if let Some(holder) = self.holder(target)? {
                        return Err(holder.release());
                    }
                }
                Ok(None)
            }
            _ => Ok(None),
        }
    }

    /// The cell of a member.
    pub(crate) fn member_cell(&mut self, place: &Place) -> Result<Option<Cell>> {
        let Place::Member { record, ty, member } = place else {
            return Ok(None);
        };
        if !is_followed(&ty.members[*member].ty) {
            return Ok(None);
        }
        let holder = self.holder_at(record)?;
        Ok(holder.filter(|h| h.record == *ty).map(|h| h.cell(*member)))
    }

    /// What is known of a member of one of several allocated structures.
    pub(crate) fn members_at(&mut self, place: &Place) -> Result<Option<Known>> {
        let Place::Member { record, ty, member } = place else {
            return Ok(None);
        };
        let Place::At(pointer) = &**record else {
            return Ok(None);
        };
        let has_allocated = self.heaps.iter().any(|heap| heap.record.is_some());
        if !has_allocated || !is_followed(&ty.members[*member].ty) {
            return Ok(None);
        }
        let found = self.pointer(pointer)?.unwrap_or_default();
        if found.len() < 2 {
            return Ok(None);
        }
        let mut all: Option<Known> = None;
        for target in &found {
            let (set, holder) = (&target.0, self.holder(target)?);
            let Some(holder) = holder.filter(|holder| holder.record == *ty) else {
                return Ok(None);
            };
            let here = self.cell_contents(holder.cell(*member))?;
            let here = here.lifted_to(self.dims)?.restricted(set)?;
            all = Some(match all {
                Some(known) => known.either(&here)?,
                None => here,
            });
        }
        Ok(all)
    }

    /// An allocated structure becomes memory.
    pub(super) fn release_structure(&self, heap: usize) -> Result<()> {
        match self.own_holder(Cell::heap_object(heap)) {
            Some(holder) => Err(holder.release()),
            None => Ok(()),
        }
    }

    /// Stores the members of the structures that a pointer leads to in memory, and of those that
    /// they lead to: the function returns.
    pub(super) fn write_back(&mut self, pointer: &Pointer) -> Result<()> {
        let roots = pointer.iter().map(|(_, target)| target.root);
        let named = roots
            .enumerate()
            .map(|(k, root)| (root, format!("returned {k}")));
        let mut open: Vec<(Root, String)> = named.collect();
        let mut seen = Vec::new();
        while let Some((root, name)) = open.pop() {
            if !matches!(root, Root::Heap(_)) {
                continue;
            }
            // Memory that others know already has the name that they know.
            self.given.entry(root).or_insert_with(|| Some(name.clone()));
            let Some(holder) = self.holder_of(root).filter(|_| !seen.contains(&root)) else {
                continue;
            };
            seen.push(root);
            let first = Step::Index(self.number(0)?);
            let whole = Target::new(root).with(first);
            for (member, declared) in holder.record.members.iter().enumerate() {
                let known = self.state.env.get(&holder.cell(member)).cloned();
                let known = known.map(|known| known.resolved()?.lifted_to(self.dims));
                let Some(known) = known.transpose()? else {
                    continue;
                };
                self.accesses.clear();
                let term = match &known {
                    Known::Integer(number) => match self.affine(number)? {
                        Some(value) => Term::integer(value),
                        None => return Err(holder.release()),
                    },
                    Known::Pointer(pointer) => {
                        for (k, (_, target)) in pointer.iter().enumerate() {
                            let name = format!("{name}.{member}.{k}");
                            if matches!(target.root, Root::Heap(_)) {
                                let known = self.given.entry(target.root);
                                known.or_insert_with(|| Some(name.clone()));
                            }
                            open.push((target.root, name));
                        }
                        self.escaping_term(pointer)?
                    }
                    _ => return Err(holder.release()),
                };
                let target = whole.clone().with(Step::Member(member));
                let array = self.part(&target, &declared.ty)?;
                let indices = target.indices().cloned().collect();
                let write = self.access(array, Element::At(indices));
                self.store_guarded(term, write, &declared.ty)?;
            }
        }
        Ok(())
    }

    /// Memory that is a followed member, or may be one, makes the structure memory.
    pub(crate) fn release_member(&self, target: &Target) -> Result<()> {
        if self.returns {
            return Ok(());
        }
        let (holder, member) = match (target.root, target.path.as_slice()) {
            (Root::Object(object), [Step::Member(member), ..]) => (self.own_holder(object), member),
            (Root::Pointee(object), [_, Step::Member(member), ..]) => {
                (self.target_holder(object), member)
            }
            (Root::Heap(at), [_, Step::Member(member), ..]) => {
                (self.own_holder(Cell::heap_object(at)), member)
            }
            _ => return Ok(()),
        };
        match holder {
            Some(holder) if is_followed(&holder.record.members[*member].ty) => {
                Err(holder.release())
            }
            _ => Ok(()),
        }
    }

    /// Executes `cell = value` for the cell of a member.
    pub(crate) fn assign_member(&mut self, cell: Cell, value: &Value) -> Result<()> {
        let known = self.known_for(&Aim::Object(cell.object), value)?;
        if matches!(known, Known::Data) {
            let wanted = self.wanted(&[value]);
            if !wanted.is_empty() {
                return self.unnamed_objects("a member that is set to unknown data", &wanted);
            }
        }
        self.set_member(cell, Some(known))
    }

    /// Sets the cell of a member; `None` makes it indeterminate.
    fn set_member(&mut self, cell: Cell, known: Option<Known>) -> Result<()> {
        if let Some(known) = &known {
            self.name_heap(cell.object, known);
        }
        let Some(holder) = self.own_holder(cell.object) else {
            return Err(Stop::HoldsTarget(cell.object));
        };
        let own = self.record_dims.get(&cell.object).copied().unwrap_or(0);
        let is_repeated = self.dims > own || !self.guards.is_empty();
        if is_repeated || matches!(known, Some(Known::Data)) {
            return Err(holder.release());
        }
        match known {
            Some(known) => drop(self.state.env.insert(cell, Rc::new(known))),
            None => drop(self.state.env.remove(&cell)),
        }
        Ok(())
    }

    /// Copies the followed members of a structure. Returns whether they are followed: in both, or
    /// in none.
    pub(super) fn copy_members(&mut self, to: &Place, from: &Place) -> Result<bool> {
        match (self.holder_at(to)?, self.holder_at(from)?) {
            (None, None) => Ok(false),
            (Some(to), Some(from)) if to.record == from.record => {
                for (to, from) in to.cells().zip(from.cells()) {
                    let known = self.state.env.get(&from).cloned();
                    let known = known.map(|known| known.resolved()).transpose()?;
                    self.set_member(to, known)?;
                }
                Ok(true)
            }
            (Some(holder), _) | (None, Some(holder)) => Err(holder.release()),
        }
    }

    /// Starts the life of a structure: its members are indeterminate.
    pub(super) fn declare_members(&mut self, object: ObjectId) {
        if let Some(holder) = self.own_holder(object) {
            for cell in holder.cells() {
                self.state.env.remove(&cell);
            }
            self.record_dims.insert(object, self.dims);
        }
    }

    /// Follows the members of a structure that is allocated here, if it is a single one. They are
    /// indeterminate, or zero.
    pub(super) fn follow_allocated(&mut self, heap: usize) -> Result<()> {
        let Heap {
            element,
            extent,
            is_zero,
            ..
        } = self.heaps[heap].clone();
        let record = element.as_ref().and_then(followed_record);
        let is_single = match &extent {
            Some(extent) => extent.as_constant()? == Some(1),
            None => false,
        };
        let is_once = self.dims == 0 && self.guards.is_empty() && self.tiles.open == 0;
        let Some(record) = record.filter(|_| is_single && is_once && self.dry == 0) else {
            return Ok(());
        };
        self.heaps[heap].record = Some(record);
        let Some(holder) = self.own_holder(Cell::heap_object(heap)) else {
            self.heaps[heap].record = None;
            return Ok(());
        };
        for (at, member) in holder.record.members.iter().enumerate().filter(|_| is_zero) {
            let known = match &member.ty {
                Type::Integer(_) => Known::Integer(self.number(0)?),
                Type::Pointer(_) => {
                    let null = Target::new(Root::Null);
                    Known::Pointer(vec![(self.state.domain.clone(), null)])
                }
                _ => continue,
            };
            self.state.env.insert(holder.cell(at), Rc::new(known));
        }
        Ok(())
    }

    /// Adds the values of the members of a structure that are followed, and the memory that they
    /// lead to. One that may be stored makes the structure memory.
    pub(super) fn touch_members(
        &mut self,
        root: Root,
        (key, mentions): (&str, &Mentions),
        touched: &mut Touched,
        all: &mut Vec<usize>,
    ) -> Result<()> {
        let Some(holder) = self
            .holder_of(root)
            .filter(|_| !touched.open.contains(&root))
        else {
            return Ok(());
        };
        touched.open.push(root);
        let whole = Type::Record(Arc::clone(&holder.record));
        for (at, member) in holder.record.members.iter().enumerate() {
            if !is_followed(&member.ty) || !mentions.may_touch(&holder.record, at) {
                continue;
            }
            if touched.is_written && touched.members.may_store(&holder.record, at) {
                return Err(holder.release());
            }
            let key = format!("{key}{}", member_names(&whole, &[at]));
            let known = self.state.env.get(&holder.cell(at)).cloned();
            let known = known.map(|known| known.resolved()?.lifted_to(self.dims));
            match known.transpose()? {
                None => {}
                Some(Known::Integer(number)) => match self.affine(&number)? {
                    Some(value) => touched.add_value(key, Term::integer(value)),
                    None => return Err(holder.release()),
                },
                Some(Known::Pointer(pointer)) => {
                    self.touch_pointer((&pointer, &member.ty), &format!("{key}*"), touched, all)?;
                    let term = self.address_term(&pointer)?;
                    touched.add_value(key, term);
                }
                Some(_) => return Err(holder.release()),
            }
        }
        touched.open.pop();
        Ok(())
    }

    /// Whether a structure has pointers that are not followed; `None` if its members are memory.
    pub(super) fn holds_others(&self, root: Root) -> Option<bool> {
        let holder = self.holder_of(root)?;
        let others = holder.record.members.iter().map(|member| &member.ty);
        let mut others = others.filter(|ty| !is_followed(ty));
        Some(others.any(holds_pointers))
    }

    /// Whether a place in allocated memory is a followed member.
    pub(super) fn is_followed_member(&self, target: &Target) -> bool {
        self.release_member(target).is_err()
    }

    /// The members of a parameter of the function, or of what it points to, at the start.
    pub(super) fn parameter_members(&mut self, at: usize, id: ObjectId) -> Result<()> {
        let holders = [self.own_holder(id), self.target_holder(id)];
        for holder in holders.into_iter().flatten() {
            let object = self.object(id);
            let record = Arc::clone(&holder.record);
            for (index, member) in record.members.iter().enumerate() {
                let cell = holder.cell(index);
                let known = match &member.ty {
                    Type::Integer(ty) => {
                        let operator = if holder.is_target { "->" } else { "." };
                        let spelling = format!("{}{operator}{}", object.name, member.name);
                        let value = self.member_parameter((at, object), index, &spelling)?;
                        if !ty.signed {
                            self.demand(&value.nonneg_set()?)?;
                        }
                        if holder.is_target {
                            let all = self.members.entry(format!("parameter {at}")).or_default();
                            all.extend(value.used_params()?);
                            let memory =
                                self.read_memory(points_to::Root::Parameter(at), &member.ty);
                            let names = value.used_params()?.into_iter();
                            self.read.extend(names.map(|name| (name, memory.clone())));
                        }
                        Known::Integer(Number::total(value))
                    }
                    Type::Pointer(_) => {
                        self.set_start(cell)?;
                        continue;
                    }
                    _ => continue,
                };
                self.state.env.insert(cell, Rc::new(known));
            }
        }
        Ok(())
    }

    fn member_parameter(
        &mut self,
        (at, object): (usize, &Object),
        member: usize,
        spelling: &str,
    ) -> Result<PwAff> {
        let name = member_name(&self.own_name(at, object.id), at, member);
        self.add_parameter(&name, spelling, ParamKind::Variable, SAMPLE);
        Ok(PwAff::param(self.ctx, 0, &name)?)
    }

    /// The type that a pointer in a structure has, and how the structure's parameter is used.
    pub(crate) fn member_target(&self, cell: Cell) -> Option<(&Type, usize)> {
        let (record, member) = match self.tracked.record(cell.object) {
            Some(record) => (record, cell.element),
            None => (
                self.tracked.target(cell.object)?,
                cell.element.checked_sub(1)?,
            ),
        };
        let member = usize::try_from(member).ok()?;
        match &record.members.get(member)?.ty {
            Type::Pointer(target) => Some((target, member)),
            _ => None,
        }
    }
}

/// The place that a structure is copied from.
pub(super) fn copied(value: &Value) -> Option<&Place> {
    match &value.kind {
        ValueKind::Load(place) => Some(place),
        _ => None,
    }
}
