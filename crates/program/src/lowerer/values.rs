//! Values and places with their C types, and conversions of values (C11 6.3).

use crate::types::arithmetic::wrapped;
use crate::types::{Qualified, Ty};
use crate::{BinaryOp, Place, Type, Unsupported, Value, ValueKind};
use source::Span;
use std::rc::Rc;

/// A value with its C type.
#[derive(Clone, Debug)]
pub(crate) struct Typed {
    pub(crate) value: Value,
    pub(crate) ty: Ty,
}

/// A place with the C type of its contents.
#[derive(Clone, Debug)]
pub(crate) struct Lvalue {
    pub(crate) place: Place,
    pub(crate) ty: Qualified,
    pub(crate) at: Span,
    /// Why its contents have no form, as a noun phrase.
    problem: Option<Rc<str>>,
}

impl Typed {
    pub(crate) fn new(kind: ValueKind, ty: &Ty, at: Span) -> Typed {
        let value = Value {
            ty: ty.ir(),
            kind,
            at,
        };
        Typed {
            value,
            ty: ty.clone(),
        }
    }

    /// A value that has no form.
    pub(crate) fn unknown(what: &str, at: Span) -> Typed {
        let kind = ValueKind::Unsupported(Unsupported {
            what: what.to_string(),
        });
        Typed::new(kind, &Ty::unknown(what), at)
    }

    /// The result of an expression of type `void`.
    pub(crate) fn void(at: Span) -> Typed {
        Typed::new(ValueKind::Integer(0), &Ty::Void, at)
    }

    pub(crate) fn int(value: i128, at: Span) -> Typed {
        Typed::new(ValueKind::Integer(value), &Ty::INT, at)
    }

    /// The reason why it has no form.
    pub(crate) fn unsupported(&self) -> Option<&str> {
        match (&self.value.kind, &self.ty) {
            (ValueKind::Unsupported(unsupported), _) => Some(&unsupported.what),
            (_, Ty::Unknown(what)) => Some(what),
            _ => None,
        }
    }

    pub(crate) fn at(mut self, at: Span) -> Typed {
        self.value.at = at;
        self
    }

    /// Whether it is a constant zero of integer type.
    pub(crate) fn is_zero(&self) -> bool {
        matches!(self.value.kind, ValueKind::Integer(0))
    }

    /// The function without effects of one operand.
    pub(crate) fn pure(function: String, operand: Typed, ty: &Ty) -> Typed {
        let at = operand.value.at;
        let arguments = vec![operand.value];
        let kind = ValueKind::Pure {
            function,
            arguments,
        };
        Typed::new(kind, ty, at)
    }

    /// The complex number with these parts, which have one floating type.
    pub(crate) fn complex(real: Typed, imaginary: Typed) -> Typed {
        let at = real.value.at;
        let ty = match real.ty {
            Ty::Floating(bytes) => Ty::Complex(bytes),
            _ => return Typed::unknown("a complex number of an unusual type", at),
        };
        let kind = ValueKind::Complex(Box::new(real.value), Box::new(imaginary.value));
        Typed::new(kind, &ty, at)
    }

    /// A floating number times the imaginary unit.
    pub(crate) fn imaginary(self) -> Typed {
        let zero = Typed::new(ValueKind::Real(0.0), &self.ty, self.value.at);
        Typed::complex(zero, self)
    }

    /// The real or the imaginary part of a number.
    pub(crate) fn part(self, is_real: bool) -> Typed {
        let at = self.value.at;
        match (&self.ty, is_real) {
            (Ty::Complex(bytes), _) => {
                let stem = if is_real { "creal" } else { "cimag" };
                let (function, ty) = (complex_function(stem, *bytes), Ty::Floating(*bytes));
                Typed::pure(function, self, &ty)
            }
            (ty, true) if ty.is_arithmetic() => self,
            (ty, false) if ty.is_arithmetic() => Typed::int(0, at).converted(&self.ty),
            _ => Typed::unknown("a part of something that is no number", at),
        }
    }

    /// A scalar as a condition: a complex number is compared with zero.
    pub(crate) fn tested(self) -> Typed {
        match self.ty {
            Ty::Complex(_) => self.truth(),
            _ => self,
        }
    }

    /// The type that a pointer points to.
    pub(crate) fn target(&self) -> Option<&Rc<Qualified>> {
        match &self.ty {
            Ty::Pointer(to) => Some(to),
            _ => None,
        }
    }

