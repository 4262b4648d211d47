//! `pleat.toml`: where it is found, what its keys do, which flags win, and the message about each
//! mistake.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

/// Two stages: `tmp` folds with `fuse`.
const STAGES: &str = "void blur(int h, int w, float in[h][w], float out[h][w]) {
    float tmp[h][w];
    for (int i = 0; i < h; i++)
        for (int j = 0; j < w; j++)
            tmp[i][j] = 2 * in[i][j];
    for (int i = 1; i < h; i++)
        for (int j = 0; j < w; j++)
            out[i][j] = tmp[i - 1][j] + tmp[i][j];
}
";

/// A temporary that folds without any flag.
const SIMPLE: &str = "#include \"n.h\"
void f(double *x) {
    double t[N][N];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            t[i][j] = i * x[j];
            x[j] += t[i][j];
        }
}
";

/// A repository with `src/stages.c`, `src/simple.c` and `inc/n.h`.
struct Project {
    folder: TempDir,
}

impl Project {
    fn new(config: &str) -> Project {
        let project = Project {
            folder: tempfile::tempdir().unwrap(),
        };
        fs::create_dir(project.path(".git")).unwrap();
        fs::create_dir_all(project.path("src/deep")).unwrap();
        fs::create_dir(project.path("inc")).unwrap();
        project.write("src/stages.c", STAGES);
        project.write("src/simple.c", SIMPLE);
        project.write("inc/n.h", "#define N 40\n");
        project.write("pleat.toml", config);
        project
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().canonicalize().unwrap().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    /// Runs `pleat` in the root of the project.
    fn run(&self, args: &[&str]) -> Output {
        pleat(&self.path(""), args)
    }

    fn stdout(&self, args: &[&str]) -> String {
        let output = self.run(args);
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(0), "{args:?}: {stderr}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// The message of a usage error.
    fn error(&self, args: &[&str]) -> String {
        self.failure(args, 2)
    }

    /// The message about a file that the compiler rejects.
    fn rejection(&self, args: &[&str]) -> String {
        self.failure(args, 4)
    }

    fn failure(&self, args: &[&str], status: i32) -> String {
        let output = self.run(args);
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(status), "{args:?}: {stderr}");
        stderr
    }
}

fn pleat(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_pleat"))
        .args(args)
        .current_dir(folder)
        .env_remove("CC")
        .output()
        .unwrap()
}

/// A setting that `pleat config` prints.
fn setting(text: &str, key: &str) -> Option<String> {
    let start = format!("{key} = ");
    let line = text.lines().find_map(|line| line.strip_prefix(&start))?;
    Some(line.to_string())
}

#[test]
fn settings_are_those_of_the_flags() {
    let project = Project::new("fuse = true\nkeep = [\"in\"]\nparam = { h = 100, w = 80 }\n");
    let flags = ["--fuse", "--keep=in", "--param=h=100", "--param=w=80"];
    let by_file = project.stdout(&["fold", "src/stages.c"]);
    let by_flags = [&["fold", "--no-config", "src/stages.c"], &flags[..]].concat();
    assert_eq!(by_file, project.stdout(&by_flags));
    assert!(by_file.contains("tmp[cur]"), "{by_file}");
    assert_eq!(
        project.stdout(&["fold", "--no-config", "src/stages.c"]),
        STAGES
    );
}

#[test]
fn paths_are_relative_to_the_file() {
    let project = Project::new("flags = [\"-Iinc\"]\n");
    for folder in ["", "src", "src/deep"] {
        let file = project.path("src/simple.c");
        let output = pleat(&project.path(folder), &["fold", file.to_str().unwrap()]);
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.contains("double t;"), "{folder}: {text}");
    }
    let without = project.rejection(&["fold", "--no-config", "src/simple.c"]);
    assert!(without.contains("n.h"), "{without}");
}

#[test]
fn the_nearest_file_counts_up_to_the_repository() {
    let project = Project::new("objective = \"size\"\n");
    let objective = |folder: &str| {
        let text = project.stdout(&["config", &format!("{folder}/x.c")]);
        setting(&text, "objective").unwrap()
    };
    assert_eq!(objective("src/deep"), "\"size\"  # pleat.toml:1");
    project.write("src/deep/pleat.toml", "\n\nobjective = 'speed'");
    assert_eq!(objective("src/deep"), "\"speed\"  # src/deep/pleat.toml:3");
    assert_eq!(objective("src"), "\"size\"  # pleat.toml:1");
    fs::create_dir(project.path("src/.git")).unwrap();
    assert_eq!(objective("src"), "\"balanced\"  # default");
    let here = project.stdout(&["config"]);
    assert_eq!(
        setting(&here, "objective").unwrap(),
        "\"size\"  # pleat.toml:1"
    );
}

