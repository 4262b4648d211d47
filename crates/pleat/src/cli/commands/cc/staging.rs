//! Puts a folded source where the compiler finds it: in a temporary folder whose name depends only
//! on the source and its folded text, so that compiler caches see the same command line every time.

use source::{SourceFile, StagedPaths, stage};
use std::fs::{self, DirBuilder, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, symlink};
use std::path::{Path, PathBuf};

/// A source of the command line with its folded text.
pub(crate) struct FoldedSource {
    /// Its position among the arguments.
    pub(crate) at: usize,
    /// As the command line names it.
    pub(crate) path: PathBuf,
    /// The new text.
    pub(crate) bytes: Vec<u8>,
}

/// A folded source that is ready to be compiled.
pub(crate) struct StagedSource {
    /// Its position among the arguments.
    pub(crate) at: usize,
    /// As the command line names it.
    pub(crate) path: PathBuf,
    /// The folder of the staged text, which has the source's own file name there.
    pub(crate) text_folder: PathBuf,
    /// A link to the source's folder that nothing else uses.
    pub(crate) header_folder: PathBuf,
    // Exists until the compile is done.
    _shared: SharedFolder,
}

impl StagedSource {
    /// The path that the compiler is given.
    pub(crate) fn text(&self) -> PathBuf {
        self.text_folder
            .join(self.path.file_name().unwrap_or_default())
    }

    /// The folder of the source as the command line names it, with a slash; empty if it names none.
    pub(crate) fn shown_folder(&self) -> String {
        let path = self.path.to_string_lossy();
        let end = path.rfind('/').map_or(0, |slash| slash + 1);
        path[..end].to_string()
    }
}

/// Stages the sources that can be staged; the others are compiled as they are.
pub(crate) fn stage_all(sources: &[FoldedSource]) -> Result<Vec<StagedSource>, String> {
    let staged = sources.iter().filter_map(|source| {
        let staged = try_stage(source).transpose()?;
        Some(staged.map_err(|e| format!("{}: cannot be staged: {e}", source.path.display())))
    });
    staged.collect()
}

/// Stages a source; `None` if its text would have another meaning elsewhere.
fn try_stage(source: &FoldedSource) -> io::Result<Option<StagedSource>> {
    let (Some(name), Some(shown)) = (source.path.file_name(), source.path.to_str()) else {
        return Ok(None);
    };
    let old = fs::read(&source.path)?;
    let file = SourceFile::new(source.path.clone(), source.bytes.clone());
    let absolute = std::path::absolute(&source.path)?;
    let own_folder = absolute.parent().unwrap_or(Path::new("/"));
    let shared = SharedFolder::enter(&shared_path(&absolute, shown, &source.bytes)?)?;
    let paths = StagedPaths {
        name: shown,
        folder: &shared.path.join("h"),
    };
    shared.link(own_folder)?;
    let staged = stage(&file, paths).filter(|s| s.exact);
    let Some(staged) = staged.filter(|_| lines(&old) == lines(&source.bytes)) else {
        return Ok(None);
    };
    let modified = fs::metadata(&source.path)?.modified()?;
    let staged_source = StagedSource {
        at: source.at,
        path: source.path.clone(),
        text_folder: shared.path.join("s"),
        header_folder: shared.path.join("h"),
        _shared: shared,
    };
    write(
        &staged_source.text_folder.join(name),
        &staged.bytes,
        modified,
    )?;
    Ok(Some(staged_source))
}

/// The number of line breaks.
fn lines(text: &[u8]) -> usize {
    text.iter().filter(|b| **b == b'\n').count()
}

fn shared_path(absolute: &Path, shown: &str, bytes: &[u8]) -> io::Result<PathBuf> {
    let temporary = std::path::absolute(std::env::temp_dir())?;
    // Prefix maps and dependency files need a name without special characters.
    let is_plain = |b: &u8| b.is_ascii_alphanumeric() || b"/._-+".contains(b);
    let temporary = match temporary
        .as_os_str()
        .as_encoded_bytes()
        .iter()
        .all(is_plain)
    {
        true => temporary,
        false => PathBuf::from("/tmp"),
    };
    let mut hasher = DefaultHasher::new();
    (absolute, shown, bytes).hash(&mut hasher);
    Ok(temporary.join(format!("pleat-{:016x}", hasher.finish())))
}

fn write(path: &Path, bytes: &[u8], modified: std::time::SystemTime) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut temporary = tempfile::NamedTempFile::new_in(folder)?;
    temporary.write_all(bytes)?;
    temporary.as_file().set_modified(modified)?;
    temporary.persist(path)?;
    Ok(())
}

/// A temporary folder that all compiles of one text share; the last one removes it.
struct SharedFolder {
    path: PathBuf,
    /// The folder itself, locked.
    lock: File,
}

impl SharedFolder {
    fn enter(path: &Path) -> io::Result<SharedFolder> {
        loop {
            match DirBuilder::new().mode(0o700).create(path) {
                Err(e) if e.kind() != io::ErrorKind::AlreadyExists => return Err(e),
                _ => {}
            }
            let lock = match File::open(path) {
                Err(e) if e.kind() == io::ErrorKind::NotFound => continue,
                opened => opened?,
            };
            lock.lock_shared()?;
            let shared = SharedFolder {
                path: path.to_path_buf(),
                lock,
            };
            if shared.still_exists()? {
                shared.check_owner()?;
                fs::create_dir_all(shared.path.join("s"))?;
                return Ok(shared);
            }
        }
    }

    /// Whether the folder was not removed before it was locked.
    fn still_exists(&self) -> io::Result<bool> {
        let locked = self.lock.metadata()?;
        match fs::symlink_metadata(&self.path) {
            Ok(there) => Ok(there.ino() == locked.ino() && there.dev() == locked.dev()),
            Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(e) => Err(e),
        }
    }

    /// Refuses a folder that another user has prepared.
    fn check_owner(&self) -> io::Result<()> {
        let own = tempfile::tempfile_in(&self.path)?.metadata()?.uid();
        let folder = self.lock.metadata()?;
        match folder.uid() == own && folder.mode() & 0o077 == 0 {
            true => Ok(()),
            false => Err(io::Error::other("the temporary folder belongs to others")),
        }
    }

    /// Makes `h` a link to the source's folder.
    fn link(&self, own_folder: &Path) -> io::Result<()> {
        match symlink(own_folder, self.path.join("h")) {
            Err(e) if e.kind() != io::ErrorKind::AlreadyExists => Err(e),
            _ => Ok(()),
        }
    }
}

impl Drop for SharedFolder {
    fn drop(&mut self) {
        // Another process that holds the lock removes the folder later.
        if self.lock.try_lock().is_ok() {
            let _ = fs::remove_dir_all(&self.path);
        }
    }
}
