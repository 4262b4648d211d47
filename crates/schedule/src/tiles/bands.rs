//! The forms of the tiles of a nest, one dimension after the other, each by an integer program.

use super::dependences::{Dependence, Detail, Instances, Pairs};
use super::{Bands, Request, TileUnit};
use poly::{Expr, Ilp, Linear, PolyError, Result, Set, Space, ValidForms, names};
use scop::{Scop, StmtId, System};

/// No counter of an outer loop has a larger coefficient.
pub(super) const MOST_SKEW: i64 = 8;
/// No parameter has a larger coefficient, as in the form `n - 1` of a border.
const MOST_OF_PARAMETERS: i64 = 4;
/// No dependence is longer if it may not be long.
const MOST_LENGTH: i64 = 64;
/// No form has a larger constant.
const MOST_SHIFT: i64 = 1 << 20;

/// The forms of the units of a nest; `None` if a counter starts at a value that is not affine.
///
/// # Errors
///
/// If the operation budget is used up.
pub fn bands(system: &System, units: &[TileUnit], request: &Request) -> Result<Option<Bands>> {
    searched(system, units, request, |search, found| found.bands(search))
}

/// What follows from the forms of the units of a nest; `None` if a counter starts at a value that
/// is not affine.
pub(super) fn searched<T>(
    system: &System,
    units: &[TileUnit],
    request: &Request,
    then: impl FnOnce(&Search<'_>, Found) -> T,
) -> Result<Option<T>> {
    let Some(instances) = Instances::new(system, units, request.outer)? else {
        return Ok(None);
    };
    let depth = units.iter().map(|u| u.counters.len()).max().unwrap_or(0);
    let dims = request.dims.min(depth - request.outer);
    let mut found = Found::default();
    let mut dependences = Vec::new();
    for detail in [Detail::Differences, Detail::Exact] {
        dependences = Constraints::of(instances.dependences(detail)?)?;
        Search::new(system, units, request, &dependences).add(dims, &mut found)?;
        if found.forms.len() == dims {
            break;
        }
    }
    let search = Search::new(system, units, request, &dependences);
    Ok(Some(then(&search, found)))
}

/// The dependences of two units, and all affine forms that are not negative on them.
pub(super) struct Constraints {
    dependence: Dependence,
    valid: Vec<ValidForms>,
}

impl Constraints {
    fn of(dependences: Vec<Dependence>) -> Result<Vec<Constraints>> {
        let valid = |dependence: Dependence| {
            let (Pairs::Exact(pieces) | Pairs::Differences(pieces)) = &dependence.pairs;
            let valid: Result<Vec<ValidForms>> = pieces.iter().map(valid_on).collect();
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
#[derive(Clone)]
pub(super) struct Form {
    pub(super) counters: Vec<(String, i64)>,
    /// By the names of the scop.
    pub(super) params: Vec<(String, i64)>,
    pub(super) constant: i64,
}

impl Form {
    /// The sum of its constant and of multiples of counters with these names.
    fn sum(&self, names: &[String]) -> String {
        let own = self.counters.iter().zip(names);
        let own = own.map(|((_, factor), name)| format!("{factor}*{name}"));
        let all: Vec<String> = own.chain([self.constant.to_string()]).collect();
        all.join(" + ")
    }

    /// In the spelling of the text.
    pub(super) fn in_text(&self, scop: &Scop) -> Expr {
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
pub(super) struct Unknowns {
    pub(super) counters: Vec<Linear>,
    /// By the parameters of the scop.
    pub(super) params: Vec<Linear>,
    pub(super) constant: Linear,
}

pub(super) struct Search<'s> {
    pub(super) scop: &'s Scop,
    units: &'s [TileUnit],
    pub(super) request: &'s Request,
    pub(super) dependences: &'s [Constraints],
}

/// The forms of some dimensions: by dimension, by unit.
#[derive(Default)]
pub(super) struct Found {
    pub(super) forms: Vec<Vec<Form>>,
    is_parallel: Vec<bool>,
    stop: Option<(StmtId, StmtId)>,
}

impl Found {
    pub(super) fn bands(self, search: &Search<'_>) -> Bands {
        let mut forms = vec![Vec::new(); search.units.len()];
        for dimension in &self.forms {
            for (own, form) in forms.iter_mut().zip(dimension) {
                own.push(form.in_text(search.scop));
            }
        }
        Bands {
            forms,
            is_parallel: self.is_parallel,
            stop: self.stop,
        }
    }
}

impl<'s> Search<'s> {
    fn new(
        system: &'s System,
        units: &'s [TileUnit],
        request: &'s Request,
        dependences: &'s [Constraints],
    ) -> Self {
        Search {
            scop: &system.scop,
            units,
            request,
            dependences,
        }
    }

    /// Adds the forms of dimensions, as long as there are some.
    fn add(&self, dims: usize, found: &mut Found) -> Result<()> {
        found.stop = None;
        for dim in found.forms.len()..dims {
            let all: Vec<&Constraints> = self.dependences.iter().collect();
            let Some(forms) = self.forms(dim, &all) else {
                found.stop = self.culprit(dim);
                break;
            };
            found.is_parallel.push(self.is_parallel(&forms)?);
            found.forms.push(forms);
        }
        Ok(())
    }

    /// The forms of one dimension by unit, as close to the counter of that loop as dependences
    /// allow; `None` if there are none.
    fn forms(&self, dim: usize, dependences: &[&Constraints]) -> Option<Vec<Form>> {
        let near = || self.forms_within(dim, dependences, true);
        let near = self.request.is_near.then(near).flatten();
        near.or_else(|| self.forms_within(dim, dependences, false))
    }

    /// The same; with `is_near`, forms for which no dependence is longer than a number.
    fn forms_within(
        &self,
        dim: usize,
        dependences: &[&Constraints],
        is_near: bool,
    ) -> Option<Vec<Form>> {
        let mut ilp = Ilp::new();
        let unknowns = self.unknowns(&mut ilp, dim);
        let length = is_near.then(|| Linear::variable(ilp.variable(0, MOST_LENGTH)));
        for constraints in dependences {
            self.demand(&mut ilp, constraints, &unknowns, length.as_ref());
        }
        if let Some(length) = &length {
            ilp.minimise(length.terms.clone());
        }
        let terms = |of: &dyn Fn(&Unknowns) -> Vec<&Linear>| -> Vec<(usize, i64)> {
            let all = unknowns
                .iter()
                .flat_map(|u| of(u).into_iter().flat_map(|l| &l.terms));
            all.copied().collect()
        };
        ilp.minimise(terms(&|u| u.params.iter().collect()));
        ilp.minimise(terms(&|u| u.counters.iter().collect()));
        ilp.minimise(terms(&|u| vec![&u.constant]));
        let solution = ilp.solve()?;
        let form = |(unit, own): (&TileUnit, &Unknowns)| Form {
            counters: { unit.counters.iter().zip(&own.counters) }
                .map(|(counter, value)| (counter.name.clone(), value.value(&solution)))
                .collect(),
            params: { self.scop.params.iter().zip(&own.params) }
                .map(|(param, value)| (param.name.clone(), value.value(&solution)))
                .collect(),
            constant: own.constant.value(&solution),
        };
        Some(self.units.iter().zip(&unknowns).map(form).collect())
    }

    /// Units in as many loops as possible have the form of their own loop, with the same multiples
    /// of outer counters. In the loops around these, other units have the form of their own loop;
    /// inside of them they have any form.
    fn unknowns(&self, ilp: &mut Ilp, dim: usize) -> Vec<Unknowns> {
        let own = self.request.outer + dim;
        let most = match self.request.may_skew {
            true => MOST_SKEW,
            false => 0,
        };
        let skews: Vec<Linear> = (self.request.outer..own)
            .map(|_| Linear::variable(ilp.variable(0, most)))
            .collect();
        let mut all = Vec::new();
        for unit in self.units {
            let counter = |at: usize, ilp: &mut Ilp| match at {
                _ if at < self.request.outer => Linear::constant(0),
                _ if own >= unit.common => Linear::variable(ilp.variable(0, MOST_SKEW)),
                _ if at == own => Linear::constant(1),
                _ if at > own => Linear::constant(0),
                _ if unit.is_full => skews[at - self.request.outer].clone(),
                _ => Linear::variable(ilp.variable(0, most)),
            };
            let param = |ilp: &mut Ilp| match unit.is_full {
                true => Linear::constant(0),
                false => Linear::variable(ilp.variable(0, MOST_OF_PARAMETERS)),
            };
            all.push(Unknowns {
                counters: (0..unit.counters.len())
                    .map(|at| counter(at, ilp))
                    .collect(),
                params: self.scop.params.iter().map(|_| param(ilp)).collect(),
                constant: Linear::variable(ilp.variable(0, MOST_SHIFT)),
            });
        }
        all
    }

    /// The form of the second instance of a dependence is not less than that of the first, and not
    /// greater by more than a length, if there is one.
    pub(super) fn demand(
        &self,
        ilp: &mut Ilp,
        constraints: &Constraints,
        unknowns: &[Unknowns],
        length: Option<&Linear>,
    ) {
        let (first, second) = constraints.dependence.units;
        let (from, to) = (&unknowns[first], &unknowns[second]);
        for valid in &constraints.valid {
            let mut form = vec![to.constant.clone().plus(&from.constant, -1)];
            for name in valid.params() {
                let at = self.scop.params.iter().position(|p| p.name == *name);
                let less = |at: usize| to.params[at].clone().plus(&from.params[at], -1);
                form.push(at.map_or(Linear::default(), less));
            }
            if let Pairs::Exact(_) = constraints.dependence.pairs {
                let negated = |own: &Linear| Linear::default().plus(own, -1);
                form.extend(from.counters.iter().map(negated));
            }
            form.extend(to.counters.iter().cloned());
            valid.demand(ilp, &form);
            if let Some(length) = length {
                let mut rest = form.iter().map(|part| Linear::default().plus(part, -1));
                let first = rest.next().unwrap_or_default().plus(length, 1);
                let rest: Vec<Linear> = [first].into_iter().chain(rest).collect();
                valid.demand(ilp, &rest);
            }
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
            let pair = (&forms[first], &forms[second]);
            let (equal, pieces) = match &dependence.pairs {
                Pairs::Exact(pieces) => (self.equal(pair)?, pieces),
                Pairs::Differences(pieces) => (self.equal_by_difference(pair)?, pieces),
            };
            for piece in pieces {
                if !piece.reset_tuple_id()?.is_subset(&equal)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// `{ [[counters] -> [counters]] }` where two forms are equal.
    fn equal(&self, (first, second): (&Form, &Form)) -> Result<Set> {
        let [from, to] =
            [("c", first), ("d", second)].map(|(letter, form)| names(letter, form.counters.len()));
        let sum = |form: &Form, names: &[String]| {
            let params = form.params.iter().map(|(name, c)| format!("{c}*{name}"));
            let all: Vec<String> = params.chain([form.sum(names)]).collect();
            all.join(" + ")
        };
        let equal = format!("{} = {}", sum(first, &from), sum(second, &to));
        self.scop.space().pairs(&from, &to, equal)?.wrap()
    }

    /// `{ [difference of counters] }` where two forms with the same multiples of counters are
    /// equal.
    fn equal_by_difference(&self, (first, second): (&Form, &Form)) -> Result<Set> {
        let d = names("d", second.counters.len());
        let equal = format!("{} = {}", second.sum(&d), first.constant);
        Space::plain(&self.scop.ctx).points(&d, equal)
    }
}
