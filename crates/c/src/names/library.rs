//! Functions of the C library and of compilers that are known by exact name, with the types that
//! distinguish them from the user's own functions.

/// The effect of a call of a known function beside its arguments and its result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Effect {
    /// It touches no memory except its arguments, always returns, and calls no function of the
    /// user.
    Harmless,
    /// The same, if the standard streams are those of the library.
    Standard,
    /// The same, if the stream at this position among its arguments is a stream of a file. Reading
    /// and writing other streams may call functions of the user (`fopencookie`, `funopen`).
    Stream(usize),
    /// The same, if the function at this position among its arguments is as harmless: it is called.
    Calls(usize),
    /// It ends the program.
    Ends,
}

use Effect::{Calls, Ends, Harmless, Standard, Stream};

/// Functions that return storage to which nothing else points: of the C library, of libraries for
/// numbers and of the PolyBench suite. Others are known by `__attribute__((malloc))`.
pub const ALLOCATORS: [&str; 11] = [
    "_mm_malloc",
    "aligned_alloc",
    "calloc",
    "fftw_malloc",
    "fftwf_malloc",
    "malloc",
    "memalign",
    "mkl_malloc",
    "numa_alloc_local",
    "polybench_alloc_data",
    "valloc",
];

/// Types of result and arguments: `v` nothing, `i` an integer, `d` a floating type, `p` a pointer,
/// `r` a pointer to what it only reads, `?` anything, `.` further arguments that it only reads, `*`
/// further arguments through which it may write. For mathematical functions, `i` is `int`, `l` is
/// `long`, `d` is the type of the variant and `x` its complex type.
type Types = &'static str;

/// Functions for `double`, which have variants for `float` and `long double`: `sin`, `sinf`,
/// `sinl`. Sorted.
const MATHEMATICAL: [(&str, Types); 78] = [
    ("acos", "dd"),
    ("acosh", "dd"),
    ("asin", "dd"),
    ("asinh", "dd"),
    ("atan", "dd"),
    ("atan2", "ddd"),
    ("atanh", "dd"),
    ("cabs", "dx"),
    ("cacos", "xx"),
    ("cacosh", "xx"),
    ("carg", "dx"),
    ("casin", "xx"),
    ("casinh", "xx"),
    ("catan", "xx"),
    ("catanh", "xx"),
    ("cbrt", "dd"),
    ("ccos", "xx"),
    ("ccosh", "xx"),
    ("ceil", "dd"),
    ("cexp", "xx"),
    ("cimag", "dx"),
    ("clog", "xx"),
    ("conj", "xx"),
    ("copysign", "ddd"),
    ("cos", "dd"),
    ("cosh", "dd"),
    ("cpow", "xxx"),
    ("cproj", "xx"),
    ("creal", "dx"),
    ("csin", "xx"),
    ("csinh", "xx"),
    ("csqrt", "xx"),
    ("ctan", "xx"),
    ("ctanh", "xx"),
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
    ("frexp", "ddp"),
    ("hypot", "ddd"),
    ("ilogb", "id"),
    ("ldexp", "ddi"),
    ("lgamma", "dd"),
    ("llrint", "ld"),
    ("llround", "ld"),
    ("log", "dd"),
    ("log10", "dd"),
    ("log1p", "dd"),
    ("log2", "dd"),
    ("logb", "dd"),
    ("lrint", "ld"),
    ("lround", "ld"),
    ("modf", "ddp"),
    ("nan", "dr"),
    ("nearbyint", "dd"),
    ("nextafter", "ddd"),
    ("pow", "ddd"),
    ("remainder", "ddd"),
    ("rint", "dd"),
    ("round", "dd"),
    ("scalbln", "ddl"),
    ("scalbn", "ddi"),
    ("sin", "dd"),
    ("sinh", "dd"),
    ("sqrt", "dd"),
    ("tan", "dd"),
    ("tanh", "dd"),
    ("tgamma", "dd"),
    ("trunc", "dd"),
];

