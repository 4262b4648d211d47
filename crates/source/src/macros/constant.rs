//! Evaluates integer constant expressions (C11 6.6). An expression has no value if C's types would
//! wrap or overflow in it. It does not know which macro the tokens are from.

use crate::macros::definition::PpToken;
use crate::tokens::lexer::TokenKind;
use crate::tokens::symbols::Symbols;

/// Expressions that nest deeper than this have no value.
const MAX_DEPTH: u32 = 64;

/// A value with its C type: int, unsigned, long, unsigned long.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Value {
    value: i128,
    unsigned: bool,
    long: bool,
}

/// The value of `tokens`, which must be one whole expression.
pub(crate) fn evaluate(tokens: &[PpToken], symbols: &Symbols) -> Option<i64> {
    let mut parser = Parser {
        tokens,
        symbols,
        at: 0,
        depth: 0,
    };
    let value = parser.conditional()?;
    (parser.at == tokens.len()).then_some(())?;
    i64::try_from(value.value).ok()
}

/// The value of an integer constant: `16`, `0x10L`.
pub(crate) fn integer(text: &str) -> Option<i64> {
    i64::try_from(literal(text)?.value).ok()
}

struct Parser<'a> {
    tokens: &'a [PpToken],
    symbols: &'a Symbols,
    at: usize,
    depth: u32,
}

impl Parser<'_> {
    fn peek(&self) -> &str {
        self.tokens
            .get(self.at)
            .map_or("", |tok| self.symbols.text(tok.symbol))
    }

    fn take(&mut self, wanted: &str) -> Option<()> {
        (self.peek() == wanted).then(|| self.at += 1)
    }

    fn conditional(&mut self) -> Option<Value> {
        self.depth += 1;
        (self.depth <= MAX_DEPTH).then_some(())?;
        let condition = self.binary(1)?;
        let value = match self.take("?") {
            None => condition,
            Some(()) => {
                let yes = self.conditional()?;
                self.take(":")?;
                let (yes, no) = common(yes, self.conditional()?)?;
                if condition.value != 0 { yes } else { no }
            }
        };
        self.depth -= 1;
        Some(value)
    }

    /// Parses operators that bind at least as strongly as `weakest`.
    fn binary(&mut self, weakest: u32) -> Option<Value> {
        let mut left = self.unary()?;
        loop {
            let strength = strength(self.peek());
            if strength < weakest || strength == 0 {
                return Some(left);
            }
            let operator = self.peek().to_owned();
            self.at += 1;
            let right = self.binary(strength + 1)?;
            left = apply(&operator, left, right)?;
        }
    }

    fn unary(&mut self) -> Option<Value> {
        let tok = self.tokens.get(self.at)?;
        self.at += 1;
        if tok.kind == TokenKind::Number {
            return literal(self.symbols.text(tok.symbol));
        }
        let operator = self.symbols.text(tok.symbol).to_owned();
        if operator == "(" {
            let value = self.conditional()?;
            self.take(")")?;
            return Some(value);
        }
        self.depth += 1;
        (self.depth <= MAX_DEPTH).then_some(())?;
        let operand = self.unary()?;
        self.depth -= 1;
        prefix(&operator, operand)
    }
}

fn prefix(operator: &str, operand: Value) -> Option<Value> {
    match operator {
        "+" => Some(operand),
        "-" => Value {
            value: -operand.value,
            ..operand
        }
        .fitting(),
        "~" if operand.unsigned => Some(Value {
            value: operand.largest() - operand.value,
            ..operand
        }),
        "~" => Value {
            value: !operand.value,
            ..operand
        }
        .fitting(),
        "!" => Some(truth(operand.value == 0)),
        _ => None,
    }
}

fn strength(operator: &str) -> u32 {
    match operator {
        "||" => 1,
        "&&" => 2,
        "|" => 3,
        "^" => 4,
        "&" => 5,
        "==" | "!=" => 6,
        "<" | ">" | "<=" | ">=" => 7,
        "<<" | ">>" => 8,
        "+" | "-" => 9,
        "*" | "/" | "%" => 10,
        _ => 0,
    }
}

fn apply(operator: &str, left: Value, right: Value) -> Option<Value> {
    match operator {
        "&&" => return Some(truth(left.value != 0 && right.value != 0)),
        "||" => return Some(truth(left.value != 0 || right.value != 0)),
        "<<" | ">>" => return shift(operator, left, right),
        _ => {}
    }
    let (left, right) = common(left, right)?;
    let (a, b) = (left.value, right.value);
    let value = match operator {
        "+" => a + b,
        "-" => a - b,
        "*" => a.checked_mul(b)?,
        "/" => a.checked_div(b)?,
        "%" => a.checked_rem(b)?,
        "&" => a & b,
        "|" => a | b,
        "^" => a ^ b,
        "<" => return Some(truth(a < b)),
        ">" => return Some(truth(a > b)),
        "<=" => return Some(truth(a <= b)),
        ">=" => return Some(truth(a >= b)),
        "==" => return Some(truth(a == b)),
        "!=" => return Some(truth(a != b)),
        _ => return None,
    };
    Value { value, ..left }.fitting()
}

