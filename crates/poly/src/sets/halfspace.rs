//! Constraints of convex sets as rows of numbers.

use crate::{PolyError, Result, Set};
use isl_rs::DimType;

/// `constant + row·x >= 0`, or `= 0`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Halfspace {
    /// Coefficients of parameters and coordinates.
    pub row: Vec<i64>,
    /// The constant.
    pub constant: i64,
    /// Whether it must be 0.
    pub equality: bool,
}

impl Set {
    /// The union of the points for all parameter values.
    pub fn without_params(&self) -> Result<Set> {
        Ok(Set::own(self.take().project_out_all_params()?, &self.ctx))
    }

    /// The set without the parameters that no constraint names.
    pub fn without_idle_params(&self) -> Result<Set> {
        Ok(Set::own(self.take().drop_unused_params()?, &self.ctx))
    }

    /// For each value of the named parameters, the points for any values of the others.
    pub fn only_params(&self, names: &[String]) -> Result<Set> {
        let mut raw = self.take();
        for (at, name) in self.param_names()?.iter().enumerate().rev() {
            if !names.contains(name) {
                raw = raw.project_out(DimType::Param, at as u32, 1)?;
            }
        }
        Ok(Set::own(raw, &self.ctx))
    }

    /// The constraints of all convex pieces. A row has the coefficients of the parameters, then
    /// those of the coordinates, or of one side after the other if the set is a wrapped relation.
    ///
    /// # Errors
    ///
    /// The set must not have integer divisions.
    pub fn halfspaces(&self) -> Result<Vec<Halfspace>> {
        let list = self.raw.get_basic_set_list()?;
        let mut found = Vec::new();
        for at in 0..list.n_basic_set()? {
            let constraints = list.get_basic_set(at)?.get_constraint_list()?;
            for k in 0..constraints.n_constraint()? {
                found.push(read_constraint(&constraints.get_constraint(k)?)?);
            }
        }
        Ok(found)
    }

    /// The largest number in the constraints, without its sign.
    pub fn largest_number(&self) -> Result<i64> {
        let list = self.raw.get_basic_set_list()?;
        let mut largest = 0;
        for at in 0..list.n_basic_set()? {
            let constraints = list.get_basic_set(at)?.get_constraint_list()?;
            for k in 0..constraints.n_constraint()? {
                let constraint = constraints.get_constraint(k)?;
                largest = largest.max(
                    constraint
                        .get_constant_val()?
                        .get_num_si()?
                        .saturating_abs(),
                );
                for kind in [DimType::Param, DimType::Set, DimType::Div] {
                    for k in 0..constraint.dim(kind)? {
                        let number = constraint.get_coefficient_val(kind, k)?.get_num_si()?;
                        largest = largest.max(number.saturating_abs());
                    }
                }
            }
        }
        Ok(largest)
    }

    /// Whether the set has finitely many points for every parameter value.
    pub fn is_bounded(&self) -> Result<bool> {
        Ok(self.raw.is_bounded()?)
    }
}

fn read_constraint(constraint: &isl_rs::Constraint) -> Result<Halfspace> {
    if constraint.dim(DimType::Div)? > 0 {
        let text = "a half-space has no integer divisions";
        return Err(PolyError::Failed(text.to_string()));
    }
    let mut row = Vec::new();
    for kind in [DimType::Param, DimType::Set] {
        for k in 0..constraint.dim(kind)? {
            row.push(constraint.get_coefficient_val(kind, k)?.get_num_si()?);
        }
    }
    Ok(Halfspace {
        row,
        constant: constraint.get_constant_val()?.get_num_si()?,
        equality: constraint.is_equality()?,
    })
}
