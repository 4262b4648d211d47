//! Integers that do not change while the function runs: parameters of the system.

use super::flat::is_within;
use crate::state::Walker;
use crate::stop::Result;
use crate::survey::literal;
use crate::values::{Number, clean, split_by};
use integer::IntType;
use poly::{PwAff, Set};
use program::points_to::Root;
use program::{Lifetime, Macro, Object, Place, Type, Value};
use scop::{Param, ParamKind};
use std::collections::BTreeMap;

/// Larger constant tables are data.
const LARGEST_TABLE: i128 = 32;

/// A typical value of a size.
pub(crate) const SAMPLE: i64 = 64;

impl Walker<'_> {
    /// The value of an integer object outside of the function that does not change; `None` if it
    /// is data.
    pub(crate) fn constant_in(&mut self, place: &Place) -> Result<Option<Number>> {
        match place {
            Place::Object(id) => {
                let object = self.object(*id);
                if let Some(value) = self.initial(object, 0) {
                    return Ok(Some(self.number(value)?));
                }
                self.unchanged(object)
            }
            Place::Element { array, index, .. } => match &**array {
                Place::Object(id) => self.element(self.object(*id), index),
                _ => Ok(None),
            },
            _ => Ok(None),
        }
    }

    fn element(&mut self, object: &Object, index: &Value) -> Result<Option<Number>> {
        let Type::Array { element, .. } = &object.ty else {
            return Ok(None);
        };
        let Type::Integer(ty) = **element else {
            return Ok(None);
        };
        if !object.is_constant || object.initial.is_none() {
            return Ok(None);
        }
        let Some(index) = self.exact_integer(index)? else {
            return Ok(None);
        };
        let bytes = u64::from(ty.bits.div_ceil(8));
        match index.as_constant()? {
            None if self.is_subscript => self.element_by_cases(object, &index, bytes),
            None => Ok(None),
            Some(index) => {
                let index = u64::try_from(index).ok();
                let value = index.and_then(|at| self.initial(object, at * bytes));
                value.map(|v| self.number(v)).transpose()
            }
        }
    }

    /// An element of a small constant table, by cases; `None` if it may be none of the table.
    fn element_by_cases(
        &mut self,
        table: &Object,
        index: &Number,
        bytes: u64,
    ) -> Result<Option<Number>> {
        let length = match &table.ty {
            Type::Array { length, .. } => length.as_ref().and_then(|n| literal(n)),
            _ => None,
        };
        let Some(length) = length.filter(|length| (1..=LARGEST_TABLE).contains(length)) else {
            return Ok(None);
        };
        let Some(index) = self.affine(index)? else {
            return Ok(None);
        };
        if !is_within(&index, length as i64, &self.state.domain)? {
            return Ok(None);
        }
        let mut cases: BTreeMap<i64, Set> = BTreeMap::new();
        for (at, offset) in (0..length).zip((0..).step_by(bytes as usize)) {
            let Some(value) = self.initial(table, offset) else {
                return Ok(None);
            };
            let at = PwAff::number(self.ctx, self.dims, at as i64)?;
            let here = index.eq_set(&at)?;
            let here = match cases.remove(&value) {
                Some(other) => other.union(&here)?.coalesce()?,
                None => here,
            };
            cases.insert(value, here);
        }
        let mut found: Option<Number> = None;
        for (value, here) in cases {
            let value = self.number(value)?;
            found = Some(match found {
                Some(found) => split_by(&here, &value, &found)?,
                None => value,
            });
        }
        Ok(found)
    }

    /// The initial value of a constant integer at an offset.
    fn initial(&self, object: &Object, offset: u64) -> Option<i64> {
        if !object.is_constant || object.is_volatile || !object.lifetime.lasts() {
            return None;
        }
        let initial = object.initial.as_ref()?;
        match initial.iter().find(|(at, _)| *at == offset) {
            Some((_, value)) => i64::try_from(literal(value)?).ok(),
            None => Some(0),
        }
    }

    fn unchanged(&mut self, object: &Object) -> Result<Option<Number>> {
        let lasting = matches!(object.lifetime, Lifetime::File | Lifetime::Linked);
        let Type::Integer(ty) = object.ty else {
            return Ok(None);
        };
        let is_fixed = lasting && !self.reach.is_changed(object.id) && !self.reach.calls_others;
        if !is_fixed || object.is_volatile {
            return Ok(None);
        }
        let name = clean(&object.name);
        self.add_parameter(&name, &object.name, ParamKind::Variable, SAMPLE);
        let memory = self.read_memory(Root::Lasting(object.id), &object.ty);
        self.read.insert(name.clone(), memory);
        let value = PwAff::param(self.ctx, self.dims, &name)?;
        self.note_type(&name, ty)?;
        if !ty.signed {
            self.demand(&PwAff::param(self.ctx, 0, &name)?.nonneg_set()?)?;
        }
        Ok(Some(Number::total(value)))
    }

    /// Parameter values outside of a set are excluded.
    pub(crate) fn demand(&mut self, set: &poly::Set) -> Result<()> {
        let params = set.params()?;
        self.state.domain = self.state.domain.intersect_params(&params)?;
        if self.dry == 0 {
            self.defined = self.defined.intersect(&params)?;
        }
        Ok(())
    }

    /// Parameter values in a set are excluded.
    pub(crate) fn exclude(&mut self, bad: &poly::Set) -> Result<()> {
        let bad = bad.params()?;
        match bad.is_empty()? {
            true => Ok(()),
            false => self.demand(&poly::Set::all_values(self.ctx)?.subtract(&bad)?),
        }
    }

    /// The parameter that a macro is.
    pub(crate) fn macro_parameter(&mut self, found: &Macro) -> Result<String> {
        let name = clean(&found.name);
        self.add_parameter(&name, &found.name, ParamKind::Macro, found.value);
        self.note_type(&name, IntType::INT)?;
        Ok(name)
    }

    /// The parameter of the system for parameter number `at` of the function.
    pub(crate) fn own_parameter(&mut self, at: usize, object: &Object) -> String {
        let given = self.naming.parameters.get(at).filter(|n| !n.is_empty());
        let name = given.cloned().unwrap_or_else(|| clean(&object.name));
        self.add_parameter(&name, &object.name, ParamKind::Variable, SAMPLE);
        name
    }

    pub(crate) fn add_parameter(
        &mut self,
        name: &str,
        spelling: &str,
        kind: ParamKind,
        sample: i64,
    ) {
        let param = || Param {
            name: name.to_string(),
            spelling: spelling.to_string(),
            kind,
            sample,
        };
        self.params.entry(name.to_string()).or_insert_with(param);
    }
}
