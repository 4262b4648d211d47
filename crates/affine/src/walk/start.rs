//! The whole execution, repeated until it is known which objects hold data.

use super::loops::ENDLESS;
use super::numbering::UNCOUNTED;
use super::shared::memory;
use crate::draft::{ArrayKey, Arrays, DraftArray, Facts, Origin, check, finish};
use crate::end::End;
use crate::eval::{real_term, type_name};
use crate::found::Found;
use crate::state::{Activation, Freed, Lacking, State, Tiles, Unknowns, Walker};
use crate::stop::{Result, Stop};
use crate::survey::{
    Reach, Tracked, data_objects, may_be_opaque, sized, uses_lasting, with_ends, with_members_apart,
};
use crate::values::{Cell, Known, Number, Products, Root, Step, Target, clean};
use crate::{Naming, Unknown, Whole};
use poly::{Context, PolyError, PwAff, Set};
use program::visit::statements_of;
use program::{Function, ObjectId, Program, Type, Value, ValueKind};
use source::Span;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The system of a function: see [`crate::system`].
pub(crate) fn whole(
    program: &Program,
    function: &str,
    naming: &Naming,
    ctx: &Context,
) -> std::result::Result<Whole, Unknown> {
    let mut known = naming.learnt.of(naming);
    loop {
        let ends = known.ends.clone();
        let program = with_ends(program, &ends);
        match executed(&program, function, naming, ctx, known) {
            Ok(done) => return done,
            // Other objects have other numbers in the next program.
            Err(other) => {
                known = Found {
                    ends: ends.into_iter().chain([other]).collect(),
                    ..Found::default()
                };
            }
        }
    }
}

/// The same, unless it is tried again with a loop that ends otherwise.
fn executed(
    program: &Program,
    function: &str,
    naming: &Naming,
    ctx: &Context,
    mut known: Found,
) -> std::result::Result<std::result::Result<Whole, Unknown>, (Span, End)> {
    let apart = with_members_apart(program, &naming.fixed);
    let program = &*apart.program;
    let Some(function) = program.functions.iter().find(|f| f.name == function) else {
        return Ok(Err(Unknown {
            reason: format!("no function named `{function}`"),
            at: Span::new(0, 0),
            lacks: None,
        }));
    };
    if let Some(unknown) = naming.learnt.failure(naming) {
        return Ok(Err(unknown));
    }
    let reach = Reach::new(program, &function.name);
    // Sizes of tiles are read where they are.
    let tracked = Tracked::new(program, &reach, !naming.leaves_out_tiles);
    let tracked = tracked.with_member_objects(apart.members);
    known.held.extend(data_objects(program, &reach, &tracked));
    known.held.extend(tracked.lasting());
    let mut not_tiled = NotTiled::new(naming);
    loop {
        let found = known.clone();
        let mut walker = match new(program, function, naming, ctx, (&tracked, &reach, &found)) {
            Ok(walker) => walker,
            Err(error) => return Ok(Err(unknown(Stop::Sets(error), function.at))),
        };
        walker.tiles = not_tiled.tiles();
        walker.fixed_macros.clone_from(&apart.fixed_macros);
        let executed = walker.function();
        if executed.is_ok() {
            known.escapes.append(&mut walker.escapes);
        }
        // The system of an execution that should have begun with more is not wanted.
        let is_last = walker.lacking.objects.is_empty() && known.escapes == found.escapes;
        let found = match executed {
            Ok(()) if is_last => walker.finished().map(Some),
            executed => executed.map(|()| None),
        };
        let at = walker.at;
        // What was not understood will not be next time, but for objects that get names.
        let lacking = std::mem::take(&mut walker.lacking);
        if !lacking.objects.is_empty() {
            known.opaque.extend(lacking.opaque);
        } else if !matches!(found, Err(Stop::Unnamed(..))) {
            known.opaque.extend(std::mem::take(&mut walker.opaque));
        }
        match found {
            _ if !lacking.objects.is_empty() => known.held.extend(lacking.objects),
            Ok(None) => {}
            Ok(Some(whole)) => {
                naming.learnt.add(naming, &known, None);
                return Ok(Ok(Whole {
                    may_be_clearer: naming.leaves_out_tiles
                        && (!not_tiled.plain.is_empty() || uses_lasting(program, &reach)),
                    ..whole
                }));
            }
            Err(stop) if known.learns(&stop) => {
                let names = known.named.iter().map(|own| walker.value_spelling(*own));
                known.names.extend(names);
            }
            Err(Stop::NotTiled(at, why)) if not_tiled.add(at, why.clone()) => {}
            Err(Stop::Left) if not_tiled.give_up() => {}
            Err(Stop::Ends(at, end)) => return Err((at, end)),
            Err(stop) => {
                let reason = unknown(stop.clone(), at);
                if let Some(span) = late_opaque(&walker, &stop, reason.at)
                    && !known.opaque.contains_key(&span)
                {
                    known.opaque.insert(span, reason);
                    continue;
                }
                let is_limit = matches!(stop, Stop::Sets(_)) || ctx.is_exhausted();
                let reason = not_tiled.reason(reason);
                let failure = (!is_limit).then_some(&reason);
                naming.learnt.add(naming, &known, failure);
                return Ok(Err(reason));
            }
        }
    }
}

