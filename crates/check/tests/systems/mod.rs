//! Systems from short texts, for the tests: a line for parameters, one per array, one per
//! statement.
//!
//! `[i] : 0 <= i < N @ 0, i, 1 : b[i] = f(a[i], a[i + 1])`: iterators, domain, time, target, term.
//! Terms are `a[i]`, `~a[i]` (under a condition on data), `*a[x : 0 <= x < i]` (all elements), `#i`
//! (an integer, in parentheses if it has spaces), `f(..)`, and `?(i < 3; term; term)`.
#![allow(clippy::unwrap_used, dead_code, missing_docs)]

pub(crate) mod brute;
pub(crate) mod random;

use std::collections::BTreeSet;

use poly::{Context, Expr, Map, Set};
use scop::*;

/// The system that a text describes.
pub(crate) fn system(ctx: &Context, text: &str) -> System {
    let lines = text.lines().map(str::trim).filter(|l| !l.is_empty());
    let mut reader = Reader::new(ctx);
    for line in lines {
        reader.line(line);
    }
    reader.system
}

struct Reader {
    system: System,
    head: String,
}

impl Reader {
    fn new(ctx: &Context) -> Self {
        let scop = Scop {
            ctx: ctx.clone(),
            params: vec![],
            context: Set::parse(ctx, "{ : }").unwrap(),
            statements: vec![],
            arrays: vec![],
            accesses: vec![],
            time_dims: 0,
            arithmetic: Arithmetic::default(),
        };
        let system = System {
            scop,
            computations: vec![],
            interface: vec![],
            guards: vec![],
            may_end: vec![],
            unseen: BTreeSet::new(),
            others: BTreeSet::new(),
            conditional: vec![],
            met: vec![],
            world: None,
            element_bytes: vec![],
        };
        let head = String::new();
        Reader { system, head }
    }

    fn line(&mut self, line: &str) {
        match line.split_once(' ') {
            Some(("params", rest)) => self.params(rest),
            Some(("in", rest)) => self.array(rest, Some((true, false))),
            Some(("out", rest)) => self.array(rest, Some((true, true))),
            Some(("local", rest)) => self.array(rest, None),
            _ => self.statement(line),
        }
    }

    fn params(&mut self, text: &str) {
        let (names, known) = text.split_once(':').unwrap();
        self.head = format!("[{}] -> ", names.trim());
        let param = |name: String| Param {
            spelling: name.clone(),
            name,
            kind: ParamKind::Variable,
            sample: 10,
        };
        self.system.scop.params = list(names).into_iter().map(param).collect();
        let text = format!("{}{{ : {known} }}", self.head);
        self.system.scop.context = self.set(&text);
    }

    fn set(&self, text: &str) -> Set {
        Set::parse(&self.system.scop.ctx, text).unwrap_or_else(|e| panic!("{text}: {e}"))
    }

    fn map(&self, text: &str) -> Map {
        Map::parse(&self.system.scop.ctx, text).unwrap_or_else(|e| panic!("{text}: {e}"))
    }

    fn array(&mut self, text: &str, shared: Option<(bool, bool)>) {
        let (name, extents) = text.trim_end_matches(']').split_once('[').unwrap();
        let id = ArrayId(self.system.scop.arrays.len() as u32);
        let extent = |text: &String| (text != "?").then(|| linear(text));
        self.system.scop.arrays.push(Array {
            id,
            name: name.to_string(),
            shape: list(extents).iter().map(extent).collect(),
            products: vec![None; list(extents).len()],
            live_in: shared.is_some(),
            live_out: shared.is_some_and(|(_, out)| out),
            carried: false,
            private: 0,
        });
        if let Some((is_input, is_output)) = shared {
            self.system.interface.push(Shared {
                array: id,
                key: name.to_string(),
                is_input,
                is_output,
                object: name.to_string(),
                whole_dims: 0,
                declared: None,
            });
        }
    }

    fn statement(&mut self, line: &str) {
        let (iterators, rest) = line[1..].split_once(']').unwrap();
        let (domain, rest) = rest.trim().trim_start_matches(':').split_once('@').unwrap();
        let (time, rest) = rest.split_once(" : ").unwrap();
        let (target, term) = rest.split_once(" = ").unwrap();
        let id = StmtId(self.system.scop.statements.len() as u32);
        let (name, head) = (format!("S{}", id.0), self.head.clone());
        let condition = match domain.trim() {
            "" => "0 <= 0",
            other => other,
        };
        let domain = self.set(&format!("{head}{{ {name}[{iterators}] : {condition} }}"));
        let schedule = self.map(&format!("{head}{{ {name}[{iterators}] -> [{time}] }}"));
        self.system.scop.time_dims = schedule.dims().unwrap().1;
        self.system.scop.statements.push(Statement {
            id,
            name: name.clone(),
            iterators: list(iterators),
            domain,
            schedule,
            reads_first: true,
            parallel: vec![],
            innermost: true,
            tilable: vec![],
        });
        let space = format!("{head}{{ {name}[{iterators}]");
        let mut rest = term.trim();
        let computation = self.term(id, &space, &mut rest);
        assert!(rest.is_empty(), "{rest}");
        self.system.computations.push(computation);
        let (array, subscripts) = target.trim().trim_end_matches(']').split_once('[').unwrap();
        let array = array.to_string();
        self.access(
            id,
            AccessKind::Write,
            &array,
            &format!("{space} -> {array}[{subscripts}]"),
        );
    }

