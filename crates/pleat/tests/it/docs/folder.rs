//! The folder in which the commands of a page are executed: a small project, the files of the page,
//! and this repository's `docs` and `corpus`.

use crate::common::root;
use crate::markdown::Block;
use std::path::Path;
use std::process::Command;

/// `int main` and the blur of the README.
const MAIN: &str = r#"#include <stdio.h>
void blur(int h, int w, float in[h][w], float out[h][w]);
static float in[40][30], out[40][30];
int main(void)
{
    for (int y = 0; y < 40; y++)
        for (int x = 0; x < 30; x++)
            in[y][x] = (float)(y * x % 7);
    blur(40, 30, in, out);
    double sum = 0;
    for (int y = 1; y < 39; y++)
        for (int x = 1; x < 29; x++)
            sum += (x + 3 * y) * out[y][x];
    printf("%.6f\n", sum);
    return 0;
}
"#;

const MAKEFILE: &str = "CC = cc\n\nall: program\n\nprogram: src/main.o src/blur.o\n\
    \t$(CC) -o $@ $^\n\nclean:\n\trm -f program src/*.o\n";

const CMAKE: &str = "cmake_minimum_required(VERSION 3.13)\nproject(blur C)\n\
    add_executable(blur src/main.c src/blur.c)\n";

/// A folder that is removed at the end.
pub(crate) struct Folder {
    work: tempfile::TempDir,
}

impl Folder {
    /// The folder of a page with these blocks.
    pub(crate) fn new(blocks: &[Block]) -> Self {
        let folder = Folder {
            work: tempfile::tempdir().unwrap(),
        };
        folder.add_project();
        for block in blocks {
            if let Some(name) = name_of(block) {
                folder.write(name, &block.text);
            }
        }
        folder
    }

    /// Its path.
    pub(crate) fn path(&self) -> &Path {
        self.work.path()
    }

    fn add_project(&self) {
        let root = root().canonicalize().unwrap();
        for name in ["docs", "corpus", "README.md"] {
            std::os::unix::fs::symlink(root.join(name), self.path().join(name)).unwrap();
        }
        let blur = std::fs::read_to_string(root.join("docs/examples/blur.c")).unwrap();
        let folder = self.path().canonicalize().unwrap();
        let entry = serde_json::json!([{
            "directory": folder, "file": "src/blur.c", "command": "cc -Iinclude -c src/blur.c"
        }]);
        for name in ["kernel.c", "before.c"] {
            self.write(name, &blur);
        }
        self.run("pleat fold -o after.c before.c", true);
        self.write("src/blur.c", &blur);
        self.write("src/main.c", MAIN);
        self.write("include/sizes.h", "#define N 1000\n");
        self.write("build/compile_commands.json", &entry.to_string());
        self.write("Makefile", MAKEFILE);
        self.write("CMakeLists.txt", CMAKE);
    }

    /// Writes a file, whose folders are made.
    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    /// The standard output and error of a line of a shell, in their order. The line must not crash.
    pub(crate) fn run(&self, line: &str, both: bool) -> String {
        let program = Path::new(env!("CARGO_BIN_EXE_pleat"));
        let others = std::env::var("PATH").unwrap_or_default();
        let path = format!("{}:{others}", program.parent().unwrap().display());
        let line = if both {
            format!("{{ {line}\n}} 2>&1")
        } else {
            line.to_string()
        };
        let mut shell = Command::new("bash");
        shell.arg("-c").arg(&line).current_dir(self.path());
        shell.env("PATH", path).env("LC_ALL", "C").env_remove("CC");
        for variable in ["CLICOLOR_FORCE", "COLUMNS", "PLEAT_VERBOSE"] {
            shell.env_remove(variable);
        }
        let output = shell.output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let crashed = output.status.code().is_none_or(|code| code >= 101);
        assert!(!crashed, "{line}: {output:?}");
        text.replace(&format!("{}/", self.path().display()), "")
    }
}

/// `blur.c` of a block that begins with ```` ```c blur.c ````.
fn name_of(block: &Block) -> Option<&str> {
    let [name] = &block.words[..] else {
        return None;
    };
    name.contains('.').then_some(name.as_str())
}
