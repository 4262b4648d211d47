//! The published JSON schemas in `docs/schema` are those of the types. After a change of a type,
//! `PLEAT_UPDATE=1 cargo test -p report schema` writes them again.

use crate::{Report, Stats};
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use std::path::Path;

#[test]
fn report() {
    check::<Report>("report-1.json");
}

#[test]
fn stats() {
    check::<Stats>("stats-1.json");
}

/// Compares the schema of a type with the file.
fn check<T: JsonSchema>(name: &str) {
    let generator = SchemaSettings::draft2020_12().for_serialize();
    let schema = generator.into_generator().into_root_schema_for::<T>();
    let text = serde_json::to_string_pretty(&schema).unwrap() + "\n";
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema");
    let path = folder.join(name);
    if std::env::var_os("PLEAT_UPDATE").is_some() {
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(&path, &text).unwrap();
    }
    let published = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(published == text, "{name} is not the schema of the type");
}
