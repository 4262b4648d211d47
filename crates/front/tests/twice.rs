//! Functions that return twice: the arrays of their callers stay, for every form of call.

mod common;

use common::found;

const FOLDS: &str = "`t` is a candidate";

/// A function with the array `t`, and the statement `inside` before `t` is used again.
fn reason(beside: &str, inside: &str) -> String {
    let text = format!(
        "typedef long place[32];\nplace here;\n{beside}\nvoid f(int n, double *o)\n{{\ndouble t[9];\n\
         t[0] = n; o[0] = t[0];\n{inside}\nt[1] = n; o[1] = t[1];\n}}\n"
    );
    found(&text).reason("t")
}

#[test]
fn library_functions() {
    for name in [
        "setjmp",
        "_setjmp",
        "__setjmp",
        "__xsetjmp",
        "sigsetjmp",
        "__sigsetjmp",
        "savectx",
        "getcontext",
        "__getcontext",
        "swapcontext",
        "vfork",
        "__vfork",
        "__builtin_setjmp",
    ] {
        assert_eq!(
            reason(&format!("int {name}();"), &format!("{name}(here);")),
            "setjmp",
            "{name}"
        );
        assert_eq!(
            reason("", &format!("if ({name}(here)) o[2] = 1;")),
            "setjmp",
            "{name}"
        );
    }
    for name in ["fork", "longjmp", "setcontext", "makecontext", "jmp"] {
        assert_eq!(reason("", &format!("{name}(here);")), FOLDS, "{name}");
    }
}

#[test]
fn attributes() {
    for beside in [
        "int mark(long *) __attribute__((returns_twice));",
        "__attribute__((cold, __returns_twice__)) int mark(long *);",
        "[[gnu::returns_twice]] int mark(long *);",
        "int mark(long *); extern __typeof__(mark) mark __attribute__((returns_twice));",
        "int mark(long *) __asm__(\"_setjmp\");",
        "#define mark(p) (other(p) == 0)\nint other(long *) __attribute__((returns_twice));",
    ] {
        assert_eq!(reason(beside, "mark(here);"), "setjmp", "{beside}");
    }
    assert_eq!(
        reason("int mark(long *) __attribute__((cold));", "mark(here);"),
        FOLDS
    );
    assert_eq!(
        reason(
            "",
            "int mark(long *) __attribute__((returns_twice)); mark(here);"
        ),
        "setjmp"
    );
}

#[test]
fn calls_that_do_not_name_them() {
    let pointer = "int getcontext(long *);\nint (*save)(long *) = getcontext;";
    assert_eq!(reason(pointer, "save(here);"), "setjmp");
    assert_eq!(
        reason(
            "int getcontext(long *);",
            "int (*save)(long *) = getcontext; save(here);"
        ),
        "setjmp"
    );
    assert_eq!(reason("", "(*getcontext)(here);"), "setjmp");
    // A statement with unknown syntax.
    assert_eq!(
        reason("", "o[3] = __alignof__(here) + getcontext(here);"),
        "setjmp"
    );
    // Other entities of that name.
    assert_eq!(
        reason(
            "struct s { int getcontext; };",
            "struct s s = { 1 }; o[2] = s.getcontext;"
        ),
        FOLDS
    );
    assert_eq!(reason("", "int savectx = 3; o[2] = savectx;"), FOLDS);
}