/// All others. Sorted.
const OTHERS: [(&str, Types, Effect); 148] = [
    ("_Exit", "vi", Ends),
    ("__assert", "v.", Ends),
    ("__assert2", "v.", Ends),
    ("__assert_fail", "vrrir", Ends),
    ("__assert_func", "vrirr", Ends),
    ("__assert_rtn", "vrrir", Ends),
    ("__ctype_b_loc", "p", Harmless),
    ("__errno_location", "p", Harmless),
    ("__finite", "id", Harmless),
    ("__finitef", "id", Harmless),
    ("__finitel", "id", Harmless),
    ("__fpclassify", "id", Harmless),
    ("__fpclassifyf", "id", Harmless),
    ("__fpclassifyl", "id", Harmless),
    ("__isinf", "id", Harmless),
    ("__isinff", "id", Harmless),
    ("__isinfl", "id", Harmless),
    ("__isnan", "id", Harmless),
    ("__isnanf", "id", Harmless),
    ("__isnanl", "id", Harmless),
    ("__isoc99_fscanf", "ipr*", Stream(0)),
    ("__isoc99_scanf", "ir*", Standard),
    ("__isoc99_sscanf", "irr*", Harmless),
    ("__signbit", "id", Harmless),
    ("__signbitf", "id", Harmless),
    ("__signbitl", "id", Harmless),
    ("_exit", "vi", Ends),
    ("abort", "v", Ends),
    ("abs", "ii", Harmless),
    ("aligned_alloc", "pii", Harmless),
    ("atof", "dr", Harmless),
    ("atoi", "ir", Harmless),
    ("atol", "ir", Harmless),
    ("atoll", "ir", Harmless),
    ("bsearch", "prriir", Calls(4)),
    ("calloc", "pii", Harmless),
    ("clock", "i", Harmless),
    ("clock_gettime", "iip", Harmless),
    ("difftime", "dii", Harmless),
    ("drand48", "d", Harmless),
    ("exit", "vi", Ends),
    ("fclose", "ip", Stream(0)),
    ("fdopen", "pir", Harmless),
    ("feof", "ip", Harmless),
    ("ferror", "ip", Harmless),
    ("fflush", "ip", Stream(0)),
    ("fgetc", "ip", Stream(0)),
    ("fgets", "ppip", Stream(2)),
    ("fopen", "prr", Harmless),
    ("fprintf", "ipr.", Stream(0)),
    ("fputc", "iip", Stream(1)),
    ("fputs", "irp", Stream(1)),
    ("fread", "ipiip", Stream(3)),
    ("free", "vp", Harmless),
    ("fscanf", "ipr*", Stream(0)),
    ("fseek", "ipii", Stream(0)),
    ("ftell", "ip", Stream(0)),
    ("fwrite", "iriip", Stream(3)),
    ("getc", "ip", Stream(0)),
    ("getchar", "i", Standard),
    ("getenv", "pr", Harmless),
    ("gettimeofday", "ipp", Harmless),
    ("gmtime", "pr", Harmless),
    ("isalnum", "ii", Harmless),
    ("isalpha", "ii", Harmless),
    ("isdigit", "ii", Harmless),
    ("isfinite", "id", Harmless),
    ("isinf", "id", Harmless),
    ("isinff", "id", Harmless),
    ("isinfl", "id", Harmless),
    ("islower", "ii", Harmless),
    ("isnan", "id", Harmless),
    ("isnanf", "id", Harmless),
    ("isnanl", "id", Harmless),
    ("isprint", "ii", Harmless),
    ("ispunct", "ii", Harmless),
    ("isspace", "ii", Harmless),
    ("isupper", "ii", Harmless),
    ("isxdigit", "ii", Harmless),
    ("labs", "ii", Harmless),
    ("llabs", "ii", Harmless),
    ("localtime", "pr", Harmless),
    ("lrand48", "i", Harmless),
    ("malloc", "pi", Harmless),
    ("memchr", "prii", Harmless),
    ("memcmp", "irri", Harmless),
    ("memcpy", "ppri", Harmless),
    ("memmove", "ppri", Harmless),
    ("memset", "ppii", Harmless),
    ("nanosleep", "irp", Harmless),
    ("omp_get_max_threads", "i", Harmless),
    ("omp_get_num_procs", "i", Harmless),
    ("omp_get_num_threads", "i", Harmless),
    ("omp_get_thread_num", "i", Harmless),
    ("omp_get_wtick", "d", Harmless),
    ("omp_get_wtime", "d", Harmless),
    ("omp_in_parallel", "i", Harmless),
    ("omp_set_num_threads", "vi", Harmless),
    ("pclose", "ip", Stream(0)),
    ("perror", "vr", Standard),
    ("popen", "prr", Harmless),
    ("printf", "ir.", Standard),
    ("putc", "iip", Stream(1)),
    ("putchar", "ii", Standard),
    ("puts", "ir", Standard),
    ("qsort", "vpiir", Calls(3)),
    ("quick_exit", "vi", Ends),
    ("rand", "i", Harmless),
    ("rand_r", "ip", Harmless),
    ("random", "i", Harmless),
    ("rewind", "vp", Stream(0)),
    ("scanf", "ir*", Standard),
    ("sleep", "ii", Harmless),
    ("snprintf", "ipir.", Harmless),
    ("sprintf", "ipr.", Harmless),
    ("srand", "vi", Harmless),
    ("srand48", "vi", Harmless),
    ("srandom", "vi", Harmless),
    ("sscanf", "irr*", Harmless),
    ("strcasecmp", "irr", Harmless),
    ("strcat", "ppr", Harmless),
    ("strchr", "pri", Harmless),
    ("strcmp", "irr", Harmless),
    ("strcpy", "ppr", Harmless),
    ("strcspn", "irr", Harmless),
    ("strdup", "pr", Harmless),
    ("strerror", "pi", Harmless),
    ("strftime", "ipirr", Harmless),
    ("strlen", "ir", Harmless),
    ("strncasecmp", "irri", Harmless),
    ("strncat", "ppri", Harmless),
    ("strncmp", "irri", Harmless),
    ("strncpy", "ppri", Harmless),
    ("strrchr", "pri", Harmless),
    ("strspn", "irr", Harmless),
    ("strstr", "prr", Harmless),
    ("strtod", "drp", Harmless),
    ("strtof", "drp", Harmless),
    ("strtol", "irpi", Harmless),
    ("strtoll", "irpi", Harmless),
    ("strtoul", "irpi", Harmless),
    ("strtoull", "irpi", Harmless),
    ("time", "ip", Harmless),
    ("tmpfile", "p", Harmless),
    ("tolower", "ii", Harmless),
    ("toupper", "ii", Harmless),
    ("ungetc", "iip", Stream(1)),
    ("usleep", "ii", Harmless),
];

