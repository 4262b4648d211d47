//! Functions of the C library by their types, as compilers know them, and those without effects.
//!
//! Assumes: nobody reads `errno` or the floating-point flags after a mathematical function.

use crate::types::{SIZE, Signature, Ty};
use integer::IntType;

/// Types of the result and the parameters: `v` nothing, `i` int, `u` unsigned, `l` long, `z`
/// size_t, `s` a 16-bit unsigned, `d` double, `x` double complex, `p` a pointer to anything, `c` a
/// string, `.` further arguments.
type Types = &'static str;

/// Functions without effects for `double`. `sinf` and `sinl` exist for each `sin`.
const FLOATING: [(&str, Types); 58] = [
    ("acos", "dd"),
    ("acosh", "dd"),
    ("asin", "dd"),
    ("asinh", "dd"),
    ("atan", "dd"),
    ("atan2", "ddd"),
    ("atanh", "dd"),
    ("cbrt", "dd"),
    ("ceil", "dd"),
    ("copysign", "ddd"),
    ("cos", "dd"),
    ("cosh", "dd"),
    ("erf", "dd"),
    ("erfc", "dd"),
    ("exp", "dd"),
    ("exp10", "dd"),
    ("exp2", "dd"),
    ("expm1", "dd"),
    ("fabs", "dd"),
    ("fdim", "ddd"),
    ("floor", "dd"),
    ("fma", "dddd"),
    ("fmax", "ddd"),
    ("fmin", "ddd"),
    ("fmod", "ddd"),
    ("hypot", "ddd"),
    ("ilogb", "id"),
    ("isinf", "id"),
    ("isnan", "id"),
    ("j0", "dd"),
    ("j1", "dd"),
    ("ldexp", "ddi"),
    ("llrint", "ld"),
    ("llround", "ld"),
    ("log", "dd"),
    ("log10", "dd"),
    ("log1p", "dd"),
    ("log2", "dd"),
    ("logb", "dd"),
    ("lrint", "ld"),
    ("lround", "ld"),
    ("nearbyint", "dd"),
    ("nextafter", "ddd"),
    ("pow", "ddd"),
    ("remainder", "ddd"),
    ("rint", "dd"),
    ("round", "dd"),
    ("roundeven", "dd"),
    ("scalbln", "ddl"),
    ("scalbn", "ddi"),
    ("sin", "dd"),
    ("sinh", "dd"),
    ("sqrt", "dd"),
    ("tan", "dd"),
    ("tanh", "dd"),
    ("tgamma", "dd"),
    ("trunc", "dd"),
    ("y0", "dd"),
];

/// Functions of complex numbers without effects. `cexpf` and `cexpl` exist for each `cexp`.
const COMPLEX: [(&str, Types); 23] = [
    ("cabs", "dx"),
    ("cacos", "xx"),
    ("cacosh", "xx"),
    ("carg", "dx"),
    ("casin", "xx"),
    ("casinh", "xx"),
    ("catan", "xx"),
    ("catanh", "xx"),
    ("ccos", "xx"),
    ("ccosh", "xx"),
    ("cexp", "xx"),
    ("cimag", "dx"),
    ("clog", "xx"),
    ("clog10", "xx"),
    ("conj", "xx"),
    ("cpow", "xxx"),
    ("cproj", "xx"),
    ("creal", "dx"),
    ("csin", "xx"),
    ("csinh", "xx"),
    ("csqrt", "xx"),
    ("ctan", "xx"),
    ("ctanh", "xx"),
];

/// Other functions without effects.
const INTEGER: [(&str, Types); 4] = [
    ("abs", "ii"),
    ("ffs", "ii"),
    ("labs", "ll"),
    ("llabs", "ll"),
];

/// Functions without effects that only `__builtin_` names.
const BUILTIN: [(&str, Types); 16] = [
    ("bswap16", "ss"),
    ("bswap32", "uu"),
    ("bswap64", "zz"),
    ("clz", "iu"),
    ("clzl", "iz"),
    ("clzll", "iz"),
    ("ctz", "iu"),
    ("ctzl", "iz"),
    ("ctzll", "iz"),
    ("ffsl", "il"),
    ("ffsll", "il"),
    ("parity", "iu"),
    ("parityl", "iz"),
    ("popcount", "iu"),
    ("popcountl", "iz"),
    ("popcountll", "iz"),
];

