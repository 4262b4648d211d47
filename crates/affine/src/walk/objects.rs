//! Objects and the arrays that they are.

use crate::draft::{ArrayKey, DraftArray, Element, Fill, Origin, Term};
use crate::eval::{is_like, type_name};
use crate::state::{Heap, Walker};
use crate::stop::{Result, Stop};
use crate::survey::literal;
use crate::values::{Cell, Known, Number, Root, Site, Step, Target};
use program::{Lifetime, Object, ObjectId, Statement, StatementKind, Type, Value, ValueKind};

/// The array of an access that is never emitted.
pub(super) const NO_ARRAY: usize = usize::MAX;

impl Walker<'_> {
    /// The array of the scalars at a target.
    pub(crate) fn part(&mut self, target: &Target, ty: &Type) -> Result<usize> {
        if let Root::Start(_) = target.root {
            return Ok(NO_ARRAY);
        }
        self.release_member(target)?;
        self.release_table(target.root)?;
        if let Root::Object(id) = target.root
            && self.tracked.elements(id) == Some(0)
            && self.dry == 0
        {
            self.hold(id);
        }
        if let Root::Heap(at) = target.root
            && self.heaps[at].is_unused
            && self.dry == 0
        {
            return Err(Stop::Fresh(Site::Call(self.heaps[at].at)));
        }
        let (found, shape) = self.walked(target)?;
        if !is_like(&found, ty) {
            return self.unknown("memory that is used as another type");
        }
        let key = ArrayKey::Part(target.root, target.members());
        if let Some(array) = self.arrays.find(&key) {
            return Ok(array);
        }
        let (name, origin) = self.identity(target, &found)?;
        if self.called_unknown && matches!(origin, Origin::Shared(_, _, true)) {
            return Err(Stop::Late(target.root, target.members()));
        }
        Ok(self.arrays.add(DraftArray {
            key,
            name,
            object: self.object_name(target.root),
            whole_dims: shape.len().saturating_sub(1),
            declared: self.declared_length(target.root),
            shape,
            ty: found,
            origin,
        }))
    }

    /// The type of a target, and the extents of the arrays around it.
    pub(crate) fn walked(&mut self, target: &Target) -> Result<(Type, Vec<Option<Number>>)> {
        let mut shape = Vec::new();
        let mut path = target.path.as_slice();
        let mut ty = match target.root {
            Root::Object(id) => self.object(id).ty.clone(),
            Root::Pointee(id) => match &self.object(id).ty {
                Type::Pointer(ty) => (**ty).clone(),
                _ => Type::Unknown,
            },
            Root::Heap(at) => match &self.heaps[at].element {
                Some(ty) => ty.clone(),
                None => return self.unknown("memory without a type"),
            },
            Root::Text(at) => self.texts[at].1.clone(),
            Root::Member(cell) => match self.member_target(cell) {
                Some((ty, _)) => ty.clone(),
                None => Type::Unknown,
            },
            Root::Rows(table, levels) => match self.row_type(table, levels) {
                Some(ty) => ty.clone(),
                None => Type::Unknown,
            },
            _ => return self.unknown("a pointer whose target is not known"),
        };
        if let Root::Rows(_, levels) = target.root {
            let dims = usize::from(levels) + 1;
            if path.len() < dims || !path[..dims].iter().all(|s| !matches!(s, Step::Member(_))) {
                return self.unknown("a pointer that is no element");
            }
            shape.extend(vec![None; dims]);
            path = &path[dims..];
        }
        if let Root::Pointee(_) | Root::Heap(_) | Root::Member(_) | Root::Text(_) = target.root {
            let [Step::Index(_) | Step::Any(_), rest @ ..] = path else {
                return self.unknown("a pointer that is no element");
            };
            shape.push(match target.root {
                Root::Heap(at) => self.heaps[at].extent.clone(),
                Root::Text(at) => Some(self.number(self.texts[at].0.len() as i64)?),
                _ => None,
            });
            path = rest;
        }
        let known = self.extents.get(&target.root).cloned();
        let mut before_member = true;
        for step in path {
            ty = match (step, &ty) {
                (Step::Index(_) | Step::Any(_), Type::Array { element, length }) => {
                    let kept = known.as_ref().filter(|_| before_member);
                    shape.push(match kept.and_then(|k| k.get(shape.len())) {
                        Some(extent) => extent.clone(),
                        None => self.length(length.as_deref())?,
                    });
                    (**element).clone()
                }
                (Step::Member(m), Type::Record(record)) => {
                    before_member = false;
                    record.members[*m].ty.clone()
                }
                _ => return self.unknown("memory that is used as another type"),
            };
        }
        Ok((ty, shape))
    }

    fn length(&mut self, length: Option<&Value>) -> Result<Option<Number>> {
        let Some(length) = length else {
            return Ok(None);
        };
        self.size(length)
    }

    /// A number of elements or bytes, as if it could not wrap; `None` if it is data.
    pub(crate) fn size(&mut self, value: &Value) -> Result<Option<Number>> {
        let outer = std::mem::replace(&mut self.is_size, true);
        let found = self.integer(value);
        self.is_size = outer;
        found
    }

    /// The lengths of the arrays in a type.
    pub(crate) fn lengths(&mut self, ty: &Type) -> Result<Vec<Option<Number>>> {
        let mut found = Vec::new();
        let mut ty = ty;
        while let Type::Array { element, length } = ty {
            let length = self.length(length.as_deref())?;
            if let Some(length) = &length {
                self.demand_positive(length)?;
            }
            found.push(length);
            ty = element;
        }
        Ok(found)
    }

    /// A size that is not positive makes the declaration undefined.
    pub(crate) fn demand_positive(&mut self, length: &Number) -> Result<()> {
        if length.as_constant()?.is_some() || !self.guards.is_empty() {
            return Ok(());
        }
        if let Some(affine) = self.affine(length)? {
            let one = poly::PwAff::number(self.ctx, affine.dims()?, 1)?;
            let bad = affine.lt_set(&one)?.intersect(&self.state.domain)?;
            self.exclude(&bad)?;
        }
        Ok(())
    }

    /// Executes a declaration, or what a clause of OpenMP makes of an object: its contents are
    /// lost. `is_set` says that the object is set directly afterwards.
    pub(crate) fn declare(&mut self, id: ObjectId, is_set: bool) -> Result<()> {
        let object = self.object(id);
        if self.starts_at_zero(object) {
            return self.fill_with_zero(Root::Object(id));
        }
        if !matches!(object.lifetime, Lifetime::Automatic | Lifetime::Parameter) {
            return Ok(());
        }
        let extents = self.lengths(&object.ty)?;
        self.extents.insert(Root::Object(id), extents);
        let is_whole = self.guards.len() == self.block;
        let under = self.guards.last().filter(|_| is_whole);
        self.arrays.begin(id, under.copied());
        self.declare_members(id);
        if self.activations.len() > 1 && self.tiles.open == 0 {
            self.arrays.retire(id);
        }
        if self.tiles.open > 0 {
            self.tiles.declared.objects.insert(id, self.times.len());
        }
        let cells: Vec<_> = self.tracked.cells(id).collect();
        for cell in &cells {
            self.state.env.remove(cell);
        }
        let is_kept = cells.is_empty() || self.is_held(id);
        let is_once = self.dims == 0 && self.tiles.open == 0;
        let is_first = is_once
            && self.activations.len() == 1
            && self.arrays.of(id).next().is_none()
            && !self.found.filled.contains(&Site::Object(id));
        match is_kept && !is_set && !is_first {
            true => self.forget(id),
            false => Ok(()),
        }
    }

    /// The contents of an object become indeterminate.
    fn forget(&mut self, id: ObjectId) -> Result<()> {
        let arrays: Vec<usize> = self.arrays.of(id).collect();
        let mut arrays = arrays;
        if arrays.is_empty() {
            let mut target = Target::new(Root::Object(id));
            let mut ty = &self.object(id).ty;
            while let Type::Array { element, .. } = ty {
                target = target.with(Step::Index(self.number(0)?));
                ty = element;
            }
            match ty {
                Type::Record(_) => return Ok(()),
                _ => arrays.push(self.part(&target, ty)?),
            }
        }
        // Where one program has an indeterminate value, the other one may have it, too.
        let term = "indeterminate".to_string();
        for array in arrays {
            self.fill(array, &Term::constant(term.clone()))?;
        }
        for cell in self.tracked.cells(id).collect::<Vec<_>>() {
            self.state.env.remove(&cell);
        }
        Ok(())
    }

    /// Stores a term without reads in every element of an array.
    pub(crate) fn fill(&mut self, array: usize, term: &Term) -> Result<()> {
        self.accesses.clear();
        self.fill_by(array, term.clone(), Fill::Same)
    }

    /// Stores a term in every element of an array.
    pub(crate) fn fill_by(&mut self, array: usize, term: Term, fill: Fill) -> Result<()> {
        if array == NO_ARRAY {
            return Ok(());
        }
        let ty = self.arrays.get(array).ty.clone();
        let write = self.access(array, Element::Filled);
        let count = self.statements.len();
        self.store_guarded(term, write, &ty)?;
        self.spread(count, fill);
        Ok(())
    }

    /// The iterators from `first` on.
    pub(crate) fn iterators(&self, first: usize) -> Result<Vec<Number>> {
        let iterators = first..self.dims;
        iterators
            .map(|at| Ok(Number::total(self.iterator(at)?)))
            .collect()
    }

    /// Stores the value of an integer in memory.
    pub(crate) fn store_integer(&mut self, id: ObjectId, known: &Known) -> Result<()> {
        let Known::Integer(number) = known else {
            return Ok(());
        };
        if let Some(value) = self.affine(number)? {
            let ty = self.object(id).ty.clone();
            let array = self.part(&Target::new(Root::Object(id)), &ty)?;
            let write = self.access(array, Element::At(Vec::new()));
            self.emit(Term::integer(value), write)?;
        }
        Ok(())
    }

    /// Gives the arrays in allocated memory the names that this has at the end.
    pub(crate) fn name_arrays(&mut self) {
        for array in 0..self.arrays.len() {
            if let ArrayKey::Part(Root::Heap(at), members) = &self.arrays.get(array).key {
                let name = self.heap_name(*at, &members_text(members));
                self.arrays.get_mut(array).name = name;
            }
        }
    }

    /// The name of the pointer to allocated memory, or of the table of its rows.
    fn heap_name(&self, at: usize, members: &str) -> String {
        let leads = |heap: &&Heap| {
            heap.rows
                .iter()
                .any(|row| row.target.root == Root::Heap(at))
        };
        let table = || self.heaps.iter().find(leads)?.name.as_ref();
        let name = self.heaps[at].name.as_ref().or_else(table);
        let name = name.map_or("heap", |(name, _)| name.as_str());
        format!("{name}{members}")
    }

    fn identity(&self, target: &Target, ty: &Type) -> Result<(String, Origin)> {
        let members = members_text(&target.members());
        let name = |id: ObjectId| format!("{}{members}", self.object(id).name);
        Ok(match target.root {
            Root::Pointee(id) => {
                let key = format!(
                    "{}{members} ({})",
                    self.object_name(target.root),
                    type_name(ty)
                );
                (name(id), Origin::Shared(key, true, true))
            }
            Root::Member(cell) => self.member_identity(cell, &members, ty),
            Root::Rows(table, _) => {
                let key = format!(
                    "{}{members} ({})",
                    self.object_name(target.root),
                    type_name(ty)
                );
                (name(table.pointer()), Origin::Shared(key, true, true))
            }
            Root::Object(id) => (name(id), self.origin(self.object(id), &members, ty)),
            Root::Heap(at) => (self.heap_name(at, &members), Origin::Local),
            Root::Text(_) => {
                let key = self.object_name(target.root);
                ("text".to_string(), Origin::Shared(key, true, false))
            }
            _ => ("heap".to_string(), Origin::Local),
        })
    }

    /// The length that a parameter is declared with.
    fn declared_length(&self, root: Root) -> Option<Number> {
        let Root::Pointee(_) = root else { return None };
        self.extents.get(&root)?.first()?.clone()
    }

    /// The number of a parameter of the function.
    fn parameter_number(&self, id: ObjectId) -> Option<usize> {
        self.function.parameters.iter().position(|p| *p == id)
    }

    /// `parameter 2`, or `pointer p 1` for one that others returned.
    fn parameter_name(&self, id: ObjectId) -> String {
        match self.parameter_number(id) {
            Some(at) => format!("parameter {at}"),
            None => {
                let name = &self.object(id).name;
                let before = &self.program.objects[..id.0 as usize];
                let rank = before.iter().filter(|other| other.name == *name).count();
                format!("pointer {name} {rank}")
            }
        }
    }

    /// The name of an object that another program has too.
    pub(super) fn object_name(&self, root: Root) -> String {
        match root {
            Root::Pointee(id) => self.parameter_name(id),
            Root::Member(cell) => format!("{}.{}", self.parameter_name(cell.object), cell.element),
            Root::Rows(table, levels) => {
                format!("rows {levels} of {}", self.object_name(table.root()))
            }
            Root::Object(id) => self.object(id).name.clone(),
            Root::Text(at) => format!("text {:?}", self.texts[at].0),
            _ => String::new(),
        }
    }

    /// The name and the key of the memory that a pointer in a structure leads to.
    fn member_identity(&self, cell: Cell, members: &str, ty: &Type) -> (String, Origin) {
        let parameter = self.parameter_name(cell.object);
        let member = self.member_target(cell).map_or(0, |(_, member)| member);
        let name = format!("{}.{member}{members}", self.object(cell.object).name);
        let key = format!("{parameter}.{member}->{members} ({})", type_name(ty));
        (name, Origin::Shared(key, true, true))
    }

    /// Whether an array that lasts is zero at its declaration, which is executed once.
    fn starts_at_zero(&self, object: &Object) -> bool {
        let declares =
            |s: &Statement| matches!(s.kind, StatementKind::Declare(id) if id == object.id);
        self.reach.is_once
            && object.lifetime == Lifetime::Static
            && matches!(object.ty, Type::Array { .. })
            && object.initial.as_ref().is_some_and(Vec::is_empty)
            && !object.is_volatile
            && !self.reach.is_shared(object.id)
            && self.function.body.iter().any(declares)
    }

    fn origin(&self, object: &Object, members: &str, ty: &Type) -> Origin {
        let of = |kind: &str| format!("{kind} {}{members} ({})", object.name, type_name(ty));
        let is_shared = self.reach.is_shared(object.id);
        let (is_constant, name) = (object.is_constant, object.name.clone());
        match object.lifetime {
            Lifetime::Automatic | Lifetime::Temporary => Origin::Local,
            Lifetime::Parameter => match self.parameter_number(object.id) {
                Some(at) => {
                    let key = match ty {
                        Type::Pointer(_) => format!("parameter {at}{members} (address)"),
                        _ => format!("parameter {at}{members} ({})", type_name(ty)),
                    };
                    Origin::Shared(key, true, false)
                }
                None => Origin::Local,
            },
            _ if is_constant => match contents(object) {
                Some(text) => Origin::Shared(format!("constant {text}{members}"), true, false),
                None => Origin::Shared(of("global"), true, false),
            },
            _ if self.starts_at_zero(object) => Origin::Local,
            Lifetime::Linked => Origin::Shared(of("global"), true, true),
            _ if is_shared || self.naming.carried.contains(&name) => {
                Origin::Shared(of("global"), true, true)
            }
            Lifetime::File | Lifetime::Static => Origin::Carried {
                name,
                // What has the address may set elements between the calls.
                is_zero: object.initial.as_ref().is_some_and(Vec::is_empty)
                    && !self.reach.has_address(object.id),
            },
        }
    }
}

/// `.0.2` for a path of members.
fn members_text(members: &[usize]) -> String {
    members.iter().map(|member| format!(".{member}")).collect()
}

/// The contents of a constant as a text that is equal for equal contents.
fn contents(object: &Object) -> Option<String> {
    let mut text = element_type(&object.ty);
    for (at, value) in object.initial.as_ref()? {
        let value = number_text(value)?;
        text.push_str(&format!(" {at}:{value}"));
    }
    Some(text)
}

fn element_type(ty: &Type) -> String {
    match ty {
        Type::Array { element, .. } => format!("{} array", element_type(element)),
        other => type_name(other),
    }
}

fn number_text(value: &Value) -> Option<String> {
    match &value.kind {
        ValueKind::Real(real) => Some(format!("{real:?}")),
        ValueKind::Text(text) => Some(format!("{text:?}")),
        ValueKind::Convert(inner) => {
            Some(format!("{}{}", type_name(&value.ty), number_text(inner)?))
        }
        ValueKind::Unary(program::UnaryOp::Negate, inner) => {
            Some(format!("-{}", number_text(inner)?))
        }
        _ => literal(value).map(|n| n.to_string()),
    }
}
