//! Arrays whose shape a typedef names, as if their declarations had it: `static double psi[NY][NX]`
//! for `static Field psi`.
//!
//! ```text
//! file --spell--> text with shapes --all other passes--> new text --restore--> new text
//! ```
//!
//! Declarations that are the same in the new text get the typedef back. The types of objects in
//! both texts are compared, and the restored text, spelled again, must be the new text.

use crate::engine::{Judgement, Name, New, Next, Pass, State};
use crate::folded::Folded;
use crate::summary::relocate;
use crate::text::Version;
use c::names::types::Type;
use source::{Edits, Flags, PreprocessError, SourceFile, Span};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Makes the pass.
pub(crate) const SHAPES: New = || Box::new(Shapes::default());

#[derive(Default)]
struct Shapes {
    /// The present text, if the file has such arrays.
    spelled: Option<Spelled>,
}

/// A text with the shapes of typedefs in declarations.
struct Spelled {
    text: Arc<Version>,
    /// From the user's file to it.
    edits: Edits,
    /// Each declaration as it is spelled, and as the user writes it; the longest first.
    declarations: Vec<(String, String)>,
}

impl Pass for Shapes {
    fn name(&self) -> Name {
        Name::Shapes
    }

    fn last(&self) -> Name {
        Name::Share
    }

    fn run(&mut self, state: &mut State<'_>) -> Result<Next, PreprocessError> {
        self.spelled = spelled(&state.text, state.flags)?;
        if let Some(spelled) = &self.spelled {
            state.text = Arc::clone(&spelled.text);
        }
        Ok(Next::Continue)
    }

    fn judge(
        &mut self,
        state: &mut State<'_>,
        before: &Arc<Version>,
    ) -> Result<Judgement, PreprocessError> {
        if let Some(spelled) = self.spelled.take() {
            let folded = &mut state.folded;
            let bytes = match folded.bytes == spelled.text.unit().file.bytes {
                true => before.unit().file.bytes.clone(),
                false => spelled.restored(&folded.bytes, state.flags)?,
            };
            put_in_users_file(folded, &spelled.edits, &before.unit().file);
            folded.bytes = bytes;
        }
        Ok(Judgement::Accepted)
    }
}

/// The text with the shapes of typedefs, if it has such typedefs and declares the same types.
fn spelled(before: &Version, flags: &Flags) -> Result<Option<Spelled>, PreprocessError> {
    let mut edits = Edits::default();
    let mut places = Vec::new();
    for own in fuse::shapes_spelled(before.program().contents()) {
        let mut all = edits.clone();
        let whole = own.iter().map(|edit| edit.span).reduce(Span::to);
        if own.into_iter().all(|edit| all.insert(edit).is_ok()) {
            edits = all;
            places.extend(whole);
        }
    }
    if edits.is_empty() {
        return Ok(None);
    }
    let text = before.edited(&edits, flags)?;
    if !source::is_edited(before.unit(), text.unit(), &edits) || types(before) != types(&text) {
        return Ok(None);
    }
    let declaration = |place: &Span| {
        let new = text.unit().file.slice(edits.new_span(*place));
        let old = before.unit().file.slice(*place);
        (new.into_owned(), old.into_owned())
    };
    let declarations: BTreeSet<(String, String)> = places.iter().map(declaration).collect();
    let mut declarations: Vec<(String, String)> = declarations.into_iter().collect();
    declarations.sort_by_key(|(new, _)| std::cmp::Reverse(new.len()));
    Ok(Some(Spelled {
        text,
        edits,
        declarations,
    }))
}

/// The objects of a text with their types.
fn types(text: &Version) -> Vec<(&str, &Type)> {
    let file = &text.program().contents().file;
    let globals = file.globals.iter().map(|g| (g.name.as_str(), &g.ty));
    let functions = file.functions.iter();
    let own = functions.flat_map(|f| &f.symbols.variables);
    let own = own.map(|v| (v.name.as_str(), &v.declared_type));
    globals.chain(own).collect()
}

impl Spelled {
    /// A new text in which the declarations that it has as they were get their typedefs back.
    fn restored(&self, bytes: &[u8], flags: &Flags) -> Result<Vec<u8>, PreprocessError> {
        let after = self.text.again(bytes.to_vec(), flags)?;
        let text = after.unit().file.text().to_string();
        let is_same = |restored: &str| {
            let restored = after.again(restored.as_bytes().to_vec(), flags)?;
            let spelled = spelled(&restored, flags)?;
            Ok(spelled.is_some_and(|s| source::same_program(s.text.unit(), after.unit())))
        };
        let all = self.declarations.iter();
        let all = all.fold(text.clone(), |text, own| replaced(&text, own));
        if is_same(&all)? {
            return Ok(all.into_bytes());
        }
        let mut kept = text;
        for own in &self.declarations {
            let next = replaced(&kept, own);
            if next != kept && is_same(&next)? {
                kept = next;
            }
        }
        Ok(kept.into_bytes())
    }
}

/// A text with a declaration in place of another one, wherever no name or size goes on.
fn replaced(text: &str, (new, old): &(String, String)) -> String {
    let is_part = |c: char| c.is_alphanumeric() || "_[".contains(c);
    let mut result = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(new.as_str()) {
        let (before, found) = rest.split_at(at);
        let after = &found[new.len()..];
        result.push_str(before);
        let is_whole = !result.ends_with(is_part) && !after.starts_with(is_part);
        result.push_str(if is_whole { old } else { new });
        rest = after;
    }
    result + rest
}

/// Makes a fold of the spelled text one of the user's file.
fn put_in_users_file(folded: &mut Folded, edits: &Edits, file: &SourceFile) {
    let place = |span| edits.original_span(span);
    relocate(&mut folded.report.evidence, (&folded.file, file), place);
    let remarks = folded.remarks.iter_mut().map(|remark| &mut remark.full);
    for remark in remarks.chain(&mut folded.details) {
        for label in &mut remark.labels {
            label.span = place(label.span);
        }
    }
    for array in &mut folded.report.arrays {
        array.map_spans(place);
    }
    folded.file = file.clone();
    folded.locate();
}
