//! Accesses to volatile objects: each is an effect on the outside world.

use crate::draft::{Element, Term};
use crate::eval::{VOLATILE, type_name};
use crate::state::Walker;
use crate::stop::Result;
use program::{Place, Type, Value};

impl Walker<'_> {
    /// Whether an access to a place is volatile.
    pub(crate) fn is_volatile(&self, place: &Place) -> bool {
        matches!(place, Place::Volatile(_))
            || program::visit::root_object(place).is_some_and(|id| self.object(id).is_volatile)
    }

    /// The value of a volatile object, which the outside world decides.
    pub(crate) fn volatile_load(&mut self, place: &Place, ty: &Type) -> Result<Term> {
        if !self.chosen.is_empty() {
            return self.unknown("a volatile object under a condition on data");
        }
        let name = self.volatile_name(place)?;
        let world = self.world();
        let outer = std::mem::take(&mut self.accesses);
        let operands = vec![self.read_scalar(world)];
        let write = self.access(world, Element::At(Vec::new()));
        let term = Term::apply(format!("load of {name}"), operands);
        self.store_guarded(term, write, &Type::Void)?;
        self.accesses.clear();
        let operands = vec![self.read_scalar(world)];
        let term = Term::apply(format!("loaded from {name} ({})", type_name(ty)), operands);
        let scalar = self.auxiliary();
        let write = self.access(scalar, Element::At(Vec::new()));
        self.emit(term, write)?;
        self.accesses = outer;
        let access = self.access(scalar, Element::At(Vec::new()));
        Ok(self.read(access))
    }

    /// Stores in a volatile object.
    pub(crate) fn volatile_store(&mut self, place: &Place, value: &Value) -> Result<()> {
        let name = self.volatile_name(place)?;
        let world = self.world();
        let operands = vec![self.read_scalar(world), self.term(value)?];
        let write = self.access(world, Element::At(Vec::new()));
        let operator = format!("store in {name} ({})", type_name(&value.ty));
        self.store_guarded(Term::apply(operator, operands), write, &Type::Void)
    }

    /// The name of a volatile scalar that other code knows.
    fn volatile_name(&mut self, place: &Place) -> Result<String> {
        match place {
            Place::Object(id) => Ok(self.object(*id).name.clone()),
            Place::Volatile(_) => self.unknown(VOLATILE),
            _ => self.unknown("a part of a volatile object"),
        }
    }
}
