//! Scops from short texts, for the tests.
#![allow(clippy::unwrap_used, dead_code, missing_docs)]

pub(crate) mod samples;

use poly::{Context, Expr, Map, Set};
use scop::*;

/// A subscript from text: `2*i - j + N`, `(i + 1) % 3` (a constant), `(i + N) % (2*N - 1)`, or `?`.
pub(crate) fn subscript(text: &str) -> Subscript {
    if text == "?" {
        return Subscript::Any;
    }
    let Some((dividend, modulus)) = text.split_once('%') else {
        return Subscript::Affine(linear(text));
    };
    let (dividend, modulus) = (linear(dividend), linear(modulus));
    match modulus.as_constant() {
        Some(b) => Subscript::Affine(dividend.clone() - dividend.floor_div(b) * b),
        None => Subscript::Modulo { dividend, modulus },
    }
}

/// `2*i - j + N`, in optional parentheses.
pub(crate) fn linear(text: &str) -> Expr {
    let text = text.replace([' ', '(', ')'], "").replace('-', "+-");
    let terms = text.split('+').filter(|t| !t.is_empty());
    terms.fold(Expr::constant(0), |sum, t| sum + term(t))
}

fn term(text: &str) -> Expr {
    let (sign, text) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text),
    };
    let (factor, name) = text.split_once('*').unwrap_or(("1", text));
    let atom = name
        .parse()
        .map_or_else(|_| Expr::var(name), Expr::constant);
    atom * (sign * factor.parse::<i64>().unwrap())
}

/// The subscripts of `A[i][j - 1]`, without the name: `[i][j - 1]`, or an empty text.
pub(crate) fn subscripts(text: &str) -> Vec<Subscript> {
    let inner = text.trim_start_matches('[').trim_end_matches(']');
    inner
        .split("][")
        .filter(|s| !s.is_empty())
        .map(subscript)
        .collect()
}

/// An access: kind, certainty, subscripts.
pub(crate) type Spec<'a> = (AccessKind, Certainty, &'a str);

pub(crate) fn read(subscripts: &str) -> Spec<'_> {
    (AccessKind::Read, Certainty::Must, subscripts)
}

pub(crate) fn write(subscripts: &str) -> Spec<'_> {
    (AccessKind::Write, Certainty::Must, subscripts)
}

pub(crate) fn may_read(subscripts: &str) -> Spec<'_> {
    (AccessKind::Read, Certainty::May, subscripts)
}

pub(crate) fn may_write(subscripts: &str) -> Spec<'_> {
    (AccessKind::Write, Certainty::May, subscripts)
}

pub(crate) struct Builder {
    pub scop: Scop,
}

/// The only array of the scops of this module.
pub(crate) const A: ArrayId = ArrayId(0);

impl Builder {
    /// Parameters, their context, and the extents of the array, each separated by commas.
    pub(crate) fn new(params: &str, known: &str, shape: &str) -> Self {
        Builder::within(&Context::new(), params, known, shape)
    }

    pub(crate) fn within(ctx: &Context, params: &str, known: &str, shape: &str) -> Self {
        let param = |name: &str| Param {
            name: name.into(),
            spelling: name.into(),
            kind: ParamKind::Macro,
            sample: 10,
        };
        let scop = Scop {
            params: list(params).into_iter().map(|n| param(&n)).collect(),
            context: Set::parse(ctx, &format!("[{params}] -> {{ : {known} }}")).unwrap(),
            statements: vec![],
            arrays: vec![Array {
                id: A,
                name: "A".into(),
                shape: list(shape).iter().map(|n| Some(linear(n))).collect(),
                products: vec![None; list(shape).len()],
                live_in: false,
                live_out: false,
                carried: false,
                private: 0,
            }],
            accesses: vec![],
            time_dims: 5,
            arithmetic: scop::Arithmetic::default(),
            ctx: ctx.clone(),
        };
        Builder { scop }
    }

    pub(crate) fn array(mut self, change: impl Fn(&mut Array)) -> Self {
        change(&mut self.scop.arrays[0]);
        self
    }

    /// A simple assignment.
    pub(crate) fn statement(
        self,
        iterators: &str,
        domain: &str,
        time: &str,
        accesses: &[Spec],
    ) -> Self {
        self.add(iterators, domain, time, true, accesses)
    }

    /// A statement whose reads and writes happen in an unknown order.
    pub(crate) fn unordered(
        self,
        iterators: &str,
        domain: &str,
        time: &str,
        accesses: &[Spec],
    ) -> Self {
        self.add(iterators, domain, time, false, accesses)
    }

    fn head(&self) -> String {
        let names: Vec<&str> = self.scop.params.iter().map(|p| p.name.as_str()).collect();
        format!("[{}] -> ", names.join(", "))
    }

    fn add(
        mut self,
        iterators: &str,
        domain: &str,
        time: &str,
        reads_first: bool,
        accesses: &[Spec],
    ) -> Self {
        let id = StmtId(self.scop.statements.len() as u32);
        let (name, head, ctx) = (format!("S{}", id.0), self.head(), self.scop.ctx.clone());
        let mut time = list(time);
        time.resize(self.scop.time_dims, "0".into());
        let condition = if domain.is_empty() {
            String::new()
        } else {
            format!(" : {domain}")
        };
        let domain =
            Set::parse(&ctx, &format!("{head}{{ {name}[{iterators}]{condition} }}")).unwrap();
        let schedule = format!("{head}{{ {name}[{iterators}] -> [{}] }}", time.join(", "));
        self.scop.statements.push(Statement {
            id,
            name,
            iterators: list(iterators),
            domain: domain.intersect_params(&self.scop.context).unwrap(),
            schedule: Map::parse(&ctx, &schedule).unwrap(),
            reads_first,
            parallel: Vec::new(),
            innermost: true,
            tilable: Vec::new(),
        });
        for (kind, certainty, text) in accesses {
            self.access(id, *kind, *certainty, subscripts(text));
        }
        self
    }

