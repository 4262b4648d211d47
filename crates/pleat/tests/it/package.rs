//! The Debian package: built from this program, installed into a folder of its own, used there, and
//! removed without a trace.

use crate::common::root;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What a command prints; it must succeed.
fn said(command: &mut Command) -> String {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{command:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn build(work: &Path) -> PathBuf {
    let mut script = Command::new(root().join("scripts/package"));
    script.args(["--binary", env!("CARGO_BIN_EXE_pleat"), "--output"]);
    // The program of a test is large; compressing it would take most of the time.
    script.arg(work).env("DPKG_DEB_COMPRESSOR_TYPE", "none");
    let said = said(&mut script);
    PathBuf::from(said.lines().last().unwrap())
}

/// `dpkg` with a data base of its own.
fn dpkg(installed: &Path, arguments: &[&str]) -> String {
    let mut dpkg = Command::new("dpkg");
    dpkg.arg(format!("--root={}", installed.display()));
    dpkg.args(["--force-not-root", "--force-depends", "--log=/dev/null"]);
    dpkg.env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
    said(dpkg.args(arguments))
}

/// All files, without those of `dpkg`.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true if path.ends_with("var/lib/dpkg") => {}
            true => all.extend(files(&path)),
            false => all.push(path),
        }
    }
    all
}

#[test]
fn package_is_installed_used_and_removed() {
    let work = tempfile::tempdir().unwrap();
    let package = build(work.path());
    let package = package.to_str().unwrap();

    let depends = said(Command::new("dpkg-deb").args(["--field", package, "Depends"]));
    assert!(depends.contains("libc6 (>= "), "{depends}");
    assert!(depends.contains("coinor-libcbc3 (>= "), "{depends}");

    let installed = work.path().join("installed");
    fs::create_dir_all(installed.join("var/lib/dpkg/updates")).unwrap();
    fs::create_dir_all(installed.join("var/lib/dpkg/info")).unwrap();
    fs::write(installed.join("var/lib/dpkg/status"), "").unwrap();
    dpkg(&installed, &["--install", package]);

    let usr = installed.join("usr");
    for file in [
        "share/man/man1/pleat.1.gz",
        "share/man/man1/pleat-fold.1.gz",
        "share/bash-completion/completions/pleat",
        "share/zsh/vendor-completions/_pleat",
        "share/fish/vendor_completions.d/pleat.fish",
        "share/doc/pleat/copyright",
        "share/doc/pleat/docs/tutorial.md",
        "share/doc/pleat/docs/examples/blur.c",
    ] {
        assert!(
            usr.join(file).metadata().is_ok_and(|m| m.len() > 0),
            "{file}"
        );
    }
    let mut pleat = Command::new(usr.join("bin/pleat"));
    let blur = usr.join("share/doc/pleat/docs/examples/blur.c");
    let folded = said(pleat.arg("fold").arg(blur));
    assert!(
        folded.contains("malloc((h < 3 ? h : 3) * sizeof *t)"),
        "{folded}"
    );

    dpkg(&installed, &["--purge", "pleat"]);
    assert_eq!(files(&installed), Vec::<PathBuf>::new());
}
