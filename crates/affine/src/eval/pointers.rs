//! Pointers as parts of objects.

use crate::state::Walker;
use crate::stop::Result;
use crate::survey::literal;
use crate::values::{Known, Number, Pointer, Root, Step, Target, restricted};
use program::{Type, Value, ValueKind};

impl Walker<'_> {
    /// What a pointer leads to; `None` if it is data.
    pub(crate) fn pointer(&mut self, value: &Value) -> Result<Option<Pointer>> {
        match &value.kind {
            ValueKind::Load(place) => match self.cell_value(place)? {
                Some(Known::Pointer(pointer)) => self.covering(pointer),
                Some(_) => Ok(None),
                None => self.row_at(place),
            },
            ValueKind::Address(place) => Ok(Some(self.place(place)?)),
            ValueKind::Offset { pointer, by } => self.offset(pointer, by),
            ValueKind::Convert(inner) => self.cast(inner, &value.ty),
            ValueKind::Integer(0) => Ok(Some(self.null())),
            ValueKind::Text(text) => Ok(Some(self.characters(text, &value.ty)?)),
            ValueKind::Choose {
                condition,
                then,
                other,
            } => self.either_pointer(condition, then, other),
            ValueKind::Unsupported(what) => self.unknown(what.what.clone()),
            _ => Ok(None),
        }
    }

    fn null(&self) -> Pointer {
        vec![(self.state.domain.clone(), Target::new(Root::Null))]
    }

    /// The characters of a string literal, as a pointer of a type to them or to their array.
    fn characters(&mut self, text: &[u8], ty: &Type) -> Result<Pointer> {
        let (element, is_array) = match ty {
            Type::Pointer(target) => match &**target {
                Type::Array { element, .. } => (&**element, true),
                element => (element, false),
            },
            _ => return self.unknown("the characters of a string"),
        };
        let known = self.texts.iter().position(|(known, _)| known == text);
        let at = known.unwrap_or(self.texts.len());
        if known.is_none() {
            self.texts.push((text.to_vec(), element.clone()));
        }
        let mut target = Target::new(Root::Text(at));
        if !is_array {
            target = target.with(Step::Index(self.number(0)?));
        }
        Ok(vec![(self.state.domain.clone(), target)])
    }

    /// The pointer, if it is known wherever the present place is reached.
    fn covering(&mut self, pointer: Pointer) -> Result<Option<Pointer>> {
        if let [(_, target)] = pointer.as_slice() {
            if self.holds(&pointer[0].0)? {
                return Ok(Some(vec![(self.state.domain.clone(), target.clone())]));
            }
            return Ok(None);
        }
        let found = restricted(&pointer, &self.state.domain)?;
        let mut left = self.state.domain.clone();
        for (set, _) in &found {
            left = left.subtract(set)?;
        }
        Ok(left.is_empty()?.then_some(found))
    }

    fn offset(&mut self, pointer: &Value, by: &Value) -> Result<Option<Pointer>> {
        let Some(found) = self.pointer(pointer)? else {
            return Ok(None);
        };
        let is_of_data =
            |(_, target): &(_, Target)| matches!(target.path.last(), Some(Step::Any(_)));
        let at = match self.data_subscript(by)? {
            None if found.iter().any(is_of_data) => Some(self.kept_subscript(by)?),
            at => at,
        };
        if let Some(at) = at {
            return self.moved_by_data(found, at).map(Some);
        }
        let by = self.subscript(by)?;
        self.moved(found, &by)
    }

    fn moved_by_data(&mut self, pointer: Pointer, at: usize) -> Result<Pointer> {
        let mut all = Vec::new();
        for (set, mut target) in pointer {
            let start = match target.path.pop() {
                Some(Step::Index(n)) if n.as_constant()? == Some(0) => None,
                Some(Step::Index(n)) => Some(self.known_subscript(&n)?),
                Some(Step::Any(start)) => Some(start),
                _ => return self.unknown("a subscript that depends on data"),
            };
            let sum = match start {
                Some(start) => self.derived_subscript("sum of subscripts", &[start, at])?,
                None => at,
            };
            all.push((set, target.with(Step::Any(sum))));
        }
        Ok(all)
    }

    fn moved(&mut self, pointer: Pointer, by: &Number) -> Result<Option<Pointer>> {
        let mut all = Vec::new();
        for (set, target) in pointer {
            match target.moved(by)? {
                Some(target) => all.push((set, target)),
                None => return self.unknown("a pointer that leaves its object"),
            }
        }
        Ok(Some(all))
    }

    fn cast(&mut self, inner: &Value, to: &Type) -> Result<Option<Pointer>> {
        if literal(inner) == Some(0) {
            return Ok(Some(self.null()));
        }
        let Some(found) = self.pointer(inner)? else {
            return Ok(None);
        };
        let (Type::Pointer(from), Type::Pointer(to)) = (&inner.ty, to) else {
            return Ok(None);
        };
        let mut all = Vec::new();
        for (set, target) in found {
            let target = self.viewed(target, from, to)?;
            all.push((set, target));
        }
        Ok(Some(all))
    }

    /// A target of one type as one of another type: memory that has no type yet gets it, arrays
    /// are entered.
    fn viewed(&mut self, target: Target, from: &Type, to: &Type) -> Result<Target> {
        if let (Root::Heap(_), false) = (target.root, is_untyped(to)) {
            self.set_type(target.root, to)?;
        }
        if let Type::Pointer(element) = to {
            self.set_row_types(target.root, element)?;
        }
        if let (Root::Heap(_), true) = (target.root, is_untyped(from)) {
            return Ok(target);
        }
        let mut target = target;
        let mut from = from.clone();
        while let Type::Array { element, .. } = &from {
            if is_like(&from, to) || matches!(to, Type::Array { .. } | Type::Void) {
                break;
            }
            target = target.with(Step::Index(self.number(0)?));
            from = (**element).clone();
        }
        let is_object = matches!(target.root, Root::Object(_) | Root::Pointee(_));
        if is_object && matches!(to, Type::Array { .. }) {
            self.same_rows(&target, to)?;
        }
        Ok(target)
    }

    /// Checks that the arrays at a target have the lengths of those in a type.
    fn same_rows(&mut self, target: &Target, to: &Type) -> Result<()> {
        let lengths = self.lengths(to)?;
        let mut inner = target.clone();
        for _ in &lengths {
            inner = inner.with(Step::Index(self.number(0)?));
        }
        let (_, shape) = self.walked(&inner)?;
        self.same_lengths(&shape[shape.len() - lengths.len()..], &lengths)
    }

    /// Checks that lengths are the same at the present place.
    pub(crate) fn same_lengths(
        &mut self,
        a: &[Option<Number>],
        b: &[Option<Number>],
    ) -> Result<()> {
        for pair in a.iter().zip(b) {
            let is_same = match pair {
                (Some(a), Some(b)) => a.equals(b, &self.state.domain)?,
                _ => false,
            };
            if !is_same {
                return self.unknown("a pointer to rows of another length");
            }
        }
        Ok(())
    }

    fn either_pointer(
        &mut self,
        condition: &Value,
        then: &Value,
        other: &Value,
    ) -> Result<Option<Pointer>> {
        let Some(when) = self.condition(condition)? else {
            return Ok(None);
        };
        let mut all = Vec::new();
        for (set, value) in [(when.clone(), then), (when.complement()?, other)] {
            let here = self.state.domain.intersect(&set)?;
            if here.is_empty()? {
                continue;
            }
            let Some(found) = self.within(here.clone(), |w| w.pointer(value))? else {
                return Ok(None);
            };
            all.extend(restricted(&found, &here)?);
        }
        Ok(Some(all))
    }
}

/// Whether a type says nothing of the memory behind a pointer to it.
fn is_untyped(ty: &Type) -> bool {
    matches!(ty, Type::Void | Type::Unknown)
}

/// Whether two types have the same shape, whatever the lengths.
pub(crate) fn is_like(a: &Type, b: &Type) -> bool {
    match (a, b) {
        (Type::Array { element: a, .. }, Type::Array { element: b, .. }) => is_like(a, b),
        (Type::Pointer(_), Type::Pointer(_)) => true,
        _ => a == b,
    }
}