fn shift(operator: &str, left: Value, right: Value) -> Option<Value> {
    let width = if left.long { 64 } else { 32 };
    let by = u32::try_from(right.value).ok().filter(|&by| by < width)?;
    match operator {
        "<<" if left.value < 0 => None,
        "<<" => Value {
            value: left.value << by,
            ..left
        }
        .fitting(),
        _ => Some(Value {
            value: left.value >> by,
            ..left
        }),
    }
}

/// Both values converted to their common type, if they fit it.
fn common(a: Value, b: Value) -> Option<(Value, Value)> {
    let long = a.long || b.long;
    let unsigned = [a, b].iter().any(|v| v.unsigned && v.long == long);
    Some((
        Value {
            long,
            unsigned,
            ..a
        }
        .fitting()?,
        Value {
            long,
            unsigned,
            ..b
        }
        .fitting()?,
    ))
}

fn truth(value: bool) -> Value {
    Value {
        value: value.into(),
        unsigned: false,
        long: false,
    }
}

impl Value {
    fn largest(self) -> i128 {
        match (self.long, self.unsigned) {
            (false, false) => i32::MAX.into(),
            (false, true) => u32::MAX.into(),
            (true, false) => i64::MAX.into(),
            (true, true) => u64::MAX.into(),
        }
    }

    fn fitting(self) -> Option<Value> {
        let smallest = if self.unsigned {
            0
        } else {
            -self.largest() - 1
        };
        (smallest..=self.largest())
            .contains(&self.value)
            .then_some(self)
    }
}

/// The value and type of a literal (C11 6.4.4.1p5, with a `long` of 64 bits).
fn literal(text: &str) -> Option<Value> {
    let digits = text.trim_end_matches(['u', 'U', 'l', 'L']);
    let suffix = text[digits.len()..].to_ascii_lowercase();
    let (longs, unsigned) = (suffix.replace('u', ""), suffix.contains('u'));
    if suffix.len() > longs.len() + 1 || longs.len() > 2 {
        return None;
    }
    let digits = digits.replace('\'', "").to_ascii_lowercase();
    let (digits, base) = match digits.as_bytes() {
        [b'0', b'x', ..] => (&digits[2..], 16),
        [b'0', b'b', ..] => (&digits[2..], 2),
        [b'0', _, ..] => (&digits[1..], 8),
        _ => (&digits[..], 10),
    };
    let value = u64::from_str_radix(digits, base)
        .ok()
        .filter(|_| !digits.starts_with('+'))?
        .into();
    let candidates = [(false, false), (false, true), (true, false), (true, true)];
    let allowed = |&(long, is_unsigned): &(bool, bool)| {
        (long || longs.is_empty()) && (is_unsigned == unsigned || (is_unsigned && base != 10))
    };
    let typed = candidates.into_iter().filter(allowed);
    typed
        .filter_map(|(long, unsigned)| {
            Value {
                value,
                unsigned,
                long,
            }
            .fitting()
        })
        .next()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tokens::lexer::lex;

    fn value(text: &str) -> Option<i64> {
        let mut symbols = Symbols::default();
        let tokens: Vec<PpToken> = lex(text, &mut symbols)
            .tokens
            .iter()
            .map(PpToken::foreign)
            .collect();
        evaluate(&tokens, &symbols)
    }

    #[test]
    fn values_as_in_c() {
        for (text, expected) in [
            ("1000", 1000),
            ("(2*3 + 4 % 3 - 1)", 6),
            ("0x10 + 010 + 0b11", 27),
            ("1UL << 40", 1 << 40),
            ("1'000", 1000),
            ("-7 / 2", -3),
            ("-7 % 2", -1),
            ("-8 >> 1", -4),
            ("(3 > 2) ? 5 : 6", 5),
            ("0 ? 1 : 2 ? 3 : 4", 3),
            ("1 || 0 && 0", 1),
            ("!5 + ~0", -1),
            ("~0u", 4294967295),
            ("0xffffffff", 4294967295),
            ("6 & 3 | 8 ^ 1", 11),
            ("1 - 2 - 3", -4),
            ("-1 < 0", 1),
            ("9223372036854775807", i64::MAX),
            ("1l + 2Ll + 3llu", 6),
        ] {
            assert_eq!(value(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn no_value_where_c_would_wrap() {
        for text in [
            "",
            "1.0",
            "1e3",
            "x",
            "(1",
            "1)",
            "1 2",
            "1 +",
            "5 / 0",
            "5 % 0",
            "0u - 1",
            "-1u",
            "-1 < 0u",
            "2147483647 + 1",
            "1 << 31",
            "1 << 32",
            "1 << -1",
            "-1 << 1",
            "18446744073709551615u",
            "9223372036854775808",
            "'a'",
            "1uu",
            "1lll",
            "1, 2",
            "08",
            "?",
            "1 ? 2",
        ] {
            assert_eq!(value(text), None, "{text}");
        }
        assert_eq!(
            value(&format!("{}1{}", "(".repeat(9000), ")".repeat(9000))),
            None
        );
        assert_eq!(value(&format!("{}1", "-".repeat(9000))), None);
    }
}
