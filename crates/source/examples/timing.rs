//! timing
use std::time::Instant;
fn main() {
    let path = std::env::args().nth(1).unwrap();
    let f = source::SourceFile::read(path).unwrap();
    let t = Instant::now();
    let u = source::preprocess(f, &source::Flags::default()).unwrap();
    eprintln!(
        "{:?} tokens {} notes {}",
        t.elapsed(),
        u.tokens.len(),
        u.notes.len()
    );
}
