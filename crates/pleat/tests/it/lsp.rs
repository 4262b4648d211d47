//! `pleat lsp`: the protocol over standard input and output, and a real editor.

pub(crate) mod client;

use client::{Client, applied, uri};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// `t` folds to three rows, `s` to a scalar; `u` would fold with `--fuse`; `in` and `out` are the
/// caller's.
const TEXT: &str = "void keep(double *);
/* \u{e9}\u{1f600} */ void f(int n, double in[n][n], double out[n][n]) {
    double t[n][n]; /* \u{1f600} */ double s[n];
    double u[n][n];
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            s[j] = in[i][j] * 2;
            t[i][j] = s[j] + 1;
        }
        if (i >= 2)
            for (int j = 0; j < n; j++)
                out[i][j] = t[i - 2][j] + t[i][j];
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            u[i][j] = in[i][j] * 3;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            out[i][j] += u[i][j];
}
";

/// A folder with a file.
struct Project {
    folder: TempDir,
}

impl Project {
    fn new() -> Project {
        let project = Project {
            folder: tempfile::Builder::new().prefix("a b").tempdir().unwrap(),
        };
        fs::create_dir(project.path(".git")).unwrap();
        project.write("k.c", TEXT);
        project
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().canonicalize().unwrap().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    /// The output of `pleat fold`.
    fn fold(&self, args: &[&str]) -> String {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pleat"));
        let command = command.arg("fold").arg(self.path("k.c")).args(args);
        let output = command.env_remove("CC").output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    }
}

/// The messages of diagnostics, with severity and position.
fn shown(diagnostics: &Value) -> Vec<String> {
    let all = diagnostics.as_array().unwrap().iter();
    let text = |d: &Value| {
        let at = &d["range"]["start"];
        let (line, character) = (&at["line"], &at["character"]);
        let message = d["message"].as_str().unwrap();
        format!("{} {line}:{character} {message}", d["severity"])
    };
    all.map(text).collect()
}

#[test]
fn folds_are_shown_and_applied() {
    let project = Project::new();
    let path = project.path("k.c");
    let mut client = Client::able();
    let found = client.open(&path, 7, TEXT);
    insta::assert_snapshot!(shown(&found).join("\n"));
    assert_eq!(found[0]["source"], "pleat");
    assert_eq!(found[0]["code"], "folded");
    let mut hovers = String::new();
    for (line, character) in [
        (2, 11),
        (11, 29),
        (1, 33),
        (1, 12),
        (0, 6),
        (7, 13),
        (15, 13),
    ] {
        let text = client.hover(&path, line, character);
        hovers.push_str(&format!(
            "{line}:{character}\n{}\n",
            text.unwrap_or_default()
        ));
    }
    insta::assert_snapshot!(hovers);
    let actions = client.actions(&path, 2, Some("quickfix"));
    let titles: Vec<&str> = actions
        .iter()
        .map(|a| a["title"].as_str().unwrap())
        .collect();
    insta::assert_snapshot!(titles.join("\n"));
    for (action, name) in actions.iter().zip(["t", "s"]) {
        assert!(action.get("edit").is_none());
        let action = client
            .request("codeAction/resolve", action.clone())
            .unwrap();
        let changes = &action["edit"]["documentChanges"][0];
        assert_eq!(
            changes["textDocument"],
            json!({ "uri": uri(&path), "version": 7 })
        );
        let text = applied(TEXT, &action["edit"]);
        assert_eq!(text, project.fold(&["--array", name]));
        assert_ne!(text, TEXT);
    }
    let all = client.actions(&path, 0, None);
    assert_eq!(all.len(), 1);
    assert_eq!(all[0]["title"], "Fold all arrays (2)");
    assert_eq!(applied(TEXT, &all[0]["edit"]), project.fold(&[]));
    assert!(client.actions(&path, 2, Some("source")).is_empty());
    assert_eq!(client.actions(&path, 2, Some("refactor")).len(), 1);
    client.leave();
}

#[test]
fn the_buffer_counts_and_not_the_file() {
    let project = Project::new();
    let path = project.path("k.c");
    project.write("n.h", "#define KEEP 1\n");
    project.write("k.c", "#error old text\n");
    let text = format!("#include \"n.h\"\n#if KEEP\n{TEXT}#endif\n");
    let mut client = Client::able();
    let found = client.open(&path, 1, &text);
    assert_eq!(found.as_array().unwrap().len(), 3, "{found}");
    let broken = text.replace("double u[n][n];", "double u[n");
    client.change(&path, 2, &broken);
    client.diagnostics(2);
    client.change(&path, 3, "#include \"none.h\"\n");
    let found = shown(&client.diagnostics(3));
    assert!(
        found[0].starts_with("3 0:9 not analysed: ") && found[0].contains("none.h"),
        "{found:?}"
    );
    client.change(&path, 4, "}}}{{{ ((( \u{0}\" ' /*");
    client.diagnostics(4);
    client.change(&path, 5, "");
    assert_eq!(client.diagnostics(5), json!([]));
    client.change(&path, 6, &text);
    assert_eq!(client.diagnostics(6).as_array().unwrap().len(), 3);
    client.notify(
        "textDocument/didClose",
        json!({ "textDocument": { "uri": uri(&path) } }),
    );
    assert_eq!(client.diagnostics_of_closed(), json!([]));
    client.leave();
}

#[test]
fn the_latest_of_many_texts_is_folded() {
    let project = Project::new();
    let path = project.path("k.c");
    let mut client = Client::able();
    client.open(&path, 1, TEXT);
    for version in 2..40 {
        client.change(
            &path,
            version,
            &TEXT.replace("t[i - 2]", &format!("t[i - {version}]")),
        );
    }
    client.change(&path, 40, TEXT);
    let found = shown(&client.diagnostics(40));
    assert!(found[0].contains("3 rows"), "{found:?}");
    client.leave();
}

#[test]
fn flags_of_builds_and_projects() {
    let project = Project::new();
    let path = project.path("k.c");
    fs::create_dir_all(project.path("build/inc")).unwrap();
    project.write("build/inc/n.h", "#define N 50\n");
    let text = format!("#include \"n.h\"\n{TEXT}");
    let mut client = Client::able();
    let found = shown(&client.open(&path, 1, &text));
    assert!(found[0].contains("n.h"), "{found:?}");
    let command = json!([{
        "directory": project.path("build"), "file": "../k.c",
        "arguments": ["cc", "-Iinc", "-c", "../k.c"],
    }]);
    project.write("build/compile_commands.json", &command.to_string());
    client.notify("workspace/didChangeWatchedFiles", json!({ "changes": [] }));
    assert_eq!(client.diagnostics(1).as_array().unwrap().len(), 3);
    project.write("pleat.toml", "keep = ['t']\nparam = { n = 50 }\n");
    client.notify(
        "textDocument/didSave",
        json!({ "textDocument": { "uri": uri(&path) } }),
    );
    let found = shown(&client.diagnostics(1));
    assert!(!found.iter().any(|d| d.contains("`t` folds")), "{found:?}");
    assert!(found[0].contains("n = 50"), "{found:?}");
    project.write("pleat.toml", "kep = ['t']\n");
    client.notify(
        "textDocument/didSave",
        json!({ "textDocument": { "uri": uri(&path) } }),
    );
    let found = shown(&client.diagnostics(1));
    assert!(
        found[0].contains("pleat.toml:1:1: unknown key `kep`; did you mean `keep`?"),
        "{found:?}"
    );
    client.leave();
}

#[test]
fn editors_that_cannot_resolve_edits() {
    let project = Project::new();
    let path = project.path("k.c");
    let mut client = Client::new(&json!({}));
    client.open(&path, 1, TEXT);
    let actions = client.actions(&path, 2, Some("quickfix"));
    let command = &actions[0]["command"];
    assert_eq!(command["command"], "pleat.fold");
    let params = json!({ "command": "pleat.fold", "arguments": command["arguments"] });
    assert_eq!(
        client.request("workspace/executeCommand", params.clone()),
        Ok(Value::Null)
    );
    let asked = client.wait(|m| m["method"] == "workspace/applyEdit");
    assert_eq!(
        applied(TEXT, &asked["params"]["edit"]),
        project.fold(&["--array", "t"])
    );
    client.send(&json!({ "jsonrpc": "2.0", "id": asked["id"], "result": { "applied": true } }));
    // Afterwards the text is another one.
    client.change(&path, 2, "int x;\n");
    assert_eq!(
        client.error_code("workspace/executeCommand", params),
        -32801
    );
    client.leave();
}

#[test]
fn folds_of_old_texts_are_refused() {
    let project = Project::new();
    let path = project.path("k.c");
    let mut client = Client::able();
    client.open(&path, 1, TEXT);
    let action = client.actions(&path, 2, Some("quickfix"))[0].clone();
    let resolved = client.ask("codeAction/resolve", action.clone());
    client.change(&path, 2, &format!("\n{TEXT}"));
    assert_eq!(client.response(resolved).unwrap_err()["code"], -32801);
    // Until the new text is folded, nothing is said about it.
    assert_eq!(client.hover(&path, 3, 11), None);
    assert!(client.actions(&path, 3, None).is_empty());
    client.diagnostics(2);
    let action = client.actions(&path, 3, Some("quickfix"))[0].clone();
    let resolved = client.ask("codeAction/resolve", action);
    client.notify("$/cancelRequest", json!({ "id": resolved }));
    assert_eq!(client.response(resolved).unwrap_err()["code"], -32800);
    client.leave();
}

#[test]
fn only_c_files_are_folded() {
    let project = Project::new();
    let mut client = Client::able();
    for (uri, language) in [("untitled:new", "c"), ("file:///x.cpp", "cpp")] {
        let document = json!({ "uri": uri, "languageId": language, "version": 1, "text": TEXT });
        client.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }
    client.open(&project.path("k.c"), 3, TEXT);
    client.leave();
}

#[test]
fn wrong_messages_are_refused() {
    let mut client = Client::able();
    let nowhere = json!({ "textDocument": { "uri": "file:///nowhere.c" },
        "position": { "line": 0, "character": 0 } });
    assert_eq!(
        client.request("textDocument/hover", nowhere),
        Ok(Value::Null)
    );
    for (method, params, code) in [
        ("textDocument/rename", json!({}), -32601),
        ("textDocument/hover", json!({ "position": 3 }), -32602),
        ("textDocument/hover", Value::Null, -32602),
        ("textDocument/codeAction", json!([]), -32602),
        (
            "codeAction/resolve",
            json!({ "title": "x", "data": 5 }),
            -32602,
        ),
        (
            "workspace/executeCommand",
            json!({ "command": "rm" }),
            -32602,
        ),
        (
            "workspace/executeCommand",
            json!({ "command": "pleat.fold" }),
            -32602,
        ),
    ] {
        assert_eq!(client.error_code(method, params), code, "{method}");
    }
    client.notify("textDocument/didOpen", json!({ "textDocument": 1 }));
    client.notify("textDocument/didChange", json!("x"));
    client.notify("nonsense", Value::Null);
    client.change(Path::new("/nowhere.c"), 1, "int x;");
    assert_eq!(client.request("shutdown", Value::Null), Ok(Value::Null));
    assert_eq!(client.error_code("textDocument/hover", Value::Null), -32600);
    client.notify("exit", Value::Null);
    assert_eq!(client.end(), (Some(0), String::new()));
}

#[test]
fn ends_of_the_connection() {
    let mut client = Client::able();
    client.notify("exit", Value::Null);
    assert_eq!(client.end().0, Some(1), "exit without shutdown");
    assert_eq!(Client::able().end().0, Some(1), "no exit");
    assert_eq!(Client::raw(&["--stdio"]).end().0, Some(1), "nothing at all");
    for text in [
        "Content-Length: 5\r\n\r\n{\"a\":",
        "GET / HTTP/1.1\r\n\r\n",
        "Content-Length: 99999999999999999999\r\n\r\n",
        "Content-Length: 99999999999999\r\n\r\n{}",
        "\r\n\r\n",
    ] {
        let mut client = Client::able();
        client.send_text(text);
        let (code, stderr) = client.end();
        assert_eq!(code, Some(2), "{text}");
        assert!(stderr.starts_with("pleat: "), "{stderr}");
        assert!(!stderr.contains("panicked"), "{stderr}");
    }
}

#[test]
fn neovim() {
    let project = Project::new();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/lsp/neovim.lua");
    let expected = [project.fold(&["--array", "t"]), project.fold(&[])];
    let run = Command::new("nvim")
        .args(["--clean", "--headless", "-n", "-S"])
        .arg(&script)
        .arg(project.path("k.c"))
        .env("PLEAT", env!("CARGO_BIN_EXE_pleat"))
        .env("XDG_STATE_HOME", project.path("state"))
        .env("XDG_CACHE_HOME", project.path("cache"))
        .env_remove("CC")
        .output()
        .expect("scripts/setup installs neovim");
    let said = String::from_utf8_lossy(&run.stderr).into_owned();
    assert_eq!(run.status.code(), Some(0), "{said}");
    assert_eq!(
        fs::read_to_string(project.path("one.c")).unwrap(),
        expected[0],
        "{said}"
    );
    assert_eq!(
        fs::read_to_string(project.path("all.c")).unwrap(),
        expected[1],
        "{said}"
    );
}

/// Arrays of one name in several functions have an action each.
#[test]
fn arrays_of_one_name() {
    let function = |name: &str, factor: u8| {
        format!(
            "void {name}(int n, const double a[n], double out[n])\n{{\n    double t[n];\n    \
             for (int i = 0; i < n; i++) {{\n        t[i] = {factor} * a[i];\n        \
             out[i] = t[i];\n    }}\n}}\n"
        )
    };
    let text = function("one", 2) + &function("two", 3);
    let project = Project::new();
    project.write("k.c", &text);
    let path = project.path("k.c");
    let mut client = Client::able();
    client.open(&path, 1, &text);
    for (line, name) in [(2, "one"), (10, "two")] {
        let actions = client.actions(&path, line, Some("quickfix"));
        let [action] = actions.as_slice() else {
            panic!("{actions:?}");
        };
        let title = format!(
            "Fold `t` of `{name}`: one variable, 8 bytes instead of about 7.8 KiB at n = 1000"
        );
        assert_eq!(action["title"], title);
        let action = client
            .request("codeAction/resolve", action.clone())
            .unwrap();
        let new = applied(&text, &action["edit"]);
        assert_eq!(new.matches("double t[n];").count(), 1, "{new}");
        let folded = new.split("void ").find(|f| f.contains("double t;"));
        assert!(folded.unwrap().starts_with(name), "{new}");
    }
    client.leave();
}
