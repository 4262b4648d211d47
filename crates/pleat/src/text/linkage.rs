//! Arrays at file scope of a program of one file, as if they were declared `static`: nobody else
//! uses them.
//!
//! Assumes: no other file does. A program in which one does is not linked, instead of being wrong,
//! if the declarations stay `static`.

use super::Version;
use c::names::types::{Storage, Type};
use source::{Edits, Flags, PreprocessError};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A text in which arrays at file scope are declared `static`.
pub(crate) struct Owned {
    pub(crate) text: Arc<Version>,
    /// From the text before to it.
    pub(crate) edits: Edits,
    /// The objects of each declaration that has become `static`.
    declarations: Vec<Vec<String>>,
    /// The functions that have.
    functions: Vec<String>,
}

/// A new text in which what has not changed is not `static` any more.
pub(crate) struct Restored {
    pub(crate) bytes: Vec<u8>,
    /// The arrays and functions that stay `static`.
    pub(crate) changed: Vec<String>,
}

/// Declares arrays at file scope `static` that a program of one file declares, if they are wanted,
/// and the functions that use them. `None` if there are none.
///
/// # Errors
/// The text cannot be preprocessed.
pub(crate) fn owned(
    before: &Version,
    flags: &Flags,
    is_wanted: &dyn Fn(&[String]) -> bool,
) -> Result<Option<Owned>, PreprocessError> {
    let contents = before.program().contents();
    if !fuse::is_program(contents) {
        return Ok(None);
    }
    let (mut edits, mut declarations) = (Edits::default(), Vec::new());
    for own in fuse::linked_arrays(contents) {
        if is_wanted(&own.names) && edits.insert(own.edit).is_ok() {
            declarations.push(own.names);
        }
    }
    if edits.is_empty() {
        return Ok(None);
    }
    let mut functions = Vec::new();
    for (name, own) in fuse::linked_functions(contents, &declarations.concat()) {
        if is_wanted(std::slice::from_ref(&name)) && edits.insert_all(own).is_ok() {
            functions.push(name);
        }
    }
    let text = before.edited(&edits, flags)?;
    let is_edited = source::is_edited(before.unit(), text.unit(), &edits);
    let is_read = {
        let (old, new) = (&contents.file, &text.program().contents().file);
        let is_static = |name: &String| {
            let mut all = new.globals.iter().filter(|g| g.name == *name);
            all.all(|global| global.storage == Storage::Static)
        };
        old.functions.len() == new.functions.len()
            && old.globals.len() == new.globals.len()
            && declarations.iter().flatten().all(is_static)
    };
    Ok((is_edited && is_read).then_some(Owned {
        text,
        edits,
        declarations,
        functions,
    }))
}

/// The same for those that are `static` in another version of the file, or not there, with the
/// names.
///
/// # Errors
/// The text cannot be preprocessed.
pub(crate) fn owned_in(
    before: &Version,
    after: &Version,
    flags: &Flags,
) -> Result<Option<(Owned, Vec<String>)>, PreprocessError> {
    let file = &after.program().contents().file;
    let is_own = |names: &[String]| {
        let mut objects = file.globals.iter().filter(|g| names.contains(&g.name));
        let mut functions = file.functions.iter().filter(|f| names.contains(&f.name));
        objects.all(|global| global.storage == Storage::Static)
            && functions.all(|function| function.is_static)
    };
    let owned = owned(before, flags, &is_own)?;
    Ok(owned.map(|owned| {
        let mut names = owned.declarations.concat();
        names.extend(owned.functions.iter().cloned());
        (owned, names)
    }))
}

/// The number of loops of each function, by name: only where it changes, loops are moved.
fn loops(text: &Version) -> BTreeMap<&str, usize> {
    let functions = &text.program().contents().file.functions;
    let loops = |own: &c::names::file::Function<'_>| own.symbols.loops.len();
    functions
        .iter()
        .map(|f| (f.name.as_str(), loops(f)))
        .collect()
}

/// The types of objects at file scope.
fn types<'t>(text: &'t Version, names: &[String]) -> Vec<&'t Type> {
    let globals = text.program().contents().file.globals.iter();
    let own = globals.filter(|global| names.contains(&global.name));
    own.map(|global| &global.ty).collect()
}

impl Owned {
    /// A new text in which declarations are as they were whose arrays have not changed, and are
    /// used by functions in which no loops have moved. `None` if no array has changed.
    ///
    /// # Errors
    /// The text cannot be preprocessed.
    pub(crate) fn restored(
        &self,
        bytes: &[u8],
        flags: &Flags,
    ) -> Result<Option<Restored>, PreprocessError> {
        let after = self.text.again(bytes.to_vec(), flags)?;
        let is_same = |names: &Vec<String>| types(&self.text, names) == types(&after, names);
        if self.declarations.iter().all(is_same) {
            return Ok(None);
        }
        let (old, new) = (loops(&self.text), loops(&after));
        let (mut edits, mut changed) = (Edits::default(), Vec::new());
        let (before, contents) = (self.text.program().contents(), after.program().contents());
        for names in &self.declarations {
            let users = before.file.functions.iter();
            let mut users = users.filter(|own| fuse::uses(before, own, names));
            let stays = is_same(names)
                && users.all(|own| old.get(own.name.as_str()) == new.get(own.name.as_str()));
            let edit = stays.then(|| fuse::not_static(contents, names)).flatten();
            match edit {
                Some(edit) if edits.insert(edit.clone()).is_ok() => {}
                _ => changed.extend(names.iter().cloned()),
            }
        }
        for name in &self.functions {
            let mut all = before.file.functions.iter();
            let own = all.find(|own| own.name == *name);
            let stays = own.is_some_and(|own| !fuse::uses(before, own, &changed));
            let own = stays.then(|| fuse::not_static_function(contents, name));
            match own.flatten() {
                Some(own) if edits.insert_all(own.clone()).is_ok() => {}
                _ => changed.push(name.clone()),
            }
        }
        Ok(Some(Restored {
            bytes: edits.apply(&after.unit().file.bytes),
            changed,
        }))
    }
}

/// ``no other file uses `a` and `b` ``
pub(crate) fn unused_by_others(names: &[String]) -> String {
    format!("no other file uses {}", listed(names))
}

/// `a`, `b` and `c`
pub(crate) fn listed(names: &[String]) -> String {
    let quoted: Vec<String> = names.iter().map(|n| format!("`{n}`")).collect();
    match quoted.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => quoted.concat(),
    }
}
