//! `pleat stats`: its tables, its JSON and its page, also where files cannot be read.

use crate::common;
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

const FOLDS: &str = "\
#define W 1000
void blur(float in[W][W], float out[W][W])
{
    static float t[W][W];
    for (int y = 0; y < W; y++) {
        for (int x = 0; x < W; x++)
            t[y][x] = 2.0f * in[y][x];
        for (int x = 0; x < W; x++)
            out[y][x] = t[y][x];
    }
}
";

const STAYS: &str = "\
static const int table[4] = {1, 2, 3, 4};
int sum(const int *a, int n)
{
    volatile int v[10];
    int all = 0;
    for (int i = 0; i < 10; i++)
        v[i] = a[i] * table[i % 4];
    for (int i = 0; i < 10; i++)
        all += v[i] + n;
    return all;
}
";

const MISSING: &str = "#include \"no_such_header.h\"\nint a[3];\n";

fn pleat(args: &[&str], folder: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_pleat"))
        .args(args)
        .current_dir(folder)
        .env_remove("CC")
        .output()
        .unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn project() -> TempDir {
    let work = tempfile::tempdir().unwrap();
    let path = |name: &str| work.path().join(name);
    std::fs::create_dir(path("src")).unwrap();
    std::fs::write(path("src/folds.c"), FOLDS).unwrap();
    std::fs::write(path("src/stays.c"), STAYS).unwrap();
    std::fs::write(path("src/missing.c"), MISSING).unwrap();
    work
}

#[test]
fn tables() {
    let work = project();
    let output = pleat(&["stats", "src"], work.path());
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    insta::assert_snapshot!(stdout(&output));
    let again = pleat(&["stats", "src", "--no-hints"], work.path());
    assert_eq!(again.status.code(), Some(0));
}

#[test]
fn json_and_page() {
    let work = project();
    let args = ["stats", "src", "--json", "--html", "s.html"];
    let output = pleat(&args, work.path());
    let stats: Value = serde_json::from_slice(&output.stdout).unwrap();
    let schema = std::fs::read(common::root().join("docs/schema/stats-1.json")).unwrap();
    let schema: Value = serde_json::from_slice(&schema).unwrap();
    assert!(jsonschema::is_valid(&schema, &stats), "{stats}");
    assert_eq!(stats["files"], 2);
    assert_eq!(stats["folded"], 1);
    assert_eq!(stats["bytes_before"], 4_000_000);
    assert_eq!(stats["failures"][0]["file"], "src/missing.c");
    let page = std::fs::read_to_string(work.path().join("s.html")).unwrap();
    for text in ["<code>t</code>", "src/folds.c:4", "no_such_header.h"] {
        assert!(page.contains(text), "{text}");
    }
    assert!(!page.contains("://"), "the page needs no network");
}

#[test]
fn databases() {
    let work = project();
    let entry = |file: &str| serde_json::json!({"directory": work.path(), "file": file, "command": format!("cc -c {file}")});
    let database = serde_json::json!([entry("src/folds.c"), entry("src/stays.c")]);
    let path = work.path().join("compile_commands.json");
    std::fs::write(path, database.to_string()).unwrap();
    let output = pleat(&["stats", "--json", "-p", "."], work.path());
    let stats: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(stats["files"], 2, "{stats}");
    assert_eq!(stats["failures"].as_array().unwrap().len(), 0);
}

#[test]
fn mistakes() {
    let work = project();
    let run = |args: &[&str]| {
        let output = pleat(args, work.path());
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        String::from_utf8_lossy(&output.stderr).into_owned() + &stdout(&output)
    };
    assert!(run(&["stats"]).contains("required"));
    let rejected = pleat(&["stats", "src/missing.c"], work.path());
    assert_eq!(rejected.status.code(), Some(4));
    let missing = stdout(&rejected);
    assert!(missing.contains("not read: src/missing.c:1: "), "{missing}");
    assert!(run(&["stats", "none.c"]).contains("cannot read none.c"));
    let empty = run(&["stats", "src", "--html", "none/s.html"]);
    assert!(empty.contains("cannot write none/s.html"), "{empty}");
}