    /// Converts it to a type.
    pub(crate) fn converted(self, to: &Ty) -> Typed {
        if let Some(what) = self.unsupported() {
            return Typed::unknown(what, self.value.at);
        }
        if let (Ty::Record(a), Ty::Record(b)) = (&self.ty, to)
            && Rc::ptr_eq(a, b)
        {
            return self;
        }
        let at = self.value.at;
        match (&self.ty, to) {
            (_, Ty::Void) => Typed::void(at),
            (_, Ty::Unknown(what)) => Typed::unknown(what, at),
            (Ty::Record(_) | Ty::Void, _)
            | (_, Ty::Record(_) | Ty::Array(..) | Ty::Function(_)) => {
                Typed::unknown("a conversion that C does not have", at)
            }
            (Ty::Floating(_) | Ty::Complex(_), Ty::Pointer(_))
            | (Ty::Pointer(_), Ty::Floating(_) | Ty::Complex(_)) => {
                Typed::unknown("a conversion that C does not have", at)
            }
            (Ty::Complex(_), Ty::Complex(_)) => self.converted_scalar(to),
            (Ty::Complex(_), Ty::Integer(ty)) if ty.bits == 1 => self.truth().converted(to),
            (Ty::Complex(_), _) => self.part(true).converted(to),
            (_, Ty::Complex(bytes)) => {
                let ty = Ty::Floating(*bytes);
                let zero = Typed::new(ValueKind::Real(0.0), &ty, at);
                Typed::complex(self.converted(&ty), zero)
            }
            _ => self.converted_scalar(to),
        }
    }

    fn converted_scalar(self, to: &Ty) -> Typed {
        let ir = to.ir();
        if points_to_unsized(to) && self.ty.is_pointer() {
            return self;
        }
        if self.value.ty == ir {
            return Typed {
                value: self.value,
                ty: to.clone(),
            };
        }
        let at = self.value.at;
        let kind = match folded(&self.value.kind, &self.value.ty, &ir) {
            Some(kind) => kind,
            None => ValueKind::Convert(Box::new(self.value)),
        };
        Typed::new(kind, to, at)
    }

    /// Whether it is not zero, as an `int`.
    pub(crate) fn truth(self) -> Typed {
        if is_truth(&self.value.kind) || self.unsupported().is_some() {
            return self;
        }
        let at = self.value.at;
        let zero = Typed::int(0, at).converted(&self.ty);
        if let Some(what) = zero.unsupported() {
            return Typed::unknown(what, at);
        }
        let operands = (Box::new(self.value), Box::new(zero.value));
        let kind = ValueKind::Binary(BinaryOp::NotEqual, operands.0, operands.1);
        Typed::new(kind, &Ty::INT, at)
    }
}

/// The name of a function of complex numbers whose parts have a size.
pub(crate) fn complex_function(stem: &str, bytes: u8) -> String {
    let suffix = match bytes {
        4 => "f",
        16 => "l",
        _ => "",
    };
    format!("{stem}{suffix}")
}

/// Whether a type is a pointer to arrays of unknown length, as parameters of prototypes may be.
fn points_to_unsized(ty: &Ty) -> bool {
    let mut inner = match ty {
        Ty::Pointer(to) => &to.ty,
        _ => return false,
    };
    while let Ty::Array(element, length) = inner {
        if !length.as_ref().is_some_and(|l| is_known(l)) {
            return true;
        }
        inner = &element.ty;
    }
    false
}

/// A length without places, so that types are equal wherever they are spelled.
pub(crate) fn placeless(length: Value) -> Value {
    let inner = |value: Box<Value>| Box::new(placeless(*value));
    let kind = match length.kind {
        ValueKind::Unary(op, operand) => ValueKind::Unary(op, inner(operand)),
        ValueKind::Convert(operand) => ValueKind::Convert(inner(operand)),
        ValueKind::Binary(op, left, right) => ValueKind::Binary(op, inner(left), inner(right)),
        ValueKind::Choose {
            condition,
            then,
            other,
        } => ValueKind::Choose {
            condition: inner(condition),
            then: inner(then),
            other: inner(other),
        },
        kind => kind,
    };
    Value {
        ty: length.ty,
        kind,
        at: Span::at(0),
    }
}

/// Whether a length has a form.
fn is_known(length: &Value) -> bool {
    !matches!(length.kind, ValueKind::Unsupported(_))
}

/// A literal converted to another type, if that is exact or has the rounding of the conversion. One
/// that gets a wider floating type remains a conversion, like that of an object.
fn folded(kind: &ValueKind, from: &Type, to: &Type) -> Option<ValueKind> {
    match (kind, to) {
        (ValueKind::Integer(value), Type::Integer(ty)) if matches!(from, Type::Integer(_)) => {
            Some(ValueKind::Integer(wrapped(*value, *ty)))
        }
        (ValueKind::Integer(value), Type::Floating(_)) => {
            let is_small = value.unsigned_abs() < 1 << 24;
            is_small.then_some(ValueKind::Real(*value as f64))
        }
        (ValueKind::Real(real), Type::Floating(4)) => {
            Some(ValueKind::Real(f64::from(*real as f32)))
        }
        (ValueKind::Real(real), Type::Floating(bytes)) => {
            let is_wider = matches!(from, Type::Floating(own) if own < bytes);
            (!is_wider).then_some(ValueKind::Real(*real))
        }
        _ => None,
    }
}

