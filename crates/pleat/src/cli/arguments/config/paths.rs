//! Paths in a pleat.toml: relative ones are relative to its folder.

use std::ffi::{OsStr, OsString};
use std::path::Path;

/// Flags of compilers with a path, in the same word or in the next one; longer ones first.
const WITH_PATH: [&str; 10] = [
    "-iwithprefixbefore",
    "-iwithprefix",
    "-idirafter",
    "-include",
    "-imacros",
    "-isystem",
    "-iquote",
    "-isysroot",
    "--sysroot=",
    "-I",
];

/// The flags with paths that are relative to `folder`.
pub(super) fn in_flags(flags: &[String], folder: &Path) -> Vec<String> {
    let mut expects_path = false;
    let mut all = Vec::with_capacity(flags.len());
    for flag in flags {
        if expects_path {
            expects_path = false;
            all.push(moved(flag, folder));
            continue;
        }
        let option = WITH_PATH.iter().find(|option| flag.starts_with(*option));
        let path = option.map_or("", |option| &flag[option.len()..]);
        expects_path = option.is_some() && path.is_empty() || flag == "--sysroot";
        all.push(match option {
            Some(option) if !path.is_empty() => format!("{option}{}", moved(path, folder)),
            _ => flag.clone(),
        });
    }
    all
}

/// A compiler: a name that is searched for, or a path.
pub(super) fn of_compiler(compiler: &OsStr, folder: &Path) -> OsString {
    match Path::new(compiler).components().count() > 1 {
        true => folder.join(compiler).into_os_string(),
        false => compiler.to_os_string(),
    }
}

/// A path relative to `folder`; `=` is the compiler's own root.
fn moved(path: &str, folder: &Path) -> String {
    match path.starts_with(['=', '$']) || folder.as_os_str().is_empty() {
        true => path.to_string(),
        false => folder.join(path).display().to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relative_paths_move() {
        let flags = |text: &str| {
            let words: Vec<String> = text.split(' ').map(String::from).collect();
            in_flags(&words, Path::new("p")).join(" ")
        };
        assert_eq!(
            flags("-Iinc -I inc -DI=x -O2"),
            "-Ip/inc -I p/inc -DI=x -O2"
        );
        assert_eq!(
            flags("-isystem=x -I/abs -include c.h"),
            "-isystem=x -I/abs -include p/c.h"
        );
        assert_eq!(
            flags("--sysroot r --sysroot=r -I"),
            "--sysroot p/r --sysroot=p/r -I"
        );
        let compiler = |name: &str| of_compiler(OsStr::new(name), Path::new("p"));
        assert_eq!(
            (compiler("gcc"), compiler("./x/cc")),
            ("gcc".into(), "p/./x/cc".into())
        );
    }
}
