//! From the items of a file to a problem of the mapping engine.

use super::Fault;
use super::input::{Item, Kind, items};
use crate::decide::BUDGET;
use poly::{Context, Expr, Map, PolyError, Set};
use scop::{Param, ParamKind};
use storage::{ParamSample, Problem};

/// The value at which sizes are compared unless another one is asked for.
const TYPICAL: i64 = 1000;
/// More dimensions are no array of any program.
const MOST_DIMS: usize = 12;

/// What a file says.
#[derive(Clone, Debug)]
pub struct Input {
    /// The array's name; `A` if it has none.
    pub name: String,
    /// The line that gives its box, else the first set's.
    pub line: usize,
    /// The conflicts.
    pub problem: Problem,
    /// What was changed or assumed.
    pub notes: Vec<String>,
}

/// Reads a file of conflicts; `samples` are values at which sizes are compared.
///
/// # Errors
/// Whatever is malformed, unbounded or contradictory, with its line.
pub fn read(text: &str, samples: &[(String, i64)]) -> Result<Input, Fault> {
    let ctx = Context::new();
    ctx.start_budget(BUDGET);
    let items = items(text)?;
    let conflicts = conflicts(&ctx, &items)?;
    let params = conflicts.params.clone();
    let array = array(&ctx, &items, &params, conflicts.dims)?;
    let context = context(&ctx, &items, &params, array.as_ref())?;
    let mut notes = conflicts.notes;
    let half = conflicts.half.intersect_params(&context)?;
    let mut problem = Problem {
        half: half.coalesce()?,
        touched: conflicts.half.neg()?,
        extents: vec![Expr::constant(1); conflicts.dims],
        params: typical(&params, samples, &context)?,
        innermost: Vec::new(),
        context,
        ctx,
    };
    let name = array.as_ref().map(|a| a.name.clone());
    let line = array.as_ref().map_or(conflicts.line, |a| a.line);
    match array {
        Some(array) => within(&mut problem, array, &mut notes)?,
        None => without_box(&mut problem, &mut notes)?,
    }
    problem.touched = whole_box(&problem)?;
    Ok(Input {
        name: name.or(conflicts.name).unwrap_or_else(|| "A".to_string()),
        line,
        problem,
        notes,
    })
}

/// The sets of a file.
struct Conflicts {
    /// Differences without 0, of each and its negative at least one.
    half: Set,
    dims: usize,
    params: Vec<String>,
    name: Option<String>,
    line: usize,
    notes: Vec<String>,
}

/// One set or relation of a file, as differences.
struct Differences {
    set: Set,
    is_relation: bool,
    name: Option<String>,
}

fn conflicts(ctx: &Context, items: &[Item]) -> Result<Conflicts, Fault> {
    let mut all: Option<(Differences, usize)> = None;
    let mut params: Vec<String> = Vec::new();
    for item in items.iter().filter(|i| i.kind == Kind::Set) {
        let found = differences(ctx, item)?;
        for name in found.set.param_names()? {
            if !params.contains(&name) {
                params.push(name);
            }
        }
        all = Some(match all {
            None => (found, item.line),
            Some((before, line)) => (together(before, line, found, item.line)?, line),
        });
    }
    let (all, line) = all.ok_or_else(|| Fault::of_whole("there is no set of conflicts in it"))?;
    let dims = all.set.dims()?;
    let mut notes = Vec::new();
    let zero = Set::parse(ctx, &format!("{{ [{}] }}", vec!["0"; dims].join(", ")))?;
    let half = all.set.subtract(&zero)?.coalesce()?;
    if !all.set.is_disjoint(&zero)? {
        notes.push("an element does not conflict with itself: 0 is left out".to_string());
    }
    if !all.is_relation && !half.neg()?.is_equal(&half)? {
        notes.push("the differences are made symmetric".to_string());
    }
    Ok(Conflicts {
        half,
        dims,
        params,
        name: all.name,
        line,
        notes,
    })
}

/// Reads one set `{ [d] }` or relation `{ A[x] -> A[y] }`.
fn differences(ctx: &Context, item: &Item) -> Result<Differences, Fault> {
    let fault = |message: &str| Fault::at(item.line, message);
    let unreadable = |error: PolyError| match error {
        PolyError::Failed(_) => fault(
            "this is not a set in isl notation such as `[N] -> { A[i] -> A[j] : 0 <= i < j < N }` \
             (parameters stand in front)",
        ),
        other => fault(&other.to_string()),
    };
    let is_relation = is_relation(&item.text);
    if !is_relation
        && item
            .text
            .rsplit_once('{')
            .is_some_and(|(_, body)| body.contains("->"))
    {
        return Err(unreadable(PolyError::Failed(String::new())));
    }
    let (set, name) = match is_relation {
        true => {
            let map = Map::parse(ctx, &item.text).map_err(unreadable)?;
            let (from, to) = map.names()?;
            let (left, right) = map.dims()?;
            if from != to || left != right {
                return Err(fault(
                    "a conflict is between elements of one array: both sides must be alike",
                ));
            }
            (map.without_names()?.deltas()?, from)
        }
        false => {
            let set = Set::parse(ctx, &item.text).map_err(unreadable)?;
            let name = set.name()?;
            (set.reset_tuple_id()?, name)
        }
    };
    let dims = set.dims()?;
    if dims == 0 || dims > MOST_DIMS {
        return Err(fault(&format!(
            "an array has 1 to {MOST_DIMS} dimensions, not {dims}"
        )));
    }
    if !set.is_bounded()? {
        return Err(fault(
            "the differences of the conflicts have no bound: an array has finitely many elements",
        ));
    }
    Ok(Differences {
        set,
        is_relation,
        name,
    })
}

