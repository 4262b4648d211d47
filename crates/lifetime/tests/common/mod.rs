//! Scops from isl text, for the tests.
#![allow(clippy::unwrap_used, dead_code, missing_docs)]

use poly::{Context, Expr, Map, Set};
use scop::*;

pub(crate) use AccessKind::{Read, Write};

pub(crate) const A: ArrayId = ArrayId(0);

pub(crate) struct Builder {
    pub scop: Scop,
}

impl Builder {
    /// Extents are names of parameters, `N` among them.
    pub(crate) fn new(context: &str, arrays: &[(&str, &[&str])]) -> Self {
        let ctx = Context::new();
        let array = |(id, (name, shape)): (usize, &(&str, &[&str]))| Array {
            id: ArrayId(id as u32),
            name: (*name).into(),
            shape: shape.iter().map(|n| Some(Expr::var(n))).collect(),
            products: vec![None; shape.len()],
            live_in: false,
            live_out: false,
            carried: false,
            private: 0,
        };
        let scop = Scop {
            params: vec![Param {
                name: "N".into(),
                spelling: "N".into(),
                kind: ParamKind::Macro,
                sample: 10,
            }],
            context: Set::parse(&ctx, context).unwrap(),
            statements: vec![],
            arrays: arrays.iter().enumerate().map(array).collect(),
            accesses: vec![],
            time_dims: 5,
            arithmetic: scop::Arithmetic::default(),
            ctx,
        };
        Builder { scop }
    }

    /// Accesses are certain; their relations name the arrays.
    pub(crate) fn statement(
        mut self,
        domain: &str,
        schedule: &str,
        accesses: &[(AccessKind, &str)],
    ) -> Self {
        let id = StmtId(self.scop.statements.len() as u32);
        let ctx = &self.scop.ctx;
        let domain = Set::parse(ctx, domain).unwrap();
        self.scop.statements.push(Statement {
            id,
            name: format!("S{}", id.0),
            iterators: vec![],
            domain: domain.intersect_params(&self.scop.context).unwrap(),
            schedule: Map::parse(ctx, schedule).unwrap(),
            reads_first: true,
            parallel: Vec::new(),
            innermost: true,
            tilable: Vec::new(),
        });
        for (kind, text) in accesses {
            let relation = Map::parse(ctx, text).unwrap();
            let domain = &self.scop.statements[id.0 as usize].domain;
            let is_to = |a: &&Array| text.contains(&format!("-> {}[", a.name));
            let array = self.scop.arrays.iter().find(is_to).unwrap().id;
            self.scop.accesses.push(Access {
                id: AccessId(self.scop.accesses.len() as u32),
                statement: id,
                array,
                kind: *kind,
                certainty: Certainty::Must,
                relation: relation.intersect_domain(domain).unwrap(),
                alternative: false,
                subscripts: vec![],
            });
        }
        self
    }

    /// Makes the last access uncertain.
    pub(crate) fn perhaps(mut self) -> Self {
        self.scop.accesses.last_mut().unwrap().certainty = Certainty::May;
        self
    }

    /// Marks these coordinates of time parallel for all statements.
    pub(crate) fn parallel(mut self, coordinates: &[usize]) -> Self {
        for statement in &mut self.scop.statements {
            statement.parallel = coordinates.to_vec();
        }
        self
    }

    /// Puts all statements into this band.
    pub(crate) fn tilable(mut self, band: &[usize]) -> Self {
        for statement in &mut self.scop.statements {
            statement.tilable = vec![band.to_vec()];
        }
        self
    }

    /// Gives the first array copies.
    pub(crate) fn private(mut self, coordinates: usize) -> Self {
        self.scop.arrays[0].private = coordinates;
        self
    }
}

/// Checks the conflicts of the first array.
#[track_caller]
pub(crate) fn conflicts_are(scop: &Scop, order: Order, expected: &str) {
    let found = lifetime::analyse(scop, A, lifetime::Mode::Value, order).unwrap();
    let found = found.relation().unwrap();
    let found = found.intersect_params(&scop.context).unwrap();
    let expected = Map::parse(&scop.ctx, expected).unwrap();
    let expected = expected.intersect_params(&scop.context).unwrap();
    let differ = |a: &Map, b: &Map| a.subtract(b).unwrap().coalesce().unwrap();
    assert!(
        found.is_equal(&expected).unwrap(),
        "{order:?}: too many {}\ntoo few {}",
        differ(&found, &expected),
        differ(&expected, &found)
    );
}