#[test]
fn each_file_has_the_settings_of_its_own_folder() {
    let project = Project::new("flags = [\"-Iinc\"]\n");
    fs::create_dir(project.path("kept")).unwrap();
    project.write("kept/simple2.c", SIMPLE);
    project.write("kept/pleat.toml", "keep = ['t']\nflags = ['-I../inc']\n");
    let both = project.stdout(&["fold", "src/simple.c", "kept/simple2.c"]);
    assert_eq!(both.matches("double t;").count(), 1, "{both}");
    assert_eq!(both.matches("double t[N][N];").count(), 1, "{both}");
}

#[test]
fn flags_win_and_lists_add() {
    let config = "objective = 'size'\nfuse = 'full'\nshare = true\nkeep = ['a']\nparam.N = 10\n\
                  assume = ['N = 5', 'm >= 3']\n";
    let project = Project::new(config);
    let args = [
        "--objective=speed",
        "--fuse=none",
        "--share=false",
        "--keep=b",
    ];
    let text = project.stdout(&[&["config", "--param=N=20"], &args[..]].concat());
    let value = |key| setting(&text, key).unwrap();
    assert_eq!(value("objective"), "\"speed\"  # --objective");
    assert_eq!(value("fuse"), "\"none\"  # --fuse");
    assert_eq!(value("share"), "false  # --share");
    assert_eq!(value("keep"), "[\"a\", \"b\"]  # pleat.toml:4, --keep");
    assert_eq!(
        value("param"),
        "[\"N=10\", \"N=20\"]  # pleat.toml:5, --param"
    );
    assert_eq!(value("lifetime"), "\"value\"  # default");
    // The last value of a name counts.
    let fold = |config: &str, more: &str| {
        project.write("pleat.toml", config);
        project.write(
            "src/n.c",
            &SIMPLE.replace("#include \"n.h\"\n", "extern int N;\n"),
        );
        let output = project.run(&["fold", "src/n.c", more]);
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let both = fold("param = ['N=10']\n", "--param=N=20");
    assert!(
        both.contains("400 -> 1 at N = 20") || both.contains("N = 20"),
        "{both}"
    );
}

#[test]
fn facts_of_a_flag_replace_those_about_the_same_name() {
    let project = Project::new("assume = ['n = 5']\n");
    let text = "void f(int n, double *x) {\n    double t[n];\n    for (int i = 0; i < n; i++) {\n        \
                t[i] = x[i];\n        x[i] = 2 * t[i];\n    }\n}\n";
    project.write("src/n.c", text);
    let by_file = project.stdout(&["fold", "src/n.c"]);
    assert!(
        by_file.contains("n == 5") || by_file.contains("n != 5"),
        "{by_file}"
    );
    let by_flag = project.stdout(&["fold", "--assume=n = 7", "src/n.c"]);
    assert!(!by_flag.contains('5') && by_flag.contains('7'), "{by_flag}");
    // Facts of a project may be about other files; those of a flag may not.
    project.write("pleat.toml", "assume = ['zzz >= 5']\n");
    project.stdout(&["fold", "src/n.c"]);
    let wrong = project.error(&["fold", "--no-config", "--assume=zzz >= 5", "src/n.c"]);
    assert!(wrong.contains("zzz"), "{wrong}");
}

#[test]
fn arrays_of_a_project_are_no_request() {
    let project = Project::new("array = ['other']\nflags = ['-Iinc']\n");
    assert_eq!(project.stdout(&["fold", "src/simple.c"]), SIMPLE);
    let one = project.stdout(&["fold", "--array=t", "src/simple.c"]);
    assert!(one.contains("double t;"), "{one}");
}

#[test]
fn a_named_file_and_none() {
    let project = Project::new("objective = 'sise'\n");
    project.write("other.toml", "objective = 'size'\nflags = ['-Iinc']\n");
    let text = project.stdout(&["config", "--config", "other.toml"]);
    assert_eq!(
        setting(&text, "objective").unwrap(),
        "\"size\"  # other.toml:1"
    );
    assert!(text.starts_with("# other.toml\n"), "{text}");
    assert!(
        project
            .stdout(&["config", "--no-config"])
            .starts_with("# no pleat.toml\n")
    );
    let missing = project.error(&["fold", "--config=none.toml", "src/simple.c"]);
    assert!(
        missing.contains("cannot read none.toml: No such file"),
        "{missing}"
    );
    let both = project.error(&["fold", "--config=a", "--no-config", "src/simple.c"]);
    assert!(both.contains("cannot be used with"), "{both}");
}

#[test]
fn printed_settings_can_be_read_back() {
    let config = "objective = 'size'\nkeep = ['a']\nassume = ['n >= 3']\nbudget = 0.5\n";
    let project = Project::new(config);
    let first = project.stdout(&["config"]);
    project.write("pleat.toml", &first);
    let values = |text: &str| {
        let lines = text.lines().filter_map(|l| l.split("  #").next());
        lines.skip(1).map(String::from).collect::<Vec<_>>()
    };
    assert_eq!(values(&first), values(&project.stdout(&["config"])));
}

#[test]
fn verbose_shows_the_settings() {
    let project =
        Project::new("keep = ['t']\nobjective = 'size'\nflags = ['-Iinc']\nshare = true\n");
    let output = project.run(&["fold", "-v", "src/simple.c"]);
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    let line = "settings of pleat.toml: keep=t objective=size flags=-Iinc share\n";
    assert!(stderr.contains(line), "{stderr}");
}

#[test]
fn colors_of_a_project() {
    let project = Project::new("color = 'always'\nflags = ['-Iinc']\n");
    let has_colors = |args: &[&str]| {
        let output = project.run(&[&["fold", "src/simple.c"], args].concat());
        String::from_utf8_lossy(&output.stderr).contains("\u{1b}[")
    };
    assert!(has_colors(&["-v"]));
    assert!(!has_colors(&["-v", "--color=never"]));
    assert!(!has_colors(&["-v", "--no-config"]));
}

#[test]
fn other_commands_read_it() {
    let project = Project::new("fuse = 'outer'\nflags = ['-Iinc']\nassume = ['N = 40']\n");
    let fused = project.stdout(&["fuse", "src/stages.c"]);
    assert_ne!(fused, STAGES);
    project.write("src/again.c", SIMPLE);
    let verified = project.stdout(&["verify", "src/simple.c", "src/again.c"]);
    assert!(verified.contains("proved"), "{verified}");
    for command in [
        &["fuse", "--no-config", "src/simple.c"][..],
        &["verify", "--no-config", "src/simple.c", "src/again.c"],
    ] {
        assert!(project.rejection(command).contains("n.h"));
    }
}

#[test]
fn compilers_fold_by_it() {
    let project = Project::new("keep = ['t']\ncc = 'nonsense'\nflags = ['-DN=']\n");
    let compile = |more: &[&str]| {
        let args = ["cc", "-v"];
        let gcc = ["--", "gcc", "-Iinc", "-c", "src/simple.c", "-o", "k.o"];
        let output = project.run(&[&args, more, &gcc[..]].concat());
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    assert!(compile(&[]).contains("simple.c: unchanged"));
    assert!(compile(&["--no-config"]).contains("simple.c: changed"));
    project.write("pleat.toml", "kep = ['t']\n");
    let wrong = compile(&[]);
    assert!(
        wrong.contains("pleat.toml:1:1: unknown key `kep`"),
        "{wrong}"
    );
    assert!(wrong.contains("compiled as it is"), "{wrong}");
}

/// The page has a row for each key.
#[test]
fn keys_are_documented() {
    let project = Project::new("nothing_like_it = 1");
    let message = project.error(&["config"]);
    let (_, keys) = message.trim().split_once("the keys are ").unwrap();
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/config.md");
    let page = fs::read_to_string(page).unwrap();
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `"));
    let rows: BTreeSet<&str> = rows.filter_map(|row| row.split('`').next()).collect();
    assert_eq!(rows, keys.split(", ").collect());
}

#[test]
fn messages_about_mistakes() {
    let project = Project::new("");
    let mut messages = String::new();
    for config in [
        "objektive = 'size'",
        "objective = 'sise'",
        "objective = true",
        "objective = ['size', 'speed']",
        "objective = 1979-05-27",
        "objective",
        "objective = 'size'\nobjective = 'size'",
        "keep = [['a']]",
        "share = 'yes'",
        "threads = 'strips'",
        "param = ['N']",
        "param = { N = 'many' }",
        "assume = ['zzz']",
        "budget = -1",
        "min-saving = 'a'",
        "max-stack = -3",
        "fuse = 'fll'",
        "[fold]\nobjective = 'size'",
        "# \u{e9}\n  colour = 'x'",
    ] {
        project.write("pleat.toml", config);
        let message = project.error(&["fold", "src/stages.c"]);
        messages.push_str(&format!("{config}\n  {message}\n"));
    }
    insta::assert_snapshot!(messages);
    fs::write(project.path("pleat.toml"), b"keep = ['\xff']").unwrap();
    assert!(
        project
            .error(&["config"])
            .contains("cannot read pleat.toml: it is not UTF-8")
    );
}
