//! Origins of tokens: written text, macro arguments, macro bodies.

use crate::checks::{check, find, kinds, main_text, origin, range};
use source::{Note, Unplaced};

#[test]
fn plain_text_is_written() {
    check("int a; /* c */ int\n  b = 1; // d\n", &[], |unit| {
        assert_eq!(main_text(unit), "int a ; int b = 1 ;");
        assert_eq!(kinds(unit), "========");
        assert_eq!(origin(unit, "; int b"), "; /* c */ int\n  b");
    });
}

#[test]
fn arguments_keep_their_place() {
    let text = "#define SQ(x) ((x) * (x))\nint f(int a) { return 2 + SQ(a[ 1 ]); }\n";
    check(text, &[], |unit| {
        assert_eq!(origin(unit, "( ( a [ 1 ] ) * ( a [ 1 ] ) )"), "SQ(a[ 1 ])");
        assert_eq!(
            origin(unit, "2 + ( ( a [ 1 ] ) * ( a [ 1 ] ) ) ;"),
            "2 + SQ(a[ 1 ]);"
        );
        let call = range(unit, "( ( a [ 1 ] ) * ( a [ 1 ] ) )");
        let argument = call.start + 4..call.start + 11;
        assert_eq!(&unit.text[argument.clone()], "a [ 1 ]");
        let spelled = unit
            .spelled_span(unit.tokens_in(argument.clone()))
            .expect("the argument is in the file");
        assert_eq!(unit.file.slice(spelled), "a[ 1 ]");
        let refused = unit.span_of(argument.clone());
        assert!(matches!(refused, Err(Unplaced::InsideMacro { ref name, .. }) if &**name == "SQ"));
        let near = unit.nearest_span(argument).expect("it is of the main file");
        assert_eq!(unit.file.slice(near), "SQ(a[ 1 ])");
        assert!(
            unit.spelled_span(unit.tokens_in(range(unit, "return")))
                .is_some()
        );
    });
}

#[test]
fn nested_macros_belong_to_the_outermost_invocation() {
    let text = "#define A(x) B(x) + 1\n#define B(x) [x]\nint y = 0 A( B( 7 ) ) ;\n";
    check(text, &[], |unit| {
        assert_eq!(origin(unit, "[ [ 7 ] ] + 1"), "A( B( 7 ) )");
        assert_eq!(kinds(unit), "====mmmmmmm=");
        assert!(origin(unit, "7").starts_with("InsideMacro { name: \"A\""));
        let seven = find(unit, "7")[0].spelled().expect("an argument");
        assert_eq!(unit.file.line_col(seven.start).line, 3);
    });
}

#[test]
fn bodies_in_the_main_file_have_places() {
    let text = "#define BODY y[i] \\\n  [j]\nint z = BODY + BODY;\n";
    check(text, &[], |unit| {
        assert_eq!(kinds(unit), "===mmmmmmm=mmmmmmm=");
        let first = &unit.tokens[3..10];
        let second = &unit.tokens[11..18];
        let spelled =
            |tokens: &[source::Token]| -> Vec<_> { tokens.iter().map(|t| t.spelled()).collect() };
        assert_eq!(spelled(first), spelled(second));
        let at = first[0].at.start as usize..first[6].at.end as usize;
        let span = unit
            .spelled_span(unit.tokens_in(at.clone()))
            .expect("the body is in the file");
        assert_eq!(unit.file.slice(span), "y[i] \\\n  [j]");
        assert_eq!(
            unit.file
                .slice(unit.span_of(at).expect("a whole invocation")),
            "BODY"
        );
    });
}

#[test]
fn stringised_and_pasted_tokens_have_none() {
    let text = "#define S(x) #x\n#define P(a, b) a##b\n#define E(a) a##1 P(a,)\n\
                char *s = S( a  + \"q\\n\" 'c' ); int P(x, y) = E(v);\n";
    check(text, &[], |unit| {
        assert_eq!(
            main_text(unit),
            r#"char * s = "a + \"q\\n\" 'c'" ; int xy = v1 v ;"#
        );
        assert_eq!(kinds(unit), "====m==m=mm=");
        assert_eq!(find(unit, "xy")[0].spelled(), None);
        assert_eq!(origin(unit, "xy"), "P(x, y)");
        let lone = find(unit, "v ")[0].spelled().expect("glued to nothing");
        assert_eq!(unit.file.slice(lone), "v");
    });
}

