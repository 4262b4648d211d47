//! Tables of pointers to rows: allocated memory that holds pointers, of which each is set once, by
//! what it leads to: `p[i] = p[0] + i * w`, `p[i] = malloc(w)`.
//!
//! Assumes: a pointer in such a table is read only after it is set. Every other use, and a store
//! that is not understood, makes the table memory ([`Stop::Holds`]).

use crate::draft::{ArrayKey, Element, Term};
use crate::state::Walker;
use crate::stop::{Result, Stop};
use crate::values::{Cell, Number, Pointer, Root, Row, Step, Target, restricted};
use poly::{PwAff, Set};
use program::{Place, Type, Value, ValueKind};
use source::Span;
use std::collections::BTreeSet;

impl Walker<'_> {
    /// Whether allocated memory is a table whose pointers are followed.
    pub(super) fn is_table(&self, root: Root) -> bool {
        let Root::Heap(at) = root else { return false };
        let heap = &self.heaps[at];
        let holds_pointers = matches!(heap.element, Some(Type::Pointer(_)));
        let is_held = self.is_held(Cell::heap_object(at));
        holds_pointers && heap.dims == 0 && !is_held
    }

    /// A table becomes memory.
    pub(super) fn release_table(&self, root: Root) -> Result<()> {
        match root {
            Root::Heap(at) if self.is_table(root) && self.dry == 0 => {
                Err(Stop::Holds(Cell::heap_object(at)))
            }
            _ => Ok(()),
        }
    }

    /// Tables of which a loop sets pointers in iterations that are not known yet become memory.
    pub(super) fn release_rows(&self) -> Result<()> {
        let Some(around) = self.open_loops.last().filter(|_| self.dims == 1) else {
            return Ok(());
        };
        let is_own = |row: &Row| row.inside.as_ref().is_some_and(|(at, ..)| at == around);
        let mut heaps = self.heaps.iter().enumerate();
        match heaps.find(|(_, heap)| heap.rows.iter().any(is_own)) {
            Some((at, _)) => self.release_table(Root::Heap(at)),
            _ => Ok(()),
        }
    }

    /// The element of a table that a place is, if its subscript is known.
    fn known_element(&mut self, place: &Place) -> Result<Option<(usize, Number)>> {
        Ok(match self.table_element(place)? {
            Some((at, Step::Index(index))) => Some((at, index)),
            _ => None,
        })
    }

    /// The element of a table that a place is, as its number and the step to it.
    fn table_element(&mut self, place: &Place) -> Result<Option<(usize, Step)>> {
        let found = self.table_elements(place)?;
        if let [(_, at, step)] = found.as_slice() {
            return Ok(Some((*at, step.clone())));
        }
        found
            .iter()
            .try_for_each(|(_, at, _)| self.release_table(Root::Heap(*at)))?;
        Ok(None)
    }

    /// The elements of tables that a place is, each where it is that: as the number of the table
    /// and the step to it.
    fn table_elements(&mut self, place: &Place) -> Result<Vec<(Set, usize, Step)>> {
        let has_tables = (0..self.heaps.len()).any(|at| self.is_table(Root::Heap(at)));
        if !has_tables || !matches!(place, Place::At(_)) {
            return Ok(Vec::new());
        }
        let count = self.accesses.len();
        let found = self.place(place);
        if let Ok([(on, target)]) = found.as_deref()
            && let (Root::Heap(at), [step @ Step::Any(_)]) = (target.root, target.path.as_slice())
            && self.is_table(target.root)
        {
            // The term of the subscript names the accesses.
            return Ok(vec![(on.clone(), at, step.clone())]);
        }
        self.accesses.truncate(count);
        let found = match found {
            Err(Stop::Holds(object)) => return Err(Stop::Holds(object)),
            Err(_) => return Ok(Vec::new()),
            Ok(found) => found,
        };
        let mut all = Vec::new();
        for (on, target) in &found {
            if let (Root::Heap(at), [Step::Index(index)]) = (target.root, target.path.as_slice())
                && self.is_table(target.root)
            {
                let index = Step::Index(index.lifted_to(self.dims)?);
                all.push((on.clone(), at, index));
            }
        }
        if all.len() < found.len() {
            all.iter()
                .try_for_each(|(_, at, _)| self.release_table(Root::Heap(*at)))?;
            all.clear();
        }
        Ok(all)
    }

    /// Executes `place = value` for a pointer of a table. Returns whether it is one.
    pub(super) fn set_row(&mut self, place: &Place, value: &Value) -> Result<bool> {
        let Some((at, index)) = self.known_element(place)? else {
            return Ok(false);
        };
        let root = Root::Heap(at);
        let is_read = |l: &Span| self.heaps[at].read_in.contains(l);
        let is_once = self.guards.is_empty()
            && self.tiles.open == 0
            && self.dims <= 1
            && !self.open_loops.iter().any(is_read);
        let stored = match is_once {
            true => self.row_of((at, &index), value)?,
            false => None,
        };
        let Some(target) = stored else {
            self.release_table(root)?;
            return Ok(self.dry > 0);
        };
        let Some(row) = self.row(&index, target)? else {
            self.release_table(root)?;
            return Ok(self.dry > 0);
        };
        let mut row = row;
        for other in &self.heaps[at].rows {
            let both = row.on.intersect(&other.on)?;
            if !both.is_empty()? && !row.target.equals(&other.target, &both)? {
                self.release_table(root)?;
                return Ok(self.dry > 0);
            }
            row.on = row.on.subtract(&other.on)?;
        }
        self.heaps[at].rows.push(row);
        Ok(true)
    }

    /// What a pointer leads to that is stored in an element of a table, in the present iteration.
    fn row_of(&mut self, (at, index): (usize, &Number), value: &Value) -> Result<Option<Target>> {
        if let Some(target) = self.stepped_row((at, index), value)? {
            return Ok(Some(target));
        }
        let Some(found) = self.pointer(value)? else {
            return Ok(None);
        };
        let [(_, target)] = found.as_slice() else {
            return Ok(None);
        };
        let target = target.each(|n| n.lifted_to(self.dims))?;
        match target.root {
            Root::Heap(own) if self.heaps[own].dims == 1 => self.own_row(own, target, index),
            Root::Heap(_) | Root::Pointee(_) | Root::Object(_) => Ok(Some(target)),
            _ => Ok(None),
        }
    }

    /// `p[i] = p[i - 1] + w` from 1 on, where `p[0]` is set before.
    fn stepped_row(
        &mut self,
        (at, index): (usize, &Number),
        value: &Value,
    ) -> Result<Option<Target>> {
        let mut inner = value;
        while let ValueKind::Convert(converted) = &inner.kind {
            inner = converted;
        }
        let ValueKind::Offset { pointer, by } = &inner.kind else {
            return Ok(None);
        };
        let ValueKind::Load(place) = &pointer.kind else {
            return Ok(None);
        };
        let Some((other, before)) = self.known_element(place)? else {
            return Ok(None);
        };
        let step = index.sub(&before)?.as_constant()?;
        if self.dims != 1 || other != at || step != Some(1) {
            return Ok(None);
        }
        let Some(by) = self.integer(by)? else {
            return Ok(None);
        };
        let first = Number::constant(self.ctx, 1, 0)?;
        let zero = PwAff::number(self.ctx, 1, 0)?;
        let start = PwAff::coordinate(self.ctx, 1, 0)?.eq_set(&zero)?;
        let start = start.intersect_params(&self.state.domain.params()?)?;
        let rows = self.heaps[at].rows.iter();
        let mut rows = rows.filter(|row| self.is_done(row));
        let Some(row) = rows.find(|row| start.is_subset(&row.on).unwrap_or(false)) else {
            return Ok(None);
        };
        let row = row.target.clone();
        let starts_at_one = match self.affine(index)? {
            Some(index) => {
                let counted = PwAff::coordinate(self.ctx, 1, 0)?;
                let one = PwAff::number(self.ctx, 1, 1)?;
                self.state
                    .domain
                    .is_subset(&index.eq_set(&counted.add(&one)?)?)?
            }
            None => false,
        };
        let is_same = !by.involves_from(0)? && starts_at_one;
        let Some(far) = index.mul(&by)?.filter(|_| is_same) else {
            return Ok(None);
        };
        let to_first = match first.as_affine() {
            Some(first) => first.to_map()?,
            None => return Ok(None),
        };
        let target = row.each(|n| n.pullback(&to_first))?;
        target.moved(&far).map_err(Stop::from)
    }

    /// Memory that each iteration of a loop allocates as one row of a table: all rows become one
    /// array.
    fn own_row(&mut self, own: usize, target: Target, index: &Number) -> Result<Option<Target>> {
        let heap = &self.heaps[own];
        let is_unused = self.pending == Some(own) || heap.is_unused || heap.element.is_none();
        let is_new = self.dims == 1
            && heap.inside == self.open_loops.last().copied()
            && is_unused
            && !self.arrays.has(Root::Heap(own));
        let [Step::Index(start)] = target.path.as_slice() else {
            return Ok(None);
        };
        if heap.element.is_none() {
            return self
                .untyped_row(own, index)
                .map(|row| row.filter(|_| is_new));
        }
        let (Some(element), Some(extent)) = (heap.element.clone(), heap.extent.clone()) else {
            return Ok(None);
        };
        let is_fixed = !extent.involves_from(0)? && start.as_constant()? == Some(0);
        if !is_new || !is_fixed || !matches!(element, Type::Integer(_) | Type::Floating(_)) {
            return Ok(None);
        }
        let is_zero = heap.is_zero;
        self.pending = None;
        self.heaps[own].is_unused = false;
        self.extents
            .insert(Root::Heap(own), vec![None, Some(extent.clone())]);
        self.heaps[own].element = Some(Type::Array {
            element: element.clone().into(),
            length: None,
        });
        self.heaps[own].extent = None;
        self.heaps[own].is_row = true;
        let target = Target::new(Root::Heap(own))
            .with(Step::Index(index.clone()))
            .with(Step::Index(self.number(0)?));
        if is_zero {
            let Some(length) = self.affine(&extent)? else {
                return Ok(None);
            };
            self.zero_row(&target, &element, length)?;
        }
        Ok(Some(target))
    }

    /// The same for memory that gets its type together with the table.
    fn untyped_row(&mut self, own: usize, index: &Number) -> Result<Option<Target>> {
        let heap = &mut self.heaps[own];
        let is_fixed = match &heap.bytes {
            Some(bytes) => !bytes.involves_from(0)?,
            None => false,
        };
        if !is_fixed || heap.is_zero {
            return Ok(None);
        }
        heap.is_row = true;
        let target = Target::new(Root::Heap(own)).with(Step::Index(index.clone()));
        Ok(Some(target.with(Step::Index(self.number(0)?))))
    }

    /// Gives the rows of a table the type of their elements, if they have none yet.
    pub(crate) fn set_row_types(&mut self, table: Root, element: &Type) -> Result<()> {
        let Root::Heap(at) = table else { return Ok(()) };
        let is_number = matches!(element, Type::Integer(_) | Type::Floating(_));
        if !self.is_table(table) || !is_number || self.dims > 0 {
            return Ok(());
        }
        let rows = self.heaps[at].rows.iter().map(|row| row.target.root);
        let rows: BTreeSet<Root> = rows.collect();
        for row in rows {
            let Root::Heap(own) = row else { continue };
            if !self.heaps[own].is_row || self.heaps[own].element.is_some() {
                continue;
            }
            let (Some(bytes), Some(size)) = (self.heaps[own].bytes.clone(), self.size_of(element)?)
            else {
                continue;
            };
            let Some(bytes) = bytes.without_last(0)? else {
                continue;
            };
            let Some(extent) = self.elements_in(&bytes, &size)? else {
                continue;
            };
            self.extents.insert(row, vec![None, Some(extent)]);
            self.heaps[own].element = Some(Type::Array {
                element: element.clone().into(),
                length: None,
            });
        }
        Ok(())
    }

    fn zero_row(&mut self, row: &Target, ty: &Type, length: PwAff) -> Result<()> {
        let term = self.zero(ty)?;
        let at = self.dims;
        self.for_each(&[Some(length)], |walker| {
            walker.accesses.clear();
            let by = Number::total(walker.iterator(at)?);
            let Some(target) = row.moved(&by)? else {
                return Ok(());
            };
            let array = walker.part(&target, ty)?;
            let indices = target.indices().map(|n| n.lifted_to(walker.dims));
            let indices = indices.collect::<poly::Result<Vec<_>>>()?;
            let write = walker.access(array, Element::At(indices));
            let term = match &term {
                Term::Integer { .. } => Term::integer(PwAff::number(walker.ctx, walker.dims, 0)?),
                other => other.clone(),
            };
            walker.store_guarded(term, write, ty)
        })
    }

    /// The pointers that the present statement sets in a table; `None` if their subscripts are not
    /// understood.
    fn row(&mut self, index: &Number, target: Target) -> Result<Option<Row>> {
        let Some(affine) = self.affine(index)? else {
            return Ok(None);
        };
        if self.dims == 0 {
            let subscript = PwAff::coordinate(self.ctx, 1, 0)?;
            let on = subscript.eq_set(&affine.lifted(1)?)?;
            let on = on.intersect(&self.state.domain.lifted(1)?)?;
            let target = target.each(|n| n.lifted_to(1))?;
            let inside = None;
            return Ok(Some(Row { on, target, inside }));
        }
        let is_counted = index.coefficient(0)? == 1;
        let (Some(around), true) = (self.open_loops.last().copied(), is_counted) else {
            return Ok(None);
        };
        let iterations = affine
            .intersect_domain(&self.state.domain)?
            .to_map()?
            .reverse()?;
        let on = self.state.domain.apply(&iterations.reverse()?)?;
        let inside = Some((around, index.clone(), target.clone()));
        let target = target.each(|n| n.pullback(&iterations))?;
        Ok(Some(Row { on, target, inside }))
    }

    /// Whether the loop is left in which pointers are set.
    fn is_done(&self, row: &Row) -> bool {
        let inside = row.inside.as_ref();
        inside.is_none_or(|(around, ..)| !self.open_loops.contains(around))
    }

    /// What a pointer of a table leads to; `None` if the place is none, or not known.
    pub(crate) fn row_at(&mut self, place: &Place) -> Result<Option<Pointer>> {
        let found = self.table_elements(place)?;
        match found.as_slice() {
            [] => return self.callers_row(place),
            [(_, at, Step::Any(data))] => return self.row_of_data(*at, *data),
            [(_, at, Step::Index(index))] => return self.row_of_element(*at, index),
            _ => {}
        }
        let mut all = Pointer::new();
        for (on, at, step) in &found {
            let Step::Index(index) = step else {
                return Ok(None);
            };
            let here = self.state.domain.intersect(on)?;
            let row = self.within(here.clone(), |w| w.row_of_element(*at, index))?;
            let Some(row) = row else { return Ok(None) };
            all.extend(restricted(&row, &here)?);
        }
        Ok(Some(all))
    }

    /// What the pointer of this subscript in a table leads to.
    fn row_of_element(&mut self, at: usize, index: &Number) -> Result<Option<Pointer>> {
        let domain = self.state.domain.clone();
        let mut left = domain.clone();
        let (mut found, mut are_done) = (Pointer::new(), !self.heaps[at].is_zero);
        let map = match self.affine(index)? {
            Some(index) => Some(index.to_map()?),
            None => None,
        };
        for row in self.heaps[at].rows.clone() {
            if self.is_done(&row) {
                let Some(map) = &map else { continue };
                let here = row.on.apply(&map.reverse()?)?.intersect(&domain)?;
                if here.is_empty()? {
                    continue;
                }
                left = left.subtract(&here)?;
                let target = row.target.each(|n| n.pullback(map))?;
                add_target(&mut found, here, target)?;
                continue;
            }
            are_done = false;
            if let Some((_, own, target)) = &row.inside
                && index.equals(&own.lifted_to(self.dims)?, &domain)?
            {
                left = left.subtract(&domain)?;
                found = vec![(domain.clone(), target.each(|n| n.lifted_to(self.dims))?)];
            }
        }
        let are_done = are_done && !found.is_empty();
        if !left.is_empty()? && are_done && map.is_some() && self.guards.is_empty() && self.dry == 0
        {
            // A program that reads a pointer which is never set is not defined.
            self.exclude(&left)?;
            self.note_all_set(at);
        } else if !left.is_empty()? {
            self.release_table(Root::Heap(at))?;
            return Ok(None);
        }
        Ok(Some(found))
    }

    /// What a pointer of a table leads to behind a subscript that depends on data: it is a function
    /// of the subscript, and a program that reads a pointer which is never set is not defined.
    fn row_of_data(&mut self, at: usize, data: usize) -> Result<Option<Pointer>> {
        match self.row_by_data(at, data)? {
            Some(target) => Ok(Some(vec![(self.state.domain.clone(), target)])),
            None => {
                self.release_table(Root::Heap(at))?;
                Ok(None)
            }
        }
    }

    fn row_by_data(&mut self, at: usize, data: usize) -> Result<Option<Target>> {
        let rows = self.heaps[at].rows.clone();
        let Some(root) = rows.first().map(|row| row.target.root) else {
            return Ok(None);
        };
        let is_set = |row: &Row| self.is_done(row) && row.target.root == root;
        if self.heaps[at].is_zero || !rows.iter().all(is_set) {
            return Ok(None);
        }
        let here = self.state.domain.params()?;
        let here = Set::all(self.ctx, 1)?.intersect_params(&here)?;
        let target = Target::new(root);
        let target = match (are_own_rows(&rows, &here)?, starts(&rows, &here)?) {
            (Some(on), _) => {
                let row = self.derived_subscript(format!("row of {on}"), &[data])?;
                target
                    .with(Step::Any(row))
                    .with(Step::Index(self.number(0)?))
            }
            (None, Some(starts)) => {
                let start = self.derived_subscript(format!("start of row, {starts}"), &[data])?;
                target.with(Step::Any(start))
            }
            (None, None) => return Ok(None),
        };
        self.note_all_set(at);
        Ok(Some(target))
    }

    /// Notes that a table is read as if all of its pointers were set, in the present iteration.
    fn note_all_set(&mut self, at: usize) {
        self.heaps[at]
            .read_in
            .extend(self.open_loops.iter().copied());
    }

    /// Frees a row of its own. Returns whether it is one.
    pub(super) fn free_row(&mut self, target: &Target) -> Result<bool> {
        let (Root::Heap(at), [Step::Index(row), Step::Index(start)]) =
            (target.root, target.path.as_slice())
        else {
            return Ok(false);
        };
        if !self.heaps[at].is_row {
            return Ok(false);
        }
        let is_each = self.dims == 1 && row.coefficient(0)?.abs() == 1 && self.guards.is_empty();
        let is_first = !std::mem::replace(&mut self.heaps[at].are_rows_freed, true);
        match is_each && is_first && start.as_constant()? == Some(0) {
            true => Ok(true),
            false => self.unknown("rows that are freed in another way than each once"),
        }
    }

    /// Rows that a loop frees are not used in it.
    pub(super) fn check_freed_rows(&self, first_statement: usize) -> Result<()> {
        let is_freed = |array: usize| match self.arrays.list_key(array) {
            Some(ArrayKey::Part(Root::Heap(at), _)) => self.heaps[*at].are_rows_freed,
            _ => false,
        };
        let inner = self.statements.iter().skip(first_statement);
        let mut accesses = inner.flat_map(|s| &s.accesses);
        match accesses.any(|access| is_freed(access.array)) {
            true => self.unknown("memory that may have been freed"),
            false => Ok(()),
        }
    }
}

