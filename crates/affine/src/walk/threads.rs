//! Loops whose iterations threads share. Where no two iterations touch the same element, one of
//! them writing, their order does not matter: such a loop is executed in the order of the text.

use super::forms::Form;
use super::loops::Forms;
use crate::draft::{ArrayKey, SharedLoop};
use crate::state::Walker;
use crate::stop::Result;
use crate::survey::{counter, has_exit, loaded_objects};
use crate::values::{Cell, Known, Root};
use c::syntax::openmp::{self, Count, Directive, Kind, Role};
use program::visit::{Part, parts_of, statements_of, values_in};
use program::{Lifetime, Loop, ObjectId, StatementKind};
use std::collections::BTreeSet;

/// What there is before an iteration.
pub(crate) struct Before {
    statements: usize,
    arrays: usize,
    heaps: usize,
    /// The coordinate of time of the iterator.
    row: usize,
}

impl Walker<'_> {
    /// The directive that lets threads share the iterations of a loop; none if it is executed by
    /// one thread.
    pub(crate) fn directive(&self, l: &Loop) -> Result<Option<Directive>> {
        let mut found = None;
        for text in &l.pragmas {
            match openmp::read(text).filter(|_| openmp::is_openmp(text)) {
                Some(directive) if directive.kind == Kind::Simd => {}
                Some(directive) if found.is_none() && is_understood(&directive) => {
                    found = Some(directive);
                }
                _ if is_of_threads(text) => return self.unknown("threads"),
                _ => {}
            }
        }
        match &found {
            Some(_) if has_exit(l) => self.unknown("a jump out of a loop that threads share"),
            _ => Ok(found),
        }
    }

    /// The directive that states of a loop that no iteration needs another one, if that is to be
    /// checked, and whether the other program has it too.
    pub(crate) fn stated(&self, l: &Loop) -> Result<Option<(Directive, bool)>> {
        let Some(known) = &self.naming.stated else {
            return Ok(None);
        };
        for text in &l.pragmas {
            match openmp::read(text) {
                Some(directive) if directive.kind == Kind::Simd => {
                    if directive.collapse != Count::Number(1) {
                        return self.unknown("a `simd` loop that is several loops");
                    }
                    return Ok(Some((directive, known.contains(text))));
                }
                None if openmp::is_openmp(text) => return self.unknown("threads"),
                _ => {}
            }
        }
        Ok(None)
    }

    /// Notes the arrays that iterations of a loop must not share, which states that none needs
    /// another one. What iterations combine has a value that depends on the compiler, so the other
    /// program must do it too.
    pub(crate) fn state(
        &mut self,
        l: &Loop,
        forms: &Forms,
        (directive, is_known): &(Directive, bool),
        before: &Before,
    ) -> Result<()> {
        let is_combined = |name: &str| directive.roles(name).any(Role::is_computed);
        let is_plain = |role: &Role| !role.is_computed() && *role != Role::Aligned;
        if !is_known && !directive.named.iter().all(|(role, _)| is_plain(role)) {
            return self.unknown("a clause of `simd` that is new");
        }
        let counter = counter(l);
        for object in self.changed_in(l) {
            let name = self.object(object).name.clone();
            let is_own = |cell: Cell| match forms.get(&cell) {
                Some(Form::Linear { .. }) => counter == Some(object),
                Some(Form::Dead) => true,
                _ => self.object(object).lifetime == Lifetime::Temporary,
            };
            if !is_combined(&name) && !self.tracked.cells(object).all(is_own) {
                let what = format!("`{name}`, which iterations of a `simd` loop share and change");
                return self.unknown(what);
            }
        }
        if self.dry == 0 {
            let mut own = self.own_arrays(l, before);
            let combined = self.arrays.iter().filter(|(_, array)| match &array.key {
                ArrayKey::Part(Root::Object(id), _) => is_combined(&self.object(*id).name),
                _ => false,
            });
            own.extend(combined.map(|(at, _)| at));
            self.note_shared(before, own, "iterations of a `simd` loop");
        }
        Ok(())
    }

    /// Notes a loop whose iterations must not share elements of other arrays than these.
    fn note_shared(&mut self, before: &Before, own: BTreeSet<usize>, who: &'static str) {
        self.shared_loops.push(SharedLoop {
            statements: before.statements..self.statements.len(),
            row: before.row,
            own,
            who,
            at: self.at,
        });
    }

    /// What there is now, before a loop.
    pub(crate) fn before_loop(&self) -> Before {
        Before {
            statements: self.statements.len(),
            arrays: self.arrays.len(),
            heaps: self.heaps.len(),
            row: self.times.len() + 1,
        }
    }

    /// Checks the variables that the iterations of a loop change, and notes the arrays that they
    /// must not share. Afterwards nothing is known of variables that each thread has by itself.
    pub(crate) fn share(
        &mut self,
        l: &Loop,
        forms: &Forms,
        directive: &Directive,
        before: &Before,
    ) -> Result<()> {
        let counter = counter(l);
        for object in self.changed_in(l) {
            let is_counter = counter == Some(object);
            for cell in self.tracked.cells(object).collect::<Vec<_>>() {
                let form = forms.get(&cell);
                let is_own = match form {
                    Some(Form::Linear { .. }) if is_counter => true,
                    Some(Form::Dead) => self.is_private(object),
                    _ => false,
                };
                if is_own {
                    self.state.env.remove(&cell);
                } else if !self.stays_zero(cell, form, directive, l)? {
                    let name = &self.object(object).name;
                    return self.unknown(format!("`{name}`, which threads share and change"));
                }
            }
        }
        if counter.is_none_or(|c| self.tracked.elements(c) != Some(0)) {
            return self.unknown("threads");
        }
        if self.dry == 0 {
            let own = self.own_arrays(l, before);
            self.note_shared(before, own, "threads");
        }
        Ok(())
    }

    /// Whether each thread has this object by itself. Those that clauses name are declared in the
    /// body of the loop.
    pub(crate) fn is_private(&self, object: ObjectId) -> bool {
        self.object(object).lifetime == Lifetime::Temporary
    }

    /// Whether a variable that threads combine is zero before the loop and after each iteration,
    /// and never read in it.
    fn stays_zero(
        &self,
        cell: Cell,
        form: Option<&Form>,
        directive: &Directive,
        l: &Loop,
    ) -> Result<bool> {
        let name = &self.object(cell.object).name;
        let is_combined = directive.roles(name).all(|role| role == Role::Reduction)
            && directive.roles(name).next().is_some();
        let Some(Form::Linear { first, step }) = form else {
            return Ok(false);
        };
        let zero = Some(0);
        let is_zero = match first {
            Known::Integer(number) => number.as_constant()? == zero,
            _ => false,
        };
        Ok(is_combined && is_zero && step.as_constant()? == zero && !loads(l, cell.object))
    }

    /// The arrays of which each iteration has its own.
    fn own_arrays(&self, l: &Loop, before: &Before) -> BTreeSet<usize> {
        let mut declared = BTreeSet::new();
        statements_of(&l.body, &mut |statement| {
            if let StatementKind::Declare(object) = statement.kind {
                declared.insert(object);
            }
        });
        let is_own_object = |id: ObjectId| match self.object(id).lifetime {
            Lifetime::Automatic => declared.contains(&id) || !self.is_active(id),
            Lifetime::Parameter => !self.is_active(id),
            Lifetime::Temporary => true,
            Lifetime::Static | Lifetime::File | Lifetime::Linked => false,
        };
        let is_own = |at: usize, key: &ArrayKey| match key {
            ArrayKey::Part(Root::Object(id), _) => is_own_object(*id),
            ArrayKey::Part(Root::Heap(heap), _) => *heap >= before.heaps,
            ArrayKey::Auxiliary(_) => at >= before.arrays,
            _ => false,
        };
        let arrays = self.arrays.iter();
        let own = arrays.filter(|(at, array)| is_own(*at, &array.key));
        own.map(|(at, _)| at).collect()
    }

    /// Whether an object belongs to a function that is being executed.
    fn is_active(&self, object: ObjectId) -> bool {
        let names: BTreeSet<&str> = self.activations.iter().map(|a| a.name.as_str()).collect();
        let functions = self.program.functions.iter();
        let mut active = functions.filter(|f| names.contains(f.name.as_str()));
        active.any(|function| {
            let mut found = function.parameters.contains(&object);
            statements_of(&function.body, &mut |statement| {
                found |= matches!(statement.kind, StatementKind::Declare(o) if o == object);
            });
            found
        })
    }
}

