//! Calls: functions of the file are entered, others touch the outside world.

use crate::draft::{ArrayKey, DraftArray, Element, Fill, Origin, Term};
use crate::eval::type_name;
use crate::library;
use crate::state::{Activation, Heap, Returned, Walker};
use crate::stop::{Result, Stop};
use crate::values::{Cell, Known, Number, Pointer, Root, Step, Target};
use poly::Set;
use program::{Callee, Function, ObjectId, Place, Type, Value, ValueKind};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Functions are entered at most this deep.
const DEPTH: usize = 16;

impl Walker<'_> {
    /// Executes a call.
    pub(crate) fn call(
        &mut self,
        result: Option<&Place>,
        callee: &Callee,
        arguments: &[Value],
    ) -> Result<()> {
        let Callee::Named(name) = callee else {
            return self.unknown("a call through a pointer");
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
            _ => self.effect(result, name, arguments),
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
            Some(cell) if matches!(known, Known::Data) && !self.held.contains(&cell.object) => {
                return Err(Stop::Holds(cell.object));
            }
            Some(cell) => self.held.contains(&cell.object),
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
                    (Some(number), _) => Term::Integer(number),
                    (None, Some(array)) => {
                        let access = walker.access(array, Element::At(Vec::new()));
                        walker.read(access)
                    }
                    (None, None) => return walker.unknown("a pointer that is kept in memory"),
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
        let scalar = match (&function.returns, result) {
            (Type::Void, _) | (_, None) => None,
            (Type::Record(_), Some(Place::Object(_))) => None,
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
        self.execute(&function.body)?;
        self.at = at;
        let returns = self.activations.pop().map(|a| a.returns);
        let returns = returns.unwrap_or_default();
        let is_known = |r: &Returned| matches!(r.value, Some(Known::Integer(_)));
        let some = returns.iter().any(is_known);
        if some && !returns.iter().all(is_known) && !keeps_known {
            return Ok(false);
        }
        let known = self.joined_returns(returns)?;
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
            return self.unknown("a jump that depends on data");
        }
        let (result, is_outermost) = (activation.result, activation.is_outermost);
        let keeps_known = activation.keeps_known;
        if let (Some(value), Some(place)) = (value, activation.record.clone()) {
            self.assign(&place, value)?;
        }
        let known = match value {
            Some(value) if !is_outermost => Some(self.known(value)?),
            _ => None,
        };
        let is_kept = match &known {
            Some(Known::Pointer(_)) => false,
            Some(Known::Integer(_)) => keeps_known,
            _ => true,
        };
        if let (Some(value), Some(array), true) = (value, result, is_kept) {
            self.accesses.clear();
            let term = self.term(value)?;
            let write = self.access(array, Element::At(Vec::new()));
            self.store_guarded(term, write, &value.ty)?;
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
        let mut bytes = self.size(size)?;
        if let (Some(count), Some(size)) = (count, &bytes) {
            let count = self.size(count)?;
            bytes = match count {
                Some(count) => count.mul(size)?,
                None => None,
            };
        }
        if let Some(bytes) = &bytes {
            self.demand_size(bytes)?;
        }
        let root = Root::Heap(self.heaps.len());
        self.heaps.push(Heap {
            at: self.at,
            name: None,
            bytes,
            element: None,
            extent: None,
            unknown,
            is_zero,
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
        let good = Set::all_values(self.ctx)?.subtract(&bad.params()?)?;
        if self.dry == 0 {
            self.allocated = self.allocated.intersect(&good)?;
        }
        self.demand(&good)
    }

    /// A function of another file: its effects are a function of the world and its arguments.
    fn effect(&mut self, result: Option<&Place>, name: &str, arguments: &[Value]) -> Result<()> {
        let world = self.world();
        let mut touched = BTreeMap::new();
        if !library::is_known(name) {
            self.called_unknown = true;
            for array in self.arrays.exposed() {
                if let Origin::Shared(key, ..) = &self.arrays.get(array).origin {
                    touched.insert(array, key.clone());
                }
            }
        }
        let mut operands = vec![self.read_world(world)];
        for (at, argument) in arguments.iter().enumerate() {
            operands.push(self.argument((at, argument), &mut touched)?);
        }
        let mut touched: Vec<(String, usize)> = touched.into_iter().map(|(a, k)| (k, a)).collect();
        touched.sort();
        for (key, array) in &touched {
            let access = self.access(*array, Element::All);
            self.accesses.push(access);
            let all = Term::ReadAll(self.accesses.len() - 1);
            operands.push(Term::apply(format!("contents of {key}"), vec![all]));
        }
        let operator = format!("call {name}/{}", arguments.len());
        let write = self.access(world, Element::At(Vec::new()));
        let ty = Type::Void;
        let first = self.statements.len();
        self.store_guarded(Term::apply(operator, operands), write, &ty)?;
        for statement in &mut self.statements[first..] {
            statement.may_end = !library::is_known(name);
        }
        if !library::only_reads(name) {
            for (key, array) in touched {
                self.accesses.clear();
                let operands = vec![self.read_world(world)];
                let term = Term::apply(format!("contents of {key} after {name}"), operands);
                self.fill_by(array, term, Fill::Indexed)?;
            }
        }
        self.effect_result(result, name, world)?;
        match library::never_returns(name) {
            true if !self.guards.is_empty() => self.unknown("a jump that depends on data"),
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
        let operands = vec![self.read_world(world)];
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

    fn argument(
        &mut self,
        (at, value): (usize, &Value),
        touched: &mut BTreeMap<usize, String>,
    ) -> Result<Term> {
        if let ValueKind::Text(text) = &value.kind {
            return Ok(Term::constant(format!("text {text:?}")));
        }
        if let Type::Pointer(_) = value.ty
            && let Some(pointer) = self.pointer(value)?
        {
            return self.pointer_argument((at, value), &pointer, touched);
        }
        self.term(value)
    }

    fn pointer_argument(
        &mut self,
        (at, value): (usize, &Value),
        pointer: &Pointer,
        touched: &mut BTreeMap<usize, String>,
    ) -> Result<Term> {
        let [(_, target)] = pointer.as_slice() else {
            return self.unknown("a pointer to one of several objects as an argument");
        };
        match target.root {
            Root::Null => return Ok(Term::constant("null")),
            Root::Text(_) => {
                return text_of(value).map_or_else(
                    || self.unknown("the characters of a string"),
                    |text| Ok(Term::constant(format!("text {text:?}"))),
                );
            }
            _ => {}
        }
        let (target, ty) = self.first_scalar(target)?;
        let array = self.part(&target, &ty)?;
        let argument = || format!("argument {at}");
        let key = touched.entry(array).or_insert_with(argument).clone();
        let mut operands = vec![Term::constant(key)];
        for index in target.indices() {
            match self.affine(index)? {
                Some(index) => operands.push(Term::Integer(index)),
                None => return self.unknown("a part of a flat array as an argument"),
            }
        }
        Ok(Term::apply("address", operands))
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

    pub(crate) fn read_world(&mut self, world: usize) -> Term {
        let mut access = self.access(world, Element::At(Vec::new()));
        access.conditional = false;
        self.read(access)
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
        let (all, _) = bytes.divided(&stride)?;
        let Some(count) = by.as_constant()?.filter(|c| *c > 0) else {
            return Ok(None);
        };
        let Some(found) = all.divided_exactly(count)? else {
            return Ok(None);
        };
        let product = found.mul(size)?;
        let is_exact = match product {
            Some(product) => product.equals(bytes, &self.state.domain)?,
            None => false,
        };
        Ok(is_exact.then_some(found))
    }
}

fn text_of(value: &Value) -> Option<&[u8]> {
    match &value.kind {
        ValueKind::Text(text) => Some(text),
        ValueKind::Convert(inner) => text_of(inner),
        _ => None,
    }
}