#[test]
fn invocations_span_lines_and_comments() {
    let text = "#define ADD(a, b) a + b\nint x = ADD( /* one, */ 1,\n  // two )\n  2\n) * 3;\nint y;\n\
                int z = ADD\n(4,\n5);\n";
    check(text, &[], |unit| {
        assert_eq!(
            main_text(unit),
            "int x = 1 + 2 * 3 ; int y ; int z = 4 + 5 ;"
        );
        assert_eq!(kinds(unit), "===mmm=========mmm=");
        assert_eq!(
            origin(unit, "1 + 2"),
            "ADD( /* one, */ 1,\n  // two )\n  2\n)"
        );
        assert_eq!(origin(unit, "4 + 5"), "ADD\n(4,\n5)");
        assert!(unit.notes.is_empty());
    });
}

#[test]
fn a_function_macro_without_brackets_is_a_name() {
    check(
        "#define F(x) x\nint F = 1;\nint g = F\n\n;\n",
        &[],
        |unit| {
            assert_eq!(main_text(unit), "int F = 1 ; int g = F ;");
            assert_eq!(kinds(unit), "==========");
        },
    );
}

#[test]
fn names_that_only_the_compiler_knows() {
    let text = "#define HERE __LINE__\nint a = __LINE__, b = HERE; int c;\nchar *f = __FILE__;\nint d = __COUNTER__;\n";
    check(text, &[], |unit| {
        assert_eq!(
            main_text(unit),
            "int a = 2 , b = 2 ; int c ; char * f = \"<stdin>\" ; int d = 0 ;"
        );
        assert_eq!(kinds(unit), "===m===m========m====m=");
        assert_eq!(origin(unit, "b = 2"), "b = HERE");
        assert!(unit.notes.is_empty());
    });
}

#[test]
fn lines_that_differ_are_foreign_and_noted() {
    let text = "#define CAT_(a, b) a b##__COUNTER__ a\n#pragma push_macro(\"K\")\n\
                int before;\n#define K k1\n#pragma push_macro(\"K\")\n#undef K\n#define K k2\n\
                #pragma pop_macro(\"K\")\nint K; int same;\nint after;\n";
    check(text, &[], |unit| {
        assert_eq!(
            main_text(unit),
            "int before ; int k1 ; int same ; int after ;"
        );
        if unit.notes.is_empty() {
            return;
        }
        assert_eq!(kinds(unit), "===??????===");
        let Note::Differs(span) = unit.notes[0];
        assert_eq!(unit.file.slice(span), "int K; int same;");
        assert_eq!(unit.span_of(range(unit, "same")), Err(Unplaced::Foreign));
        let near = unit
            .nearest_span(range(unit, "same"))
            .expect("a line of the main file");
        assert_eq!(unit.file.slice(near), "int K; int same;");
    });
}

#[test]
fn rescanning_continues_after_the_invocation() {
    let text = "#define f(a) a*g\n#define g(a) f(a)\nint x = f(2)(9) ; int y = f(3);\n";
    check(text, &[], |unit| {
        assert_eq!(main_text(unit), "int x = 2 * 9 * g ; int y = 3 * g ;");
        assert_eq!(kinds(unit), "===mmmmm====mmm=");
        assert_eq!(origin(unit, "2 * 9 * g"), "f(2)(9)");
    });
}

