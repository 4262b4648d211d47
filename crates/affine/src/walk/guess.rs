//! Guesses closed forms from the text of a loop, or from executing it with unknown values.

use super::forms::{Form, Law, before_first};
use super::loops::Forms;
use super::steps::{Amount, constants, index_at, step_of, targets, value_at};
use crate::state::Walker;
use crate::stop::Result;
use crate::survey::{assigns_first, copies, loaded_objects, single_assignment};
use crate::values::{Cell, Known, Number, Pointer, Root, Step, Target, joined, restricted};
use poly::{PwAff, Set};
use program::{Lifetime, Loop, ObjectId, Type, Value};
use std::collections::BTreeMap;

/// Rings have at most this many values.
const PERIOD: usize = 64;

/// The cells that an iteration only copies, as its text shows.
fn copied(l: &Loop, open: &[Cell]) -> BTreeMap<Cell, Transition> {
    let copies = copies(l);
    let copied = |cell: &Cell| {
        let object = *copies.get(&cell.object)?;
        let from = Cell { object, element: 0 };
        open.contains(&from)
            .then_some((*cell, Transition::Copy(from)))
    };
    open.iter().filter_map(copied).collect()
}

/// What an iteration does to a cell.
enum Transition {
    Form(Form),
    /// It gets the value that another cell had.
    Copy(Cell),
    /// Not seen yet.
    Open,
}

