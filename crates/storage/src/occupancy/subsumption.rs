//! Dependences that need not be considered (Yuki, Rajopadhye, lemma 1): if a dependence `f` is a
//! composition of others, a vector that is valid for `f` is valid for each of them.
//!
//! In bands the composition may use dummy dependences, which all tilings keep: every vector that
//! leads to a later instance. So `f` subsumes `g` exactly if `f - g` is such a vector, and the
//! maximal dependences remain: one in sequential loops, some in a tilable band. In any execution,
//! an integer program finds the composition.

use super::executions::{Executions, is_after};
use super::universal::is_composed;

/// The dependences that no other one subsumes, sorted.
pub fn relevant(vectors: &[Vec<i64>], executions: &Executions) -> Vec<Vec<i64>> {
    let mut kept = vectors.to_vec();
    kept.sort();
    kept.dedup();
    let all = kept.clone();
    let completes = |rest: &[i64]| match executions {
        Executions::Bands(bands) => is_after(rest, bands),
        Executions::Any => is_composed(rest, &all),
    };
    kept.retain(|v| {
        let mut longer = all.iter().filter(|longer| *longer != v);
        !longer.any(|longer| completes(&minus(longer, v)))
    });
    kept
}

fn minus(a: &[i64], b: &[i64]) -> Vec<i64> {
    a.iter().zip(b).map(|(a, b)| a - b).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn composed_dependences_do_not_matter() {
        let any = Executions::Any;
        assert_eq!(relevant(&[vec![1, 0], vec![2, 0]], &any), [[2, 0]]);
        let star = vec![vec![1, 1], vec![1, -1], vec![1, 0]];
        assert_eq!(relevant(&star, &any).len(), 3);
        let paper = [vec![2, 0], vec![2, 1], vec![1, 2], vec![0, 2]];
        assert_eq!(relevant(&paper, &any).len(), 4);
    }

    #[test]
    fn maximal_dependences_remain() {
        let paper = [vec![2, 0], vec![2, 1], vec![1, 2], vec![0, 2]];
        let tilable = Executions::tilable(2);
        assert_eq!(relevant(&paper, &tilable), [[1, 2], [2, 1]]);
        assert_eq!(relevant(&paper, &Executions::sequential(2)), [[2, 1]]);
    }
}
