//! Declarations, initialisers, loops, `switch`, directives.
#![allow(clippy::unwrap_used)]

mod common;

use common::{check, program_of};
use program::{Lifetime, Type, ValueKind};

#[test]
fn terms_with_effects_are_tests_of_their_own() {
    check(
        "int g(int); void f(int n) { if (n > 1 && n < 9 && g(n) && n != 5) n = 0; }",
        "if (n > 1) ? (n < 9) : 0 {
           %1 = call g(n)
           if %1 ? (n != 5) : 0 {
             n = 0
           }
         }",
    );
    check(
        "int g(int); void f(int n) { if (g(n) && n > 1) n = 0; if (n && g(n)) ; }",
        "%1 = call g(n)
         if %1 ? (n > 1) : 0 {
           n = 0
         }
         if n {
           %2 = call g(n)
         }",
    );
}

#[test]
fn loops_keep_their_parts() {
    check(
        "void g(int); void f(int n) { for (int i = 0, j = n; i < j; i++, --j) { if (i == 3) continue; g(i); } }",
        "block {
           declare i: i32
           i = 0
           declare j: i32
           j = n
           loop i < j {
             if i == 3 {
             } else {
               call g(i)
             }
           } step {
             i = i + 1
             j = j - 1
           }
         }",
    );
    check(
        "void g(int); void f(int n) { while (n) { if (n > 8) { g(1); if (n > 9) continue; g(2); } g(3); } }",
        "loop n {
           if n > 8 {
             call g(1)
             if n > 9 {
               continue
             }
             call g(2)
           }
           call g(3)
         }",
    );
    check(
        "void g(void); void f(int n) { while (n-- > 0) g(); do g(); while (--n); for (;;) break; while (1) break; }",
        "%1 = n
         n = %1 - 1
         loop %1 > 0 {
           call g()
         } step {
           %1 = n
           n = %1 - 1
         }
         do loop n {
           call g()
         } step {
           n = n - 1
         }
         loop {
           break
         }
         loop {
           break
         }",
    );
}

#[test]
fn switches_have_arms() {
    check(
        "int f(unsigned char c) { switch (c) { int t; case 1: case 2 ... 4: t = 5; break; default: t = 2; case -1: return t; } return 0; }",
        "block {
           declare t: i32
           switch i32(c)
           case 1, 2, 3, 4 {
             t = 5
             break
           }
           case  default {
             t = 2
           }
           case -1 {
             return t
           }
         }
         return 0",
    );
    check(
        "int f(int n) { switch (n) { case 0: while (n) { case 1: n--; } } return n; }",
        "unsupported a `case` inside another statement
         return n",
    );
}

#[test]
fn jumps_to_blocks_around_are_flags() {
    check(
        "int g(int); int f(int n) {
           for (int i = 0; i < n; i++) { if (g(i)) goto out; g(7); }
           n = 9;
         out: return n; }",
        "%1 = 0
         block {
           declare i: i32
           i = 0
           loop i < n {
             %3 = call g(i)
             if %3 {
               %1 = 1
               break
             }
             call g(7)
           } step {
             i = i + 1
           }
         }
         if !%1 {
           n = 9
         }
         return n",
    );
    check(
        "int g(int); void f(int n) { again: g(n); if (--n) goto again; }",
        "do loop %1 {
           %1 = 0
           call g(n)
           n = n - 1
           if n {
             %1 = 1
           }
         }",
    );
    check(
        "int g(int); void f(int n) { if (n) goto in; { in: g(n); } }",
        "if n {
           unsupported `goto`
         }
         block {
           call g(n)
         }",
    );
    check(
        "int g(int); void f(int n) { for (;;) { again: if (g(n)) break; goto again; } }",
        "loop {
           %1 = call g(n)
           if %1 {
             break
           }
           unsupported `goto`
         }",
    );
}

#[test]
fn incomplete_initialisers_are_zeros_first() {
    check(
        "void f(int n) { int a[2][3] = {{1}, [1][2] = n}; float b[] = {1, 2}; char s[] = \"a\"; }",
        "declare a: [2u64][3u64]i32
         %2 = 0i64
         loop %2 < 2i64 {
           %3 = 0i64
           loop %3 < 3i64 {
             a[%2][%3] = 0
           } step {
             %3 = %3 + 1i64
           }
         } step {
           %2 = %2 + 1i64
         }
         a[0][0] = 1
         a[1][2] = n
         declare b: [2u64]f32
         b[0] = 1.0f32
         b[1] = 2.0f32
         declare s: [2u64]i8
         s[0] = 97i8
         s[1] = 0i8",
    );
    check(
        "struct p { float x, y; struct { int n; }; }; void f(struct p *q) { struct p a = {1, 2, 3}, b = *q, c = {.n = 4}; }",
        "declare a: struct p
         a.x = 1.0f32
         a.y = 2.0f32
         a..n = 3
         declare b: struct p
         b = *q
         declare c: struct p
         c.x = 0.0f32
         c.y = 0.0f32
         c..n = 0
         c..n = 4",
    );
}

#[test]
fn braces_may_be_left_out() {
    check(
        "struct s { int a[2]; int b; }; void f(struct s t) { struct s u[] = {1, 2, 3, t, {{4}, 5}}; }",
        "declare u: [3u64]struct s
         %2 = 0i64
         loop %2 < 3i64 {
           %3 = 0i64
           loop %3 < 2i64 {
             u[%2].a[%3] = 0
           } step {
             %3 = %3 + 1i64
           }
           u[%2].b = 0
         } step {
           %2 = %2 + 1i64
         }
         u[0].a[0] = 1
         u[0].a[1] = 2
         u[0].b = 3
         u[1] = t
         u[2].a[0] = 4
         u[2].b = 5",
    );
}

