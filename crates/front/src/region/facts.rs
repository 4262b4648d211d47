//! What is known of a region from a text that was read before: a folded text is read under the facts of its original.
//!
//! Smaller arrays say less: `t[y][x]` of `t[H][W]` shows `y < H` and `x < W` wherever it is executed, `t[(x + W * y) % 9]`
//! shows neither. Facts come from the original alone, so that a fold made by hand reads as well as any other. None is
//! believed blindly: an access that is read under facts happens, in the scop, only where they hold, and the proof
//! demands that it happens wherever the access of the original does.

use crate::region::build::Built;
use crate::values::formula::Formula;
use crate::walk::walker::Walker;
use c::names::symbols::VarId;
use poly::Expr;
use scop::{Access, Scop, Subscript};

/// What a region says of its parameters and subscripts. All expressions are in names of the scop, and none is negative.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Facts {
    /// The function.
    pub function: String,
    /// [`crate::Region::ordinal`]
    pub ordinal: usize,
    /// Of parameters, from declarations.
    pub known: Vec<Expr>,
    /// Of arrays.
    pub arrays: Vec<ArrayFacts>,
}

/// What the references to an array say.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct ArrayFacts {
    /// As the text spells it.
    pub name: String,
    /// How many objects of the function have that name and are declared before.
    pub rank: usize,
    /// What holds where each reference touches an element, in the order in which they are read.
    pub inside: Vec<Vec<Expr>>,
}

/// What the references to an array say.
pub(crate) fn of_array(walker: &Walker<'_>, id: VarId, built: &Built) -> ArrayFacts {
    ArrayFacts {
        name: walker.source.symbols.variable(id).name.clone(),
        rank: rank(walker, id),
        inside: of_references(walker, id, built),
    }
}

/// How many objects of the function have the name of this one and are declared before.
fn rank(walker: &Walker<'_>, id: VarId) -> usize {
    let symbols = walker.source.symbols;
    let name = &symbols.variable(id).name;
    let before = symbols.variables.iter().take(id.0);
    before.filter(|v| v.name == *name).count()
}

fn of_references(walker: &Walker<'_>, id: VarId, built: &Built) -> Vec<Vec<Expr>> {
    let references = walker.found.references.iter().enumerate();
    let own = references.filter(|(_, r)| r.array == id);
    own.map(|(k, _)| {
        let accesses = built.of_reference.get(&k).map_or(&[][..], Vec::as_slice);
        let mut accesses = accesses.iter().map(|id| built.scop.access(*id));
        match accesses.next() {
            Some(first) if accesses.all(|a| a.subscripts == first.subscripts) => {
                inside(&built.scop, first)
            }
            _ => Vec::new(),
        }
    })
    .collect()
}

/// Each affine subscript lies in its dimension.
fn inside(scop: &Scop, access: &Access) -> Vec<Expr> {
    let shape = &scop.array(access.array).shape;
    let bounds = access.subscripts.iter().zip(shape);
    let bounds = bounds.flat_map(|(subscript, extent)| match subscript {
        Subscript::Affine(e) => {
            let below = |extent: &Expr| extent.clone() - e.clone() - Expr::constant(1);
            vec![Some(e.clone()), extent.as_ref().map(below)]
        }
        Subscript::Modulo { .. } | Subscript::Any => Vec::new(),
    });
    let bounds = bounds.flatten();
    bounds.filter(|e| e.as_constant().is_none()).collect()
}

impl Walker<'_> {
    /// What is known of the references to an array.
    pub(crate) fn recalled(&self, array: VarId) -> Option<&ArrayFacts> {
        let mut all = self.source.recalled.iter().peekable();
        all.peek()?;
        let (name, rank) = (&self.source.symbols.variable(array).name, rank(self, array));
        all.find(|f| f.name == *name && f.rank == rank)
    }

    /// Adds what is known of the next reference to an array to the conditions of the place. Returns whether there is any.
    pub(crate) fn recall(&mut self, array: VarId) -> bool {
        let before = self.found.references.iter().filter(|r| r.array == array);
        let facts = self.recalled(array);
        let facts = facts.and_then(|facts| facts.inside.get(before.count()));
        let facts = facts.into_iter().flatten();
        let facts = facts.filter(|e| self.eval.has_all_names_of(e)).cloned();
        let facts: Vec<Formula> = facts.map(Formula::NonNegative).collect();
        let any = !facts.is_empty();
        self.eval.state.guards.extend(facts);
        any
    }
}
