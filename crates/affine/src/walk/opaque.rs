//! Statements that are not understood. Such a statement has an unknown value, which is a function
//! of its text and of all that it may read; what it may write becomes a function of that value. So
//! twice the same text on the same contents of memory does the same, and nothing else is known.

use super::reached::Touched;
use crate::draft::{ArrayKey, Element, Fill, Origin, Term};
use crate::state::Walker;
use crate::stop::{Result, Stop};
use crate::survey::{Mentions, Opaque, Stores, ends_program, innermost, last};
use crate::values::{Cell, Known, Pointer, Root, Step, Target};
use program::{Lifetime, ObjectId, Place, Statement, StatementKind, Type, Value, ValueKind};
use std::collections::BTreeSet;
use std::rc::Rc;

/// What a statement may know of an object.
struct Part {
    object: ObjectId,
    /// Its own arrays.
    own: Vec<usize>,
    /// Those that its pointers lead to.
    reached: Vec<usize>,
}

/// What a statement may read.
struct Inputs {
    operands: Vec<Term>,
    parts: Vec<Part>,
    touched: Touched,
    /// It may be any memory that others know.
    is_open: bool,
}

impl Walker<'_> {
    /// Executes a statement by its text alone.
    pub(super) fn opaque(&mut self, statement: &Statement) -> Result<()> {
        let renamed = self.with_members_renamed(statement)?;
        let known = renamed.known.iter();
        let known = known.map(|(cell, known)| (*cell, Rc::clone(known)));
        self.state.env.extend(known);
        let done = self.by_text(&renamed.statement);
        for cell in renamed.known.keys() {
            self.state.env.remove(cell);
        }
        done
    }

    fn by_text(&mut self, statement: &Statement) -> Result<()> {
        let Some(text) = Opaque::of(self.program, statement) else {
            return self.unknown("code that is not understood");
        };
        let leaves = only_leaves(statement);
        self.accesses.clear();
        let Inputs {
            mut operands,
            parts,
            mut touched,
            is_open,
        } = self.inputs(&text, leaves)?;
        let reaches_others = is_open || text.calls_others || text.may_end;
        let first = touched.len();
        if reaches_others {
            self.touch_unseen(&mut touched, !leaves)?;
        }
        let others: Vec<usize> = touched.arrays().skip(first).collect();
        let world = (text.is_effect || reaches_others).then(|| self.world());
        operands.extend(world.map(|world| self.read_scalar(world)));
        operands.extend(touched.operands(self));
        let value = self.executed_value(&text, operands, world)?;
        if leaves {
            return Ok(());
        }
        let mut written = BTreeSet::new();
        for part in &parts {
            let is_stored = text.stores_through(part.object);
            if self.may_change(&text, part.object) {
                written.extend(part.own.iter().copied());
                self.lose_cells(part.object);
            }
            if is_stored {
                written.extend(part.reached.iter().copied());
            }
        }
        self.release_reached_tables(&written)?;
        if reaches_others {
            written.extend(others);
        }
        self.rewrite((&touched, reaches_others), &written, (value, "after"))?;
        if reaches_others {
            self.renew_targets()?;
        }
        if text.keeps_addresses {
            self.escape_all(&touched)?;
        }
        Ok(())
    }

    /// Whether a statement may change an object.
    fn may_change(&self, text: &Opaque, object: ObjectId) -> bool {
        // Pointers to numbers would make the system larger than they are worth, but where only
        // their elements are named.
        let is_followed = match &self.object(object).ty {
            Type::Pointer(target) => {
                matches!(**target, Type::Record(_)) || text.only_subscripts(object)
            }
            _ => true,
        };
        let is_reached = !is_followed || !self.tracked.has_only_its_name(object);
        text.assigns(object) || is_reached && text.stores_through(object)
    }

    /// What a statement may read by the objects in its text. Stops for all that it lacks at once.
    fn inputs(&mut self, text: &Opaque, leaves: bool) -> Result<Inputs> {
        let mut inputs = Inputs {
            operands: Vec::new(),
            parts: Vec::new(),
            touched: Touched::by(text),
            is_open: false,
        };
        let mut lacking = Vec::new();
        for (at, object) in text.objects.iter().enumerate() {
            let Some(object) = *object else { continue };
            let is_changed = !leaves && self.may_change(text, object) || text.takes_address(object);
            let is_record = matches!(self.object(object).ty, Type::Record(_));
            let is_held = self.is_held(object);
            if is_changed && !is_held && self.dry == 0 && self.tracked.elements(object).is_some() {
                lacking.push(Stop::Holds(object));
                continue;
            }
            inputs.touched.is_written =
                !leaves && text.stores_through(object) || is_record && is_changed;
            match self.contents_of(text, (object, at), &mut inputs.touched) {
                Ok((term, part, is_open)) => {
                    inputs.operands.extend(term);
                    inputs.parts.push(part);
                    inputs.is_open |= is_open;
                }
                Err(stop @ (Stop::Holds(_) | Stop::Fresh(_))) => lacking.push(stop),
                Err(stop) => return Err(stop),
            }
        }
        match lacking.is_empty() {
            true => Ok(inputs),
            false => Err(Stop::Several(lacking)),
        }
    }

    /// Stores the value of a statement in a fresh scalar, and what it does to the outside world.
    fn executed_value(
        &mut self,
        text: &Opaque,
        operands: Vec<Term>,
        world: Option<usize>,
    ) -> Result<usize> {
        let value = self.auxiliary();
        let mut write = self.access(value, Element::At(Vec::new()));
        write.conditional = false;
        let count = self.statements.len();
        self.emit(
            Term::apply(format!("{} {}", scop::EXECUTE, text.form), operands),
            write,
        )?;
        for statement in &mut self.statements[count..] {
            statement.may_end = text.may_end;
        }
        if let Some(world) = world {
            self.accesses.clear();
            let term = Term::apply("world after", vec![self.read_scalar(value)]);
            let write = self.access(world, Element::At(Vec::new()));
            self.store_guarded(term, write, &Type::Void)?;
        }
        Ok(value)
    }

    /// Touches what code that is not seen may reach, and forgets what it may change.
    pub(super) fn touch_unseen(&mut self, touched: &mut Touched, is_written: bool) -> Result<()> {
        touched.is_written = is_written;
        touched.members = Stores::default();
        touched.mentions = Mentions::default();
        self.called_unknown |= self.dry == 0;
        if is_written {
            self.keep_pointers()?;
            self.lose_lasting();
        }
        self.touch_others(touched)
    }

    /// Gives arrays new contents: functions of a scalar, named by when they have them. `is_all`
    /// says that all memory that others know is written.
    pub(super) fn rewrite(
        &mut self,
        (touched, is_all): (&Touched, bool),
        written: &BTreeSet<usize>,
        (scalar, when): (usize, &str),
    ) -> Result<()> {
        for (key, array) in touched.keys().filter(|(_, array)| written.contains(array)) {
            let contents = format!("contents of {key} {when}");
            self.fill_unseen((array, is_all), contents, scalar)?;
        }
        Ok(())
    }

    /// Gives an array the contents that code which is not seen may have stored, by their name.
    pub(super) fn fill_unseen(
        &mut self,
        (array, is_all): (usize, bool),
        contents: String,
        scalar: usize,
    ) -> Result<()> {
        self.accesses.clear();
        let term = Term::apply(contents, vec![self.read_scalar(scalar)]);
        let count = self.statements.len();
        self.is_unseen = true;
        let done = self.fill_by(array, term, Fill::Indexed);
        self.is_unseen = false;
        for statement in &mut self.statements[count..] {
            statement.is_unseen = true;
            for access in &mut statement.accesses {
                access.is_of_others = is_all;
            }
        }
        done
    }

    /// Nothing is known of the cells of an object any more.
    pub(super) fn lose_cells(&mut self, object: ObjectId) {
        for cell in self.tracked.cells(object) {
            self.state.env.insert(cell, Rc::new(Known::Data));
        }
    }

    /// The value of an object in the text of a statement, with the arrays that it is and that its
    /// pointers lead to, and whether these may be any memory that others know.
    fn contents_of(
        &mut self,
        text: &Opaque,
        (object, at): (ObjectId, usize),
        touched: &mut Touched,
    ) -> Result<(Option<Term>, Part, bool)> {
        let mut part = Part {
            object,
            own: Vec::new(),
            reached: Vec::new(),
        };
        let ty = self.object(object).ty.clone();
        let is_held = self.is_held(object);
        if self.tracked.elements(object).is_some() {
            if !is_held && self.dry == 0 && !self.is_plain_scalar(object) {
                return Err(Stop::Holds(object));
            }
            if is_held && !self.is_only_a_number(text, object)? {
                let seen = Some(&ty);
                part.own =
                    self.touch_root((Root::Object(object), seen), &format!("{at}"), touched)?;
            }
            if self.tracked.elements(object) != Some(0) {
                return Ok((None, part, holds_pointers(&ty)));
            }
            let cell = Cell { object, element: 0 };
            let known = self.state.env.get(&cell).cloned();
            let known = known.map(|known| known.resolved()).transpose()?;
            return Ok(match known {
                Some(Known::Integer(number)) => {
                    let number = number.lifted_to(self.dims)?;
                    let affine = self.affine(&number)?;
                    self.demand_value(object, affine.is_some())?;
                    (affine.map(Term::integer), part, false)
                }
                Some(Known::Pointer(_)) => {
                    let (term, is_open) =
                        self.pointed_to(text, (object, at), touched, &mut part.reached)?;
                    (term, part, is_open)
                }
                _ => (None, part, matches!(ty, Type::Pointer(_))),
            });
        }
        let root = Root::Object(object);
        let term = match text.only_subscripts(object) && touched.roots.contains(&root) {
            true => {
                let everywhere = poly::Set::all(self.ctx, self.dims)?;
                let start = self.whole(root)?.with(Step::Index(self.number(0)?));
                Some(self.address_term(&vec![(everywhere, start)])?)
            }
            false => None,
        };
        part.own = self.touch_root((root, Some(&ty)), &format!("{at}"), touched)?;
        Ok((term, part, self.root_holds_pointers(root)))
    }

    /// The value of a pointer in the text of a statement, with the arrays that it leads to, and
    /// whether these may be any memory that others know. `p[i]` is an element of the array at the
    /// start of which `p` is; of two such objects, that they are the same is part of the value.
    fn pointed_to(
        &mut self,
        text: &Opaque,
        (object, at): (ObjectId, usize),
        touched: &mut Touched,
        reached: &mut Vec<usize>,
    ) -> Result<(Option<Term>, bool)> {
        let value = Value {
            ty: self.object(object).ty.clone(),
            kind: ValueKind::Load(Place::Object(object)),
            at: self.at,
        };
        let pointer = self.pointer(&value)?;
        self.demand_value(object, pointer.is_some())?;
        let Some(pointer) = pointer else {
            return Ok((None, true));
        };
        let is_array = text.only_subscripts(object)
            && is_first(&pointer)?
            && !pointer.iter().any(|(_, t)| touched.roots.contains(&t.root));
        let key = match is_array {
            true => format!("{at}"),
            false => format!("*{at}"),
        };
        let is_open = self.touch_pointer((&pointer, &value.ty), &key, touched, reached)?;
        let term = match is_array {
            true => None,
            false => Some(self.address_term(&pointer)?),
        };
        Ok((term, is_open))
    }

    /// The value of a scalar is a term, or read from memory.
    fn demand_value(&self, object: ObjectId, is_term: bool) -> Result<()> {
        match is_term || self.dry > 0 || self.is_held(object) {
            true => Ok(()),
            false => Err(Stop::Holds(object)),
        }
    }

    /// Whether an object is no more than a known integer for a statement: that is its value, and
    /// the statement leaves it as it is.
    fn is_only_a_number(&mut self, text: &Opaque, object: ObjectId) -> Result<bool> {
        let stays = !self.may_change(text, object)
            && !text.takes_address(object)
            && self.tracked.has_only_its_name(object);
        let cell = Cell { object, element: 0 };
        let known = self.state.env.get(&cell).cloned();
        Ok(match known.map(|known| known.resolved()).transpose()? {
            Some(Known::Integer(number)) if stays => {
                self.affine(&number.lifted_to(self.dims)?)?.is_some()
            }
            _ => false,
        })
    }

    /// Whether an object is a scalar whose value is known in full.
    fn is_plain_scalar(&self, object: ObjectId) -> bool {
        let cell = Cell { object, element: 0 };
        let known = self.state.env.get(&cell);
        self.tracked.elements(object) == Some(0)
            && known.is_some_and(|known| !matches!(**known, Known::Data))
    }

    /// Touches the memory behind a pointer of a type. Returns whether that may be memory which
    /// others know.
    pub(super) fn touch_pointer(
        &mut self,
        (pointer, ty): (&Pointer, &Type),
        key: &str,
        touched: &mut Touched,
        reached: &mut Vec<usize>,
    ) -> Result<bool> {
        let roots: BTreeSet<Root> = pointer.iter().map(|(_, target)| target.root).collect();
        let mut is_open = false;
        for (at, root) in roots.into_iter().enumerate() {
            if matches!(root, Root::Null | Root::Text(_) | Root::Start(_)) {
                continue;
            }
            let key = match at {
                0 => key.to_string(),
                at => format!("{key} or {at}"),
            };
            let is_inner = |(_, t): &(_, Target)| t.root == root && !t.members().is_empty();
            let seen = match ty {
                Type::Pointer(target) if !pointer.iter().any(is_inner) => Some(&**target),
                _ => None,
            };
            reached.extend(self.touch_root((root, seen), &key, touched)?);
            is_open |= self.root_holds_pointers(root);
        }
        Ok(is_open)
    }

    /// The arrays of the memory at a root, of which the statement sees the type, if that is known.
    pub(super) fn touch_root(
        &mut self,
        (root, seen): (Root, Option<&Type>),
        key: &str,
        touched: &mut Touched,
    ) -> Result<Vec<usize>> {
        let mut all = Vec::new();
        touched.roots.insert(root);
        if let Root::Heap(at) = root
            && self.heaps[at].element.is_none()
        {
            // Nobody has stored anything there.
            return match touched.is_written {
                true => self.unknown("memory without a type"),
                false => Ok(all),
            };
        }
        let (own, _) = self.walked(&self.whole(root)?)?;
        let mentions = match seen {
            Some(seen) if innermost(seen) == innermost(&own) => touched.mentions.clone(),
            _ => Mentions::default(),
        };
        self.touch_members(root, (key, &mentions), touched, &mut all)?;
        self.demand_contents(root)?;
        for (target, ty) in self.leaves_of(root, &mentions)? {
            if self.is_followed_member(&target) {
                continue;
            }
            let array = self.part(&target, &ty)?;
            let members = member_names(&own, &target.members());
            touched.add(array, format!("{key}{members}"));
            all.push(array);
        }
        Ok(all)
    }

    /// Memory of the function is used as a whole, with what it contains at its start.
    fn demand_contents(&self, root: Root) -> Result<()> {
        let is_own = match root {
            Root::Heap(at) => !self.heaps[at].is_zero,
            Root::Object(id) => self.object(id).lifetime == Lifetime::Automatic,
            _ => false,
        };
        match self.site(root).filter(|_| is_own && self.dry == 0) {
            Some(site) if !self.found.filled.contains(&site) => Err(Stop::Fresh(site)),
            _ => Ok(()),
        }
    }

    /// The names of the members on the way to a target.
    pub(super) fn members_on(&mut self, target: &Target) -> Result<String> {
        let members = target.members();
        if members.is_empty() {
            return Ok(String::new());
        }
        let (own, _) = self.walked(&self.whole(target.root)?)?;
        Ok(member_names(&own, &members))
    }

    /// The first object at a root.
    pub(super) fn whole(&self, root: Root) -> Result<Target> {
        let start = Target::new(root);
        Ok(match root {
            Root::Object(_) => start,
            Root::Rows(_, levels) => {
                let first = Step::Index(self.number(0)?);
                (0..=levels).fold(start, |target, _| target.with(first.clone()))
            }
            _ => start.with(Step::Index(self.number(0)?)),
        })
    }

    /// The scalars at a root, with subscripts 0; of structures the members that are mentioned.
    pub(super) fn leaves_of(
        &mut self,
        root: Root,
        mentions: &Mentions,
    ) -> Result<Vec<(Target, Type)>> {
        let start = self.whole(root)?;
        let (ty, _) = self.walked(&start)?;
        let mut found = Vec::new();
        self.add_leaves((start, &ty), mentions, &mut found)?;
        Ok(found)
    }

    fn add_leaves(
        &mut self,
        (target, ty): (Target, &Type),
        mentions: &Mentions,
        found: &mut Vec<(Target, Type)>,
    ) -> Result<()> {
        match ty {
            Type::Array { element, .. } => {
                let first = Step::Index(self.number(0)?);
                self.add_leaves((target.with(first), element), mentions, found)
            }
            Type::Record(record) if record.is_union => self.unknown("a union"),
            Type::Record(record) => {
                let members = record.members.iter().enumerate();
                for (at, member) in members.filter(|(at, _)| mentions.may_touch(record, *at)) {
                    let inner = target.clone().with(Step::Member(at));
                    self.add_leaves((inner, &member.ty), mentions, found)?;
                }
                Ok(())
            }
            Type::Void | Type::Function | Type::Unknown => Ok(()),
            ty => {
                found.push((target, ty.clone()));
                Ok(())
            }
        }
    }

    fn root_holds_pointers(&self, root: Root) -> bool {
        if let Some(found) = self.holds_others(root) {
            return found;
        }
        match root {
            Root::Object(id) => holds_pointers(&self.object(id).ty),
            Root::Pointee(id) => match &self.object(id).ty {
                Type::Pointer(target) => holds_pointers(target),
                _ => true,
            },
            Root::Heap(at) => self.heaps[at].element.as_ref().is_none_or(holds_pointers),
            Root::Member(cell) => self
                .member_target(cell)
                .is_none_or(|(target, _)| holds_pointers(target)),
            Root::Rows(table, levels) => self.row_type(table, levels).is_none_or(holds_pointers),
            Root::Text(_) | Root::Null | Root::Start(_) => false,
        }
    }

    /// Touches the memory that code which is not seen may know.
    pub(super) fn touch_others(&mut self, touched: &mut Touched) -> Result<()> {
        touched.is_all = true;
        let mut others = Vec::new();
        for array in self.arrays.exposed() {
            if let Origin::Shared(key, ..) = &self.arrays.get(array).origin {
                others.push((key.clone(), array));
            }
        }
        for (array, draft) in self.arrays.iter() {
            if let ArrayKey::Part(root, members) = &draft.key
                && self.has_escaped(*root)
            {
                others.push((format!("{} {members:?}", self.root_name(*root)), array));
            }
        }
        others.sort();
        for (key, array) in others {
            touched.add(array, key);
        }
        Ok(())
    }
}

