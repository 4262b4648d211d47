//! Accesses that leave their row. C does not define them, but programs contain them: the value read
//! is not used, or the rows are used as one. The array stays, with a reason that names the access.
//! Other arrays of the region fold for all sizes, including those at which an access leaves its
//! row.

use crate::common::{on_big_stack, run};
use pleat::{Folded, Options};
use report::{ArrayEntry, Status};
use source::{Flags, SourceFile};
use storage::Objective;

/// Flags under which rows are adjacent in memory, and undefined behaviour is not used to optimise.
const FLAGS: [&str; 2] = ["-O0", "-w"];

/// Blocks of a signal with two extra elements each; one element after the end of a block is read.
const BLOCKS: &str = r#"
#include <stdio.h>
static float in[600], out[600];
static void smooth(int n)
{
    for (int T = 0; T <= n / 64; T++) {
        float wide[4][66], sum[4][66];
        for (int r = 0; r < 4; r++)
            for (int i = 64 * T; i <= (n + 2 < 64 * T + 65 ? n + 2 : 64 * T + 65); i++)
                wide[r][i - 64 * T] = in[i] + r;
        for (int r = 0; r < 4; r++)
            for (int i = 64 * T; i <= (n + 1 < 64 * T + 64 ? n + 1 : 64 * T + 64); i++)
                sum[r][i - 64 * T] = wide[r][i - 64 * T] - wide[r][i - 64 * T + 2];
        for (int r = 0; r < 4; r++)
            for (int i = 64 * T; i <= (n < 64 * T + 63 ? n : 64 * T + 63); i++)
                out[i] += sum[r][i - 64 * T];
    }
}
int main(void)
{
    for (int i = 0; i < 600; i++)
        in[i] = i * 7 % 31;
    smooth(500);
    double all = 0;
    for (int i = 0; i < 600; i++)
        all += out[i] * (i % 11);
    printf("%g\n", all);
    return 0;
}
"#;

/// The element before the start of each row is read, and not used.
const BEFORE: &str = r#"
#include <stdio.h>
static int in[30][40], out[30][40];
static void edges(int n)
{
    int grey[30][40], step[30][40];
    for (int y = 0; y < 30; y++)
        for (int x = 0; x < n; x++)
            grey[y][x] = in[y][x] * 3;
    for (int y = 1; y < 30; y++)
        for (int x = 0; x < n; x++) {
            step[y][x] = grey[y][x] - grey[y][x - 1];
            if (x > 0)
                out[y][x] = step[y][x] + grey[y - 1][x];
        }
}
int main(void)
{
    for (int i = 0; i < 1200; i++)
        in[i / 40][i % 40] = i * 13 % 29;
    edges(40);
    long all = 0;
    for (int i = 0; i < 1200; i++)
        all += out[i / 40][i % 40] * (i % 17);
    printf("%ld\n", all);
    return 0;
}
"#;

/// All rows are read as one; another array has the length of all of them.
const FLAT: &str = r#"
#include <stdio.h>
static int in[64], out[64];
static void turn(int n)
{
    int board[8][8], back[64];
    for (int y = 0; y < 8; y++)
        for (int x = 0; x < 8; x++)
            board[y][x] = in[8 * y + x] + y;
    for (int i = 0; i < n; i++)
        back[i] = board[0][i] * 2;
    for (int i = 0; i < n; i++)
        out[i] += back[n - 1 - i];
}
int main(void)
{
    for (int i = 0; i < 64; i++)
        in[i] = i * i % 23;
    turn(64);
    for (int i = 0; i < 64; i++)
        printf("%d\n", out[i]);
    return 0;
}
"#;

/// Subscripts name the first row only, for the elements of all rows.
const FIRST: &str = r#"
#include <stdio.h>
static int in[48], out[48];
static void once(int n, int stop)
{
    int line[4][12], same[48];
    for (int i = 0; i < n; i++) {
        if (in[i] == stop)
            continue;
        line[0][i] = in[i] + 1;
        same[i] = line[0][i] - 5;
    }
    for (int i = 0; i < n; i++)
        out[i] = in[i] == stop ? 0 : line[0][i] * same[i];
}
int main(void)
{
    for (int i = 0; i < 48; i++)
        in[i] = i * 5 % 19;
    once(48, 4);
    for (int i = 0; i < 48; i++)
        printf("%d\n", out[i]);
    return 0;
}
"#;

fn fold(text: &str, objective: Objective) -> Folded {
    let file = SourceFile::new("rows.c", text.as_bytes());
    let options = Options {
        objective,
        ..Options::default()
    };
    pleat::fold(file, &Flags::default(), &options).unwrap()
}

fn entry<'a>(folded: &'a Folded, name: &str) -> &'a ArrayEntry {
    let mut arrays = folded.report.arrays.iter();
    arrays.find(|a| a.name == name).unwrap()
}

/// Checks that the program prints the same, and that the array stays because of the access.
fn stays(text: &'static str, (array, access): (&'static str, &'static str)) {
    on_big_stack(move || {
        let expected = run(text.as_bytes(), "gcc", &FLAGS).unwrap();
        for objective in [Objective::Balanced, Objective::Size, Objective::Speed] {
            let folded = fold(text, objective);
            let printed = run(&folded.bytes, "gcc", &FLAGS).unwrap();
            assert_eq!(printed, expected, "{objective:?}");
            let entry = entry(&folded, array);
            assert_eq!(entry.status, Status::Kept);
            assert_eq!(entry.reason.as_deref(), Some("leaves-dimension"));
            assert!(entry.detail.contains(access), "{}", entry.detail);
        }
    });
}