    fn access(&mut self, statement: StmtId, kind: AccessKind, array: &str, text: &str) -> AccessId {
        let scop = &self.system.scop;
        let found = scop.arrays.iter().find(|a| a.name == array);
        let array = found.unwrap_or_else(|| panic!("no array {array}")).id;
        let relation = self.map(&format!("{text} }}"));
        let id = AccessId(scop.accesses.len() as u32);
        self.system.scop.accesses.push(Access {
            id,
            statement,
            array,
            kind,
            certainty: Certainty::Must,
            relation,
            subscripts: vec![],
            alternative: false,
        });
        self.system.conditional.push(false);
        id
    }

    /// Reads one term at the start of a text.
    fn term(&mut self, id: StmtId, space: &str, text: &mut &str) -> Computation {
        *text = text.trim_start();
        if let Some(rest) = text.strip_prefix('#') {
            let end = match rest.starts_with('(') {
                true => closing(rest),
                false => rest.find([',', ')', ';']).unwrap_or(rest.len()),
            };
            let value = self.map(&format!("{space} -> [{}] }}", &rest[..end]));
            *text = &rest[end..];
            return Computation::Integer(value);
        }
        if let Some(rest) = text.strip_prefix("?(") {
            let (condition, rest) = rest.split_once(';').unwrap();
            let when = self.set(&format!("{space} : {condition} }}"));
            *text = rest;
            let mut parts = self.operands(id, space, text);
            let other = Box::new(parts.pop().unwrap());
            let then = Box::new(parts.pop().unwrap());
            return Computation::Choose { when, then, other };
        }
        let (is_all, is_conditional) = (
            text.starts_with('*') && !text.starts_with("*("),
            text.starts_with('~'),
        );
        if is_all || is_conditional {
            *text = &text[1..];
        }
        let end = text.find(['[', '(']).unwrap();
        let name = text[..end].trim().to_string();
        if text[end..].starts_with('(') {
            *text = &text[end + 1..];
            let operands = self.operands(id, space, text);
            let operator = name;
            return Computation::Apply { operator, operands };
        }
        let close = end + closing(&text[end..]);
        let subscripts = &text[end + 1..close - 1];
        let relation = match subscripts.split_once(':') {
            Some((subscripts, when)) => format!("{space} -> {name}[{subscripts}] : {when}"),
            None => format!("{space} -> {name}[{subscripts}]"),
        };
        *text = &text[close..];
        let access = self.access(id, AccessKind::Read, &name, &relation);
        self.system.conditional[access.0 as usize] = is_conditional;
        match is_all {
            true => Computation::ReadAll(access),
            false => Computation::Read(access),
        }
    }

    /// Terms up to the closing parenthesis.
    fn operands(&mut self, id: StmtId, space: &str, text: &mut &str) -> Vec<Computation> {
        let mut all = Vec::new();
        loop {
            *text = text.trim_start();
            if let Some(rest) = text.strip_prefix(')') {
                *text = rest;
                return all;
            }
            all.push(self.term(id, space, text));
            *text = text.trim_start().trim_start_matches([',', ';']);
        }
    }
}

/// The end of a text in brackets.
fn closing(text: &str) -> usize {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    panic!("{text}")
}

/// Parts between commas that are not in parentheses.
fn list(text: &str) -> Vec<String> {
    let parts = text.split(',').map(|t| t.trim().to_string());
    parts.filter(|t| !t.is_empty()).collect()
}

/// `2*i - j + N`
fn linear(text: &str) -> Expr {
    let text = text.replace(' ', "").replace('-', "+-");
    let terms = text.split('+').filter(|t| !t.is_empty());
    terms.fold(Expr::constant(0), |sum, term| {
        let (sign, term) = match term.strip_prefix('-') {
            Some(rest) => (-1, rest),
            None => (1, term),
        };
        let (factor, name) = term.split_once('*').unwrap_or(("1", term));
        let atom = name
            .parse()
            .map_or_else(|_| Expr::var(name), Expr::constant);
        sum + atom * (sign * factor.parse::<i64>().unwrap())
    })
}
