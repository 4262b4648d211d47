//! A folder of records: one file per group of trials, so that an interrupted run continues.

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::path::{Path, PathBuf};

/// The folder.
pub(crate) struct Results(PathBuf);

impl Results {
    /// A folder; `fresh` discards what it contains.
    pub(crate) fn new(folder: PathBuf, fresh: bool) -> Result<Self, String> {
        if fresh && folder.exists() {
            std::fs::remove_dir_all(&folder).map_err(|e| failed(&folder, e))?;
        }
        let results = Results(folder);
        let findings = results.findings();
        std::fs::create_dir_all(&findings).map_err(|e| failed(&findings, e))?;
        Ok(results)
    }

    /// Where texts are kept that somebody must look at.
    pub(crate) fn findings(&self) -> PathBuf {
        self.0.join("findings")
    }

    /// Makes and keeps the records of a group, unless they exist.
    pub(crate) fn of<R: Serialize>(
        &self,
        group: &str,
        make: impl FnOnce() -> Result<Vec<R>, String>,
    ) -> Result<(), String> {
        let path = self.0.join(format!("{}.jsonl", group.replace('/', "-")));
        if path.exists() {
            return Ok(());
        }
        let records = make()?;
        let lines = records.iter().filter_map(|r| serde_json::to_string(r).ok());
        let text: String = lines.map(|line| line + "\n").collect();
        let part = path.with_extension("part");
        std::fs::write(&part, text).map_err(|e| failed(&part, e))?;
        std::fs::rename(&part, &path).map_err(|e| failed(&path, e))
    }

    /// All records, group by group.
    pub(crate) fn records<R: DeserializeOwned>(&self) -> Result<Vec<R>, String> {
        let entries = std::fs::read_dir(&self.0).map_err(|e| failed(&self.0, e))?;
        let mut paths: Vec<PathBuf> = entries.flatten().map(|e| e.path()).collect();
        paths.retain(|path| path.extension().is_some_and(|e| e == "jsonl"));
        paths.sort();
        let mut records = Vec::new();
        for path in paths {
            let text = std::fs::read_to_string(&path).map_err(|e| failed(&path, e))?;
            let lines = text.lines().filter_map(|l| serde_json::from_str(l).ok());
            records.extend(lines);
        }
        Ok(records)
    }
}

fn failed(path: &Path, error: std::io::Error) -> String {
    format!("{}: {error}", path.display())
}
