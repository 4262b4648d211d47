//! The memory of others that a function uses.

use crate::Memory;
use crate::draft::ArrayKey;
use crate::state::Walker;
use crate::values::{Root, Table, factors_of};
use poly::Map;
use program::{Lifetime, Type};
use program::{ObjectId, points_to};
use scop::{AccessKind, ArrayId, Computation, System};
use std::collections::{BTreeMap, BTreeSet};

impl Walker<'_> {
    /// Memory that is only read.
    pub(crate) fn read_memory(&self, root: points_to::Root, ty: &Type) -> Memory {
        let id = match root {
            points_to::Root::Lasting(id) | points_to::Root::Foreign { pointer: id, .. } => Some(id),
            _ => root
                .parameter()
                .and_then(|at| self.function.parameters.get(at).copied()),
        };
        Memory {
            root,
            name: id.map_or(String::new(), |id| self.object(id).name.clone()),
            ty: ty.clone(),
            is_written: false,
            array: None,
        }
    }

    /// The memory that each array is, if others may know it, and the structure that the pointer to
    /// it is read from.
    pub(super) fn reached(&self) -> Vec<Vec<Memory>> {
        let position = |id: ObjectId| self.function.parameters.iter().position(|p| *p == id);
        let behind = |pointer, member, levels| {
            if self.unknowns.foreign.contains_key(&pointer) {
                return Some(points_to::Root::Foreign {
                    pointer,
                    member,
                    levels,
                });
            }
            let parameter = position(pointer)?;
            Some(match (member, levels) {
                (None, 0) => points_to::Root::Parameter(parameter),
                (Some(member), 0) => points_to::Root::Member { parameter, member },
                (member, levels) => points_to::Root::Rows {
                    parameter,
                    member,
                    levels,
                },
            })
        };
        let member = |cell| Some(Some(self.member_target(cell)?.1));
        let of = |root: Root, ty: &Type| {
            let root = match root {
                Root::Pointee(id) => behind(id, None, 0)?,
                Root::Member(cell) => behind(cell.object, member(cell)?, 0)?,
                Root::Rows(Table::Pointee(id), levels) => behind(id, None, levels)?,
                Root::Rows(Table::Member(cell), levels) => {
                    behind(cell.object, member(cell)?, levels)?
                }
                Root::Object(id) => match self.object(id).lifetime {
                    Lifetime::Static | Lifetime::File | Lifetime::Linked => {
                        points_to::Root::Lasting(id)
                    }
                    _ => return None,
                },
                _ => return None,
            };
            Some(self.read_memory(root, ty))
        };
        let around = |root: Root| {
            let id = match root {
                Root::Member(cell) => cell.object,
                Root::Rows(table, _) => table.pointer(),
                _ => return None,
            };
            let ty = &self.object(id).ty;
            let root = behind(id, None, 0)?;
            matches!(ty, Type::Pointer(_)).then(|| self.read_memory(root, ty))
        };
        let arrays = self.arrays.iter();
        let reached = arrays.map(|(_, array)| match &array.key {
            ArrayKey::Part(root, _) => of(*root, &array.ty)
                .into_iter()
                .chain(around(*root))
                .collect(),
            _ => Vec::new(),
        });
        reached.collect()
    }
}

/// The memory of others that a system uses: its arrays, the parameters that are read from memory,
/// and the structures in which the pointers to arrays are.
pub(super) fn memory(
    system: &System,
    reached: Vec<Vec<Memory>>,
    read: &BTreeMap<String, Memory>,
) -> poly::Result<Vec<Memory>> {
    let mut found = Vec::new();
    for (at, mut reached) in reached.into_iter().enumerate() {
        let id = ArrayId(u32::try_from(at).unwrap_or(u32::MAX));
        let accesses = || {
            let all = system.scop.accesses_to(id);
            all.filter(|access| !system.others.contains(&access.id))
        };
        if let Some(own) = reached.first_mut() {
            own.array = Some(id);
            own.is_written = accesses().any(|access| access.kind == AccessKind::Write);
        }
        if accesses().next().is_some() {
            found.extend(reached);
        }
    }
    if !read.is_empty() {
        let used = used_params(system)?;
        let is_used = |name: &&String| used.contains(*name);
        let names = read.keys().filter(is_used);
        found.extend(names.filter_map(|name| read.get(name).cloned()));
    }
    let mut once: Vec<Memory> = Vec::new();
    for memory in found {
        if !once.contains(&memory) {
            once.push(memory);
        }
    }
    Ok(once)
}

/// The parameters that domains, subscripts and values depend on, and the factors of products.
fn used_params(system: &System) -> poly::Result<BTreeSet<String>> {
    let mut names = BTreeSet::new();
    for statement in &system.scop.statements {
        names.extend(statement.domain.used_params()?);
    }
    for access in &system.scop.accesses {
        names.extend(access.relation.used_params()?);
    }
    for computation in &system.computations {
        in_computation(computation, &mut |map| {
            names.extend(map.used_params()?);
            Ok(())
        })?;
    }
    Ok(names.iter().flat_map(|name| factors_of(name)).collect())
}

fn in_computation(
    computation: &Computation,
    f: &mut dyn FnMut(&Map) -> poly::Result<()>,
) -> poly::Result<()> {
    match computation {
        Computation::Read(_) | Computation::ReadAll(_) => Ok(()),
        Computation::Integer(map) => f(map),
        Computation::Apply { operands, .. } => operands
            .iter()
            .try_for_each(|inner| in_computation(inner, f)),
        Computation::Choose { then, other, .. } => {
            in_computation(then, f)?;
            in_computation(other, f)
        }
    }
}
