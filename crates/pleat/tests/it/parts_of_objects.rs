//! Sizes that are members or elements: followed where nothing may change them, else the reason says
//! so, and its advice works.

use crate::common::fold;

/// The reason why `t` stays in a function with this head, these sizes and this store.
fn reason(head: &str, copies: &str, [h, w]: [&str; 2], store: &str) -> Option<String> {
    let work = tempfile::tempdir().unwrap();
    let path = work.path().join("kernel.c");
    let text = format!(
        "struct image {{ int w, h, n[2]; int *px; unsigned char *bytes; }};\n\
         struct view {{ struct image *im; int at[2]; }};\n\
         static int counts[64];\n\
         extern int sizes[2];\n\
         void kernel({head}, const float a[100])\n{{\n    {copies}\n    float t[50][100];\n    \
         for (int y = 0; y < {h}; y++) {{\n        \
         for (int x = 0; x < {w}; x++)\n            t[y][x] = a[x] * y;\n        \
         for (int x = 0; x < {w}; x++)\n            {store} += t[y][x];\n    }}\n}}\n\
         void count(void) {{ counts[3]++; }}\n"
    );
    std::fs::write(&path, text).unwrap();
    let folded = fold(&path);
    assert!(folded.unsound.is_none(), "{:?}", folded.unsound);
    let entry = folded.report.arrays.iter().find(|a| a.name == "t").unwrap();
    entry.reason.clone()
}

const MEMBERS: [&str; 2] = ["p->h", "p->w"];

#[test]
fn stores_that_change_no_size() {
    let folds = |head: &str, sizes: [&str; 2], store: &str| {
        assert_eq!(
            reason(head, "", sizes, store),
            None,
            "{head} {sizes:?} {store}"
        );
    };
    folds("const struct image *p, float *out", MEMBERS, "out[x]");
    folds("const struct image *p, short *out", MEMBERS, "out[x]");
    folds(
        "const struct image *p, int *restrict out",
        MEMBERS,
        "out[x]",
    );
    folds("struct image *restrict p", MEMBERS, "p->px[x]");
    folds("struct image *restrict p, int *out", MEMBERS, "out[x]");
    folds("const struct image *p", MEMBERS, "counts[x % 64]");
    folds(
        "const struct image *p, float *out",
        ["p->n[1]", "p->n[0]"],
        "out[x]",
    );
    folds(
        "struct view *v, float *out",
        ["v->im->h", "v->im->w"],
        "out[x]",
    );
    folds(
        "struct image p, unsigned char *out",
        ["p.h", "p.w"],
        "out[x]",
    );
    folds("const int *n, float *out", ["n[1]", "n[0]"], "out[x]");
    folds("float *out", ["sizes[1]", "sizes[0]"], "out[x]");
}

#[test]
fn stores_that_may_change_a_size() {
    let stays = |head: &str, copies: &str, sizes: [&str; 2], store: &str| {
        let reason = reason(head, copies, sizes, store);
        assert_eq!(
            reason.as_deref(),
            Some("may-change"),
            "{head} {sizes:?} {store}"
        );
    };
    stays("const struct image *p, int *out", "", MEMBERS, "out[x]");
    stays(
        "const struct image *p, unsigned char *out",
        "",
        MEMBERS,
        "out[x]",
    );
    stays("struct image *p", "", MEMBERS, "p->px[x]");
    stays("struct image *p", "", MEMBERS, "p->bytes[x]");
    stays(
        "struct image *restrict p",
        "struct image *q = p;",
        MEMBERS,
        "q->n[x]",
    );
    stays("struct image *restrict p", "", MEMBERS, "p->n[x]");
    stays("const int *n, int *out", "", ["n[1]", "n[0]"], "out[x]");
    stays("int *restrict n", "", ["n[1]", "n[0]"], "n[x]");
    stays("const int *n", "", ["n[1]", "n[0]"], "counts[x % 64]");
    stays("int *out", "", ["sizes[1]", "sizes[0]"], "out[x]");
    stays("int *out", "", ["sizes[1]", "sizes[0]"], "sizes[x % 2]");
}

#[test]
fn copies_as_advised() {
    let folds = |head: &str, copies: &str, store: &str| {
        assert_eq!(
            reason(head, copies, ["h", "w"], store),
            None,
            "{head} {store}"
        );
    };
    let members = "int h = p->h, w = p->w;";
    folds("const struct image *p, int *out", members, "out[x]");
    folds("struct image *p", members, "p->px[x]");
    folds(
        "const int *n, int *out",
        "const int h = n[1], w = n[0];",
        "out[x]",
    );
}

/// The reason why the elements of `t.px` stay in a function with this structure, these lines before
/// its loop, and these after it.
fn member_reason(structure: &str, before: &str, after: &str) -> Option<String> {
    let work = tempfile::tempdir().unwrap();
    let path = work.path().join("kernel.c");
    let text = format!(
        "#include <stdlib.h>\ntypedef {structure} image;\nvoid show(image *);\n\
         void kernel(int w, const float in[w], float out[w])\n{{\n    image t;\n    {before}\n    \
         t.px = malloc(w * sizeof(float));\n    for (int i = 0; i < w; i++) {{\n        \
         t.px[i] = in[i] * 2;\n        out[i] = t.px[i] + 1;\n    }}\n    {after}\n    \
         free(t.px);\n}}\n"
    );
    std::fs::write(&path, text).unwrap();
    let folded = fold(&path);
    assert!(folded.unsound.is_none(), "{:?}", folded.unsound);
    let mut arrays = folded.report.arrays.iter();
    let entry = arrays.find(|a| a.name == "t.px");
    entry.map_or(Some("none".to_string()), |entry| entry.reason.clone())
}

#[test]
fn pointers_of_own_structures() {
    let plain = "struct { int w; float *px; }";
    assert_eq!(member_reason(plain, "t.w = w;", ""), None);
    assert_eq!(member_reason(plain, "", "out[0] += t.w;"), None);
    let stays = |structure: &str, before: &str, after: &str| {
        let reason = member_reason(structure, before, after);
        assert!(reason.is_some(), "{structure} {before} {after}");
    };
    stays(plain, "", "show(&t);");
    stays(plain, "", "image u = t; out[0] = u.px[0];");
    stays(plain, "", "out[0] = sizeof t;");
    stays(plain, "", "\n#ifdef SHOW\n    out[0] = t.px[0];\n#endif\n");
    stays(plain, "image *p = &t;", "out[0] = p->px[0];");
    stays(plain, "", "float *q = t.px; out[0] = q[0];");
    stays("union { int w; float *px; }", "", "");
    stays("struct { volatile int w; float *volatile px; }", "", "");
}
