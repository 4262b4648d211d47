//! `bench split`: elements of the arrays of a file after a plain fold and with `--split`, under
//! orders, and the parts that are split off.

use pleat::map::aligned;
use serde::Deserialize;
use std::path::Path;
use std::process::Command;

/// Files of the corpus, each with a function and its flags.
const KERNELS: [(&str, &str, &str); 15] = [
    ("papers/yuki_figure3a", "kernel", ""),
    ("papers/yuki_figure3a", "kernel", "--fuse"),
    ("papers/yuki_figure3b", "kernel", ""),
    ("papers/yuki_figure4", "kernel_fused", ""),
    ("papers/durbin", "kernel", ""),
    ("papers/dynprog_ascending", "kernel", ""),
    ("papers/jacobi_1d", "kernel", ""),
    ("polybench/durbin", "kernel_durbin", ""),
    ("polybench/dynprog", "kernel_dynprog", ""),
    ("polybench/jacobi-1d", "kernel_jacobi_1d", ""),
    ("split/heat_error", "heat", ""),
    ("split/near_misses/edges_of_time", "wave", ""),
    ("split/first_in_loop", "table", ""),
    ("split/closing", "ring", ""),
    ("split/closing", "sweep", ""),
];

const ORDERS: [&str; 3] = ["sequential", "tilable", "any"];

const HEAD: [&str; 7] = [
    "file", "flags", "order", "written", "plain", "--split", "parts",
];

#[derive(Deserialize)]
struct Report {
    arrays: Vec<Array>,
    splitting: Option<Splitting>,
}

#[derive(Deserialize)]
struct Array {
    name: String,
    function: String,
    attention: String,
    elements_before: Option<i64>,
    elements_after: Option<i64>,
}

#[derive(Deserialize)]
struct Splitting {
    arrays: Vec<Split>,
}

#[derive(Deserialize)]
struct Split {
    function: String,
    array: String,
    parts: Vec<Part>,
    elements_before: i64,
    elements_after: i64,
}

#[derive(Deserialize)]
struct Part {
    name: String,
}

/// Prints the table.
pub(crate) fn print(pleat: &Path) -> Result<(), String> {
    let work = tempfile::tempdir().map_err(|error| error.to_string())?;
    let report = work.path().join("report.json");
    let mut rows = vec![HEAD.map(str::to_string).to_vec()];
    for (file, function, flags) in KERNELS {
        for order in ORDERS {
            rows.push(row(pleat, (file, function, flags), order, &report)?);
        }
    }
    print!("{}", aligned(&rows, 3..6));
    Ok(())
}

fn row(
    pleat: &Path,
    (file, function, flags): (&str, &str, &str),
    order: &str,
    report: &Path,
) -> Result<Vec<String>, String> {
    let fold = |more: &[&str]| {
        let order = format!("--order={order}");
        let mut all = vec![order.as_str()];
        all.extend(flags.split_whitespace());
        all.extend(more);
        fold(pleat, file, &all, report)
    };
    let (plain, split) = (fold(&[])?, fold(&["--split"])?);
    let parts = split.splitting.map_or(Vec::new(), |s| s.arrays);
    let parts: Vec<Split> = { parts.into_iter() }
        .filter(|s| s.function == function)
        .collect();
    let own = plain.arrays.iter().filter(|a| a.function == function);
    let is_split = |a: &Array| parts.iter().any(|s| s.array == a.name);
    let own: Vec<&Array> = own
        .filter(|a| a.attention == "folded" || is_split(a))
        .collect();
    let sum = |of: fn(&Array) -> Option<i64>| own.iter().filter_map(|a| of(a)).sum::<i64>();
    let after = sum(|a| a.elements_after);
    let gains = parts.iter().map(|s| {
        let names = s.parts.iter().map(|p| p.name.as_str());
        let names: Vec<&str> = names.collect();
        let (before, after) = (s.elements_before, s.elements_after);
        format!("{}: {} ({before} -> {after})", s.array, names.join(", "))
    });
    let less: i64 = parts
        .iter()
        .map(|s| s.elements_before - s.elements_after)
        .sum();
    Ok(vec![
        file.to_string(),
        flags.to_string(),
        order.to_string(),
        sum(|a| a.elements_before).to_string(),
        after.to_string(),
        (after - less).to_string(),
        gains.collect::<Vec<_>>().join("; "),
    ])
}

fn fold(pleat: &Path, file: &str, args: &[&str], report: &Path) -> Result<Report, String> {
    let path = Path::new("corpus").join(file).with_extension("c");
    let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let output = Command::new(pleat)
        .args(["fold", "-q", "--report"])
        .arg(report)
        .args(args)
        .arg(&path)
        .output()
        .map_err(|error| failed(&error))?;
    if !output.status.success() {
        return Err(failed(&String::from_utf8_lossy(&output.stderr)));
    }
    let text = std::fs::read(report).map_err(|error| failed(&error))?;
    serde_json::from_slice(&text).map_err(|error| failed(&error))
}
