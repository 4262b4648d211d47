//! The programs of the corpus and the sizes at which they can run. Knows no verdicts.

use crate::experiment::Subject;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Folders with C files, in the order of tables.
const FOLDERS: [&str; 12] = [
    "papers",
    "polybench",
    "pipelines",
    "pipelines/by_hand",
    "tiled",
    STAGES,
    LOOPS,
    "tile/buffers",
    "tile/hexagons",
    "tile/steps",
    "idioms",
    "refused",
];

/// The folder of programs whose loops are fused.
const STAGES: &str = "stages";

/// The folder of programs whose loops run in tiles; it has others inside.
const LOOPS: &str = "tile";

/// A file of the corpus.
#[derive(Clone, Debug)]
pub(crate) struct CorpusFile {
    /// `papers/durbin`
    pub name: String,
    pub path: PathBuf,
    pub text: String,
}

impl CorpusFile {
    /// The flags with which a copy finds the file's headers.
    pub(crate) fn include(&self) -> String {
        let folder = self.path.parent().unwrap_or(Path::new("."));
        let folder = folder.canonicalize().unwrap_or(folder.to_path_buf());
        format!("-I{}", folder.display())
    }

    /// The file as an original of experiments.
    pub(crate) fn subject(&self) -> Subject<'_> {
        Subject {
            text: &self.text,
            flags: vec![self.include()],
            sizes: match self.has_main() {
                true => self.sizes(),
                false => Vec::new(),
            },
            has_threads: self.text.contains("omp "),
            is_defined: false,
        }
    }

    /// Whether its loops are fused before a fold.
    pub(crate) fn has_stages(&self) -> bool {
        self.name.starts_with(STAGES)
    }

    /// Whether its loops are tiled.
    pub(crate) fn has_tiles(&self) -> bool {
        self.path.starts_with(Path::new("corpus").join(LOOPS))
    }

    /// Whether it is a whole program.
    fn has_main(&self) -> bool {
        let names: Vec<&str> = source::names(&self.text).collect();
        names.windows(2).any(|pair| pair == ["int", "main"])
    }

    /// The macros that set its sizes, each list of flags one choice; the first is empty.
    fn sizes(&self) -> Vec<Vec<String>> {
        let names = self.size_macros();
        let chosen = |value: &dyn Fn(usize) -> usize| -> Vec<String> {
            let define = |(k, name): (usize, &String)| format!("-D{name}={}", value(k));
            names.iter().enumerate().map(define).collect()
        };
        let mut all = vec![
            Vec::new(),
            chosen(&|k| 5 + k),
            chosen(&|k| 3 + k % 2),
            chosen(&|k| 13 + 4 * k),
        ];
        all.dedup();
        all
    }

    /// Macros with a default that the command line may replace by a number.
    fn size_macros(&self) -> Vec<String> {
        let header = std::fs::read_to_string(self.path.with_extension("h")).unwrap_or_default();
        let text = format!("{header}\n{}", self.text);
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        let name = |pair: &[&str]| -> Option<String> {
            let name = pair[0].strip_prefix("#ifndef ")?.trim();
            let rest = pair[1].strip_prefix("#define ")?.trim();
            let value = rest.strip_prefix(name)?.trim();
            let first = value.split_whitespace().next()?;
            first.parse::<u32>().ok().map(|_| name.to_string())
        };
        let mut known = BTreeSet::new();
        let names = lines.windows(2).filter_map(name);
        names.filter(|n| known.insert(n.clone())).collect()
    }
}

/// The files of all folders whose name contains a text.
pub(crate) fn files(wanted: Option<&str>) -> Result<Vec<CorpusFile>, String> {
    let mut all = Vec::new();
    for folder in FOLDERS {
        let place = Path::new("corpus").join(folder);
        let entries = std::fs::read_dir(&place).map_err(|e| {
            let place = place.display();
            format!("{place}: {e}; run it from the project's folder")
        })?;
        let mut paths: Vec<PathBuf> = entries.flatten().map(|e| e.path()).collect();
        paths.retain(|path| path.extension().is_some_and(|e| e == "c"));
        paths.sort();
        for path in paths {
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            let name = format!("{folder}/{stem}");
            // Texts in other encodings have no mutants.
            let Ok(text) = std::fs::read_to_string(&path) else {
                continue;
            };
            if wanted.is_none_or(|wanted| name.contains(wanted)) {
                all.push(CorpusFile { name, path, text });
            }
        }
    }
    Ok(all)
}
