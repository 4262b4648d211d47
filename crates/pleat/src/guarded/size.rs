//! Numbers of elements as C expressions in the type of sizes, over values that a function has at
//! its start.

use poly::{Atom, Expr, PwAff, Set};
use program::{Function, Program, Type};
use scop::{ParamKind, Scop};

/// The values that a function has at its start.
pub(super) struct Values<'v> {
    pub(super) program: &'v Program,
    pub(super) function: &'v Function,
    pub(super) scop: &'v Scop,
    /// The name of the type of sizes.
    pub(super) size: &'static str,
}

impl Values<'_> {
    /// A sum without negative partial results where these parameters are used: `(size_t)h`,
    /// `(size_t)h - 1`. `None` if it is no such expression.
    pub(super) fn sum(&self, expr: &Expr, params: &Set) -> Option<String> {
        let (more, less) = expr.sides();
        let more = self.terms(&more, params)?;
        let less = self.terms(&less, params)?;
        let first = match more.is_empty() {
            true => "0".to_string(),
            false => more.join(" + "),
        };
        let less = less.iter().map(|term| format!(" - {term}"));
        Some(std::iter::once(first).chain(less).collect())
    }

    /// The terms of a sum without negative ones.
    fn terms(&self, expr: &Expr, params: &Set) -> Option<Vec<String>> {
        let mut texts = Vec::new();
        for (atom, factor) in expr.terms() {
            let text = self.atom(atom, params)?;
            texts.push(match factor {
                1 => text,
                factor => format!("{factor} * {text}"),
            });
        }
        let constant = Some(expr.constant_part()).filter(|c| *c != 0);
        texts.extend(constant.map(|c| c.to_string()));
        Some(texts)
    }

    fn atom(&self, atom: &Atom, params: &Set) -> Option<String> {
        match atom {
            Atom::Var(name) => self.variable(name),
            Atom::Floor(inner, by) => {
                // A quotient of unsigned numbers: the same only if nothing is negative.
                let value = PwAff::from_expr(&self.scop.ctx, 0, inner).ok()??;
                let is_known = value.nonneg_set().and_then(|set| set.params());
                let is_known = is_known.and_then(|known| params.is_subset(&known));
                let inner = self
                    .sum(inner, params)
                    .filter(|_| is_known.unwrap_or(false))?;
                Some(match inner.contains(' ') {
                    true => format!("({inner}) / {by}"),
                    false => format!("{inner} / {by}"),
                })
            }
            Atom::Max(_) | Atom::Min(_) | Atom::Product(_) => None,
        }
    }

    /// A parameter of the system.
    pub(super) fn variable(&self, name: &str) -> Option<String> {
        let param = self.scop.params.iter().find(|p| p.name == name)?;
        let text = &param.spelling;
        if param.kind == ParamKind::Macro {
            return Some(text.clone());
        }
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let first = text.split(|c| !is_name(c)).next()?;
        let rest = text[first.len()..].replace("->", ".");
        let object = { self.function.parameters.iter() }
            .filter_map(|id| self.program.objects.get(id.0 as usize))
            .find(|object| object.name == first)?;
        let is_member = rest.starts_with('.') && rest[1..].chars().all(is_name);
        match &object.ty {
            Type::Integer(ty) if rest.is_empty() && !ty.signed && ty.bits == 64 => {
                Some(text.clone())
            }
            Type::Integer(_) if rest.is_empty() => Some(format!("({}){text}", self.size)),
            Type::Pointer(_) | Type::Record(_) if is_member => {
                Some(format!("({}){text}", self.size))
            }
            _ => None,
        }
    }
}

/// The product of some factors in the type of sizes; those that are 1 are left out.
pub(super) fn product(factors: &[String], size: &str) -> String {
    let cast = format!("({size})");
    let kept: Vec<&String> = factors.iter().filter(|f| *f != "1").collect();
    let parts = kept.iter().enumerate().map(|(at, factor)| {
        let is_sum = factor.contains(' ') && !factor.starts_with("sizeof");
        let text = match is_sum {
            true => format!("({factor})"),
            false => (*factor).clone(),
        };
        // Two numbers of type `int` before the size of an element.
        match at == 0 && kept.len() > 2 && !factor.contains(&cast) {
            true => format!("{cast}{text}"),
            false => text,
        }
    });
    parts.collect::<Vec<_>>().join(" * ")
}