#[test]
fn the_examples_of_the_standard() {
    let text = "#define x 3\n#define f(a) f(x * (a))\n#undef x\n#define x 2\n#define g f\n#define z z[0]\n\
                #define h g(~\n#define m(a) a(w)\n#define w 0,1\n#define t(a) a\n#define p() int\n\
                #define q(x) x\n#define r(x,y) x ## y\n#define str(x) # x\n\
                f(y+1) + f(f(z)) % t(t(g)(0) + t)(1);\n\
                g(x+(3,4)-w) | h 5) & m\n(f)^m(m);\n\
                p() i[q()] = { q(1), r(2,3), r(4,), r(,5), r(,) };\n\
                char c[2][6] = { str(hello), str() };\n";
    let expected = "f ( x * ( y + 1 ) ) + f ( x * ( f ( x * ( z [ 0 ] ) ) ) ) % f ( x * ( 0 ) ) + t ( 1 ) ; \
                    f ( x * ( x + ( 3 , 4 ) - 0 , 1 ) ) | f ( x * ( ~ 5 ) ) & f ( x * ( 0 , 1 ) ) ^ m ( 0 , 1 ) ; \
                    int i [ ] = { 1 , 23 , 4 , 5 , } ; \
                    char c [ 2 ] [ 6 ] = { \"hello\" , \"\" } ;";
    check(text, &[], |unit| {
        assert_eq!(main_text(unit), expected);
        assert!(unit.notes.is_empty(), "{:?}", unit.notes);
        assert!(!kinds(unit).contains('?'));
    });
}

#[test]
fn variadic_macros() {
    let text = "#define P(f, ...) printf(f, ## __VA_ARGS__)\n#define Q(args...) [args]\n\
                #define V(...) (__VA_ARGS__)\n#define X(t) #t\n#define Y(t) X(t)\n\
                P(\"a\"); P(\"b\", 1, (2, 3)); Q(4, 5); Q(); V(6, V(7)); Y(a V(8) -P);\n";
    check(text, &[], |unit| {
        assert_eq!(
            main_text(unit),
            "printf ( \"a\" ) ; printf ( \"b\" , 1 , ( 2 , 3 ) ) ; [ 4 , 5 ] ; [ ] ; ( 6 , ( 7 ) ) ; \
             \"a (8) -P\" ;"
        );
        assert!(unit.notes.is_empty(), "{:?}", unit.notes);
    });
}

#[test]
fn va_opt() {
    let text = "#define P(f, ...) g(f __VA_OPT__(, [__VA_ARGS__]))\nP(1); P(2, 3, 4); P(5, );\n";
    check(text, &["-std=gnu2x"], |unit| {
        assert_eq!(main_text(unit), "g ( 1 ) ; g ( 2 , [ 3 , 4 ] ) ; g ( 5 ) ;");
        assert!(unit.notes.is_empty(), "{:?}", unit.notes);
    });
}

#[test]
fn line_directives_do_not_confuse() {
    let text = "int a;\n#line 100 \"other.y\"\nint b;\n# 7 \"third.y\"\nint c;\n";
    check(text, &[], |unit| {
        assert_eq!(kinds(unit), "=========");
        assert_eq!(origin(unit, "c"), "c");
    });
}

#[test]
fn odd_bytes_and_line_breaks() {
    let text = "#define TWO(a) a a\r\nint \u{e9}t\\u00e9 = 1; /* \u{fc} \r\n */ in\\\r\nt b;\r\nTWO(in\\\r\nt) c;";
    check(text, &[], |unit| {
        assert_eq!(
            main_text(unit),
            "int \u{e9}t\u{e9} = 1 ; int b ; int int c ;"
        );
        assert_eq!(kinds(unit), "========mm==");
        assert_eq!(origin(unit, "int b"), "in\\\r\nt b");
    });
}

#[test]
fn static_assertions_and_generic_text() {
    check(
        "#define N 4\n_Static_assert(N >= 3, \"N\");\nint x = _Generic(1, int: 2);\n",
        &[],
        |unit| {
            assert_eq!(
                origin(unit, "_Static_assert ( N >= 3 , \"N\" ) ;"),
                "_Static_assert(N >= 3, \"N\");"
            );
            assert!(!kinds(unit).contains('?'));
        },
    );
}
