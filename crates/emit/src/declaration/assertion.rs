//! The proof's assumptions about macros, as `_Static_assert` at the start of the function's body.
//! Before C11 they are declarations of a function that would take an array of a negative size.

use front::Region;
use poly::Expr;
use print::{Sheet, Words, quasi_affine};
use scop::Scop;
use source::{Edit, Span, Unit};
use storage::Assumption;

/// The conditions that a fold in this region rests on, each once.
pub fn conditions(region: &Region) -> Vec<String> {
    let fixed = region
        .fixed_macros
        .iter()
        .map(|m| format!("{} == {}", m.name, m.value));
    let taken = region.taken_macros.iter();
    let taken = taken.map(|m| format!("({}) == {}", m.name, m.value));
    let assumed = region.assumptions.iter().filter_map(at_least_zero);
    let mut all: Vec<String> = Vec::new();
    for condition in fixed.chain(taken).chain(assumed) {
        if !all.contains(&condition) {
            all.push(condition);
        }
    }
    all
}

/// The conditions under which a mapping is proved: `N >= 4`, `N % 2 == 1`.
pub(crate) fn of_mapping(scop: &Scop, assumptions: &[Assumption]) -> Vec<String> {
    let spelling = |name: &str| {
        let param = scop.params.iter().find(|p| p.name == name);
        param.map_or(name, |p| &p.spelling).to_string()
    };
    let text = |assumption: &Assumption| {
        let name = spelling(assumption.param());
        match assumption {
            Assumption::AtLeast { least, .. } => format!("{name} >= {least}"),
            Assumption::Residue(class) => {
                format!("{name} % {} == {}", class.modulus, class.residue)
            }
        }
    };
    assumptions.iter().map(text).collect()
}

/// A macro that the conditions name and that is defined inside of the function.
pub(crate) fn defined_late(region: &Region) -> Option<&String> {
    let is_fixed = |name: &String| region.fixed_macros.iter().any(|m| m.name == *name);
    let is_assumed = |name: &String| region.assumptions.iter().any(|e| e.mentions(name));
    let mut late = region.late_macros.iter();
    late.find(|name| is_fixed(name) || is_assumed(name))
}

/// `N - 2*M - 1 >= 0` as a person writes it: `N >= 2 * M + 1`, `N <= 255`.
fn at_least_zero(expr: &Expr) -> Option<String> {
    let zero = || Expr::constant(0);
    let (mut left, mut right) = (zero(), zero());
    for (atom, c) in expr.terms() {
        let term = Expr::atom(atom.clone()) * c;
        match c > 0 {
            true => left = left + term,
            false => right = right - term,
        }
    }
    let constant = Expr::constant(expr.constant_part());
    match expr.constant_part() > 0 {
        true => left = left + constant,
        false => right = right - constant,
    }
    let words = Words {
        spelling: &str::to_string,
        never_negative: &|_: &Expr| false,
        rank: &|_| None,
    };
    let text = |e: &Expr| quasi_affine(e, &words).map(|t| t.text);
    Some(match left.as_constant() {
        Some(most) => format!("{} <= {most}", text(&right)?),
        None => format!("{} >= {}", text(&left)?, text(&right)?),
    })
}

/// The edit that asserts conditions on macros at the start of a function: `body` is its opening
/// brace. The message is `the {what} for {condition}`.
pub fn assertions(unit: &Unit, body: Span, what: &str, conditions: &[String]) -> Edit {
    let at = body.end;
    let sheet = Sheet::inside(&unit.file, body);
    let text = |condition: &String| match unit.dialect.is_c11() {
        true => format!("_Static_assert({condition}, \"the {what} for {condition}\");"),
        false => format!("extern int pleat_asserts(char (*)[({condition}) ? 1 : -1]);"),
    };
    let line = |condition: &String| sheet.on_line(text(condition));
    let conditions = conditions.iter().filter(|c| !is_asserted(unit, at, c));
    Edit {
        span: Span { start: at, end: at },
        text: conditions.map(line).collect(),
    }
}

/// Whether the first lines of a function assert a condition.
fn is_asserted(unit: &Unit, body: u32, condition: &str) -> bool {
    let text = String::from_utf8_lossy(&unit.file.bytes[body as usize..]);
    let lines = text.lines().map(str::trim_start);
    let mut assertions = lines
        .skip(1)
        .take_while(|l| l.starts_with("_Static_assert("));
    assertions.any(|l| l.starts_with(&format!("_Static_assert({condition}, ")))
}
