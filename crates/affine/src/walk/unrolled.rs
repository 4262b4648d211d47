//! Loops over a list of pointers, iteration by iteration:
//! `for (k = 0; k < 2; k++) free(all[k]);`.

use crate::state::Walker;
use crate::stop::Result;
use crate::survey::{has, has_exit};
use program::visit::{Part, nested, parts_of, statements_of};
use program::{BinaryOp, Loop, Place, StatementKind, Type, Value, ValueKind};

/// Loops of more iterations are not unrolled.
const MOST: usize = 32;

impl Walker<'_> {
    /// Executes a loop over a list of pointers that are followed, if the number of iterations is
    /// known and small. Returns whether it is one.
    pub(super) fn run_unrolled(&mut self, l: &Loop) -> Result<bool> {
        let is_fit = !l.body_first && l.pragmas.is_empty() && !has_exit(l);
        let continues = || has(&l.body, &|kind| matches!(kind, StatementKind::Continue));
        let Some(condition) = l.condition.as_ref().filter(|_| is_fit && !continues()) else {
            return Ok(false);
        };
        if !self.reads_list(l) {
            return Ok(false);
        }
        let (before, at) = (self.snapshot(), self.at);
        for _ in 0..=MOST {
            self.at = at;
            match self.decided(condition)? {
                Some(true) => {
                    self.execute(&l.body)?;
                    self.execute(&l.step)?;
                }
                Some(false) => return Ok(true),
                None => break,
            }
        }
        self.restore(before);
        Ok(false)
    }

    /// Whether a loop reads a pointer from a small array of pointers.
    fn reads_list(&self, l: &Loop) -> bool {
        let mut found = false;
        let mut look = |value: &Value| {
            nested(value, &mut |v| {
                if let (ValueKind::Load(Place::Element { array, .. }), Type::Pointer(_)) =
                    (&v.kind, &v.ty)
                    && let Place::Object(id) = &**array
                {
                    found |= self.tracked.elements(*id).is_some_and(|count| count > 0);
                }
            });
        };
        statements_of(&l.body, &mut |statement| {
            parts_of(statement, &mut |part| match part {
                Part::Value(value) => look(value),
                Part::Written(_) => {}
            });
        });
        found
    }

    /// Whether a comparison of numbers holds; `None` if they are not known.
    fn decided(&mut self, condition: &Value) -> Result<Option<bool>> {
        let (operator, a, b) = match &condition.kind {
            ValueKind::Convert(inner) => return self.decided(inner),
            ValueKind::Binary(operator, a, b) => (operator, a, b),
            _ => return Ok(None),
        };
        let mut numbers = Vec::new();
        for operand in [a, b] {
            self.accesses.clear();
            let number = self.integer(operand)?;
            numbers.push(match number {
                Some(number) => number.as_constant()?,
                None => None,
            });
        }
        self.accesses.clear();
        let [Some(a), Some(b)] = numbers[..] else {
            return Ok(None);
        };
        Ok(match operator {
            BinaryOp::Less => Some(a < b),
            BinaryOp::LessOrEqual => Some(a <= b),
            BinaryOp::NotEqual => Some(a != b),
            _ => None,
        })
    }
}
