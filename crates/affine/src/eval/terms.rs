//! Values as terms over reads.

use super::integers::int_type;
use super::names::{binary_name, operator_name, real_name, type_name, unary_operator};
use crate::draft::{Spelling, Term};
use crate::state::Walker;
use crate::stop::Result;
use crate::values::Number;
use poly::Set;
use program::{BinaryOp, Place, Type, UnaryOp, Value, ValueKind};

/// Choices on data inside of each other are divided by what depends on no data up to so many.
const MOST_CHOICES: usize = 3;

impl Walker<'_> {
    /// The value as a term; its reads are added to the present statement.
    pub(crate) fn term(&mut self, value: &Value) -> Result<Term> {
        let number = self.as_data(true, |walker| {
            let number = walker.exact_integer(value)?;
            if let Some(number) = &number {
                walker.note_product(number, &value.ty)?;
            }
            Ok(number)
        })?;
        if let Some(number) = number
            && let Some(term) = self.number_term(&number, value)?
        {
            return Ok(term);
        }
        let outer = std::mem::replace(&mut self.at, value.at);
        let term = self.structure(value);
        if term.is_ok() {
            self.at = outer;
        }
        term
    }

    /// The term of a value that is a number, if that is a sum of parameters and iterators, or one
    /// of products of them that shows its size: none of its parts is negative.
    fn number_term(&mut self, number: &Number, value: &Value) -> Result<Option<Term>> {
        let ty = computed_in(value).map(type_name);
        if let Some(number) = self.affine(number)? {
            let spelling = match number.as_expr()? {
                Some(sum) if sum.is_affine() => ty.map(Spelling::Sum),
                _ => self.operator(value)?.map(Spelling::Operator),
            };
            return Ok(Some(Term::Integer {
                value: number,
                spelling: spelling.map(Box::new),
            }));
        }
        let is_sum = is_added(value) && self.has_no_negative_part(number)?;
        Ok(ty.filter(|_| is_sum).map(|ty| Term::sum(&ty, number)))
    }

    /// The operator of a value with its operands, which are numbers.
    fn operator(&mut self, value: &Value) -> Result<Option<Term>> {
        let operands = match &value.kind {
            ValueKind::Binary(op, a, b) if !op.is_comparison() => vec![a, b],
            ValueKind::Convert(inner) => vec![inner],
            _ => return Ok(None),
        };
        for operand in operands {
            if self.exact_integer(operand)?.is_none() {
                return Ok(None);
            }
        }
        let known = self.accesses.len();
        let term = self.structure(value)?;
        let reads = self.accesses.len() > known;
        self.accesses.truncate(known);
        Ok((!reads).then_some(term))
    }

    fn structure(&mut self, value: &Value) -> Result<Term> {
        if matches!(value.ty, Type::Pointer(_))
            && let Some(term) = self.pointer_term(value)?
        {
            return Ok(term);
        }
        let ty = type_name(&value.ty);
        match &value.kind {
            ValueKind::Load(place) => self.loaded_term(place, &value.ty),
            ValueKind::Real(real) => Ok(real_term(*real, &value.ty)),
            ValueKind::Complex(real, imaginary) => {
                let operands = vec![self.term(real)?, self.term(imaginary)?];
                Ok(Term::apply(ty, operands))
            }
            ValueKind::Integer(n) => Ok(Term::constant(format!("{n} {ty}"))),
            ValueKind::Unary(UnaryOp::Not, inner) => Ok(Term::apply("!", vec![self.truth(inner)?])),
            ValueKind::Unary(op, inner) => {
                let operator = unary_operator(*op, &inner.ty);
                Ok(Term::apply(operator, vec![self.term(inner)?]))
            }
            ValueKind::Binary(op, a, b) if op.is_comparison() => self.compared_term(*op, a, b),
            ValueKind::Binary(op, a, b) => {
                let operands = vec![self.term(a)?, self.term(b)?];
                Ok(Term::apply(
                    operator_name(*op, &value.ty, &a.ty, &b.ty),
                    operands,
                ))
            }
            ValueKind::Convert(inner) => self.converted_term(inner, &value.ty),
            ValueKind::Choose {
                condition,
                then,
                other,
            } => self.chosen_term(condition, then, other),
            ValueKind::Pure {
                function,
                arguments,
            } => {
                let operands = arguments.iter().map(|a| self.term(a));
                let operands = operands.collect::<Result<_>>()?;
                Ok(Term::apply(function.clone(), operands))
            }
            ValueKind::Unsupported(what) => self.unknown(what.what.clone()),
            ValueKind::Function(name) => Ok(Term::constant(format!("& {name}"))),
            ValueKind::Distance(..) => self.unknown("a distance of pointers that is not known"),
            ValueKind::Macro(_) => self.unknown("a macro that is no integer"),
            ValueKind::Address(_) | ValueKind::Offset { .. } | ValueKind::Text(_) => {
                self.unknown("a pointer as a value")
            }
        }
    }

    fn loaded_term(&mut self, place: &Place, ty: &Type) -> Result<Term> {
        if self.is_volatile(place) {
            return self.volatile_load(place, ty);
        }
        if let Some((object, _)) = self.cell_of(place)
            && self.dry == 0
        {
            self.hold(object);
        }
        self.load(place, ty)
    }

    fn compared_term(&mut self, op: BinaryOp, a: &Value, b: &Value) -> Result<Term> {
        let (a, b) = match op {
            BinaryOp::Greater | BinaryOp::GreaterOrEqual => (b, a),
            _ => (a, b),
        };
        let operator = format!("{} {}", binary_name(op), type_name(&a.ty));
        let operands = vec![self.term(a)?, self.term(b)?];
        Ok(Term::apply(operator, operands))
    }

    fn converted_term(&mut self, inner: &Value, to: &Type) -> Result<Term> {
        if matches!(to, Type::Integer(ty) if ty.bits == 1) {
            return self.truth(inner);
        }
        let operand = self.term(inner)?;
        if let (Term::Integer { value, .. }, Type::Floating(_)) = (&operand, to) {
            let constant = value.as_expr()?.and_then(|e| e.as_constant());
            // Numbers that every floating type represents exactly.
            if let Some(c) = constant.filter(|c| c.abs() < 1 << 24) {
                #[allow(clippy::cast_precision_loss)]
                return Ok(real_term(c as f64, to));
            }
        }
        let (from, into) = (type_name(&inner.ty), type_name(to));
        if from == into {
            return Ok(operand);
        }
        Ok(Term::apply(format!("{into} of {from}"), vec![operand]))
    }

    /// 1 if a scalar is not zero, else 0.
    pub(crate) fn truth(&mut self, value: &Value) -> Result<Term> {
        let is_truth = match &value.kind {
            ValueKind::Binary(op, ..) => op.is_comparison(),
            ValueKind::Unary(op, _) => *op == UnaryOp::Not,
            ValueKind::Choose { then, other, .. } => is_zero_or_one(then) && is_zero_or_one(other),
            ValueKind::Convert(inner) if matches!(value.ty, Type::Integer(_)) => {
                if is_zero_or_one(inner) {
                    return self.truth(inner);
                }
                false
            }
            _ => false,
        };
        let term = self.term(value)?;
        if is_truth || matches!(value.ty, Type::Integer(ty) if ty.bits == 1) {
            return Ok(term);
        }
        let ty = type_name(&value.ty);
        let zero = match &value.ty {
            Type::Floating(_) => real_term(0.0, &value.ty),
            Type::Complex(_) => complex_zero(&value.ty),
            Type::Pointer(_) => Term::constant("null"),
            _ => Term::integer(poly::PwAff::number(self.ctx, self.dims, 0)?),
        };
        Ok(Term::apply(format!("!= {ty}"), vec![term, zero]))
    }

    fn chosen_term(&mut self, condition: &Value, then: &Value, other: &Value) -> Result<Term> {
        if let Some(when) = self.condition(condition)? {
            let here = self.state.domain.intersect(&when)?;
            let there = self.state.domain.subtract(&when)?;
            if there.is_empty()? {
                return self.term(then);
            }
            if here.is_empty()? {
                return self.term(other);
            }
            return self.term_by_parts(when, [(here, then), (there, other)]);
        }
        if self.chosen.len() < MOST_CHOICES
            && let Some(term) = self.divided_choice(condition, [then, other])?
        {
            return Ok(term);
        }
        let (condition, swapped) = strip_not(condition);
        let (then, other) = if swapped {
            (other, then)
        } else {
            (then, other)
        };
        let mut operands = vec![self.truth(condition)?];
        for (negated, value) in [(false, then), (true, other)] {
            self.chosen.push((condition.clone(), negated));
            let operand = self.term(value);
            self.chosen.pop();
            operands.push(operand?);
        }
        let operator = format!("choose {}", type_name(&then.ty));
        Ok(Term::apply(operator, operands))
    }

    /// A choice on data whose condition or negation also has terms that depend on no data: they
    /// divide the domain, as in `i + 1 < n && a[i + 1] > 0 ? a[i + 1] : 0`.
    fn divided_choice(&mut self, condition: &Value, of: [&Value; 2]) -> Result<Option<Term>> {
        for negated in [false, true] {
            let [then, other] = if negated { [of[1], of[0]] } else { of };
            let Some((when, rest)) = self.known_part(condition, negated)? else {
                continue;
            };
            let here = self.state.domain.intersect(&when)?;
            let there = self.state.domain.subtract(&when)?;
            if here.is_empty()? || there.is_empty()? {
                continue;
            }
            let inner = Value {
                kind: ValueKind::Choose {
                    condition: Box::new(rest),
                    then: Box::new(then.clone()),
                    other: Box::new(other.clone()),
                },
                ty: then.ty.clone(),
                at: then.at,
            };
            let term = self.term_by_parts(when, [(here, &inner), (there, other)])?;
            return Ok(Some(term));
        }
        Ok(None)
    }

    /// One value where a set holds, and another one elsewhere: both places, with their values.
    fn term_by_parts(&mut self, when: Set, of: [(Set, &Value); 2]) -> Result<Term> {
        let [(here, then), (there, other)] = of;
        let then = Box::new(self.limited(here, then)?);
        let other = Box::new(self.limited(there, other)?);
        Ok(Term::Choose { when, then, other })
    }

    /// A term whose reads happen only on a set.
    fn limited(&mut self, on: Set, value: &Value) -> Result<Term> {
        let first = self.accesses.len();
        let term = self.within(on.clone(), |w| w.term(value))?;
        for access in &mut self.accesses[first..] {
            access.within = Some(match &access.within {
                Some(set) => set.intersect(&on)?,
                None => on.clone(),
            });
        }
        Ok(term)
    }
}

