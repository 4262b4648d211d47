//! Prints the functions of a C file as programs over memory: for people who work on them.

use c::syntax::Syntax;
use c::{Contents, facts::Wanted};
use std::collections::BTreeSet;

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
    let syntax = Syntax::of(&unit);
    let wanted = Wanted {
        scalars: &BTreeSet::new(),
        removals: false,
    };
    let contents = Contents::of(&unit, &syntax, wanted, &mut Vec::new());
    let start = std::time::Instant::now();
    let program = program::lower(&contents);
    eprintln!("time {:?}", start.elapsed());
    println!("{program}");
}
