//! Splitting a unit into external declarations.

use crate::checks::check;
use source::{Declaration, Unit};

fn shown(unit: &Unit, d: &Declaration) -> String {
    let text = unit.text[d.at.start as usize..d.at.end as usize].replace('\n', " ");
    let flag = |set: bool, flag: &str| if set { flag.to_owned() } else { String::new() };
    format!(
        "{}{}{text}",
        flag(d.has_typedef, "T "),
        flag(d.is_function, "F ")
    )
}

fn split(text: &str, expected: &[&str]) {
    check(text, &[], |unit| {
        let found: Vec<String> = unit.declarations.iter().map(|d| shown(unit, d)).collect();
        assert_eq!(found, expected);
    });
}

#[test]
fn plain_declarations() {
    split(
        "int a, b[3] = {1, 2}; ; extern int f(int);",
        &["int a , b [ 3 ] = { 1 , 2 } ;", "extern int f ( int ) ;"],
    );
    split(
        "int (*f(void))(int) { if (1) { } } int a;",
        &["F int ( * f ( void ) ) ( int ) { if ( 1 ) { } }", "int a ;"],
    );
    split(
        "asm(\"nop\"); _Static_assert(1, \"x\"); int a",
        &[
            "asm ( \"nop\" ) ;",
            "_Static_assert ( 1 , \"x\" ) ;",
            "int a",
        ],
    );
}

#[test]
fn types() {
    split("typedef int T; T a;", &["T typedef int T ;", "T a ;"]);
    split(
        "struct S { int a; } s; struct S t;",
        &["T struct S { int a ; } s ;", "struct S t ;"],
    );
    split(
        "enum { A, B } f(void) { }",
        &["T F enum { A , B } f ( void ) { }"],
    );
    split(
        "struct S f(struct S a) { }",
        &["F struct S f ( struct S a ) { }"],
    );
    split(
        "struct __attribute__((packed)) S { int a; }; union __attribute__((x)) { int a; } u;",
        &[
            "T struct __attribute__ ( ( packed ) ) S { int a ; } ;",
            "T union __attribute__ ( ( x ) ) { int a ; } u ;",
        ],
    );
    split(
        "enum E : unsigned long { A }; struct S *f() { }",
        &["T enum E : unsigned long { A } ;", "F struct S * f ( ) { }"],
    );
    split(
        "struct S s = { 1 }, t = (struct S) { 2 };",
        &["struct S s = { 1 } , t = ( struct S ) { 2 } ;"],
    );
}

#[test]
fn old_style_functions() {
    split(
        "int f(a, b) int a; double b[]; { return a; } int c;",
        &[
            "F int f ( a , b ) int a ; double b [ ] ; { return a ; }",
            "int c ;",
        ],
    );
    split(
        "f() { } g(a) { } int c;",
        &["F f ( ) { }", "F g ( a ) { }", "int c ;"],
    );
    split(
        "FOO(x) int a; int b; void g(void) { }",
        &["FOO ( x ) int a ;", "int b ;", "F void g ( void ) { }"],
    );
    split(
        "int f(T) __attribute__((pure)); int a;",
        &["int f ( T ) __attribute__ ( ( pure ) ) ;", "int a ;"],
    );
    split(
        "__attribute__((x)) int a; typeof(a) b; int c;",
        &[
            "__attribute__ ( ( x ) ) int a ;",
            "typeof ( a ) b ;",
            "int c ;",
        ],
    );
    split("int f(a) int a; int b", &["int f ( a ) int a ;", "int b"]);
}

#[test]
fn brackets_that_do_not_match() {
    split(
        "int f() { a(1; } int b;",
        &["F int f ( ) { a ( 1 ; }", "int b ;"],
    );
    split("int a ) ] ; } int b;", &["int a ) ] ;", "}", "int b ;"]);
    split("int f() { { } int b;", &["F int f ( ) { { } int b ;"]);
}

#[test]
fn depth_is_the_deepest_nest() {
    check("int a[1]; int f(int b) { return ((b)); }", &[], |unit| {
        assert_eq!(
            unit.declarations
                .iter()
                .map(|d| d.depth)
                .collect::<Vec<_>>(),
            [1, 3]
        );
    });
}
