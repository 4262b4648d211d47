//! Durbin's kernel (Alias, Baray, Darte 2007, Figure 2): the conflict differences of `y`.
#![allow(clippy::unwrap_used)]

use lifetime::{Mode, analyse};
use poly::{Context, Expr, Map, Set};
use scop::*;

/// Builds scops from isl text.
struct Builder {
    scop: Scop,
}

impl Builder {
    fn new(context: &str, shape: &[&str]) -> Self {
        let ctx = Context::new();
        let shape = shape.iter().map(|n| Some(Expr::var(n))).collect();
        let scop = Scop {
            params: vec![Param {
                name: "N".into(),
                spelling: "N".into(),
                kind: ParamKind::Macro,
                sample: 10,
            }],
            context: Set::parse(&ctx, context).unwrap(),
            statements: vec![],
            arrays: vec![Array {
                id: ArrayId(0),
                name: "A".into(),
                shape,
                live_in: false,
                live_out: false,
                carried: false,
                private: 0,
            }],
            accesses: vec![],
            time_dims: 5,
            ctx,
        };
        Builder { scop }
    }

    fn statement(&mut self, domain: &str, schedule: &str, accesses: &[(AccessKind, &str)]) {
        let id = StmtId(self.scop.statements.len() as u32);
        let ctx = &self.scop.ctx;
        self.scop.statements.push(Statement {
            id,
            name: format!("S{}", id.0),
            iterators: vec![],
            domain: Set::parse(ctx, domain).unwrap(),
            schedule: Map::parse(ctx, schedule).unwrap(),
            reads_first: true,
            parallel: Vec::new(),
            tilable: Vec::new(),
        });
        for (kind, relation) in accesses {
            let relation = Map::parse(ctx, relation).unwrap();
            let domain = &self.scop.statements[id.0 as usize].domain;
            self.scop.accesses.push(Access {
                id: AccessId(self.scop.accesses.len() as u32),
                statement: id,
                array: ArrayId(0),
                kind: *kind,
                certainty: Certainty::Must,
                relation: relation.intersect_domain(domain).unwrap(),
                alternative: false,
                subscripts: vec![],
            });
        }
    }
}

fn durbin() -> Scop {
    use AccessKind::{Read, Write};
    let mut b = Builder::new("[N] -> { : N >= 1 }", &["N", "N"]);
    b.statement(
        "[N] -> { S0[] }",
        "{ S0[] -> [0,0,0,0,0] }",
        &[(Write, "{ S0[] -> A[0,0] }")],
    );
    b.statement(
        "[N] -> { S1[k,i] : 1 <= k < N and 0 <= i < k }",
        "{ S1[k,i] -> [1,k,0,i,0] }",
        &[(Read, "{ S1[k,i] -> A[i,k-1] }")],
    );
    b.statement(
        "[N] -> { S2[k,i] : 1 <= k < N and 0 <= i < k }",
        "{ S2[k,i] -> [1,k,1,i,0] }",
        &[
            (Read, "{ S2[k,i] -> A[i,k-1] }"),
            (Read, "{ S2[k,i] -> A[k-i-1,k-1] }"),
            (Write, "{ S2[k,i] -> A[i,k] }"),
        ],
    );
    b.statement(
        "[N] -> { S3[k] : 1 <= k < N }",
        "{ S3[k] -> [1,k,2,0,0] }",
        &[(Write, "{ S3[k] -> A[k,k] }")],
    );
    b.statement(
        "[N] -> { S4[i] : 0 <= i < N }",
        "[N] -> { S4[i] -> [2,i,0,0,0] }",
        &[(Read, "[N] -> { S4[i] -> A[i,N-1] }")],
    );
    b.scop
}

#[test]
fn published_differences() {
    let scop = durbin();
    // Section 4.1.1 of the paper, for N >= 3, is the convex hull of the differences.
    let published = Set::parse(
        &scop.ctx,
        "[N] -> { [a, b] : -(N-1) <= a + 2b <= N-1 and -(N-1) <= a - b <= N-1 and -1 <= b <= 1 \
         and not (a = 0 and b = 0) and N >= 3 }",
    )
    .unwrap();
    let large = Set::parse(&scop.ctx, "[N] -> { : N >= 3 }").unwrap();
    for mode in [Mode::Value, Mode::Element] {
        let conflicts = analyse(&scop, ArrayId(0), mode, scop::Order::Sequential).unwrap();
        let found = conflicts.differences().unwrap();
        let found = found.intersect_params(&large).unwrap();
        assert!(found.is_subset(&published).unwrap());
        // Both reach the same bounds in every direction that the paper names.
        for form in ["a + 2b", "a - b", "b", "a"] {
            let image = Map::parse(&scop.ctx, &format!("{{ [a, b] -> [{form}] }}")).unwrap();
            let [x, y] = [&found, &published].map(|k| k.apply(&image).unwrap().lexmax().unwrap());
            assert!(
                x.is_equal(&y).unwrap(),
                "{mode:?}: {form} reaches {x}, not {y}"
            );
        }
    }
}