/// Functions that compilers know under `__builtin_`, beside those of the library.
const BUILTINS: [&str; 24] = [
    "alloca",
    "assume",
    "assume_aligned",
    "bswap16",
    "bswap32",
    "bswap64",
    "clz",
    "clzl",
    "clzll",
    "constant_p",
    "ctz",
    "ctzl",
    "ctzll",
    "expect",
    "huge_val",
    "huge_valf",
    "huge_vall",
    "inf",
    "inff",
    "infl",
    "popcount",
    "popcountl",
    "popcountll",
    "prefetch",
];

/// Functions that open a stream of a file. Such a stream calls no function of the user.
pub(crate) const OPENERS: [&str; 4] = ["fdopen", "fopen", "popen", "tmpfile"];
/// Functions after which streams and printing may call functions of the user.
pub(crate) const HOOKS: [&str; 8] = [
    "fopencookie",
    "fropen",
    "funopen",
    "funopen2",
    "fwopen",
    "register_printf_function",
    "register_printf_modifier",
    "register_printf_specifier",
];
/// Functions of the library after which it calls functions that they got.
const CALLED_LATER: [&str; 2] = ["atexit", "signal"];
/// The standard streams.
pub(crate) const STREAMS: [&str; 6] = [
    "__stderrp",
    "__stdinp",
    "__stdoutp",
    "stderr",
    "stdin",
    "stdout",
];

/// The effect of the library's function of this name, if it is known.
pub(crate) fn effect(name: &str) -> Option<Effect> {
    if let Some(builtin) = name.strip_prefix("__builtin_") {
        if ["trap", "unreachable"].contains(&builtin) {
            return Some(Ends);
        }
        let known = BUILTINS.contains(&builtin).then_some(Harmless);
        return known.or_else(|| entry(builtin).map(|(_, effect)| effect));
    }
    entry(name).map(|(_, effect)| effect)
}

/// Whether the effect of the library's function of this name is known: it touches no memory but
/// what its arguments lead to, and calls no function of the user.
pub fn is_known(name: &str) -> bool {
    effect(name).is_some() && called(name).is_none()
}

/// The position of the function among the arguments of the library's function of this name, which
/// calls it and is [known](is_known) but for that: `qsort`.
pub fn called(name: &str) -> Option<usize> {
    match effect(name)? {
        Calls(position) => Some(position),
        _ => None,
    }
}

/// Whether the library's function of this name calls functions that it gets, and no other code of
/// the user.
pub fn calls_back(name: &str) -> bool {
    called(name).is_some() || CALLED_LATER.contains(&name)
}

/// Whether a function may write what its argument at this position, from 0, leads to.
pub fn may_write(name: &str, argument: usize) -> bool {
    let name = name.strip_prefix("__builtin_").unwrap_or(name);
    let Some((types, _)) = entry(name) else {
        return true;
    };
    let own = types.chars().nth(argument + 1).or(types.chars().last());
    matches!(own, Some('p' | '*' | '?'))
}