impl Walker<'_> {
    /// A closed form for each cell that a loop changes.
    pub(crate) fn closed_forms(&mut self, l: &Loop) -> Result<Forms> {
        let mut forms = Forms::new();
        let mut open = Vec::new();
        let elsewhere = self.reached_in(l);
        for cell in self.changing(l) {
            if elsewhere.contains(&cell.object) {
                forms.insert(cell, Form::Data);
                continue;
            }
            match self.textual_form(l, cell)? {
                Some(form) => drop(forms.insert(cell, form)),
                None => open.push(cell),
            }
        }
        let is_open = self.tiles.open > 0;
        if is_open || open.iter().all(|cell| self.is_held(cell.object)) {
            forms.extend(open.into_iter().map(|cell| (cell, Form::Data)));
            return Ok(forms);
        }
        self.solve(l, forms, open)
    }

    /// The closed form of a cell that changes by the same amount in each iteration.
    fn textual_form(&mut self, l: &Loop, cell: Cell) -> Result<Option<Form>> {
        let object = cell.object;
        if self.tracked.elements(object) != Some(0) {
            return Ok(None);
        }
        // One that has a value before the loop says how the loop is left.
        let is_temporary = self.object(object).lifetime == Lifetime::Temporary
            && !self.state.env.contains_key(&cell);
        if assigns_first(l, object, is_temporary) {
            return Ok(Some(Form::Dead));
        }
        let Some(step) = single_assignment(l, object).and_then(|v| step_of(v, object)) else {
            return Ok(None);
        };
        let Some(first) = self.state.env.get(&cell).cloned() else {
            return Ok(Some(Form::Data));
        };
        let first = first.resolved()?.lifted_to(self.dims)?;
        if matches!(first, Known::Data) {
            return Ok(Some(Form::Data));
        }
        let step = match step {
            Amount::Number(n) => Some(self.number(n)?),
            Amount::Value(value, sign) => self
                .invariant(l, value)?
                .map(|n| n.scale(sign))
                .transpose()?,
        };
        Ok(step.map(|step| Form::Linear { first, step }))
    }

    /// An integer that a loop does not change.
    pub(crate) fn invariant(&mut self, l: &Loop, value: &Value) -> Result<Option<Number>> {
        let changed = self.changed_in(l);
        let mut loads = Vec::new();
        loaded_objects(value, &mut loads);
        match loads.iter().any(|o| changed.contains(o)) {
            true => Ok(None),
            false => self.integer(value),
        }
    }

    /// Finds the closed forms of the other cells.
    fn solve(&mut self, l: &Loop, mut forms: Forms, mut open: Vec<Cell>) -> Result<Forms> {
        for _ in 0..4 {
            if open.is_empty() {
                break;
            }
            let found = self.transitions(l, &forms, &open)?;
            let before = open.len();
            for (cell, form) in self.resolved_forms(&open, found)? {
                forms.insert(cell, form);
                open.retain(|c| *c != cell);
            }
            if open.len() == before {
                break;
            }
        }
        forms.extend(open.into_iter().map(|cell| (cell, Form::Data)));
        Ok(forms)
    }

    /// What an iteration does to cells whose values at its start are not known.
    fn transitions(
        &mut self,
        l: &Loop,
        forms: &Forms,
        open: &[Cell],
    ) -> Result<BTreeMap<Cell, Transition>> {
        let mut with_starts = forms.clone();
        for (at, cell) in open.iter().enumerate() {
            let start = self.symbolic_start(at, *cell)?;
            with_starts.insert(*cell, start);
        }
        let firsts = self.state.env.clone();
        let domain = self.state.domain.clone();
        let (at, dims) = (self.at, self.dims);
        let found = match self.dry_run(l, &with_starts) {
            Ok(found) => found,
            Err(stop) if stop.is_unknown() => {
                self.unwound.clear();
                self.at = at;
                return Ok(copied(l, open));
            }
            Err(stop) => return Err(stop),
        };
        self.at = at;
        if found.end.is_dead || found.end.domain.is_empty()? {
            return Ok(copied(l, open));
        }
        let mut transitions = BTreeMap::new();
        for (at, cell) in open.iter().enumerate() {
            let first = firsts.get(cell).map(|k| k.lifted_to(dims)).transpose()?;
            let known = match found.end.env.get(cell) {
                Some(known) => known.lifted_to(dims + 1)?,
                None => Known::Data,
            };
            let names = Names {
                prefix: self.prefix(),
                own: at,
                cell: *cell,
            };
            let transition = self.transition(&known, first, &names, &found.end.domain, &domain)?;
            let transition = match transition {
                Transition::Copy(Cell { element, .. }) if matches!(known, Known::Integer(_)) => {
                    Transition::Copy(open[element as usize])
                }
                other => other,
            };
            transitions.insert(*cell, transition);
        }
        Ok(transitions)
    }

    fn prefix(&self) -> String {
        format!("start{}_", self.dry)
    }

    fn symbolic_start(&self, at: usize, cell: Cell) -> Result<Form> {
        let ty = match &self.object(cell.object).ty {
            Type::Array { element, .. } => element,
            ty => ty,
        };
        let first = match ty {
            Type::Pointer(_) => {
                let target = Target::new(Root::Start(cell)).with(Step::Index(self.number(0)?));
                Known::Pointer(vec![(Set::all(self.ctx, self.dims)?, target)])
            }
            _ => {
                let name = format!("{}{at}", self.prefix());
                Known::Integer(Number::total(PwAff::param(self.ctx, self.dims, &name)?))
            }
        };
        let step = self.number(0)?;
        Ok(Form::Linear { first, step })
    }

    fn transition(
        &self,
        known: &Known,
        first: Option<Known>,
        names: &Names,
        end: &Set,
        domain: &Set,
    ) -> Result<Transition> {
        match known {
            Known::Integer(number) => {
                let number = number.simplified(end)?;
                self.integer_transition(&number, first, names, domain)
            }
            Known::Pointer(pointer) => {
                pointer_transition(self, pointer, first, names, (end, domain))
            }
            _ => Ok(Transition::Form(Form::Data)),
        }
    }

    fn integer_transition(
        &self,
        number: &Number,
        first: Option<Known>,
        names: &Names,
        domain: &Set,
    ) -> Result<Transition> {
        let starts = names.starts(number)?;
        if starts.is_empty() {
            let then = Known::Integer(number.clone());
            return Ok(Transition::Form(invariant_or_previous(
                self, first, then, domain,
            )?));
        }
        let Some(Known::Integer(first)) = first else {
            return Ok(Transition::Open);
        };
        if let [only] = starts.as_slice() {
            let start = PwAff::param(self.ctx, self.dims + 1, &names.name(*only))?;
            let step = number.sub(&Number::total(start))?;
            let step_starts = names.starts(&step)?;
            if *only != names.own {
                let is_copy = step.as_constant()? == Some(0);
                return Ok(match is_copy {
                    true => Transition::Copy(index_cell(*only)),
                    false => Transition::Open,
                });
            }
            if step_starts.is_empty() {
                return Ok(match self.without_last(&step)? {
                    Some(step) => Transition::Form(Form::Linear {
                        first: Known::Integer(first),
                        step,
                    }),
                    None => Transition::Open,
                });
            }
            return self.orbit(number, &first, &names.name(*only));
        }
        Ok(Transition::Open)
    }

    /// The number as a function of the iterators outside of the loop, if it is one.
    fn without_last(&self, number: &Number) -> Result<Option<Number>> {
        // A number may be known in some iterations alone.
        Ok(match number.as_constant()? {
            Some(c) => Some(self.number(c)?),
            None => number.without_last(self.dims)?,
        })
    }

    /// A ring from the numbers that an iteration leads through.
    fn orbit(&self, next: &Number, first: &Number, start: &str) -> Result<Transition> {
        let Some(next) = next.as_affine() else {
            return Ok(Transition::Open);
        };
        let constant = first.as_constant()?;
        let from = constant.unwrap_or(0);
        let mut numbers = vec![from];
        let mut at = from;
        loop {
            let Some(value) = value_at(next, start, at)? else {
                return Ok(Transition::Open);
            };
            let stays = value == at;
            at = value;
            if stays && numbers.len() > 1 && constant.is_some() {
                let form = Form::until(&numbers);
                return Ok(form.map_or(Transition::Open, Transition::Form));
            }
            if at == from {
                break;
            }
            if stays || numbers.len() == PERIOD {
                return Ok(Transition::Open);
            }
            numbers.push(at);
        }
        let law = Law::of(self.ctx, self.dims, &numbers)?;
        Ok(match (law, constant) {
            (Some(law), Some(_)) => Transition::Form(Form::Ring(law)),
            (Some(law), None) => Transition::Form(Form::Ring(Law {
                first: first.clone(),
                ..law
            })),
            (None, Some(_)) => {
                let values = numbers.iter().map(|n| Ok(Known::Integer(self.number(*n)?)));
                Transition::Form(Form::Table(values.collect::<Result<_>>()?))
            }
            (None, None) => Transition::Open,
        })
    }

    /// The forms that are found, rotations among cells included.
    fn resolved_forms(
        &mut self,
        open: &[Cell],
        found: BTreeMap<Cell, Transition>,
    ) -> Result<Vec<(Cell, Form)>> {
        let mut forms = Vec::new();
        for cell in open {
            match found.get(cell) {
                None => forms.push((*cell, Form::Data)),
                Some(Transition::Form(form)) => forms.push((*cell, form.clone())),
                Some(Transition::Copy(_)) => {
                    if let Some(form) = self.rotation(*cell, &found)? {
                        forms.push((*cell, form));
                    }
                }
                Some(Transition::Open) => {}
            }
        }
        Ok(forms)
    }

    /// The closed form of a cell in a circle of copies.
    fn rotation(&mut self, cell: Cell, found: &BTreeMap<Cell, Transition>) -> Result<Option<Form>> {
        let mut circle = vec![cell];
        let mut at = cell;
        loop {
            let Some(Transition::Copy(next)) = found.get(&at) else {
                return Ok(None);
            };
            at = *next;
            if at == cell {
                break;
            }
            if circle.contains(&at) || circle.len() > PERIOD {
                return Ok(None);
            }
            circle.push(at);
        }
        let mut values = Vec::new();
        for cell in circle {
            match self.state.env.get(&cell) {
                Some(known) => values.push(known.lifted_to(self.dims)?),
                None => return Ok(None),
            }
        }
        match self.ring(&values)? {
            Some(form) => Ok(Some(form)),
            None => Ok(Some(Form::Table(values))),
        }
    }

    /// Values in turn that differ in one number only.
    fn ring(&self, values: &[Known]) -> Result<Option<Form>> {
        if let Some(numbers) = constants(values)? {
            let law = Law::of(self.ctx, self.dims, &numbers)?;
            return Ok(law.map(Form::Ring));
        }
        let Some(targets) = targets(values) else {
            return Ok(None);
        };
        let (Some(first), Some(second)) = (targets.first(), targets.get(1)) else {
            return Ok(None);
        };
        if !targets.iter().all(|t| t.is_parallel(first)) {
            return Ok(None);
        }
        let domain = &self.state.domain;
        for position in 0..first.path.len() {
            let (Some(a), Some(b)) = (index_at(first, position), index_at(second, position)) else {
                continue;
            };
            if a.equals(b, domain)? {
                continue;
            }
            let indices = targets.iter().map(|t| index_at(t, position));
            let indices = indices.map(|n| n.map_or(Ok(None), Number::as_constant));
            let Some(numbers) = indices.collect::<poly::Result<Option<Vec<i64>>>>()? else {
                return Ok(None);
            };
            let law = Law::of(self.ctx, self.dims, &numbers)?;
            return Ok(law.map(|law| Form::Place {
                target: (*first).clone(),
                position,
                law,
            }));
        }
        Ok(None)
    }
}

