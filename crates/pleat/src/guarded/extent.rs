//! How far a function goes into the memory that it reaches by a pointer: an upper bound in bytes,
//! as C. All accesses of the original are below it, so those of the moved loops are, too.

use super::size::{Values, product};
use crate::budget::SYSTEM;
use crate::verify::{PresentValue, needed};
use affine::{Fixed, Memory, Stride, Whole};
use poly::{Allowance, Expr, PolyError, PwAff, Set};
use program::points_to::{PointsTo, Root};
use program::{Function, Lifetime, Object, Program, Type};
use scop::{ArrayId, Shared};
use std::collections::BTreeSet;

/// The most bounds of one array, each for other parameter values.
const MOST_BOUNDS: usize = 3;

/// Memory in C.
#[derive(Clone, Debug)]
pub(super) struct Region {
    /// A pointer to its first byte.
    pub(super) start: String,
    /// Numbers of bytes, none of which is exceeded by all accesses together: each access is below
    /// one of them.
    pub(super) bytes: BTreeSet<String>,
}

/// What a function does to the memory that it reaches.
pub(super) struct Reach<'r> {
    program: &'r Program,
    function: &'r Function,
    whole: Whole,
    /// The name of the type of sizes.
    size: &'static str,
}

/// The root of memory as C.
struct Start<'r> {
    text: String,
    /// What the pointer leads to; none for an object.
    target: Option<&'r Type>,
}

impl<'r> Reach<'r> {
    /// The accesses of a function. Some macros are taken at their value.
    pub(super) fn of(
        program: &'r Program,
        function: &'r Function,
        fixed: &Fixed,
        size: &'static str,
    ) -> Result<Self, String> {
        let whole = crate::systems::system(program, &function.name, fixed, &Allowance::new(SYSTEM));
        let whole = whole.map_err(|_| "the elements that it touches are not known")?;
        Ok(Reach {
            program,
            function,
            whole,
            size,
        })
    }

    /// The macros that were taken at their value.
    pub(super) fn fixed(&self) -> Vec<PresentValue> {
        let macros = self.program.macros.iter();
        let fixed = macros.filter(|m| self.whole.fixed_macros.contains(&m.name));
        let value = |m: &program::Macro| PresentValue {
            name: m.name.clone(),
            value: m.value,
            fixed: Fixed::None,
        };
        fixed.map(value).collect()
    }

    /// A static object of the function whose values an other call may need: a copy of the function
    /// has one of its own.
    pub(super) fn kept(&self, points_to: &PointsTo<'_>) -> Option<&'r str> {
        let is_own = |o: &&Object| {
            o.lifetime == Lifetime::Static && self.function.at.contains(o.at) && !o.is_constant
        };
        let own: Vec<&Object> = self.program.objects.iter().filter(is_own).collect();
        let carried = self
            .whole
            .carried
            .iter()
            .map(|(_, name)| name.clone())
            .collect();
        let needed = needed(&self.whole, &carried);
        let is_kept = |object: &&&Object| {
            let name = &object.name;
            !carried.contains(name)
                || needed.contains(name)
                || own.iter().filter(|other| other.name == *name).count() > 1
                || points_to.is_object_known_outside(object.id)
        };
        own.iter().find(is_kept).map(|object| object.name.as_str())
    }

    /// The memory that is reached by a pointer or a name.
    pub(super) fn region(&self, root: Root, name: &str) -> Result<Region, String> {
        let start = self.start(root)?;
        let Some(target) = start.target else {
            return Ok(Region {
                bytes: BTreeSet::from([format!("sizeof {name}")]),
                start: start.text,
            });
        };
        let unit = format!("sizeof *{}", start.text);
        let mut bytes = BTreeSet::new();
        for memory in self.whole.memory.iter().filter(|m| m.root == root) {
            let Some(array) = memory.array else {
                bytes.insert(unit.clone());
                continue;
            };
            self.whole.system.scop.ctx.start_budget(SYSTEM);
            let far = || format!("how far it goes into `{}` is not known", start.text);
            if !is_of(target, memory) {
                return Err(format!("`{}` is used as another type", start.text));
            }
            let found = self.elements(array).map_err(|_| far())?.ok_or_else(far)?;
            let found = found.into_iter().map(|mut factors| {
                factors.push(unit.clone());
                product(&factors, self.size)
            });
            bytes.extend(found);
        }
        Ok(Region {
            start: start.text,
            bytes,
        })
    }

    fn object(&self, parameter: usize) -> Option<&'r Object> {
        let id = self.function.parameters.get(parameter)?;
        self.program.objects.get(id.0 as usize)
    }