/// Whether there is an arrow between the braces, outside of brackets.
fn is_relation(text: &str) -> bool {
    let body = text.split_once('{').map_or(text, |(_, body)| body);
    let mut depth = 0_i32;
    let mut previous = ' ';
    for c in body.chars() {
        match c {
            '[' | '(' => depth += 1,
            ']' | ')' => depth -= 1,
            '>' if previous == '-' && depth == 0 => return true,
            ':' => return false,
            _ => {}
        }
        previous = c;
    }
    false
}

fn together(
    before: Differences,
    first: usize,
    next: Differences,
    line: usize,
) -> Result<Differences, Fault> {
    let (n, m) = (before.set.dims()?, next.set.dims()?);
    if n != m {
        return Err(Fault::at(
            line,
            format!("this has {m} dimensions, but line {first} has {n}"),
        ));
    }
    if before.is_relation != next.is_relation {
        return Err(Fault::at(
            line,
            format!("this and line {first} must both be relations, or both differences"),
        ));
    }
    if before.is_relation && before.name != next.name {
        return Err(Fault::at(
            line,
            format!("this is about another array than line {first}"),
        ));
    }
    Ok(Differences {
        set: before.set.union(&next.set)?,
        ..before
    })
}

/// What `array:` says.
struct Array {
    name: String,
    /// The parameter values for which the extents are integers.
    defined: Set,
    extents: Vec<Expr>,
    line: usize,
}

/// The last item of a kind that may stand once.
fn only(items: &[Item], kind: Kind) -> Result<Option<&Item>, Fault> {
    let mut of_kind = items.iter().filter(|i| i.kind == kind);
    let first = of_kind.next();
    match of_kind.next() {
        Some(second) => Err(Fault::at(second.line, "this was said before")),
        None => Ok(first),
    }
}

fn array(
    ctx: &Context,
    items: &[Item],
    params: &[String],
    dims: usize,
) -> Result<Option<Array>, Fault> {
    let Some(item) = only(items, Kind::Array)? else {
        return Ok(None);
    };
    let fault = || Fault::at(item.line, "an array is written as `array: A[N, 2*M + 1]`");
    known_names(item, params, true)?;
    let (name, rest) = item.text.split_once('[').ok_or_else(fault)?;
    let inside = rest.trim_end().strip_suffix(']').ok_or_else(fault)?;
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    if !name.trim().chars().all(is_name) || inside.contains(['{', '}', ':', '[', ']']) {
        return Err(fault());
    }
    let point = format!("[{}] -> {{ [{inside}] }}", params.join(", "));
    let point = Set::parse(ctx, &point).map_err(|_| fault())?;
    if point.dims()? != dims {
        return Err(Fault::at(
            item.line,
            format!(
                "the array has {} dimensions, its conflicts {dims}",
                point.dims()?
            ),
        ));
    }
    let extents = (0..dims).map(|dim| extent(&point, dim)?.ok_or_else(fault));
    Ok(Some(Array {
        name: match name.trim() {
            "" => "A".to_string(),
            name => name.to_string(),
        },
        extents: extents.collect::<Result<_, Fault>>()?,
        defined: point.params()?,
        line: item.line,
    }))
}

/// The one value of a coordinate.
fn extent(point: &Set, dim: usize) -> Result<Option<Expr>, Fault> {
    let mut pieces = point.dim_max(dim)?.pieces()?;
    match (pieces.pop(), pieces.pop()) {
        (Some(piece), None) => Ok(Some(piece.value)),
        _ => Ok(None),
    }
}

/// Every name must be a parameter of some set; the array's own name does not count.
fn known_names(item: &Item, params: &[String], is_array: bool) -> Result<(), Fault> {
    const WORDS: [&str; 8] = ["and", "or", "not", "mod", "min", "max", "floor", "exists"];
    let text = match is_array {
        true => item.text.split_once('[').map_or("", |(_, rest)| rest),
        false => &item.text,
    };
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '\'';
    for word in text.split(|c| !is_part(c)) {
        let is_number = word.chars().all(|c| c.is_ascii_digit());
        if !is_number && !WORDS.contains(&word) && !params.iter().any(|p| p == word) {
            let known = match params.is_empty() {
                true => "the sets have none".to_string(),
                false => format!("the sets have {}", params.join(", ")),
            };
            return Err(Fault::at(
                item.line,
                format!("`{word}` is not a parameter: {known}"),
            ));
        }
    }
    Ok(())
}

