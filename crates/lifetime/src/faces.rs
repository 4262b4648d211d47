//! Faces of an array whose values live longer than all others: candidates for storage of their own
//! (Yuki, Rajopadhye: "Memory Allocations for Tiled Uniform Dependence Programs", Section 6,
//! Algorithm 1).
//!
//! A value that is written at time `w` and read at time `r` has the data-flow vector `r - w`. A
//! dependence whose elements all have one subscript is a boundary. If its vectors are no longer
//! than those of the other dependences, storage of its own gains nothing.
//!
//! The dependences need not be uniform. Nothing here is trusted: the caller measures the gain.

use crate::accesses::{self, Instances, WRITES};
use crate::flow;
use poly::{Expr, Map, Result, Set, Space, any, names, not_after, zero};
use scop::{ArrayId, Order, Scop};

/// More faces of one array are not reported.
const MOST_FACES: usize = 6;

/// The elements of an array with one value of one subscript: `{ A[x] : x_dim = at }`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Face {
    /// The dimension.
    pub dim: usize,
    /// The subscript, in the parameters of the scop.
    pub at: Expr,
}

/// From writes of an array to reads of their values.
struct Dependence {
    /// The faces that contain all elements.
    faces: Vec<Face>,
    /// `{ [r - w] }`
    vectors: Set,
}

/// The faces of an array whose values may live longer than all others under an order.
///
/// # Errors
///
/// If the operation budget is used up.
pub fn long_lived_faces(scop: &Scop, array: ArrayId, order: Order) -> Result<Vec<Face>> {
    let instances = accesses::collect(scop, array, order)?;
    if instances.private > 0 {
        return Ok(Vec::new());
    }
    let all = dependences(&instances, order)?;
    let comparable = without_positions(&instances)?;
    let all = all.into_iter().map(|d| {
        let vectors = d.vectors.apply(&comparable)?;
        Ok(Dependence { vectors, ..d })
    });
    let all = all.collect::<Result<Vec<_>>>()?;
    let (inner, boundary): (Vec<_>, Vec<_>) = all.into_iter().partition(|d| d.faces.is_empty());
    let inner = inner.into_iter().map(|d| Ok(d.vectors));
    let Some(inner) = inner.reduce(|all: Result<Set>, next| all?.union(&next?)) else {
        return Ok(Vec::new());
    };
    let shorter = Shorter::than(&inner?.coalesce()?, order)?;
    let mut found = Vec::new();
    for dependence in boundary {
        if !shorter.contains(&dependence.vectors)? {
            let new = dependence.faces.into_iter();
            let new: Vec<Face> = new.filter(|face| !found.contains(face)).collect();
            found.extend(new);
        }
    }
    found.truncate(MOST_FACES);
    Ok(found)
}

/// `{ [v] -> [v] }` without the positions of statements in the body of a loop, where iterations of
/// the loop differ.
fn without_positions(instances: &Instances) -> Result<Map> {
    let dims = instances.time_dims + 1;
    let is_position = |dim: &usize| {
        let mut times = instances.list.iter().map(|i| i.time.fixed());
        *dim + 1 == dims || times.all(|fixed| fixed[*dim].is_some())
    };
    let v = names("v", dims);
    let space = Space::plain(&instances.ctx);
    let mut map = space.images(&v, &v)?;
    let mut loops: Vec<&String> = Vec::new();
    for dim in 0..dims {
        if !is_position(&dim) {
            loops.push(&v[dim]);
            continue;
        }
        if loops.is_empty() {
            continue;
        }
        let mut cut = v.clone();
        cut[dim] = "0".to_string();
        let one = any(loops.iter().map(|l| format!("{l} != 0")));
        let cut = space.pairs(&v, &cut, one)?;
        map = map.apply_range(&cut.union(&space.pairs(&v, &v, zero(&loops))?)?)?;
    }
    map.coalesce()
}

/// The dependences, one for each convex set of writes and reads.
fn dependences(instances: &Instances, order: Order) -> Result<Vec<Dependence>> {
    let flow = flow::flow(instances, order)?;
    let touched = instances.touched_in_array()?;
    let touched = touched.intersect_params(&instances.context)?;
    let flat = faces_of(&touched)?;
    let mut found = Vec::new();
    for write in instances.writes() {
        let births = write.times(WRITES).whole()?;
        for end in flow.ends_of(write) {
            let ends = end.when.whole()?.intersect_params(&instances.context)?;
            for ends in ends.pieces()? {
                if ends.is_empty()? {
                    continue;
                }
                let elements = write.elements.intersect_domain(&ends.domain()?)?.range()?;
                let mut faces = faces_of(&elements)?;
                faces.retain(|face| !flat.contains(face));
                found.push(Dependence {
                    faces,
                    vectors: births.reverse()?.apply_range(&ends)?.deltas()?,
                });
            }
        }
    }
    Ok(found)
}

/// The faces that contain all elements of a set.
fn faces_of(elements: &Set) -> Result<Vec<Face>> {
    let mut faces = Vec::new();
    for dim in 0..elements.dims()? {
        let least = elements.dim_min(dim)?.as_expr()?;
        let largest = elements.dim_max(dim)?.as_expr()?;
        if let Some(at) = least.filter(|at| at.is_affine())
            && largest.as_ref() == Some(&at)
        {
            faces.push(Face { dim, at });
        }
    }
    Ok(faces)
}

/// Data-flow vectors that need no more storage than some others.
struct Shorter {
    /// A projection of vectors, and the projected vectors that are not longer. A vector is shorter
    /// if that holds for each projection.
    bounds: Vec<(Map, Set)>,
}

impl Shorter {
    /// In a total order, the vectors that are not lexicographically larger than all of these; in
    /// others, those that are in no coordinate larger than all of these (Theorem 1).
    fn than(vectors: &Set, order: Order) -> Result<Self> {
        let dims = vectors.dims()?;
        let space = Space::plain(vectors.context());
        let (x, y) = (names("x", dims), names("y", dims));
        let width = match order {
            Order::Sequential => dims,
            _ => 1,
        };
        let bounds = (0..dims).step_by(width.max(1)).map(|d| {
            let (own, all) = (&x[d..d + width], &y[d..d + width]);
            let reached = vectors.apply(&space.pairs(&y, own, not_after(own, all))?)?;
            Ok((space.images(&y, all)?, reached))
        });
        Ok(Shorter {
            bounds: bounds.collect::<Result<_>>()?,
        })
    }

    fn contains(&self, vectors: &Set) -> Result<bool> {
        for (projection, reached) in &self.bounds {
            if !vectors.apply(projection)?.is_subset(reached)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
