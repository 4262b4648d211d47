//! Functions of the compiler that are no functions: they choose, promise or classify.

use crate::ValueKind;
use crate::lowerer::Lowerer;
use crate::lowerer::values::Typed;
use crate::types::Ty;
use crate::types::arithmetic::{common, promoted_argument};
use lang_c::ast::Expression;
use lang_c::span::Node;
use source::Span;

impl Lowerer<'_> {
    /// The value of `__builtin_NAME(arguments)`, if it is none of the library's functions.
    pub(super) fn builtin(
        &mut self,
        name: &str,
        arguments: &[Node<Expression>],
        at: Span,
    ) -> Option<Typed> {
        Some(match (name, arguments) {
            ("expect" | "expect_with_probability", [value, ..]) => {
                self.value(value).converted(&Ty::LONG).at(at)
            }
            ("assume_aligned", [pointer, ..]) => {
                let ty = Ty::Void.pointer_to();
                self.value(pointer).converted(&ty).at(at)
            }
            ("assume", _) => Typed::void(at),
            ("prefetch", _) => {
                arguments.iter().for_each(|a| drop(self.value(a)));
                Typed::void(at)
            }
            ("choose_expr", [condition, then, other]) => {
                let condition = self.unevaluated(|s| s.value(condition));
                match self.constant(&condition.value) {
                    Some(0) => self.value(other),
                    Some(_) => self.value(then),
                    None => Typed::unknown("`__builtin_choose_expr`", at),
                }
            }
            ("complex", [real, imaginary]) => self.made_complex(real, imaginary, at),
            ("inf" | "huge_val", []) => infinity(8, at),
            ("inff" | "huge_valf", []) => infinity(4, at),
            ("infl" | "huge_vall", []) => infinity(16, at),
            ("nan", [_]) => not_a_number(8, at),
            ("nanf", [_]) => not_a_number(4, at),
            ("nanl", [_]) => not_a_number(16, at),
            (
                "isnan" | "isinf" | "isinf_sign" | "isfinite" | "isnormal" | "signbit"
                | "isgreater" | "isgreaterequal" | "isless" | "islessequal" | "islessgreater"
                | "isunordered",
                _,
            ) => self.classified(name, arguments, at),
            (
                "constant_p"
                | "types_compatible_p"
                | "has_attribute"
                | "object_size"
                | "dynamic_object_size"
                | "classify_type"
                | "va_start"
                | "va_end"
                | "va_copy",
                _,
            ) => Typed::unknown(&format!("`__builtin_{name}`"), at),
            _ => return None,
        })
    }

    /// `CMPLX(real, imaginary)`
    fn made_complex(
        &mut self,
        real: &Node<Expression>,
        imaginary: &Node<Expression>,
        at: Span,
    ) -> Typed {
        let mut real = self.value(real);
        let mark = self.out.len();
        let imaginary = self.value(imaginary);
        self.settle(mark, &mut real);
        if let Some(what) = real.unsupported().or(imaginary.unsupported()) {
            return Typed::unknown(what, at);
        }
        match (&real.ty, &imaginary.ty) {
            (Ty::Floating(a), Ty::Floating(b)) if a == b => Typed::complex(real, imaginary).at(at),
            _ => Typed::unknown("a complex number of an unusual type", at),
        }
    }

    /// A question about one or two floating values of any type.
    fn classified(&mut self, name: &str, arguments: &[Node<Expression>], at: Span) -> Typed {
        let mut values = Vec::new();
        let mut marks = Vec::new();
        for argument in arguments {
            values.push(self.value(argument));
            marks.push(self.out.len());
        }
        for (value, mark) in values.iter_mut().zip(&marks).rev() {
            self.settle(*mark, value);
        }
        if let Some(what) = values.iter().find_map(Typed::unsupported) {
            return Typed::unknown(what, at);
        }
        let ty = match &values[..] {
            [one] if matches!(one.ty, Ty::Floating(_)) => Some(one.ty.clone()),
            [one] if one.ty.is_arithmetic() => Some(promoted_argument(&Ty::Floating(4))),
            [one, two] => common(&one.ty, &two.ty),
            _ => None,
        };
        let Some(ty) = ty else {
            return Typed::unknown(&format!("`__builtin_{name}`"), at);
        };
        let converted = values.into_iter().map(|v| v.converted(&ty).value);
        let kind = ValueKind::Pure {
            function: name.to_string(),
            arguments: converted.collect(),
        };
        Typed::new(kind, &Ty::INT, at)
    }
}

fn infinity(bytes: u8, at: Span) -> Typed {
    Typed::new(ValueKind::Real(f64::INFINITY), &Ty::Floating(bytes), at)
}

/// Not a constant: it is not equal to itself.
fn not_a_number(bytes: u8, at: Span) -> Typed {
    let kind = ValueKind::Pure {
        function: "nan".to_string(),
        arguments: Vec::new(),
    };
    Typed::new(kind, &Ty::Floating(bytes), at)
}
