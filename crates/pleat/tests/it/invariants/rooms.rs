//! The rooms of a crate, which are its top-level modules, and the paths by which they name each
//! other.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The room of items that a root file (`lib.rs`, `main.rs`) defines itself.
const ROOT: &str = "the root";

/// The rooms that each room names.
type Edges = BTreeMap<String, BTreeSet<String>>;

/// One file of a crate.
struct File {
    /// `a::b` for `a/b.rs`; empty for a root.
    module: Vec<String>,
    /// The code without comments and without a module of tests.
    code: String,
}

/// The rooms of a source folder that name each other, directly or through others.
pub(crate) fn circles(folder: &Path) -> Vec<String> {
    let edges = edges(&files(folder));
    let meet = |a: &&String| {
        let others = edges.keys().filter(|b| b != a);
        { others }.any(|b| reaches(&edges, a, b) && reaches(&edges, b, a))
    };
    edges.keys().filter(meet).cloned().collect()
}

fn reaches(edges: &Edges, from: &str, to: &str) -> bool {
    let mut seen = BTreeSet::new();
    let mut open = vec![from];
    while let Some(room) = open.pop() {
        let next = edges.get(room).into_iter().flatten();
        open.extend(next.filter(|r| seen.insert(*r)).map(String::as_str));
    }
    seen.iter().any(|r| *r == to)
}

/// The files of a source folder. Programs in `bin` are crates of their own.
fn files(folder: &Path) -> Vec<File> {
    let mut files = Vec::new();
    for path in super::rust_files(folder) {
        let inside = path.strip_prefix(folder).unwrap().with_extension("");
        let mut module: Vec<String> = inside
            .iter()
            .map(|part| part.to_str().unwrap().to_string())
            .collect();
        if module[0] == "bin" {
            continue;
        }
        let last = module.last().unwrap();
        if last == "mod" || module.len() == 1 && ["lib", "main"].contains(&last.as_str()) {
            module.pop();
        }
        let code = code(&path);
        files.push(File { module, code });
    }
    files
}

fn code(path: &PathBuf) -> String {
    let text = fs::read_to_string(path).unwrap();
    let lines = text.lines().map(|l| l.split("//").next().unwrap());
    let code = lines.collect::<Vec<_>>().join("\n");
    let tests = code.find("#[cfg(test)]\nmod tests {");
    code[..tests.unwrap_or(code.len())].to_string()
}

fn edges(files: &[File]) -> Edges {
    let rooms = files.iter().filter_map(|f| f.module.first());
    let rooms: BTreeSet<&str> = rooms.map(String::as_str).collect();
    let roots = files.iter().filter(|f| f.module.is_empty());
    let exported = roots.flat_map(|f| exports(&f.code)).collect();
    let mut edges = Edges::new();
    for file in files {
        let room = file.module.first().map_or(ROOT, String::as_str);
        let names = match file.module.is_empty() {
            true => named_by_root(&file.code, &rooms),
            false => named(file),
        };
        let owners = names.iter().map(|name| owner(name, &rooms, &exported));
        let others = owners.filter(|owner| owner != room);
        edges.entry(room.to_string()).or_default().extend(others);
    }
    edges
}

/// The room in which a name of the root is defined.
fn owner(name: &str, rooms: &BTreeSet<&str>, exported: &BTreeMap<String, String>) -> String {
    let exported = exported.get(name).filter(|_| !rooms.contains(name));
    let known = exported.map(String::as_str).or(rooms.get(name).copied());
    known.unwrap_or(ROOT).to_string()
}

/// The names that the `use` declarations of a root import or export, with the first part of their
/// path.
fn exports(code: &str) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for declaration in uses(code) {
        let path = declaration.trim_start_matches("crate::");
        let (room, rest) = path.split_once("::").unwrap_or((path, ""));
        let names = rest.split(|c: char| !is_part(c)).filter(|n| !n.is_empty());
        found.extend(names.map(|name| (name.to_string(), room.to_string())));
    }
    found
}

/// The paths of the `use` declarations.
fn uses(code: &str) -> impl Iterator<Item = &str> {
    let declarations = code.split(';').filter_map(|s| s.rsplit_once("use "));
    declarations.map(|(_, path)| path.trim())
}

/// The rooms whose items a root uses, not counting exports.
fn named_by_root(code: &str, rooms: &BTreeSet<&str>) -> Vec<String> {
    let private = code.split(';').filter(|s| !s.contains("pub use "));
    let code = private.collect::<Vec<_>>().join(";");
    let is_named = |room: &&&str| {
        let path = format!("{room}::");
        let mut found = code.match_indices(&path).map(|(at, _)| at);
        found.any(|at| !code[..at].ends_with(|c: char| is_part(c) || c == ':'))
    };
    rooms
        .iter()
        .filter(is_named)
        .map(|r| r.to_string())
        .collect()
}

/// The first names after the root in a file's paths through `crate` and `super`.
fn named(file: &File) -> Vec<String> {
    let mut found = Vec::new();
    for (keyword, depth) in [("crate::", file.module.len()), ("super::", 1)] {
        for (at, _) in file.code.match_indices(keyword) {
            if file.code[..at].ends_with(|c: char| is_part(c) || c == ':') {
                continue;
            }
            let mut rest = &file.code[at + keyword.len()..];
            let mut depth = depth;
            while let Some(shorter) = rest.strip_prefix("super::") {
                (rest, depth) = (shorter, depth + 1);
            }
            if depth >= file.module.len() {
                found.extend(firsts(rest));
            }
        }
    }
    found
}

/// The first name of a path, or of each path in braces.
fn firsts(rest: &str) -> Vec<String> {
    let first = |path: &str| {
        let path = path.trim_start();
        let end = path.find(|c: char| !is_part(c)).unwrap_or(path.len());
        path[..end].to_string()
    };
    let Some(list) = rest.strip_prefix('{') else {
        return vec![first(rest)];
    };
    let mut depth = 1;
    let end = list.find(|c: char| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        depth == 0
    });
    let mut found = Vec::new();
    let mut depth = 0;
    let parts = list[..end.unwrap_or(0)].split(|c: char| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        c == ',' && depth == 0
    });
    found.extend(parts.map(first));
    found
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}
