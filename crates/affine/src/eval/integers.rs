//! Integers as functions of iterators and parameters.

use crate::state::Walker;
use crate::stop::Result;
use crate::survey::literal;
use crate::values::{Cell, Known, Number, Root, indicator, split_by};
use integer::IntType;
use poly::{Expr, PwAff, Set};
use program::{BinaryOp, MacroId, ObjectId, Place, Type, UnaryOp, Value, ValueKind};

/// The integer type of a value.
pub(crate) fn int_type(ty: &Type) -> Option<IntType> {
    match ty {
        Type::Integer(ty) => Some(*ty),
        _ => None,
    }
}

impl Walker<'_> {
    /// The value of an integer, modulo its type if that is unsigned; `None` if it is data.
    pub(crate) fn integer(&mut self, value: &Value) -> Result<Option<Number>> {
        let Some(ty) = int_type(&value.ty) else {
            return Ok(None);
        };
        match &value.kind {
            ValueKind::Integer(n) => match i64::try_from(*n) {
                Ok(n) => Ok(Some(self.number(n)?)),
                Err(_) => Ok(None),
            },
            ValueKind::Macro(id) => Ok(Some(self.macro_value(*id)?)),
            ValueKind::Load(place) => self.loaded(place),
            ValueKind::Unary(op, operand) => {
                let found = self.unary(*op, operand)?;
                self.within_type(found, ty)
            }
            ValueKind::Binary(op, a, b) if op.is_comparison() => self
                .comparison(*op, a, b)?
                .map(|set| Ok(indicator(&set)?))
                .transpose(),
            ValueKind::Binary(op, a, b) => {
                let found = self.binary(*op, a, b)?;
                self.within_type(found, ty)
            }
            ValueKind::Convert(operand) => self.converted(operand, ty),
            ValueKind::Choose {
                condition,
                then,
                other,
            } => self.chosen(condition, then, other),
            ValueKind::Distance(a, b) => self.distance(a, b),
            ValueKind::Pure {
                function,
                arguments,
            } => match (function.as_str(), arguments.as_slice()) {
                ("abs" | "labs" | "llabs", [of]) => self.magnitude(of),
                _ => Ok(None),
            },
            ValueKind::Unsupported(what) => self.unknown(what.what.clone()),
            _ => Ok(None),
        }
    }

    /// The absolute value of an integer.
    fn magnitude(&mut self, value: &Value) -> Result<Option<Number>> {
        let Some(number) = self.integer(value)? else {
            return Ok(None);
        };
        let Some(affine) = self.affine(&number)? else {
            return Ok(None);
        };
        let negative = number.neg()?;
        if let Some(ty) = int_type(&value.ty) {
            self.note_overflow(&affine.neg()?, ty)?;
        }
        Ok(Some(split_by(&affine.nonneg_set()?, &number, &negative)?))
    }

    /// A result, whose type it does not leave if that is signed.
    fn within_type(&mut self, found: Option<Number>, ty: IntType) -> Result<Option<Number>> {
        if let (Some(affine), true) = (found.as_ref().and_then(Number::as_affine), ty.signed) {
            self.note_overflow(affine, ty)?;
        }
        Ok(found)
    }

    /// The value with its wrapping undone: what C computes.
    pub(crate) fn exact_integer(&mut self, value: &Value) -> Result<Option<Number>> {
        let (Some(ty), Some(number)) = (int_type(&value.ty), self.integer(value)?) else {
            return Ok(None);
        };
        self.settled(&number, ty)
    }

    /// The value of the type that a number is congruent to; `None` if that is not known.
    pub(crate) fn settled(&mut self, number: &Number, ty: IntType) -> Result<Option<Number>> {
        if ty.signed || self.is_size {
            if let (Some(affine), false) = (number.as_affine(), ty.signed) {
                self.note_wrap(affine, ty)?;
            }
            return Ok(Some(number.clone()));
        }
        if let Some(c) = number.as_constant()? {
            return self.wrapped(c, ty).map(Some);
        }
        let Some(affine) = self.affine(number)? else {
            return self.settled_product(number, ty);
        };
        if !self.stays_below(&affine, ty)? {
            return Ok(None);
        }
        self.note_wrap(&affine, ty)?;
        let nonnegative = affine.nonneg_set()?;
        if self.holds(&nonnegative)? {
            return Ok(Some(number.clone()));
        }
        let size = PwAff::power_of_two(self.ctx, self.dims, u32::from(ty.bits))?;
        let wrapped = Number::total(affine.add(&size)?);
        Ok(Some(split_by(
            &nonnegative,
            &Number::total(affine),
            &wrapped,
        )?))
    }

    /// The same for a sum of products, `y*w + x`: the number itself, if none of its terms is
    /// negative. Sizes are assumed to be so small that it does not overflow.
    fn settled_product(&mut self, number: &Number, ty: IntType) -> Result<Option<Number>> {
        for (_, factor) in number.factors() {
            let factor = factor.lifted(self.dims.saturating_sub(factor.dims()?))?;
            if !self.stays_below(&factor, ty)? {
                return Ok(None);
            }
        }
        if !self.has_no_negative_part(number)? {
            return Ok(None);
        }
        // No memory has 2^64 elements.
        if ty.bits < 64 {
            let text = format!("no product of `unsigned` sizes exceeds {} bits", ty.bits);
            self.assumptions.insert(text);
        }
        Ok(Some(number.clone()))
    }

    /// Whether all parameters and factors in a sum of products are certainly no less than 0.
    pub(super) fn has_no_negative_part(&self, number: &Number) -> Result<bool> {
        for (product, factor) in number.factors() {
            for name in product {
                let param = PwAff::param(self.ctx, self.dims, name)?;
                if !self.holds(&param.nonneg_set()?)? {
                    return Ok(false);
                }
            }
            let factor = factor.lifted(self.dims.saturating_sub(factor.dims()?))?;
            if !self.holds(&factor.nonneg_set()?)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// A constant as a value of an unsigned type.
    fn wrapped(&self, value: i64, ty: IntType) -> Result<Number> {
        match ty.bits {
            1..=62 => self.number(value.rem_euclid(1 << ty.bits)),
            _ if value >= 0 => self.number(value),
            _ => {
                let size = PwAff::power_of_two(self.ctx, self.dims, u32::from(ty.bits))?;
                let value = PwAff::number(self.ctx, self.dims, value)?;
                Ok(Number::total(value.add(&size)?))
            }
        }
    }

    /// Whether a number stays below the end of an unsigned type, and above its negative, while
    /// parameters and iterators are small: larger ones are assumed not to overflow either, but what
    /// is meant to wrap, as hashes are, does so for small ones.
    fn stays_below(&self, number: &PwAff, ty: IntType) -> Result<bool> {
        // Nobody has 2^48 elements; 2^22 are many.
        let exponent = match ty.bits {
            64 => 48,
            bits => u32::from(bits.max(16)) - 10,
        };
        let expr = number.as_expr()?.filter(Expr::is_affine);
        if expr.is_some_and(|expr| is_small(&expr, exponent, ty)) {
            return Ok(true);
        }
        let most = PwAff::power_of_two(self.ctx, self.dims, exponent)?;
        let end = PwAff::power_of_two(self.ctx, self.dims, u32::from(ty.bits))?;
        let mut here = self.state.domain.clone();
        let params = number.used_params()?;
        let params = params
            .iter()
            .map(|name| PwAff::param(self.ctx, self.dims, name));
        for one in params.chain((0..self.dims).map(|at| PwAff::coordinate(self.ctx, self.dims, at)))
        {
            let one = one?;
            here = here.intersect(&one.le_set(&most)?)?;
            here = here.intersect(&one.neg()?.le_set(&most)?)?;
        }
        let above = end.le_set(number)?;
        let below = number.le_set(&end.neg()?)?;
        Ok(here.is_disjoint(&above)? && here.is_disjoint(&below)?)
    }

    fn macro_value(&mut self, id: MacroId) -> Result<Number> {
        let found = &self.program.macros[id.0 as usize];
        if self.naming.fixed.contains(found) {
            self.fixed_macros.insert(found.name.clone());
            return self.number(found.value);
        }
        let name = self.macro_parameter(found)?;
        Ok(Number::total(PwAff::param(self.ctx, self.dims, &name)?))
    }

    fn loaded(&mut self, place: &Place) -> Result<Option<Number>> {
        if let Some(known) = self.cell_value(place)? {
            return match known {
                Known::Integer(number) => {
                    let number = number.lifted_to(self.dims)?;
                    let covers = match number.domain()? {
                        None => true,
                        Some(domain) => self.holds(&domain)?,
                    };
                    Ok(covers.then_some(number))
                }
                _ => Ok(None),
            };
        }
        self.constant_in(place)
    }

    /// What is known of the cell that a place is; `None` if the place is none.
    pub(crate) fn cell_value(&mut self, place: &Place) -> Result<Option<Known>> {
        if let Some(known) = self.members_at(place)? {
            return Ok(Some(known));
        }
        if let Some(cell) = self.member_cell(place)? {
            let known = self.cell_contents(cell)?;
            if let Known::Pointer(pointer) = &known
                && pointer
                    .iter()
                    .any(|(_, target)| target.root == Root::Member(cell))
            {
                self.assume_kept(cell.object);
            }
            return Ok(Some(known));
        }
        let named = self.by_name(place)?;
        let Some((object, index)) = self.cell_of(named.as_ref().unwrap_or(place)) else {
            return Ok(None);
        };
        let Some(index) = index else {
            return Ok(Some(self.cell_contents(Cell { object, element: 0 })?));
        };
        let Some(number) = self.exact_integer(index)? else {
            return Ok(Some(Known::Data));
        };
        let mut found: Option<Known> = None;
        for (cell, set) in self.cells_at(object, &number)? {
            let here = self.cell_contents(cell)?;
            let here = match set {
                Some(set) => here.restricted(&set)?,
                None => return Ok(Some(here)),
            };
            found = Some(match found {
                Some(known) => known.either(&here)?,
                None => here,
            });
        }
        Ok(Some(found.unwrap_or(Known::Data)))
    }

    pub(crate) fn cell_contents(&mut self, cell: Cell) -> Result<Known> {
        let Some(known) = self.state.env.get(&cell) else {
            return Ok(Known::Data);
        };
        let known = known.clone();
        let resolved = match &*known {
            Known::After(..) => {
                let resolved = known.resolved()?;
                self.state
                    .env
                    .insert(cell, std::rc::Rc::new(resolved.clone()));
                resolved
            }
            other => other.clone(),
        };
        Ok(resolved.lifted_to(self.dims)?)
    }

    /// The pointer with a name that a place behind a pointer is: `*p` after `p = &t`.
    pub(crate) fn by_name(&mut self, place: &Place) -> Result<Option<Place>> {
        let Place::At(value) = place else {
            return Ok(None);
        };
        let (ValueKind::Load(Place::Object(own)), Type::Pointer(ty)) = (&value.kind, &value.ty)
        else {
            return Ok(None);
        };
        if !matches!(**ty, Type::Pointer(_)) || self.tracked.elements(*own) != Some(0) {
            return Ok(None);
        }
        let own = Cell {
            object: *own,
            element: 0,
        };
        let Known::Pointer(found) = self.cell_contents(own)? else {
            return Ok(None);
        };
        let [(set, target)] = found.as_slice() else {
            return Ok(None);
        };
        let Root::Object(object) = target.root else {
            return Ok(None);
        };
        let is_same = target.path.is_empty() && self.object(object).ty == **ty;
        Ok((is_same && self.holds(set)?).then_some(Place::Object(object)))
    }

    /// The tracked object that a place is, and the subscript of its element.
    pub(crate) fn cell_of<'v>(&self, place: &'v Place) -> Option<(ObjectId, Option<&'v Value>)> {
        let (object, index) = match place {
            Place::Object(id) => (*id, None),
            Place::Element { array, index, .. } => match &**array {
                Place::Object(id) => (*id, Some(&**index)),
                _ => return None,
            },
            _ => return None,
        };
        let elements = self.tracked.elements(object)?;
        ((elements > 0) == index.is_some()).then_some((object, index))
    }

    /// The cells of a small array that a subscript reaches, and where; one without a set if it is
    /// the same everywhere.
    pub(crate) fn cells_at(
        &mut self,
        object: ObjectId,
        index: &Number,
    ) -> Result<Vec<(Cell, Option<Set>)>> {
        let constant = index.as_constant()?;
        let Some(affine) = self.affine(index)? else {
            return Ok(Vec::new());
        };
        let mut found = Vec::new();
        let cells: Vec<Cell> = self.tracked.cells(object).collect();
        let count = i64::try_from(cells.len()).unwrap_or(0);
        let end = PwAff::number(self.ctx, self.dims, count)?;
        let inside = affine.nonneg_set()?.intersect(&affine.lt_set(&end)?)?;
        if self.dry == 0 && !self.holds(&inside)? {
            return self.unknown("a subscript that may leave a small array");
        }
        for cell in cells {
            let element = i64::from(cell.element);
            if constant == Some(element) {
                return Ok(vec![(cell, None)]);
            }
            let here = affine.eq_set(&PwAff::number(self.ctx, self.dims, element)?)?;
            if !here.is_disjoint(&self.state.domain)? {
                found.push((cell, Some(here)));
            }
        }
        Ok(found)
    }

    fn unary(&mut self, op: UnaryOp, operand: &Value) -> Result<Option<Number>> {
        match op {
            UnaryOp::Not => {
                let holds = self.condition(operand)?;
                holds
                    .map(|set| Ok(indicator(&set.complement()?)?))
                    .transpose()
            }
            UnaryOp::Negate => Ok(self.integer(operand)?.map(|n| n.neg()).transpose()?),
            UnaryOp::Complement => {
                let found = self.integer(operand)?;
                Ok(found.map(|n| n.neg()?.plus(-1)).transpose()?)
            }
        }
    }

    fn chosen(&mut self, condition: &Value, then: &Value, other: &Value) -> Result<Option<Number>> {
        let Some(when) = self.condition(condition)? else {
            return Ok(None);
        };
        let here = self.state.domain.intersect(&when)?;
        let there = self.state.domain.subtract(&when)?;
        if there.is_empty()? {
            return self.integer(then);
        }
        if here.is_empty()? {
            return self.integer(other);
        }
        let then = self.within(here, |w| w.integer(then))?;
        let other = self.within(there, |w| w.integer(other))?;
        match (then, other) {
            (Some(then), Some(other)) => Ok(Some(split_by(&when, &then, &other)?)),
            _ => Ok(None),
        }
    }

    fn binary(&mut self, op: BinaryOp, a: &Value, b: &Value) -> Result<Option<Number>> {
        match op {
            BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply => {
                let (Some(a), Some(b)) = (self.integer(a)?, self.integer(b)?) else {
                    return Ok(None);
                };
                match op {
                    BinaryOp::Add => Ok(Some(a.add(&b)?)),
                    BinaryOp::Subtract => Ok(Some(a.sub(&b)?)),
                    _ => self.times(&a, &b),
                }
            }
            BinaryOp::Divide | BinaryOp::Remainder => self.quotient(op, a, b),
            _ => self.bits(op, a, b),
        }
    }

    fn quotient(&mut self, op: BinaryOp, a: &Value, b: &Value) -> Result<Option<Number>> {
        let (Some(a), Some(b)) = (self.exact_integer(a)?, self.exact_integer(b)?) else {
            return Ok(None);
        };
        let Some(dividend) = self.affine(&a)? else {
            return self.digit(op, &a, &b);
        };
        let Some(divisor) = b.as_constant()?.filter(|d| *d > 0) else {
            return match (self.digit(op, &a, &b)?, op) {
                (None, BinaryOp::Divide) => self.tile_quotient(&a, &b),
                (found, _) => Ok(found),
            };
        };
        if divisor == 1 && op == BinaryOp::Divide {
            return Ok(Some(a));
        }
        let upward = match op {
            BinaryOp::Divide => dividend.floor_div(divisor)?,
            _ => dividend.modulo(divisor)?,
        };
        let nonnegative = dividend.nonneg_set()?;
        if self.holds(&nonnegative)? {
            return Ok(Some(Number::total(upward)));
        }
        // C rounds toward 0: the result for -a is that for a with the other sign.
        let negated = dividend.neg()?;
        let downward = match op {
            BinaryOp::Divide => negated.floor_div(divisor)?.neg()?,
            _ => negated.modulo(divisor)?.neg()?,
        };
        let (upward, downward) = (Number::total(upward), Number::total(downward));
        Ok(Some(split_by(&nonnegative, &upward, &downward)?))
    }

    /// `a / b` or `a % b` for a divisor that is no number, if `0 <= a - b*q < b` for `q` from the
    /// form of `a`.
    fn digit(&mut self, op: BinaryOp, a: &Number, b: &Number) -> Result<Option<Number>> {
        let Some(bound) = self.affine(b)? else {
            return Ok(None);
        };
        let (quotient, rest) = match b.used_params()?.as_slice() {
            [name] if b.as_affine().is_some_and(|b| is_param(b, name)) => {
                a.divided(std::slice::from_ref(name))?
            }
            _ => (self.number(0)?, a.clone()),
        };
        let Some(digit) = self.affine(&rest)? else {
            return Ok(None);
        };
        let within = digit.nonneg_set()?.intersect(&digit.lt_set(&bound)?)?;
        let positive = match self.affine(&quotient)? {
            Some(q) => self.holds(&q.nonneg_set()?)?,
            None => false,
        };
        if !positive || !self.holds(&within)? {
            return Ok(None);
        }
        Ok(Some(match op {
            BinaryOp::Divide => quotient,
            _ => rest,
        }))
    }

    fn bits(&mut self, op: BinaryOp, a: &Value, b: &Value) -> Result<Option<Number>> {
        if op == BinaryOp::And && literal(a).is_some() && literal(b).is_none() {
            return self.bits(op, b, a);
        }
        let (Some(left), Some(right)) = (self.exact_integer(a)?, self.exact_integer(b)?) else {
            return Ok(None);
        };
        let (Some(affine), Some(c)) = (self.affine(&left)?, right.as_constant()?) else {
            return Ok(None);
        };
        let shifts = matches!(op, BinaryOp::ShiftLeft | BinaryOp::ShiftRight);
        if shifts && int_type(&a.ty).is_none_or(|ty| c >= i64::from(ty.bits)) {
            return Ok(None);
        }
        let found = match (op, c) {
            (BinaryOp::ShiftLeft, 0..=40) => return Ok(Some(left.scale(1 << c)?)),
            (BinaryOp::ShiftRight, 0..=40) => affine.floor_div(1 << c)?,
            (BinaryOp::And, 0..) if (c as u64 + 1).is_power_of_two() && c < 1 << 40 => {
                affine.modulo(c + 1)?
            }
            (BinaryOp::Xor, 1) => {
                let odd = affine.modulo(2)?;
                let one = PwAff::number(self.ctx, self.dims, 1)?;
                affine.add(&one)?.sub(&odd.scale(2)?)?
            }
            (BinaryOp::Xor | BinaryOp::Or, 0) => affine,
            _ => return Ok(None),
        };
        Ok(Some(Number::total(found)))
    }
}

fn is_param(factor: &PwAff, name: &str) -> bool {
    let expr = factor.as_expr().ok().flatten();
    expr.is_some_and(|e| e == poly::Expr::var(name))
}

/// Whether an affine expression is below the end of a type by its coefficients, if no variable
/// exceeds a power of two.
fn is_small(expr: &Expr, exponent: u32, ty: IntType) -> bool {
    let size = |coefficient: i64| u128::from(coefficient.unsigned_abs());
    let times: u128 = expr.terms().map(|(_, coefficient)| size(coefficient)).sum();
    ty.bits <= 64 && (times << exponent) + size(expr.constant_part()) < 1 << ty.bits
}