/// Functions with effects that compilers know.
const EFFECTS: [(&str, Types); 27] = [
    ("abort", "v"),
    ("alloca", "pz"),
    ("calloc", "pzz"),
    ("exit", "vi"),
    ("fprintf", "ipc."),
    ("free", "vp"),
    ("malloc", "pz"),
    ("memcmp", "ippz"),
    ("memcpy", "pppz"),
    ("memmove", "pppz"),
    ("memset", "ppiz"),
    ("printf", "ic."),
    ("putchar", "ii"),
    ("puts", "ic"),
    ("realloc", "ppz"),
    ("snprintf", "ipzc."),
    ("sprintf", "ipc."),
    ("strcat", "ppc"),
    ("strchr", "pci"),
    ("strcmp", "icc"),
    ("strcpy", "ppc"),
    ("strlen", "zc"),
    ("strncmp", "iccz"),
    ("strncpy", "ppcz"),
    ("strrchr", "pci"),
    ("trap", "v"),
    ("unreachable", "v"),
];

/// The types of a function without effects, if the name is that of one.
pub(super) fn pure(name: &str, is_builtin: bool) -> Option<Signature> {
    let find = |all: &[(&str, Types)], name: &str| {
        let mut all = all.iter();
        all.find(|(n, _)| *n == name).map(|(_, types)| *types)
    };
    if let Some(types) = find(&INTEGER, name) {
        return Some(signature(types, 8));
    }
    if let Some(types) = find(&BUILTIN, name).filter(|_| is_builtin) {
        return Some(signature(types, 8));
    }
    let floating = |name| find(&FLOATING, name).or_else(|| find(&COMPLEX, name));
    if let Some(types) = floating(name) {
        return Some(signature(types, 8));
    }
    let (stem, last) = name.split_at_checked(name.len().checked_sub(1)?)?;
    let bytes = match last {
        "f" => 4,
        "l" => 16,
        _ => return None,
    };
    floating(stem).map(|types| signature(types, bytes))
}

/// The types of a function with effects that compilers know.
pub(super) fn known(name: &str) -> Option<Signature> {
    let mut all = EFFECTS.iter();
    let types = all.find(|(n, _)| *n == name).map(|(_, types)| *types)?;
    Some(signature(types, 8))
}

fn signature(types: Types, floating: u8) -> Signature {
    let (returns, parameters) = types.split_at(1);
    let listed = parameters.trim_end_matches('.');
    let ty = |letter: char| ty(letter, floating);
    Signature {
        returns: returns.chars().next().map_or(Ty::Void, ty),
        parameters: Some(listed.chars().map(ty).collect()),
    }
}

fn ty(letter: char, floating: u8) -> Ty {
    match letter {
        'i' => Ty::INT,
        'u' => Ty::Integer(IntType::INT.unsigned()),
        'l' => Ty::LONG,
        'z' => Ty::Integer(SIZE),
        's' => Ty::Integer(IntType {
            bits: 16,
            signed: false,
        }),
        'd' => Ty::Floating(floating),
        'x' => Ty::Complex(floating),
        'p' => Ty::Void.pointer_to(),
        'c' => Ty::Integer(crate::types::CHAR).pointer_to(),
        _ => Ty::Void,
    }
}

/// Whether a declared function has the types of the library's.
pub(super) fn agrees(declared: &Signature, known: &Signature) -> bool {
    let Some(parameters) = &declared.parameters else {
        return declared.returns.is_same(&known.returns) == Some(true);
    };
    let own = known.parameters.as_deref().unwrap_or_default();
    let same =
        |(a, b): (&Ty, &Ty)| (a.is_pointer() && b.is_pointer()) || a.is_same(b) == Some(true);
    declared.returns.is_same(&known.returns) == Some(true)
        && parameters.len() == own.len()
        && parameters.iter().zip(own).all(same)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variants_have_their_own_types() {
        let of = |name| pure(name, false).map(|s| s.returns.ir());
        assert_eq!(of("sqrtf"), Some(crate::Type::Floating(4)));
        assert_eq!(of("fabsl"), Some(crate::Type::Floating(16)));
        assert_eq!(of("conjf"), Some(crate::Type::Complex(4)));
        assert_eq!(of("cabsl"), Some(crate::Type::Floating(16)));
        assert_eq!(of("absf"), None);
        assert_eq!(of("popcount"), None);
        assert_eq!(of("l"), None);
        assert_eq!(of(""), None);
        assert!(pure("popcount", true).is_some());
    }
}
