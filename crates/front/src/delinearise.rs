//! Dimensions with linearised subscripts taken apart: in `double t[n*m]`, `t[i*m + j - 1]` is row `i`,
//! column `j - 1`. Done before a macro is taken at its value for their sake.
//!
//! One *stride* `s`, affine in the parameters, serves all subscripts of a dimension. Its element `e`
//! becomes `(q, r)` with `e = s*q + r`, `0 <= r < s`. Polynomial division writes a subscript as
//! `s*Q + R`; where `R` leaves `0..s`, it is `(Q + c, R - c*s)` for one of a few *carries* `c`. Which
//! one is a case distinction that must be proved complete, for `s >= 1`: from what is known of the
//! parameters, from the conditions of all accesses, or assumed of macros.

use crate::draft::{DraftAccess, DraftStatement};
use crate::formula::Formula;
use crate::names::COORDINATE;
use crate::polynomial::Polynomial;
use crate::row_pointers;
use crate::scene::{Scene, spelled};
use crate::shapes::Shape;
use crate::statements::Walker;
use crate::symbols::VarId;
use poly::{Atom, Expr, Set};
use scop::{Certainty, Subscript};
use std::collections::HashMap;

/// In the order in which they are tried alone; all of `-2..=2`.
const CARRIES: [i64; 5] = [0, -1, 1, -2, 2];
/// The largest of them.
const MOST_CARRIED: i64 = 2;
/// Pairs of a stride and a leading atom that are tried for one dimension.
const MOST_ATTEMPTS: usize = 8;

/// How a dimension is taken apart.
#[derive(Debug, Clone)]
pub struct Split {
    /// Number of columns; at least 1 wherever an element is touched.
    pub stride: Expr,
    /// Where it ends, if that is known.
    end: Option<End>,
}

/// Where a dimension ends that is taken apart.
#[derive(Debug, Clone)]
struct End {
    /// Number of full rows, and what follows them: `0 <= rest <= stride`.
    full: Expr,
    rest: Expr,
}

impl Split {
    /// Number of rows, the last one included if it is shorter.
    pub fn rows(&self) -> Option<Expr> {
        let End { full, rest } = self.end.as_ref()?;
        Some(match rest.as_constant() {
            Some(0) => full.clone(),
            _ => full.clone() + Expr::constant(1),
        })
    }

    /// What holds of an element's coordinates if the last row is shorter than the others.
    pub fn last_row(&self, row: &Expr, column: &Expr) -> Option<Formula> {
        let End { full, rest } = self.end.as_ref()?;
        let even = rest.as_constant() == Some(0) || *rest == self.stride;
        let ends = || Formula::less(row, full).or(Formula::less(column, rest));
        (!even).then(ends)
    }

    /// What a positive extent says, as the stride is positive.
    fn is_positive(&self) -> Vec<Formula> {
        let at_least = |e: &Expr, n: i64| Formula::NonNegative(e.clone() - Expr::constant(n));
        let least = |end: &End| i64::from(end.rest.as_constant() == Some(0));
        let rows = self.end.iter().map(|end| at_least(&end.full, least(end)));
        std::iter::once(at_least(&self.stride, 1))
            .chain(rows)
            .collect()
    }
}

/// An access to the array that is taken apart.
struct Use<'d> {
    statement: &'d DraftStatement,
    access: &'d DraftAccess,
    polynomial: &'d Polynomial,
}

/// One subscript as row and column.
struct Apart {
    row: Subscript,
    column: Subscript,
    /// Names the coordinates that are not affine: row and column, from the row's position.
    cases: Vec<(Expr, Expr)>,
}