fn context(
    ctx: &Context,
    items: &[Item],
    params: &[String],
    array: Option<&Array>,
) -> Result<Set, Fault> {
    let head = params.join(", ");
    let mut line = array.map(|a| a.line);
    let mut known = Set::parse(ctx, &format!("[{head}] -> {{ : 0 <= 0 }}"))?;
    if let Some(item) = only(items, Kind::Context)? {
        known_names(item, params, false)?;
        let fault = || {
            let text = "a context is a condition on parameters: `context: N >= 3 and M >= N`";
            Fault::at(item.line, text)
        };
        if item.text.is_empty() || item.text.contains(['{', '}', ';']) {
            return Err(fault());
        }
        let stated = Set::parse(ctx, &format!("[{head}] -> {{ : {} }}", item.text));
        known = known.intersect(&stated.map_err(|_| fault())?)?;
        line = Some(item.line);
    }
    if let Some(array) = array {
        known = known.intersect(&array.defined)?;
    }
    for extent in array.iter().flat_map(|a| &a.extents) {
        let text = format!("[{head}] -> {{ : {extent} >= 1 }}");
        known = known.intersect(&Set::parse(ctx, &text)?)?;
    }
    match known.is_empty()? {
        false => Ok(known.coalesce()?),
        true => Err(Fault {
            line,
            message: "no parameter values satisfy this, with every extent at least 1".to_string(),
        }),
    }
}

/// A value per parameter: the one asked for, else a typical one that the context allows.
fn typical(
    params: &[String],
    samples: &[(String, i64)],
    context: &Set,
) -> Result<Vec<ParamSample>, Fault> {
    for (name, _) in samples {
        if !params.contains(name) {
            let text = format!("--param {name}: the sets have no parameter of this name");
            return Err(Fault::of_whole(text));
        }
    }
    let asked = |name: &String| samples.iter().rfind(|(n, _)| n == name).map(|(_, v)| *v);
    let mut guesses: Vec<Param> = params
        .iter()
        .map(|name| Param {
            name: name.clone(),
            spelling: name.clone(),
            kind: match asked(name) {
                Some(_) => ParamKind::Macro,
                None => ParamKind::Variable,
            },
            sample: asked(name).unwrap_or(TYPICAL),
        })
        .collect();
    front::fit_samples(&mut guesses, context)?;
    let point = guesses.iter().map(|p| (p.name.as_str(), p.sample));
    if context.fix_params(point)?.is_empty()? {
        let text = "--param: the context has no such point";
        return Err(Fault::of_whole(text));
    }
    let samples = guesses.into_iter().map(|p| ParamSample {
        name: p.name,
        value: p.sample,
    });
    Ok(samples.collect())
}

/// Differences of elements outside of the box are left out.
fn within(problem: &mut Problem, array: Array, notes: &mut Vec<String>) -> Result<(), Fault> {
    let inside = array.extents.iter().enumerate();
    let inside = inside.map(|(d, e)| format!("d{d}' < {e} and d{d}' > -({e})"));
    let conditions: Vec<String> = inside.collect();
    let kept = points_where(problem, &conditions.join(" and "))?;
    let kept = problem.half.intersect(&kept)?;
    if !problem.half.is_subset(&kept)? {
        notes.push("differences of elements outside of the array are left out".to_string());
        problem.half = kept.coalesce()?;
    }
    problem.extents = array.extents;
    Ok(())
}

/// The smallest box in which the differences are possible.
fn without_box(problem: &mut Problem, notes: &mut Vec<String>) -> Result<(), Fault> {
    problem.extents = problem.box_of_differences()?;
    let extents: Vec<String> = problem.extents.iter().map(Expr::to_string).collect();
    notes.push(format!(
        "no `array:` line: it is taken to be [{}]",
        extents.join(", ")
    ));
    Ok(())
}

fn whole_box(problem: &Problem) -> Result<Set, Fault> {
    let inside = problem.extents.iter().enumerate();
    let inside = inside.map(|(d, e)| format!("0 <= d{d}' < {e}"));
    let conditions: Vec<String> = inside.collect();
    points_where(problem, &conditions.join(" and "))
}

/// `{ [d0', ...] : condition }`
fn points_where(problem: &Problem, condition: &str) -> Result<Set, Fault> {
    let names: Vec<&str> = problem.params.iter().map(|p| p.name.as_str()).collect();
    let d: Vec<String> = (0..problem.dims()).map(|d| format!("d{d}'")).collect();
    let text = format!(
        "[{}] -> {{ [{}] : {condition} }}",
        names.join(", "),
        d.join(", ")
    );
    Ok(Set::parse(&problem.ctx, &text)?)
}
