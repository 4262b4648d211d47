//! Nests as several ones of fewer statements (loop distribution), if these run ahead by different
//! numbers of rows, so that the arrays between them need fewer bytes (Song, Wang, Li: section 2).

use crate::Nest;
use crate::groups::{Graph, Group, Kept};
use poly::Result;
use scop::{StmtId, System};

/// Groups of more statements are not looked at.
const MOST_STATEMENTS: usize = 24;

/// The statements before which nests of a group are cut so that the arrays between them need fewer
/// bytes; none if the group is best as it is. The nests follow each other inside `depth` other
/// loops.
///
/// # Errors
///
/// If the operation budget is used up.
pub fn distribution(
    system: &System,
    nests: &[Nest],
    depth: usize,
    group: &Group,
) -> Result<Vec<StmtId>> {
    let own = || group.nests.iter().map(|nest| &nests[*nest]);
    let count: usize = own().map(|nest| nest.statements.len()).sum();
    if count > MOST_STATEMENTS || !own().any(|nest| writes_several(system, nest, &group.kept)) {
        return Ok(Vec::new());
    }
    let single = |nest: &Nest, statement: &StmtId| Nest {
        statements: vec![*statement],
        rows: nest.rows.clone(),
        follows: Vec::new(),
    };
    let singles = own().flat_map(|n| n.statements.iter().map(move |s| single(n, s)));
    let singles: Vec<Nest> = singles.collect();
    let graph = Graph::new(system, &singles, depth)?;
    let all: Vec<usize> = (0..singles.len()).collect();
    let bytes = |kept: &[Kept]| -> i64 {
        let row = |kept: &Kept| graph.size(kept.array).0.saturating_mul(kept.rows);
        kept.iter().map(row).fold(0, i64::saturating_add)
    };
    Ok(match graph.group(&all) {
        Some(finer) if bytes(&finer.kept) < bytes(&group.kept) => cuts(own(), &finer.ahead),
        _ => Vec::new(),
    })
}

/// Whether a nest writes several of the arrays that a group keeps.
fn writes_several(system: &System, nest: &Nest, kept: &[Kept]) -> bool {
    let is_written = |kept: &&Kept| {
        let mut accesses = system.scop.accesses_to(kept.array);
        accesses
            .any(|a| a.kind == scop::AccessKind::Write && nest.statements.contains(&a.statement))
    };
    kept.iter().filter(is_written).count() > 1
}

/// The statements that run ahead by another number of rows than those before them in their nest.
fn cuts<'n>(nests: impl Iterator<Item = &'n Nest>, ahead: &[i64]) -> Vec<StmtId> {
    let mut found = Vec::new();
    let mut ahead = ahead.iter();
    for nest in nests {
        let rows: Vec<i64> = ahead
            .by_ref()
            .take(nest.statements.len())
            .copied()
            .collect();
        let pairs = rows.windows(2).zip(&nest.statements[1..]);
        found.extend(
            pairs
                .filter(|(rows, _)| rows[0] != rows[1])
                .map(|(_, s)| *s),
        );
    }
    found
}
