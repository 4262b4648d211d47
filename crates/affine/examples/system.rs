//! Prints the system of a function: `system FILE FUNCTION`.
#![allow(clippy::unwrap_used)]

#[path = "../tests/common/mod.rs"]
mod common;

use affine::{Naming, Unknown, Whole};
use poly::Context;
use source::{Flags, SourceFile};
use std::time::Instant;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    common::deep(move || match arguments.as_slice() {
        [file, function] => print(file, function),
        _ => eprintln!("system FILE FUNCTION"),
    });
}

fn program(path: &str) -> program::Program {
    let file = SourceFile::read(path).unwrap();
    let folder = std::path::Path::new(path).parent().map(|p| p.to_path_buf());
    let flags = Flags {
        folder,
        ..Flags::default()
    };
    common::lowered(file, &flags)
}

fn read(path: &str, function: &str, ctx: &Context) -> Option<(Whole, String)> {
    let program = program(path);
    let text = std::fs::read_to_string(path).unwrap();
    if std::env::var("PRINT").is_ok() {
        println!("{program}");
    }
    let start = Instant::now();
    let naming = Naming {
        leaves_out_tiles: std::env::var("TILES").is_ok(),
        is_exact: std::env::var("EXACT").is_ok(),
        names_factors: std::env::var("FACTORS").is_ok(),
        ..Naming::default()
    };
    let found = affine::system(&program, function, &naming, ctx);
    eprintln!("{path}: system in {:?}", start.elapsed());
    match found {
        Ok(whole) => Some((whole, text)),
        Err(Unknown { reason, at, .. }) => {
            let line = text[..at.start as usize].matches('\n').count() + 1;
            println!("{path}: unknown, line {line}: {reason}");
            None
        }
    }
}

fn print(path: &str, function: &str) {
    let ctx = Context::new();
    ctx.start_budget(400_000_000);
    let Some((whole, text)) = read(path, function, &ctx) else {
        return;
    };
    let system = &whole.system;
    println!("context {}", system.scop.context);
    for array in &system.scop.arrays {
        println!(
            "array {} {:?}",
            array.name,
            array
                .shape
                .iter()
                .map(|e| e.as_ref().map(ToString::to_string))
                .collect::<Vec<_>>()
        );
    }
    for shared in &system.interface {
        println!("{shared:?}");
    }
    for (statement, computation) in system.scop.statements.iter().zip(&system.computations) {
        let at = whole.places[statement.id.0 as usize];
        let line = text[..at.start as usize].matches('\n').count() + 1;
        println!("{line}: {}\n  {}", statement.domain, statement.schedule);
        for access in system
            .scop
            .accesses
            .iter()
            .filter(|a| a.statement == statement.id)
        {
            let mark = if system.conditional[access.id.0 as usize] {
                "?"
            } else {
                ""
            };
            println!(
                "  {:?}{mark} {} {}",
                access.id,
                match access.kind {
                    scop::AccessKind::Read => "reads",
                    _ => "writes",
                },
                access.relation
            );
        }
        println!("  = {computation:?}");
    }
    for (tiling, _) in &whole.tilings {
        println!("{tiling:?}");
    }
    println!("{:?} {:?}", whole.assumptions, whole.strides);
}
