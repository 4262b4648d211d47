//! Numbers with a sign that C converts to a type without one, or the other way round, where the
//! text has no cast. Compilers warn of them: in comparisons (`-Wsign-compare`), and elsewhere
//! (`-Wsign-conversion`).

use c::Contents;
use integer::IntType;
use program::visit::{Part, nested, parts_of, statements_of, values_in};
use program::{
    BinaryOp, Lifetime, Macro, Place, Program, Statement, StatementKind, Type, UnaryOp, Value,
    ValueKind, constant_value,
};
use source::{Edit, SourceFile, Span, Unit, has_name};

/// A number that is converted to a type that cannot hold all numbers of its sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Conversion {
    /// Its text.
    pub(crate) at: Span,
    /// The type that it gets.
    pub(crate) to: IntType,
    /// Whether it is compared with another number.
    pub(crate) is_compared: bool,
}

/// The conversions in the functions of a file, sorted. Those in invocations of macros are left out.
pub(crate) fn conversions(contents: &Contents<'_>) -> Vec<Conversion> {
    let program = program::lower(contents);
    let mut found = Vec::new();
    for function in &program.functions {
        statements_of(&function.body, &mut |statement| {
            let is_whole = !sets_length(statement, &program);
            parts_of(statement, &mut |part| {
                let mut inside = |v: &Value| found.extend(among_operands(v, &program.macros));
                match part {
                    Part::Written(place) => values_in(place, &mut inside),
                    Part::Value(value) => {
                        nested(value, &mut inside);
                        let whole = conversion(value, &program.macros);
                        found.extend(whole.filter(|_| is_whole));
                    }
                }
            });
        });
    }
    found.retain(|conversion| is_spelled(contents.unit, conversion.at));
    found.sort();
    found.dedup();
    found
}

/// Whether a statement sets the length of an array, which C converts without a warning.
fn sets_length(statement: &Statement, program: &Program) -> bool {
    let StatementKind::Assign { place, .. } = &statement.kind else {
        return false;
    };
    let object = match place {
        Place::Object(id) => program.objects.get(id.0 as usize),
        _ => None,
    };
    object.is_some_and(|object| object.lifetime == Lifetime::Temporary)
}

/// The conversions among the direct operands of a value.
fn among_operands(value: &Value, macros: &[Macro]) -> Vec<Conversion> {
    let operands = match &value.kind {
        ValueKind::Binary(_, left, right) => vec![&**left, &**right],
        ValueKind::Choose { then, other, .. } => vec![&**then, &**other],
        ValueKind::Pure { arguments, .. } => arguments.iter().collect(),
        _ => Vec::new(),
    };
    let is_compared = matches!(&value.kind, ValueKind::Binary(op, ..) if is_comparison(*op));
    let operands = operands.into_iter();
    let found = operands.filter_map(|operand| conversion(operand, macros));
    found
        .map(|found| Conversion {
            is_compared,
            ..found
        })
        .collect()
}

/// A value that no cast converts: a cast has a place of its own.
fn conversion(value: &Value, macros: &[Macro]) -> Option<Conversion> {
    let ValueKind::Convert(number) = &value.kind else {
        return None;
    };
    let (Type::Integer(from), Type::Integer(to)) = (&number.ty, &value.ty) else {
        return None;
    };
    let loses_sign = from.signed && !to.signed && from.bits <= to.bits;
    let gets_sign = !from.signed && to.signed && from.bits == to.bits;
    let is_implicit = value.at == number.at && !value.at.is_empty();
    let may_change = match gets_sign {
        true => constant_value(number, macros).is_none(),
        false => loses_sign && may_be_negative(number, macros),
    };
    (is_implicit && may_change).then_some(Conversion {
        at: value.at,
        to: *to,
        is_compared: false,
    })
}

/// Whether compilers take a number with a sign for one that may be negative. Constants are known.
fn may_be_negative(value: &Value, macros: &[Macro]) -> bool {
    let inner = |value: &Value| may_be_negative(value, macros);
    if constant_value(value, macros).is_some() {
        return false;
    }
    match &value.kind {
        ValueKind::Convert(number) => match &number.ty {
            Type::Integer(ty) => ty.signed && inner(number),
            _ => true,
        },
        ValueKind::Unary(UnaryOp::Not, _) => false,
        ValueKind::Binary(op, ..) if is_comparison(*op) => false,
        ValueKind::Binary(BinaryOp::And, left, right) => inner(left) && inner(right),
        ValueKind::Binary(BinaryOp::Subtract, ..) => true,
        ValueKind::Binary(_, left, right) => inner(left) || inner(right),
        ValueKind::Choose { then, other, .. } => inner(then) || inner(other),
        _ => true,
    }
}

