//! Whether the pointers that calls pass to `f(a, b)` lead to the same object.

#![allow(clippy::unwrap_used)]

mod common;

use program::points_to::{Meeting, PointsTo, Root};
use source::{Flags, SourceFile};

const START: &str = "
typedef unsigned long size_t;
void *malloc(size_t n);
void *memcpy(void *to, const void *from, size_t n);
void free(void *p);
void other(float *p);
struct image { int w; float *px; };
struct app { struct image in, out; float *a, *b; };
static void f(float *a, float *b) { b[0] = a[1]; }
";

/// The meetings of `a` and `b`, one for each call of `f` in a program.
fn meetings(text: &str) -> Vec<Meeting> {
    let text = format!("{START}{text}");
    let file = SourceFile::new("calls.c", text.into_bytes());
    let program = common::lowered(file, &Flags::default()).unwrap();
    let points_to = PointsTo::of(&program);
    let f = program.functions.iter().find(|f| f.name == "f").unwrap();
    let calls = points_to.calls("f");
    let of = |call, at| points_to.targets(f, call, Root::Parameter(at)).unwrap();
    let meetings = calls
        .iter()
        .map(|call| points_to.meeting(&of(call, 0), &of(call, 1)));
    meetings.collect()
}

fn check(expected: Meeting, text: &str) {
    let found = meetings(text);
    assert!(!found.is_empty(), "{text}");
    assert!(found.iter().all(|m| *m == expected), "{text}: {found:?}");
}

#[test]
fn other_objects() {
    let different = [
        "void g(void) { float x[4], y[4]; f(x, y); }",
        "void g(void) { float *x = malloc(16), *y = malloc(16); f(x, y); free(x); free(y); }",
        "static float x[4]; void g(void) { float y[4]; float *p = y; f(x + 1, p); }",
        "void g(float *in) { float *t = malloc(16); f(in, t); f(t, in); free(t); }",
        // Wrappers, to any depth.
        "static void *mem(size_t n) { return malloc(n); }
         static float *vec(int n) { return mem(n * sizeof(float)); }
         void g(int n) { float *x = vec(n), *y = vec(n); f(x, y); }",
        "static void h(float *a, float *b) { f(a, b); } void g(void) { float x[2], y[2]; h(x, y); }",
        "static float *same(float *p) { return p; }
         void g(void) { float x[2], y[2]; f(same(x), same(y)); }",
        // Members, copies of structures, structures on the heap.
        "void g(void) { struct app s; s.a = malloc(8); s.b = malloc(8); struct app t = s; f(t.a, t.b); }",
        "static struct image new(int w) { struct image m = { w, malloc(w) }; return m; }
         void g(int w) { struct image p = new(w), q = new(w); f(p.px, q.px); }",
        "static struct image *new(int w) { struct image *m = malloc(sizeof *m); m->px = malloc(w); return m; }
         void g(int w) { struct image *p = new(w), *q = new(w); f(p->px, q->px); }",
        "void g(void) { struct app s, t; s.a = malloc(8); s.b = malloc(8); memcpy(&t, &s, sizeof s); f(t.a, t.b); }",
        "static void make(float **p) { *p = malloc(8); } void g(void) { float *x, *y; make(&x); make(&y); f(x, y); }",
        "struct pair { float a[4], b[4]; }; void g(struct pair *p) { struct pair q = *p; f(q.a, q.b); }",
        "void g(void) { float x[2][4]; f(x[0], x[1]); }",
        "static float *x, *y; static void start(void) { x = malloc(8); y = malloc(8); }
         void g(void) { start(); f(x, y); }",
    ];
    for text in different {
        check(Meeting::Never, text);
    }
}

#[test]
fn one_object() {
    let same = [
        "void g(void) { float x[4]; f(x, x + 2); }",
        "void g(float *in) { f(in, in); }",
        "void g(void) { float *x = malloc(16); f(x, x); }",
        "void g(void) { int *x = malloc(16); float *y = (float *)(void *)x; f((float *)x, y); }",
        "struct app s; void g(void) { f(s.a, s.a); }",
        "void g(struct app *s) { f(s->in.px, s->in.px); }",
        "void g(void) { float x[4]; struct app s; s.a = x; struct app t = s; f(t.a, x); }",
        "static float *same(float *p) { return p + 1; } void g(void) { float x[4]; f(x, same(x)); }",
        "static void h(float *a, float *b) { f(a, b); } void g(void) { float x[2]; h(x, x); }",
        "void g(float **rows, int y) { f(rows[y], rows[y]); }",
        "void g(void) { float x[4]; void (*p)(float *, float *) = f; p(x, x); }",
        // One storage that is allocated once.
        "static float *x; static float *get(int n) { if (!x) x = malloc(n); return x; }
         void g(void) { float *p = get(8), *q = get(8); f(p, q); }",
        "static float *get(int n) { static float *x = 0; if (x == 0) { x = malloc(n); *x = 0; } return x; }
         void g(void) { f(get(8), get(8)); }",
        "struct app s; void g(void) { static float x[4]; s.a = x; s.b = s.a; f(s.a, s.b); }",
    ];
    for text in same {
        check(Meeting::Always, text);
    }
}

#[test]
fn unknown_objects() {
    let unknown = [
        "void g(float *a, float *b) { f(a, b); }",
        "void g(int n) { float x[4], y[4]; float *p = n ? x : y; f(p, y); }",
        "void g(int n) { float *x = malloc(8), *y = malloc(8);
         while (n--) { f(x, y); float *t = x; x = y; y = t; } }",
        "void g(float *a) { static float x[4]; other(x); f(a, x); }",
        "float x[4]; void g(float *a) { f(a, x); }",
        "struct app s; void g(void) { s.a = malloc(4); s.b = malloc(4); other(s.a); f(s.a, s.b); }",
        "static float *x; static float *get(int n) { x = malloc(n); return x; }
         void g(void) { float *p = get(8), *q = get(8); f(p, q); }",
        "void g(float **rows, int y) { f(rows[y], rows[y + 1]); }",
        "void g(long p, float *x) { f((float *)p, x); }",
        // Pointers that are moved as bytes.
        "void g(void) { struct app s, t; s.a = malloc(8); s.b = malloc(8);
         for (size_t k = 0; k < sizeof s; k++) ((char *)&t)[k] = ((char *)&s)[k]; f(t.a, t.b); }",
        "union u { float *p; long n; }; void g(long n) { union u a, b; a.p = malloc(8); b.n = n; f(a.p, b.p); }",
    ];
    for text in unknown {
        check(Meeting::Unknown, text);
    }
}
