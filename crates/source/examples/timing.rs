//! timing
use std::process::*;
fn printed(cc: &str, path: &str) -> Option<String> {
    let o = Command::new(cc)
        .args(["-E", "-P", "-w"])
        .arg(path)
        .output()
        .unwrap();
    if !o.status.success() {
        return None;
    }
    let l = String::from_utf8_lossy(&o.stdout).into_owned();
    Some(
        l.lines()
            .filter(|l| !l.starts_with('#'))
            .flat_map(str::split_whitespace)
            .collect(),
    )
}
fn main() {
    let mut args = std::env::args().skip(1);
    let cc = args.next().unwrap();
    for path in args {
        let f = source::SourceFile::read(&path).unwrap();
        let flags = source::Flags {
            cc: cc.clone().into(),
            args: vec!["-w".into()],
        };
        if let Ok(u) = source::preprocess(f, &flags) {
            for t in &u.tokens {
                if let Some(s) = t.spelled() {
                    let b = u.file.slice(s).replace("\\\n", "");
                    if b != u.token_text(t) {
                        println!("{path} SPELL {b:?} {:?}", u.token_text(t));
                    }
                }
            }
            let d: String = u
                .macros
                .values()
                .map(|m| format!("#define {} {}\n", m.name, m.body.join(" ")))
                .collect();
            std::fs::write("/tmp/sx/again.c", format!("{d}{}", u.text)).unwrap();
            let (a, b) = (printed(&cc, "/tmp/sx/again.c"), printed(&cc, &path));
            if a != b {
                let (a, b) = (a.unwrap_or_default(), b.unwrap_or_default());
                let k = a
                    .bytes()
                    .zip(b.bytes())
                    .position(|(x, y)| x != y)
                    .unwrap_or(0);
                println!(
                    "{path} DIFF at {k}\n  {}\n  {}",
                    a.get(k.saturating_sub(60)..k + 60).unwrap_or(""),
                    b.get(k.saturating_sub(60)..k + 60).unwrap_or("")
                );
            }
            eprintln!("ok {path}");
        }
    }
}