/// The statement that may be opaque where the parts of a system, which are only put together at the
/// end, do not fit.
fn late_opaque(walker: &Walker<'_>, stop: &Stop, at: Span) -> Option<Span> {
    let is_late = walker.unwound.is_empty() && stop.is_unknown() && !walker.naming.is_exact;
    is_late.then(|| around(walker.program, walker.reach, at))?
}

/// The innermost statement around a place that may be opaque.
fn around(program: &Program, reach: &Reach, at: Span) -> Option<Span> {
    let mut found: Option<Span> = None;
    for function in reach.functions(program) {
        statements_of(&function.body, &mut |statement| {
            let is_inner = found.is_none_or(|outer| outer.contains(statement.at));
            if statement.at.contains(at) && is_inner && may_be_opaque(statement, false) {
                found = Some(statement.at);
            }
        });
    }
    found
}

/// The loops over tiles that cannot be left out.
struct NotTiled {
    are_left_out: bool,
    plain: BTreeSet<Span>,
    /// Why the first of them cannot.
    first: Option<Unknown>,
}

impl NotTiled {
    fn new(naming: &Naming) -> Self {
        NotTiled {
            are_left_out: naming.leaves_out_tiles,
            plain: BTreeSet::new(),
            first: None,
        }
    }

    fn tiles(&self) -> Tiles {
        Tiles {
            are_left_out: self.are_left_out,
            plain: self.plain.clone(),
            ..Tiles::default()
        }
    }

    fn add(&mut self, at: Span, why: Option<Unknown>) -> bool {
        self.first = self.first.take().or(why);
        self.plain.insert(at)
    }

    /// Leaves no loop out. Returns whether that is new.
    fn give_up(&mut self) -> bool {
        std::mem::replace(&mut self.are_left_out, false)
    }

    /// The reason why a function is not understood: that of its tiles, if their size is the reason
    /// otherwise.
    fn reason(self, found: Unknown) -> Unknown {
        match self.first {
            Some(first)
                if [ENDLESS, UNCOUNTED]
                    .iter()
                    .any(|reason| found.reason.starts_with(reason)) =>
            {
                first
            }
            _ => found,
        }
    }
}

pub(super) fn unknown(stop: Stop, at: Span) -> Unknown {
    let at = match stop {
        Stop::Indirect(at) | Stop::Outside(at) => at,
        _ => at,
    };
    let reason = match stop {
        Stop::Unknown(unknown) | Stop::Unnamed(unknown, _) | Stop::NotTiled(_, Some(unknown)) => {
            return unknown;
        }
        Stop::NotTiled(_, None) => "a loop that is not understood".to_string(),
        Stop::Left => "tiles that are used elsewhere".to_string(),
        Stop::Indirect(_) => "a subscript that depends on data".to_string(),
        Stop::Outside(_) => "a pointer whose target is not known".to_string(),
        Stop::Late(..) => "an object that a function of another file may change".to_string(),
        Stop::Sets(PolyError::Budget) => {
            "more statements than the budget of set operations allows".to_string()
        }
        Stop::Sets(error) => format!("code that cannot be analysed ({error})"),
        Stop::Holds(_)
        | Stop::HoldsTarget(_)
        | Stop::HoldsTables
        | Stop::Fresh(_)
        | Stop::Ends(..)
        | Stop::Several(_) => "an object that is not followed".to_string(),
        Stop::Factor(_) => "a product that is not followed".to_string(),
    };
    Unknown {
        reason,
        at,
        lacks: None,
    }
}

