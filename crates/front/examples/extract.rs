//! Prints what `front` finds in a C file: for people who work on it.

use std::time::Instant;

fn main() {
    let mut args = std::env::args().skip(1);
    let path = args.next().unwrap_or_default();
    let flags = source::Flags {
        args: args.collect(),
        ..source::Flags::default()
    };
    let run = move || show(&path, &flags);
    let thread = std::thread::Builder::new().stack_size(256 << 20).spawn(run);
    let _ = thread.map(std::thread::JoinHandle::join);
}

fn show(path: &str, flags: &source::Flags) {
    let unit = source::SourceFile::read(path).and_then(|file| source::preprocess(file, flags));
    let unit = match unit {
        Ok(unit) => unit,
        Err(error) => return println!("{error}"),
    };
    let start = Instant::now();
    let found = front::extract(&unit, &front::Options::default());
    println!("time {:?}", start.elapsed());
    for region in &found.regions {
        show_region(region);
    }
    for kept in &found.kept {
        let place = kept
            .at
            .or(kept.declared)
            .map(|s| unit.file.line_col(s.start));
        println!(
            "kept {:?} {} {:?} [{}] {} ({place:?})",
            kept.function,
            kept.name,
            kept.shape,
            kept.reason.code(),
            kept.reason
        );
    }
    for note in &found.notes {
        println!(
            "{:?} {} {:?}",
            note.severity,
            note.message,
            note.span.map(|s| unit.file.line_col(s.start))
        );
    }
}

fn show_region(region: &front::Region) {
    let scop = &region.scop;
    println!("region {} fixed {:?}", region.function, region.fixed_macros);
    println!(
        "  params {:?}",
        scop.params
            .iter()
            .map(|p| (&p.name, p.sample))
            .collect::<Vec<_>>()
    );
    println!("  context {}", scop.context);
    for statement in &scop.statements {
        println!(
            "  {} reads_first {} {}\n     {}",
            statement.name, statement.reads_first, statement.domain, statement.schedule
        );
        for access in scop.accesses.iter().filter(|a| a.statement == statement.id) {
            println!(
                "     {:?} {:?} {}",
                access.certainty, access.kind, access.relation
            );
        }
    }
    for candidate in &region.candidates {
        let shape: Vec<String> = scop
            .array(candidate.array)
            .shape
            .iter()
            .flatten()
            .map(|e| e.to_string())
            .collect();
        println!(
            "  candidate {} {shape:?} refs {} unusable {:?}",
            candidate.spelling,
            candidate.references.len(),
            candidate.unusable_params
        );
    }
}
