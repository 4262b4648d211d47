//! The loops that were fused: how far each runs ahead, and which rows are alive.

use super::paragraph::{item, listed, wrapped};
use crate::{LoopEntry, Report};

/// The fused loops with arrays of these names, or all.
pub(super) fn of_arrays(report: &Report, names: &[String]) -> Option<String> {
    let fusion = report.fusion.as_ref()?;
    let is_wanted = |l: &&LoopEntry| {
        names.is_empty() || l.arrays.iter().any(|array| names.contains(&array.name))
    };
    let loops: Vec<String> = { fusion.loops.iter() }
        .filter(is_wanted)
        .map(text)
        .collect();
    (!loops.is_empty()).then(|| loops.join("\n"))
}

fn text(fused: &LoopEntry) -> String {
    let lines: Vec<String> = fused.lines.iter().map(usize::to_string).collect();
    let mut text = wrapped(
        "",
        &format!(
            "The loops of `{}` at lines {} ({}) become one",
            fused.function,
            listed(&lines),
            fused.file
        ),
    );
    for (k, line) in fused.lines.iter().enumerate() {
        text.push_str(&item("  ", &one(fused, k, *line)));
    }
    for array in &fused.arrays {
        let [first, last] = array.lines;
        let rows = match array.rows {
            1 => "1 row is".to_string(),
            n => format!("{n} rows are"),
        };
        let sentence = format!(
            "`{}`: {rows} needed at a time, written by the loop at line {first}, last read by the \
             loop at line {last}",
            array.name
        );
        text.push_str(&item("  ", &sentence));
    }
    let assumes = match fused.assumes.as_slice() {
        [] => String::new(),
        all => format!(" It assumes {}.", all.join("; ")),
    };
    let sentence =
        format!("It is proved that the fused loop computes what these loops compute.{assumes}");
    text.push_str(&wrapped("  ", &sentence));
    let sentence = "The accesses and counters below are those of the fused loop, which `pleat fuse` \
                    prints.";
    text.push_str(&wrapped("  ", sentence));
    text
}

/// `line 12 runs 2 iterations ahead`
fn one(fused: &LoopEntry, k: usize, line: usize) -> String {
    let ahead = match fused.ahead.get(k) {
        Some(0) | None if k + 1 == fused.lines.len() => "is the last one".to_string(),
        Some(0) | None => "runs in step with the last one".to_string(),
        Some(1) => "runs 1 iteration ahead of the last one".to_string(),
        Some(n) => format!("runs {n} iterations ahead of the last one"),
    };
    let rate = match fused.rates.get(k) {
        Some(n) if *n > 1 => format!(", {n} of its iterations in each"),
        _ => String::new(),
    };
    format!("the loop at line {line} {ahead}{rate}")
}
