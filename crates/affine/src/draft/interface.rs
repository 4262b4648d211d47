//! The arrays of a system: their extents, and what its caller knows of them.

use super::array::{ArrayKey, Origin};
use super::finish::{Builder, array_id};
use crate::stop::Result;
use crate::values::Number;
use poly::{Expr, PwAff, Set};
use program::Type;
use scop::{Access, AccessKind, Array, Shared};

impl Builder<'_> {
    /// The arrays, and those of them that the caller knows.
    pub(super) fn arrays(&mut self) -> Result<()> {
        for at in 0..self.facts.arrays.len() {
            let array = self.facts.arrays.get(at).clone();
            let mut shape = Vec::new();
            for extent in &array.shape {
                shape.push(match extent {
                    Some(extent) => Some(self.extent(extent)?),
                    None => None,
                });
            }
            let (is_input, is_output, is_carried) = match &array.origin {
                Origin::Local => (false, false, false),
                Origin::Shared(_, input, output) => (*input, *output, false),
                Origin::Carried { .. } => (true, false, true),
            };
            let key = match &array.origin {
                Origin::Shared(key, ..) => Some(key.clone()),
                Origin::Carried { name, .. } => {
                    Some(format!("carried {} {name}", self.facts.naming.tag))
                }
                Origin::Local => None,
            };
            if let Some(key) = key {
                let length = { array.declared.as_ref() }.filter(|n| n.as_affine().is_some());
                let declared = length.and_then(|length| self.extent(length).ok());
                let object = match array.object.is_empty() {
                    true => key.clone(),
                    false => array.object.clone(),
                };
                self.system.interface.push(Shared {
                    array: array_id(at),
                    key,
                    is_input,
                    is_output,
                    object,
                    whole_dims: array.whole_dims,
                    declared,
                });
            }
            if array.key == ArrayKey::World {
                self.system.world = Some(array_id(at));
            }
            self.system.element_bytes.push(bytes(&array.ty));
            self.system.scop.arrays.push(Array {
                id: array_id(at),
                name: self.spaces.array(at).to_string(),
                products: vec![None; shape.len()],
                shape,
                live_in: is_input,
                live_out: is_output,
                carried: is_carried,
                private: 0,
            });
        }
        Ok(())
    }

    /// An extent as an expression of the parameters.
    fn extent(&mut self, extent: &Number) -> Result<Expr> {
        let affine = extent.affine(&mut self.facts.products)?;
        let defined = self.facts.defined.clone();
        let expr = match (affine, extent.involves_from(0)?) {
            (Some(affine), false) => {
                let simple = affine.gist_params(&defined)?.coalesce()?;
                match length(&simple, &defined)? {
                    Some(expr) => Some(expr),
                    None => length(&affine, &defined)?,
                }
            }
            _ => None,
        };
        match expr {
            Some(expr) => Ok(expr),
            None => self.stop("an array whose size changes", self.facts.at),
        }
    }

    /// Notes the structures from which bounds and conditions of statements are read. What is around
    /// such a condition stays where the constraints on all members are dropped.
    pub(super) fn met(&mut self) -> Result<()> {
        let system = &mut self.system;
        let is_certain = |access: &&Access| {
            access.kind == AccessKind::Write && !system.conditional[access.id.0 as usize]
        };
        for (object, names) in &self.facts.members {
            let mut met: Option<Set> = None;
            for access in system.scop.accesses.iter().filter(is_certain) {
                let domain = &system.scop.statement(access.statement).domain;
                if !domain
                    .used_params()?
                    .iter()
                    .any(|name| names.contains(name))
                {
                    continue;
                }
                let around = domain.without_constraints_on(names)?.params()?;
                met = Some(match met {
                    Some(met) => met.union(&around)?.coalesce()?,
                    None => around,
                });
            }
            system.met.extend(met.map(|met| (object.clone(), met)));
        }
        Ok(())
    }
}

/// A length as an expression in the parameters: one piece, or a minimum or maximum of several.
/// All lengths below 1 count as the same, so that `n / 4` is `floor(n / 4)`.
pub(crate) fn length(function: &PwAff, defined: &Set) -> Result<Option<Expr>> {
    if let Some(expr) = function.as_expr()? {
        return Ok(Some(expr));
    }
    let pieces = function.pieces()?;
    let mut values: Vec<Expr> = pieces.into_iter().map(|p| p.value).collect();
    values.sort();
    values.dedup();
    let by = |expr: &Expr| PwAff::from_expr(function.context(), function.dims()?, expr);
    let Some(one) = by(&Expr::constant(1))? else {
        return Ok(None);
    };
    let mut candidates = vec![Expr::min_of(values.clone()), Expr::max_of(values.clone())];
    candidates.extend(values.into_iter().map(Some));
    for expr in candidates.into_iter().flatten() {
        let Some(same) = by(&expr)? else { continue };
        let none = same.lt_set(&one)?.intersect(&function.lt_set(&one)?)?;
        let equal = same.eq_set(function)?.union(&none)?.params()?;
        if defined.is_subset(&equal)? {
            return Ok(Some(expr));
        }
    }
    Ok(None)
}

/// The bytes of an element of an array.
fn bytes(ty: &Type) -> u64 {
    match ty {
        Type::Integer(ty) => u64::from(ty.bits).div_ceil(8),
        Type::Floating(bytes) => u64::from(*bytes),
        Type::Complex(bytes) => 2 * u64::from(*bytes),
        Type::Pointer(_) => 8,
        Type::Record(record) => record.bytes.max(1),
        Type::Array { element, .. } => bytes(element),
        Type::Void | Type::Function | Type::Unknown => 1,
    }
}