/// The integer type that a value is computed in, before conversions that keep it if it is not
/// negative; `None` if one may change it.
fn computed_in(value: &Value) -> Option<&Type> {
    let (ValueKind::Convert(inner), Some(to)) = (&value.kind, int_type(&value.ty)) else {
        return Some(&value.ty);
    };
    let from = int_type(&inner.ty)?;
    let keeps = to.bits > from.bits || to.bits == from.bits && (from.signed || !to.signed);
    keeps.then(|| computed_in(inner)).flatten()
}

/// Whether no operator of a sum of products takes something away: what is computed on the way to
/// the sum is not larger.
fn is_added(value: &Value) -> bool {
    match &value.kind {
        ValueKind::Binary(BinaryOp::Add | BinaryOp::Multiply, a, b) => is_added(a) && is_added(b),
        ValueKind::Convert(inner) => is_added(inner),
        ValueKind::Load(_) | ValueKind::Macro(_) | ValueKind::Integer(_) => true,
        _ => false,
    }
}

/// The number of a complex type whose parts are zero.
pub(crate) fn complex_zero(ty: &Type) -> Term {
    let part = match ty {
        Type::Complex(bytes) => Type::Floating(*bytes),
        ty => ty.clone(),
    };
    let zero = || real_term(0.0, &part);
    Term::apply(type_name(ty), vec![zero(), zero()])
}