fn new<'p>(
    program: &'p Program,
    function: &'p Function,
    naming: &'p Naming,
    ctx: &'p Context,
    (tracked, reach, found): (&'p Tracked, &'p Reach, &'p Found),
) -> poly::Result<Walker<'p>> {
    let everywhere = Set::all_values(ctx)?;
    let defined = naming.defined.clone().unwrap_or(everywhere);
    let domain = Set::all(ctx, 0)?.intersect_params(&defined)?;
    Ok(Walker {
        program,
        function,
        naming,
        ctx,
        tracked,
        reach,
        found,
        open_loops: Vec::new(),
        escapes: BTreeSet::new(),
        unwound: Vec::new(),
        initialised: std::cell::OnceCell::new(),
        multiplied: BTreeSet::new(),
        opaque: found.opaque.clone(),
        lacking: Lacking::default(),
        texts: Vec::new(),
        record_dims: BTreeMap::new(),
        pending: None,
        given: BTreeMap::new(),
        returns: false,
        statements: Vec::new(),
        excesses: Vec::new(),
        sized: naming.finds_limits.then(|| sized(program)),
        is_data: false,
        typed: Set::all_values(ctx)?,
        noted: BTreeSet::new(),
        shared_loops: Vec::new(),
        tables: BTreeSet::new(),
        calls_unseen: 0,
        is_unseen: false,
        arrays: Arrays::default(),
        params: BTreeMap::new(),
        products: Products::default(),
        defined,
        allocated: Set::all_values(ctx)?,
        state: State {
            env: BTreeMap::new(),
            freed: Freed::default(),
            escaped: BTreeSet::new(),
            domain,
            is_dead: false,
        },
        dims: 0,
        times: Vec::new(),
        position: 0,
        frames: Vec::new(),
        activations: Vec::new(),
        guards: Vec::new(),
        block: 0,
        dry: 0,
        at: function.at,
        extents: BTreeMap::new(),
        heaps: Vec::new(),
        assumptions: BTreeSet::new(),
        members: BTreeMap::new(),
        read: BTreeMap::new(),
        fixed_macros: BTreeSet::new(),
        accesses: Vec::new(),
        chosen: Vec::new(),
        is_size: false,
        is_subscript: false,
        indirect: None,
        met: BTreeSet::new(),
        called_unknown: false,
        unknowns: Unknowns::default(),
        tiles: Tiles::default(),
        steps: 0,
    })
}

/// Whether a length is a macro alone.
fn is_macro(length: &Value) -> bool {
    match &length.kind {
        ValueKind::Macro(_) => true,
        ValueKind::Convert(inner) => is_macro(inner),
        _ => false,
    }
}

