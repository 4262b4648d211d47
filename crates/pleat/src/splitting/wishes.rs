//! The arrays that may be split, and the parts of them that live longer than the rest.

use super::place::{c_text, parameters};
use crate::budget::ARRAY;
use crate::options::Options;
use front::{Candidate, Home, Program, Region};
use poly::Expr;
use source::Span;

/// More parts of one array are not tried.
const MOST_FACES: usize = 5;

/// An array whose parts may be arrays of their own.
pub(super) struct Wish {
    /// The function, and its index.
    pub(super) function: String,
    pub(super) index: usize,
    /// The array.
    pub(super) array: String,
    /// Its name in its declaration.
    pub(super) declared: Span,
    /// The parts.
    pub(super) faces: Vec<Face>,
}

/// The elements of an array with one value of a subscript.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Face {
    /// The dimension.
    pub(super) dim: usize,
    /// The dimensions of the array.
    pub(super) dims: usize,
    /// The subscript, in C spellings.
    pub(super) at: Expr,
    /// Where it is among the subscripts.
    pub(super) side: &'static str,
}

/// The arrays of a file that may be split, in textual order.
pub(super) fn all(front: &Program<'_>, options: &Options) -> Vec<Wish> {
    let mut found = Vec::new();
    let functions: Vec<String> = front.functions().map(str::to_string).collect();
    for (index, function) in functions.iter().enumerate() {
        for region in &front.extract(index).regions {
            let candidates = region.candidates.iter();
            let candidates = candidates.filter(|c| may_split(front, index, c));
            let candidates = candidates.filter(|c| !options.excludes(function, &c.spelling));
            found.extend(candidates.filter_map(|candidate| {
                let faces = faces(region, candidate, options);
                (!faces.is_empty()).then(|| Wish {
                    function: function.clone(),
                    index,
                    array: candidate.spelling.clone(),
                    declared: candidate.name_span,
                    faces,
                })
            }));
        }
    }
    found
}

/// Whether the text of an array can be split: each use of it is a single element, and no pragma
/// names it or lists all names.
fn may_split(front: &Program<'_>, function: usize, candidate: &Candidate) -> bool {
    let dims = candidate.dims.len();
    let is_element = |r: &front::Reference| r.block.is_none() && r.subscripts.len() == dims;
    let range = front.range(function).unwrap_or_default();
    let pragmas = front.unit().pragmas.iter();
    let mut pragmas = pragmas.filter(|p| range.contains(&(p.at as usize)));
    let names = |p: &source::Pragma| {
        [&candidate.spelling, "none"]
            .iter()
            .any(|name| source::has_name(&p.text, name))
    };
    candidate.home == Home::Declarator
        && dims > 0
        && candidate.axes.len() == dims
        && candidate.followed().len() == dims
        && candidate.others.is_empty()
        && candidate.initialised_to_zero
        && candidate.cleared.is_empty()
        && candidate.references.iter().all(is_element)
        && !pragmas.any(names)
}

/// The parts of an array that live longer than the rest. What exceeds the budget is not tried.
fn faces(region: &Region, candidate: &Candidate, options: &Options) -> Vec<Face> {
    let scop = region.scop_of(candidate);
    scop.ctx.start_budget(ARRAY);
    let order = options.order_of(scop);
    let found = lifetime::long_lived_faces(scop, candidate.array, order);
    let parameters = parameters(scop);
    let shape = &scop.array(candidate.array).shape;
    let faces = found.unwrap_or_default().into_iter().take(MOST_FACES);
    let spelled = faces.map(|face| {
        let last = shape[face.dim]
            .as_ref()
            .map(|n| n.clone() - Expr::constant(1));
        Face {
            dim: face.dim,
            dims: shape.len(),
            side: match () {
                () if face.at.as_constant() == Some(0) => "first",
                () if last.as_ref() == Some(&face.at) => "last",
                () => "part",
            },
            at: c_text(&face.at, &parameters),
        }
    });
    spelled.collect()
}
