//! The programs: one or more for each construct that is replaced for the parser, and for some that
//! the parser knows.

/// The expected result for the array `t`.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Outcome {
    /// It stays as it is, for this reason.
    Stays(&'static str),
    /// It is folded to this number of elements.
    Cells(i64),
}

use Outcome::{Cells, Stays};

/// A program with a construct.
pub(crate) struct Row {
    /// The name of the construct in the cleaner, or any name if the parser knows the construct.
    pub construct: &'static str,
    /// Declarations at file scope.
    pub beside: &'static str,
    /// The body of `main`. It adds up results in `s`.
    pub body: &'static str,
    /// The expected result for `t`.
    pub outcome: Outcome,
}

const fn row(
    construct: &'static str,
    beside: &'static str,
    body: &'static str,
    outcome: Outcome,
) -> Row {
    Row {
        construct,
        beside,
        body,
        outcome,
    }
}

const UNANALYSED: Outcome = Stays("used-in-unanalysed-code");

/// Fills `t` and reads each element at once.
macro_rules! each {
    ($before:literal, $after:literal) => {
        concat!(
            "double t[32]; ",
            $before,
            " for (int i = 0; i < 32; i++) { t[i] = i; s += t[i]; } ",
            $after
        )
    };
}

/// Reads elements of `t` that were set `lag` iterations before.
macro_rules! lagging {
    ($before:literal, $lag:literal) => {
        concat!(
            "double t[32]; ",
            $before,
            " for (int i = 0; i < 32; i++) { t[i] = i; if (i >= ",
            $lag,
            ") s += t[i - (",
            $lag,
            ")]; }"
        )
    };
}

