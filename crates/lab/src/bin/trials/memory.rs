//! The memory that a kernel has at several sizes, on the stack and on the heap, by execution.
//! Knows no verdicts.

use crate::program::limited;
use std::path::Path;

/// Calls the kernel and measures.
const HARNESS: &str = include_str!("memory.c");
const FLAGS: [&str; 7] = [
    "-std=gnu11",
    "-O0",
    "-w",
    "-fno-stack-protector",
    "-Dmain=other_main",
    "-fno-builtin-malloc",
    "-c",
];
const LINKED: [&str; 2] = ["-no-pie", "-Wl,--wrap=malloc,--wrap=calloc,--wrap=free"];
/// Bytes of a few more variables.
const VARIABLES: u64 = 256;

/// Where one text needs more than another, if it does; none too if its images have fixed sizes.
pub(crate) fn more(before: &str, after: &str, work: &Path) -> Result<Option<String>, String> {
    let (before, after) = (needs(before, work)?, needs(after, work)?);
    let both = before.iter().zip(&after);
    let larger = both.filter(|(old, new)| new.bytes > old.bytes + VARIABLES);
    let worst = larger.max_by_key(|(old, new)| new.bytes - old.bytes);
    Ok(worst.map(|(old, new)| {
        format!(
            "{} bytes instead of {} at {}",
            new.bytes, old.bytes, new.size
        )
    }))
}

/// The bytes needed at one size.
struct Need {
    size: String,
    bytes: u64,
}

fn needs(text: &str, work: &Path) -> Result<Vec<Need>, String> {
    let failed = |e: std::io::Error| format!("memory: {e}");
    let place = |name: &str| work.join(name);
    let public = text.replace("static void kernel(", "void kernel(");
    std::fs::write(place("kernel.c"), public).map_err(failed)?;
    std::fs::write(place("harness.c"), HARNESS).map_err(failed)?;
    let run = |command: &mut std::process::Command| -> Result<String, String> {
        let done = command.output().map_err(failed)?;
        let errors = String::from_utf8_lossy(&done.stderr);
        match done.status.success() {
            true => Ok(String::from_utf8_lossy(&done.stdout).into_owned()),
            false => Err(format!("memory: {}: {errors}", done.status)),
        }
    };
    let gcc = || limited(Path::new("gcc"));
    run(gcc()
        .args(FLAGS)
        .arg("-o")
        .args([place("kernel.o"), place("kernel.c")]))?;
    let mut link = gcc();
    link.args(LINKED).arg("-o").arg(place("needs"));
    run(link.args([place("harness.c"), place("kernel.o")]))?;
    let printed = run(&mut limited(&place("needs")))?;
    let need = |line: &str| {
        let (size, bytes) = line.rsplit_once(' ')?;
        Some(Need {
            size: size.to_string(),
            bytes: bytes.parse().ok()?,
        })
    };
    Ok(printed.lines().filter_map(need).collect())
}
