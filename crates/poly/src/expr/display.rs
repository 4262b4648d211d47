//! Expressions as text, in the syntax of C.

use super::{Atom, Expr};
use std::fmt;

/// Prints positive terms first: `N - 1`, `2*N - 3`, `max(N, M)`, `floord(N, 2)`.
impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut first = true;
        let signs = [true, false];
        for positive in signs {
            let mut terms: Vec<(&Atom, i64)> =
                self.terms().filter(|(_, c)| (*c > 0) == positive).collect();
            terms.sort_by_key(|(atom, _)| std::cmp::Reverse(atom.degree()));
            for (atom, c) in terms {
                write_sign(f, c, &mut first)?;
                match c.unsigned_abs() {
                    1 => write!(f, "{atom}")?,
                    n => write!(f, "{n}*{atom}")?,
                }
            }
            let constant_here = self.constant != 0 && (self.constant > 0) == positive;
            if constant_here {
                write_sign(f, self.constant, &mut first)?;
                write!(f, "{}", self.constant.unsigned_abs())?;
            }
        }
        if first { f.write_str("0") } else { Ok(()) }
    }
}

fn write_sign(f: &mut fmt::Formatter<'_>, value: i64, first: &mut bool) -> fmt::Result {
    let text = match (value < 0, std::mem::replace(first, false)) {
        (false, true) => "",
        (true, true) => "-",
        (false, false) => " + ",
        (true, false) => " - ",
    };
    f.write_str(text)
}

impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Atom::Var(name) => f.write_str(name),
            Atom::Floor(inner, den) => write!(f, "floord({inner}, {den})"),
            Atom::Max(list) => write_call(f, "max", list),
            Atom::Min(list) => write_call(f, "min", list),
            Atom::Product(factors) => {
                let factors: Vec<String> = factors.iter().map(Atom::to_string).collect();
                f.write_str(&factors.join("*"))
            }
        }
    }
}

fn write_call(f: &mut fmt::Formatter<'_>, name: &str, list: &[Expr]) -> fmt::Result {
    let (last, init) = match list.split_last() {
        Some(parts) => parts,
        None => return Ok(()),
    };
    for e in init {
        write!(f, "{name}({e}, ")?;
    }
    write!(f, "{last}{}", ")".repeat(init.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn n() -> Expr {
        Expr::var("N")
    }

    #[test]
    fn prints_as_a_person_writes() {
        let check = |e: Expr, text: &str| assert_eq!(e.to_string(), text);
        check(n() * 2 - Expr::constant(3), "2*N - 3");
        check(Expr::constant(0), "0");
        check(Expr::constant(1) - n(), "1 - N");
        check(-n(), "-N");
        check((n() + Expr::constant(1)).floor_div(2), "floord(N + 1, 2)");
        check((n() * 2 + Expr::constant(5)).floor_div(2), "N + 2");
        check(
            Expr::max_of(vec![n(), Expr::var("M"), n() + Expr::constant(2)]).unwrap(),
            "max(M, N + 2)",
        );
    }
}