    fn start(&self, root: Root) -> Result<Start<'r>, String> {
        let unknown = || "the memory has no name at its start".to_string();
        match root {
            Root::Parameter(at) => {
                let object = self.object(at).ok_or_else(unknown)?;
                let Type::Pointer(target) = &object.ty else {
                    return Err(unknown());
                };
                Ok(Start {
                    text: object.name.clone(),
                    target: Some(target),
                })
            }
            Root::Member { parameter, member } => {
                let object = self.object(parameter).ok_or_else(unknown)?;
                let (record, operator) = match &object.ty {
                    Type::Record(record) => (record, "."),
                    Type::Pointer(target) => match &**target {
                        Type::Record(record) => (record, "->"),
                        _ => return Err(unknown()),
                    },
                    _ => return Err(unknown()),
                };
                let member = record.members.get(member).ok_or_else(unknown)?;
                let Type::Pointer(target) = &member.ty else {
                    return Err(unknown());
                };
                Ok(Start {
                    text: format!("{}{operator}{}", object.name, member.name),
                    target: Some(target),
                })
            }
            Root::Rows { .. } | Root::Foreign { .. } => Err(unknown()),
            Root::Lasting(id) => {
                let object = self
                    .program
                    .objects
                    .get(id.0 as usize)
                    .ok_or_else(unknown)?;
                let is_hidden = { self.function.parameters.iter() }
                    .filter_map(|id| self.program.objects.get(id.0 as usize))
                    .any(|parameter| parameter.name == object.name);
                if is_hidden || object.at.start > self.function.at.start {
                    return Err(format!("`{}` is not known at its start", object.name));
                }
                let has_size = !matches!(&object.ty, Type::Array { length: None, .. });
                match object.lifetime {
                    Lifetime::File | Lifetime::Linked if has_size => Ok(Start {
                        text: format!("&{}", object.name),
                        target: None,
                    }),
                    Lifetime::File | Lifetime::Linked => {
                        Err(format!("the size of `{}` is not known", object.name))
                    }
                    _ => Err(format!("`{}` is known in one function only", object.name)),
                }
            }
        }
    }

    /// Numbers of elements, each as a product: every access to an array is below one of them. None
    /// if the function goes before the start of the array, or further than is known.
    fn elements(&self, array: ArrayId) -> Result<Option<Vec<Vec<String>>>, PolyError> {
        let scop = &self.whole.system.scop;
        let touched = self.touched(array)?;
        let Some(touched) = touched else {
            return Ok(Some(Vec::new()));
        };
        let dims = scop.array(array).shape.len();
        if dims == 0 {
            return Ok(Some(vec![vec!["1".to_string()]]));
        }
        let shared = { self.whole.system.interface.iter() }.find(|shared| shared.array == array);
        let flat = shared.and_then(|shared| self.whole.strides.get(&shared.key));
        let strides = flat.map_or(&[][..], Vec::as_slice);
        let Some(row) = self.stride(strides.first()) else {
            return Ok(None);
        };
        for dim in 0..dims {
            let start = coordinate(&touched, dims, dim)?.nonneg_set()?;
            let is_inside = match dim {
                0 => true,
                _ => match self.length(array, strides, dim) {
                    Some(length) => self.is_below((array, &touched), dim, &length)?,
                    None => false,
                },
            };
            if !is_inside || !touched.is_subset(&start.named(&scop.array(array).name)?)? {
                return Ok(None);
            }
        }
        let values = Values {
            program: self.program,
            function: self.function,
            scop,
            size: self.size,
        };
        let params = touched.params()?;
        let Some(bounds) = self.bounds((array, &touched), shared)? else {
            return Ok(None);
        };
        let texts = bounds.iter().map(|bound| {
            let mut factors = vec![values.sum(bound, &params)?];
            factors.extend(row.iter().cloned());
            Some(factors)
        });
        Ok(texts.collect())
    }

    /// The elements that are touched; none if there are none.
    fn touched(&self, array: ArrayId) -> Result<Option<Set>, PolyError> {
        let scop = &self.whole.system.scop;
        let mut all: Option<Set> = None;
        for access in scop.accesses_to(array) {
            let own = access.relation.intersect_params(&scop.context)?.range()?;
            all = Some(match all {
                Some(all) => all.union(&own)?,
                None => own,
            });
        }
        Ok(match all {
            Some(all) if !all.is_empty()? => Some(all.coalesce()?),
            _ => None,
        })
    }

    /// The factors of a stride; none if there is no stride.
    fn stride(&self, stride: Option<&Stride>) -> Option<Vec<String>> {
        let Some(stride) = stride else {
            return Some(Vec::new());
        };
        let values = Values {
            program: self.program,
            function: self.function,
            scop: &self.whole.system.scop,
            size: self.size,
        };
        let names = stride.names.iter().map(|name| values.variable(name));
        let mut factors = vec![stride.factor.to_string()];
        factors.extend(names.collect::<Option<Vec<_>>>()?);
        Some(factors)
    }

    /// The length of an inner dimension: as declared, or the quotient of two strides of a flat
    /// array.
    fn length(&self, array: ArrayId, strides: &[Stride], dim: usize) -> Option<Expr> {
        let Some(outer) = strides.get(dim - 1) else {
            let shape = &self.whole.system.scop.array(array).shape;
            return shape.get(dim)?.clone();
        };
        let mut names = outer.names.clone();
        let mut factor = outer.factor;
        if let Some(inner) = strides.get(dim) {
            for name in &inner.names {
                names.remove(names.iter().position(|own| own == name)?);
            }
            if factor % inner.factor != 0 {
                return None;
            }
            factor /= inner.factor;
        }
        match names.as_slice() {
            [] => Some(Expr::constant(factor)),
            [name] => Some(Expr::var(name) * factor),
            _ => None,
        }
    }

    /// Upper bounds of the first subscript, all accesses below one of them: the declared length,
    /// else the largest subscript, which may depend on conditions.
    fn bounds(
        &self,
        (array, touched): (ArrayId, &Set),
        shared: Option<&Shared>,
    ) -> Result<Option<Vec<Expr>>, PolyError> {
        let declared = shared.and_then(|shared| shared.declared.clone());
        if let Some(declared) = declared
            && self.is_below((array, touched), 0, &declared)?
        {
            return Ok(Some(vec![declared]));
        }
        let pieces = touched.dim_max(0)?.pieces()?;
        let mut bounds: Vec<Expr> = Vec::new();
        for piece in pieces {
            let bound = piece.value + Expr::constant(1);
            if !bounds.contains(&bound) {
                bounds.push(bound);
            }
        }
        for bound in &bounds {
            if self.is_below((array, touched), 0, bound)? {
                return Ok(Some(vec![bound.clone()]));
            }
        }
        let mut rest = touched.clone();
        for bound in &bounds {
            match self.below(array, 0, bound)? {
                Some(below) => rest = rest.subtract(&below)?,
                None => return Ok(None),
            }
        }
        let are_all = bounds.len() <= MOST_BOUNDS && rest.is_empty()?;
        Ok(are_all.then_some(bounds))
    }

    fn is_below(
        &self,
        (array, touched): (ArrayId, &Set),
        dim: usize,
        bound: &Expr,
    ) -> Result<bool, PolyError> {
        match self.below(array, dim, bound)? {
            Some(below) => touched.is_subset(&below),
            None => Ok(false),
        }
    }

    /// `{ A[x] : x_dim < bound }`
    fn below(&self, array: ArrayId, dim: usize, bound: &Expr) -> Result<Option<Set>, PolyError> {
        let scop = &self.whole.system.scop;
        let array = scop.array(array);
        let dims = array.shape.len();
        let Some(bound) = PwAff::from_expr(&scop.ctx, dims, bound)? else {
            return Ok(None);
        };
        let own = PwAff::coordinate(&scop.ctx, dims, dim)?;
        Ok(Some(own.lt_set(&bound)?.named(&array.name)?))
    }
}

fn coordinate(set: &Set, dims: usize, dim: usize) -> Result<PwAff, PolyError> {
    PwAff::coordinate(set.context(), dims, dim)
}

/// Whether the elements of what a pointer leads to have the type of the accesses.
fn is_of(target: &Type, memory: &Memory) -> bool {
    match target {
        Type::Array { element, .. } => is_of(element, memory),
        Type::Record(record) => !record.is_union,
        Type::Integer(own) => matches!(&memory.ty, Type::Integer(ty) if ty.bits == own.bits),
        own => *own == memory.ty,
    }
}
