//! Library functions that touch no memory but what they are handed, always return, and call nothing
//! of the user's.

/// Sorted, for binary search. `f` and `l` variants of mathematical functions are covered by suffix.
const HARMLESS: [&str; 109] = [
    "__builtin_expect", "__builtin_fabs", "__builtin_fabsf", "__builtin_fmax", "__builtin_fmin", "__builtin_huge_val",
    "__builtin_inf", "__builtin_nan", "__builtin_sqrt", "abs", "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh",
    "atof", "atoi", "atol", "cabs", "calloc", "carg", "cbrt", "ceil", "cexp", "cimag", "clock", "clock_gettime", "conj",
    "copysign", "cos", "cosh", "cpow", "creal", "csqrt", "difftime", "erf", "erfc", "exp", "exp2", "expm1", "fabs",
    "fclose", "fdim", "fflush", "floor", "fma", "fmax", "fmin", "fmod", "fopen", "fprintf", "fputc", "fputs", "free",
    "frexp", "fscanf", "fwrite", "getenv", "hypot", "ilogb", "isfinite", "isinf", "isnan", "labs", "ldexp", "lgamma",
    "llabs", "llround", "log", "log10", "log1p", "log2", "logb", "lrint", "lround", "malloc", "memcmp", "memcpy",
    "memmove", "memset", "modf", "nan", "nearbyint", "nextafter", "pow", "printf", "putchar", "puts", "rand", "remainder",
    "rint", "round", "scalbn", "scanf", "sin", "sinh", "snprintf", "sprintf", "sqrt", "srand", "sscanf", "strcmp",
    "strlen", "tan", "tanh", "tgamma", "trunc",
];

/// Whether a call of the function cannot end the program, change a global of the user's or enter one
/// of the user's functions.
pub fn is_harmless(name: &str) -> bool {
    let known = |n: &str| HARMLESS.binary_search(&n).is_ok();
    let stem = name.strip_suffix('f').or_else(|| name.strip_suffix('l'));
    known(name) || stem.is_some_and(known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_sorted_and_variants_are_found() {
        assert!(HARMLESS.is_sorted());
        assert!(is_harmless("sqrtf") && is_harmless("printf") && is_harmless("fabsl"));
        assert!(!is_harmless("exit") && !is_harmless("foo") && !is_harmless(""));
    }
}