impl Walker<'_> {
    /// Executes the function.
    fn function(&mut self) -> Result<()> {
        for (at, object) in self.function.parameters.iter().enumerate() {
            self.parameter(at, *object)?;
            self.parameter_members(at, *object)?;
        }
        for (object, length) in self.function.parameters.iter().zip(&self.function.lengths) {
            self.pointee(*object, length.as_ref())?;
        }
        self.lasting_lengths()?;
        self.expose()?;
        let result = match &self.function.returns {
            // The members of a structure are results of their own.
            Type::Void | Type::Record(_) => None,
            ty => Some(self.result_array(ty)),
        };
        self.activations.push(Activation {
            name: self.function.name.clone(),
            result,
            record: None,
            guards: 0,
            returns: Vec::new(),
            keeps_known: true,
            is_outermost: true,
        });
        self.follow_lasting()?;
        self.execute(&self.function.body)
    }

    /// The value of a parameter at the start.
    fn parameter(&mut self, at: usize, id: ObjectId) -> Result<()> {
        let object = self.object(id);
        let cell = Cell {
            object: id,
            element: 0,
        };
        match &object.ty {
            Type::Integer(ty) => {
                let name = self.own_parameter(at, object);
                let value = PwAff::param(self.ctx, 0, &name)?;
                self.note_type(&name, *ty)?;
                if !ty.signed {
                    self.demand(&value.nonneg_set()?)?;
                }
                let known = Known::Integer(Number::total(value));
                let is_tracked = self.tracked.elements(id).is_some();
                if !is_tracked || self.is_held(id) {
                    self.store_integer(id, &known)?;
                }
                if is_tracked {
                    self.set_cell(cell, known, None)?;
                }
                Ok(())
            }
            Type::Pointer(_) if self.tracked.elements(id).is_some() => {
                let start = Step::Index(self.number(0)?);
                let target = Target::new(Root::Pointee(id)).with(start);
                let known = Known::Pointer(vec![(self.state.domain.clone(), target)]);
                self.state.env.insert(cell, Rc::new(known));
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// The length that a parameter is declared with, and those in the type that it points to.
    pub(super) fn pointee(&mut self, id: ObjectId, length: Option<&Value>) -> Result<()> {
        let declared = match length {
            Some(length) => self.size(length)?,
            None => None,
        };
        if let Some(length) = &declared {
            self.demand_positive(length)?;
        }
        if let Type::Pointer(target) = &self.object(id).ty {
            let mut extents = vec![declared];
            extents.extend(self.lengths(target)?);
            self.extents.insert(Root::Pointee(id), extents);
        }
        Ok(())
    }

    /// Macros that are lengths of arrays at file scope are positive, or the compiler says so.
    fn lasting_lengths(&mut self) -> Result<()> {
        let changed: Vec<ObjectId> = self.reach.changed().collect();
        for id in changed {
            let mut ty = &self.object(id).ty;
            while let Type::Array { element, length } = ty {
                if let Some(length) = length
                    && is_macro(length)
                    && let Some(length) = self.size(length)?
                {
                    self.demand_positive(&length)?;
                }
                ty = element;
            }
        }
        Ok(())
    }

    /// Names the arrays of the caller that functions of other files may change.
    fn expose(&mut self) -> Result<()> {
        for (root, members) in &self.found.early {
            self.name_part(*root, members)?;
        }
        if !self.reach.calls_others {
            return Ok(());
        }
        for object in &self.function.parameters {
            let is_memory = match &self.object(*object).ty {
                Type::Pointer(target) => !matches!(**target, Type::Function),
                _ => false,
            };
            if !is_memory {
                continue;
            }
            let start = Step::Index(self.number(0)?);
            let target = Target::new(Root::Pointee(*object)).with(start);
            if let Ok((target, ty)) = self.first_scalar(&target) {
                self.part(&target, &ty)?;
            }
        }
        Ok(())
    }

    /// Makes an array of a part of an object.
    fn name_part(&mut self, root: Root, members: &[usize]) -> Result<()> {
        let mut target = self.whole(root)?;
        let mut members = members.iter();
        loop {
            let (ty, _) = self.walked(&target)?;
            let step = match (&ty, members.len()) {
                (Type::Array { .. }, _) => Step::Index(self.number(0)?),
                (Type::Record(_), 1..) => Step::Member(*members.next().unwrap_or(&0)),
                _ => return self.part(&target, &ty).map(|_| ()),
            };
            target = target.with(step);
        }
    }

    fn finished(&mut self) -> Result<Whole> {
        self.name_arrays();
        self.share_given()?;
        self.are_tiles_gone()?;
        let parameters = self.function.parameters.iter().enumerate();
        let parameters = parameters.map(|(at, id)| match self.object(*id).ty {
            Type::Integer(_) | Type::Record(_) | Type::Pointer(_) => self.own_name(at, *id),
            _ => String::new(),
        });
        let parameters = parameters.collect();
        let own = self.own_arrays_of_tiles()?;
        let reached = self.reached();
        self.check_rows()?;
        let whole = finish(Facts {
            ctx: self.ctx,
            naming: self.naming,
            statements: std::mem::take(&mut self.statements),
            arrays: std::mem::take(&mut self.arrays),
            params: std::mem::take(&mut self.params),
            products: std::mem::take(&mut self.products),
            members: std::mem::take(&mut self.members),
            defined: self.defined.clone(),
            limits: self.limits()?,
            real_zero: |ty| real_term(0.0, ty),
            is_untiled: !self.tiles.found.is_empty(),
            is_first_call: self.reach.is_once,
            at: self.function.at,
        })?;
        check(&whole.system.scop, &self.shared_loops)?;
        let tilings = self.tiles.found.iter();
        let tilings = tilings.map(|t| Ok((t.of(&whole.system.scop, &own)?, t.at)));
        let tilings = tilings.collect::<poly::Result<Vec<_>>>()?;
        let all = { self.assumptions.iter() }.chain(&whole.assumptions);
        let memory = memory(&whole.system, reached, &self.read)?;
        Ok(Whole {
            parameters,
            allocated: self.allocated.clone(),
            assumptions: all.cloned().collect(),
            fixed_macros: self.fixed_macros.clone(),
            met: std::mem::take(&mut self.met),
            values: std::mem::take(&mut self.unknowns.named),
            tilings,
            memory,
            opaque: self.opaque.clone(),
            ..whole
        })
    }

    pub(super) fn own_name(&self, at: usize, id: ObjectId) -> String {
        let given = self.naming.parameters.get(at).filter(|n| !n.is_empty());
        given
            .cloned()
            .unwrap_or_else(|| clean(&self.object(id).name))
    }

    fn result_array(&mut self, ty: &Type) -> usize {
        let origin = Origin::Shared(format!("result ({})", type_name(ty)), false, true);
        let result = DraftArray::scalar(ArrayKey::Result, "result", ty.clone(), origin);
        self.arrays.add(result)
    }
}
