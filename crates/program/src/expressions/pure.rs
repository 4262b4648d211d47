//! Functions of the C library by their types, as compilers know them, and those without effects.
//!
//! Assumes: nobody reads `errno` or the floating-point flags after a mathematical function.

use crate::types::{SIZE, Signature, Ty};
use c::names::library;
use integer::IntType;

/// Types of the result and the parameters: `v` nothing, `i` int, `u` unsigned, `l` long, `z`
/// size_t, `s` a 16-bit unsigned, `d` double, `x` double complex, `p` a pointer to anything, `c` a
/// string, `.` further arguments.
type Types = &'static str;

/// Functions without effects for `double` beside those of [`library::mathematical`].
const FLOATING: [(&str, Types); 7] = [
    ("clog10", "xx"),
    ("isinf", "id"),
    ("isnan", "id"),
    ("j0", "dd"),
    ("j1", "dd"),
    ("roundeven", "dd"),
    ("y0", "dd"),
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
    let floating = |name: &str| find(&FLOATING, name).or_else(|| mathematical(name));
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

/// The types of a mathematical function without effects. Not of those that write through pointers,
/// and of `lgamma`, which sets `signgam`.
fn mathematical(name: &str) -> Option<Types> {
    let types = library::mathematical(name).filter(|_| name != "lgamma");
    types.filter(|types| !types.contains(['p', 'r']))
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
        assert_eq!(of("lrintf"), Some(Ty::LONG.ir()));
        assert_eq!(of("conjf"), Some(crate::Type::Complex(4)));
        assert_eq!(of("cabsl"), Some(crate::Type::Floating(16)));
        assert_eq!(of("absf"), None);
        for other in ["frexp", "lgammaf", "nan"] {
            assert_eq!(of(other), None, "{other}");
        }
        assert_eq!(of("popcount"), None);
        assert_eq!(of("l"), None);
        assert_eq!(of(""), None);
        assert!(pure("popcount", true).is_some());
    }
}
