//! The forms of the tiles of a nest, one dimension after the other, each by an integer program.

use super::dependences::{Dependence, Instances};
use super::{Bands, Request, TileUnit};
use poly::{Expr, Ilp, Linear, PolyError, Result, Set, ValidForms};
use scop::{Scop, StmtId, System};

/// No counter of an outer loop has a larger coefficient.
const MOST_SKEW: i64 = 8;
/// No parameter has a larger coefficient, as in the form `n - 1` of a border.
const MOST_OF_PARAMETERS: i64 = 4;
/// No form has a larger constant.
const MOST_SHIFT: i64 = 1 << 20;

/// The forms of the units of a nest; `None` if a counter starts at a value that is not affine.
///
/// # Errors
///
/// If the operation budget is used up.
pub fn bands(system: &System, units: &[TileUnit], request: &Request) -> Result<Option<Bands>> {
    let Some(instances) = Instances::new(system, units, request.outer)? else {
        return Ok(None);
    };
    let dependences = Constraints::of(instances.dependences()?)?;
    let search = Search {
        scop: &system.scop,
        units,
        request,
        depth: units.iter().map(|u| u.counters.len()).max().unwrap_or(0),
        dependences: &dependences,
    };
    let mut found = Bands {
        forms: vec![Vec::new(); units.len()],
        is_parallel: Vec::new(),
        stop: None,
    };
    for dim in 0..request.dims.min(search.depth - request.outer) {
        let all: Vec<&Constraints> = dependences.iter().collect();
        let Some(forms) = search.forms(dim, &all) else {
            found.stop = search.culprit(dim);
            break;
        };
        found.is_parallel.push(search.is_parallel(&forms)?);
        for (own, form) in found.forms.iter_mut().zip(forms) {
            own.push(form.in_text(&system.scop));
        }
    }
    Ok(Some(found))
}

/// The dependences of two units, and all affine forms that are not negative on them.
struct Constraints {
    dependence: Dependence,
    valid: Vec<ValidForms>,
}

impl Constraints {
    fn of(dependences: Vec<Dependence>) -> Result<Vec<Constraints>> {
        let valid = |dependence: Dependence| {
            let valid: Result<Vec<ValidForms>> = dependence.pieces.iter().map(valid_on).collect();
            Ok(Constraints {
                valid: valid?,
                dependence,
            })
        };
        dependences.into_iter().map(valid).collect()
    }
}

/// The forms that are not negative on a set; those for all parameter values, if the ranges of
/// these are too large for the numbers of a program.
fn valid_on(piece: &Set) -> Result<ValidForms> {
    match ValidForms::of(piece) {
        Err(PolyError::Failed(_)) => ValidForms::of(&piece.gist_params(&piece.params()?)?),
        found => found,
    }
}

/// An affine form of the counters of a unit.
struct Form {
    counters: Vec<(String, i64)>,
    /// By the names of the scop.
    params: Vec<(String, i64)>,
    constant: i64,
}

impl Form {
    /// In the spelling of the text.
    fn in_text(&self, scop: &Scop) -> Expr {
        let spelled = |name: &str| {
            let mut params = scop.params.iter();
            let found = params.find(|p| p.name == name);
            found.map_or(name, |p| p.spelling.as_str()).to_string()
        };
        let params = self.params.iter().map(|(name, c)| (spelled(name), *c));
        let all = self.counters.iter().cloned().chain(params);
        let zero = Expr::constant(self.constant);
        all.fold(zero, |sum, (name, factor)| sum + Expr::var(&name) * factor)
    }
}

/// The variables of the form of one unit.
struct Unknowns {
    counters: Vec<Linear>,
    /// By the parameters of the scop.
    params: Vec<usize>,
    constant: usize,
}

struct Search<'s> {
    scop: &'s Scop,
    units: &'s [TileUnit],
    request: &'s Request,
    /// The largest number of loops around a unit.
    depth: usize,
    dependences: &'s [Constraints],
}

