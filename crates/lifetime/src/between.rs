//! Two arrays in one storage: which of their elements may not share a cell.
//!
//! The elements of both become elements of one joint array, `joint[0, x]` and `joint[1, y]`, whose
//! conflicts `analyse` finds. An array of fewer dimensions has zeros in the others.

use crate::mode::Mode;
use crate::{Conflicts, analyse};
use poly::{Result, Set, Space, names};
use scop::{Access, Array, ArrayId, Order, Scop};

/// Name of the space of the elements of both arrays.
const JOINT: &str = "joint'";

/// Which elements of two arrays are alive at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meeting {
    /// None: one array may be anywhere in the storage of the other.
    Never,
    /// Only elements with different subscripts: both may be in the same place.
    Elsewhere,
    /// Others too.
    Anywhere,
}

/// Which elements of two arrays of the scop are alive at once, under an order that keeps the
/// dependences of both.
///
/// # Errors
///
/// If the operation budget is used up.
pub fn meeting(scop: &Scop, arrays: [ArrayId; 2], order: Order) -> Result<Meeting> {
    let [a, b] = arrays.map(|id| scop.array(id));
    if a.private != b.private {
        return Ok(Meeting::Anywhere);
    }
    let joint = joint(scop, [a, b])?;
    let id = ArrayId(joint.arrays.len() as u32 - 1);
    let conflicts = analyse(&joint, id, Mode::Value, order)?;
    let across = across(scop, &conflicts, a.shape.len().max(b.shape.len()))?;
    if across.is_empty()? {
        return Ok(Meeting::Never);
    }
    let same = Set::origin(&scop.ctx, across.dims()?)?;
    Ok(match across.intersect(&same)?.is_empty()? {
        true => Meeting::Elsewhere,
        false => Meeting::Anywhere,
    })
}

/// `{ [x - y] : A[x] conflicts with B[y] }`
fn across(scop: &Scop, conflicts: &Conflicts, dims: usize) -> Result<Set> {
    let x = names("x", dims + 1);
    let between = Space::plain(&scop.ctx).pairs(&x, &x[1..], "x0' = -1")?;
    let both = conflicts.differences()?.intersect_params(&scop.context)?;
    both.apply(&between)
}

/// The scop with one more array, which contains both.
fn joint(scop: &Scop, arrays: [&Array; 2]) -> Result<Scop> {
    let mut joint = scop.clone();
    let id = ArrayId(joint.arrays.len() as u32);
    let dims = arrays.map(|a| a.shape.len()).into_iter().max().unwrap_or(0);
    let any = |test: fn(&Array) -> bool| arrays.iter().any(|a| test(a));
    joint.arrays.push(Array {
        id,
        name: JOINT.to_string(),
        shape: vec![None; dims + 1],
        products: vec![None; dims + 1],
        live_in: any(|a| a.live_in),
        live_out: any(|a| a.live_out),
        carried: any(|a| a.carried),
        private: arrays[0].private,
    });
    for access in &mut joint.accesses {
        if let Some(which) = arrays.iter().position(|a| a.id == access.array) {
            *access = moved(scop, access, (arrays[which], which), (id, dims))?;
        }
    }
    Ok(joint)
}

/// An access as one to the joint array.
fn moved(
    scop: &Scop,
    access: &Access,
    (array, which): (&Array, usize),
    (id, dims): (ArrayId, usize),
) -> Result<Access> {
    let x = names("x", array.shape.len());
    let mut padded = [vec![which.to_string()], x.clone()].concat();
    padded.resize(dims + 1, "0".to_string());
    let into = Space::plain(&scop.ctx).images(&x, &padded)?;
    let into = into.with_names(&array.name, JOINT)?;
    let number = |value: usize| scop::Subscript::Affine(poly::Expr::constant(value as i64));
    let mut subscripts = vec![number(which)];
    subscripts.extend(access.subscripts.iter().cloned());
    subscripts.resize(dims + 1, number(0));
    Ok(Access {
        array: id,
        relation: access.relation.apply_range(&into)?,
        subscripts,
        ..access.clone()
    })
}