/// Takes apart what can be; asks for macros to be taken at their value for the rest.
pub fn delinearise(walker: &mut Walker<'_>, running: &[VarId], shapes: &mut HashMap<VarId, Shape>) {
    for id in running {
        let Some(shape) = shapes.get_mut(id) else {
            continue;
        };
        let mut coordinate = 0;
        for dim in 0..shape.dims.len() {
            let split = match is_linearised(walker, *id, shape, dim) {
                true => split(walker, *id, shape, dim),
                false => None,
            };
            match split {
                Some((split, subscripts)) => {
                    replace(walker, *id, (dim, coordinate), subscripts);
                    row_pointers::split(walker, *id, (dim, coordinate), &split.stride);
                    shape.dims[dim].split = Some(split);
                    coordinate += 2;
                }
                None => {
                    walker.scene.wanted.extend(wanted(walker, *id, shape, dim));
                    coordinate += 1;
                }
            }
        }
    }
}

/// The macros that would make a dimension affine.
fn wanted(walker: &Walker<'_>, id: VarId, shape: &Shape, dim: usize) -> Vec<String> {
    let references = walker.references.iter().filter(|r| r.array == id);
    let subscripts = references
        .filter_map(|r| r.subscripts.get(dim))
        .flat_map(|s| &s.wanted);
    let all = subscripts.chain(&shape.dims[dim].wanted);
    all.cloned().collect()
}

/// Whether a subscript or the extent of a dimension is not affine, and nothing rules the array out.
fn is_linearised(walker: &Walker<'_>, id: VarId, shape: &Shape, dim: usize) -> bool {
    let uses = &walker.scene.symbols.variable(id).uses;
    let allowed = |at: &usize| walker.scene.region.contains(at) && !walker.refused.contains_key(at);
    let mut references = walker.references.iter().filter(|r| r.array == id);
    let mut subscripts = references.clone().flat_map(|r| &r.subscripts);
    uses.iter().all(allowed)
        // Each way would have a polynomial of its own.
        && !subscripts.any(|s| s.is_choice)
        && ((shape.dims[dim].extent.is_none() && !shape.dims[dim].is_open)
            || references.any(|r| {
                let subscript = r.subscripts.get(dim);
                subscript.is_some_and(|s| s.meaning == Subscript::Any)
            }))
}

/// The split of a dimension, and what becomes of its subscripts in the order of the accesses.
fn split(
    walker: &mut Walker<'_>,
    id: VarId,
    shape: &Shape,
    dim: usize,
) -> Option<(Split, Vec<Apart>)> {
    let extent = match shape.dims[dim].is_open {
        true => None,
        false => Some(shape.dims[dim].declared()?),
    };
    let mut uses = Vec::new();
    for statement in &walker.statements {
        for access in statement.accesses.iter().filter(|a| a.array == id) {
            if let Some(reference) = access.reference {
                let subscript = walker.references[reference].subscripts.get(dim)?;
                let polynomial = subscript.polynomial.as_ref()?;
                uses.push(Use {
                    statement,
                    access,
                    polynomial,
                });
            }
        }
    }
    let attempts = strides(&walker.scene, &uses);
    let found = attempts.into_iter().find_map(|(stride, lead)| {
        let attempt = Attempt {
            scene: &walker.scene,
            stride,
            lead,
        };
        attempt.make(extent.as_ref(), shape.is_certain, &uses)
    })?;
    let (split, subscripts, needs) = found;
    let scene = &mut walker.scene;
    let positive = match needs {
        Needs::Nothing => true,
        // No one declares an array of minus 4 times minus 3 elements.
        Needs::Accesses => {
            scene.may_assume_nonnegative(&(split.stride.clone() - Expr::constant(1)))
        }
        Needs::Assumption(expr) => scene.assume_nonnegative(&expr),
    };
    if positive && shape.is_certain && extent.is_some() {
        scene.known.extend(split.is_positive());
    }
    Some((split, subscripts))
}

