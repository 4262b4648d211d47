//! Mappings with cases: used where no mapping for all parameter values is as small as those for
//! each residue of a parameter.
//!
//! A mapping with cases has one case for each residue, so every parameter value of the context has
//! a case.
//!
//! Assumes: a fold takes one case, and asserts its residue; `pleat map` shows all. If a class has
//! no smaller mapping, its case is the mapping for all sizes.

use super::rank::arrange;
use crate::certificate::{Verdict, certify};
use crate::classes::Class;
use crate::strategy::Split;
use crate::{Mapping, Problem};
use poly::{Expr, Result};

/// The mapping for one class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The class of parameter values.
    pub class: Class,
    /// A mapping that is proved for all these values in the context.
    pub mapping: Mapping,
    /// Its number of cells.
    pub cells: Expr,
}

/// The cases of the first split in which some class has fewer cells than `whole`, which is proved
/// for all parameter values and used for the other classes; empty if there is no such split.
pub(crate) fn cases(problem: &Problem, whole: &Mapping, splits: &[Split]) -> Result<Vec<Case>> {
    for split in splits {
        let mut cases = Vec::new();
        let mut gains = false;
        for (class, proposals) in split {
            let Some(there) = class.restricted(problem)? else {
                continue;
            };
            cases.push(match smaller(&there, class, whole, proposals)? {
                Some(mapping) => {
                    gains = true;
                    Case {
                        class: class.clone(),
                        mapping: class.contracted_mapping(&mapping),
                        cells: class.contracted(&cells(&mapping)),
                    }
                }
                None => Case {
                    class: class.clone(),
                    mapping: whole.clone(),
                    cells: cells(whole),
                },
            });
        }
        if gains {
            return Ok(cases);
        }
    }
    Ok(Vec::new())
}

fn cells(mapping: &Mapping) -> Expr {
    let moduli = mapping.rows.iter().map(|row| &row.modulus);
    moduli.fold(Expr::constant(1), |cells, b| cells * b)
}

/// The smallest proposal that is proved and smaller than `whole` for the values of a class.
fn smaller(
    there: &Problem,
    class: &Class,
    whole: &Mapping,
    proposals: &[Mapping],
) -> Result<Option<Mapping>> {
    let size = |mapping: &Mapping| Some((mapping.degree(there), mapping.size(there)?));
    let Some(most) = size(&class.expanded_mapping(whole)) else {
        return Ok(None);
    };
    let sizes = proposals.iter().map(|m| (size(m), m));
    let mut sized: Vec<_> = sizes.filter_map(|(size, m)| Some((size?, m))).collect();
    sized.retain(|(size, _)| *size < most);
    sized.sort_by_key(|(size, _)| *size);
    for (_, mapping) in sized {
        let mut mapping = mapping.clone();
        arrange(there, &mut mapping);
        if certify(there, &mapping)? == Verdict::Proved {
            return Ok(Some(mapping));
        }
    }
    Ok(None)
}
