//! Conversions, and the order of effects in expressions.
#![allow(clippy::unwrap_used)]

mod common;

use common::check;

#[test]
fn operands_are_converted_to_their_common_type() {
    check(
        "long f(int i, unsigned u, short s, float x, unsigned char c)
         { return i + u * s - x + (c << 3); }",
        "return i64((f32(u32(i) + (u * u32(s))) - x) + f32(i32(c) << 3))",
    );
    check(
        "int f(unsigned char a, signed char b, _Bool c) { return a < b | -c; }",
        "return (i32(a) < i32(b)) | -i32(c)",
    );
    check(
        "double f(float x) { return x / 3 + 0.5; }",
        "return f64(x / 3.0f32) + 0.5",
    );
    check(
        "unsigned long f(int i) { return i * 2ul + sizeof i; }",
        "return (u64(i) * 2u64) + 4u64",
    );
    check("int f(long n) { return 1 << n; }", "return 1 << n");
    check(
        "long f(int i) { return -2147483648 + -i; }",
        "return -2147483648i64 + i64(-i)",
    );
    check("unsigned f(void) { return -1; }", "return 4294967295u32");
    check(
        "float f(void) { return 0.1; }",
        "return 0.10000000149011612f32",
    );
    check(
        "int f(double x) { return !x && (char)x; }",
        "return !x ? (i8(x) != 0i8) : 0",
    );
}

#[test]
fn constants_have_their_own_types() {
    check(
        "#define N 40\n#define W 4000000000\n#define U (N * 2u)\nlong f(int i) { return i * N + W + U; }",
        "return (i64(i * N) + W) + i64(U)",
    );
    check(
        "enum { A = 3, B, C = B * 2 }; int f(void) { return A + C; }",
        "return 3 + 8",
    );
    check(
        "int f(void) { return 'a' + '\\n' + '\\x41'; }",
        "return (97 + 10) + 65",
    );
    check(
        "double f(void) { return 0x1.8p1 + 1e3f + .5; }",
        "return (3.0 + f64(1000.0f32)) + 0.5",
    );
}

#[test]
fn pointers_move_by_elements() {
    check(
        "long f(int w, float a[][w], float *p, unsigned n) { return &a[2][1] - p + *(p - n) + p[-1]; }",
        "return i64((f32(&(*(a @ 2))[1] @- p) + *(p @ -i64(n))) + *(p @ -1))",
    );
    check(
        "int f(int *p, int *q) { return p == 0 || p < q; }",
        "return (p == *i32(0)) ? 1 : (p < q)",
    );
    check(
        "char f(void) { return \"abc\"[1] + *\"x\"; }",
        "return i8(i32((*\"abc\\0\")[1]) + i32(*\"x\\0\"))",
    );
}

#[test]
fn effects_are_statements_in_order() {
    check(
        "void f(int *p, int *q) { *p++ = *q++; }",
        "%2 = q
         q = %2 @ 1
         %3 = p
         p = %3 @ 1
         *%3 = *%2",
    );
    check(
        "int g(int); int f(int a) { return a + g(a) * a++; }",
        "%3 = a
         %1 = call g(a)
         %2 = a
         a = %2 + 1
         return %3 + (%1 * %2)",
    );
    check(
        "int g(void); int t; int f(int a) { return t + g() + a; }",
        "%3 = t
         %2 = call g()
         return (%3 + %2) + a",
    );
    check(
        "void f(int a[4], int i) { a[i++] += i = 2; }",
        "i = 2
         %2 = i
         i = %2 + 1
         *(a @ %2) = *(a @ %2) + 2",
    );
    check(
        "float f(short s, float x) { float y; return x = s = y = 3.7; }",
        "declare y: f32
         y = 3.700000047683716f32
         s = i16(y)
         x = f32(s)
         return x",
    );
    check(
        "void f(unsigned char c) { c += 300; c--; c <<= 1u; }",
        "c = u8(i32(c) + 300)
         c = u8(i32(c) - 1)
         c = u8(i32(c) << 1u32)",
    );
}

#[test]
fn skipped_parts_are_branches_if_they_have_effects() {
    check(
        "int g(int); int f(int a) { return a > 0 && g(a) ? a : g(1); }",
        "if a > 0 {
           %1 = call g(a)
           %2 = %1 != 0
         } else {
           %2 = 0
         }
         if %2 {
           %4 = a
         } else {
           %3 = call g(1)
           %4 = %3
         }
         return %4",
    );
    check(
        "void g(void); void f(int a, int b) { a && b || (g(), 0); a ? g() : (void)0; }",
        "if !(a ? (b != 0) : 0) {
           call g()
         }
         if a {
           call g()
         }",
    );
    check(
        "int f(int a, int b) { return a ?: b; }",
        "%2 = a
         return %2 ? %2 : b",
    );
}