/// Strides worth a try, each with an atom to divide by: what multiplies an iterator.
fn strides(scene: &Scene<'_>, uses: &[Use<'_>]) -> Vec<(Expr, Atom)> {
    let is_iterator = |atom: &Atom| !scene.is_parametric(&Expr::atom(atom.clone()));
    let value = |name: &str| scene.sample(name);
    let mut plain: Vec<Expr> = Vec::new();
    for coefficient in uses
        .iter()
        .flat_map(|u| u.polynomial.coefficients(is_iterator))
    {
        let Some(stride) = coefficient.to_expr() else {
            continue;
        };
        let smaller = primitive(&stride);
        for stride in [stride.clone(), -stride, smaller.clone(), -smaller] {
            let sensible = stride.as_constant().is_none()
                && stride.eval(&value).is_none_or(|v| v > 0)
                && !plain.contains(&stride);
            if sensible {
                plain.push(stride);
            }
        }
    }
    let mut found = Vec::new();
    for stride in plain {
        let leads: Vec<Atom> = stride.terms().map(|(atom, _)| atom.clone()).collect();
        found.extend(leads.into_iter().map(|lead| (stride.clone(), lead)));
    }
    found.truncate(MOST_ATTEMPTS);
    found
}

/// The expression without the common factor of its coefficients, if its constant has it too.
fn primitive(expr: &Expr) -> Expr {
    let quotient = expr.exact_quotient(common_factor(expr));
    quotient.unwrap_or_else(|| expr.clone())
}

/// Greatest common divisor of the coefficients of the atoms; positive.
fn common_factor(expr: &Expr) -> i64 {
    let atoms = expr.clone() - Expr::constant(expr.constant_part());
    atoms.content().max(1)
}

/// Why the stride is positive.
enum Needs {
    /// It always is.
    Nothing,
    /// It is wherever an access happens.
    Accesses,
    /// It is if this expression is not negative, to be assumed of macros.
    Assumption(Expr),
}

/// One stride and one atom to divide by.
struct Attempt<'w, 's> {
    scene: &'w Scene<'s>,
    stride: Expr,
    lead: Atom,
}