/// Whether the effect of a directive is that of `parallel for`.
fn is_understood(directive: &Directive) -> bool {
    let is_simple = |role: &Role| {
        matches!(
            role,
            Role::Private | Role::Shared | Role::Reduction | Role::Mentioned
        )
    };
    directive.kind == Kind::ParallelLoop
        && directive.collapse == Count::Number(1)
        && directive.named.iter().all(|(role, _)| is_simple(role))
}

/// Whether a directive concerns threads.
fn is_of_threads(pragma: &str) -> bool {
    let mut words = pragma.split_whitespace();
    match words.next() {
        Some("omp") => words.next().is_none_or(|w| !w.starts_with("simd")),
        Some("acc") => true,
        _ => false,
    }
}

/// Whether an iteration reads an object.
fn loads(l: &Loop, object: ObjectId) -> bool {
    let mut found = Vec::new();
    for body in [&l.body, &l.step] {
        statements_of(body, &mut |statement| {
            parts_of(statement, &mut |part| match part {
                Part::Value(value) => loaded_objects(value, &mut found),
                Part::Written(place) => values_in(place, &mut |v| loaded_objects(v, &mut found)),
            });
        });
    }
    if let Some(condition) = &l.condition {
        loaded_objects(condition, &mut found);
    }
    found.contains(&object)
}