    fn access(
        &mut self,
        statement: StmtId,
        kind: AccessKind,
        certainty: Certainty,
        subscripts: Vec<Subscript>,
    ) {
        let id = AccessId(self.scop.accesses.len() as u32);
        let relation = relation(&self.scop, statement, &subscripts);
        let inexact = subscripts
            .iter()
            .any(|s| matches!(s, Subscript::Modulo { .. }));
        self.scop.accesses.push(Access {
            id,
            statement,
            array: A,
            kind,
            certainty: if inexact { Certainty::May } else { certainty },
            relation,
            alternative: false,
            subscripts,
        });
    }
}

fn list(text: &str) -> Vec<String> {
    let parts = text.split(',').map(|t| t.trim().to_string());
    parts.filter(|t| !t.is_empty()).collect()
}

/// The relation that the front end builds: exact where affine, otherwise the whole box.
fn relation(scop: &Scop, statement: StmtId, subscripts: &[Subscript]) -> Map {
    let statement = scop.statement(statement);
    let names: Vec<String> = (0..subscripts.len()).map(|d| format!("c{d}")).collect();
    let mut conditions = vec!["0 <= 0".to_string()];
    for ((c, subscript), extent) in names.iter().zip(subscripts).zip(&scop.arrays[0].shape) {
        conditions.push(match subscript {
            Subscript::Affine(e) => format!("{c} = {e}"),
            Subscript::Modulo { modulus, .. } => format!("0 <= {c} < {modulus}"),
            Subscript::Address { .. } | Subscript::Any => "0 <= 0".into(),
        });
        conditions.push(format!("0 <= {c} < {}", extent.as_ref().unwrap()));
    }
    let params: Vec<&str> = scop.params.iter().map(|p| p.name.as_str()).collect();
    let text = format!(
        "[{}] -> {{ {}[{}] -> A[{}] : {} }}",
        params.join(", "),
        statement.name,
        statement.iterators.join(", "),
        names.join(", "),
        conditions.join(" and ")
    );
    let map = Map::parse(&scop.ctx, &text).unwrap();
    map.intersect_domain(&statement.domain).unwrap()
}

/// The scop that the front end would read from the folded text: the same statements with other
/// subscripts, in an isl context of its own.
pub(crate) fn folded(
    scop: &Scop,
    shape: &str,
    subscripts_of: impl Fn(usize, &[Subscript]) -> String,
) -> Scop {
    let ctx = Context::new();
    let params: Vec<&str> = scop.params.iter().map(|p| p.name.as_str()).collect();
    let mut new = Builder::within(&ctx, &params.join(", "), "0 <= 0", shape);
    new.scop.context = Set::parse(&ctx, &scop.context.to_string()).unwrap();
    new.scop.time_dims = scop.time_dims;
    new.scop.arrays[0].private = scop.array(A).private;
    for statement in &scop.statements {
        new.scop.statements.push(Statement {
            domain: Set::parse(&ctx, &statement.domain.to_string()).unwrap(),
            schedule: Map::parse(&ctx, &statement.schedule.to_string()).unwrap(),
            ..statement.clone()
        });
    }
    for (k, access) in scop.accesses.iter().enumerate() {
        let text = subscripts_of(k, &access.subscripts);
        new.access(
            access.statement,
            access.kind,
            access.certainty,
            subscripts(&text),
        );
    }
    new.scop
}

/// One dimension of a folded array: a linear form of the old subscripts, an offset and a modulus,
/// the last two as text (empty for none).
pub(crate) type Row<'a> = (&'a [i64], &'a str, &'a str);

/// The new subscripts of one access.
pub(crate) fn mapped(rows: &[Row], subscripts: &[Subscript]) -> String {
    let row = |(form, offset, modulus): &Row| {
        let mut sum = linear(offset);
        for (c, s) in form.iter().zip(subscripts).filter(|(c, _)| **c != 0) {
            match s {
                Subscript::Affine(e) => sum = sum + e.clone() * *c,
                other => return format!("[{}]", text(other)),
            }
        }
        let modulus = linear(modulus);
        match modulus.as_constant() {
            Some(0) => format!("[{sum}]"),
            _ => format!("[({sum}) % ({modulus})]"),
        }
    };
    rows.iter().map(row).collect()
}

/// The number of random cases of a test: `PLEAT_CASES`, or a small default.
pub(crate) fn cases(few: u64) -> u64 {
    let asked = std::env::var("PLEAT_CASES").ok();
    asked.and_then(|n| n.parse().ok()).unwrap_or(few)
}

fn text(subscript: &Subscript) -> String {
    match subscript {
        Subscript::Affine(e) => e.to_string(),
        Subscript::Modulo { dividend, modulus } => format!("({dividend}) % ({modulus})"),
        Subscript::Address { products, modulus } => {
            let product = |factors: &Vec<Expr>| {
                let factors: Vec<String> = factors.iter().map(|f| format!("({f})")).collect();
                factors.join("*")
            };
            let sum: Vec<String> = products.iter().map(product).collect();
            format!("({}) % ({modulus})", sum.join(" + "))
        }
        Subscript::Any => "?".into(),
    }
}

/// The text of each subscript.
pub(crate) fn texts(subscripts: &[Subscript]) -> Vec<String> {
    subscripts.iter().map(text).collect()
}