fn is_comparison(op: BinaryOp) -> bool {
    use BinaryOp::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual, NotEqual};
    matches!(
        op,
        Less | LessOrEqual | Greater | GreaterOrEqual | Equal | NotEqual
    )
}

/// Whether the text is not part of an invocation of a macro.
fn is_spelled(unit: &Unit, at: Span) -> bool {
    unit.uses.around(at, Span::new(0, at.end)).is_empty() && unit.uses.body_around(at).is_none()
}

/// Types without a sign, as people spell them, the preferred ones first.
const WIDE: [&str; 3] = ["size_t", "uint64_t", "unsigned long"];
const NARROW: [&str; 2] = ["unsigned", "uint32_t"];
/// Types with a sign.
const SIGNED_WIDE: [&str; 2] = ["int64_t", "long long"];
const SIGNED_NARROW: [&str; 1] = ["int"];

/// The edits that write a conversion as a cast, in the words of the text before.
pub(crate) fn cast(file: &SourceFile, conversion: Conversion, before: &str) -> Option<Vec<Edit>> {
    let text = file.text();
    let spellings: &[&str] = match (conversion.to.signed, conversion.to.bits) {
        (false, 64) => &WIDE,
        (false, 32) => &NARROW,
        (true, 64) => &SIGNED_WIDE,
        (true, 32) => &SIGNED_NARROW,
        _ => return None,
    };
    let known = |ty: &&&str| has_name(before, ty);
    let ty = spellings.iter().find(known).or(spellings.last())?;
    let gap = match before.contains(&format!("({ty}) ")) {
        true => " ",
        false => "",
    };
    let cast = format!("({ty}){gap}");
    let Span { start, end } = conversion.at;
    if let Some(open) = group_around(text, conversion.at) {
        return Some(vec![insertion(open, cast)]);
    }
    if source::is_operand(text.get(conversion.at.range())?) {
        return Some(vec![insertion(start, cast)]);
    }
    let close = insertion(end, ")".to_string());
    Some(vec![insertion(start, format!("{cast}(")), close])
}

fn insertion(at: u32, text: String) -> Edit {
    Edit {
        span: Span::at(at),
        text,
    }
}

/// Where the parentheses start that contain an operand alone, and belong to no call.
fn group_around(text: &str, at: Span) -> Option<u32> {
    let before = text.get(..at.start as usize)?.trim_end();
    let after = text.get(at.end as usize..)?.trim_start();
    let outside = before.strip_suffix('(')?.trim_end();
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | ')' | ']');
    let is_group = after.starts_with(')') && !outside.ends_with(is_name);
    is_group.then(|| before.len() as u32 - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use source::Edits;

    #[test]
    fn a_cast_is_placed_before_the_operand() {
        let check = |text: &str, operand: &str, expected: &str| {
            let file = SourceFile::new("a.c", text);
            let start = text.find(operand).unwrap() as u32;
            let at = Span::new(start, start + operand.len() as u32);
            let to = IntType::LONG.unsigned();
            let mut edits = Edits::default();
            let conversion = Conversion {
                at,
                to,
                is_compared: false,
            };
            for edit in cast(&file, conversion, text).unwrap() {
                edits.insert(edit).unwrap();
            }
            let new = String::from_utf8(edits.apply(&file.bytes)).unwrap();
            assert_eq!(new, expected);
        };
        check("size_t s = w * z;", "w", "size_t s = (size_t)w * z;");
        check(
            "s = (y % 3) * z;",
            "y % 3",
            "s = (unsigned long)(y % 3) * z;",
        );
        check(
            "size_t s = f(y - 1);",
            "y - 1",
            "size_t s = f((size_t)(y - 1));",
        );
        check("s = (size_t) y * w;", "w", "s = (size_t) y * (size_t) w;");
    }
}
