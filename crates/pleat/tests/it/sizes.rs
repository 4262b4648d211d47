//! What messages say about sizes: what a program allocates, by the owner of the storage; guesses;
//! and that nothing is said twice.

use rstest::rstest;
use serde_json::Value;
use std::fs;
use std::process::Command;
use tempfile::TempDir;

/// The callers' arrays can be removed.
const REMOVABLE: &str = "\
static void scale(int n, const double a[n], double t[n], double out[n])
{
    for (int i = 0; i < n; i++) {
        t[i] = 2 * a[i];
        out[i] = t[i] + 1;
    }
}
void caller(int n, const double a[n], double out[n])
{
    double t[n];
    scale(n, a, t, out);
}
";

/// The caller's array is static and stays, whatever the flags; another array is the function's own.
const STATIC: &str = "\
#define N 400
static double scratch[N][N];
static void edges(const double a[N][N], double t[N][N], double out[N][N])
{
    double own[N];
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            own[j] = a[i][j] + 1;
            t[i][j] = own[j] * 2;
        }
        for (int j = 0; j < N && i > 0; j++)
            out[i][j] = t[i][j] - t[i - 1][j];
    }
}
void run(const double a[N][N], double out[N][N])
{
    edges(a, scratch, out);
}
";

/// Four sizes that are variables.
const LAYERS: &str = "\
void layers(int n, int k, int h, int w, const float in[n][k][h][w], float out[n][k][h][w])
{
    float t[n][k][h][w];
    for (int a = 0; a < n; a++)
        for (int b = 0; b < k; b++)
            for (int y = 0; y < h; y++)
                for (int x = 0; x < w; x++) {
                    t[a][b][y][x] = 2 * in[a][b][y][x];
                    out[a][b][y][x] = t[a][b][y][x];
                }
}
";

/// A fold by Pleat.
const FOLDED: &str = "\
#include <stdlib.h>
void blur(int h, int w, float in[h][w], float out[h][w])
{
    float (*t)[w] = malloc((h < 3 ? h : 3) * sizeof *t);
    for (int y = 0; y < h; y++) {
        const int cur = y % 3, prev = (cur + 2) % 3, prev2 = (cur + 1) % 3;
        for (int x = 0; x < w; x++)
            t[cur][x] = 2 * in[y][x];
        if (y >= 2)
            for (int x = 0; x < w; x++)
                out[y - 1][x] = t[prev2][x] + t[prev][x] + t[cur][x];
    }
    free(t);
}
";

/// Steps over time: the loops cannot be one, and two rows are enough without that.
const WAVE: &str = "\
void wave(int n, int steps, const float start[n], float end[n])
{
    float u[steps + 1][n];
    for (int i = 0; i < n; i++)
        u[0][i] = start[i];
    for (int t = 0; t < steps; t++)
        for (int i = 1; i < n - 1; i++)
            u[t + 1][i] = (u[t][i - 1] + u[t][i + 1]) / 2;
    for (int i = 1; i < n - 1; i++)
        end[i] = u[steps][i];
}
";

/// Stages that `--fuse` would help.
const STAGES: &str = "\
#include <stdlib.h>
void stages(int h, int w, const float in[restrict h][w], float out[restrict h][w])
{
    float (*g)[w] = malloc(h * sizeof *g);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            g[y][x] = 2 * in[y][x];
    for (int y = 1; y < h - 1; y++)
        for (int x = 0; x < w; x++)
            out[y][x] = g[y - 1][x] + g[y + 1][x];
    free(g);
}
";

/// What a command on a text prints, on standard output and as messages.
fn pleat(command: &str, more: &[&str], text: &str) -> (TempDir, String, String) {
    let work = tempfile::tempdir().unwrap();
    fs::write(work.path().join("k.c"), text).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_pleat"))
        .args([command, "k.c"])
        .args(more)
        .current_dir(work.path())
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (work, text(output.stdout), text(output.stderr))
}