/// Whether a function of the library stores through its first argument alone.
pub(crate) fn fills(name: &str) -> bool {
    let name = name.strip_prefix("__builtin_").unwrap_or(name);
    ["memcpy", "memmove", "memset"].contains(&name)
}

/// Whether a function may store in objects that its arguments lead to, streams apart, other than
/// as a [`Store`](crate::names::symbols::Store).
pub fn may_store(name: &str) -> bool {
    let name = name.strip_prefix("__builtin_").unwrap_or(name);
    let Some((types, effect)) = entry(name) else {
        return !is_known(name);
    };
    let is_stream = |at: usize| matches!(effect, Stream(stream) if stream == at);
    let mut arguments = types.chars().skip(1).enumerate();
    let is_written = arguments.any(|(at, ty)| matches!(ty, 'p' | '*' | '?') && !is_stream(at));
    is_written && name != "free" && !fills(name)
}

/// Whether a call of the library's function of this name does nothing but read and write what its
/// arguments lead to: neither does it reach the outside world, nor has it a state.
pub fn touches_arguments_only(name: &str) -> bool {
    let name = name.strip_prefix("__builtin_").unwrap_or(name);
    let stem = |stems: &[&str]| stems.iter().any(|stem| name.starts_with(stem));
    let is_plain = stem(&["ato", "is", "mem", "str", "to"]) && name != "strtok";
    let is_memory = name == "free" || ALLOCATORS.contains(&name);
    let is_number = mathematical(name.trim_end_matches(['f', 'l'])).is_some();
    is_known(name) && (is_plain || is_memory || is_number)
}

/// Whether the library's function of this name neither returns nor stores a pointer that it got.
pub fn keeps_no_pointer(name: &str) -> bool {
    let passes_on = |types: &str| types.starts_with('p') && types[1..].contains(['p', 'r']);
    let is_apart = |(types, _): (Types, Effect)| !passes_on(types) && !name.starts_with("strto");
    is_known(name) && entry(name).is_none_or(is_apart)
}

/// Whether the library's function of this name ends the program.
pub fn ends_program(name: &str) -> bool {
    effect(name) == Some(Ends)
}

/// The types of the library's function of this name, if it is known. All integers are `i`, all
/// floating types `d`.
pub(crate) fn types(name: &str) -> Option<String> {
    let class = |letter| match letter {
        'l' => 'i',
        'x' => 'd',
        'r' => 'p',
        '*' => '.',
        other => other,
    };
    entry(name).map(|(types, _)| types.chars().map(class).collect())
}

/// The types of a mathematical function for `double`: `i` int, `l` long, `d` double, `x` its
/// complex type, `p` and `r` pointers. `sinf` and `sinl` exist for each `sin`.
pub fn mathematical(name: &str) -> Option<&'static str> {
    let mut all = MATHEMATICAL.iter();
    all.find(|(n, _)| *n == name).map(|(_, types)| *types)
}

fn entry(name: &str) -> Option<(Types, Effect)> {
    if let Some((_, types, effect)) = OTHERS.iter().find(|(n, _, _)| *n == name) {
        return Some((types, *effect));
    }
    let find = |stem: &str| mathematical(stem).map(|types| (types, Harmless));
    let variant = || name.strip_suffix(['f', 'l']).and_then(find);
    find(name).or_else(variant)
}

/// Whether a function with these types may be the library's. The types are written as in [`types`].
pub(crate) fn agrees(name: &str, declared: &str) -> bool {
    let Some(known) = types(name) else {
        return true;
    };
    let fits = |a: char, b: char| a == b || a == '?' || b == '?';
    known.len() == declared.len() && known.chars().zip(declared.chars()).all(|(a, b)| fits(a, b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_exact_names_are_known() {
        let known = [
            "sqrtf",
            "printf",
            "fabsl",
            "expf",
            "__builtin_sqrtf",
            "__builtin_inff",
        ];
        assert!(
            known
                .into_iter()
                .all(|n| effect(n) == Some(if n == "printf" { Standard } else { Harmless }))
        );
        let others = [
            "freel", "randf", "putsl", "absf", "printfl", "clockl", "foo", "", "nanff", "f", "l",
        ];
        assert!(others.into_iter().all(|n| effect(n).is_none()));
        assert_eq!(effect("exit"), Some(Ends));
        assert_eq!(effect("fputs"), Some(Stream(1)));
    }

    #[test]
    fn other_types_are_another_function() {
        assert!(agrees("log", "dd") && agrees("logf", "dd") && agrees("printf", "ip."));
        assert!(agrees("clock", "?") && agrees("malloc", "p?") && agrees("foo", "vip"));
        assert!(!agrees("log", "vp") && !agrees("clock", "vi") && !agrees("rand", "ii"));
    }
}