impl Attempt<'_, '_> {
    fn make(
        &self,
        extent: Option<&Polynomial>,
        is_certain: bool,
        uses: &[Use<'_>],
    ) -> Option<(Split, Vec<Apart>, Needs)> {
        let divided_extent = match extent {
            Some(extent) => Some(self.divide(extent)?),
            None => None,
        };
        let divided = uses.iter().map(|u| self.divide(u.polynomial));
        let divided = divided.collect::<Option<Vec<_>>>()?;
        let not_positive = match &divided_extent {
            Some((rows, rest)) => self.not_positive(rows, rest, is_certain),
            None => Formula::at_most(&self.stride, &Expr::constant(0)),
        };
        let extent_of = divided_extent.as_ref();
        let defined = divided.iter();
        let defined: Vec<Formula> = defined
            .map(|(row, column)| self.defined_for_no_strides(extent_of, row, column))
            .collect();
        let needs = self.needs(uses, &defined, not_positive)?;
        let end = match &divided_extent {
            Some((rows, rest)) => Some(self.end(rows, rest)?),
            None => None,
        };
        let split = Split {
            stride: self.stride.clone(),
            end,
        };
        let apart = uses.iter().zip(divided);
        let apart = apart.map(|(u, (row, column))| self.apart(u, &row, &column));
        Some((split, apart.collect::<Option<Vec<_>>>()?, needs))
    }

    fn divide(&self, polynomial: &Polynomial) -> Option<(Expr, Expr)> {
        let (quotient, rest) = polynomial.divide(&self.stride, &self.lead)?;
        Some((quotient.to_expr()?, rest.to_expr()?))
    }

    /// What a stride that is not positive means, as `stride * rows + rest` is positive where
    /// `is_certain`.
    fn not_positive(&self, rows: &Expr, rest: &Expr, is_certain: bool) -> Formula {
        let at_most = |e: &Expr, n: i64| Formula::at_most(e, &Expr::constant(n));
        match rest.as_constant() {
            Some(rest) if is_certain && rest <= 0 => {
                at_most(&self.stride, -1).and(at_most(rows, -1))
            }
            Some(rest) if is_certain => {
                let zero = Formula::Zero(self.stride.clone());
                zero.or(at_most(&self.stride, -1).and(at_most(rows, rest - 1)))
            }
            _ => at_most(&self.stride, 0),
        }
    }

    /// What must hold of an access inside of the array if the stride is not positive: `0 <= s*q + r` and
    /// `s*q + r < s*rows + rest` with `s <= 0`.
    fn defined_for_no_strides(
        &self,
        extent: Option<&(Expr, Expr)>,
        row: &Expr,
        column: &Expr,
    ) -> Formula {
        let zero = Expr::constant(0);
        let starts = Formula::less(row, &zero).or(Formula::at_most(&zero, column));
        match extent {
            Some((rows, rest)) => {
                starts.and(Formula::at_most(rows, row).or(Formula::less(column, rest)))
            }
            None => starts,
        }
    }

    /// `defined` is what holds of each use where it happens, if the stride is not positive.
    fn needs(&self, uses: &[Use<'_>], defined: &[Formula], not_positive: Formula) -> Option<Needs> {
        let beyond = self.stride.clone() - Expr::constant(1);
        if self.never(None, std::slice::from_ref(&not_positive)) {
            return Some(Needs::Nothing);
        }
        let mut defined = uses.iter().zip(defined);
        if defined.all(|(u, defined)| self.never(Some(u), &[not_positive.clone(), defined.clone()]))
        {
            return Some(Needs::Accesses);
        }
        let simpler = beyond.clone().floor_div(common_factor(&beyond));
        let may = self.scene.may_assume_nonnegative(&simpler);
        may.then_some(Needs::Assumption(simpler))
    }

    /// Where the dimension ends.
    fn end(&self, rows: &Expr, rest: &Expr) -> Option<End> {
        let fits = |carry: &i64| {
            let rest = self.column(rest, *carry);
            let outside = [
                Formula::less(&rest, &Expr::constant(0)),
                Formula::less(&self.stride, &rest),
            ];
            self.never_for_strides(None, Formula::Any(outside.to_vec()))
        };
        let carry = CARRIES.into_iter().find(fits)?;
        Some(End {
            full: rows.clone() + Expr::constant(carry),
            rest: self.column(rest, carry),
        })
    }

    fn apart(&self, of: &Use<'_>, row: &Expr, column: &Expr) -> Option<Apart> {
        let case = |carry: i64| {
            let row = row.clone() + Expr::constant(carry);
            (row, self.column(column, carry))
        };
        let always =
            |carry: &i64| self.never_for_strides(Some(of), self.outside(column, *carry, *carry));
        if let Some(carry) = CARRIES.into_iter().find(always) {
            let (row, column) = case(carry);
            return Some(Apart {
                row: Subscript::Affine(row),
                column: Subscript::Affine(column),
                cases: Vec::new(),
            });
        }
        let somewhere = self.outside(column, -MOST_CARRIED, MOST_CARRIED);
        if !self.never_for_strides(Some(of), somewhere) {
            return None;
        }
        let inside = |carry: &i64| {
            let column = self.column(column, *carry);
            let inside = [
                Formula::NonNegative(column.clone()),
                Formula::less(&column, &self.stride),
            ];
            !self.never_for_strides(Some(of), Formula::All(inside.to_vec()))
        };
        Some(Apart {
            row: Subscript::Any,
            column: Subscript::Modulo {
                dividend: self.column(column, -MOST_CARRIED),
                modulus: self.stride.clone(),
            },
            cases: CARRIES.into_iter().filter(inside).map(case).collect(),
        })
    }

    /// `column - carry * stride`
    fn column(&self, column: &Expr, carry: i64) -> Expr {
        column.clone() - self.stride.clone() * carry
    }

    /// The column lies below `least` strides or not below `most + 1` strides.
    fn outside(&self, column: &Expr, least: i64, most: i64) -> Formula {
        let below = Formula::less(&self.column(column, least), &Expr::constant(0));
        let above = Formula::at_most(&self.stride, &self.column(column, most));
        below.or(above)
    }

    fn never_for_strides(&self, of: Option<&Use<'_>>, formula: Formula) -> bool {
        let positive = Formula::NonNegative(self.stride.clone() - Expr::constant(1));
        self.never(of, &[positive, formula])
    }

    /// Whether the formulas exclude each other, where the access happens. `false` if that is open.
    fn never(&self, of: Option<&Use<'_>>, formulas: &[Formula]) -> bool {
        let scene = self.scene;
        let (iterators, domain, guards): (&[String], &[Formula], &[Formula]) = match of {
            Some(u) => (
                &u.statement.iterators,
                &u.statement.domain,
                &u.access.guards,
            ),
            None => (&[], &[], &[]),
        };
        let all = scene
            .known
            .iter()
            .chain(domain)
            .chain(guards)
            .chain(formulas);
        let condition = Formula::All(all.cloned().collect());
        let text = format!(
            "{}{{ [{}] : {condition} }}",
            scene.params_text(),
            iterators.join(", ")
        );
        let set = Set::parse(&scene.ctx, &text);
        set.and_then(|set| set.is_empty()).unwrap_or(false)
    }
}

/// Puts row and column in the place of a subscript, in all accesses of an array; the row becomes
/// coordinate number `at`.
fn replace(walker: &mut Walker<'_>, id: VarId, (dim, at): (usize, usize), subscripts: Vec<Apart>) {
    for reference in walker.references.iter_mut().filter(|r| r.array == id) {
        if let Some(subscript) = reference.subscripts.get_mut(dim) {
            subscript.is_split = true;
        }
    }
    let mut subscripts = subscripts.into_iter();
    let statements = walker.statements.iter_mut();
    for access in statements.flat_map(|s| &mut s.accesses) {
        if access.array != id {
            continue;
        }
        let apart = match access.reference {
            Some(_) => subscripts.next(),
            None => None,
        };
        let Some(apart) = apart else {
            let both = [Subscript::Any, Subscript::Any];
            access.subscripts.splice(at..=at, both);
            continue;
        };
        if let Some(reference) = access.reference {
            let split = both_spelled(
                walker.scene.spellings(&walker.references[reference]),
                &apart,
            );
            walker.references[reference].subscripts[dim].split = split;
        }
        if !apart.cases.is_empty() {
            access.guards.push(one_of(&apart.cases, at));
        }
        access.subscripts.splice(at..=at, [apart.row, apart.column]);
        let reference = access.reference.map(|r| &walker.references[r].subscripts);
        let is_known = reference.is_some_and(|list| {
            let known = |m: &Subscript| matches!(m, Subscript::Affine(_));
            list.iter().all(|s| s.is_split || known(&s.meaning))
        });
        if is_known && access.happens {
            access.certainty = Certainty::Must;
        }
    }
}

/// Row and column in C spellings, if they are affine and can be spelled.
fn both_spelled(spelling: impl Fn(&str) -> Option<String>, apart: &Apart) -> Option<[Expr; 2]> {
    let affine = |subscript: &Subscript| match subscript {
        Subscript::Affine(expr) => spelled(&spelling, expr),
        _ => None,
    };
    Some([affine(&apart.row)?, affine(&apart.column)?])
}

/// Coordinates `at` and `at + 1` are one of the pairs.
fn one_of(cases: &[(Expr, Expr)], at: usize) -> Formula {
    let coordinate = |k: usize| Expr::var(&format!("{COORDINATE}{k}"));
    let case = |(row, column): &(Expr, Expr)| {
        Formula::Zero(coordinate(at) - row.clone())
            .and(Formula::Zero(coordinate(at + 1) - column.clone()))
    };
    Formula::Any(cases.iter().map(case).collect())
}