impl Search<'_> {
    /// The forms of one dimension by unit, as close to the counter of that loop as dependences
    /// allow; `None` if there are none.
    fn forms(&self, dim: usize, dependences: &[&Constraints]) -> Option<Vec<Form>> {
        let mut ilp = Ilp::new();
        let unknowns: Vec<Unknowns> =
            (self.units.iter().map(|unit| self.unknowns(&mut ilp, unit, dim))).collect();
        for constraints in dependences {
            self.demand(&mut ilp, constraints, &unknowns);
        }
        let terms = |of: &dyn Fn(&Unknowns) -> Vec<usize>| -> Vec<(usize, i64)> {
            let all = unknowns.iter().flat_map(|u| of(u).into_iter());
            all.map(|variable| (variable, 1)).collect()
        };
        let counters = |u: &Unknowns| -> Vec<usize> {
            let terms = u.counters.iter().flat_map(|l| &l.terms);
            terms.map(|(variable, _)| *variable).collect()
        };
        ilp.minimise(terms(&|u| u.params.clone()));
        ilp.minimise(terms(&counters));
        ilp.minimise(terms(&|u| vec![u.constant]));
        let solution = ilp.solve()?;
        let form = |(unit, own): (&TileUnit, &Unknowns)| Form {
            counters: { unit.counters.iter().zip(&own.counters) }
                .map(|(counter, value)| (counter.name.clone(), value.value(&solution)))
                .collect(),
            params: { self.scop.params.iter().zip(&own.params) }
                .map(|(param, variable)| (param.name.clone(), solution[*variable]))
                .collect(),
            constant: solution[own.constant],
        };
        Some(self.units.iter().zip(&unknowns).map(form).collect())
    }

    /// In the loops of units that are in as many loops as possible, a unit has the form of its own
    /// loop; inside of them it has any form.
    fn unknowns(&self, ilp: &mut Ilp, unit: &TileUnit, dim: usize) -> Unknowns {
        let own = self.request.outer + dim;
        let is_full = own < unit.common;
        let most = match self.request.may_skew {
            true => MOST_SKEW,
            false => 0,
        };
        let counter = |at: usize, ilp: &mut Ilp| match at {
            _ if at < self.request.outer => Linear::constant(0),
            _ if is_full && at == own => Linear::constant(1),
            _ if is_full && at > own => Linear::constant(0),
            _ if is_full => Linear::variable(ilp.variable(0, most)),
            _ => Linear::variable(ilp.variable(0, MOST_SKEW)),
        };
        Unknowns {
            counters: (0..unit.counters.len()).map(|at| counter(at, ilp)).collect(),
            params: { self.scop.params.iter() }
                .map(|_| ilp.variable(0, MOST_OF_PARAMETERS))
                .collect(),
            constant: ilp.variable(0, MOST_SHIFT),
        }
    }

    /// The form of the second instance of a dependence is not less than that of the first.
    fn demand(&self, ilp: &mut Ilp, constraints: &Constraints, unknowns: &[Unknowns]) {
        let (first, second) = constraints.dependence.units;
        let (from, to) = (&unknowns[first], &unknowns[second]);
        for valid in &constraints.valid {
            let difference = |of: &dyn Fn(&Unknowns) -> usize| {
                Linear::variable(of(to)).plus(&Linear::variable(of(from)), -1)
            };
            let mut form = vec![difference(&|u| u.constant)];
            for name in valid.params() {
                let at = self.scop.params.iter().position(|p| p.name == *name);
                form.push(at.map_or(Linear::default(), |at| difference(&|u| u.params[at])));
            }
            let negated = |own: &Linear| Linear::default().plus(own, -1);
            form.extend(from.counters.iter().map(negated));
            form.extend(to.counters.iter().cloned());
            valid.demand(ilp, &form);
        }
    }

    /// The first dependence without which there would be forms.
    fn culprit(&self, dim: usize) -> Option<(StmtId, StmtId)> {
        let all = self.dependences;
        let fails = |count: usize| {
            let some: Vec<&Constraints> = all[..count].iter().collect();
            self.forms(dim, &some).is_none()
        };
        let at = (1..=all.len()).find(|count| fails(*count))?;
        Some(all[at - 1].dependence.statements)
    }

    /// Whether both instances of each dependence have the same form.
    fn is_parallel(&self, forms: &[Form]) -> Result<bool> {
        for Constraints { dependence, .. } in self.dependences {
            let (first, second) = dependence.units;
            let equal = self.equal(&forms[first], &forms[second])?;
            for piece in &dependence.pieces {
                let piece = piece.reset_tuple_id()?;
                if !piece.is_subset(&equal)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// `{ [counters, counters] }` where two forms are equal.
    fn equal(&self, first: &Form, second: &Form) -> Result<Set> {
        let names = |form: &Form, mark: &str| -> Vec<String> {
            (0..form.counters.len()).map(|d| format!("c{d}{mark}")).collect()
        };
        let (from, to) = (names(first, "'"), names(second, "''"));
        let sum = |form: &Form, names: &[String]| {
            let own = form.counters.iter().zip(names);
            let own = own.map(|((_, factor), name)| format!("{factor}*{name}"));
            let params = form.params.iter().map(|(name, c)| format!("{c}*{name}"));
            let all: Vec<String> = own.chain(params).chain([form.constant.to_string()]).collect();
            all.join(" + ")
        };
        let params: Vec<&str> = self.scop.params.iter().map(|p| p.name.as_str()).collect();
        let text = format!(
            "[{}] -> {{ [[{}] -> [{}]] : {} = {} }}",
            params.join(", "),
            from.join(", "),
            to.join(", "),
            sum(first, &from),
            sum(second, &to)
        );
        Set::parse(&self.scop.ctx, &text)
    }
}
