//! Addresses as values, and memory of which nothing is known but that others know it: its contents
//! are a function of the address and of the outside world, objects included that others may know.

use super::names::type_name;
use crate::draft::Term;
use crate::state::Walker;
use crate::stop::{Result, Stop};
use program::{Place, Type, Value, ValueKind};

impl Walker<'_> {
    /// An address as a value that may be kept; `None` if the value is that of memory.
    pub(super) fn pointer_term(&mut self, value: &Value) -> Result<Option<Term>> {
        let count = self.accesses.len();
        match self.pointer(value) {
            Ok(Some(pointer)) => return self.escaping_term(&pointer).map(Some),
            Ok(None) | Err(Stop::Indirect(_) | Stop::Outside(_)) => {}
            Err(stop) => return Err(stop),
        }
        self.accesses.truncate(count);
        let mut operands = Vec::new();
        let operator = match &value.kind {
            ValueKind::Address(place) => {
                let path = self.path_terms(place, &mut operands)?;
                format!("address of {path}")
            }
            ValueKind::Offset { pointer, by } => {
                operands = vec![self.term(pointer)?, self.term(by)?];
                "moved address".to_string()
            }
            _ => return Ok(None),
        };
        Ok(Some(Term::apply(operator, operands)))
    }

    /// The contents of memory that others know.
    pub(super) fn outside_load(&mut self, place: &Place, ty: &Type) -> Result<Term> {
        self.demand_foreign(place)?;
        let mut operands = Vec::new();
        let path = self.path_terms(place, &mut operands)?;
        let world = self.world();
        operands.push(self.read_scalar(world));
        operands.extend(self.contents_of_others()?);
        self.called_unknown |= self.dry == 0;
        let operator = format!("{} {path} ({})", scop::MEMORY, type_name(ty));
        Ok(Term::apply(operator, operands))
    }

    /// The address and the subscripts of a place as operands, and what is done with them.
    fn path_terms(&mut self, place: &Place, operands: &mut Vec<Term>) -> Result<String> {
        match place {
            Place::Object(object) => {
                let pointer = self.place(&Place::Object(*object))?;
                operands.push(self.escaping_term(&pointer)?);
                Ok("*".to_string())
            }
            Place::At(pointer) => {
                operands.push(self.term(pointer)?);
                Ok("*".to_string())
            }
            Place::Element { array, index, .. } => {
                let path = self.path_terms(array, operands)?;
                operands.push(self.term(index)?);
                Ok(format!("{path}[]"))
            }
            Place::Member { record, member, .. } => {
                let path = self.path_terms(record, operands)?;
                Ok(format!("{path}.{member}"))
            }
            Place::Volatile(_) => self.unknown(super::places::VOLATILE),
        }
    }
}