#[test]
fn lengths_are_those_of_the_declaration() {
    check(
        "unsigned long f(int n, int m) { float a[n][m]; n = 0; return sizeof a + sizeof a[0]; }",
        "%2 = u64(n)
         declare a: [%2][u64(m)]f32
         n = 0
         return (%2 * (u64(m) * 4u64)) + (u64(m) * 4u64)",
    );
    check(
        "unsigned long f(int n) { typedef float row[n]; n++; row a; return sizeof(row) + _Alignof(row); }",
        "%1 = u64(n)
         n = n + 1
         declare a: [%1]f32
         return (%1 * 4u64) + 4u64",
    );
}

#[test]
fn parameters_tell_their_lengths() {
    let program = program_of("void f(int n, double a[static n + 1][n], int b[], int *c) {}");
    let function = &program.functions[0];
    let shown = function
        .lengths
        .iter()
        .map(|l| l.as_ref().map(|v| program.text_of_value(v)));
    let shown: Vec<Option<String>> = shown.collect();
    assert_eq!(shown, [None, Some("u64(n + 1)".to_string()), None, None]);
    let a = &program.objects[function.parameters[1].0 as usize];
    assert!(matches!(a.ty, Type::Pointer(_)) && a.lifetime == Lifetime::Parameter);
}

#[test]
fn static_objects_have_contents() {
    let program = program_of(
        "int z; static int a[4] = {1, [2] = 3}; extern int e; int *p = &a[2];
         struct { char c; double d; } s[2] = {{1, 2}, {.d = 4}};
         int f(void) { static float t[3] = {0, 1.5}; return z + e + a[0] + *p + s[0].c + t[1]; }",
    );
    let contents = |name: &str| {
        let object = program.objects.iter().find(|o| o.name == name).unwrap();
        let parts = object.initial.as_ref()?.iter();
        Some(
            parts
                .map(|(at, v)| format!("{at}: {}", program.text_of_value(v)))
                .collect::<Vec<_>>(),
        )
    };
    assert_eq!(contents("z"), Some(vec![]));
    assert_eq!(contents("a").unwrap(), ["0: 1", "8: 3"]);
    assert_eq!(contents("e"), None);
    assert_eq!(contents("p").unwrap(), ["0: &a[2]"]);
    assert_eq!(contents("s").unwrap(), ["0: 1i8", "8: 2.0", "24: 4.0"]);
    assert_eq!(contents("t").unwrap(), ["0: 0.0f32", "4: 1.5f32"]);
}

#[test]
fn directives_stay_with_their_statements() {
    check(
        "void g(void); void f(int n) {
         #pragma omp parallel for
         for (int i = 0; i < n; i++) g();
         #pragma omp parallel
         {
         #pragma omp single
         g();
         #pragma omp barrier
         g();
         #pragma omp taskwait
         }
         #pragma GCC unroll 4
         while (n) n--;
         }",
        "block {
           declare i: i32
           i = 0
           pragma omp parallel for
           loop i < n {
             call g()
           } step {
             i = i + 1
           }
         }
         pragma omp parallel {
           block {
             pragma omp single {
               call g()
             }
             pragma omp barrier {
             }
             call g()
             pragma omp taskwait {
             }
           }
         }
         pragma GCC unroll 4
         loop n {
           n = n - 1
         }",
    );
    check(
        "void f(int n) { if (n)
         #pragma omp critical
         { n++; } }",
        "if n {
           pragma omp critical {
             block {
               n = n + 1
             }
           }
         }",
    );
}

#[test]
fn unread_code_is_not_silent() {
    let program = program_of(
        "typedef float v4 __attribute__((vector_size(16)));
         static v4 g(v4 a) { return a; }
         int h(int n) { int t = 0; auto int inner(int k) { return k; } t += inner(n); return t; }
         int x;
         int k(void) { v4 a; return x; }",
    );
    for function in &program.functions {
        let mut found = Vec::new();
        common::unsupported(&function.body, &mut found);
        assert!(
            !found.is_empty(),
            "{}: {}",
            function.name,
            program.text_of(function)
        );
    }
    let names: Vec<&str> = program.functions.iter().map(|f| f.name.as_str()).collect();
    assert_eq!(names, ["g", "h", "k"]);
}

#[test]
fn places_are_those_of_the_file() {
    let text = "#define SQ(x) ((x) * (x))\nint f(int n) { return SQ(n + 1) - 2; }";
    let program = program_of(text);
    let program::StatementKind::Return(Some(value)) = &program.functions[0].body[0].kind else {
        panic!("no return");
    };
    assert_eq!(&text[value.at.range()], "SQ(n + 1) - 2");
    let ValueKind::Binary(_, left, _) = &value.kind else {
        panic!("no operator");
    };
    assert_eq!(&text[left.at.range()], "SQ(n + 1)");
}

#[test]
fn threads_have_objects_of_their_own() {
    let program = program_of(
        "static __thread int a; int b;\n#pragma omp threadprivate(b)\nint c; int f(void) { return a + b + c; }",
    );
    let marked = program
        .objects
        .iter()
        .filter(|o| o.is_volatile)
        .map(|o| o.name.as_str());
    assert_eq!(
        marked.filter(|n| !n.is_empty()).collect::<Vec<_>>(),
        ["a", "b"]
    );
}