/// The names of the starts of the open cells.
struct Names {
    prefix: String,
    /// The number of the present cell.
    own: usize,
    /// The present cell.
    cell: Cell,
}

impl Names {
    fn name(&self, at: usize) -> String {
        format!("{}{at}", self.prefix)
    }

    /// The starts that a number depends on.
    fn starts(&self, number: &Number) -> Result<Vec<usize>> {
        let used = number.used_params()?;
        let mut found: Vec<usize> = used
            .iter()
            .filter_map(|name| name.strip_prefix(&self.prefix)?.parse().ok())
            .collect();
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }
}

/// The number of an open cell in place of the cell.
fn index_cell(at: usize) -> Cell {
    Cell {
        object: ObjectId(u32::MAX),
        element: u32::try_from(at).unwrap_or(0),
    }
}

fn invariant_or_previous(
    walker: &Walker<'_>,
    first: Option<Known>,
    then: Known,
    domain: &Set,
) -> Result<Form> {
    if let Some(first) = &first {
        let lifted = first.lifted_to(walker.dims + 1)?;
        if lifted.equals(&then, &domain.lifted(1)?)? {
            return Ok(Form::Linear {
                first: first.clone(),
                step: walker.number(0)?,
            });
        }
    }
    let Some(first) = first.filter(|f| !matches!(f, Known::Data)) else {
        return Ok(Form::Unset(then));
    };
    let extended = before_first(&then, walker.ctx, walker.dims)?;
    let first = match first.equals(&extended, domain)? {
        true => None,
        false => Some(first),
    };
    Ok(Form::Previous { first, then })
}