/// All programs.
pub(crate) const ROWS: &[Row] = &[
    row("?:", "", lagging!("enum { K = 3 ?: 1 };", "K"), Cells(4)),
    row(
        "?:",
        "",
        lagging!("enum { K = 0 ?: 0 ?: 2 };", "K"),
        Cells(3),
    ),
    row(
        "?:",
        "",
        lagging!("enum { K = 2 ?: 1 ? 7 : 5 };", "K"),
        Cells(3),
    ),
    row("?:", "", lagging!("int k = 2 ?: 1;", "k"), Cells(3)),
    row(
        "?:",
        "",
        lagging!(
            "struct { unsigned f : 5 ?: 1; } b = { 17 };",
            "(b.f - 14 ?: 0)"
        ),
        Stays("subscript-not-affine"),
    ),
    row(
        "?:",
        "",
        "double t[5 ?: 1]; for (int i = 0; i < 5; i++) { t[i] = i; s += t[i]; }",
        Cells(1),
    ),
    row(
        "?:",
        "",
        "double t[9]; for (int i = 0; i < 9; i++) { t[i] = i - 3; s += t[i] ?: 0.5; }",
        Cells(1),
    ),
    row(
        "?:",
        "",
        "double t[32]; int k = 0; switch (7) { case 7 ?: 2: k = 3; break; case 1: k = 1; } \
         for (int i = 0; i < 32; i++) { t[i] = i; if (i >= k) s += t[i - k]; }",
        Stays("no-smaller-mapping"),
    ),
    row(
        "?:",
        "",
        "double t[32]; for (int i = 0; i < 32; i++) { t[i] = i; if ((i - 2 ?: 9) == 9) s += t[2]; s += t[i]; }",
        Stays("saves-too-little"),
    ),
    row(
        "_Static_assert",
        "",
        each!("_Static_assert(sizeof t == 256);", ""),
        UNANALYSED,
    ),
    row(
        "_Static_assert",
        "",
        each!("static_assert(sizeof t > 100, \"t\");", "s += 0 ?: 1;"),
        UNANALYSED,
    ),
    row(
        "_Static_assert",
        "",
        each!(
            "struct { int m; static_assert(sizeof t == 256); } x = { 3 };",
            "s += x.m;"
        ),
        UNANALYSED,
    ),
    row(
        "_Static_assert",
        "",
        each!("", "static_assert(sizeof(t[0]) == 8, \"element\");"),
        Stays("address-escapes"),
    ),
    row(
        "_Static_assert",
        "static double t[32]; static_assert(sizeof t == 256);",
        "for (int i = 0; i < 32; i++) { t[i] = i; s += t[i]; }",
        Stays("named-elsewhere"),
    ),
    // Names of other name spaces, and an inner object.
    row(
        "_Static_assert",
        "",
        each!(
            "{ struct t { int t; } y = { 1 }; _Static_assert(sizeof(struct t) == 4); s += y.t; }",
            ""
        ),
        Cells(1),
    ),
    row(
        "_Static_assert",
        "",
        each!("{ int t = 4; _Static_assert(sizeof t == 4); s += t; }", ""),
        Cells(1),
    ),
    row(
        "__attribute__",
        "",
        each!(
            "char c __attribute__((aligned(sizeof t / 4))); c = 1;",
            "s += c ?: 2; s += (long)&c % 64 == 0;"
        ),
        UNANALYSED,
    ),
    row(
        "__attribute__",
        "",
        each!("__attribute__((unused)) int unused = 3 ?: 4;", ""),
        Cells(1),
    ),
    row(
        "[[attribute]]",
        "",
        each!(
            "[[gnu::aligned(sizeof t / 4)]] char c = 1;",
            "s += (long)&c % 64 == 0;"
        ),
        UNANALYSED,
    ),
    row(
        "[[attribute]]",
        "",
        each!("[[gnu::unused]] int u = 3;", ""),
        Cells(1),
    ),
    row(
        "[[attribute]]",
        "",
        "double t[32], o[32]; [[omp::directive(parallel for)]] for (int i = 0; i < 32; i++) \
         { t[i] = i; o[i] = t[i]; } for (int i = 0; i < 32; i++) s += o[i];",
        Stays("no-smaller-mapping"),
    ),
    row(
        "[[attribute]]",
        "",
        "double t[32], o[32]; [[omp::sequence(directive(parallel), omp::directive(for))]] \
         for (int i = 0; i < 32; i++) { t[i] = i; o[i] = t[i]; } for (int i = 0; i < 32; i++) s += o[i];",
        Stays("no-smaller-mapping"),
    ),
    row(
        "[[attribute]]",
        "",
        "double t[32], o[32]; [[omp::directive(target teams distribute)]] for (int i = 0; i < 32; i++) \
         { t[i] = i; o[i] = t[i]; } for (int i = 0; i < 32; i++) s += o[i];",
        UNANALYSED,
    ),
    row(
        "alignas",
        "",
        each!(
            "alignas(sizeof t / 4) char c = 1;",
            "s += (long)&c % 64 == 0;"
        ),
        UNANALYSED,
    ),
    row(
        "asm",
        "static double t[32] __attribute__((used)); __asm__(\".pushsection .data\\n .quad t + 8\\n .popsection\");",
        "for (int i = 0; i < 32; i++) { t[i] = i; s += t[i]; }",
        Stays("storage-class"),
    ),
    row(
        "asm",
        "__asm__(\".pushsection .data\\n .quad t + 8\\n .popsection\"); static double t[32];",
        "for (int i = 0; i < 32; i++) { t[i] = i; s += t[i]; }",
        Stays("named-elsewhere"),
    ),
    row(
        "thread_local",
        "static __thread double t[32];",
        "for (int i = 0; i < 32; i++) { t[i] = i; s += t[i]; }",
        Stays("storage-class"),
    ),
    row(
        "thread_local",
        "",
        "thread_local static double t[32]; for (int i = 0; i < 32; i++) { t[i] = i; s += t[i]; }",
        Stays("storage-class"),
    ),
    row(
        "__extension__",
        "",
        each!(
            "__extension__ typedef char size[sizeof t]; struct { __extension__ struct { size m; }; } x; s += sizeof x;",
            ""
        ),
        UNANALYSED,
    ),
    row(
        "constexpr",
        "",
        lagging!("constexpr int k = 3;", "k"),
        Cells(4),
    ),
    row(
        "typeof_unqual",
        "",
        each!("__typeof_unqual__(t) *p = &t;", "s += (*p)[31];"),
        UNANALYSED,
    ),
    row(
        "auto",
        "",
        lagging!("auto k = (unsigned char)259;", "k"),
        Stays("subscript-not-affine"),
    ),
    row(
        "auto",
        "",
        each!("", "auto p = t; s += p[31];"),
        Stays("address-escapes"),
    ),
    row(
        "alignof",
        "",
        lagging!("", "alignof(int)"),
        Stays("subscript-not-affine"),
    ),
    row(
        "__label__",
        "",
        "{ __label__ t; if (s > 0) goto t; s = 2; t: ; } double t[32]; for (int i = 0; i < 32; i++) { t[i] = i; s += t[i]; }",
        Cells(1),
    ),
    row(
        "unsigned _BitInt",
        "",
        lagging!("unsigned __int128 k = -1; k = k / (k / 3);", "(int)k"),
        Stays("subscript-not-affine"),
    ),
    row(
        "_BitInt",
        "",
        each!("unsigned _BitInt(sizeof t / 8) b = 3;", "s += (int)b;"),
        UNANALYSED,
    ),
    row(
        "_BitInt",
        "",
        lagging!("unsigned _BitInt(4) k = 19;", "(int)k"),
        Stays("subscript-not-affine"),
    ),
    row(
        "__builtin_types_compatible_p",
        "",
        each!(
            "",
            "s += __builtin_types_compatible_p(__typeof__(t), double[32]);"
        ),
        UNANALYSED,
    ),
    row(
        "__builtin_types_compatible_p",
        "",
        each!(
            "",
            "s += __builtin_choose_expr(__builtin_types_compatible_p(__typeof__(&t[0]), double *), 4, 8);"
        ),
        UNANALYSED,
    ),
    row(
        "__builtin_types_compatible_p",
        "void *malloc(unsigned long);",
        "double *t = malloc(32 * sizeof *t); for (int i = 0; i < 32; i++) { t[i] = i; s += t[i]; } \
         s += __builtin_types_compatible_p(__typeof__(t), double *);",
        UNANALYSED,
    ),
    row(
        "__builtin_types_compatible_p",
        "",
        "static double t[32]; for (int i = 0; i < 32; i++) { t[i] = i; s += t[i]; } \
         s += __builtin_types_compatible_p(__typeof__(t), double[32]);",
        UNANALYSED,
    ),
    row(
        "__builtin_has_attribute",
        "",
        each!("", "s += __builtin_has_attribute(t, aligned);"),
        UNANALYSED,
    ),
    row(
        "__builtin_has_attribute",
        "",
        "double t[32]; for (int i = 0; i < 32; i++) { t[i] = i; s += t[i] + __builtin_has_attribute(t[0], aligned); }",
        UNANALYSED,
    ),
    row(
        "__real__",
        "",
        each!(
            "_Complex double z = 3;",
            "if (__imag__ z) s += 5; s += __real__ z;"
        ),
        Cells(1),
    ),
    row(
        "__real__",
        "",
        "_Complex double t[32]; for (int i = 0; i < 32; i++) { t[i] = i; __imag__ t[i] = 2; s += __real__ t[i] + __imag__ t[i]; }",
        Stays("address-escapes"),
    ),
    row(
        "label:",
        "",
        "double t[32]; int n = 0; again: int k = 3; for (int i = 0; i < 32; i++) { t[i] = i + n; s += t[i] + k; } if (n++ < 2) goto again;",
        UNANALYSED,
    ),
    row("1'000", "", lagging!("int n = 0'3;", "n"), Cells(4)),
    row(
        "1'000",
        "",
        lagging!("enum { K = 7uwb + 1uwb + 3 };", "K"),
        Stays("subscript-not-affine"),
    ),
    row("u8'c'", "", lagging!("", "(u8'd' - u8'a')"), Cells(4)),
    // The parser knows these.
    row(
        "",
        "",
        each!(
            "",
            "s += _Generic(t, double *: 1, default: 2) + _Generic(&t, double (*)[32]: 1, default: 2);"
        ),
        UNANALYSED,
    ),
    row(
        "",
        "",
        each!("__typeof__(t) y; y[31] = 1;", "s += sizeof y + y[31];"),
        UNANALYSED,
    ),
    row(
        "",
        "",
        each!("", "s += sizeof(char[sizeof t]) + sizeof(__typeof__(t));"),
        UNANALYSED,
    ),
    row(
        "",
        "",
        each!("", "s += __builtin_object_size(t, 0);"),
        UNANALYSED,
    ),
    row("", "", each!("", "s += __alignof__(t);"), UNANALYSED),
    row(
        "",
        "",
        each!(
            "struct x { int m[40]; };",
            "s += __builtin_offsetof(struct x, m[sizeof t / 8]);"
        ),
        UNANALYSED,
    ),
    row(
        "",
        "",
        each!(
            "_Alignas(sizeof t / 4) char c = 1;",
            "s += (long)&c % 64 == 0;"
        ),
        UNANALYSED,
    ),
    row(
        "",
        "",
        each!(
            "struct { unsigned f : sizeof t / 32; } b = { 255 };",
            "s += b.f;"
        ),
        UNANALYSED,
    ),
    row(
        "",
        "",
        each!("", "switch (256) { case sizeof t: s += 1; }"),
        UNANALYSED,
    ),
    row(
        "",
        "",
        each!("", "s += ({ double *p = t; p[3]; });"),
        Stays("address-escapes"),
    ),
    row(
        "",
        "",
        each!("", "__asm__ volatile(\"\" : \"+m\"(t));"),
        UNANALYSED,
    ),
    row(
        "",
        "",
        each!("", "s += (int)sizeof((char[sizeof t]){0});"),
        Stays("address-escapes"),
    ),
    row(
        "",
        "static double t[32]; static void see(void) { __asm__ volatile(\"# t\"); }",
        "see(); for (int i = 0; i < 32; i++) { t[i] = i; s += t[i]; }",
        Stays("shared-by-functions"),
    ),
    row(
        "",
        "static double t[32]; extern double view[32] __asm__(\"t\");",
        "for (int i = 0; i < 32; i++) { t[i] = i; s += t[i]; }",
        Stays("named-elsewhere"),
    ),
    // The value exceeds `int`, so it is implementation-defined.
    row(
        "",
        "",
        lagging!("enum { K = (1 << 31) < 0 ? 3 : 1 };", "K"),
        Stays("subscript-not-affine"),
    ),
    // Operands that are not evaluated write nothing.
    row(
        "",
        "",
        "double t[32]; for (int i = 0; i < 32; i++) t[i] = i; for (int i = 0; i < 32; i++) { (void)__builtin_choose_expr(0, t[i] = 7, 3); s += t[i]; }",
        UNANALYSED,
    ),
    row(
        "",
        "",
        "double t[32]; for (int i = 0; i < 32; i++) t[i] = i; for (int i = 0; i < 32; i++) { (void)__builtin_constant_p(t[i] = 7); s += t[i]; }",
        UNANALYSED,
    ),
    row(
        "",
        "",
        lagging!("int k = 3; (void)sizeof(k--);", "k"),
        Stays("no-smaller-mapping"),
    ),
    row(
        "",
        "",
        lagging!("int k = 3; (void)__builtin_constant_p(k--);", "k"),
        Stays("no-smaller-mapping"),
    ),
    row(
        "",
        "",
        lagging!("int k = 3; __typeof__(k = 1) y = 2; s += y;", "k"),
        Stays("no-smaller-mapping"),
    ),
    row(
        "",
        "",
        lagging!("int k = 3; s += _Generic(k = 1, int: 1, default: 2);", "k"),
        Stays("no-smaller-mapping"),
    ),
];
