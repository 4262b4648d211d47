//! Integers that are set to something unknown, such as `atoi(argv[1])`, and that sizes depend on:
//! parameters of the system from there on, until they change.
//!
//! The value of such a parameter is an output, as if the function returned it: two systems have the
//! same outputs only if their parameters of one name have the same values, for all values of the
//! others. In each program the value of the first one does not depend on any of them, that of the
//! second one at most on the first, and so on: all of them are the same if the functions are, also
//! where the orders differ.

use super::counts::ITERATIONS;
use super::loops::JUMP;
use crate::Unknown;
use crate::draft::{ArrayKey, DraftArray, Element, Origin, Term, length};
use crate::eval::SAMPLE;
use crate::state::Walker;
use crate::stop::{Result, Stop};
use crate::survey::{ends_program, entered, has, literal, loaded_objects};
use crate::values::{Cell, Known, Number, is_value_name, value_name};
use integer::IntType;
use poly::PwAff;
use program::{
    BinaryOp, Callee, Lifetime, ObjectId, Place, Statement, StatementKind, Type, Value, ValueKind,
};
use scop::ParamKind;
use std::collections::BTreeSet;
use std::rc::Rc;

impl Walker<'_> {
    /// Makes parameters of the objects that a statement set to something unknown, if they are to
    /// have names.
    pub(super) fn name_values(&mut self, statement: &Statement) -> Result<()> {
        if let StatementKind::Call {
            result: Some(Place::Object(result)),
            callee: Callee::Named(callee),
            ..
        } = &statement.kind
        {
            let spelling = format!("{callee}()");
            self.unknowns.spellings.insert(*result, spelling);
            let is_own = self.program.functions.iter().any(|f| f.name == *callee);
            if callee == "strlen" && !is_own {
                self.unknowns.lengths.insert(*result, 0);
            }
        }
        if self.may_name() {
            self.at = statement.at;
        }
        self.name_unknown()
    }

    /// The same for all objects, such as parameters of a function that is entered.
    pub(super) fn name_unknown(&mut self) -> Result<()> {
        if !self.may_name() || self.state.is_dead {
            return Ok(());
        }
        for (object, ty) in self.unknown_objects() {
            self.unknowns.sources.entry(object).or_default();
            if self.is_to_have_a_name(object) {
                self.make_parameter(object, ty)?;
            }
        }
        for (cell, ty) in self.divided_integers()? {
            self.rename_divided(cell, ty)?;
        }
        self.name_foreign()?;
        // Later statements may set what has a name.
        let program = self.program;
        let is_kept =
            |object: ObjectId| program.objects[object.0 as usize].lifetime == Lifetime::Temporary;
        self.unknowns.lengths.retain(|object, _| is_kept(*object));
        Ok(())
    }

    /// Follows the integers and pointers that outlive the function: what they are at its start is
    /// not known, or a parameter.
    pub(super) fn follow_lasting(&mut self) -> Result<()> {
        self.lose_lasting();
        for object in self.tracked.lasting() {
            self.unknowns.sources.entry(object).or_default();
        }
        for (object, ty) in self.unknown_objects() {
            if self.is_to_have_a_name(object) {
                self.make_parameter(object, ty)?;
            }
        }
        Ok(())
    }

    /// Whether the unknown values of an object are parameters. Those of one name are: two programs
    /// agree about names. In a function that is entered, a name of the function is another one.
    fn is_to_have_a_name(&self, object: ObjectId) -> bool {
        if self.found.named.contains(&object) {
            return true;
        }
        let name = self.value_spelling(object);
        let is_named = self.found.names.contains(&name);
        let own = Some(self.function.name.as_str());
        let is_other = || {
            let mut all = self.program.objects.iter();
            self.function_around(object) != own
                && all.any(|o| o.name == name && self.function_around(o.id) == own)
        };
        let is_known = is_named || self.naming.values.contains(&name);
        !name.is_empty() && is_known && !is_other()
    }

    /// The function in which an object is declared.
    fn function_around(&self, object: ObjectId) -> Option<&str> {
        let at = self.object(object).at;
        let mut all = self.program.functions.iter();
        let found = all.find(|f| f.at.start <= at.start && at.end <= f.at.end);
        found.map(|function| function.name.as_str())
    }

    /// Code that is not seen may have changed what outlives the function.
    pub(super) fn lose_lasting(&mut self) {
        for object in self.tracked.lasting() {
            let cell = Cell { object, element: 0 };
            self.state.env.insert(cell, Rc::new(Known::Data));
        }
    }

    /// The integers in memory of which nothing is known.
    fn unknown_objects(&self) -> Vec<(ObjectId, IntType)> {
        let scalars = self.integers().filter(|(cell, _, known)| {
            matches!(known, Known::Data)
                && self.tracked.elements(cell.object) == Some(0)
                && self.is_held(cell.object)
        });
        scalars.map(|(cell, ty, _)| (cell.object, ty)).collect()
    }

    /// The integers that are such a parameter under some conditions, and something else under
    /// others: `argc > 1 ? atoi(argv[1]) : N`. Also those of several values that were found to be
    /// the size of an array.
    fn divided_integers(&self) -> Result<Vec<(Cell, IntType)>> {
        let mut found = Vec::new();
        for (cell, ty, known) in self.integers() {
            let Known::Integer(number) = known else {
                continue;
            };
            let Some(value) = number.as_affine() else {
                continue;
            };
            let is_divided = value.piece_count()? > 1
                && (self.found.named.contains(&cell.object)
                    || value.used_params()?.iter().any(|name| is_value_name(name)));
            let covers = || match number.domain()? {
                None => Ok(true),
                Some(domain) => self.holds(&domain),
            };
            let is_kept = self.object(cell.object).lifetime != Lifetime::Temporary;
            if is_kept && is_divided && covers()? {
                found.push((cell, ty));
            }
        }
        Ok(found)
    }

    /// Stops before an array whose size has several values, and is not the least or greatest of
    /// them: `quick ? 100 : 1000`.
    pub(super) fn check_pieces(&self, sizes: &[Option<&Value>]) -> Result<()> {
        let mut loaded = Vec::new();
        for size in sizes.iter().flatten() {
            loaded_objects(size, &mut loaded);
        }
        let mut wanted = BTreeSet::new();
        for (cell, _, known) in self.integers() {
            if let Known::Integer(number) = known
                && loaded.contains(&cell.object)
                && self.tracked.elements(cell.object) == Some(0)
                && !self.found.named.contains(&cell.object)
                && let Some(value) = number.as_affine()
                && length(value, &self.defined)?.is_none()
            {
                wanted.insert(cell.object);
            }
        }
        match wanted.is_empty() {
            true => Ok(()),
            false => self.unnamed_objects("an array whose size has several values", &wanted),
        }
    }

    /// The integers that are followed as a whole, and those in structures of the function, and what
    /// is known of them.
    fn integers(&self) -> impl Iterator<Item = (Cell, IntType, &Known)> {
        self.state.env.iter().filter_map(|(cell, known)| {
            let ty = match self.own_member(*cell) {
                Some(member) => &member.ty,
                None if self.tracked.elements(cell.object)? == 0 => &self.object(cell.object).ty,
                None => return None,
            };
            match ty {
                Type::Integer(ty) => Some((*cell, *ty, &**known)),
                _ => None,
            }
        })
    }

    /// Whether values that are unknown become parameters here.
    pub(super) fn may_name(&self) -> bool {
        self.dims == 0 && self.guards.is_empty() && self.dry == 0
    }

    /// Notes what the unknown value comes from that an object gets.
    pub(super) fn note_sources(&mut self, object: ObjectId, value: &Value) {
        if !matches!(value.ty, Type::Integer(_)) {
            return;
        }
        let mut loaded = Vec::new();
        loaded_objects(value, &mut loaded);
        loaded.retain(|source| *source != object);
        if !self.may_name() {
            let sources = loaded.into_iter().collect();
            self.unknowns.inner.insert(object, sources);
            return;
        }
        match self.more_than_a_length(value) {
            Some(more) => self.unknowns.lengths.insert(object, more),
            None => self.unknowns.lengths.remove(&object),
        };
        if self.object(object).name.is_empty() {
            self.unknowns.spellings.insert(object, self.spelled(value));
        }
        self.unknowns
            .sources
            .insert(object, loaded.into_iter().collect());
    }

    /// By how much a value is at least greater than the length of a string, if it is made of one.
    fn more_than_a_length(&self, value: &Value) -> Option<i64> {
        match &value.kind {
            ValueKind::Load(Place::Object(object)) => self.unknowns.lengths.get(object).copied(),
            ValueKind::Convert(inner) => self.more_than_a_length(inner),
            ValueKind::Binary(BinaryOp::Add, a, b) => {
                let number = |value: &Value| i64::try_from(literal(value)?).ok();
                let (length, more) = match number(b) {
                    Some(more) => (a, more),
                    None => (b, number(a)?),
                };
                self.more_than_a_length(length)?.checked_add(more)
            }
            _ => None,
        }
    }

    /// A value as text; none if it reads objects without names, which have numbers in texts.
    fn spelled(&self, value: &Value) -> String {
        let mut loaded = Vec::new();
        loaded_objects(value, &mut loaded);
        match loaded.iter().any(|id| self.object(*id).name.is_empty()) {
            true => String::new(),
            false => self.program.text_of_value(value),
        }
    }

    /// The name of an object, or of what it was set to if it has none: a call, or a value.
    pub(super) fn value_spelling(&self, object: ObjectId) -> String {
        let name = &self.object(object).name;
        match self.unknowns.spellings.get(&object) {
            Some(spelling) if name.is_empty() => spelling.clone(),
            _ => name.clone(),
        }
    }

    /// The name of the next parameter for something unknown, and its number among those of this
    /// name: that of a parameter of the other program. A name that the other program does not know
    /// is a new one for the next of those that this program does not know, or of all.
    pub(super) fn next_value(&mut self, own: &str) -> (String, usize) {
        let others = &self.naming.order;
        let is_left = |at: &usize| !self.unknowns.shared.contains(at);
        let mut left = (0..others.len()).filter(is_left);
        let is_known = |name: &String| self.program.objects.iter().any(|o| o.name == *name);
        let found = match own == ITERATIONS || others.iter().any(|other| other == own) {
            true => left.find(|at| others[*at] == own),
            false => {
                let left: Vec<usize> = left.filter(|at| others[*at] != ITERATIONS).collect();
                let renamed = left.iter().find(|at| !is_known(&others[**at]));
                renamed.or(left.first()).copied()
            }
        };
        let of = |names: &[String], name: &str| names.iter().filter(|n| *n == name).count();
        let (shared, count) = match found {
            Some(at) => (others[at].clone(), of(&others[..=at], &others[at])),
            None => {
                let count = of(others, own) + of(&self.unknowns.named, own) + 1;
                (own.to_string(), count)
            }
        };
        self.unknowns.shared.extend(found);
        self.unknowns.named.push(shared.clone());
        (shared, count)
    }

    /// Makes a parameter of an integer of this type that has several values.
    fn rename_divided(&mut self, cell: Cell, ty: IntType) -> Result<()> {
        let Some(member) = self.own_member(cell) else {
            return self.make_parameter(cell.object, ty);
        };
        let spelling = format!("{}.{}", self.object(cell.object).name, member.name);
        let Known::Integer(number) = self.cell_contents(cell)? else {
            return Ok(());
        };
        let Some(value) = self.affine(&number)? else {
            return Ok(());
        };
        self.accesses.clear();
        let value = self.named_value(&spelling, (Term::integer(value), ty))?;
        if !ty.signed {
            self.demand(&value.nonneg_set()?)?;
        }
        let known = Known::Integer(Number::total(value));
        self.state.env.insert(cell, Rc::new(known));
        Ok(())
    }

    /// Makes a parameter of an object of this type.
    fn make_parameter(&mut self, object: ObjectId, ty: IntType) -> Result<()> {
        let spelling = self.value_spelling(object);
        self.accesses.clear();
        let value = Value {
            ty: Type::Integer(ty),
            kind: ValueKind::Load(Place::Object(object)),
            at: self.at,
        };
        let term = self.term(&value)?;
        let value = self.named_value(&spelling, (term, ty))?;
        let least = self.unknowns.lengths.get(&object).copied();
        if least.is_some() && ty.bits < IntType::LONG.bits {
            let assumption = "the lengths of strings fit the integers that are set to them";
            self.assumptions.insert(assumption.to_string());
        }
        if !ty.signed || least.is_some() {
            let least = PwAff::number(self.ctx, 0, least.unwrap_or_default())?;
            self.demand(&value.sub(&least)?.nonneg_set()?)?;
        }
        let known = Known::Integer(Number::total(value));
        let cell = Cell { object, element: 0 };
        self.state.env.insert(cell, Rc::new(known));
        Ok(())
    }

    /// The next parameter of a name, with the value of a term of the present statement.
    pub(super) fn named_value(
        &mut self,
        spelling: &str,
        (term, ty): (Term, IntType),
    ) -> Result<PwAff> {
        let (shared, count) = self.next_value(spelling);
        let key = format!("value {count} of {shared}");
        let name = value_name(&shared, count);
        let origin = Origin::Shared(key.clone(), false, true);
        let array = DraftArray::scalar(ArrayKey::Value(key), "value", Type::Integer(ty), origin);
        let array = self.arrays.add(array);
        let write = self.access(array, Element::At(Vec::new()));
        self.emit(term, write)?;
        self.add_parameter(&name, spelling, ParamKind::Variable, SAMPLE);
        self.note_type(&name, ty)?;
        Ok(PwAff::param(self.ctx, 0, &name)?)
    }

    /// The integers in a value of which nothing is known here because others have their addresses.
    pub(crate) fn unknown_integers(&self, value: &Value) -> BTreeSet<ObjectId> {
        let mut loaded = Vec::new();
        loaded_objects(value, &mut loaded);
        let is_unknown = |object: &ObjectId| {
            let cell = Cell {
                object: *object,
                element: 0,
            };
            let known = self.state.env.get(&cell);
            let is_integer = matches!(self.object(*object).ty, Type::Integer(_));
            is_integer
                && self.tracked.is_taken(*object)
                && known.is_none_or(|known| matches!(**known, Known::Data))
        };
        loaded.into_iter().filter(is_unknown).collect()
    }

    /// What is behind a reason: `` , and nothing is known of `n` here``.
    pub(crate) fn and_unknown(&self, objects: &BTreeSet<ObjectId>) -> String {
        let names = objects
            .iter()
            .map(|object| self.object(*object).name.as_str());
        let names: BTreeSet<&str> = names.filter(|name| !name.is_empty()).collect();
        match names.into_iter().collect::<Vec<_>>().join("` and `") {
            names if names.is_empty() => String::new(),
            names => format!(", and nothing is known of `{names}` here"),
        }
    }

    /// Stops because of values that are unknown: integers in them are parameters in the next
    /// execution, if that is possible.
    pub(crate) fn unnamed<T>(&self, reason: impl Into<String>, values: &[&Value]) -> Result<T> {
        self.unnamed_objects(reason, &self.wanted(values))
    }

    /// The same for the objects that are wanted.
    pub(crate) fn unnamed_objects<T>(
        &self,
        reason: impl Into<String>,
        wanted: &BTreeSet<ObjectId>,
    ) -> Result<T> {
        match wanted.is_empty() {
            true => self.unknown(reason),
            false => Err(Stop::Unnamed(
                Unknown {
                    reason: reason.into(),
                    at: self.at,
                    lacks: None,
                },
                wanted.clone(),
            )),
        }
    }

    /// The objects in values that could be parameters, or those that they come from.
    pub(crate) fn wanted(&self, values: &[&Value]) -> BTreeSet<ObjectId> {
        let mut left = Vec::new();
        values
            .iter()
            .for_each(|value| loaded_objects(value, &mut left));
        let (mut seen, mut wanted) = (BTreeSet::new(), BTreeSet::new());
        while let Some(object) = left.pop() {
            let (sources, inner) = (&self.unknowns.sources, &self.unknowns.inner);
            let sources = sources.get(&object).or_else(|| inner.get(&object));
            let Some(sources) = sources.filter(|_| seen.insert(object)) else {
                continue;
            };
            let is_kept = |object: ObjectId| self.object(object).lifetime != Lifetime::Temporary;
            let may_follow = |source: &&ObjectId| {
                let may_lead = self.is_unnamed(**source) || inner.contains_key(source);
                may_lead && (is_kept(**source) || !is_kept(object))
            };
            let sources = sources.iter().filter(may_follow);
            let count = left.len();
            left.extend(sources);
            if left.len() == count && self.is_unnamed(object) {
                wanted.insert(object);
            }
        }
        wanted
    }

    /// Whether an object could be a parameter, and is none.
    pub(super) fn is_unnamed(&self, object: ObjectId) -> bool {
        self.unknowns.sources.contains_key(&object) && !self.found.named.contains(&object)
    }

    /// Stops before a branch on an unknown value that leaves what is around it.
    pub(super) fn check_jumps(&self, condition: &Value, bodies: [&[Statement]; 2]) -> Result<()> {
        let wanted = self.wanted(&[condition]);
        let may_leave = |body: &[Statement]| {
            has(body, &leaves)
                || body.iter().any(|statement| {
                    let entered = entered(self.program, statement);
                    entered
                        .iter()
                        .any(|function| has(&function.body, &ends_program))
                })
        };
        match !wanted.is_empty() && bodies.iter().any(|body| may_leave(body)) {
            true => self.unnamed_objects(JUMP, &wanted),
            false => Ok(()),
        }
    }
}

/// Whether a statement leaves what is around it.
fn leaves(kind: &StatementKind) -> bool {
    match kind {
        StatementKind::Return(_) | StatementKind::Break | StatementKind::Continue => true,
        kind => ends_program(kind),
    }
}