fn pointer_transition(
    walker: &Walker<'_>,
    pointer: &Pointer,
    first: Option<Known>,
    names: &Names,
    (end, domain): (&Set, &Set),
) -> Result<Transition> {
    let is_start = |(_, target): &&(Set, Target)| matches!(target.root, Root::Start(_));
    if !pointer.iter().any(|p| is_start(&p)) {
        let then = Known::Pointer(pointer.to_vec());
        return Ok(Transition::Form(invariant_or_previous(
            walker, first, then, domain,
        )?));
    }
    let Some(target) = joined(&restricted(pointer, end)?)? else {
        return Ok(Transition::Open);
    };
    let (Root::Start(cell), [Step::Index(by)]) = (target.root, target.path.as_slice()) else {
        return Ok(Transition::Open);
    };
    let by = by.simplified(end)?;
    if !names.starts(&by)?.is_empty() {
        return Ok(Transition::Open);
    }
    if by.as_constant()? == Some(0) {
        return Ok(match (cell == names.cell, first) {
            (true, Some(first)) => Transition::Form(Form::Linear {
                first,
                step: walker.number(0)?,
            }),
            _ => Transition::Copy(cell),
        });
    }
    let (Some(step), Some(first)) = (walker.without_last(&by)?, first) else {
        return Ok(Transition::Open);
    };
    Ok(Transition::Form(Form::Linear { first, step }))
}
