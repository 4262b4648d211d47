//! `bench orders`: elements of the arrays of a kernel after a fold under each order, without and
//! with `--split`, beside those that are alive at once.

use pleat::map::aligned;
use serde::Deserialize;
use std::path::Path;
use std::process::Command;

/// Files of the corpus, each with a function.
const KERNELS: [(&str, &str); 15] = [
    ("papers/jacobi_1d", "kernel"),
    ("papers/jacobi_2d", "kernel"),
    ("tile/heat_history", "kernel"),
    ("idioms/alignment_score", "align"),
    ("papers/lbm_d2q9", "kernel"),
    ("papers/yuki_figure3b", "kernel"),
    ("papers/yuki_figure4", "kernel_fused"),
    ("papers/durbin", "kernel"),
    ("papers/dynprog_ascending", "kernel"),
    ("polybench/dynprog", "kernel_dynprog"),
    ("split/heat_error", "heat"),
    ("split/edges_of_time", "wave"),
    ("split/first_in_loop", "table"),
    ("split/closing", "ring"),
    ("split/closing", "sweep"),
];

const ORDERS: [&str; 3] = ["sequential", "tilable", "any"];

const HEAD: [&str; 11] = [
    "file",
    "function",
    "written",
    "alive",
    "sequential",
    "tilable",
    "any",
    "split: sequential",
    "tilable",
    "any",
    "parts",
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
    live_bound: Option<i64>,
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
    for kernel in KERNELS {
        rows.push(row(pleat, kernel, &report)?);
    }
    print!("{}", aligned(&rows, 2..10));
    Ok(())
}

fn row(pleat: &Path, (file, function): (&str, &str), report: &Path) -> Result<Vec<String>, String> {
    let mut plain = Vec::new();
    let mut parts: Vec<Vec<Split>> = Vec::new();
    for order in ORDERS {
        let order = format!("--order={order}");
        plain.push(fold(pleat, file, &[&order], report)?.arrays);
        let split = fold(pleat, file, &[&order, "--split"], report)?.splitting;
        let mut own = split.map_or(Vec::new(), |split| split.arrays);
        own.retain(|split| split.function == function);
        parts.push(own);
    }
    // The arrays that fold, or get parts of their own, under some order.
    let is_split = |a: &Array| parts.iter().flatten().any(|s| s.array == a.name);
    let is_folded = |name: &str| {
        let mut all = plain.iter().flatten().filter(|a| a.function == function);
        all.any(|a| a.name == name && (a.attention == "folded" || is_split(a)))
    };
    let count = |arrays: &[Array], of: &dyn Fn(&Array) -> Option<i64>| -> i64 {
        let own = arrays
            .iter()
            .filter(|a| a.function == function && is_folded(&a.name));
        own.filter_map(of).sum()
    };
    let before = |a: &Array| a.elements_before;
    let after = |a: &Array| match a.attention.as_str() {
        "folded" => a.elements_after,
        _ => a.elements_before,
    };
    let mut cells = vec![file.to_string(), function.to_string()];
    cells.push(count(&plain[0], &before).to_string());
    cells.push(count(&plain[0], &|a| a.live_bound.or(a.elements_before)).to_string());
    let folded: Vec<i64> = plain.iter().map(|arrays| count(arrays, &after)).collect();
    cells.extend(folded.iter().map(i64::to_string));
    for (after, parts) in folded.iter().zip(&parts) {
        let less = parts.iter().map(|s| s.elements_before - s.elements_after);
        cells.push((after - less.sum::<i64>()).to_string());
    }
    let mut names: Vec<&str> = { parts.iter().flatten() }
        .flat_map(|s| s.parts.iter().map(|p| p.name.as_str()))
        .collect();
    names.sort_unstable();
    names.dedup();
    cells.push(names.join(", "));
    Ok(cells)
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
