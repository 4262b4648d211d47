//! An array in the present text: its region, its loops, and which of its uses concern a part.

use super::attempt::Text;
use super::wishes::{Face, Wish};
use front::{Candidate, Reference, Region};
use fuse::Loops;
use poly::{Expr, Set, names};
use scop::{AccessKind, Scop};

/// The parameters of a scop, by name, with their spellings.
pub(super) fn parameters(scop: &Scop) -> Vec<(String, String)> {
    let params = scop.params.iter();
    params
        .map(|p| (p.name.clone(), p.spelling.clone()))
        .collect()
}

/// An expression of a scop in C spellings.
pub(super) fn c_text(expr: &Expr, parameters: &[(String, String)]) -> Expr {
    expr.substitute(&|name| {
        let found = parameters.iter().find(|(own, _)| own == name);
        found.map(|(_, spelling)| Expr::var(spelling))
    })
}

/// Which uses of an array at a place concern a part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meets {
    Always,
    Never,
    Sometimes,
}

/// An array of a function, and one of its parts.
pub(super) struct Place<'p> {
    pub(super) text: &'p Text,
    pub(super) region: &'p Region,
    pub(super) candidate: &'p Candidate,
    pub(super) face: &'p Face,
    pub(super) loops: Loops<'p>,
    part: Set,
}

/// The region of the present text that contains an array.
pub(super) fn region_of(text: &Text, wish: &Wish) -> Option<Region> {
    let regions = text.version.program().extract(wish.index).regions;
    let holds = |region: &Region| region.candidates.iter().any(|c| c.spelling == wish.array);
    regions.into_iter().find(holds)
}

impl<'p> Place<'p> {
    /// A part of an array in the region that contains it.
    pub(super) fn new(
        text: &'p Text,
        region: &'p Region,
        wish: &'p Wish,
        face: &'p Face,
    ) -> Option<Self> {
        let named = |c: &&Candidate| c.spelling == wish.array;
        let candidate = region.candidates.iter().find(named)?;
        let program = text.version.program();
        let function = program.contents().file.functions.get(wish.index)?;
        Some(Place {
            text,
            region,
            candidate,
            face,
            loops: Loops::new(program.unit(), function),
            part: part(region.scop_of(candidate), candidate, face)?,
        })
    }

    fn scop(&self) -> &Scop {
        self.region.scop_of(self.candidate)
    }

    /// Which executions of a use concern the part; `None` if that is not known.
    pub(super) fn meets(&self, reference: &Reference) -> Option<Meets> {
        let mut all: Option<Meets> = None;
        for id in &reference.accesses {
            let access = self.scop().access(*id);
            let relation = access
                .relation
                .intersect_params(&self.scop().context)
                .ok()?;
            let inside = relation.intersect_range(&self.part).ok()?;
            let own = match inside.is_empty().ok()? {
                true => Meets::Never,
                false if relation.subtract_range(&self.part).ok()?.is_empty().ok()? => {
                    Meets::Always
                }
                false => Meets::Sometimes,
            };
            all = match all {
                None => Some(own),
                Some(all) if all == own => Some(all),
                Some(_) => Some(Meets::Sometimes),
            };
        }
        Some(all.unwrap_or(Meets::Never))
    }

    /// Whether a use writes the element.
    pub(super) fn writes(&self, reference: &Reference) -> bool {
        let mut accesses = reference.accesses.iter().map(|id| self.scop().access(*id));
        accesses.any(|access| access.kind == AccessKind::Write)
    }

    /// Whether an expression in C spellings is known to be positive.
    pub(super) fn is_positive(&self, expr: &Expr) -> bool {
        let parameters = parameters(self.scop());
        let named = expr.substitute(&|spelling| {
            let found = parameters.iter().find(|(_, own)| own == spelling);
            found.map(|(name, _)| Expr::var(name))
        });
        let scop = self.scop();
        let condition = format!("{named} >= 1");
        named.is_affine() && scop.holds(&scop.context, &condition).unwrap_or(false)
    }
}

/// `{ A[x] : x_dim = at }`
fn part(scop: &Scop, candidate: &Candidate, face: &Face) -> Option<Set> {
    let parameters = parameters(scop);
    let at = face.at.substitute(&|spelling| {
        let found = parameters.iter().find(|(_, own)| own == spelling);
        found.map(|(name, _)| Expr::var(name))
    });
    let array = scop.array(candidate.array);
    let x = names("x", array.shape.len());
    let points = scop.space().points(&x, format!("{} = {at}", x[face.dim]));
    points.and_then(|points| points.named(&array.name)).ok()
}
