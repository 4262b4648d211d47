//! Conditions as sets of iterations.

use super::integers::int_type;
use crate::state::Walker;
use crate::stop::Result;
use crate::values::{Number, Pointer, Root, Step, Target};
use poly::{PwAff, Set};
use program::{BinaryOp, Type, UnaryOp, Value, ValueKind};

impl Walker<'_> {
    /// Where a condition holds, among the iterations that reach the present place; `None` if it
    /// depends on data.
    pub(crate) fn condition(&mut self, value: &Value) -> Result<Option<Set>> {
        match &value.kind {
            ValueKind::Binary(op, a, b) if op.is_comparison() => self.comparison(*op, a, b),
            ValueKind::Unary(UnaryOp::Not, inner) => {
                let holds = self.condition(inner)?;
                Ok(holds.map(|set| set.complement()).transpose()?)
            }
            ValueKind::Choose {
                condition,
                then,
                other,
            } => self.either_condition(condition, then, other),
            ValueKind::Convert(inner) if keeps_truth(&inner.ty, &value.ty) => self.condition(inner),
            _ if matches!(value.ty, Type::Pointer(_)) => match self.pointer(value)? {
                Some(pointer) => Ok(Some(self.not_null(&pointer)?)),
                None => Ok(None),
            },
            _ => match self.exact_integer(value)? {
                Some(number) => match self.affine(&number)? {
                    Some(n) => Ok(Some(self.zeros(&n)?.complement()?)),
                    None => Ok(None),
                },
                None => Ok(None),
            },
        }
    }

    fn zeros(&self, n: &PwAff) -> Result<Set> {
        Ok(n.eq_set(&PwAff::number(self.ctx, self.dims, 0)?)?)
    }

    fn either_condition(
        &mut self,
        condition: &Value,
        then: &Value,
        other: &Value,
    ) -> Result<Option<Set>> {
        let Some(when) = self.condition(condition)? else {
            return Ok(None);
        };
        let mut all = Set::all(self.ctx, self.dims)?.complement()?;
        for (set, value) in [(when.clone(), then), (when.complement()?, other)] {
            let here = self.state.domain.intersect(&set)?;
            if here.is_empty()? {
                continue;
            }
            let Some(holds) = self.within(here, |w| w.condition(value))? else {
                return Ok(None);
            };
            all = all.union(&holds.intersect(&set)?)?;
        }
        Ok(Some(all.coalesce()?))
    }

    /// Where a comparison holds; `None` if it depends on data.
    pub(crate) fn comparison(&mut self, op: BinaryOp, a: &Value, b: &Value) -> Result<Option<Set>> {
        if matches!(a.ty, Type::Pointer(_)) && matches!(b.ty, Type::Pointer(_)) {
            let (Some(a), Some(b)) = (self.pointer(a)?, self.pointer(b)?) else {
                return Ok(None);
            };
            return self.compared_pointers(op, &a, &b);
        }
        let (Some(first), Some(second)) = (self.exact_integer(a)?, self.exact_integer(b)?) else {
            return Ok(None);
        };
        self.note_product(&first, &a.ty)?;
        self.note_product(&second, &b.ty)?;
        self.compared(op, &first, &second)
    }

    /// Where `a op b` holds; `None` if the difference is not affine.
    fn compared(&mut self, op: BinaryOp, a: &Number, b: &Number) -> Result<Option<Set>> {
        let Some(difference) = self.affine(&a.sub(b)?)? else {
            return Ok(None);
        };
        let zero = PwAff::number(self.ctx, self.dims, 0)?;
        let one = PwAff::number(self.ctx, self.dims, 1)?;
        let domain = &self.state.domain;
        Ok(Some(match op {
            BinaryOp::Less => difference.neg()?.sub(&one)?.nonneg_within(domain)?,
            BinaryOp::LessOrEqual => difference.neg()?.nonneg_within(domain)?,
            BinaryOp::Greater => difference.sub(&one)?.nonneg_within(domain)?,
            BinaryOp::GreaterOrEqual => difference.nonneg_within(domain)?,
            BinaryOp::Equal => difference.eq_set(&zero)?,
            _ => difference.eq_set(&zero)?.complement()?,
        }))
    }

    /// Where a pointer leads somewhere.
    fn not_null(&mut self, pointer: &Pointer) -> Result<Set> {
        let mut all = Set::all(self.ctx, self.dims)?.complement()?;
        for (set, target) in pointer {
            match target.root {
                Root::Null => continue,
                Root::Heap(_) => self.assume("allocations succeed"),
                Root::Pointee(id) if self.unknowns.foreign.contains_key(&id) => {
                    self.assume("pointers that functions of other files return are not null");
                }
                Root::Pointee(_) => self.assume("pointer parameters are not null"),
                Root::Member(_) => self.assume("pointers in its structures are not null"),
                Root::Rows(..) => self.assume("pointers in its tables are not null"),
                _ => {}
            }
            all = all.union(set)?;
        }
        Ok(all)
    }

    fn assume(&mut self, text: &str) {
        self.assumptions.insert(text.to_string());
    }

    fn compared_pointers(&mut self, op: BinaryOp, a: &Pointer, b: &Pointer) -> Result<Option<Set>> {
        let mut all = Set::all(self.ctx, self.dims)?.complement()?;
        for (set_a, target_a) in a {
            for (set_b, target_b) in b {
                let both = set_a.intersect(set_b)?;
                if both.is_disjoint(&self.state.domain)? {
                    continue;
                }
                let found = self.within(self.state.domain.intersect(&both)?, |w| {
                    w.compared_targets(op, target_a, target_b)
                })?;
                let Some(holds) = found else { return Ok(None) };
                all = all.union(&holds.intersect(&both)?)?;
            }
        }
        Ok(Some(all))
    }

    fn compared_targets(&mut self, op: BinaryOp, a: &Target, b: &Target) -> Result<Option<Set>> {
        let nowhere = Set::all(self.ctx, self.dims)?.complement()?;
        // Each string literal may be another object, or the same.
        if let (Root::Text(_), Root::Text(_)) = (a.root, b.root) {
            return Ok(None);
        }
        if a.root != b.root {
            if let Root::Heap(_) | Root::Pointee(_) | Root::Member(_) | Root::Rows(..) = a.root {
                self.not_null(&vec![(nowhere.clone(), a.clone())])?;
            }
            return Ok(match op {
                BinaryOp::Equal => Some(nowhere),
                BinaryOp::NotEqual => Some(nowhere.complement()?),
                _ => None,
            });
        }
        match self.apart(a, b)? {
            Some(distance) => {
                let zero = self.number(0)?;
                self.compared(op, &distance, &zero)
            }
            None => Ok(None),
        }
    }

    /// `a - b` in elements, if both certainly lie in the same innermost array.
    pub(crate) fn apart(&mut self, a: &Target, b: &Target) -> Result<Option<Number>> {
        if !a.is_parallel(b) {
            return Ok(None);
        }
        let (mut outer_a, mut outer_b) = (a.clone(), b.clone());
        let (Some(Step::Index(x)), Some(Step::Index(y))) = (outer_a.path.pop(), outer_b.path.pop())
        else {
            let same = a.path.is_empty() && b.path.is_empty();
            return Ok(if same { Some(self.number(0)?) } else { None });
        };
        match outer_a.equals(&outer_b, &self.state.domain)? {
            true => Ok(Some(x.sub(&y)?)),
            false => Ok(None),
        }
    }

    /// The distance of two pointers; `None` if it is data.
    pub(crate) fn distance(&mut self, a: &Value, b: &Value) -> Result<Option<Number>> {
        let (Some(a), Some(b)) = (self.pointer(a)?, self.pointer(b)?) else {
            return Ok(None);
        };
        match (a.as_slice(), b.as_slice()) {
            ([(_, a)], [(_, b)]) => self.apart(a, b),
            _ => Ok(None),
        }
    }
}

/// Whether a conversion gives zero exactly for zero.
fn keeps_truth(from: &Type, to: &Type) -> bool {
    match (from, int_type(to)) {
        (Type::Pointer(_), Some(to)) => to.bits == 1 || to.bits == 64,
        (Type::Pointer(_), None) => matches!(to, Type::Pointer(_)),
        (from, Some(to)) => int_type(from).is_some_and(|from| to.bits == 1 || to.bits >= from.bits),
        _ => false,
    }
}