#[rstest]
#[case::that_may_go(REMOVABLE, &[], "\
k.c:1: t: one variable, 8 bytes more beside the caller's array; --drop-unused frees about 7.8 KiB \
at n = 1000
1 array folded, 8 bytes more; 5 others: -v
")]
#[case::that_goes(REMOVABLE, &["--drop-unused"], "\
k.c:1: t: one variable, 8 bytes instead of about 7.8 KiB at n = 1000
1 array folded, about 7.8 KiB -> 8 bytes at n = 1000; 5 others: -v
")]
#[case::that_must_stay(STATIC, &["--drop-unused"], "\
k.c:3: t: 2 rows of N, 6.2 KiB more beside the caller's array
k.c:5: own: one variable, 8 bytes instead of 3.1 KiB
2 arrays folded, 3.1 KiB more; 5 others: -v
")]
#[case::with_a_least_saving(STATIC, &["--min-saving", "1"], "\
k.c:5: own: one variable, 8 bytes instead of 3.1 KiB
1 array folded, 3.1 KiB -> 8 bytes; 6 others: -v
")]
#[case::guesses(LAYERS, &[], "\
k.c:3: t: one variable, 4 bytes instead of about 6.0 GiB at h = 200, k = 200, n = 200, w = 200
1 array folded, about 6.0 GiB -> 4 bytes at h = 200, k = 200, n = 200, w = 200; 2 others: -v
")]
#[case::given_sizes(LAYERS, &["--param=n=8", "--param=k=4", "--param=h=64", "--param=w=64"], "\
k.c:3: t: one variable, 4 bytes instead of 512 KiB at h = 64, k = 4, n = 8, w = 64
1 array folded, 512 KiB -> 4 bytes at h = 64, k = 4, n = 8, w = 64; 2 others: -v
")]
#[case::a_fold_again(FOLDED, &[], "no array folded; 3 others: -v\n")]
#[case::loops_that_need_not_be_one(WAVE, &["--fuse"], "\
k.c:3: u: 2 rows of n, about 7.8 KiB instead of 3.8 MiB at n = 1000, steps = 1000
1 array folded, about 3.8 MiB -> 7.8 KiB at n = 1000, steps = 1000; 2 others: -v
")]
fn said(#[case] text: &str, #[case] more: &[&str], #[case] expected: &str) {
    let (_, _, said) = pleat("fold", more, text);
    assert_eq!(said, expected);
}

/// All reports on an array of a caller that stays.
#[test]
fn reports_agree() {
    let more = ["--check", "--report", "r.json"];
    let (work, table, _) = pleat("fold", &more, STATIC);
    let report = fs::read_to_string(work.path().join("r.json")).unwrap();
    let report: Value = serde_json::from_str(&report).unwrap();
    let arrays = report["arrays"].as_array().unwrap();
    let t = arrays
        .iter()
        .find(|a| a["function"] == "edges" && a["name"] == "t")
        .unwrap();
    assert_eq!(t["owner"], "caller");
    assert_eq!(
        (&t["bytes_before"], &t["bytes_after"]),
        (&1_280_000.into(), &1_286_400.into())
    );
    let row = "| k.c:3 | `t` | 1.2 MiB | 2 rows of N, 6.2 KiB more beside the caller's array |";
    assert!(table.contains(row), "{table}");
    assert!(
        table.ends_with("In 1 file: 2 arrays folded, 3.1 KiB more; 5 others\n"),
        "{table}"
    );
    let (_, stats, _) = pleat("stats", &[], STATIC);
    assert!(stats.contains("folded       2  3.1 KiB more\n"), "{stats}");
    let last = stats.lines().last().unwrap();
    assert!(
        last.ends_with("1.2 MiB  1.2 MiB  folded beside the caller's array"),
        "{stats}"
    );
}

#[rstest]
fn a_report_changes_no_message(
    #[values(REMOVABLE, STAGES, FOLDED)] text: &str,
    #[values("r.json", "r.html", "r.sarif", "r.opt.yaml")] report: &str,
) {
    let (_, _, plain) = pleat("fold", &["--check"], text);
    let (_, _, said) = pleat("fold", &["--check", "--report", report], text);
    assert_eq!(said, plain);
}
