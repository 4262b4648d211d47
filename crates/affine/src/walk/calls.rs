//! Calls: functions of the file are entered, others touch the outside world.

use super::loops::JUMP;
use super::reached::Touched;
use crate::draft::{ArrayKey, DraftArray, Element, Origin, Term};
use crate::eval::type_name;
use crate::state::{Activation, Heap, Returned, Walker};
use crate::stop::{Result, Stop};
use crate::survey::{Aim, padded};
use crate::values::{Cell, Known, Number, Root, Step, Target};
use c::names::library;
use poly::Set;
use program::callbacks;
use program::{Callee, Function, Lifetime, ObjectId, Place, Type, Value};
use std::collections::BTreeSet;
use std::rc::Rc;

/// Functions are entered at most this deep.
const DEPTH: usize = 16;
/// At most this many steps of a long division by the size of an element.
const DIVISIONS: usize = 8;

impl Walker<'_> {
    /// Executes a call.
    pub(crate) fn call(
        &mut self,
        result: Option<&Place>,
        callee: &Callee,
        arguments: &[Value],
    ) -> Result<()> {
        let named = match result {
            Some(place) => self.by_name(place)?,
            None => None,
        };
        let result = named.as_ref().or(result);
        if let Some(Place::Object(id)) = result
            && self.object(*id).lifetime == Lifetime::Temporary
        {
            // It is only read where the call was.
            self.arrays.begin(*id, self.guards.last().copied());
        }
        let name = match callee {
            Callee::Named(name) => name,
            Callee::Pointer(callee) => {
                return self.effect(result, ("", Some(callee)), arguments);
            }
        };
        if let Some(function) = self.program.functions.iter().find(|f| f.name == *name) {
            return self.enter_function(result, function, arguments);
        }
        match (name.as_str(), arguments) {
            ("malloc", [size]) => self.allocate(result, size, None, false),
            ("aligned_alloc", [_, size]) => self.allocate(result, size, None, false),
            ("calloc", [count, size]) => self.allocate(result, size, Some(count), true),
            ("free", [pointer]) => self.free(pointer),
            ("memset", [to, value, bytes]) => {
                self.set_memory(to, value, bytes)?;
                self.pointer_result(result, to)
            }
            ("memcpy" | "memmove", [to, from, bytes]) => {
                self.copy_memory((to, from), bytes, name == "memmove")?;
                self.pointer_result(result, to)
            }
            _ if name.starts_with("__builtin_") && !library::is_known(name) => {
                self.unknown(format!("`{name}`"))
            }
            _ => self.effect(result, (name, None), arguments),
        }
    }

    /// Stores the pointer that a function returns unchanged.
    fn pointer_result(&mut self, result: Option<&Place>, pointer: &Value) -> Result<()> {
        let Some(place) = result else { return Ok(()) };
        let known = self.known(pointer)?;
        self.set_result(place, &pointer.ty, known, None)
    }

    /// Stores the result of a call: a known value, or that of a scalar.
    fn set_result(
        &mut self,
        place: &Place,
        ty: &Type,
        known: Known,
        scalar: Option<usize>,
    ) -> Result<()> {
        let cell = match self.cell_of(place) {
            Some((object, None)) => Some(Cell { object, element: 0 }),
            Some(_) => return self.unknown("a result in an array of integers"),
            None => None,
        };
        let in_memory = match cell {
            Some(_) if self.dry > 0 => false,
            Some(cell) => {
                if matches!(known, Known::Data) {
                    self.hold(cell.object);
                }
                self.is_held(cell.object)
            }
            None => true,
        };
        if in_memory {
            self.keep_result(place, ty, &known, scalar)?;
        }
        if let Some(cell) = cell {
            self.name_heap(cell.object, &known);
            self.state.env.insert(cell, Rc::new(known));
        }
        Ok(())
    }

    fn keep_result(
        &mut self,
        place: &Place,
        ty: &Type,
        known: &Known,
        scalar: Option<usize>,
    ) -> Result<()> {
        for (set, write) in self.elements(place, ty)? {
            let here = self.state.domain.intersect(&set)?;
            self.within(here, |walker| {
                walker.accesses.clear();
                let number = match known {
                    Known::Integer(number) => walker.affine(number)?,
                    _ => None,
                };
                let term = match (number, scalar) {
                    (Some(number), _) => Term::integer(number),
                    (None, Some(array)) => {
                        let access = walker.access(array, Element::At(Vec::new()));
                        walker.read(access)
                    }
                    (None, None) => match known {
                        Known::Pointer(pointer) => walker.escaping_term(pointer)?,
                        _ => return walker.unknown("a result that is not known"),
                    },
                };
                walker.store_guarded(term, write.clone(), ty)
            })?;
        }
        Ok(())
    }

    fn enter_function(
        &mut self,
        result: Option<&Place>,
        function: &Function,
        arguments: &[Value],
    ) -> Result<()> {
        let is_recursive = self.activations.iter().any(|a| a.name == function.name);
        if is_recursive || self.activations.len() > DEPTH {
            return self.unknown("a recursive function");
        }
        if function.is_variadic || function.parameters.len() != arguments.len() {
            return self.unknown("a function with a variable number of arguments");
        }
        for (object, argument) in function.parameters.iter().zip(arguments) {
            self.pass(*object, argument)?;
        }
        self.name_unknown()?;
        let scalar = match (&function.returns, result) {
            (Type::Void, _) | (_, None) => None,
            (Type::Record(_), Some(Place::Object(id))) => {
                if self.object(*id).lifetime == Lifetime::Temporary {
                    self.declare_members(*id);
                }
                None
            }
            (Type::Record(_), _) => return self.unknown("a structure as a result"),
            _ => Some(self.auxiliary()),
        };
        let meetings = self.meetings(function)?;
        let first = self.statements.len();
        let before = self.snapshot();
        if !self.run_function(result, function, scalar, false)? {
            self.restore(before);
            self.run_function(result, function, scalar, true)?;
        }
        self.note_meetings(&function.name, meetings, first);
        Ok(())
    }

    /// Executes the body of a function and stores its result; false if some results are known and
    /// others are data, but not all are in the scalar.
    fn run_function(
        &mut self,
        result: Option<&Place>,
        function: &Function,
        scalar: Option<usize>,
        keeps_known: bool,
    ) -> Result<bool> {
        let at = self.at;
        self.activations.push(Activation {
            name: function.name.clone(),
            result: scalar,
            record: result
                .filter(|_| matches!(function.returns, Type::Record(_)))
                .cloned(),
            guards: self.guards.len(),
            returns: Vec::new(),
            keeps_known,
            is_outermost: false,
        });
        let outer = std::mem::replace(&mut self.block, self.guards.len());
        self.execute(&function.body)?;
        self.block = outer;
        self.at = at;
        let returns = self.activations.pop().map(|a| a.returns);
        let returns = returns.unwrap_or_default();
        let is_known = |r: &Returned| matches!(r.value, Some(Known::Integer(_)));
        let some = returns.iter().any(is_known);
        if some && !returns.iter().all(is_known) && !keeps_known {
            return Ok(false);
        }
        let known = self.joined_returns(returns)?;
        self.end_function(function);
        let is_record = matches!(function.returns, Type::Record(_));
        if let (Some(place), false) = (result, self.state.is_dead || is_record) {
            self.set_result(place, &function.returns, known, scalar)?;
        }
        Ok(true)
    }

    /// Continues after all returns of a function; the value of the call.
    fn joined_returns(&mut self, returns: Vec<Returned>) -> Result<Known> {
        let mut known: Option<Known> = None;
        let mut states = vec![self.state.clone()];
        let is_single = self.state.is_dead && returns.len() == 1;
        for one in returns {
            let value = match one.value {
                Some(value) if is_single => value,
                Some(value) => value.lifted_to(self.dims)?.restricted(&one.state.domain)?,
                None => Known::Data,
            };
            known = Some(match known {
                Some(known) => known.either(&value)?,
                None => value,
            });
            states.push(one.state);
        }
        self.state = self.joined(states)?;
        Ok(known.unwrap_or(Known::Data))
    }

    /// Sets a parameter of a function that is entered.
    fn pass(&mut self, object: ObjectId, argument: &Value) -> Result<()> {
        self.declare(object, true)?;
        self.arrays.begin(object, self.guards.last().copied());
        self.declare_members(object);
        self.accesses.clear();
        let place = Place::Object(object);
        self.assign(&place, argument)
    }

    /// Executes `return`.
    pub(crate) fn return_value(&mut self, value: Option<&Value>) -> Result<()> {
        let Some(activation) = self.activations.last() else {
            return self.unknown("a jump out of nothing");
        };
        if self.guards.len() > activation.guards {
            return self.unknown(JUMP);
        }
        let (result, is_outermost) = (activation.result, activation.is_outermost);
        let (keeps_known, name) = (activation.keeps_known, activation.name.clone());
        if let (Some(value), Some(place)) = (value, activation.record.clone()) {
            self.assign(&place, value)?;
        }
        let known = match value {
            Some(value) if !is_outermost => Some(self.known_for(&Aim::Result(name), value)?),
            _ => None,
        };
        let is_kept = match &known {
            Some(Known::Pointer(_)) => false,
            Some(Known::Integer(_)) => keeps_known,
            _ => true,
        };
        match (value, result) {
            (Some(value), _) if is_outermost && matches!(value.ty, Type::Record(_)) => {
                self.return_record(value)?;
            }
            (Some(value), Some(array)) if is_kept => self.return_scalar(value, array)?,
            _ => {}
        }
        let state = self.state.clone();
        if let Some(activation) = self.activations.last_mut() {
            activation.returns.push(Returned {
                state,
                value: known,
            });
        }
        self.leave()
    }

    /// Writes a value that the present function returns to an array.
    pub(super) fn return_scalar(&mut self, value: &Value, array: usize) -> Result<()> {
        let is_outermost = self.activations.last().is_some_and(|a| a.is_outermost);
        if is_outermost
            && matches!(value.ty, Type::Pointer(_))
            && let Ok(Some(pointer)) = self.pointer(value)
        {
            self.returns = true;
            let done = self.write_back(&pointer);
            self.returns = done.is_ok();
            done?;
        }
        self.accesses.clear();
        let term = self.term(value);
        self.returns = false;
        let term = term?;
        let write = self.access(array, Element::At(Vec::new()));
        match is_outermost {
            true => self.store_guarded(term, write, &value.ty),
            // All of the call is under the condition.
            false => self.store_alone(term, write),
        }
    }

    fn allocate(
        &mut self,
        result: Option<&Place>,
        size: &Value,
        count: Option<&Value>,
        is_zero: bool,
    ) -> Result<()> {
        let unknown = match count {
            Some(count) => self.wanted(&[size, count]),
            None => self.wanted(&[size]),
        };
        let meant = padded(size);
        let mut bytes = self.size(meant.unwrap_or(size))?;
        if let (Some(count), Some(size)) = (count, &bytes) {
            let count = self.size(count)?;
            bytes = match count {
                Some(count) => count.mul(size)?,
                None => None,
            };
        }
        if let Some(bytes) = &bytes {
            self.demand_size(bytes)?;
            self.check_pieces(&[Some(size), count])?;
        }
        let root = Root::Heap(self.heaps.len());
        self.heaps.push(Heap {
            at: self.at,
            on: self.state.domain.clone(),
            name: None,
            holder: None,
            bytes,
            element: None,
            extent: None,
            record: None,
            rows: Vec::new(),
            read_in: BTreeSet::new(),
            dims: self.dims,
            inside: self.open_loops.last().copied(),
            is_unused: false,
            is_row: false,
            are_rows_freed: false,
            unknown,
            is_zero,
            is_padded: meant.is_some(),
        });
        self.assumptions.insert("allocations succeed".to_string());
        let Some(place) = result else { return Ok(()) };
        let Some((object, None)) = self.cell_of(place) else {
            return self.unknown("memory whose address is kept in memory");
        };
        let target = Target::new(root).with(Step::Index(self.number(0)?));
        let known = Known::Pointer(vec![(self.state.domain.clone(), target)]);
        self.name_heap(object, &known);
        self.state
            .env
            .insert(Cell { object, element: 0 }, Rc::new(known));
        Ok(())
    }

    /// An allocation of a negative number of bytes does not succeed: the number is large without a
    /// sign. This is of use for products, which are compared with counters without a sign.
    fn demand_size(&mut self, bytes: &Number) -> Result<()> {
        if bytes.products().next().is_none() || !self.guards.is_empty() {
            return Ok(());
        }
        let Some(bytes) = self.affine(bytes)? else {
            return Ok(());
        };
        let bad = self.state.domain.subtract(&bytes.nonneg_set()?)?;
        let here = self.state.domain.params()?;
        let good = here.subtract(&bad.params()?)?;
        // Values for which it is not executed stay in the pieces that they are in: those of several
        // allocations would multiply.
        let only_good = |known: &Set| known.subtract(&here)?.union(&known.intersect(&good)?);
        if self.dry == 0 {
            self.allocated = only_good(&self.allocated)?;
            self.defined = only_good(&self.defined)?;
        }
        self.state.domain = self.state.domain.intersect_params(&good)?;
        Ok(())
    }

    /// A function of another file: its effects are a function of the world and its arguments.
    fn effect(
        &mut self,
        result: Option<&Place>,
        (name, callee): (&str, Option<&Value>),
        arguments: &[Value],
    ) -> Result<()> {
        let is_known = callbacks::is_known(self.program, name, arguments);
        let returns_address = match result {
            Some(place) => matches!(self.place_type(place)?, Type::Pointer(_)),
            None => false,
        };
        let is_alone = !returns_address && callbacks::is_plain(self.program, name, arguments);
        let mut touched = Touched::default();
        let mut written = BTreeSet::new();
        let (world, mut operands) = match is_alone {
            true => (self.auxiliary(), Vec::new()),
            false => {
                let world = self.world();
                (world, vec![self.read_scalar(world)])
            }
        };
        if let Some(callee) = callee {
            operands.push(self.term(callee)?);
        }
        let (mut reaches_others, mut writes_others) = (!is_known, !is_known);
        for (at, argument) in arguments.iter().enumerate() {
            touched.is_written = library::may_write(name, at);
            if is_known && library::called(name) == Some(at) {
                operands.push(self.term(argument)?);
                continue;
            }
            let (term, reached, is_open) = self.argument((at, argument), &mut touched)?;
            operands.push(term);
            reaches_others |= is_open;
            if library::may_write(name, at) {
                written.extend(reached);
                writes_others |= is_open;
            }
        }
        self.release_reached_tables(&written)?;
        let first = touched.len();
        if reaches_others {
            self.touch_unseen(&mut touched, writes_others)?;
        }
        if writes_others {
            written.extend(touched.arrays().skip(first));
        }
        operands.extend(touched.operands(self));
        let operator = format!("call {name}/{}", arguments.len());
        let write = self.access(world, Element::At(Vec::new()));
        let count = self.statements.len();
        self.store_guarded(Term::apply(operator, operands), write, &Type::Void)?;
        for statement in &mut self.statements[count..] {
            statement.may_end = !is_known;
        }
        let when = format!("after {name}");
        self.rewrite((&touched, writes_others), &written, (world, &when))?;
        if writes_others {
            self.renew_targets()?;
        }
        if returns_address || !is_known || !(is_alone || library::keeps_no_pointer(name)) {
            self.escape_all(&touched)?;
        }
        self.effect_result(result, name, world)?;
        if let Some(Place::Object(id)) = result {
            match is_known {
                true => self.unknowns.returned.remove(id),
                false => self.unknowns.returned.insert(*id),
            };
        }
        match library::ends_program(name) {
            true if !self.guards.is_empty() => self.unknown(JUMP),
            true if self.dims > 0 => self.unknown("a call in a loop that ends the program"),
            true => self.leave(),
            false => Ok(()),
        }
    }

    fn effect_result(&mut self, result: Option<&Place>, name: &str, world: usize) -> Result<()> {
        let Some(place) = result else { return Ok(()) };
        let ty = self.place_type(place)?;
        let scalar = self.auxiliary();
        self.accesses.clear();
        let operands = vec![self.read_scalar(world)];
        let write = self.access(scalar, Element::At(Vec::new()));
        let term = Term::apply(format!("result of {name} ({})", type_name(&ty)), operands);
        self.emit(term, write)?;
        self.set_result(place, &ty, Known::Data, Some(scalar))
    }

    fn place_type(&mut self, place: &Place) -> Result<Type> {
        match place {
            Place::Object(id) => Ok(self.object(*id).ty.clone()),
            _ => self.unknown("a result in a part of an object"),
        }
    }

    /// An argument of a function of another file, with the arrays that it reaches, and whether it
    /// may reach whatever others know, too.
    fn argument(
        &mut self,
        (at, value): (usize, &Value),
        touched: &mut Touched,
    ) -> Result<(Term, Vec<usize>, bool)> {
        let plain = |term| Ok((term, Vec::new(), false));
        let Type::Pointer(_) = value.ty else {
            return plain(self.term(value)?);
        };
        let pointer = match self.pointer(value) {
            Err(Stop::Outside(_) | Stop::Indirect(_)) => None,
            found => found?,
        };
        let Some(pointer) = pointer else {
            return Ok((self.term(value)?, Vec::new(), true));
        };
        let mut reached = Vec::new();
        let key = format!("argument {at}");
        let is_open = self.touch_pointer((&pointer, &value.ty), &key, touched, &mut reached)?;
        let term = match pointer.as_slice() {
            [(_, target)] if !reached.is_empty() => {
                let key = reached.first().and_then(|array| touched.key(*array));
                let key = key.unwrap_or_default().to_string();
                let key = format!("{key} {}", self.members_on(target)?);
                self.place_term(key, target)?
            }
            _ => self.address_term(&pointer)?,
        };
        Ok((term, reached, is_open))
    }

    /// The first scalar of what a pointer leads to.
    pub(crate) fn first_scalar(&mut self, target: &Target) -> Result<(Target, Type)> {
        let mut target = target.clone();
        let (mut ty, _) = self.walked(&target)?;
        while let Type::Array { element, .. } = ty {
            target = target.with(Step::Index(self.number(0)?));
            ty = (*element).clone();
        }
        match ty {
            Type::Record(_) => self.unknown("a structure in memory that is used as a whole"),
            ty => Ok((target, ty)),
        }
    }

    pub(crate) fn world(&mut self) -> usize {
        if let Some(world) = self.arrays.find(&ArrayKey::World) {
            return world;
        }
        let origin = Origin::Shared("world".to_string(), true, true);
        let world = DraftArray::scalar(ArrayKey::World, "world", Type::Void, origin);
        self.arrays.add(world)
    }

    /// The number of elements in some bytes, if it is exact.
    pub(crate) fn elements_in(&mut self, bytes: &Number, size: &Number) -> Result<Option<Number>> {
        if let Some(size) = size.as_constant()? {
            return Ok(bytes.divided_exactly(size)?);
        }
        if size.equals(bytes, &self.state.domain)? {
            return Ok(Some(self.number(1)?));
        }
        let size = &self.divisor(size)?;
        let largest = size
            .products()
            .max_by_key(|p| p.len())
            .map(<[String]>::to_vec);
        let stride = match (largest, size.used_params()?.into_iter().next()) {
            (Some(product), _) => product,
            (None, Some(name)) => vec![name],
            (None, None) => return Ok(None),
        };
        let (by, _) = size.divided(&stride)?;
        let Some(leading) = by.as_constant()?.filter(|c| *c > 0) else {
            return Ok(None);
        };
        // Long division: each step takes the terms with the stride, also those that the product of
        // the last part with the smaller terms of the size left.
        let mut found = self.number(0)?;
        let mut rest = bytes.clone();
        for _ in 0..DIVISIONS {
            let (all, _) = rest.divided(&stride)?;
            let Some(part) = all.divided_exactly(leading)? else {
                return Ok(None);
            };
            let Some(product) = part.mul(size)? else {
                return Ok(None);
            };
            found = found.add(&part)?;
            rest = rest.sub(&product)?;
            if rest.equals(&self.number(0)?, &self.state.domain)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }
}