fn is_zero_or_one(value: &Value) -> bool {
    match &value.kind {
        ValueKind::Integer(n) => *n == 0 || *n == 1,
        ValueKind::Binary(op, ..) => op.is_comparison(),
        ValueKind::Unary(op, _) => *op == UnaryOp::Not,
        ValueKind::Choose { then, other, .. } => is_zero_or_one(then) && is_zero_or_one(other),
        ValueKind::Convert(inner) => matches!(value.ty, Type::Integer(_)) && is_zero_or_one(inner),
        _ => false,
    }
}

/// A condition without `!`, and whether it is negated.
pub(crate) fn strip_not(value: &Value) -> (&Value, bool) {
    match &value.kind {
        ValueKind::Unary(UnaryOp::Not, inner) => {
            let (inner, negated) = strip_not(inner);
            (inner, !negated)
        }
        ValueKind::Convert(inner) if is_zero_or_one(inner) && is_zero_or_one(value) => {
            strip_not(inner)
        }
        _ => (value, false),
    }
}

/// A floating literal: that of a negative number negates another one, and that of a `double` that
/// is a `float`, too, is a conversion of it, as where the program reads the value of an object that
/// is the literal and negates or converts it.
pub(crate) fn real_term(value: f64, ty: &Type) -> Term {
    if value.is_sign_negative() && !value.is_nan() {
        let operator = unary_operator(UnaryOp::Negate, ty);
        return Term::apply(operator, vec![real_term(-value, ty)]);
    }
    let float = Type::Floating(4);
    #[allow(clippy::cast_possible_truncation)]
    let is_float = f64::from(value as f32).to_bits() == value.to_bits();
    match is_float && *ty != float && matches!(ty, Type::Floating(_)) {
        true => {
            let operator = format!("{} of {}", type_name(ty), type_name(&float));
            Term::apply(operator, vec![Term::constant(real_name(value, &float))])
        }
        false => Term::constant(real_name(value, ty)),
    }
}
