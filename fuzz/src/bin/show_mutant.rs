//! Prints the C text that an input of `mutate_corpus` encodes.

fn main() -> std::io::Result<()> {
    for path in std::env::args().skip(1) {
        let text = pleat_fuzz::mutate::text(&std::fs::read(path)?);
        std::io::Write::write_all(&mut std::io::stdout(), &text)?;
    }
    Ok(())
}