/// Whether a value is 0 or 1 by its form.
fn is_truth(kind: &ValueKind) -> bool {
    use crate::UnaryOp;
    match kind {
        ValueKind::Unary(op, _) => *op == UnaryOp::Not,
        ValueKind::Binary(op, ..) => op.is_comparison(),
        ValueKind::Integer(value) => matches!(value, 0 | 1),
        ValueKind::Choose { then, other, .. } => is_truth(&then.kind) && is_truth(&other.kind),
        _ => false,
    }
}

impl Lvalue {
    pub(crate) fn new(place: Place, ty: Qualified, at: Span) -> Lvalue {
        Lvalue {
            place,
            ty,
            at,
            problem: None,
        }
    }

    /// A place that has no form.
    pub(crate) fn unknown(what: &str, at: Span) -> Lvalue {
        let ty = Ty::unknown(what);
        let nowhere = Typed::unknown(what, at).value;
        Lvalue::new(Place::At(Box::new(nowhere)), ty.plain(), at)
    }

    pub(crate) fn located(self, at: Span) -> Lvalue {
        Lvalue { at, ..self }
    }

    /// Why it cannot be read or written, as a noun phrase.
    pub(crate) fn problem(&self) -> Option<Rc<str>> {
        self.problem.clone().or_else(|| self.ty.ty.problem())
    }

    /// Its contents. An array becomes the address of its first element.
    pub(crate) fn load(&self) -> Typed {
        if let Some(problem) = &self.problem {
            return Typed::unknown(problem, self.at);
        }
        match &self.ty.ty {
            Ty::Array(..) => self.decayed(),
            Ty::Function(_) => self.address(),
            ty => match ty.problem() {
                Some(problem) => Typed::unknown(&problem, self.at),
                None => Typed::new(ValueKind::Load(self.place.clone()), ty, self.at),
            },
        }
    }

    fn decayed(&self) -> Typed {
        let zero = Typed::new(ValueKind::Integer(0), &Ty::INT, self.at);
        self.element(zero).address()
    }

    /// An element of an array.
    pub(crate) fn element(&self, index: Typed) -> Lvalue {
        let Ty::Array(element, _) = &self.ty.ty else {
            return Lvalue::unknown("a subscript of something that is no array", self.at);
        };
        if let Some(problem) = element.ty.problem() {
            return Lvalue::unknown(&problem, self.at);
        }
        let place = Place::Element {
            array: Box::new(self.place.clone()),
            ty: self.ty.ty.ir(),
            index: Box::new(index.value),
        };
        let ty = Qualified::clone(element).and(&self.ty.qualifiers());
        Lvalue {
            place,
            ty,
            at: self.at,
            problem: self.problem.clone(),
        }
    }

    /// A member of a record by its index.
    pub(crate) fn member(&self, index: usize) -> Lvalue {
        let Ty::Record(record) = &self.ty.ty else {
            return Lvalue::unknown("a member of something that is no record", self.at);
        };
        let (Some(ir), Some(member)) = (record.ir(), record.members().get(index)) else {
            let problem = self.ty.ty.problem();
            return Lvalue::unknown(problem.as_deref().unwrap_or("an unknown member"), self.at);
        };
        let place = Place::Member {
            record: Box::new(self.place.clone()),
            ty: ir,
            member: index,
        };
        let problem = member.bits.map(|_| "a bit-field".into());
        Lvalue {
            place,
            ty: member.ty.clone().and(&self.ty.qualifiers()),
            at: self.at,
            problem: self.problem.clone().or(problem),
        }
    }

    /// The same place for an access that is volatile.
    pub(crate) fn volatile(self) -> Lvalue {
        Lvalue {
            place: Place::Volatile(Box::new(self.place)),
            ..self
        }
    }

    /// A pointer to it.
    pub(crate) fn address(&self) -> Typed {
        if let Some(problem) = &self.problem {
            return Typed::unknown(problem, self.at);
        }
        if let Ty::Unknown(problem) = &self.ty.ty {
            return Typed::unknown(problem, self.at);
        }
        let ty = Ty::Pointer(Rc::new(self.ty.clone()));
        match &self.place {
            Place::At(pointer) => Typed {
                value: Value {
                    ty: ty.ir(),
                    ..Value::clone(pointer)
                },
                ty,
            },
            place => Typed::new(ValueKind::Address(place.clone()), &ty, self.at),
        }
    }
}

impl Qualified {
    /// The qualifiers alone.
    fn qualifiers(&self) -> Qualified {
        Qualified {
            ty: Ty::Void,
            ..self.clone()
        }
    }
}