#[test]
fn one_beyond_each_block() {
    stays(BLOCKS, ("wide", "`wide[r][i - 64 * T + 2]` goes beyond"));
}

#[test]
fn one_before_each_row() {
    stays(BEFORE, ("grey", "`grey[y][x - 1]` goes beyond"));
}

#[test]
fn all_rows_as_one() {
    stays(
        FLAT,
        (
            "board",
            "`board[0][i]` goes beyond a declared dimension unless n <= 8",
        ),
    );
}

#[test]
fn the_first_row_for_all() {
    stays(
        FIRST,
        (
            "line",
            "`line[0][i]` goes beyond a declared dimension unless n <= 12",
        ),
    );
}

/// Other arrays fold for all sizes, and their entries do not assume sizes of their neighbour.
#[test]
fn others_are_folded_for_all_sizes() {
    on_big_stack(|| {
        let folded = fold(BEFORE, Objective::Balanced);
        let step = entry(&folded, "step");
        assert_eq!(step.status, Status::Folded);
        assert_eq!(
            step.assumes,
            ["n <= 40: `step[y][x]` at line 12 leaves its dimension otherwise"]
        );
        let folded = fold(FLAT, Objective::Size);
        assert_eq!(entry(&folded, "back").status, Status::Kept);
    });
}

/// Two arrays; the declaration of only one of them limits the number of elements.
#[test]
fn assumptions_of_one_array_do_not_limit_another() {
    let text = "int f(int n, const int *in)\n{\n    int few[10], many[50], s = 0;\n    for (int i = 0; i < n; i++)\n\
        \x20       few[i] = in[i];\n    for (int i = 0; i < n; i++)\n        many[i] = few[i] + i;\n\
        \x20   for (int i = n - 1; i >= 0; i--)\n        s = s * 3 + many[i];\n    return s;\n}\n";
    on_big_stack(move || {
        let folded = fold(text, Objective::Size);
        let many = entry(&folded, "many");
        assert_eq!(many.size_after.as_deref(), Some("50"), "{many:?}");
    });
}

/// The sizes that a declaration implies are assumed, and listed: in reports, for `-v`, and in
/// comments.
#[test]
fn assumptions_are_listed() {
    let text = "#define N 30\nint f(int n, const int *in)\n{\n    int t[N], s = 0;\n    for (int i = 0; i < n; i++) {\n\
        \x20       t[i] = in[i];\n        s += t[i];\n    }\n    return s;\n}\n";
    on_big_stack(move || {
        let folded = fold(text, Objective::Balanced);
        let listed = ["n <= N: `t[i]` at line 6 leaves its dimension otherwise"];
        assert_eq!(entry(&folded, "t").assumes, listed);
        let said = |d: &&source::Diagnostic| d.message == "the fold of `t` assumes n <= N";
        assert_eq!(folded.details.iter().filter(said).count(), 1);
        assert!(
            !folded
                .remarks
                .iter()
                .any(|r| format!("{r:?}").contains("n <= N"))
        );
        let options = Options {
            comments: true,
            ..Options::default()
        };
        let file = SourceFile::new("rows.c", text.as_bytes());
        let folded = pleat::fold(file, &Flags::default(), &options).unwrap();
        let text = String::from_utf8(folded.bytes).unwrap();
        assert!(
            text.contains("/* one element of t is enough (given n <= N): no two"),
            "{text}"
        );
    });
}

/// Numbered rows of the same length, borders of a table, pairs of columns, and elements at both
/// ends stay in their rows if sizes agree with the declarations.
#[test]
fn ordinary_programs_fold() {
    let text = "#define N 40\nint f(int n, int w, const int in[N][N])\n{\n\
        \x20   int two[2][N], table[N][N], pairs[N][N], ends[N], s = 0;\n\
        \x20   for (int y = 0; y < n; y++) {\n\
        \x20       for (int x = 0; x < w; x++)\n            two[0][x] = in[y][x];\n\
        \x20       for (int x = 0; x < w; x++)\n            two[1][x] = two[0][x] * 3;\n\
        \x20       for (int x = 0; x < w; x++)\n            s += two[1][x];\n    }\n\
        \x20   for (int x = 0; x < n; x++)\n        table[0][x] = x;\n\
        \x20   for (int y = 1; y < n; y++)\n        for (int x = 0; x < n; x++)\n\
        \x20           table[y][x] = table[y - 1][x] + in[y][x];\n\
        \x20   s += table[n - 1][0];\n\
        \x20   for (int y = 0; y < n; y++)\n        for (int x = 0; x < w; x += 2) {\n\
        \x20           pairs[y][x] = in[y][x];\n            pairs[y][x + 1] = -in[y][x];\n\
        \x20           s += pairs[y][x] * s + pairs[y][x + 1];\n        }\n\
        \x20   for (int i = 0; i < n; i++) {\n        ends[i] = in[0][i];\n\
        \x20       if (i > 0)\n            s += ends[i] - ends[i - 1];\n    }\n\
        \x20   return s;\n}\n";
    on_big_stack(move || {
        let folded = fold(text, Objective::Balanced);
        for name in ["two", "table", "pairs", "ends"] {
            let entry = entry(&folded, name);
            assert_eq!(entry.status, Status::Folded, "{entry:?}");
        }
    });
}