#[test]
fn volatile_reads_happen_once_each() {
    check(
        "volatile int v; int f(int a) { v = 1; v += a; return v * v; }",
        "v = 1
         %2 = v
         v = %2 + a
         %3 = v
         %4 = v
         return %3 * %4",
    );
    check(
        "int f(volatile int *p) { *p += 1; return *p; }",
        "%1 = volatile *p
         volatile *p = %1 + 1
         %2 = volatile *p
         return %2",
    );
    check(
        "struct s { volatile int a; int b; }; int f(struct s *p) { return p->a + p->b; }",
        "%1 = volatile (*p).a
         return %1 + (*p).b",
    );
    check(
        "volatile struct s { int a; } v; void f(int n) { v.a = n; }",
        "v.a = n",
    );
    check(
        "struct s { volatile int a; } v; struct s f(void) { return v; }",
        "unsupported a structure with `volatile` parts as a whole",
    );
}

#[test]
fn complex_numbers_are_made_of_their_parts() {
    let f = |body: &str| {
        format!(
            "double _Complex f(double _Complex z, float _Complex w, float x, int n) {{ {body} }}"
        )
    };
    let check = |body: &str, wanted: &str| check(&f(body), wanted);
    check("return n;", "return c64(f64(n), 0.0)");
    check("return w;", "return c64(w)");
    check(
        "n = z; return 2.0i;",
        "n = i32(creal(z))\nreturn c64(0.0, 2.0)",
    );
    check("return x * w + z * n;", "return c64(x * w) + (z * f64(n))");
    check("return x / z;", "return c64(f64(x), 0.0) / z");
    check("return z / x;", "return z / f64(x)");
    check(
        "return z == n;",
        "return c64(f64(z == c64(f64(n), 0.0)), 0.0)",
    );
    check(
        "if (w) n = 1; return -w;",
        "if w != c32(0.0f32, 0.0f32) {\nn = 1\n}\nreturn c64(-w)",
    );
    check("return __imag__ w;", "return c64(f64(cimagf(w)), 0.0)");
    check(
        "return z < w;",
        "unsupported an operator on something that is no number",
    );
}

#[test]
fn library_functions_without_effects_are_values() {
    check(
        "#include <math.h>\n#include <stdlib.h>\ndouble f(float x, int n) { return sqrtf(x) + fmax(x, n) + abs(n) + __builtin_expect(n, 1); }",
        "return ((f64(sqrtf(x)) + fmax(f64(x), f64(n))) + f64(abs(n))) + f64(i64(n))",
    );
    check(
        "float sqrtf(double, int); float f(float x) { return sqrtf(x, 1); }",
        "%1 = call sqrtf(f64(x), 1)
         return %1",
    );
    check(
        "#include <string.h>\nvoid f(float *p, unsigned n) { memset(p, 0, n * sizeof *p); memmove(p, p + 1, n); }",
        "call memset(*void(p), 0, u64(n) * 4u64)
         call memmove(*void(p), *void(p @ 1), u64(n))",
    );
}

#[test]
fn calls_convert_their_arguments() {
    check(
        "int g(float, ...); int h(); void f(char c, float x, int (*k)(double)) { g(c, c, x); h(x, c); k(c); (*k)(1); }",
        "call g(f32(c), i32(c), f64(x))
         call h(f64(x), i32(c))
         call k(f64(c))
         call k(1.0)",
    );
}

#[test]
fn what_has_no_form_is_named() {
    check(
        "int f(int n) { return n + _undeclared; }",
        "unsupported `_undeclared`, whose declaration is not understood",
    );
    check(
        "double f(int _Complex z) { return 1.0; }",
        "unsupported a complex number of an unusual type\nreturn 1.0",
    );
    check(
        "void f(double _Complex z) { __real__ z = 1.0; }",
        "unsupported a part of a complex number as a place",
    );
    check(
        "void f(void) { asm(\"\"); __asm__ volatile (\"nop\"); }",
        "unsupported inline assembly\nunsupported inline assembly",
    );
    check(
        "int f(void) { return __builtin_constant_p(3); }",
        "unsupported `__builtin_constant_p`",
    );
    check(
        "long double f(void) { return 0.1L; }",
        "unsupported a constant that is not understood",
    );
    check(
        "long double f(void) { return 0.5L + 1; }",
        "return 0.5f128 + 1.0f128",
    );
}