/// Whether a pointer leads to the first element of one array of numbers.
fn is_first(pointer: &Pointer) -> Result<bool> {
    let [(_, target)] = pointer.as_slice() else {
        return Ok(false);
    };
    match target.path.as_slice() {
        [Step::Index(index)] => Ok(index.as_constant()? == Some(0)),
        _ => Ok(false),
    }
}

/// Whether a statement changes nothing unless it leaves the function.
fn only_leaves(statement: &Statement) -> bool {
    match &statement.kind {
        StatementKind::If { then, other, .. } => {
            let leaves =
                |k: &StatementKind| matches!(k, StatementKind::Return(_)) || ends_program(k);
            other.is_empty() && last(then).is_some_and(leaves)
        }
        _ => false,
    }
}

/// The names of members of a type, one inside the other.
pub(super) fn member_names(ty: &Type, members: &[usize]) -> String {
    let mut ty = innermost(ty);
    let mut text = String::new();
    for at in members {
        let Type::Record(record) = ty else { break };
        let Some(member) = record.members.get(*at) else {
            break;
        };
        match member.name.as_str() {
            "" => text.push_str(&format!(".{at}")),
            name => text.push_str(&format!(".{name}")),
        }
        ty = innermost(&member.ty);
    }
    text
}

/// Whether a part of a type is a pointer.
pub(super) fn holds_pointers(ty: &Type) -> bool {
    match ty {
        Type::Pointer(_) | Type::Unknown => true,
        Type::Array { element, .. } => holds_pointers(element),
        Type::Record(record) => record.members.iter().any(|m| holds_pointers(&m.ty)),
        _ => false,
    }
}