/// The subscripts of pointers of which each leads to a row of its own subscript, from its start.
/// This is `here`, with parameter values that are not repeated.
fn are_own_rows(rows: &[Row], here: &Set) -> Result<Option<Set>> {
    let mut all: Option<Set> = None;
    for Row { on, target, .. } in rows {
        let [Step::Index(row), Step::Index(column)] = target.path.as_slice() else {
            return Ok(None);
        };
        let own = Number::total(PwAff::coordinate(row.context(), 1, 0)?);
        if !row.equals(&own, on)? || column.as_constant()? != Some(0) {
            return Ok(None);
        }
        all = Some(match all {
            Some(all) => all.union(on)?,
            None => on.clone(),
        });
    }
    let all = all.map(|all| all.gist(here)?.coalesce()?.without_idle_params());
    Ok(all.transpose()?)
}

/// Where pointers into one array lead, as a text that is equal for equal functions of equal
/// parameters. This is `here`, with parameter values that are not repeated.
fn starts(rows: &[Row], here: &Set) -> Result<Option<String>> {
    let mut starts = Vec::new();
    for Row { on, target, .. } in rows {
        let [Step::Index(start)] = target.path.as_slice() else {
            return Ok(None);
        };
        let mut sum = Vec::new();
        for (product, factor) in start.simplified(on)?.factors() {
            let Some(factor) = factor.as_expr()? else {
                return Ok(None);
            };
            sum.push(format!("({factor}) {}", product.join(" ")));
        }
        let on = on.gist(here)?.coalesce()?.without_idle_params()?;
        starts.push(format!("{} on {on}", sum.join(" + ")));
    }
    Ok(Some(starts.join(", ")))
}

/// Adds a target on a set; one that says the same elsewhere, too, takes the place of both.
fn add_target(found: &mut Pointer, on: Set, target: Target) -> poly::Result<()> {
    for (known, other) in found.iter_mut() {
        if target.equals(other, known)? {
            (*known, *other) = (known.union(&on)?, target);
            return Ok(());
        }
        if other.equals(&target, &on)? {
            *known = known.union(&on)?;
            return Ok(());
        }
    }
    found.push((on, target));
    Ok(())
}
